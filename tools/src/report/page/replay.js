// The replay: true players, up to three ghosts of each, errors as they are at the shown moment.
const GHOSTS = 3;
const GHOST_MARKS = ["circle", "square", "triangle"];
const TAIL_SECONDS = 1.5;

class Replay {
  constructor() {
    this.canvas = byId("map");
    this.strip = byId("strip");
    this.layers = { floor: true, pheromone: true, trails: false, items: true, tails: true };
    this.playing = false;
    this.chosen = [];
    this.view = "drawn";
    this.listen();
  }

  show(trace) {
    this.pause();
    this.trace = trace;
    this.data = trace.replay;
    this.players = trace.players.length;
    this.frames = this.data.frames;
    this.metres = this.data.step * trace.metres_per_unit;
    this.truth = unpackTracks(this.data.truth, this.players, this.frames);
    this.tracks = new Map();
    this.map = new LevelMap(trace);
    for (let i = 0; i < this.truth.x.length; i++) if (this.truth.there[i] !== NOBODY) this.map.include(this.truth.x[i], this.truth.y[i]);
    this.zoom = 1;
    this.centre = null;
    this.at = 0;
    this.describe();
    this.pickGhosts();
    this.seek(0);
  }

  get models() { return this.data.ghosts.filter((ghost) => ghost[this.view]).map((ghost) => ghost.model); }

  describe() {
    const { network: net, from, hz, frames, horizon } = this.data, trace = this.trace;
    const long = frames / hz, all = trace.seconds;
    byId("replay-note").textContent = `Shown: ${long.toFixed(0)} s of ${all.toFixed(0)} s, from ${clock(from)} to ${clock(from + long)} of the match, ${Number(hz.toFixed(1))} frames a second` +
      `${long < all * 0.59 ? " (cut so that this page stays small)" : ""}. It begins where scoring begins, so models have learned from the first 40 % of the match.`;
    byId("network").replaceChildren(...[["latency", `${net.latency_ms} ms`], ["jitter", `± ${net.jitter_ms} ms`], ["loss", `${Number((net.loss * 100).toFixed(1))} %`], ["updates", `${net.updates_per_s}/s`]]
      .flatMap(([name, value]) => [`${name} `, element("b", {}, value), " · "]).slice(0, -1));
    options(byId("view"), [["drawn", "drawn remotely"], ["ahead", `${horizon} s ahead`]], this.view);
    options(byId("follow"), [["", "everybody"], ...trace.players.map((player, index) => [String(index), `player ${player.id}${player.team ? `, ${player.team}` : ""}`])], "");
    const offered = [["floor", "walkable area", this.map.faces.length], ["pheromone", "pheromone of items", this.map.smell], ["trails", "trails", this.map.trails], ["items", "items", this.map.items.length], ["tails", "ways", true]];
    byId("overlays").replaceChildren(...offered.filter(([, , there]) => there).map(([key, text]) => {
      const box = element("input", { type: "checkbox", id: `layer-${key}` });
      box.checked = this.layers[key];
      box.addEventListener("change", () => { this.layers[key] = box.checked; this.draw(); });
      return element("label", {}, [box, text]);
    }));
  }

  /** Keeps the chosen ghosts where this view has them, fills up with the first ones. */
  pickGhosts() {
    const models = this.models, kept = this.chosen.map((model) => models.includes(model) ? model : "");
    for (let i = 0; i < GHOSTS; i++) if (kept[i] === undefined) kept[i] = models.find((model) => !kept.includes(model)) ?? "";
    this.chosen = kept.slice(0, GHOSTS);
    const rows = this.chosen.map((model, index) => {
      const select = element("select", { id: `ghost-${index}`, "aria-label": `Ghost ${index + 1}` });
      options(select, [["", "no ghost"], ...models.map((name) => [name, name])], model);
      select.addEventListener("change", () => { this.chosen[index] = select.value; this.changed(); });
      const key = shape("svg", { viewBox: "-9 -9 18 18", width: 22, height: 22, "aria-hidden": "true" }, shape("path", { d: markPath(GHOST_MARKS[index], 5.5), fill: "none", stroke: `var(--g${index})`, "stroke-width": 2.4 }));
      return element("div", { class: "ghost" }, [key, select, element("div", { class: "error", id: `error-${index}` })]);
    });
    const dot = shape("svg", { viewBox: "-9 -9 18 18", width: 22, height: 22, "aria-hidden": "true" }, shape("circle", { r: 5, fill: "var(--ink)" }));
    byId("ghosts").replaceChildren(element("div", { class: "truth-key" }, [dot, element("span", { id: "present" })]), ...rows);
    byId("view-note").textContent = this.view === "drawn"
      ? "Ghosts are what another machine draws now: updates sent at this rate over this network, the library's receiver, the model, and its smoother. Errors are what its player sees wrong. Models that need more than updates (ant, interest, hybrid, strategy) and dr1_ema are in the other view."
      : `Ghosts are where the model, told everything up to ${this.data.horizon} s before, said the player would be now: the cases of the table above, without a network.`;
    this.changed();
  }

  ghost(model) {
    const key = `${this.view} ${model}`;
    if (!this.tracks.has(key)) this.tracks.set(key, unpackTracks(this.data.ghosts.find((ghost) => ghost.model === model)[this.view], this.players, this.frames));
    return this.tracks.get(key);
  }

  /** Errors in metres of all players in a frame. */
  errors(model, frame) {
    const ghost = this.ghost(model), list = [];
    for (let player = 0; player < this.players; player++) {
      const i = player * this.frames + frame;
      if (this.truth.there[i] === NOBODY || ghost.there[i] === NOBODY) continue;
      list.push(Math.hypot(ghost.x[i] - this.truth.x[i], ghost.y[i] - this.truth.y[i]) * this.metres);
    }
    return list;
  }

  changed() {
    this.means = this.chosen.map((model) => {
      if (!model) return null;
      const line = new Float64Array(this.frames);
      let sum = 0, count = 0;
      for (let frame = 0; frame < this.frames; frame++) {
        const errors = this.errors(model, frame), here = errors.reduce((a, b) => a + b, 0);
        line[frame] = errors.length ? here / errors.length : NaN;
        sum += here;
        count += errors.length;
      }
      return { line, mean: count ? sum / count : NaN };
    });
    this.draw();
  }

  seek(frame) {
    this.at = Math.max(0, Math.min(this.frames - 1, frame));
    this.draw();
  }

  play() {
    if (this.at >= this.frames - 1) this.at = 0;
    this.playing = true;
    this.buttons();
    let last = performance.now();
    const step = (now) => {
      if (!this.playing) return;
      this.seek(this.at + (now - last) / 1000 * this.data.hz * Number(byId("speed").value));
      last = now;
      if (this.at >= this.frames - 1) this.pause();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  pause() {
    this.playing = false;
    this.buttons();
  }

  buttons() {
    const button = byId("play");
    button.setAttribute("aria-pressed", String(this.playing));
    button.replaceChildren(this.playing ? "❚❚ " : "▶ ", element("span", {}, this.playing ? "Pause" : "Play"));
  }

  /** Place of a player between two stored frames. */
  place(tracks, player, at) {
    const k = Math.floor(at), i = player * this.frames + k;
    if (tracks.there[i] === NOBODY) return null;
    const share = at - k;
    if (share === 0 || k + 1 >= this.frames || tracks.there[i + 1] !== GOES_ON) return [tracks.x[i], tracks.y[i]];
    return [tracks.x[i] + (tracks.x[i + 1] - tracks.x[i]) * share, tracks.y[i] + (tracks.y[i + 1] - tracks.y[i]) * share];
  }

  camera() {
    const { canvas, map } = this, ratio = devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * ratio), height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const [left, low, right, high] = map.bounds, margin = 26 * ratio;
    const fit = Math.min((width - 2 * margin) / (right - left || 1), (height - 2 * margin) / (high - low || 1));
    const followed = byId("follow").value;
    const player = followed === "" ? null : this.place(this.truth, Number(followed), this.at);
    if (player) this.centre = player;
    const [cx, cy] = this.centre ?? [(left + right) / 2, (low + high) / 2];
    const scale = fit * this.zoom;
    return { ratio, scale, x: width / 2 - cx * scale, y: height / 2 + cy * scale };
  }

  draw() {
    if (!this.data) return;
    const frame = Math.floor(this.at), time = this.data.from + this.at / this.data.hz;
    byId("time").max = this.frames - 1;
    byId("time").value = frame;
    byId("time").setAttribute("aria-valuetext", clock(time));
    byId("clock").textContent = `${clock(time)} / ${clock(this.data.from + this.frames / this.data.hz)}`;
    this.writeErrors(frame);
    this.drawMap();
    this.drawStrip(frame);
  }

  writeErrors(frame) {
    let present = 0;
    for (let player = 0; player < this.players; player++) if (this.truth.there[player * this.frames + frame] !== NOBODY) present++;
    byId("present").textContent = `where ${present} of ${this.players} players really are`;
    this.chosen.forEach((model, index) => {
      const box = byId(`error-${index}`);
      if (!box) return;
      if (!model) return box.replaceChildren();
      const errors = this.errors(model, frame);
      const now = errors.length ? errors.reduce((a, b) => a + b, 0) / errors.length : NaN;
      const all = this.means[index].mean;
      box.dataset.now = now;
      box.replaceChildren(element("b", {}, errors.length ? `${metres(now)} m` : "–"), element("small", {}, `mean ${isNaN(all) ? "–" : metres(all)} m`));
    });
  }

  drawMap() {
    const context = this.canvas.getContext("2d"), camera = this.camera();
    // While the page is laid out anew it may have no room for a moment.
    if (this.canvas.width === 0 || this.canvas.height === 0) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.map.paint(context, camera, this.layers, this.at / this.data.hz);
    const pixel = ([x, y]) => [camera.x + x * camera.scale, camera.y - y * camera.scale];
    const r = camera.ratio * Math.min(7, Math.max(4.2, this.trace.body_width / this.data.step / 2 * camera.scale / camera.ratio));
    const ink = colourOf("--ink"), card = colourOf("--card");
    const colours = GHOST_MARKS.map((_, index) => colourOf(`--g${index}`));
    for (let player = 0; player < this.players; player++) {
      const here = this.place(this.truth, player, this.at);
      if (!here) continue;
      if (this.layers.tails) {
        this.drawTail(context, pixel, this.truth, player, ink, 2 * camera.ratio, 0.5);
        this.chosen.forEach((model, index) => model && this.view === "drawn" && this.drawTail(context, pixel, this.ghost(model), player, colours[index], 1.3 * camera.ratio, 0.45));
      }
      const [px, py] = pixel(here);
      this.chosen.forEach((model, index) => {
        const there = model && this.place(this.ghost(model), player, this.at);
        if (!there) return;
        const [gx, gy] = pixel(there);
        context.strokeStyle = colours[index];
        context.lineWidth = 1.3 * camera.ratio;
        context.globalAlpha = 0.55;
        context.beginPath();
        context.moveTo(px, py);
        context.lineTo(gx, gy);
        context.stroke();
        context.globalAlpha = 1;
        context.lineWidth = 2.3 * camera.ratio;
        const mark = new Path2D(markPath(GHOST_MARKS[index], r * 0.92));
        context.save();
        context.translate(gx, gy);
        context.stroke(mark);
        context.restore();
      });
      context.fillStyle = ink;
      context.strokeStyle = card;
      context.lineWidth = 1.6 * camera.ratio;
      context.beginPath();
      context.arc(px, py, r * 0.8, 0, 7);
      context.fill();
      context.stroke();
    }
  }

  drawTail(context, pixel, tracks, player, colour, width, alpha) {
    const now = Math.floor(this.at), first = Math.max(0, now - Math.round(TAIL_SECONDS * this.data.hz));
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.globalAlpha = alpha;
    context.lineJoin = "round";
    context.beginPath();
    for (let k = now; k >= first; k--) {
      const i = player * this.frames + k;
      if (tracks.there[i] === NOBODY) break;
      const [x, y] = pixel([tracks.x[i], tracks.y[i]]);
      if (k === now) {
        context.moveTo(...pixel(this.place(tracks, player, this.at) ?? [tracks.x[i], tracks.y[i]]));
      }
      context.lineTo(x, y);
      if (tracks.there[i] === BEGINS) break;
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  /** Mean error over time of the chosen ghosts, half a second smoothed. */
  drawStrip(frame) {
    const canvas = this.strip, ratio = devicePixelRatio || 1;
    const width = canvas.width = Math.round(canvas.clientWidth * ratio), height = canvas.height = Math.round(canvas.clientHeight * ratio);
    const context = canvas.getContext("2d"), pad = 8 * ratio;
    const half = Math.max(1, Math.round(this.data.hz / 4));
    const lines = this.means.map((mean) => mean && smoothed(mean.line, half));
    const top = Math.max(0.01, ...lines.filter(Boolean).map((line) => line.reduce((a, b) => b > a ? b : a, 0)));
    const x = (k) => pad + k / Math.max(1, this.frames - 1) * (width - 2 * pad), y = (value) => height - 2 * ratio - value / top * (height - 6 * ratio);
    lines.forEach((line, index) => {
      if (!line) return;
      context.strokeStyle = colourOf(`--g${index}`);
      context.lineWidth = 1.3 * ratio;
      context.beginPath();
      line.forEach((value, k) => isNaN(value) || context.lineTo(x(k), y(value)));
      context.stroke();
    });
    context.fillStyle = colourOf("--ink");
    context.fillRect(x(frame) - ratio * 0.75, 0, 1.5 * ratio, height);
  }

  listen() {
    byId("play").addEventListener("click", () => this.playing ? this.pause() : this.play());
    byId("time").addEventListener("input", (event) => this.seek(Number(event.target.value)));
    byId("view").addEventListener("change", (event) => { this.view = event.target.value; this.pickGhosts(); });
    byId("follow").addEventListener("change", (event) => {
      this.zoom = event.target.value === "" ? 1 : Math.max(this.zoom, 3);
      if (event.target.value === "") this.centre = null;
      this.draw();
    });
    byId("zoom-in").addEventListener("click", () => this.zoomBy(1.5));
    byId("zoom-out").addEventListener("click", () => this.zoomBy(1 / 1.5));
    byId("zoom-fit").addEventListener("click", () => { this.zoom = 1; this.centre = null; byId("follow").value = ""; this.draw(); });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    let from = null;
    this.canvas.addEventListener("pointerdown", (event) => {
      from = [event.clientX, event.clientY];
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!from) return;
      const { ratio, scale, x, y } = this.camera();
      const centre = [(this.canvas.width / 2 - x) / scale, (y - this.canvas.height / 2) / scale];
      this.centre = [centre[0] - (event.clientX - from[0]) * ratio / scale, centre[1] + (event.clientY - from[1]) * ratio / scale];
      byId("follow").value = "";
      from = [event.clientX, event.clientY];
      this.draw();
    });
    for (const end of ["pointerup", "pointercancel"]) this.canvas.addEventListener(end, () => { from = null; });
    const seekStrip = (event) => {
      if (event.buttons === 0) return;
      const box = this.strip.getBoundingClientRect();
      this.seek(Math.round((event.clientX - box.left - 8) / (box.width - 16) * (this.frames - 1)));
    };
    this.strip.addEventListener("pointerdown", seekStrip);
    this.strip.addEventListener("pointermove", seekStrip);
    themeListeners.push(() => this.draw());
    addEventListener("resize", () => this.draw());
  }

  zoomBy(factor) {
    this.zoom = Math.max(1, Math.min(12, this.zoom * factor));
    if (this.zoom === 1) this.centre = null;
    this.draw();
  }

  key(event) {
    const second = Math.round(this.data.hz);
    const actions = {
      " ": () => this.playing ? this.pause() : this.play(),
      ArrowRight: () => this.seek(Math.floor(this.at) + (event.shiftKey ? second : 1)),
      ArrowLeft: () => this.seek(Math.floor(this.at) - (event.shiftKey ? second : 1)),
      Home: () => this.seek(0),
      End: () => this.seek(this.frames - 1),
      "+": () => this.zoomBy(1.5),
      "-": () => this.zoomBy(1 / 1.5),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }
}

/** Mean over `half` frames on either side, of those that are there. */
function smoothed(line, half) {
  return line.map((_, k) => {
    let sum = 0, count = 0;
    for (let j = Math.max(0, k - half); j <= Math.min(line.length - 1, k + half); j++) if (!isNaN(line[j])) { sum += line[j]; count++; }
    return count ? sum / count : NaN;
  });
}
