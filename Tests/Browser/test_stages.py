"""One walk through every stage of every kind of game, on a phone and on a desktop, with all that holds at each stage.

The phone's walk is dark and in German, whose words are the longest, the desktop's light and in English: the style guide
has every other look.
"""

import pytest
from axe_playwright_python.sync_playwright import Axe

from game_kinds import game_kinds
from games import game_of
from page_server import DESKTOP, PHONE
from stages import stages
from validator import errors_of

WALKS = {
    "phone": {**PHONE, "color_scheme": "dark", "locale": "de-DE"},
    "desktop": {**DESKTOP, "color_scheme": "light", "locale": "en-GB"},
}
# The last size of each is its own. A wide window on a phone is that of a laptop with a touch screen.
SIZES = {
    "phone": [(1366, 657), (844, 390), (320, 568), (390, 664), (390, 844)],
    "desktop": [(320, 568), (2560, 1440), (3840, 2160), (1280, 800)],
}
CUT = """() => [...document.querySelectorAll('main button')].flatMap((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    const text = range.getBoundingClientRect(), box = button.getBoundingClientRect();
    return text.left < box.left || text.right > box.right ? [button.textContent] : []; })"""
# Ten letters in a row of a small phone are narrower than 44 px; WCAG 2.2 AA asks for 24 px.
TOO_SMALL = """() => [...(document.querySelector('dialog') ?? document.body).querySelectorAll(
    'button, a, summary, select, input:not(#letters), #grid .cell')].map((node) => {
      const { width, height } = (node.closest('label') ?? node).getBoundingClientRect();
      const narrowest = node.matches('.key') ? 24 : 44;
      const isSmall = width && (Math.round(width) < narrowest || height < 44);
      return isSmall ? `${width}x${height} ${node.outerHTML.slice(0, 90)}` : '';
    }).filter(Boolean)"""
# Read at one moment: a part may leave the page between two questions.
BOXES = """(parts) => parts.filter((part) => part.checkVisibility({ visibilityProperty: true })).map((part) => {
    const { x, y, right, bottom, width, height } = part.getBoundingClientRect();
    return { name: part.id, x, y, right, bottom, width, height }; })"""
LONGEST = "Math.max(0, ...document.getAnimations().map((each) => each.effect.getComputedTiming().duration))"


def misplaced(window, needed, width, height):
    """What of the controls that are needed in play does not fit the window, and a board that is not square."""
    for box in window.page.locator(needed).evaluate_all(BOXES):
        if box["x"] < 0 or box["y"] < 0 or box["right"] > width or box["bottom"] > height:
            yield f"does not fit: {box}"
        if box["name"] == "frame" and abs(box["width"] - box["height"]) >= 2:
            yield f"the board is not square: {box}"


def problems_of_size(window, kind, stage, width, height):
    window.page.set_viewport_size({"width": width, "height": height})
    if window.page.evaluate("document.documentElement.scrollWidth") > width:
        yield "scrolls sideways"
    for button in window.page.evaluate(CUT):
        yield f"cuts the text of the button {button}"
    if stage in ("play", "race"):
        if window.page.evaluate("scrollY"):
            yield "is scrolled"
        yield from misplaced(window, game_of(kind).NEEDED, width, height)


def problems_of_print(window):
    """A result is printed with every tile, its mark, and no button."""
    window.page.emulate_media(media="print")
    tiles = window.page.locator("#boards .picture .cell:not(.block)")
    if window.page.locator("#boards .picture .cell:not(.block):visible").count() != tiles.count():
        yield "prints without some tiles"
    if tiles.first.evaluate("node => getComputedStyle(node).printColorAdjust") != "exact" and \
            tiles.first.get_attribute("data-mark"):
        yield "prints without marks"
    if window.page.locator(":is(button, .buttons a):visible").count():
        yield "prints buttons"
    window.page.emulate_media(media="screen")


def problems_of_stage(window, kind, stage, size):
    longest = window.page.evaluate(LONGEST)
    if longest >= 1:
        yield f"moves for {longest} ms although the reader prefers less motion"
    for width, height in SIZES[size]:
        for problem in problems_of_size(window, kind, stage, width, height):
            yield f"{width}x{height}: {problem}"
    if size == "phone":
        for target in window.page.evaluate(TOO_SMALL):
            yield f"too small for a finger: {target}"
    window.has_settled_colours()
    found = Axe().run(window.page)
    if found.violations_count:
        yield found.generate_report()
    if size == "desktop" and stage == "end":
        yield from problems_of_print(window)


@pytest.mark.timeout(600)  # several games, each with all checks
@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("kind", game_kinds())
def test_every_stage_is_in_order(new_window, api, tmp_path, kind, size):
    window = new_window(kind=game_of(kind).Window, **WALKS[size])
    problems = []
    for stage in stages(kind, window, api):
        problems += [f"{stage}: {problem}" for problem in problems_of_stage(window, kind, stage, size)]
        (tmp_path / f"{kind}-{stage}.html").write_text(window.page.content())
    if size == "desktop":
        problems += errors_of(*sorted(tmp_path.glob("*.html")))
    assert not problems, "\n".join(problems)
