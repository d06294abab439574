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


def test_a_reader_alone_is_asked_for_one_name_and_confirms_to_clear_the_board(window):
    # Two presses on Join while the dialog is loading open one dialog.
    page, held = window.page, []
    page.route("**/dialogs.js", lambda route: held.append(route))
    page.locator("#join-open").dblclick()
    window.first(held).continue_()
    expect(page.locator("dialog")).to_have_count(1)
    window.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)

    window.write("a1", "ABC").is_saved()
    page.locator("#clear").click()
    page.get_by_role("button", name="Keep").click()
    window.shows("a1", "A").page.locator("#clear").click()
    page.locator("dialog").get_by_role("button", name="Clear").click()
    window.is_empty("a1").is_empty("c1")


def test_players_see_each_others_names_colours_cursors_and_presence(two, new_window, api, board):
    ann, ben = two

    # A letter has its writer's name and colour.
    ann.write("c3", "A").is_saved()
    expect(ben.cell("c3")).to_have_attribute("aria-label", "c3, A, by Ann")
    inks = [each.cell("c3").evaluate("cell => cell.style.getPropertyValue('--ink-light')") for each in two]
    assert inks[0] == inks[1] != ""
    expect(ben.page.locator("#announcer")).to_contain_text("Ann: A at c3")

    # A changed colour reaches the other player, whose caret is in another word.
    ben.choose("d5")
    expect(ann.cell("d5").locator(".peer .tag")).to_have_text("Ben")
    expect(ben.cell("d5").locator(".peer")).to_have_count(0)
    before = ben.cell("c3").evaluate("cell => getComputedStyle(cell).backgroundColor")
    ann.page.locator("#recolour").click()
    ann.page.get_by_role("radio", name="Violet").check()
    ann.page.locator("dialog button[value]").click()
    expect(ben.cell("c3")).not_to_have_css("background-color", before)

    # Names are text, never markup.
    api("POST", f"/games/{board}/seats", {"name": "<img src=x onerror=1>", "colour": "#2a9d8f"})
    ann.sees_player("<img src=x onerror=1>")
    assert ann.page.locator("#seats img").count() == 0

    new_window().open()
    expect(ann.page.locator("#spectators")).to_have_text("1 watching")
    ben.page.close()
    expect(ann.page.locator(".seat", has_text="Ben")).to_contain_text("away")


def test_players_undo_their_own_letters_ask_before_they_clear_and_leave_their_letters(two):
    ann, ben = two

    # Undo removes only the player's own last letter.
    ann.write("a1", "A").is_saved()
    ben.shows("a1", "A").write("b1", "B").is_saved()
    ann.shows("b1", "B").page.locator("#undo").click()
    ben.is_empty("a1").shows("b1", "B")
    ann.is_empty("a1").is_at("a1")
    ben.press("Control+z")
    ann.is_empty("b1")

    # Escape declines to clear the board.
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
    ben.press("Escape")
    ann.says("The board stays as it is")
    ben.shows("a1", "A")

    # The other player agrees.
    ann.page.locator("#clear").click()
    dialog.get_by_role("button").nth(1).click()
    for each in two:
        each.is_empty("a1").is_empty("c1")
    expect(ann.page.locator("#notice")).to_be_hidden()
    assert ann.text == ben.text == "...../...../...../...../....."

    # A player who leaves is asked first and frees the seat.
    ann.page.locator("#leave").click()
    ann.page.locator("dialog").get_by_role("button", name="Cancel").click()
    ben.sees_player("Ann")
    ann.leave("Your seat becomes free, and your letters stay.")
    expect(ben.page.locator(".seat", has_text="Ann")).to_have_count(0)
    expect(ann.page.locator("#join-open")).to_be_visible()
    expect(ann.page.locator("#notice")).to_be_hidden()


@pytest.fixture
def hosted(new_window, api):
    """The host's window on a new closed board, and a guest's window."""
    game = api("POST", "/games", {"rules": "free", "title": "Friday"})
    host = new_window().store(f"host:{game['id']}", game["host"]["token"]).open(f"/g/{game['id']}")
    expect(host.page.locator("#title")).to_have_text("Friday")
    return host, new_window().open(host.path)


def finish(host):
    host.page.locator("#close").click()
    host.page.locator("dialog").get_by_role("button", name="Finish").click()


def test_the_host_of_a_closed_board_locks_it_ends_it_and_stays_host_in_a_rematch(hosted):
    host, guest = hosted

    # A closed board requires a seat and hides the host's controls from guests.
    guest.write("a1", "A")
    expect(guest.page.locator("dialog")).to_be_visible()
    guest.page.locator("#name").fill("Gil")
    guest.page.locator("dialog button[value]").click()
    guest.sees_player("Gil").write("a1", "G")
    host.shows("a1", "G")
    expect(guest.page.locator("#host")).to_be_hidden()

    # A button keeps the focus when its list is redrawn.
    remove = host.sees_player("Gil").page.get_by_role("button", name="Remove Gil")
    remove.focus()
    guest.page.locator("#recolour").click()
    guest.page.locator("dialog [value='#5661b3']").check()
    guest.page.locator("dialog button[value]").click()
    expect(host.page.locator(".seat[style*='86 97 179'], .seat[style*='5661b3']")).to_be_visible()
    expect(remove).to_be_focused()

    # The notice of a locked board can be dismissed until the next one.
    host.page.locator("#lock").click()
    guest.shows_notice("The host has locked this board.").page.get_by_role("button", name="Not now").click()
    expect(guest.page.locator("#notice")).to_be_hidden()
    host.page.locator("#lock").click()
    expect(host.page.locator("#lock")).to_have_text("Lock")
    host.page.locator("#lock").click()
    guest.shows_notice("The host has locked this board.")
    expect(guest.page.locator("#notice")).to_be_visible()
    host.page.locator("#lock").click()
    expect(guest.page.locator("#notice")).to_be_hidden()

    # A rematch keeps the seats and the host, who can remove a player.
    host.join("Hal")
    finish(host)
    guest.is_in("end").page.get_by_role("button", name="Play again").click()
    guest.shows_notice("Asking the others …")
    host.page.locator("dialog").get_by_role("button", name="Play again").click()
    for each in hosted:
        each.page.wait_for_url("**/g/*-2")
        each.until_live().sees_player("Hal").sees_player("Gil")
    guest.write("a1", "G").is_saved()
    host.shows("a1", "G").page.locator("#lock").click()
    guest.shows_notice("The host has locked this board.")
    remove.click()
    host.page.locator("dialog").get_by_role("button", name="Remove", exact=True).click()
    expect(host.page.locator(".seat", has_text="Gil")).to_have_count(0)
    guest.shows_notice("You no longer have a seat here.")


@pytest.mark.refusals
def test_refusals_say_why_and_keep_the_letters_that_can_still_be_sent(hosted, api):
    host, guest = hosted
    guest.join("Gil")

    # Undo without a move explains itself.
    guest.page.locator("#undo").click()
    guest.says()

    # Letters wait until a player with an unknown token rejoins.
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
    guest.is_saved().page.unroute("**/board/cells/*")

    # The host locks and unlocks the board.
    host.page.locator("#lock").click()
    guest.shows_notice("The host has locked this board.")
    guest.write("a2", "G").says("The host has locked this board.").is_empty("a2")
    host.page.locator("#lock").click()
    expect(guest.page.locator("#notice")).to_be_hidden()
    guest.write("a2", "G").is_saved()

    # A removed player is told so and may decline to rejoin.
    token = host.page.evaluate("game => JSON.parse(localStorage.getItem(`5x5:host:${game}`))", host.game)
    seat = guest.page.evaluate("game => JSON.parse(localStorage.getItem(`5x5:seat:${game}`)).seat", host.game)
    api("DELETE", f"/games/{host.game}/seats/{seat}", token=token)
    guest.shows_notice("You no longer have a seat here.").page.get_by_role("button", name="Not now").click()
    guest.shows_notice("Join to play.").page.get_by_role("button", name="Not now").click()
    expect(guest.page.locator("#notice")).to_be_hidden()
    expect(guest.page.locator("#join-open")).to_be_visible()

    finish(host)
    guest.is_in("end")
    expect(guest.page.locator("#frame")).to_be_hidden()


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
