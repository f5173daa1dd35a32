"""Mean error of still, dr1 and dr2 on a recorded match, worked out without the program; standard library only.

usage: recount.py TRACE

Prints {"<horizon>": {"n": cases, "still": mean, "dr1": mean, "dr2": mean}}. Follows the prose of the scoring rules: a prediction in an even
frame counts when the player was there without a break for six frames before it and stays until the frame that is predicted; the first
40 % of the frames are not scored; errors are taken in the ground plane. dr1 goes on with the recorded velocity, or the last difference
where none is recorded; dr2 with moving averages (weight 0.8 on the newest) of velocity and acceleration that start at zero.
"""
import csv
import gzip
import json
import math
import pathlib
import sys

HORIZONS = [0.25, 0.5, 1.0, 2.0, 4.0]
NEWEST = 0.8


def table(folder, name):
    """Rows of a table that may be packed, or may not be there."""
    plain, packed = folder / name, folder / (name + ".gz")
    if packed.exists():
        with gzip.open(packed, "rt", newline="") as lines:
            yield from csv.DictReader(lines)
    elif plain.exists():
        with plain.open(newline="") as lines:
            yield from csv.DictReader(lines)


class Step:
    """A player in one frame: place, velocity for dr1, averages for dr2, and frames since the last break."""

    def __init__(self, row, before, hz):
        self.place = complex(float(row["x"]), float(row["y"]))
        recorded = complex(float(row["vx"]), float(row["vy"])) if row["vx"] and row["vy"] else None
        if before is None:
            self.age, self.mean, self.push, moved = 0, 0j, 0j, 0j
        else:
            moved = (self.place - before.place) * hz
            self.age = before.age + 1
            self.mean = NEWEST * moved + (1 - NEWEST) * before.mean
            self.push = NEWEST * (self.mean - before.mean) * hz + (1 - NEWEST) * before.push
        self.velocity = moved if recorded is None else recorded


def players(folder, hz):
    """For every player its steps by frame, and the number of frames of the match."""
    who = {row["id"] for row in table(folder, "entities.csv") if row["kind"] == "player"}
    rows = [row for row in table(folder, "samples.csv") if row["id"] in who]
    first = min(float(row["t"]) for row in rows)

    def frame(row):
        return round((float(row["t"]) - first) * hz)

    broken = {(row["id"], frame(row)) for row in table(folder, "jumps.csv")}
    tracks = {player: {} for player in who}
    for row in sorted(rows, key=frame):
        if row["alive"] == "0":
            continue
        track, k = tracks[row["id"]], frame(row)
        before = None if (row["id"], k) in broken else track.get(k - 1)
        track[k] = Step(row, before, hz)
    return tracks, 1 + max(map(frame, rows))


def main(folder):
    hz = json.loads((folder / "meta.json").read_text())["tick_hz"]
    tracks, frames = players(folder, hz)
    start = math.ceil(0.4 * frames)
    result = {}
    for horizon in HORIZONS:
        ahead = round(horizon * hz)
        dt = ahead / hz
        sums, n = {"still": 0.0, "dr1": 0.0, "dr2": 0.0}, 0
        for track in tracks.values():
            for k, now in track.items():
                then = track.get(k + ahead)
                if k < start or k % 2 or now.age < 6 or then is None or then.age - now.age != ahead:
                    continue
                n += 1
                sums["still"] += abs(then.place - now.place)
                sums["dr1"] += abs(then.place - now.place - now.velocity * dt)
                sums["dr2"] += abs(then.place - now.place - now.mean * dt - now.push * (dt * dt / 2))
        result[str(horizon)] = {"n": n, **{model: total / max(n, 1) for model, total in sums.items()}}
    print(json.dumps(result))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
