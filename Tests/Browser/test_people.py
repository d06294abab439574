"""Seats, colours, consent and the host."""

import re

import pytest
from playwright.sync_api import expect

from solving_window import SolvingWindow, new_mini


@pytest.fixture
def two(window, new_window):
    """The windows of Ann and Ben, both seated at one board."""
    other = new_window().open()
    window.join("Ann")
    other.join("Ben")
    window.sees_player("Ben")
    return window, other


def test_pressing_join_twice_while_the_dialog_is_loading_opens_one_dialog(new_window):
    window, held = new_window().open(), []
    page = window.page
    page.route("**/dialogs.js", lambda route: held.append(route))
    page.locator("#join-open").dblclick()
    window.first(held).continue_()
    expect(page.locator("dialog")).to_have_count(1)
    window.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_a_letter_shows_its_writers_name_and_colour(two):
    ann, ben = two
    ann.write("c3", "A").is_saved()
    expect(ben.cell("c3")).to_have_attribute("aria-label", "c3, A, by Ann")
    inks = [each.cell("c3").evaluate("cell => cell.style.getPropertyValue('--ink-light')") for each in two]
    assert inks[0] == inks[1] != ""
    expect(ben.page.locator("#announcer")).to_contain_text("Ann: A at c3")


def test_presence_and_spectators_are_shown(two, new_window):
    ann, ben = two
    new_window().open()
    expect(ann.page.locator("#spectators")).to_have_text("1 watching")
    ben.page.close()
    expect(ann.page.locator(".seat", has_text="Ben")).to_contain_text("away")


def test_another_players_cursor_is_shown(two):
    ann, ben = two
    ben.choose("d4")
    expect(ann.cell("d4").locator(".peer .tag")).to_have_text("Ben")
    expect(ben.cell("d4").locator(".peer")).to_have_count(0)


def test_a_changed_colour_reaches_the_other_players(two):
    ann, ben = two
    ann.write("a1", "A").is_saved()
    ben.choose("c5")  # the square and the word of the caret have no player's colour
    before = ben.cell("a1").evaluate("cell => getComputedStyle(cell).backgroundColor")
    ann.page.locator("#recolour").click()
    ann.page.get_by_role("radio", name="Violet").check()
    ann.page.locator("dialog button[value]").click()
    expect(ben.cell("a1")).not_to_have_css("background-color", before)


def test_leaving_frees_the_seat(two):
    ann, ben = two
    ann.page.locator("#leave").click()
    ann.page.locator("dialog").get_by_role("button", name="Cancel").click()
    ben.sees_player("Ann")
    ann.leave("Your seat becomes free, and your letters stay.")
    expect(ben.page.locator(".seat", has_text="Ann")).to_have_count(0)
    expect(ann.page.locator("#join-open")).to_be_visible()
    expect(ann.page.locator("#notice")).to_be_hidden()


def test_undo_removes_only_the_players_own_last_letter(two):
    ann, ben = two
    ann.write("a1", "A").is_saved()
    ben.shows("a1", "A").write("b1", "B").is_saved()
    ann.shows("b1", "B").page.locator("#undo").click()
    ben.is_empty("a1").shows("b1", "B")
    ann.is_empty("a1").is_at("a1")
    ben.press("Control+z")
    ann.is_empty("b1")


@pytest.mark.refusals
def test_undo_without_a_move_shows_an_explanation(two):
    two[0].page.locator("#undo").click()
    two[0].says()


def test_clearing_asks_the_other_player_first(two):
    ann, ben = two
    ann.write("a1", "ABC").is_saved()
    ben.shows("c1", "C")
    ann.page.locator("#clear").click()
    ann.shows_notice("Asking the others …")
    expect(ann.page.locator("#notice-left")).to_have_text(re.compile(r"\d+ s left"))
    dialog = ben.page.locator("dialog")
    expect(dialog).to_be_visible()
    expect(ben.page.locator("dialog .left")).to_have_text(re.compile(r"\d+ s left"))
    ben.press("Space")  # a key typed by accident must not answer
    expect(dialog).to_be_visible()
    dialog.get_by_role("button").nth(1).click()
    for each in two:
        each.is_empty("a1").is_empty("c1")
    expect(ann.page.locator("#notice")).to_be_hidden()
    assert ann.text == ben.text == "...../...../...../...../....."


def test_escape_declines_to_clear_the_board(two):
    ann, ben = two
    ann.write("a1", "ABC").is_saved()
    ann.page.locator("#clear").click()
    expect(ben.page.locator("dialog")).to_be_visible()
    ben.press("Escape")
    ann.says("The board stays as it is")
    ben.shows("a1", "A")


def test_clearing_alone_asks_for_confirmation(window):
    window.write("a1", "ABC").is_saved()
    window.page.locator("#clear").click()
    window.page.get_by_role("button", name="Keep").click()
    window.shows("a1", "A").page.locator("#clear").click()
    window.page.locator("dialog").get_by_role("button", name="Clear").click()
    window.is_empty("a1").is_empty("c1")


@pytest.fixture
def hosted(new_window, api):
    """The host's window on a new closed board, and a guest's window."""
    game = api("POST", "/games", {"rules": "free", "title": "Friday"})
    host = new_window().store(f"host:{game['id']}", game["host"]["token"]).open(f"/g/{game['id']}")
    expect(host.page.locator("#title")).to_have_text("Friday")
    return host, new_window().open(host.path)


def test_a_closed_board_requires_a_seat_and_hides_the_host_controls_from_guests(hosted):
    host, guest = hosted
    guest.write("a1", "A")
    expect(guest.page.locator("dialog")).to_be_visible()
    guest.page.locator("#name").fill("Gil")
    guest.page.locator("dialog button[value]").click()
    guest.sees_player("Gil").write("a1", "G")
    host.shows("a1", "G")
    expect(guest.page.locator("#host")).to_be_hidden()


@pytest.mark.refusals
def test_letters_wait_until_a_player_with_an_unknown_token_rejoins(hosted):
    host, guest = hosted
    guest.join("Gil")
    refusals = []

    def forget_once(route):
        if refusals:
            return route.continue_()
        refusals.append(route)
        route.fulfill(status=401, headers={"Content-Type": "application/problem+json"}, body='{"code":"unknown-token"}')

    guest.page.route("**/board/cells/*", forget_once)
    guest.write("a1", "G")
    host.is_empty("a1")
    guest.shows("a1", "G").page.get_by_role("button", name="Rejoin as Gil").click()
    host.shows("a1", "G")
    guest.is_saved()


@pytest.mark.refusals
def test_a_player_removed_by_the_host_is_told_so_and_may_decline_to_rejoin(hosted, api):
    host, guest = hosted
    guest.join("Gil")
    game = guest.page.url.rsplit("/", 1)[1]
    token = host.page.evaluate("game => JSON.parse(localStorage.getItem(`5x5:host:${game}`))", game)
    api("DELETE", f"/games/{game}/seats/1", token=token)
    expect(guest.page.locator("#notice-text")).to_have_text("You no longer have a seat here.")
    guest.page.get_by_role("button", name="Not now").click()
    guest.shows_notice("Join to play.").page.get_by_role("button", name="Not now").click()
    expect(guest.page.locator("#notice")).to_be_hidden()
    expect(guest.page.locator("#join-open")).to_be_visible()


@pytest.mark.refusals
def test_the_host_can_lock_unlock_and_finish_a_board(hosted):
    host, guest = hosted
    guest.join("Gil")
    host.page.locator("#lock").click()
    expect(guest.page.locator("#notice-text")).to_have_text("The host has locked this board.")
    guest.write("a1", "G").says("The host has locked this board.").is_empty("a1")
    host.page.locator("#lock").click()
    expect(guest.page.locator("#notice")).to_be_hidden()
    guest.write("a1", "G").is_saved()
    host.page.locator("#close").click()
    host.page.locator("dialog").get_by_role("button", name="Finish").click()
    guest.is_in("end")
    expect(guest.page.locator("#frame")).to_be_hidden()


def test_the_notice_of_a_locked_board_can_be_dismissed_until_the_next_one(hosted):
    host, guest = hosted
    guest.join("Gil")
    host.page.locator("#lock").click()
    guest.shows_notice("The host has locked this board.").page.get_by_role("button", name="Not now").click()
    expect(guest.page.locator("#notice")).to_be_hidden()
    host.page.locator("#lock").click()
    expect(host.page.locator("#lock")).to_have_text("Lock")
    host.page.locator("#lock").click()
    guest.shows_notice("The host has locked this board.")
    expect(guest.page.locator("#notice")).to_be_visible()


COVERED = """() => {
    const box = (id) => document.getElementById(id).getBoundingClientRect();
    const notice = box('notice');
    return ['title', 'sub', 'grid'].filter((id) => {
        const { left, right, top, bottom } = box(id);
        return left < notice.right - 1 && notice.left < right - 1 && top < notice.bottom - 1 && notice.top < bottom - 1;
    });
}"""


def test_a_notice_covers_neither_the_title_nor_the_time_nor_the_board(new_window, api):
    guest = new_window(kind=SolvingWindow, has_touch=True)
    guest.page.goto(f"{guest.url}/g/{new_mini(api)['id']}")
    guest.shows_notice("Join to play.")
    for width, height in ((320, 568), (390, 844), (844, 390), (1280, 800)):
        guest.page.set_viewport_size({"width": width, "height": height})
        assert guest.page.evaluate(COVERED) == [], (width, height)


def test_names_are_shown_as_text_never_as_markup(window, api, board):
    api("POST", f"/games/{board}/seats", {"name": "<img src=x onerror=1>", "colour": "#2a9d8f"})
    window.sees_player("<img src=x onerror=1>")
    assert window.page.locator("#seats img").count() == 0


def test_a_rematch_keeps_the_seats_and_the_host(hosted):
    host, guest = hosted
    host.join("Hal")
    guest.join("Gil")
    host.page.locator("#close").click()
    host.page.locator("dialog").get_by_role("button", name="Finish").click()
    guest.is_in("end").page.get_by_role("button", name="Play again").click()
    guest.shows_notice("Asking the others …")
    host.page.locator("dialog").get_by_role("button", name="Play again").click()
    for each in hosted:
        each.page.wait_for_url("**/g/*-2")
        each.until_live().sees_player("Hal").sees_player("Gil")
    guest.write("a1", "G").is_saved()
    host.shows("a1", "G").page.locator("#lock").click()
    expect(guest.page.locator("#notice-text")).to_have_text("The host has locked this board.")


def test_the_host_can_remove_a_player(hosted):
    host, guest = hosted
    guest.join("Gil")
    host.sees_player("Gil").page.get_by_role("button", name="Remove Gil").click()
    host.page.locator("dialog").get_by_role("button", name="Remove", exact=True).click()
    expect(host.page.locator(".seat", has_text="Gil")).to_have_count(0)
    guest.shows_notice("You no longer have a seat here.")


def test_a_button_keeps_the_focus_when_its_list_is_redrawn(hosted):
    host, guest = hosted
    guest.join("Gil")
    remove = host.sees_player("Gil").page.get_by_role("button", name="Remove Gil")
    remove.focus()
    guest.page.locator("#recolour").click()
    guest.page.locator("dialog [value='#5661b3']").check()
    guest.page.locator("dialog button[value]").click()
    expect(host.page.locator(".seat[style*='86 97 179'], .seat[style*='5661b3']")).to_be_visible()
    expect(remove).to_be_focused()
