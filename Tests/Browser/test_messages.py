"""Messages never cover what one plays with, and are seen where one is."""

import pytest
from playwright.sync_api import expect

from game_kinds import game_kinds
from games import game_of
from page_server import LANGUAGES, PHONE, SMALL
from stages import start_playing

LAPTOP = {"viewport": {"width": 1366, "height": 657}, "has_touch": True, "is_mobile": True}
SIZES = {"phone": PHONE, "small": SMALL, "laptop": LAPTOP}
# The parts that each toast of the page covers, of those that it must not.
COVERED = """async () => {
    const { toast } = await import('/js/page/announce.js');
    const { text } = await import('/js/strings.js');
    const sentences = [text.noConnection, text.slowDown, text.locked, text.conflict('c3', 'W', 'M'),
        text.conflict('c3', '', 'W'), text.refused, ...Object.values(text.codes)];
    const parts = ['#title', '#sub', '#cell-0', '#cell-2', '#cell-4', '#grid', '#keys'].map((each) => document.querySelector(each));
    const found = [];
    for (const sentence of sentences) {
        toast(sentence);
        const at = document.querySelector('.toast:last-child').getBoundingClientRect();
        if (at.top < 0 || at.bottom > innerHeight || at.left < 0 || at.right > innerWidth) found.push(`${sentence}: out`);
        for (const part of parts) {
            const box = part.getBoundingClientRect();
            if (box.height && box.top < at.bottom && box.bottom > at.top && box.left < at.right && box.right > at.left) {
                found.push(`${sentence}: ${part.id}`);
            }
        }
    }
    return found;
}"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_toast_covers_the_title_the_clock_the_board_or_the_keys(new_window, api, size, language):
    window = new_window(**SIZES[size], locale=language)
    for kind in game_kinds():
        game = game_of(kind).make(api, **(game_of(kind).PLAYING or {}))
        window.sit(game["id"], "Ann")
        if game["state"] == "waiting" and game["privateBoards"]:
            api("POST", f"/games/{game['id']}/actions/start", {}, game["host"]["token"])
        window.is_in("play").has_state("live")
        assert window.page.evaluate(COVERED) == [], kind
        window.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert window.page.evaluate(COVERED) == [], (kind, "scrolled")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("button", ["clear", "leave"])
def test_what_a_button_says_is_seen_where_one_has_scrolled(new_window, api, size, button):
    free = game_of("free")
    window = new_window(kind=free.Window, **SIZES[size])
    start_playing("free", window, api)
    window.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    window.touch(window.page.locator(f"#{button}"))
    if button == "leave":
        window.touch(window.page.locator("dialog button[value]"))
    notice = window.page.locator("#notice")
    expect(notice).to_be_visible()
    expect(notice).to_be_in_viewport(ratio=.9)
    window.page.evaluate("scrollTo(0, 0)")
    expect(notice).to_be_in_viewport(ratio=.9)
    window.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(notice).to_be_in_viewport(ratio=.9)
