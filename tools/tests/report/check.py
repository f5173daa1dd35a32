#!/usr/bin/env python3
"""Opens a report in headless Chromium and uses it. Standard library only.

usage: check.py CHROMIUM REPORT/index.html SCORES.json PICTURES

SCORES.json is what `antreckon eval --json` wrote beside the report. The last line is `N passed, M failed`.
"""
import json, os, pathlib, sys

from devtools import Browser
from unpack import colours, data_of, mean_error

passed = failed = 0


def check(what, holds, found=""):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    print(("ok       " if holds else "not true: ") + what + ("" if holds or found == "" else f" (found {found!r})"))


def choose(browser, select, value):
    browser.run(f"""(() => {{ const s = document.getElementById('{select}'); s.value = '{value}';
        s.dispatchEvent(new Event('change', {{bubbles: true}})); return s.value; }})()""")


def scrub(browser, frame):
    browser.run(f"""(() => {{ const t = document.getElementById('time'); t.value = {frame};
        t.dispatchEvent(new Event('input', {{bubbles: true}})); }})()""")


def shown_error(browser, ghost):
    """What the page says, and the unrounded number behind it."""
    box = f"document.getElementById('error-{ghost}')"
    return browser.run(f"{box}.querySelector('b')?.textContent ?? ''"), browser.run(f"Number({box}.dataset.now)")


def as_written(value):
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return f"{value:.{digits}f} m"


def loads(browser, page):
    check("the page asks for nothing but itself", all(url.startswith(("file:", "about:")) for url in browser.requests), browser.requests)
    check("the page is smaller than 5 MB", page.stat().st_size < 5_000_000, page.stat().st_size)


def headline(browser, scores):
    for index, trace in enumerate(scores["traces"]):
        choose(browser, "trace", index)
        cells = browser.run("""[...document.querySelectorAll('#headline td[data-model]')].map(c =>
            [c.dataset.model, Number(c.dataset.horizon), c.querySelector('span').textContent, c.classList.contains('best')])""")
        expected = {(r["model"], r["horizon"]): r for r in trace["accuracy"]}
        check(f"the table of match {index} has every row of the JSON", len(cells) == len(expected) > 0, len(cells))
        wrong = [c for c in cells if abs(float(c[2]) - expected[c[0], c[1]]["ratio_to_best_simple"]) > 0.00051]
        check(f"the table of match {index} has the numbers of the JSON", not wrong, wrong)
        for horizon in {h for _, h in expected}:
            lowest = min((r for r in expected.values() if r["horizon"] == horizon), key=lambda r: r["mean"])["model"]
            marked = [c[0] for c in cells if c[1] == horizon and c[3]]
            check(f"the best model at {horizon} s is marked", marked == [lowest], marked)
    choose(browser, "trace", 0)
    browser.run("document.querySelectorAll('#unit button')[1].click()")
    first = scores["traces"][0]["accuracy"][0]
    cell = browser.run(f"document.querySelector('#headline td[data-model=\"{first['model']}\"][data-horizon=\"{first['horizon']}\"] span').textContent")
    scale = browser.run("JSON.parse(document.getElementById('data').textContent).traces[0].metres_per_unit")
    check("errors can be read in metres", f"{cell} m" == as_written(first["mean"] * scale), cell)
    browser.run("document.querySelectorAll('#unit button')[0].click()")


def replay(browser, trace):
    frames, models = trace["replay"]["frames"], [g["model"] for g in trace["replay"]["ghosts"]]
    check("the replay is as long as it says", int(browser.run("document.getElementById('time').max")) == frames - 1)
    texts = set()
    for frame in (0, frames // 3, frames // 2, frames - 1):
        scrub(browser, frame)
        model = browser.run("document.getElementById('ghost-0').value")
        truth, (text, number) = mean_error(trace, model, "drawn", frame), shown_error(browser, 0)
        check(f"the live error in frame {frame} is that of the data", abs(number - truth) < 1e-9 and text == as_written(truth), (text, number, truth))
        texts.add(text)
    check("the live error changes with time", len(texts) > 1, texts)

    scrub(browser, frames // 2)
    for ghost, model in enumerate(reversed(models[-3:])):
        choose(browser, "view", "ahead")
        choose(browser, f"ghost-{ghost}", model)
        truth, (text, number) = mean_error(trace, model, "ahead", frames // 2), shown_error(browser, ghost)
        check(f"ghost {ghost} becomes {model}, predicted ahead", abs(number - truth) < 1e-9 and text == as_written(truth), (text, truth))
    choose(browser, "ghost-2", "")
    check("a ghost can be left out", shown_error(browser, 2)[0] == "", shown_error(browser, 2))
    choose(browser, "view", "drawn")

    scrub(browser, 10)
    browser.run("document.getElementById('play').click()")
    browser.wait(1.5)
    moved = int(browser.run("document.getElementById('time').value"))
    check("it plays", moved > 12, moved)
    browser.run("document.getElementById('play').click()")
    there = int(browser.run("document.getElementById('time').value"))
    browser.wait(0.4)
    check("it pauses", int(browser.run("document.getElementById('time').value")) == there)
    net = browser.run("document.getElementById('network').textContent")
    check("the network's settings are shown", f"{trace['replay']['network']['latency_ms']:g} ms" in net and "loss 5 %" in net, net)


def keyboard(browser):
    scrub(browser, 20)
    browser.run("document.getElementById('map').focus()")
    browser.key("ArrowRight")
    check("an arrow key steps", browser.run("document.getElementById('time').value") == "21")
    browser.key(" ", "Space", " ")
    check("space plays", browser.run("document.getElementById('play').getAttribute('aria-pressed')") == "true")
    browser.key(" ", "Space", " ")
    check("space pauses", browser.run("document.getElementById('play').getAttribute('aria-pressed')") == "false")
    reached = set()
    browser.run("document.activeElement.blur()")
    for _ in range(80):
        browser.key("Tab")
        reached.add(browser.run("document.activeElement.id || document.activeElement.tagName"))
    for wanted in ("theme", "trace", "map", "play", "time", "ghost-0", "view", "speed", "follow", "layer-pheromone", "spread-horizon"):
        check(f"the keyboard reaches {wanted}", wanted in reached)


def overlays(browser):
    image = "document.getElementById('map').toDataURL()"
    for layer in ("floor", "pheromone", "trails", "items", "tails"):
        before = browser.run(image)
        browser.run(f"document.getElementById('layer-{layer}').click()")
        check(f"{layer} can be switched", browser.run(image) != before)
        browser.run(f"document.getElementById('layer-{layer}').click()")
        check(f"{layer} can be switched back", browser.run(image) == before)
    before = browser.run(image)
    choose(browser, "follow", "0")
    check("a player can be followed", browser.run(image) != before)
    choose(browser, "follow", "")


def figures(browser):
    lines = "document.querySelectorAll('#horizon-chart path[data-model]').length"
    before = browser.run(lines)
    browser.run("document.querySelector('#chips button[aria-pressed=\"true\"]').click()")
    check("models can be taken out of the figures", browser.run(lines) == before - 1, before)
    for figure in ("horizon", "updates", "spread"):
        paths = browser.run(f"[...document.querySelectorAll('#{figure}-chart path[data-model]')].map(p => p.getAttribute('d'))")
        check(f"the figure of {figure} has lines", paths and all("NaN" not in path for path in paths), paths)
    browser.run("document.querySelector('#horizon-chart svg').focus()")
    browser.key("ArrowRight")
    check("values can be read out", "s:" in browser.run("document.querySelector('#horizon-chart .readout').textContent"))


def looks(browser, url, pictures):
    for width, mobile in ((1280, False), (360, True)):
        for dark in (False, True):
            name = f"{width}-{'dark' if dark else 'light'}"
            browser.screen(width, 800 if not mobile else 740, dark, mobile)
            browser.open(url)
            scrub(browser, 400)
            check(f"{name}: the theme is the system's", browser.run("document.documentElement.dataset.theme") == ("dark" if dark else "light"))
            wide = browser.run("document.documentElement.scrollWidth")
            check(f"{name}: nothing sticks out", wide <= width, wide)
            (pictures / f"{name}.png").write_bytes(browser.picture(whole=True))
            for part in ("title", "replay", "figures-title"):
                browser.run(f"document.getElementById('{part}').scrollIntoView()")
                counts = colours(browser.picture())
                share = max(counts.values()) / sum(counts.values())
                check(f"{name}: there is something to see at {part}", len(counts) > 40 and share < 0.97, (len(counts), share))
    background = "getComputedStyle(document.body).backgroundColor"
    before = browser.run(background)
    browser.run("document.getElementById('theme').click()")
    check("the theme can be switched", browser.run(background) != before, before)
    check("the switch says what it does next", "Dark" in browser.run("document.getElementById('theme').textContent"))


def main():
    program, page, scores, pictures = sys.argv[1], *map(pathlib.Path, sys.argv[2:])
    page, url = page.resolve(), page.resolve().as_uri()
    os.makedirs(pictures, exist_ok=True)
    data, scores = data_of(page.read_text()), json.loads(scores.read_text())
    browser = Browser(program)
    try:
        browser.screen(1280, 900, dark=False)
        browser.open(url)
        loads(browser, page)
        headline(browser, scores)
        replay(browser, data["traces"][0])
        keyboard(browser)
        overlays(browser)
        figures(browser)
        looks(browser, url, pictures)
        check("nothing complained", not browser.complaints, browser.complaints)
    finally:
        browser.close()
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
