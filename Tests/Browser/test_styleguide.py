"""The style guide at `/styleguide`: every part of the page, in every look and at every width."""

import re
from functools import partial

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from page_server import LANGUAGES, ROOT, start_server
from test_appearance import contrast

HEIGHT = 800
LOOKS = {
    "light": {"color_scheme": "light"}, "dark": {"color_scheme": "dark"},
    "light, high contrast": {"color_scheme": "light", "contrast": "more"},
    "dark, high contrast": {"color_scheme": "dark", "contrast": "more"},
    "forced colours": {"forced_colors": "active"},
}
# Applies a function to each element, those in shadow trees included.
EVERYWHERE = """const everywhere = (root) => [...root.querySelectorAll('*')].flatMap(
    (node) => [node, ...(node.shadowRoot ? everywhere(node.shadowRoot) : [])]);"""
# Texts that are cut: outside the window, of an ancestor that clips, or of the control or card in which they stand. Long
# names are shortened on purpose, the name of a cursor is a hint, and a crown stands on the edge of its panel.
LOST = f"""() => {{
    {EVERYWHERE}
    const parentOf = (node) => node.parentElement ?? node.getRootNode().host;
    const found = [];
    for (const node of everywhere(document.body)) {{
      const part = [...node.childNodes].find((each) => each.nodeType === Node.TEXT_NODE && each.data.trim());
      if (!part || !node.checkVisibility() || node.closest('.unseen, .tag, .crown, noscript')) continue;
      if (part.data.startsWith('Benedikt')) continue;
      const range = document.createRange();
      range.selectNodeContents(part);
      const text = range.getBoundingClientRect();
      const name = `${{node.localName}}.${{node.className}} ${{node.textContent.slice(0, 60)}}`;
      if (text.left < 0 || text.right > innerWidth + 1) found.push(`${{name}}: outside the window`);
      for (let around = node; around; around = parentOf(around)) {{
        const {{ overflow, display }} = getComputedStyle(around);
        const bounds = overflow !== 'visible' || around.matches('button, .cell, .card, .seat, .word, .panel, #notice');
        if (!bounds || around === document.body || display.startsWith('inline') && overflow === 'visible') continue;
        const box = around.getBoundingClientRect();
        const sides = [box.left - text.left, text.right - box.right, box.top - text.top, text.bottom - box.bottom];
        const lost = Math.max(...sides);
        if (lost > 3) found.push(`${{name}}: ${{Math.round(lost)}} px beyond ${{around.className}}`);
      }}
    }}
    return found;
}}"""
# What of the cards of rivals lies below the button with which the host removes them.
BELOW_REMOVE = f"""() => {{
    {EVERYWHERE}
    const parts = everywhere(document.body).filter((node) => node.matches('.card .remove')).flatMap((remove) =>
        [...remove.parentNode.querySelectorAll('.rows, .count, .tick, .tally, .swaps, .note')]
            .map((part) => [part, remove]));
    return [parts.length, parts.filter(([part, remove]) => {{
        const [one, other] = [part.getBoundingClientRect(), remove.getBoundingClientRect()];
        return one.right > other.left && other.right > one.left && one.bottom > other.top && other.bottom > one.top;
    }}).map(([part]) => part.parentNode.textContent)];
}}"""
# The text spacing that readers may choose, as in WCAG 1.4.12. The content security policy forbids style elements.
SPACED = f"""() => {{
    {EVERYWHERE}
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`p {{ margin-bottom: 2em !important; }}
        * {{ line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }}`);
    const roots = everywhere(document).map((node) => node.shadowRoot).filter(Boolean);
    for (const root of [document, ...roots]) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}}"""


SETTLED = "() => document.getAnimations().every((each) => each.playState !== 'running')"


@pytest.fixture(scope="module")
def dev_server():
    with start_server("--store", "memory", "--dev") as process:
        yield process


@pytest.fixture
def server(dev_server):
    """A server of this module's own, because only `--dev` serves the guide."""
    return dev_server


@pytest.fixture
def new_guide(new_window, address):
    """Opens the guide in a window of a width."""

    def open_guide(width=1280, height=HEIGHT, **options):
        viewport = {"width": width, "height": height}
        page = new_window(viewport=viewport, **options).page
        requests = page.requests = []
        page.on("request", lambda request: requests.append((request.method, request.url)))
        page.goto(address + "/styleguide")
        expect(page.locator("body.ready")).to_be_attached(timeout=120_000)  # it draws every part of the page
        return page

    return open_guide


def violations(page, context=None):
    """The rules that are broken, with the elements; `generate_report` fails for those in shadow trees."""
    found = Axe().run(page, context=context).response["violations"]
    return {each["id"]: [node["target"] for node in each["nodes"]] for each in found}


def dialog_buttons(page):
    return page.locator("#part-dialogs button").all()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("window", [(390, "ko-KR"), (1280, "en-GB")], ids=["phone", "desktop"])
def test_axe_finds_no_violation_in_any_look(new_guide, look, window):
    width, language = window
    assert violations(new_guide(width, locale=language, **LOOKS[look])) == {}


@pytest.mark.timeout(300)  # more than twenty dialogs
@pytest.mark.nightly  # the dialogs of the walks are checked where they open
def test_every_dialog_opens_and_passes_axe(new_guide):
    page = new_guide(390, color_scheme="dark")
    buttons = dialog_buttons(page)
    assert len(buttons) > 15
    for button in buttons:
        button.click()
        dialog = page.locator("dialog")
        expect(dialog).to_be_visible()
        assert violations(page, "dialog") == {}, button.inner_text()
        assert dialog.evaluate("node => node.scrollWidth - node.clientWidth") <= 0, button.inner_text()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


# The grounds of a still: letters and empty squares outside the current word and in it, the current square, the tray.
GROUNDS = """host => {
    const cells = [...host.shadowRoot.querySelectorAll('.cell')];
    const ground = (node) => getComputedStyle(node).backgroundColor;
    return {
        letter: ground(cells[0]), empty: ground(cells[12]), word: ground(cells[5]), current: ground(cells[6]),
        tray: ground(host.shadowRoot.querySelector('#grid')), ink: getComputedStyle(cells[5]).color,
        caret: getComputedStyle(cells[6]).color };
}"""


def stand_out(page, look):
    """The current word and square stand out on letters of every colour."""
    stills = page.locator("#places .specimen").all()
    assert len(stills) == 12
    table = [f"{look:20} word:rest word:empty caret:word caret:rest caret:tray text"]
    for shown in stills:
        at = shown.locator(".still").evaluate(GROUNDS)
        row = [contrast(at[one], at[other]) for one, other in (
            ("word", "letter"), ("word", "empty"), ("current", "word"), ("current", "letter"), ("current", "tray"),
            ("word", "ink"), ("current", "caret"))]
        table.append(f"{shown.locator('figcaption').inner_text():20} " + " ".join(f"{each:9.2f}" for each in row))
        for ratio, least in zip(row, (1.4, 1.4, 3, 3, 3, 4.5, 4.5)):
            assert ratio >= least, "\n".join(table)
    print("\n".join(table))


def keep_their_shapes(page):
    """Marks and blocks keep their shapes with forced colours."""
    shape = "cells => cells.map((cell) => [cell.dataset.mark, getComputedStyle(cell).backgroundImage])"
    shapes = dict(page.locator("#grid .cell:not(.block)").evaluate_all(shape))
    shapes.pop("")
    shapes.pop("pencil")  # is a slanted letter
    assert len(shapes) > 4 and len(set(shapes.values())) == len(shapes) and "none" not in shapes.values(), shapes
    assert page.locator("#grid .current").first.evaluate("cell => getComputedStyle(cell).outlineStyle") == "solid"
    colours = [page.locator(f"#grid .cell{kind}").first.evaluate("cell => getComputedStyle(cell).backgroundColor")
               for kind in (".block", "[data-mark='']:not(.block, .current)")]
    assert colours[0] != colours[1]


def test_words_and_marks_stand_out_in_every_look_and_wider_text_spacing_loses_no_text(new_guide):
    page = new_guide()
    for look, media in LOOKS.items():
        page.emulate_media(**{"contrast": "no-preference", "forced_colors": "none", "color_scheme": "light", **media})
        page.wait_for_function(SETTLED)
        (keep_their_shapes if look == "forced colours" else partial(stand_out, look=look))(page)

    page.emulate_media(forced_colors="none")
    page.evaluate(SPACED)
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": HEIGHT})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(LOST) == [], width


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_lost_or_covered_at_any_width_or_at_400_percent(new_guide, language):
    """A window of 1280x1024 px has 320x256 CSS pixels at 400 percent."""
    page = new_guide(locale=language)
    for width, height in ((320, 568), (390, 844), (844, 390), (1280, 800), (320, 256)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(LOST) == [], (width, height)

    # The button that removes a rival covers neither marks nor counts nor ticks.
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": HEIGHT})
        parts, covered = page.evaluate(BELOW_REMOVE)
        assert parts >= 6 and covered == [], width


def test_the_guide_shows_every_token_mark_and_state_takes_keys_and_stores_nothing(new_guide):
    page = new_guide(color_scheme="light")
    before = page.evaluate("JSON.stringify(localStorage)")

    # Every colour token, every mark and every state of the connection is shown.
    [tokens] = re.findall(r":root \{(.*?)\n\}", (ROOT / "static/style.css").read_text(), re.DOTALL)
    colours = set(re.findall(r"(--[\w-]+): (?:light-dark|\d+ \d+ \d+;)", tokens))
    shown = page.locator(".token").evaluate_all("all => all.map(({ dataset }) => dataset.token)")
    assert len(colours) > 15 and set(shown) == colours and len(shown) == len(colours)
    known = page.evaluate("async () => Object.keys((await import('/js/strings.js')).text.marks)")
    marks = page.locator("#grid").first.locator(".cell").evaluate_all("all => all.map(({ dataset }) => dataset.mark)")
    assert set(marks) == {"", *known}
    states = page.locator("#part-messages #connection").evaluate_all("all => all.map(({ dataset }) => dataset.state)")
    assert set(states) == {"live", "connecting", "behind", "offline", "unsaved"}

    # The tokens follow the chosen look.
    paper = page.locator('[data-token="--paper"] .value')
    expect(paper).to_have_text("#f5f3ee")
    page.get_by_label("Colours").select_option("dark")
    expect(paper).to_have_text("#16191e")
    page.get_by_label("High contrast").check()
    expect(paper).to_have_text("#000000")
    page.get_by_label("High contrast").uncheck()
    page.emulate_media(color_scheme="dark")
    page.get_by_label("Colours").select_option("auto")
    expect(paper).to_have_text("#16191e")

    # The live board takes keys and presses.
    cell = page.locator("#frame").first.locator("#cell-7")
    cell.click()
    page.keyboard.type("z")
    expect(cell.locator(".letter")).to_have_text("Z")
    expect(cell).to_have_class(re.compile("pending"))
    expect(cell).not_to_have_class(re.compile("pending"))
    page.get_by_role("button", name="Refused").click()
    expect(page.locator("#frame").first.locator("#cell-8")).to_have_class(re.compile("refused"))

    # It stores nothing and sends nothing to the server.
    page.get_by_role("button", name="Settings").last.click()
    sheet = page.get_by_role("dialog", name="Settings")
    sheet.get_by_label("Your name").fill("Zoe")
    sheet.get_by_role("button", name="OK").click()
    expect(sheet).to_have_count(0)
    page.get_by_role("button", name="Another device").click()
    expect(page.locator("dialog .code")).to_be_visible()
    assert page.evaluate("JSON.stringify(localStorage)") == before
    assert {method for method, _ in page.requests} == {"GET"}
