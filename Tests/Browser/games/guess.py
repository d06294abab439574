"""The hidden word, for the tests of all kinds."""

import time
from functools import partial

from playwright.sync_api import expect

from finished_games import COLOURS, PlayedGame, answer_of, solution
from solving_window import BLANK, new_guess
from solving_window import SolvingWindow as Window  # noqa: F401

TITLE, ROOM = "Hidden word", "Together · Hidden word"
BUTTONS = [("Alone", "playing", "solo", ["Ann"]), ("Together", "playing", "together", ["Ann"]),
           ("Race", "waiting", "race", ["Ann"])]
NEEDED, HAS_CLOCK = "#frame, #keys", False
WAITING, PLAYING, PAIR = {"mode": "race"}, {"mode": "together"}, {"mode": "race"}

make = new_guess


def first_moves(window, api, game, other):
    cells = dict(zip(("a1", "b1", "c1", "d1", "e1"), "TEACH"))
    api("PATCH", f"/games/{game['id']}/board", {"cells": cells}, other)
    api("POST", f"/games/{game['id']}/actions/submit", {"row": 0}, other)
    window.shows("d1", "C")
    expect(window.cell("e1")).to_have_attribute("data-mark", "hit")


def dialogs(window):
    window.tool("resign").click()
    expect(window.page.locator("#notice-text")).to_be_visible()
    yield "give up"


def touch_once(window):
    window.type_on_screen("a1", "AB")


def finish(api, names=("Ann",), seed=5, words=("CRANE", "SLOTH"), **options):
    """Each player guesses `words`, one fewer than the player before, and then the answer."""
    answer = answer_of(api, "guess", seed=seed)
    played = PlayedGame(api, "guess", names, seed=seed, **options)
    for seat in range(1, len(names) + 1):
        for row, word in enumerate([*words[seat - 1:], answer]):
            played.write({str(5 * row + place): letter for place, letter in enumerate(word)}, seat)
            played.act("submit", seat=seat)
    return played


def winning_moves(played, answer):
    return [partial(played.write, solution(answer)), partial(played.act, "submit")]


def together(ann, ben, api, crash):
    ann.sees_player("Ben").page.get_by_role("button", name="Start").click()
    ann.is_in("play").guess("teach").marks("nmnhh/...../...../...../.....")
    ben.is_in("play").type_on_screen("a1", "MA")
    crash()
    for each in (ann, ben):
        each.until_live()
    ann.draws("TEACH/...../...../...../.....").marks("nmnhh/...../...../...../.....")
    ben.draws("MA.../...../...../...../.....").type_on_screen("c1", ["T", "C", "H", "Enter"])
    ben.marks("mhhhh/...../...../...../.....").type_on_screen("a2", [*"LATCH", "Enter"])
    ann.is_in("play").guess("latch")
    for each in (ann, ben):
        each.is_in("end")
    assert api("GET", f"/games/{ann.game}")["result"]["answer"] == "LATCH"


def by_keys(window, api):
    window.is_in("play").draws(BLANK).tab_to(window.page.locator("#letters")).guess("teach")
    window.marks("nmnhh/...../...../...../.....").guess("latch")


def daily(api, name, tries):
    """A daily game of today in which a new player, called `name`, finds the word at try number `tries`."""
    day = time.strftime("%Y-%m-%d", time.gmtime())
    answer = answer_of(api, "guess", mode="daily", day=day)
    played = object.__new__(PlayedGame)
    key = api("POST", "/players", {"name": name, "colour": COLOURS[0]})["key"]
    made = api("POST", "/daily/guess", token=key)
    played.api, played.id = api, made["id"]
    played.seats = [{**made["seats"][0], "token": key}]
    wrong = [word for word in ("CRANE", "SLOTH", "BUMPY", "LIGHT") if word != answer]
    for row, word in enumerate([*wrong[:tries - 1], answer]):
        played.write({str(5 * row + place): letter for place, letter in enumerate(word)})
        played.act("submit")
    return played
