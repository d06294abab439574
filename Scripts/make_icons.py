#!/usr/bin/env python3
"""Makes the PNG icons of the page from static/favicon.svg.

Chromium renders the drawing, and Pillow reduces it to a small palette. The same drawing gives the same bytes, so that a
test can check that the icons are up to date. Needs Tests/requirements-rest.txt and Chromium.
"""

import io
import pathlib
import re
import shutil
import sys

from PIL import Image
from playwright.sync_api import sync_playwright

STATIC = pathlib.Path(__file__).resolve().parent.parent / "static"
COLOURS = 16
# The size of the drawing in a maskable icon, which may be cropped to a circle of 80 % of its width.
DRAWN = 13 / 16


def maskable(svg):
    """The drawing, scaled down, on a background without rounded corners."""
    ground, rest = re.fullmatch(r"(.*?<rect[^>]*/>)(.*)</svg>\s*", svg, re.DOTALL).groups()
    ground = re.sub(r' rx="\d+"', "", ground)
    margin = 64 * (1 - DRAWN) / 2
    return f'{ground}<g transform="translate({margin} {margin}) scale({DRAWN})">{rest}</g></svg>'


def draw(page, svg, size):
    """Renders a square PNG of `size` pixels and returns its bytes."""
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
    picture = Image.open(io.BytesIO(page.screenshot(omit_background=True))).convert("RGBA")
    small = io.BytesIO()
    few_colours(picture).save(small, "PNG", optimize=True, bits=4)
    return small.getvalue()


def few_colours(picture):
    """Reduces a picture to its commonest colours; each other colour becomes the nearest of them."""
    found = sorted(picture.getcolors(picture.width * picture.height), reverse=True)
    palette = [colour for _, colour in found[:COLOURS]]
    nearest = {
        colour: min(range(len(palette)), key=lambda at: sum((a - b) ** 2 for a, b in zip(palette[at], colour)))
        for _, colour in found
    }
    small = Image.new("P", picture.size)
    small.putpalette([channel for colour in palette for channel in colour[:3]])
    pixels = picture.tobytes()
    small.putdata([nearest[tuple(pixels[at:at + 4])] for at in range(0, len(pixels), 4)])
    if any(colour[3] < 255 for colour in palette):
        small.info["transparency"] = bytes(colour[3] for colour in palette)
    return small


def icons():
    """The bytes of every icon by file name."""
    svg = (STATIC / "favicon.svg").read_text()
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        made = {
            "icon-192.png": draw(page, svg, 192),
            "icon-512.png": draw(page, svg, 512),
            "icon-maskable.png": draw(page, maskable(svg), 512),
        }
        browser.close()
    return made


if __name__ == "__main__":
    for name, png in icons().items():
        (STATIC / name).write_bytes(png)
        print(f"{name}: {len(png)} bytes", file=sys.stderr)
