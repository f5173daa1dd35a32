// Headline: tiles, the table of models and horizons, and that of all matches.

/** The row of a model at a horizon. */
const rowOf = (rows, model, horizon) => rows.find((row) => row.model === model && row.horizon === horizon);

/** The model with the lowest mean at a horizon, among those that `keep` allows. */
function bestAt(score, horizon, keep = () => true) {
  const rows = score.accuracy.filter((row) => row.horizon === horizon && keep(row.model));
  return rows.reduce((best, row) => !best || row.mean < best.mean ? row : best, null);
}

/** The horizon next to a second. */
function middleHorizon() {
  const off = (horizon) => Math.abs(Math.log(horizon));
  return report.horizons.reduce((best, horizon) => off(horizon) < off(best) ? horizon : best);
}

/** Blue for better, orange for worse than the best simple predictor. */
function tint(ratio) {
  const strength = Math.min(1, Math.abs(Math.log(ratio)) / Math.log(2)) * 0.42;
  return `rgba(var(--${ratio < 1 ? "good" : "bad"}), ${strength.toFixed(3)})`;
}

const seenStar = (score, model) => score.weights_saw_layout && report.learned.includes(model) ? "*" : "";

function tile(value, text, tone) {
  return element("div", { class: "tile" }, [element("b", tone ? { class: tone } : {}, value), element("span", {}, text)]);
}

/** How a ratio differs from one, and whether that is good. */
const change = (ratio) => `${ratio <= 1 ? "−" : "+"}${percent(1 - ratio)}`;
const tone = (ratio) => ratio <= 1 ? "good" : "bad";

function showTiles(trace, score) {
  const horizon = middleHorizon(), tiles = [];
  const ours = bestAt(score, horizon, (model) => !isSimple(model)) ?? bestAt(score, horizon);
  if (ours) {
    const ratio = ours.ratio_to_best_simple, bounds = ours.ratio_interval?.map(change);
    const range = bounds ? ` (95 %: ${bounds[0]} to ${bounds[1]})` : "";
    tiles.push(tile(change(ratio), `error against the best simple predictor: ${ours.model}${seenStar(score, ours.model)}, ${horizon} s ahead${range}`, tone(ratio)));
    tiles.push(tile(`${metres(ours.mean * trace.metres_per_unit)} m`, `mean error of ${ours.model} ${horizon} s ahead; half of all predictions within ${metres(ours.p50 * trace.metres_per_unit)} m`));
  }
  const threshold = report.thresholds.reduce((best, t) => Math.abs(Math.log(t)) < Math.abs(Math.log(best)) ? t : best, report.thresholds[0]);
  const sent = score.updates.filter((row) => row.threshold === threshold && !isSimple(row.model) && report.models.includes(row.model));
  const least = sent.reduce((best, row) => !best || row.updates < best.updates ? row : best, null);
  if (least) {
    const ratio = least.ratio_to_best_dr;
    tiles.push(tile(change(ratio), `updates against the best dead reckoning: ${least.model}${seenStar(score, least.model)}, threshold ${threshold} body width`, tone(ratio)));
  }
  const off = (model) => rowOf(score.off_walkable, model, horizon)?.share;
  if (ours && off(ours.model) !== undefined) {
    const simple = bestAt(score, horizon, isSimple);
    const beside = simple && off(simple.model) !== undefined ? `, ${percent(off(simple.model))} of ${simple.model}` : "";
    const truth = off("truth") === undefined ? "" : `; players themselves: ${percent(off("truth"))}`;
    tiles.push(tile(percent(off(ours.model)), `of ${ours.model}'s predictions ${horizon} s ahead are over no floor${beside}${truth}`));
  }
  byId("tiles").replaceChildren(...tiles);
}

function showHeadline(trace, score, absolute) {
  byId("headline-note").textContent = absolute
    ? "Mean error in metres in the ground plane, with its 95 % interval. ★ marks the lowest of each horizon; colours compare with the best simple predictor."
    : "Mean error ÷ that of the best simple predictor on the same cases, with its 95 % interval: below 1 is better than anything a game does without help. ★ marks the lowest of each horizon.";
  const best = report.horizons.map((horizon) => bestAt(score, horizon)?.model);
  const head = element("thead", {}, element("tr", {}, [
    element("th", { scope: "col" }, "model"),
    ...report.horizons.map((horizon) => element("th", { scope: "col" }, seconds(horizon))),
  ]));
  const meanRatio = (model) => {
    const ratios = score.accuracy.filter((row) => row.model === model).map((row) => row.ratio_to_best_simple);
    return ratios.reduce((a, b) => a + b, 0) / ratios.length;
  };
  const sorted = [...report.models].sort((a, b) => meanRatio(a) - meanRatio(b));
  const simple = sorted.filter(isSimple), others = sorted.filter((model) => !isSimple(model));
  const rows = [...others, ...simple].map((model, index) => {
    const cells = report.horizons.map((horizon, column) => {
      const row = rowOf(score.accuracy, model, horizon);
      if (!row) return element("td", {}, "–");
      const detail = rowOf(trace.details, model, horizon);
      const bounds = absolute ? detail?.mean_interval?.map((value) => metres(value * trace.metres_per_unit)) : row.ratio_interval?.map((value) => value.toFixed(2));
      const value = absolute ? metres(row.mean * trace.metres_per_unit) : row.ratio_to_best_simple.toFixed(3);
      const cell = element("td", { "data-model": model, "data-horizon": horizon }, [element("span", {}, value)]);
      if (bounds) cell.append(element("small", {}, `${bounds[0]} – ${bounds[1]}`));
      cell.style.background = tint(row.ratio_to_best_simple);
      if (best[column] === model) cell.classList.add("best");
      return cell;
    });
    const name = [model + seenStar(score, model)];
    if (isSimple(model)) name.push(element("span", { class: "tag" }, "simple"));
    return element("tr", index === others.length && index > 0 ? { class: "split" } : {}, [element("th", { scope: "row" }, name), ...cells]);
  });
  byId("headline").replaceChildren(head, element("tbody", {}, rows));
}

function showOverview(horizon) {
  const shown = report.models.filter((model) => report.scores.traces.some((score) => rowOf(score.accuracy, model, horizon)));
  const head = element("thead", {}, element("tr", {}, [
    element("th", { scope: "col" }, "match"),
    ...shown.map((model) => element("th", { scope: "col" }, model)),
  ]));
  const line = (name, rows, star) => {
    const found = shown.map((model) => rowOf(rows, model, horizon)?.ratio_to_best_simple);
    const lowest = Math.min(...found.filter((ratio) => ratio !== undefined));
    return element("tr", {}, [element("th", { scope: "row" }, name), ...found.map((ratio, index) => {
      if (ratio === undefined) return element("td", {}, "–");
      const cell = element("td", ratio === lowest ? { class: "best" } : {}, ratio.toFixed(3) + star(shown[index]));
      cell.style.background = tint(ratio);
      return cell;
    })]);
  };
  const rows = report.scores.traces.map((score) => line(score.trace, score.accuracy, (model) => seenStar(score, model)));
  if (report.scores.pooled_short.length) rows.push(line("short ones pooled", report.scores.pooled_short, () => ""));
  byId("overview-table").replaceChildren(head, element("tbody", {}, rows));
}
