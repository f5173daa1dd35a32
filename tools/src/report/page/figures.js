// The three figures and the models in them.
const figures = { chosen: new Set(), absolute: false, spreadHorizon: middleHorizon() };

/** The models that are shown at first: what people compare. */
function usualModels() {
  const usual = ["auto", "trail", "kinematic", "ant", "damped", "dr1"].filter((model) => report.models.includes(model));
  return new Set(usual.length >= 2 ? usual : report.models.slice(0, 7));
}

function showChips(change) {
  const names = [...new Set([...report.models, ...senders()])];
  byId("chips").replaceChildren(...names.map((model) => {
    const button = element("button", { type: "button", "aria-pressed": String(figures.chosen.has(model)) }, [sample(model), model]);
    button.addEventListener("click", () => {
      if (!figures.chosen.delete(model)) figures.chosen.add(model);
      button.setAttribute("aria-pressed", String(figures.chosen.has(model)));
      change();
    });
    return button;
  }));
}

const inFigures = (rows) => [...new Set(rows.map((row) => row.model))].filter((model) => figures.chosen.has(model));

function showErrors(trace, score) {
  const scale = trace.metres_per_unit, { absolute } = figures;
  const series = inFigures(score.accuracy).map((model) => ({
    model,
    points: score.accuracy.filter((row) => row.model === model).map((row) => {
      const bounds = absolute ? rowOf(trace.details, model, row.horizon)?.mean_interval?.map((value) => value * scale) : row.ratio_interval;
      return { x: row.horizon, y: absolute ? row.mean * scale : row.ratio_to_best_simple, low: bounds?.[0], high: bounds?.[1] };
    }),
  }));
  byId("horizon-note").textContent = absolute ? "mean, metres, with 95 % bands" : "mean ÷ best simple predictor, with 95 % bands";
  chart(byId("horizon-chart"), series, {
    x: { kind: "log", ticks: report.horizons, text: seconds, name: "looking ahead" },
    y: { kind: "log", text: (value) => absolute ? `${Number(value.toPrecision(2))} m` : Number(value.toPrecision(2)) },
  }, {
    one: !absolute, label: "Error over horizon, one line per model",
    value: (point) => absolute ? `${metres(point.y)} m` : point.y.toFixed(3),
  });
}

function showUpdates(score) {
  const { absolute } = figures;
  const series = inFigures(score.updates).map((model) => ({
    model,
    points: score.updates.filter((row) => row.model === model).map((row) => ({ x: row.threshold, y: absolute ? row.updates : row.ratio_to_best_dr })),
  }));
  byId("updates-note").textContent = absolute ? "updates sent in the scored part" : "updates ÷ best dead reckoning";
  chart(byId("updates-chart"), series, {
    x: { kind: "log", ticks: report.thresholds, text: (value) => `${value}`, name: "threshold, body widths" },
    y: { kind: "log", text: (value) => value >= 10000 ? `${Number((value / 1000).toPrecision(2))}k` : Number(value.toPrecision(2)) },
  }, {
    one: !absolute, label: "Updates over threshold, one line per sender",
    value: (point) => absolute ? String(point.y) : point.y.toFixed(3),
  });
}

function showSpread(trace) {
  const horizon = figures.spreadHorizon, scale = trace.metres_per_unit;
  const rows = trace.details.filter((row) => row.horizon === horizon);
  // Errors below a centimetre are as good as none, and a logarithm needs an end.
  const series = inFigures(rows).map((model) => {
    const list = rows.find((row) => row.model === model).quantiles;
    const points = list.map((error, i) => ({ x: Math.max(0.01, error * scale), y: i / (list.length - 1) }));
    return { model, points: points.slice(1, -1) };
  });
  chart(byId("spread-chart"), series, {
    x: { kind: "log", text: (value) => `${Number(value.toPrecision(2))} m`, name: "error not exceeded" },
    y: { kind: "linear", limits: [0, 1], text: (value) => `${Number((value * 100).toFixed(1))} %` },
  }, { marked: false, level: true, label: "Share of predictions by error, one line per model", value: (point) => `${metres(point.x)} m` });
}

function showFigures(trace, score) {
  showErrors(trace, score);
  showUpdates(score);
  showSpread(trace);
}
