"""The page's layout, phones, contrast, weight and content security policy; `test_stages` has the stages of games."""

import gzip
import io
import re
import urllib.request

import pytest
from PIL import Image
from playwright.sync_api import expect

from game_kinds import game_kinds
from games import game_of
from page_server import DESKTOP, LANGUAGES, PHONE, READY, ROOT, finished_requests
from solving_window import SolvingWindow, new_mini
from stages import start_playing


@pytest.mark.refusals
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_header_keeps_its_height_offline_on_a_phone(new_window, language):
    window = new_window(**PHONE, locale=language).open()

    def header(width):
        window.page.set_viewport_size({"width": width, "height": 664})
        assert window.page.evaluate("document.documentElement.scrollWidth") <= width
        return window.page.locator("header").bounding_box()["height"]

    before = [header(width) for width in (390, 320)]
    window.page.context.set_offline(True)
    window.type_on_screen("a1", "ABC").has_state("offline")
    expect(window.page.locator("#connection-text")).to_contain_text("3")
    assert [header(width) for width in (390, 320)] == before


# What readers may set by WCAG 1.4.12; the page forbids style elements.
SPACE_OUT = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }');
    document.adoptedStyleSheets = [sheet];
}"""


@pytest.mark.parametrize("kind", game_kinds())
def test_the_header_and_the_tools_have_room_for_spaced_letters(new_window, api, kind):
    window = new_window(kind=game_of(kind).Window, **DESKTOP, locale="de-DE")
    start_playing(kind, window, api)
    page = window.page
    for width, height in ((320, 568), (640, 400)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".brand span")).to_be_in_viewport()
        page.evaluate(SPACE_OUT)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        cut = page.locator("#tools button:visible").evaluate_all("""all => all
            .filter((tool) => tool.scrollWidth > tool.clientWidth || tool.offsetWidth < 44).map((tool) => tool.id)""")
        assert cut == []
        page.evaluate("document.adoptedStyleSheets = []")


def test_a_phone_writes_with_a_tap_and_a_letter_and_shows_the_caret_without_the_focus_too(new_window):
    window = new_window(**PHONE).open()

    # The grid has accessible roles and names.
    assert window.page.get_by_role("grid").count() == 1
    assert window.page.get_by_role("row").count() == 5
    assert window.page.get_by_role("gridcell").count() == 25
    expect(window.page.get_by_role("gridcell", name="c3, empty")).to_be_visible()
    expect(window.page.get_by_role("textbox", name="Letters for the board")).to_have_attribute(
        "aria-activedescendant", "cell-0")

    window.page.locator("#cell-12").tap()
    window.page.keyboard.type("a")
    window.shows("c3", "A").is_at("d3")
    assert window.page.evaluate("visualViewport.scale") == 1
    size = window.page.locator("#letters").evaluate("input => parseFloat(getComputedStyle(input).fontSize)")
    assert size >= 16, "iOS zooms into smaller inputs"

    # A filled square at the caret has a ring.
    window.choose("c3").page.evaluate("document.activeElement.blur()")
    shadow = "cell => getComputedStyle(cell).boxShadow"
    assert window.cell("c3").evaluate(shadow) != window.cell("d3").evaluate(shadow)
    assert "2px" in window.cell("c3").evaluate(shadow)

    # The same toast does not stack.
    window.page.evaluate("""async () => {
        const { toast } = await import('/js/page/announce.js');
        for (const sentence of ['One', 'Two', 'One', 'One']) toast(sentence); }""")
    expect(window.page.locator(".toast")).to_have_text(["Two", "One"])


@pytest.mark.parametrize("kind", [kind for kind in game_kinds() if not game_of(kind).HAS_CLOCK])
def test_a_page_on_which_nothing_changes_computes_no_styles(new_window, api, kind):
    """The page's own clock strikes on a clock of the test, and every style that it changes is computed at once."""
    window = new_window(kind=game_of(kind).Window, **DESKTOP)
    window.page.clock.install()
    start_playing(kind, window, api)
    devtools = window.page.context.new_cdp_session(window.page)
    devtools.send("Performance.enable")

    def computed():
        window.page.evaluate("document.body.getBoundingClientRect()")
        metrics = {each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]}
        return metrics["RecalcStyleCount"]

    # Loading ends in one of these, and the page looks for news in another.
    counts = []
    for _ in range(6):
        window.page.clock.run_for(2000)
        counts.append(computed())
    assert any(before == after for before, after in zip(counts, counts[1:])), counts


def middle_of_ink(tile):
    """How far the middle of what is written on a tile is below the tile's own, as a share of its height."""
    picture = Image.open(io.BytesIO(tile.screenshot())).convert("L")
    width, height = picture.size
    # The middle half of the width, without the tile's edge: numbers, shapes and rings stand beside it.
    picture = picture.crop((width // 4, height // 8, width - width // 4, height - height // 8))
    ground = picture.getpixel((1, 1))
    box = picture.point(lambda grey: 255 if abs(grey - ground) > 90 else 0).getbbox()
    return ((box[1] + box[3]) / 2 + height // 8) / height - .5


@pytest.mark.parametrize("size", [PHONE, {**DESKTOP, "device_scale_factor": 2}], ids=["phone", "desktop"])
def test_letters_stand_on_the_optical_middle_of_their_tile(new_window, api, size):
    game = new_mini(api)
    window = new_window(kind=SolvingWindow, **size).sit(game["id"], "Ann").is_in("play")
    window.choose("a3").page.keyboard.insert_text("HEHEH")
    window.choose("b1").page.keyboard.insert_text("HEHE")
    window.choose("e4").is_saved().has_settled_colours()
    for square in ("a3", "b3", "c3", "b1", "c1", "d1", "e1"):
        assert abs(middle_of_ink(window.cell(square))) < .025, square


def test_letters_of_small_pictures_stand_in_the_middle_too(new_window):
    window = new_window(viewport={"width": 390, "height": 844}, device_scale_factor=8)
    page = window.page
    page.goto(window.url + "/")
    tiles = page.locator(".day .pic span.full", has_text=re.compile("^[EFHT]$"))
    expect(tiles.first).to_be_visible()
    for tile in tiles.all()[:4]:
        # Browsers round the ascent of such small letters to whole pixels of the page, here an eighth of the tile.
        assert abs(middle_of_ink(tile)) < .06, tile.inner_text()


def test_every_colour_is_readable_on_its_tint(window, board, api):
    colours = ["#000000", "#ffffff", "#ffff00", "#ff0000", "#00ff00", "#0000ff", "#808080", "#2a9d8f", "#e9a23b"]
    for cell, colour in enumerate(colours):
        seat = api("POST", f"/games/{board}/seats", {"name": f"P{cell}", "colour": colour})
        api("POST", f"/games/{board}/board/cells/{cell}", {"value": "A"}, seat["token"])
    window.shows("d2", "A")
    for scheme in ("light", "dark"):
        window.page.emulate_media(color_scheme=scheme)
        window.has_settled_colours()
        looks = window.page.locator(".cell").evaluate_all(
            "cells => cells.map(cell => { const s = getComputedStyle(cell); return [s.color, s.backgroundColor]; })")
        for colour, look in zip(colours, looks):
            assert contrast(*look) >= 4.5, (scheme, colour, look)


def contrast(one, other):
    """The WCAG 2 contrast of two `rgb(…)` colours."""
    def luminance(text):
        channels = [float(c) / 255 for c in text.removeprefix("rgb(").removesuffix(")").replace(",", " ").split()]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_the_content_security_policy_is_strict(server):
    with urllib.request.urlopen(server.url + "/") as answer:
        policy = answer.headers["content-security-policy"]
    for rule in ("default-src 'none'", "script-src 'self'", "style-src 'self'", "require-trusted-types-for 'script'"):
        assert rule in policy
    assert "unsafe" not in policy


def test_the_page_makes_no_markup_from_strings_and_loads_nothing_from_other_origins():
    static = ROOT / "static"
    for path in [*static.rglob("*.js"), *static.glob("*.html"), *static.rglob("*.css")]:
        source = path.read_text()
        for banned in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "https://", "style="):
            assert banned not in source, f"{banned} in {path.name}"
        table = path.stem in LANGUAGES or path.suffix != ".js"
        assert table or len(source.splitlines()) <= 300, path.name


def test_only_a_games_own_folder_and_games_js_name_the_game():
    static = ROOT / "static"
    names = {path.name for path in (static / "js/games").iterdir() if path.is_dir()}
    any_name = "|".join(sorted(names))
    # Matches a literal, a path, a property or a key, but not other words such as the square of a board.
    naming = re.compile(rf"""["'`](?:[./]*/)?({any_name})\b|\.({any_name})\b|^\s*({any_name}):""", re.MULTILINE)
    found = {}
    for path in [*static.rglob("*.js"), *static.glob("*.html"), *static.rglob("*.css")]:
        own = path.parent.name
        for name in {name for names in naming.findall(path.read_text()) for name in names if name} - {own}:
            found.setdefault(name, set()).add(str(path.relative_to(static)))
    assert names == set(game_kinds())
    assert found == {name: {"js/games/games.js"} for name in names}


KINDS_OF_FILES = ("document", "stylesheet", "script", "image", "manifest")
# A waiting room is complete when its rules are shown.
COMPLETE = "() => document.body.dataset.stage !== 'room' || document.getElementById('rules-name')?.textContent"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_visit_transfers_little(browser, server, api, language):
    """Goes from place to place. A file that the browser has kept is not sent again; here it counts for each place."""
    page, bodies = browser.new_page(locale=language, service_workers="block"), {}
    finished = finished_requests(page)
    for place in ("home", *game_kinds()):
        finished.clear()
        page.goto(server.url + ("/" if place == "home" else "/g/" + api("POST", "/games", {"rules": place})["id"]))
        page.wait_for_selector(READY, state="attached")
        page.wait_for_function(COMPLETE)
        page.evaluate("localStorage.clear()")
        files = [request for request in list(finished) if request.resource_type in KINDS_OF_FILES]
        bodies |= {each.url: each.response().body() for each in files if each.response().status == 200}
        size = sum(len(gzip.compress(bodies[url])) for url in {each.url for each in files})
        assert size < (50_000 if place == "home" else 70_000), (place, size)
    page.close()


def test_the_game_page_preloads_every_module_that_all_games_load(new_window, api):
    window, requested, loaded = new_window(), set(), []
    window.page.on("request", lambda request: request.url.endswith(".js") and requested.add(request.url))
    for rules in api("GET", "/rules")["rules"]:
        requested.clear()
        window.page.goto(f"{window.url}/g/{api('POST', '/games', {'rules': rules['name']})['id']}")
        window.page.wait_for_selector(READY, state="attached")
        loaded.append(set(requested))
    preloaded = window.page.locator("link[rel=modulepreload], script").evaluate_all(
        "all => all.filter(({ media }) => !media || matchMedia(media).matches).map(each => each.href ?? each.src)")
    # The files of a game are loaded when it is known.
    of_all = [url for url in preloaded if not re.search("/js/games/[a-z]+/", url)]
    assert sorted(set.intersection(*loaded)) == sorted(of_all)
