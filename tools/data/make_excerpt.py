#!/usr/bin/env python3
"""Cuts the demo's recorded match out of a full trace; standard library only.

usage: make_excerpt.py TRACE_DIR OUTPUT.bin.gz [--from SECONDS] [--to SECONDS]

The same trace gives the same bytes. `src/recording.rs` reads the result; the layout (little endian, inside gzip):

    magic "ANTMATCH", u32 version, u32 tick_hz, u32 ticks, u32 players, u32 items, u32 events
    f32 cell edge, i32 column of the west edge, i32 row of the south edge, u32 width, u32 depth, u32 floors
    floors * depth * width times i16: height of the feet there in 1/8 unit, -32768 = nobody ever stood there
    items: u16 id, u8 kind, 3 * i16 position of a player who takes it, 1/8 unit
    events: u32 tick, u8 kind, i16 actor (-1 = none)
    samples: for each player, for each of the ten columns, `ticks` zigzag LEB128 differences to the tick before
"""
import argparse, csv, gzip, io, json, math, os, struct

CELL = 32.0          # units; a player's box is 30 wide
FEET = 24.0          # the recorded position is this far above the feet
SAME_FLOOR = 40.0    # heights in one cell nearer than this are one floor: a slope of 45 degrees plus a step
GRAVITY = 800.0      # units / s²
ITEM_KINDS = ("health", "armor", "weapon", "ammo", "powerup")
EVENT_KINDS = {"hit": 0, "kill": 1, "pickup": 2, "item_up": 3, "item_down": 4}
ALIVE, JUMPED, GROUNDED = 1, 2, 4


def read(directory, name):
    path = os.path.join(directory, name)
    with (gzip.open(path, "rt") if name.endswith(".gz") else open(path)) as handle:
        return list(csv.DictReader(handle))


def kind_of(name):
    for kind, start in (("health", "item_health"), ("armor", "item_armor"), ("weapon", "weapon_"), ("ammo", "ammo_")):
        if name.startswith(start):
            return ITEM_KINDS.index(kind)
    return ITEM_KINDS.index("powerup")


def tracks_of(trace, hz):
    """Per player: one tuple per tick of the whole match (x y z vx vy vz yaw pitch health flags)."""
    players = sorted(int(e["id"]) for e in read(trace, "entities.csv") if e["kind"] == "player")
    jumps = {(int(r["id"]), round(float(r["t"]) * hz)) for r in read(trace, "jumps.csv")}
    tracks = {p: [] for p in players}
    for row in read(trace, "samples.csv.gz"):
        player, tick = int(row["id"]), round(float(row["t"]) * hz)
        assert len(tracks[player]) == tick, "a tick is missing"
        flags = (ALIVE if row["alive"] == "1" else 0) | (JUMPED if (player, tick) in jumps else 0)
        numbers = [float(row[c]) for c in ("x", "y", "z", "vx", "vy", "vz", "yaw", "pitch", "health")]
        tracks[player].append(numbers + [flags])
    for track in tracks.values():
        for k, sample in enumerate(track):
            if sample[9] & ALIVE and not falls(track, k, hz):
                sample[9] |= GROUNDED
    return tracks


def falls(track, k, hz):
    """In free fall the vertical speed loses GRAVITY / hz from one tick to the next."""
    step = -GRAVITY / hz
    before = k > 0 and abs(track[k][5] - track[k - 1][5] - step) < 8
    after = k + 1 < len(track) and abs(track[k + 1][5] - track[k][5] - step) < 8
    return before or after or abs(track[k][5]) > 260


def walkable(tracks):
    """{(column, row): [heights of the floors]} of every cell somebody walked through."""
    touched = {}
    for track in tracks.values():
        for a, b in zip(track, track[1:]):
            if not (a[9] & b[9] & GROUNDED) or b[9] & JUMPED:
                continue
            pieces = max(1, math.ceil(math.hypot(b[0] - a[0], b[1] - a[1]) / (CELL / 4)))
            for i in range(pieces + 1):
                x, y, z = (a[c] + (b[c] - a[c]) * i / pieces for c in (0, 1, 2))
                touched.setdefault((math.floor(x / CELL), math.floor(y / CELL)), []).append(z - FEET)
    return {cell: floors_of(sorted(heights)) for cell, heights in touched.items()}


def floors_of(heights):
    floors, group = [], [heights[0]]
    for height in heights[1:]:
        if height - group[-1] > SAME_FLOOR:
            floors.append(group)
            group = []
        group.append(height)
    floors.append(group)
    return [sum(group) / len(group) for group in floors]


def items_of(trace, cells):
    """Items that lie on the walked area or beside it; nobody can want what nobody can reach."""
    items = [(int(e["id"]), kind_of(e["name"]), float(e["x"]), float(e["y"]), float(e["z"]))
             for e in read(trace, "entities.csv") if e["kind"] == "item"]
    near = lambda x, y: min(math.hypot((c + .5) * CELL - x, (r + .5) * CELL - y) for c, r in cells) < 1.5 * CELL
    return [item for item in items if near(item[2], item[3])]


def events_of(trace, hz, first, last):
    """Events of the excerpt; what the items were at its begin comes as events of tick 0."""
    up, rows = {}, []
    for row in read(trace, "events.csv.gz"):
        tick, kind = round(float(row["t"]) * hz), row["kind"]
        if kind not in EVENT_KINDS or tick >= last:
            continue
        number = lambda field: int(float(row[field])) if row[field] else -1
        if tick < first:
            if kind.startswith("item_"):
                up[number("actor")] = kind
            continue
        rows.append((tick - first, EVENT_KINDS[kind], number("actor")))
    return [(0, EVENT_KINDS[kind], item) for item, kind in sorted(up.items())] + rows


def varint(value):
    value = value * 2 if value >= 0 else -value * 2 - 1
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def eighths(*numbers):
    return [round(n * 8) for n in numbers]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("trace")
    arguments.add_argument("output")
    arguments.add_argument("--from", dest="begin", type=float, default=120.0)
    arguments.add_argument("--to", dest="end", type=float, default=300.0)
    options = arguments.parse_args()

    hz = json.load(open(os.path.join(options.trace, "meta.json")))["tick_hz"]
    first, last = round(options.begin * hz), round(options.end * hz)
    tracks = tracks_of(options.trace, hz)
    cells = walkable(tracks)
    events = events_of(options.trace, hz, first, last)
    items = items_of(options.trace, cells)

    west, south = min(c for c, _ in cells), min(r for _, r in cells)
    width, depth = max(c for c, _ in cells) - west + 1, max(r for _, r in cells) - south + 1
    floors = max(len(f) for f in cells.values())

    out = io.BytesIO()
    out.write(b"ANTMATCH" + struct.pack("<6I", 1, hz, last - first, len(tracks), len(items), len(events)))
    out.write(struct.pack("<f2i3I", CELL, west, south, width, depth, floors))
    for floor in range(floors):
        for row in range(depth):
            for column in range(width):
                heights = cells.get((column + west, row + south), [])
                out.write(struct.pack("<h", round(heights[floor] * 8) if floor < len(heights) else -32768))
    for item, kind, x, y, z in items:
        out.write(struct.pack("<HB3h", item, kind, *eighths(x, y, z)))
    for event in events:
        out.write(struct.pack("<IBh", *event))
    for player in sorted(tracks):
        columns = zip(*(eighths(*s[:3]) + [round(c * 4) for c in s[3:6]] + eighths(*s[6:8]) + [round(s[8]), s[9]]
                        for s in tracks[player][first:last]))
        for column in columns:
            previous = 0
            for value in column:
                out.write(varint(value - previous))
                previous = value

    with open(options.output, "wb") as handle:
        with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=handle, mtime=0) as packed:
            packed.write(out.getvalue())
    print(f"{options.output}: {os.path.getsize(options.output)} bytes, {last - first} ticks, {len(tracks)} players, "
          f"{sum(map(len, cells.values()))} cells on {floors} floors ({width} x {depth}), {len(items)} items, {len(events)} events")


if __name__ == "__main__":
    main()
