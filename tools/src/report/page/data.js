// The data of the page, and reading back what pack.rs wrote.
const report = JSON.parse(document.getElementById("data").textContent);

const byId = (id) => document.getElementById(id);

/** Makes an element; `content` is text or a list of children. */
function element(name, attributes = {}, content = []) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...[content].flat());
  return made;
}

const SVG = "http://www.w3.org/2000/svg";
function shape(name, attributes = {}, content = []) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...[content].flat());
  return made;
}

/** Numbers of seven bits per byte, one after the other. */
class Unpacker {
  constructor(base64) {
    this.bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    this.at = 0;
  }
  byte() { return this.bytes[this.at++]; }
  unsigned() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }
  signed() {
    const value = this.unsigned();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }
}

const NOBODY = 0, BEGINS = 1, GOES_ON = 2;

/** Places of all players: x, y and whether somebody is there, at `player * frames + frame`. */
function unpackTracks(base64, players, frames) {
  const from = new Unpacker(base64);
  const size = players * frames;
  const tracks = { x: new Int32Array(size), y: new Int32Array(size), there: new Uint8Array(size) };
  for (let player = 0; player < players; player++) {
    let at = player * frames;
    for (;;) {
      at += from.unsigned();
      const length = from.unsigned();
      if (length === 0) break;
      let x = 0, y = 0;
      for (let i = 0; i < length; i++, at++) {
        tracks.x[at] = x += from.signed();
        tracks.y[at] = y += from.signed();
        tracks.there[at] = i === 0 ? BEGINS : GOES_ON;
      }
    }
  }
  return tracks;
}

/** Walkable polygons as flat lists of x, y with a mean height, in steps. */
function unpackArea(area) {
  if (!area) return [];
  const faces = [];
  if (area.kind === "mesh") {
    const from = new Unpacker(area.corners), corners = [];
    let x = 0, y = 0, z = 0;
    for (let i = 0; i < area.corner_count; i++) corners.push([x += from.signed(), y += from.signed(), z += from.signed()]);
    const list = new Unpacker(area.faces);
    let corner = 0;
    for (let i = 0; i < area.face_count; i++) {
      const points = [], size = list.unsigned();
      let height = 0;
      for (let j = 0; j < size; j++) {
        const [px, py, pz] = corners[corner += list.signed()];
        points.push(px, py);
        height += pz / size;
      }
      faces.push({ points, height });
    }
    return faces.sort((a, b) => a.height - b.height);
  }
  const bits = new Unpacker(area.cells).bytes, [left, low] = area.origin, c = area.cell;
  for (let row = 0; row < area.height; row++) {
    for (let column = 0; column < area.width; column++) {
      const index = row * area.width + column;
      if (!(bits[index >> 3] >> (index & 7) & 1)) continue;
      const x = left + column * c, y = low + row * c;
      faces.push({ points: [x, y, x + c, y, x + c, y + c, x, y + c], height: 0 });
    }
  }
  return faces;
}

/** Cells of the smell and one list of strengths (0 to 255) per moment. */
function unpackSmell(smell) {
  if (!smell) return null;
  const places = new Unpacker(smell.cells), cells = [];
  let x = 0, y = 0;
  for (let i = 0; i < smell.cell_count; i++) cells.push([x += places.signed(), y += places.signed()]);
  const from = new Unpacker(smell.fields), fields = [];
  let now = new Uint8Array(smell.cell_count);
  for (let i = 0; i < smell.moments.length; i++) {
    now = now.slice();
    for (let at = 0; ;) {
      at += from.unsigned();
      const change = from.signed();
      if (change === 0) break;
      now[at] += change;
    }
    fields.push(now);
  }
  return { cells, fields, moments: smell.moments, edge: smell.edge };
}

/** Strokes of the trails: evidence and points. */
function unpackTrails(trails) {
  if (!trails) return null;
  const from = new Unpacker(trails.strokes), strokes = [];
  for (let i = 0; i < trails.count; i++) {
    const evidence = from.byte() / 4, points = [];
    let x = 0, y = 0;
    for (let j = 0; j < trails.points; j++) points.push(x += from.signed(), y += from.signed());
    strokes.push({ evidence, points });
  }
  return strokes;
}
