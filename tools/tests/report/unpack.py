"""Reads the data of a report and its pictures back, independently of the page's own script; standard library only."""
import base64, json, math, re, struct, zlib


def data_of(page):
    text = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S).group(1)
    return json.loads(text)


def numbers(text):
    """Variable-length numbers, one after the other."""
    value = shift = 0
    for byte in base64.b64decode(text):
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value = shift = 0


def signed(value):
    return -(value + 1) // 2 if value & 1 else value // 2


def tracks(text, players):
    """Per player: {frame: (x, y)} in steps."""
    source, all_players = numbers(text), []
    for _ in range(players):
        places, frame = {}, 0
        while True:
            frame += next(source)
            length = next(source)
            if length == 0:
                break
            x = y = 0
            for _ in range(length):
                x, y = x + signed(next(source)), y + signed(next(source))
                places[frame] = (x, y)
                frame += 1
        all_players.append(places)
    assert next(source, None) is None, "something is left over"
    return all_players


def mean_error(trace, model, view, frame):
    """Mean distance of a model's ghosts from the players in one frame, metres."""
    replay, players = trace["replay"], len(trace["players"])
    ghost = next(g for g in replay["ghosts"] if g["model"] == model)[view]
    pairs = zip(tracks(replay["truth"], players), tracks(ghost, players))
    errors = [math.dist(true[frame], drawn[frame]) for true, drawn in pairs if frame in true and frame in drawn]
    return sum(errors) / len(errors) * replay["step"] * trace["metres_per_unit"] if errors else None


def colours(png):
    """How often each colour is in a picture of 8-bit RGB or RGBA."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed = 8, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, form = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    assert depth == 8 and form in (2, 6)
    size, raw = {2: 3, 6: 4}[form], zlib.decompress(packed)
    counts, above = {}, bytearray(width * size)
    for row in range(height):
        start = row * (width * size + 1)
        how, line = raw[start], bytearray(raw[start + 1:start + 1 + width * size])
        for i in range(len(line)):
            left = line[i - size] if i >= size else 0
            up, corner = above[i], above[i - size] if i >= size else 0
            line[i] = (line[i] + unfilter(how, left, up, corner)) & 255
        for i in range(0, len(line), size * 5):
            colour = bytes(line[i:i + 3])
            counts[colour] = counts.get(colour, 0) + 1
        above = line
    return counts


def unfilter(how, left, up, corner):
    if how == 4:
        a, b, c = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
        return left if a <= b and a <= c else up if b <= c else corner
    return (0, left, up, (left + up) // 2)[how]
