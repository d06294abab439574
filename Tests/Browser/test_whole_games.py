"""Whole games of every kind: on a desktop and a phone at once through a crash, and by keys alone."""

import signal

import pytest
from playwright.sync_api import expect

from lattice_window import LatticeWindow, answer_of, new_lattice, solving_swaps
from page_server import PHONE
from solving_window import EMPTY, SolvingWindow, new_guess, new_mini
from square_window import SquareWindow, play_to_the_end

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
BLANK = "...../...../...../...../....."
BOARD = ("HEART", "EMBER", "ABUSE", "RESIN", "TREND")

# Requests fail while the server is down.
pytestmark = pytest.mark.refusals


@pytest.fixture
def service_workers():
    return "allow"


@pytest.fixture
def pair(new_window):
    """Makes two windows with seats at a game: Ann's on a desktop, Ben's on a phone with touch."""
    def sit(kind, game):
        ann, ben = new_window(kind=kind, **DESKTOP), new_window(kind=kind, **PHONE)
        ann.store(f"host:{game['id']}", game["host"]["token"])
        return ann.sit(game["id"], "Ann"), ben.sit(game["id"], "Ben", "#e76f51")
    return sit


@pytest.fixture
def crash(server):
    """Kills the server, runs `during_outage`, and starts the server again on the same files."""
    def crash(during_outage=lambda: None):
        server.stop(signal.SIGKILL)
        during_outage()
        server.restart()
    return crash


def write_rows_together(ann, ben, rows):
    """Ann types the first two letters of each row, Ben taps the others."""
    for number, word in rows:
        ann.write(f"a{number}", word[:2])
        ben.type_on_screen(f"c{number}", word[2:])


@pytest.mark.smoke
def test_a_free_board_is_filled_on_a_desktop_and_a_phone_through_a_crash(pair, api, crash):
    ann, ben = pair(SolvingWindow, api("POST", "/games", {"rules": "free"}))
    write_rows_together(ann, ben, [(1, "HEART"), (2, "EMBER")])
    crash(lambda: write_rows_together(ann, ben, [(3, "ABUSE")]))
    for each in (ann, ben):
        each.until_live(timeout=20_000).draws("HEART/EMBER/ABUSE/...../.....", timeout=20_000)
    write_rows_together(ann, ben, [(4, "RESIN"), (5, "TREND")])
    for each in (ann, ben):
        each.draws("/".join(BOARD)).is_saved()
        expect(each.page.locator("#score")).not_to_have_text("0 points")
    ann.page.locator("#close").click()
    ann.page.locator("dialog .primary").click()
    for each in (ann, ben):
        each.is_in("end")


@pytest.mark.smoke
def test_a_word_square_is_played_on_a_desktop_and_a_phone_through_a_crash(pair, api, crash):
    ann, ben = pair(SquareWindow, api("POST", "/games", {"rules": "square", "options": {"clock": None}}))
    ann.sees_player("Ben").start().call("T").shows_status("Place T").place("a1").shows_status("T is placed")
    ben.is_playing().shows_status("Place T")
    crash(lambda: ben.place("c3").shows_status("Placing T …"))
    for each in (ann, ben):
        each.shows_status("Ben calls a letter" if each is ann else "Your turn: call a letter", timeout=20_000)
    assert (ann.text, ben.text) == ("T..../...../...../...../.....", "...../...../..T../...../.....")
    play_to_the_end(ann, ben)
    game = api("GET", f"/games/{ann.game}")
    assert game["result"]["winners"] and all("." not in board["text"] for board in game["boards"])


@pytest.mark.smoke
def test_a_mini_is_solved_together_on_a_desktop_and_a_phone_through_a_crash(pair, api, crash):
    ann, ben = pair(SolvingWindow, new_mini(api))
    ann.draws(EMPTY).write("c1", "OTS")
    ben.draws("#.OTS/...../...../...../....#").type_on_screen("b1", "D").type_on_screen("a2", "FETAL")
    crash(lambda: (ann.write("a3", "UL"), ben.type_on_screen("d3", "RA")))
    for each in (ann, ben):
        each.until_live(timeout=20_000).draws("#DOTS/FETAL/UL.RA/...../....#", timeout=20_000)
    ann.write("c3", "T")
    ben.type_on_screen("a4", "STEEP").type_on_screen("a5", "EARS")
    for each in (ann, ben):
        each.is_in("end")
    assert api("GET", f"/games/{ann.game}")["result"]["assisted"] is False


@pytest.mark.smoke
def test_a_guess_race_is_played_on_a_desktop_and_a_phone_through_a_crash(pair, api, crash):
    ann, ben = pair(SolvingWindow, new_guess(api, mode="race"))
    ann.sees_player("Ben").page.get_by_role("button", name="Start").click()
    ann.is_in("play").guess("teach").marks("nmnhh/...../...../...../.....")
    ben.is_in("play").type_on_screen("a1", "MA")
    crash()
    for each in (ann, ben):
        each.until_live(timeout=20_000)
    ann.draws("TEACH/...../...../...../.....").marks("nmnhh/...../...../...../.....")
    ben.draws("MA.../...../...../...../.....").type_on_screen("c1", ["T", "C", "H", "Enter"])
    ben.marks("mhhhh/...../...../...../.....").type_on_screen("a2", [*"LATCH", "Enter"])
    ann.is_in("play").guess("latch")
    for each in (ann, ben):
        each.is_in("end")
    assert api("GET", f"/games/{ann.game}")["result"]["answer"] == "LATCH"


@pytest.mark.smoke
def test_a_lattice_is_solved_together_on_a_desktop_and_a_phone_through_a_crash(pair, api, crash, server):
    ann, ben = pair(LatticeWindow, new_lattice(api, mode="together"))
    first, second, third, *others = solving_swaps(ann.has_left(15).text, answer_of(server.url))
    ann.drag(*first)
    ben.has_left(14).drag(*second).has_left(13)
    ann.has_left(13)

    def swap_offline():
        expect(ann.page.locator("#connection")).to_have_attribute("data-state", "offline", timeout=20_000)
        ann.press_both(*third).says("No connection").has_left(13)

    crash(swap_offline)
    for each in (ann, ben):
        each.until_live(timeout=20_000).has_left(13)
    ann.press_both(*third)
    for each in (ann, ben):
        each.has_left(12)
    for turn, swap in enumerate(others):
        mover = (ann, ben)[turn % 2].has_left(12 - turn)
        mover.press_both(*swap)
    for each in (ann, ben):
        each.is_in("end")
    assert api("GET", f"/games/{ann.game}")["result"]["winners"] == [1, 2]


# ---------------------------------------------------------------------------------------------- by keys alone


@pytest.fixture
def by_keys(new_window):
    """Makes windows in which the player has taken a seat by keys alone."""
    def sit(kind, game):
        window = new_window(kind=kind, **DESKTOP)
        window.store(f"host:{game['id']}", game["host"]["token"]).visit(f"/g/{game['id']}")
        window.tab_to(window.page.locator("#join-open")).press("Enter")
        expect(window.page.locator("#name")).to_be_focused()
        window.page.keyboard.type("Ann")
        window.press("Enter")
        expect(window.page.locator(".seat", has_text="Ann")).to_contain_text("you")
        return window
    return sit


def reach_play_again(window):
    """Waits for the end and reaches "Play again" by Tab."""
    window.is_in("end").tab_to(window.page.locator("#again"))


def test_a_free_board_is_played_by_keys_alone(by_keys, api):
    ann = by_keys(SolvingWindow, api("POST", "/games", {"rules": "free"}))
    ann.tab_to(ann.page.locator("#letters"))
    for row in BOARD:
        ann.page.keyboard.type(row)
    ann.draws("/".join(BOARD)).is_saved().press("Control+Home", "Space", "ArrowDown", "Delete").is_empty("a2")
    ann.tab_to(ann.tool("undo")).press("Enter").shows("a2", "E").is_saved()
    ann.tab_to(ann.page.locator("#close")).press("Enter")
    ann.tab_to(ann.page.locator("dialog .primary")).press("Enter")
    reach_play_again(ann)


def test_a_word_square_is_played_by_keys_alone(by_keys, api):
    ann = by_keys(SquareWindow, api("POST", "/games", {"rules": "square", "options": {"clock": None, "seed": 1}}))
    ann.tab_to(ann.page.locator("#bots button").first).press("Enter")
    expect(ann.page.locator(".seat")).to_have_count(2)
    ann.tab_to(ann.page.locator("#start")).press("Enter").is_playing().is_at("a1")
    snake = [*["ArrowRight"] * 4, "ArrowDown", *["ArrowLeft"] * 4, "ArrowDown"] * 2 + ["ArrowRight"] * 4
    for number, arrow in enumerate(snake[:24]):
        if number % 2 == 0:
            ann.shows_status("Your turn: call a letter").press("EATRS"[number % 5].lower())
        expect(ann.page.locator(".choice").first).to_be_attached()
        ann.press("Space" if number % 3 else "Enter").has_filled(number + 1).press(arrow)
    ann.shows_status("Choose your last letter").press("s")
    reach_play_again(ann)


def test_a_mini_is_played_by_keys_alone(by_keys, api):
    ann = by_keys(SolvingWindow, new_mini(api)).draws(EMPTY)
    ann.tab_to(ann.page.locator("#letters")).clue("1", "Across")
    ann.page.keyboard.type("dot")
    check_word = ann.page.locator("dialog [role=group]").first.get_by_role("button", name="Word")
    ann.press("?").tab_to(check_word).press("Enter")
    ann.marks(".rrr./...../...../...../.....").is_at("e1").press("s")
    for word, clue in (("fetal", "5"), ("ultra", "6"), ("steep", "7"), ("ears", "8")):
        ann.clue(clue, "Across").page.keyboard.type(word)
    reach_play_again(ann)


def test_a_guess_game_is_played_by_keys_alone(by_keys, api):
    ann = by_keys(SolvingWindow, new_guess(api)).is_in("play").draws(BLANK)
    ann.tab_to(ann.page.locator("#letters")).guess("teach").marks("nmnhh/...../...../...../.....").guess("latch")
    reach_play_again(ann)


def test_a_lattice_is_solved_by_keys_alone(by_keys, api, server):
    ann = by_keys(LatticeWindow, new_lattice(api)).has_left(15)
    ann.tab_to(ann.page.locator("#letters"))
    for number, swap in enumerate(solving_swaps(ann.text, answer_of(server.url))):
        ann.has_left(15 - number).swap_by_keys(*swap)
    reach_play_again(ann)
