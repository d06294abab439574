"""The settings sheet: what it changes, at once and after a reload, on every page."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from home_window import HomeWindow
from page_server import DESKTOP, PHONE, SMALL
from solving_window import SolvingWindow, new_mini

PAPER = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(245, 243, 238)", "rgb(22, 25, 30)"


@pytest.fixture
def new_home(new_window):
    return lambda **options: new_window(kind=HomeWindow, **options).open()


@pytest.fixture
def open_mini(new_window, api):
    """Opens a mini with Ann."""
    return lambda **options: new_window(kind=SolvingWindow, **options).sit(new_mini(api)["id"], "Ann")


def open_settings(window):
    window.page.locator("#me, #settings").click()
    sheet = window.page.get_by_role("dialog", name="Settings")
    expect(sheet.get_by_label("Theme")).to_be_visible()
    return sheet


def save(sheet):
    sheet.get_by_role("button", name="OK").click()
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize("size", [SMALL, DESKTOP], ids=["small", "desktop"])
def test_the_sheet_fits_and_changes_theme_and_language_on_every_page_after_ok(new_home, api, size):
    home = new_home(color_scheme="light", locale="en-GB", **size)
    sheet = open_settings(home)
    found = Axe().run(home.page)
    assert found.violations_count == 0, found.generate_report()
    assert sheet.evaluate("node => node.scrollWidth - node.clientWidth") <= 0

    # Without OK nothing changes.
    assert home.page.evaluate(PAPER) == LIGHT
    sheet.get_by_label("Theme").select_option("dark")
    sheet.get_by_role("button", name="Cancel").click()
    assert home.page.evaluate(PAPER) == LIGHT and home.stored("settings") is None

    # A theme is shown at once and kept on every page.
    sheet = open_settings(home)
    sheet.get_by_label("Theme").select_option("dark")
    assert home.page.evaluate(PAPER) == DARK
    save(sheet)
    home.page.goto(home.url + "/g/" + api("POST", "/games", {"rules": "free", "options": {"open": True}})["id"])
    assert home.page.evaluate(PAPER) == DARK
    assert home.page.locator("meta[name=theme-color]").first.get_attribute("content") == "#16191e"

    # Another language is shown after OK.
    sheet = open_settings(home)
    sheet.get_by_label("Language").select_option("ko")
    save(sheet)
    expect(home.page.locator("html")).to_have_attribute("lang", "ko")


def test_the_sheet_offers_a_newcomer_the_colour_in_which_they_play(new_window):
    home = new_window(kind=HomeWindow).store("nickname", {"name": "Brave Otter", "colour": "#b5483a"}).open()
    expect(open_settings(home).get_by_role("radio", name="Brick")).to_be_checked()


def test_sounds_vibration_keys_contrast_and_size_are_as_chosen(open_mini):
    # Sounds are loaded only by those who want them.
    mini, loaded = open_mini(**PHONE), []
    mini.page.on("request", lambda request: loaded.append(request.url) if "feedback" in request.url else None)
    mini.page.evaluate("""() => { window.tones = 0; const { start } = OscillatorNode.prototype;
        OscillatorNode.prototype.start = function (...all) { window.tones += 1; return start.apply(this, all); }; }""")
    mini.key("A").tap()
    assert not loaded
    sheet = open_settings(mini)
    sheet.get_by_label("Sounds").check()
    with mini.page.expect_response("**/feedback.js"):
        save(sheet)
    mini.page.evaluate("import('/js/page/feedback.js').then(() => true)")
    mini.key("B").tap()
    mini.page.wait_for_function("() => window.tones === 1")

    # A phone vibrates with the keys of those who want it.
    mini.page.evaluate("() => { window.pulses = []; navigator.vibrate = (pulse) => pulses.push(pulse); }")
    for wanted, count in ((True, 1), (False, 1), (True, 2)):
        sheet = open_settings(mini)
        sheet.get_by_label("Vibration").set_checked(wanted)
        save(sheet)
        mini.key("A").tap()
        assert mini.page.evaluate("pulses.length") == count

    # The on-screen keys are laid out as chosen.
    for layout, first in (("azerty", "AZERTY"), ("qwertz", "QWERTZ"), ("alphabet", "ABCDEF")):
        sheet = open_settings(mini)
        sheet.get_by_label("On-screen keys").select_option(layout)
        save(sheet)
        expect(mini.page.locator("#keys .key").first).to_have_text(first[0])
        keys = mini.page.locator("#keys .key").all_inner_texts()
        assert "".join(keys[:6]) == first

    # High contrast and larger letters pass axe.
    mini.page.emulate_media(color_scheme="dark")
    before = mini.page.evaluate("parseFloat(getComputedStyle(document.querySelector('.cell')).fontSize)")
    sheet = open_settings(mini)
    sheet.get_by_label("High contrast").check()
    sheet.get_by_label("Larger letters").check()
    save(sheet)
    after = mini.page.evaluate("parseFloat(getComputedStyle(document.querySelector('.cell')).fontSize)")
    assert after == pytest.approx(1.25 * before, rel=0.01)
    found = Axe().run(mini.page)
    assert found.violations_count == 0, found.generate_report()


def test_where_the_caret_of_a_mini_goes_is_as_chosen(open_mini):
    # Filled squares are skipped or not.
    ann = open_mini(**DESKTOP)
    ann.write("c1", "o").is_saved()
    for skips, square in ((True, "d1"), (False, "c1")):
        sheet = open_settings(ann)
        sheet.get_by_label("Skip filled squares").set_checked(skips)
        save(sheet)
        ann.choose("b1").press("d").is_at(square).is_saved()

    # At the end of an answer the caret can stay.
    sheet = open_settings(ann)
    sheet.get_by_label("Jump to the next clue").uncheck()
    save(sheet)
    ann.write("b1", "dots").is_at("e1").is_saved()
