"""The page's layout, phones, contrast, accessibility, weight and content security policy."""

import gzip
import re

import finished_games
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from page_server import NETWORK_NAME, PHONE, READY, ROOT, start_server
from solving_window import SolvingWindow
from stages import NEEDED, RULES, start_playing, stages

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
STILL = {"reduced_motion": "reduce"}
BOTH = {"desktop": DESKTOP, "phone": PHONE}


def test_the_page_works_over_plain_http_from_the_network_without_a_secure_context(new_window, console_errors):
    with start_server("--host", "0.0.0.0", "--public-host", NETWORK_NAME) as server:
        window = new_window()
        window.url = f"http://{NETWORK_NAME}:{server.port}"
        window.open().join("Ann").write("a1", "HI").is_saved()
        assert window.page.evaluate("isSecureContext") is False
        window.page.locator("#share").click()
        expect(window.page.locator("#ask-link")).to_have_value(window.url + "/g/lobby")
        window.page.close()
    # Over plain http Chromium ignores this header and logs an error; the page loses nothing by it.
    ignored = "Cross-Origin-Opener-Policy header has been ignored"
    console_errors[:] = [each for each in console_errors if ignored not in each]


def sized(width, height, touch=False):
    """Options of a desktop window, or of a phone's; `touch` is for a laptop with a touch screen."""
    screen = PHONE if touch or width <= 1000 else DESKTOP
    return {**screen, "viewport": {"width": width, "height": height}}


@pytest.mark.parametrize("rules", RULES)
def test_no_stage_scrolls_sideways(new_window, api, rules):
    for touched in (PHONE, DESKTOP):
        window = new_window(kind=SolvingWindow, **STILL, **touched)
        for stage in stages(rules, window, api):
            for width, height in [(1280, 800)] if touched is DESKTOP else [(320, 568), (390, 844), (844, 390)]:
                window.page.set_viewport_size({"width": width, "height": height})
                assert window.page.evaluate("document.documentElement.scrollWidth") <= width, (stage, width)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    "size", [(320, 568), (390, 664), (390, 844), (844, 390), (1280, 800), (1366, 657, True)], ids=str)
def test_the_controls_of_a_game_fit_the_window_without_scrolling(new_window, api, rules, size):
    width, height = size[:2]
    window = new_window(kind=SolvingWindow, **STILL, **sized(*size))
    start_playing(rules, window, api)
    assert window.page.evaluate("scrollY") == 0
    for part in window.page.locator(NEEDED[rules]).locator("visible=true").all():
        box, name = part.bounding_box(), part.get_attribute("id")
        assert box["y"] >= 0 and box["y"] + box["height"] <= height, (name, box)
        assert box["x"] >= 0 and box["x"] + box["width"] <= width, (name, box)
        assert name != "frame" or abs(box["width"] - box["height"]) < 2, box
    window.page.context.close()


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("rules", RULES)
def test_no_button_cuts_its_text_on_a_small_phone(new_window, api, rules, language):
    window = new_window(kind=SolvingWindow, **STILL, **sized(320, 568))
    start_playing(rules, window, api)
    window.store("language", language).page.reload()
    window.is_in("play")
    assert window.page.evaluate("""() => [...document.querySelectorAll('main button')].flatMap((button) => {
        const range = document.createRange();
        range.selectNodeContents(button);
        const text = range.getBoundingClientRect(), box = button.getBoundingClientRect();
        return text.left < box.left || text.right > box.right ? [button.textContent] : []; })""") == []


@pytest.mark.refusals
@pytest.mark.parametrize("language", ["en-GB", "ko-KR"])
@pytest.mark.parametrize("width", [320, 390])
def test_the_header_keeps_its_height_offline_on_a_phone(new_window, language, width):
    window = new_window(**sized(width, 664), locale=language).open()
    before = window.page.locator("header").bounding_box()["height"]
    window.page.context.set_offline(True)
    window.type_on_screen("a1", "ABC")
    expect(window.page.locator("#connection")).to_have_attribute("data-state", "offline", timeout=20_000)
    expect(window.page.locator("#connection-text")).to_contain_text("3")
    assert window.page.locator("header").bounding_box()["height"] == before
    assert window.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_phone_writes_with_a_tap_and_a_letter(new_window):
    window = new_window(**PHONE).open()
    window.page.locator("#cell-12").tap()
    window.page.keyboard.type("a")
    window.shows("c3", "A").is_at("d3")
    assert window.page.evaluate("visualViewport.scale") == 1
    size = window.page.locator("#letters").evaluate("input => parseFloat(getComputedStyle(input).fontSize)")
    assert size >= 16, "iOS zooms into smaller inputs"


@pytest.mark.parametrize("rules", RULES)
def test_every_target_is_large_enough_for_a_finger(new_window, api, rules):
    window = new_window(kind=SolvingWindow, **STILL, **PHONE)
    for stage in stages(rules, window, api):
        within = "dialog" if window.page.locator("dialog").count() else "body"
        small = window.page.locator(within).evaluate("""part => [...part.querySelectorAll(
            'button, a, summary, select, input:not(#letters), #grid .cell')].map((node) => {
              const { width, height } = (node.closest('label') ?? node).getBoundingClientRect();
              // Ten letters in a row of a small phone are narrower; WCAG 2.2 AA asks for 24 px.
              const narrowest = node.matches('.key') ? 24 : 44;
              return width && (width < narrowest || height < 44) ? `${width}x${height} ${node.outerHTML.slice(0, 90)}` : '';
            }).filter(Boolean)""")
        assert small == [], stage


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", BOTH)
def test_axe_finds_no_violation_at_any_stage(new_window, api, rules, size):
    window = new_window(kind=SolvingWindow, **STILL, **BOTH[size])
    for stage in stages(rules, window, api):
        for scheme in ("light", "dark"):
            window.page.emulate_media(color_scheme=scheme)
            found = Axe().run(window.page)
            assert found.violations_count == 0, f"{stage}, {scheme}: {found.generate_report()}"


@pytest.mark.parametrize("rules", RULES)
def test_the_layout_does_not_shift_from_the_first_paint_to_the_first_moves(new_window, api, rules):
    window = new_window(kind=SolvingWindow, **PHONE)
    window.page.add_init_script("""window.shifts = [];
        new PerformanceObserver((list) => list.getEntries().forEach((entry) => entry.hadRecentInput || shifts.push(
            [entry.value, ...entry.sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 80))]
        ))).observe({ type: 'layout-shift', buffered: true });""")
    start_playing(rules, window, api)
    if rules == "lattice":
        window.cell("a1").tap()
    elif rules == "square":
        window.page.reload()  # the change from the waiting room to the game does not count as a shift
        window.until_live().cell("c3").tap()
    else:
        window.type_on_screen("b2", "AB")
    # An observation window: the browser attributes shifts within 500 ms of an input to the input.
    window.is_saved().page.wait_for_timeout(700)
    assert window.page.evaluate("shifts") == []


@pytest.mark.parametrize("rules", ["mini", "guess", "lattice"])
def test_marks_keep_their_shapes_with_forced_colours(new_window, api, rules):
    window = new_window(kind=SolvingWindow, forced_colors="active", **DESKTOP)
    start_playing(rules, window, api)
    shapes = {}
    for cell in window.page.locator("#grid .cell:not([data-mark=''])").all():
        shapes[cell.get_attribute("data-mark")] = cell.evaluate("cell => getComputedStyle(cell).backgroundImage")
    assert len(shapes) == 3 and len(set(shapes.values())) == 3 and "none" not in shapes.values(), shapes
    assert window.page.locator(".current").evaluate("cell => getComputedStyle(cell).outlineStyle") == "solid"


@pytest.mark.parametrize("rules", ["mini", "lattice"])
def test_blocks_differ_from_empty_squares_with_forced_colours(new_window, api, rules):
    window = new_window(kind=SolvingWindow, forced_colors="active", **DESKTOP)
    start_playing(rules, window, api)
    colours = [window.page.locator(f"#grid .cell{kind}").first.evaluate("cell => getComputedStyle(cell).backgroundColor")
               for kind in (".block", ":not(.block, .current)")]
    assert colours[0] != colours[1]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_mini_prints_its_empty_grid_and_its_clues_on_one_sheet_black_on_white(new_window, api, scheme):
    window = new_window(kind=SolvingWindow, color_scheme=scheme, **DESKTOP)
    start_playing("mini", window, api)
    page = window.page
    page.wait_for_function("() => [...document.styleSheets].some(sheet => sheet.href?.endsWith('/print.css'))")
    page.emulate_media(media="print", color_scheme=scheme)
    styles = {name: page.locator(selector).first.evaluate(
        "node => { const style = getComputedStyle(node); return [style.backgroundColor, style.color] }")
        for name, selector in {"page": "body", "block": "#grid .block", "cell": "#grid .cell:not(.block)",
                               "clue": "#clues .clue"}.items()}
    black, white, clear = "rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"
    assert styles["page"][0] == white and styles["block"][0] == black
    assert styles["cell"] == [white, black] and styles["clue"] == [clear, black]
    assert page.locator("#grid .block").first.evaluate("node => getComputedStyle(node).printColorAdjust") == "exact"
    expect(page.locator("#grid .letter:visible")).to_have_count(0)
    expect(page.locator("#clues .clue:visible")).to_have_count(page.locator("#clues .clue").count())
    expect(page.locator("button:visible:not(.clue)")).to_have_count(0)
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="Letter"))) == 1


@pytest.mark.parametrize("rules", ["mini", "guess"])
def test_a_result_prints_its_board_with_letters_and_marks(new_window, api, rules):
    window = new_window(kind=SolvingWindow, **DESKTOP).visit(f"/g/{getattr(finished_games, rules)(api).id}").is_in("end")
    window.page.emulate_media(media="print")
    tiles = window.page.locator("#boards .cell:not(.block):visible")
    expect(tiles.first).to_be_visible()
    assert tiles.count() == (25 if rules == "guess" else window.page.locator("#boards .letter").count())
    expect(window.page.locator(":is(button, .buttons a):visible")).to_have_count(0)
    if rules == "guess":
        assert tiles.first.evaluate("node => getComputedStyle(node).printColorAdjust") == "exact"


@pytest.mark.parametrize("rules", ["free", "guess"])
def test_a_page_on_which_nothing_changes_computes_no_styles(new_window, api, rules):
    window = new_window(kind=SolvingWindow, **DESKTOP)
    start_playing(rules, window, api)
    devtools = window.page.context.new_cdp_session(window.page)
    devtools.send("Performance.enable")

    # An observation window: loading has ended in one of them, and the page's clock has struck four times.
    def computed():
        window.page.wait_for_timeout(2000)
        metrics = {each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]}
        return metrics["RecalcStyleCount"]

    counts = [computed() for _ in range(4)]
    assert any(before == after for before, after in zip(counts, counts[1:])), counts


@pytest.mark.parametrize("rules", RULES)
def test_reduced_motion_stops_every_animation(new_window, api, rules):
    window = new_window(kind=SolvingWindow, **STILL, **DESKTOP)
    start_playing(rules, window, api)
    window.write("b3", "A").is_saved()
    longest = window.page.evaluate(
        "Math.max(0, ...document.getAnimations().map((each) => each.effect.getComputedTiming().duration))")
    assert longest < 1


def test_the_on_screen_keyboard_replaces_the_phones_keyboard_until_the_player_switches(new_window, api):
    window = new_window(kind=SolvingWindow, **PHONE)
    start_playing("mini", window, api)
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


def test_the_verdict_has_the_focus_for_screen_readers_and_no_box_around_it(new_window, api):
    window = new_window(kind=SolvingWindow, **PHONE)
    game = start_playing("mini", window, api)
    api("POST", f"/games/{game['id']}/actions/close", {}, game["host"]["token"])
    window.is_in("end")
    expect(window.page.locator("#verdict")).to_be_focused()
    assert window.page.locator("#verdict").evaluate("node => getComputedStyle(node).outlineStyle") == "none"


def test_the_same_toast_does_not_stack(window):
    window.page.evaluate("""async () => {
        const { toast } = await import('/js/page/announce.js');
        for (const sentence of ['One', 'Two', 'One', 'One']) toast(sentence); }""")
    expect(window.page.locator(".toast")).to_have_text(["Two", "One"])


def test_a_filled_square_at_the_caret_has_a_ring_without_the_focus_too(new_window):
    window = new_window(**PHONE).open()
    window.type_on_screen("c3", "A").choose("c3").page.evaluate("document.activeElement.blur()")
    shadow = "cell => getComputedStyle(cell).boxShadow"
    assert window.cell("c3").evaluate(shadow) != window.cell("d3").evaluate(shadow)
    assert "2px" in window.cell("c3").evaluate(shadow)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_colour_is_readable_on_its_tint(new_window, api, scheme):
    window = new_window(color_scheme=scheme, reduced_motion="reduce")
    game = api("POST", "/games", {"rules": "free", "options": {"open": True}})["id"]
    colours = ["#000000", "#ffffff", "#ffff00", "#ff0000", "#00ff00", "#0000ff", "#808080", "#2a9d8f", "#e9a23b"]
    for cell, colour in enumerate(colours):
        seat = api("POST", f"/games/{game}/seats", {"name": f"P{cell}", "colour": colour})
        api("POST", f"/games/{game}/board/cells/{cell}", {"value": "A"}, seat["token"])
    window.open(f"/g/{game}").shows("d2", "A").has_settled_colours()
    for cell in range(len(colours)):
        look = window.page.locator(f"#cell-{cell}").evaluate(
            "cell => { const s = getComputedStyle(cell); return [s.color, s.backgroundColor]; }")
        assert contrast(*look) >= 4.5, (colours[cell], look)


def contrast(one, other):
    """The WCAG 2 contrast of two `rgb(…)` colours."""
    def luminance(text):
        channels = [float(c) / 255 for c in text.removeprefix("rgb(").removesuffix(")").replace(",", " ").split()]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_the_grid_has_accessible_roles_and_names(window):
    assert window.page.get_by_role("grid").count() == 1
    assert window.page.get_by_role("row").count() == 5
    assert window.page.get_by_role("gridcell").count() == 25
    expect(window.page.get_by_role("gridcell", name="c3, empty")).to_be_visible()
    expect(window.page.get_by_role("textbox", name="Letters for the board")).to_have_attribute(
        "aria-activedescendant", "cell-0")


def test_the_content_security_policy_is_strict(server, window):
    policy = window.page.request.get(server.url + "/").headers["content-security-policy"]
    for rule in ("default-src 'none'", "script-src 'self'", "style-src 'self'", "require-trusted-types-for 'script'"):
        assert rule in policy
    assert "unsafe" not in policy


def test_the_page_makes_no_markup_from_strings_and_loads_nothing_from_other_origins():
    static = ROOT / "static"
    for path in [*static.rglob("*.js"), *static.glob("*.html"), *static.rglob("*.css")]:
        source = path.read_text()
        for banned in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "https://", "style="):
            assert banned not in source, f"{banned} in {path.name}"
        table = path.stem in ("en", "ko") or path.suffix != ".js"
        assert table or len(source.splitlines()) <= 250, path.name


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
    assert names == {"free", "guess", "lattice", "mini", "square"}
    assert found == {name: {"js/games/games.js"} for name in names}


def fetched_by(browser, url, language):
    """The bodies of the files that a first visit fetches, by URL. The service worker is blocked."""
    context = browser.new_context(locale=language, service_workers="block")
    page = context.new_page()
    bodies = {}
    kinds = ("document", "stylesheet", "script", "image", "manifest")
    page.on("requestfinished", lambda request: request.resource_type in kinds
            and bodies.update({request.url: request.response().body()}))
    page.goto(url)
    page.wait_for_selector(READY, state="attached")
    # A waiting room is complete when its rules are shown.
    page.wait_for_function(
        "() => document.body.dataset.stage !== 'room' || document.getElementById('rules-name')?.textContent")
    context.close()
    return bodies


@pytest.mark.parametrize("language", ["en-GB", "ko-KR"])
@pytest.mark.parametrize("place", ["home", "free", "square", "mini", "guess", "lattice"])
def test_a_first_visit_transfers_little(browser, server, api, place, language):
    path = "/" if place == "home" else "/g/" + api("POST", "/games", {"rules": place})["id"]
    bodies = fetched_by(browser, server.url + path, language).values()
    assert sum(len(gzip.compress(body)) for body in bodies) < (50_000 if place == "home" else 70_000)


@pytest.mark.refusals
def test_the_game_page_preloads_every_module_that_it_loads(new_window, server):
    page = new_window().page
    modules = set()
    page.on("request", lambda request: request.url.endswith(".js") and modules.add(request.url))
    page.goto(f"{server.url}/g/none")  # a missing game, so that no rule set's files are fetched
    expect(page.locator("#notice-text")).to_have_text("This game no longer exists.")
    preloaded = page.locator("link[rel=modulepreload], script").evaluate_all(
        "all => all.map(each => each.href ?? each.src)")
    # The page chooses the language at run time.
    assert sorted(modules) == sorted([*preloaded, f"{server.url}/js/strings/en.js"])


def test_the_hash_matches_the_contract(window):
    text = "42\n0:CAT../....#/...../...../....."
    expected = 2166136261
    for byte in text.encode():
        expected = ((expected ^ byte) * 16777619) % 2**32
    hashed = "async t => (await import('/js/state/hash.js')).fnv1a(t)"
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
