// Line charts in SVG: bands, marks, names at the lines' ends, a guide that reads values out.
const WIDE = { width: 560, height: 320, left: 46, right: 78, top: 12, bottom: 44 };
const NARROW = { width: 350, height: 290, left: 42, right: 72, top: 12, bottom: 44 };

function scaleOf(kind, [low, high], [from, to]) {
  const f = kind === "log" ? Math.log : (value) => value;
  return (value) => from + (f(value) - f(low)) / (f(high) - f(low)) * (to - from);
}

/** Round numbers between two bounds. */
function ticksOf(kind, [low, high]) {
  const list = [];
  // Over a small range a logarithm is nearly straight, and round steps say more.
  if (kind === "log" && high / low > 5) {
    const steps = high / low > 60 ? [1] : high / low > 12 ? [1, 3] : [1, 2, 5];
    for (let decade = 10 ** Math.floor(Math.log10(low)); decade <= high; decade *= 10) {
      for (const step of steps) if (decade * step >= low * 0.999 && decade * step <= high * 1.001) list.push(decade * step);
    }
    return list;
  }
  const rough = (high - low) / 6, decade = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * decade).find((candidate) => candidate >= rough);
  for (let value = Math.ceil(low / step - 1e-9) * step; value <= high + 1e-9; value += step) list.push(Number(value.toPrecision(10)));
  return list;
}

/** Names at the ends of lines, moved apart. */
function spread(labels, gap, low, high) {
  labels.sort((a, b) => a.y - b.y);
  for (let i = 1; i < labels.length; i++) labels[i].y = Math.max(labels[i].y, labels[i - 1].y + gap);
  const over = labels.length ? labels[labels.length - 1].y - high : 0;
  if (over > 0) for (let i = labels.length - 1, limit = high; i >= 0; i--, limit -= gap) labels[i].y = Math.min(labels[i].y, limit);
  for (const label of labels) label.y = Math.max(label.y, low);
}

/**
 * Draws a chart into a box. series: [{model, points: [{x, y, low?, high?}]}];
 * axes: {x: {kind, ticks, text}, y: {kind, text, limits?}}; marked: draw a mark at every point; one: a line at y = 1;
 * level: values are read out along a level of y, not at one x.
 */
function chart(box, series, axes, { marked = true, one = false, level = false, label, value }) {
  const size = box.clientWidth && box.clientWidth < 430 ? NARROW : WIDE;
  const { width, height, left, right, top, bottom } = size;
  const points = series.flatMap((line) => line.points);
  if (!points.length) {
    box.replaceChildren(element("p", { class: "note" }, "Nothing to show for the chosen models."));
    return;
  }
  const xs = points.map((point) => point.x);
  const ys = points.flatMap((point) => [point.y, point.low ?? point.y, point.high ?? point.y]).filter((y) => axes.y.kind !== "log" || y > 0);
  if (one) ys.push(1);
  const xRange = [Math.min(...xs), Math.max(...xs)];
  if (xRange[0] === xRange[1]) xRange[1] = xRange[0] * 1.01 + 0.01;
  let yRange = axes.y.limits ?? [Math.min(...ys), Math.max(...ys)];
  if (!axes.y.limits) yRange = axes.y.kind === "log" ? [yRange[0] / 1.08, yRange[1] * 1.08] : [Math.min(0, yRange[0]), yRange[1] * 1.05];
  const x = scaleOf(axes.x.kind, xRange, [left, width - right]);
  const y = scaleOf(axes.y.kind, yRange, [height - bottom, top]);
  const clampY = (v) => Math.max(top - 2, Math.min(height - bottom, y(v)));
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, tabindex: 0 });
  for (const tick of ticksOf(axes.y.kind, yRange)) {
    svg.append(shape("path", { class: "axis", d: `M${left} ${y(tick)}H${width - right}` }),
      shape("text", { class: "tick", x: left - 7, y: y(tick) + 4, "text-anchor": "end" }, axes.y.text(tick)));
  }
  for (const tick of axes.x.ticks ?? ticksOf(axes.x.kind, xRange)) {
    svg.append(shape("text", { class: "tick", x: x(tick), y: height - bottom + 18, "text-anchor": "middle" }, axes.x.text(tick)));
  }
  svg.append(shape("text", { class: "tick", x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle" }, axes.x.name));
  if (one) svg.append(shape("path", { class: "one", d: `M${left} ${y(1)}H${width - right}` }));
  for (const { model, points: list } of series) {
    const { colour } = look(model);
    const banded = list.filter((point) => point.low !== undefined);
    if (banded.length > 1) {
      const there = banded.map((point) => `${x(point.x)} ${clampY(point.high)}`), back = banded.map((point) => `${x(point.x)} ${clampY(point.low)}`).reverse();
      svg.append(shape("path", { d: `M${there.concat(back).join("L")}Z`, fill: colour, opacity: 0.16 }));
    }
  }
  const labels = [];
  for (const { model, points: list } of series) {
    const { colour, dash, mark } = look(model);
    svg.append(shape("path", { d: `M${list.map((point) => `${x(point.x).toFixed(1)} ${clampY(point.y).toFixed(1)}`).join("L")}`, fill: "none", stroke: colour, "stroke-width": 2.2, "stroke-dasharray": dash, "stroke-linejoin": "round", "data-model": model }));
    if (marked) for (const point of list) svg.append(shape("path", { d: markPath(mark, 3.6), transform: `translate(${x(point.x)} ${clampY(point.y)})`, fill: colour }));
    const last = list[list.length - 1];
    if (marked && last) labels.push({ model, colour, y: clampY(last.y) });
  }
  spread(labels, 13, top + 6, height - bottom);
  for (const { model, colour, y: at } of labels) {
    svg.append(shape("text", { x: width - right + 9, y: at + 4, fill: colour, "font-size": 12, "font-weight": 600 }, model));
  }
  const guide = shape("path", { class: "guide", d: "" });
  svg.append(guide);
  const readout = element("div", { class: "readout", "aria-live": "polite" }, element("span", {}, "Point at the figure, or focus it and use the arrow keys, to read values."));
  const along = (point) => level ? point.y : point.x, pixel = level ? y : x;
  const stops = [...new Set(points.map(along))].sort((a, b) => a - b);
  let stop = -1;
  const read = (index) => {
    stop = Math.max(0, Math.min(stops.length - 1, index));
    const at = stops[stop];
    guide.setAttribute("d", level ? `M${left} ${y(at)}H${width - right}` : `M${x(at)} ${top}V${height - bottom}`);
    guide.style.opacity = 1;
    const found = series.map((line) => [line.model, line.points.find((point) => along(point) === at)]).filter(([, point]) => point);
    found.sort((a, b) => level ? a[1].x - b[1].x : a[1].y - b[1].y);
    readout.replaceChildren(element("b", {}, `${(level ? axes.y : axes.x).text(at)}:`), ...found.map(([model, point]) => element("span", {}, [`${model} `, element("b", {}, value(point))])));
  };
  svg.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    const pointed = (level ? event.clientY - box.top : event.clientX - box.left) / box.width * width;
    const off = stops.map((at) => Math.abs(pixel(at) - pointed));
    read(off.indexOf(Math.min(...off)));
  });
  svg.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    read(stop + (event.key === "ArrowRight" ? 1 : -1));
  });
  box.replaceChildren(svg, readout);
}
