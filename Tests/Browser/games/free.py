"""The free board, for the tests of all kinds."""

from playwright.sync_api import expect

from finished_games import SQUARE, PlayedGame, retry_when_limited
from solving_window import SolvingWindow as Window  # noqa: F401

TITLE, ROOM = "Free board", "Play · Free board"
BUTTONS = [("New board", "playing", None, ["Ann"])]
NEEDED, HAS_CLOCK = "#frame, #keys", False
WAITING, PLAYING, PAIR = None, {}, {}
ROWS = ("HEART", "EMBER", "ABUSE", "RESIN", "TREND")


def make(api, **options):
    return api("POST", "/games", {"rules": "free", "options": options})


def first_moves(window, api, game, other):
    cells = dict(zip(("a1", "b1", "c1", "d1", "e1"), "TEACH"))
    api("PATCH", f"/games/{game['id']}/board", {"cells": cells}, other)
    window.shows("e1", "H")


def dialogs(window):
    window.page.locator("#recolour").click()
    expect(window.page.locator("dialog")).to_be_visible()
    yield "colours"
    window.press("Escape").tool("clear").click()
    expect(window.page.locator("#notice-text")).to_be_visible()
    yield "prompt"


def touch_once(window):
    window.type_on_screen("b2", "AB")


def finish(api, names=("Ann", "Ben"), rounds=0):
    """A closed board with ten words; all its letters were overwritten `rounds` times before."""
    played = PlayedGame(api, "free", names)
    for turn in range(rounds):
        letters = {str(cell): "ABC"[(turn + cell) % 3] for cell in range(25)}
        retry_when_limited(played.write, letters, 1 + turn % len(names))
    for cell, letter in enumerate(SQUARE):
        retry_when_limited(played.write, {str(cell): letter}, 1 + cell % len(names))
    played.act("close", token=played.host)
    return played


def write_rows_together(ann, ben, rows):
    """Ann types the first two letters of each row, Ben taps the others."""
    for number, word in rows:
        ann.write(f"a{number}", word[:2])
        ben.type_on_screen(f"c{number}", word[2:])


def together(ann, ben, api, crash):
    write_rows_together(ann, ben, [(1, "HEART"), (2, "EMBER")])
    crash(lambda: write_rows_together(ann, ben, [(3, "ABUSE")]))
    for each in (ann, ben):
        each.until_live().draws("HEART/EMBER/ABUSE/...../.....")
    write_rows_together(ann, ben, [(4, "RESIN"), (5, "TREND")])
    for each in (ann, ben):
        each.draws("/".join(ROWS)).is_saved()
        expect(each.page.locator("#score")).not_to_have_text("0 points")
    ann.page.locator("#close").click()
    ann.page.locator("dialog button[value]").click()


def by_keys(window, api):
    window.tab_to(window.page.locator("#letters"))
    for row in ROWS:
        window.page.keyboard.type(row)
    window.draws("/".join(ROWS)).is_saved().press("Control+Home", "Space", "ArrowDown", "Delete").is_empty("a2")
    window.tab_to(window.tool("undo")).press("Enter").shows("a2", "E").is_saved()
    window.tab_to(window.page.locator("#close")).press("Enter")
    window.tab_to(window.page.locator("dialog button[value]")).press("Enter")
