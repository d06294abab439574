#!/usr/bin/env python3
"""Makes the pictures that other sites show beside a link: static/previews/{game}.png, and game.png for all other games.

Each shows the example board of its game, which belongs to no game that anybody plays. Needs
Tests/requirements-rest.txt and Chromium.
"""

import io
import pathlib
import re
import shutil
import sys

from PIL import Image
from playwright.sync_api import sync_playwright

STATIC = pathlib.Path(__file__).resolve().parent.parent / "static"
WIDTH, HEIGHT = 1200, 630
COLOURS = 32
CELL, GAP, TOP, LEFT = 88, 8, 79, 620
EXAMPLE = re.compile(r"example = \['(.{25})', '(.{25})'\]")
MARKS = {"h": ("#2d7d46", "#fff"), "n": ("#96590b", "#fff"), "m": ("#5c6068", "#fff"),
         "1": ("#cfe8e4", "#14524b"), "4": ("#fae6c8", "#7a4e06")}
# Without letters, for games that have no picture of their own.
PLAIN = ("." * 25, "....1.1...44..1...1.4....")


def cell(at, letter, mark):
    ground, ink = ("#23363a", "#fff") if letter == "#" else MARKS.get(mark, ("#fff", "#23262d"))
    x, y = LEFT + at % 5 * (CELL + GAP), TOP + at // 5 * (CELL + GAP)
    text = f'<text x="{x + CELL / 2}" y="{y + 63}" fill="{ink}">{letter}</text>' if letter.isalpha() else ""
    return f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" rx="12" fill="{ground}"/>{text}'


def drawing(letters, marks):
    cells = "".join(cell(at, *pair) for at, pair in enumerate(zip(letters, marks)))
    logo = re.sub(r"<title>.*?</title>", "", (STATIC / "favicon.svg").read_text())
    logo = logo.replace("<svg ", '<svg x="96" y="186" width="150" height="150" ', 1)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" text-anchor="middle"
        font-family="Liberation Sans, sans-serif" font-size="52" font-weight="700">
        <rect width="{WIDTH}" height="{HEIGHT}" fill="#f5f3ee"/>{logo}
        <rect x="{LEFT - 19}" y="{TOP - 19}" width="510" height="510" rx="28" fill="#e0dacd"/>{cells}
        <text x="96" y="424" fill="#23262d" font-size="76" letter-spacing="-2" text-anchor="start">FiveByFive</text></svg>"""


def examples():
    """The example boards of the games with a folder, by name, and the plain one."""
    found = {"game": PLAIN}
    for path in sorted(STATIC.glob("js/games/*/game.js")):
        if board := EXAMPLE.search(path.read_text()):
            found[path.parent.name] = board.groups()
    return found


def previews():
    """The bytes of every picture by file name."""
    made = {}
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for name, board in examples().items():
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing(*board)}")
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
            small = io.BytesIO()
            picture.save(small, "PNG", optimize=True)
            made[f"{name}.png"] = small.getvalue()
        browser.close()
    return made


if __name__ == "__main__":
    (STATIC / "previews").mkdir(exist_ok=True)
    for name, png in previews().items():
        (STATIC / "previews" / name).write_bytes(png)
        print(f"{name}: {len(png)} bytes", file=sys.stderr)
