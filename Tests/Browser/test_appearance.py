"""The page itself: sizes, phones, contrast, weight, policy."""

import gzip
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from page_server import NETWORK_NAME, PHONE, ROOT, start_server
from solving_window import SolvingWindow
from stages import NEEDED, RULES, at_play, stages

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
STILL = {"reduced_motion": "reduce"}
BOTH = {"desktop": DESKTOP, "phone": PHONE}


def test_it_works_over_plain_http_from_the_network_where_nothing_is_a_secure_context(new_window, complaints):
    with start_server("--host", "0.0.0.0", "--public-host", NETWORK_NAME) as server:
        window = new_window()
        window.url = f"http://{NETWORK_NAME}:{server.port}"
        window.open().join("Ann").write("a1", "HI").is_saved()
        assert window.page.evaluate("isSecureContext") is False
        window.page.locator("#share").click()
        expect(window.page.locator("#ask-link")).to_have_value(window.url + "/g/lobby")
        window.page.close()
    # Chromium calls it an error that a header of isolation has no effect over plain http; nothing is lost by it.
    complaints[:] = [each for each in complaints if "Cross-Origin-Opener-Policy header has been ignored" not in each]


def sized(width, height):
    """A desktop's window, or a phone's, which is touched."""
    return {**(DESKTOP if width > 1000 else PHONE), "viewport": {"width": width, "height": height}}


@pytest.mark.parametrize("rules", RULES)
def test_nothing_scrolls_sideways_at_any_stage(new_window, api, rules):
    for touched in (PHONE, DESKTOP):
        window = new_window(kind=SolvingWindow, **STILL, **touched)
        for stage in stages(rules, window, api):
            for width, height in [(1280, 800)] if touched is DESKTOP else [(320, 568), (390, 844), (844, 390)]:
                window.page.set_viewport_size({"width": width, "height": height})
                assert window.page.evaluate("document.documentElement.scrollWidth") <= width, (stage, width)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", [(390, 664), (390, 844), (844, 390), (1280, 800)], ids=str)
def test_what_is_needed_to_play_is_in_the_window_without_scrolling(new_window, api, rules, size):
    width, height = size
    window = new_window(kind=SolvingWindow, **STILL, **sized(width, height))
    at_play(rules, window, api)
    assert window.page.evaluate("scrollY") == 0
    for part in window.page.locator(NEEDED[rules]).locator("visible=true").all():
        box, name = part.bounding_box(), part.get_attribute("id")
        assert box["y"] >= 0 and box["y"] + box["height"] <= height, (name, box)
        assert box["x"] >= 0 and box["x"] + box["width"] <= width, (name, box)
        assert name != "frame" or abs(box["width"] - box["height"]) < 2, box
    window.page.context.close()


def test_on_a_phone_a_tap_and_a_letter_write(new_window):
    window = new_window(**PHONE).open()
    window.page.locator("#cell-12").tap()
    window.page.keyboard.type("a")
    window.shows("c3", "A").is_at("d3")
    assert window.page.evaluate("visualViewport.scale") == 1
    size = window.page.locator("#letters").evaluate("input => parseFloat(getComputedStyle(input).fontSize)")
    assert size >= 16, "iOS zooms into smaller inputs"


@pytest.mark.parametrize("rules", RULES)
def test_everything_to_press_is_large_enough_for_a_finger(new_window, api, rules):
    window = new_window(kind=SolvingWindow, **STILL, **PHONE)
    for stage in stages(rules, window, api):
        within = "dialog" if window.page.locator("dialog").count() else "body"
        small = window.page.locator(within).evaluate("""part => [...part.querySelectorAll(
            'button, a, summary, select, input:not(#letters), #grid .cell')].map((node) => {
              const { width, height } = (node.closest('label') ?? node).getBoundingClientRect();
              return width && (width < 44 || height < 44) ? `${width}x${height} ${node.outerHTML.slice(0, 90)}` : '';
            }).filter(Boolean)""")
        assert small == [], stage


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", BOTH)
def test_axe_finds_nothing_to_complain_about_at_any_stage(new_window, api, rules, size):
    window = new_window(kind=SolvingWindow, **STILL, **BOTH[size])
    for stage in stages(rules, window, api):
        for scheme in ("light", "dark"):
            window.page.emulate_media(color_scheme=scheme)
            found = Axe().run(window.page)
            assert found.violations_count == 0, f"{stage}, {scheme}: {found.generate_report()}"


@pytest.mark.parametrize("rules", RULES)
def test_nothing_moves_by_itself_from_the_first_paint_to_the_first_moves(new_window, api, rules):
    window = new_window(kind=SolvingWindow, **PHONE)
    window.page.add_init_script("""window.shifts = [];
        new PerformanceObserver((list) => list.getEntries().forEach((entry) => entry.hadRecentInput || shifts.push(
            [entry.value, ...entry.sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 80))]
        ))).observe({ type: 'layout-shift', buffered: true });""")
    at_play(rules, window, api)
    if rules == "square":
        window.page.reload()  # the game has taken the place of the waiting room: that was a change of view
        window.until_live().cell("c3").tap()
    else:
        window.type_on_screen("b2", "AB")
    window.is_saved().page.wait_for_timeout(700)  # past the moments that count as the fingers' own
    assert window.page.evaluate("shifts") == []


@pytest.mark.parametrize("rules", ["mini", "guess"])
def test_with_forced_colours_the_marks_keep_their_shapes(new_window, api, rules):
    window = new_window(kind=SolvingWindow, forced_colors="active", **DESKTOP)
    at_play(rules, window, api)
    shapes = {}
    for cell in window.page.locator("#grid .cell:not([data-mark=''])").all():
        shapes[cell.get_attribute("data-mark")] = cell.evaluate("cell => getComputedStyle(cell).backgroundImage")
    assert len(shapes) == 3 and len(set(shapes.values())) == 3 and "none" not in shapes.values(), shapes
    assert window.page.locator(".current").evaluate("cell => getComputedStyle(cell).outlineStyle") == "solid"


@pytest.mark.parametrize("rules", RULES)
def test_with_reduced_motion_nothing_is_animated(new_window, api, rules):
    window = new_window(kind=SolvingWindow, **STILL, **DESKTOP)
    at_play(rules, window, api)
    window.write("b2", "A").is_saved()
    longest = window.page.evaluate(
        "Math.max(0, ...document.getAnimations().map((each) => each.effect.getComputedTiming().duration))")
    assert longest < 1


def test_the_keys_on_the_screen_spare_the_phones_own_until_it_is_asked_for(new_window, api):
    window = new_window(kind=SolvingWindow, **PHONE)
    at_play("mini", window, api)
    keys, letters = window.page.locator("#keys"), window.page.locator("#letters")
    expect(keys).to_be_visible()
    expect(letters).to_have_attribute("inputmode", "none")
    window.tool("keyboard").tap()
    expect(keys).to_be_hidden()
    expect(letters).to_have_attribute("inputmode", "text")
    window.page.reload()
    window.is_in("play")
    expect(letters).to_have_attribute("inputmode", "text")
    expect(keys).to_be_hidden()
    window.tool("keyboard").tap()
    expect(keys).to_be_visible()
    expect(letters).to_have_attribute("inputmode", "none")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_colour_is_readable_on_its_tint(new_window, api, scheme):
    window = new_window(color_scheme=scheme, reduced_motion="reduce")
    game = api("POST", "/games", {"rules": "free", "options": {"open": True}})["id"]
    colours = ["#000000", "#ffffff", "#ffff00", "#ff0000", "#00ff00", "#0000ff", "#808080", "#2a9d8f", "#e9a23b"]
    for cell, colour in enumerate(colours):
        seat = api("POST", f"/games/{game}/seats", {"name": f"P{cell}", "colour": colour})
        api("POST", f"/games/{game}/board/cells/{cell}", {"value": "A"}, seat["token"])
    window.open(f"/g/{game}").shows("d2", "A")
    window.page.wait_for_timeout(300)
    for cell in range(len(colours)):
        look = window.page.locator(f"#cell-{cell}").evaluate(
            "cell => { const s = getComputedStyle(cell); return [s.color, s.backgroundColor]; }")
        assert contrast(*look) >= 4.5, (colours[cell], look)


def contrast(one, other):
    """WCAG 2 contrast of two `rgb(…)` texts."""
    def luminance(text):
        channels = [float(c) / 255 for c in text.removeprefix("rgb(").removesuffix(")").replace(",", " ").split()]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_the_grid_says_what_it_is(window):
    assert window.page.get_by_role("grid").count() == 1
    assert window.page.get_by_role("row").count() == 5
    assert window.page.get_by_role("gridcell").count() == 25
    expect(window.page.get_by_role("gridcell", name="c3, empty")).to_be_visible()
    expect(window.page.get_by_role("textbox", name="Letters for the board")).to_have_attribute(
        "aria-activedescendant", "cell-0")


def test_the_policy_is_the_strict_one(server, window):
    policy = window.page.request.get(server.url + "/").headers["content-security-policy"]
    for rule in ("default-src 'none'", "script-src 'self'", "style-src 'self'", "require-trusted-types-for 'script'"):
        assert rule in policy
    assert "unsafe" not in policy


def test_the_page_uses_no_markup_from_strings_and_nothing_from_elsewhere():
    static = ROOT / "static"
    for path in [*static.rglob("*.js"), *static.glob("*.html"), *static.glob("*.css")]:
        source = path.read_text()
        for banned in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "https://", "style="):
            assert banned not in source, f"{banned} in {path.name}"
        table = path.stem in ("en", "ko") or path.suffix != ".js"
        assert table or len(source.splitlines()) <= 250, path.name


def test_a_game_is_named_in_its_folder_and_in_one_file_besides():
    static = ROOT / "static"
    names = {path.name for path in (static / "js/games").iterdir() if path.is_dir()}
    any_name = "|".join(sorted(names))
    # As a literal, a path, a property or a key; a square of the board is no name.
    naming = re.compile(rf"""["'`](?:[./]*/)?({any_name})\b|\.({any_name})\b|^\s*({any_name}):""", re.MULTILINE)
    found = {}
    for path in [*static.rglob("*.js"), *static.glob("*.html"), *static.glob("*.css")]:
        own = path.parent.name
        for name in {name for names in naming.findall(path.read_text()) for name in names if name} - {own}:
            found.setdefault(name, set()).add(str(path.relative_to(static)))
    assert names == {"free", "guess", "mini", "square"}
    assert found == {name: {"js/games/games.js"} for name in names}


def fetched_by(browser, url, language):
    """What a first visit fetches of the page itself, by path. The worker that keeps it for later is not let in."""
    context = browser.new_context(locale=language, service_workers="block")
    page = context.new_page()
    bodies = {}
    kinds = ("document", "stylesheet", "script", "image", "manifest")
    page.on("requestfinished", lambda request: request.resource_type in kinds
            and bodies.update({request.url: request.response().body()}))
    page.goto(url)
    page.wait_for_selector("body.ready, body:not([data-stage='']):not([data-rules=''])", state="attached")
    # The last part may still be on its way: a room has its rules, a board its squares.
    page.wait_for_function("document.body.dataset.stage !== 'room' || document.getElementById('rules-name').textContent")
    context.close()
    return bodies


@pytest.mark.parametrize("language", ["en-GB", "ko-KR"])
@pytest.mark.parametrize("place", ["home", "free", "square", "mini", "guess"])
def test_a_first_visit_is_light(browser, server, api, place, language):
    path = "/" if place == "home" else "/g/" + api("POST", "/games", {"rules": place})["id"]
    bodies = fetched_by(browser, server.url + path, language).values()
    assert sum(len(gzip.compress(body)) for body in bodies) < (50_000 if place == "home" else 70_000)


@pytest.mark.refusals
def test_every_module_of_a_game_is_named_in_its_page_so_that_all_come_at_once(new_window, server):
    page = new_window().page
    modules = set()
    page.on("request", lambda request: request.url.endswith(".js") and modules.add(request.url))
    page.goto(f"{server.url}/g/none")  # no game: nothing is fetched for its rules
    expect(page.locator("#notice-text")).to_have_text("There is no such game any more.")
    named = page.locator("link[rel=modulepreload], script").evaluate_all("all => all.map(each => each.href ?? each.src)")
    # The table of the reader's language is chosen at run time.
    assert sorted(modules) == sorted([*named, f"{server.url}/js/strings/en.js"])


def test_the_hash_is_the_one_of_the_contract(window):
    text = "42\n0:CAT../....#/...../...../....."
    expected = 2166136261
    for byte in text.encode():
        expected = ((expected ^ byte) * 16777619) % 2**32
    hashed = "async t => (await import('/js/state/game-state.js')).fnv1a(t)"
    assert window.page.evaluate(hashed, text) == f"{expected:08x}"
    assert window.page.evaluate(hashed, "") == "811c9dc5"


def test_the_stream_parser_gives_the_same_events_at_every_split(window):
    stream = ("retry: 2000\n\n: beat\n\nid: 7\r\nevent: cell.changed\r\ndata: {\"a\":1}\r\n\r\n"
              "data: x\ndata:y\n\nevent: z\n\n")
    whole = [{"type": "cell.changed", "id": "7", "data": '{"a":1}'}, {"type": "message", "id": "7", "data": "x\ny"}]
    seen = window.page.evaluate("""async (stream) => {
        const { SSEParser } = await import('/js/wire/stream.js');
        const all = [];
        for (let cut = 0; cut <= stream.length; cut += 1) {
          const events = [];
          const parser = new SSEParser((event) => events.push(event));
          parser.push(stream.slice(0, cut));
          parser.push(stream.slice(cut));
          all.push(events);
        }
        const events = [];
        const parser = new SSEParser((event) => events.push(event));
        for (const letter of stream) parser.push(letter);
        return [...all, events];
    }""", stream)
    assert all(events == whole for events in seen)
