// The level from above: floors, smell, trails, items. Drawn once per change; players come on top.
class LevelMap {
  constructor(trace) {
    this.faces = unpackArea(trace.map.area);
    this.smell = unpackSmell(trace.pheromone);
    this.trails = unpackTrails(trace.trails);
    this.items = trace.map.items;
    const heights = this.faces.map((face) => face.height);
    this.heights = [Math.min(...heights), Math.max(...heights)];
    this.bounds = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { points } of this.faces) for (let i = 0; i < points.length; i += 2) this.include(points[i], points[i + 1]);
    this.cache = document.createElement("canvas");
    this.key = "";
  }

  include(x, y) {
    const b = this.bounds;
    this.bounds = [Math.min(b[0], x), Math.min(b[1], y), Math.max(b[2], x), Math.max(b[3], y)];
  }

  /** Which of the moments of the smell a time belongs to. */
  moment(time) {
    if (!this.smell) return -1;
    let index = 0;
    while (index + 1 < this.smell.moments.length && this.smell.moments[index + 1] <= time + 1e-9) index++;
    return index;
  }

  /** Paints everything that does not move. `camera` maps steps to pixels; `layers` says what is wanted. */
  paint(context, camera, layers, time) {
    const { width, height } = context.canvas;
    const moment = layers.pheromone ? this.moment(time) : -1;
    const key = [width, height, camera.scale, camera.x, camera.y, JSON.stringify(layers), moment, isDark()].join();
    if (key !== this.key) {
      this.key = key;
      this.cache.width = width;
      this.cache.height = height;
      const layer = this.cache.getContext("2d");
      layer.setTransform(camera.scale, 0, 0, -camera.scale, camera.x, camera.y);
      if (layers.floor) this.paintFloor(layer, camera);
      if (moment >= 0) this.paintSmell(layer, this.smell.fields[moment]);
      if (layers.trails && this.trails) this.paintTrails(layer, camera);
      layer.setTransform(1, 0, 0, 1, 0, 0);
      if (layers.items) this.paintItems(layer, camera);
    }
    context.drawImage(this.cache, 0, 0);
  }

  paintFloor(layer, camera) {
    const [low, high] = this.heights, from = rgb(colourOf("--floor")), to = rgb(colourOf("--floor-high"));
    layer.lineJoin = "round";
    const trace = ({ points }) => {
      layer.beginPath();
      layer.moveTo(points[0], points[1]);
      for (let i = 2; i < points.length; i += 2) layer.lineTo(points[i], points[i + 1]);
      layer.closePath();
    };
    // All outlines first, so that only the rim of the walkable area stays visible.
    layer.strokeStyle = colourOf("--floor-edge");
    layer.lineWidth = 2.6 * camera.ratio / camera.scale;
    for (const face of this.faces) { trace(face); layer.stroke(); }
    layer.lineWidth = 0.8 * camera.ratio / camera.scale;
    for (const face of this.faces) {
      const share = high > low ? (face.height - low) / (high - low) : 0;
      layer.fillStyle = layer.strokeStyle = `rgb(${from.map((part, i) => Math.round(part + (to[i] - part) * share)).join()})`;
      trace(face);
      layer.fill();
      layer.stroke();
    }
  }

  paintSmell(layer, field) {
    const { cells, edge } = this.smell, colour = colourOf("--smell");
    for (let i = 0; i < cells.length; i++) {
      if (field[i] < 6) continue;
      layer.fillStyle = `rgba(${colour}, ${(field[i] / 255 * 0.85).toFixed(2)})`;
      layer.fillRect(cells[i][0] - edge / 2, cells[i][1] - edge / 2, edge, edge);
    }
  }

  paintTrails(layer, camera) {
    layer.lineCap = "round";
    layer.strokeStyle = layer.fillStyle = colourOf("--trail");
    const most = Math.max(...this.trails.map((stroke) => stroke.evidence));
    for (const { evidence, points } of this.trails) {
      const share = Math.sqrt(evidence / most), end = points.length;
      layer.globalAlpha = 0.12 + 0.55 * share;
      layer.lineWidth = (0.7 + 1.6 * share) * camera.ratio / camera.scale;
      layer.beginPath();
      layer.moveTo(points[0], points[1]);
      for (let i = 2; i < end; i += 2) layer.lineTo(points[i], points[i + 1]);
      layer.stroke();
      layer.beginPath();
      layer.arc(points[end - 2], points[end - 1], (1 + 1.3 * share) * camera.ratio / camera.scale, 0, 7);
      layer.fill();
    }
    layer.globalAlpha = 1;
  }

  paintItems(layer, camera) {
    const r = 3.2 * camera.ratio;
    layer.lineWidth = 1.2 * camera.ratio;
    layer.strokeStyle = colourOf("--soft");
    layer.fillStyle = colourOf("--card");
    for (const [, x, y] of this.items) {
      const px = camera.x + x * camera.scale, py = camera.y - y * camera.scale;
      layer.beginPath();
      layer.rect(px - r, py - r, 2 * r, 2 * r);
      layer.fill();
      layer.stroke();
    }
  }
}

/** Red, green and blue of a #rrggbb colour. */
const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
