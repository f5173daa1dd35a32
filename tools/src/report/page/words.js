// Numbers as people read them, and how models look.
const metres = (value) => value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
const seconds = (value) => `${value} s`;
const percent = (share) => `${Math.abs(share * 100).toFixed(Math.abs(share) < 0.095 ? 1 : 0)} %`;
const clock = (time) => `${Math.floor(time / 60)}:${(time % 60).toFixed(1).padStart(4, "0")}`;

const isSimple = (model) => report.simple.includes(model);

// The models that are looked at most have a colour of their own; the rest share them with another dash.
const KNOWN = ["auto", "trail", "kinematic", "ant", "damped", "dr1", "dr2"];
const DASHES = ["", "7 4", "2 3", "10 3 2 3"];
const MARKS = ["circle", "square", "triangle", "diamond"];

/** Colour variable, dash and mark of a model; no two models share all three. */
function look(model) {
  const known = KNOWN.indexOf(model);
  if (known >= 0) return { colour: `var(--c${known})`, dash: DASHES[0], mark: MARKS[known % 4] };
  const others = report.models.concat(senders()).filter((name) => !KNOWN.includes(name));
  const index = [...new Set(others)].indexOf(model);
  return { colour: `var(--c${index % 7})`, dash: DASHES[1 + Math.floor(index / 7) % 3], mark: MARKS[(index + 1) % 4] };
}

/** Who takes part in the comparison of updates only. */
function senders() {
  return [...new Set(report.scores.traces.flatMap((trace) => trace.updates.map((row) => row.model)))];
}

/** A mark as an SVG path around the origin. */
function markPath(mark, r) {
  switch (mark) {
    case "square": return `M${-r} ${-r}H${r}V${r}H${-r}Z`;
    case "triangle": return `M0 ${-1.25 * r}L${1.15 * r} ${0.85 * r}H${-1.15 * r}Z`;
    case "diamond": return `M0 ${-1.35 * r}L${1.35 * r} 0L0 ${1.35 * r}L${-1.35 * r} 0Z`;
    default: return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  }
}

/** A piece of a model's line with its mark, for keys. */
function sample(model) {
  const { colour, dash, mark } = look(model);
  return shape("svg", { viewBox: "0 0 26 12", width: 26, height: 12, "aria-hidden": "true" }, [
    shape("path", { d: "M1 6H25", stroke: colour, "stroke-width": 2.2, "stroke-dasharray": dash, fill: "none" }),
    shape("path", { d: markPath(mark, 3.4), transform: "translate(13 6)", fill: colour }),
  ]);
}

/** A row of buttons of which one is pressed. */
function choice(box, options, chosen, change) {
  box.replaceChildren(...options.map(([value, text]) => {
    const button = element("button", { type: "button", "aria-pressed": String(value === chosen) }, text);
    button.addEventListener("click", () => {
      for (const other of box.children) other.setAttribute("aria-pressed", String(other === button));
      change(value);
    });
    return button;
  }));
}

/** Fills a select. */
function options(select, list, chosen) {
  select.replaceChildren(...list.map(([value, text]) => element("option", { value }, text)));
  if (chosen !== undefined) select.value = chosen;
}
