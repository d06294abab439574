"""The mini crossword, for the tests of all kinds."""

from functools import partial

from playwright.sync_api import expect

from finished_games import PlayedGame, answer_of, solution
from solving_window import EMPTY, new_mini
from solving_window import SolvingWindow as Window  # noqa: F401

TITLE, ROOM = "Mini crossword", "Play · Mini crossword"
BUTTONS = [("Play", "playing", "together", ["Ann"]), ("Race", "waiting", "race", ["Ann"])]
NEEDED, HAS_CLOCK = "#clue, #frame, #keys", True
WAITING, PLAYING, PAIR = {"mode": "race"}, {"mode": "together"}, {}

make = new_mini


def first_moves(window, api, game, other):
    path = f"/games/{game['id']}"
    api("PATCH", f"{path}/board", {"cells": {"b1": "D", "c1": "X", "d1": "T"}}, other)
    api("POST", f"{path}/actions/check", {"scope": "board"}, other)
    api("POST", f"{path}/actions/reveal", {"scope": "cell", "cell": 4}, other)
    window.shows("d1", "T")
    expect(window.cell("e1")).to_have_attribute("data-mark", "revealed")


def dialogs(window):
    window.tool("help").click()
    expect(window.page.locator("dialog")).to_be_visible()
    yield "help"
    window.press("Escape", "Escape")
    expect(window.page.locator("dialog input")).to_be_focused()
    yield "rebus"
    window.press("Escape").tool("pause").click()
    expect(window.page.locator("#paused")).to_be_visible()
    yield "paused"


def touch_once(window):
    window.type_on_screen("b2", "AB")


def finish(api, names=("Ann",), seed=4, **options):
    """A solved mini: together with one wrong check and one reveal, or in a race by each player."""
    cells = solution(answer_of(api, "mini", seed=seed))
    played = PlayedGame(api, "mini", names, seed=seed, **options)
    first, second, *others = cells
    if options.get("mode") == "race":
        for seat in range(1, len(names) + 1):
            if seat == 2:
                played.act("reveal", {"scope": "cell", "cell": int(first)}, seat)
            played.write({cell: cells[cell] for cell in cells if seat != 2 or cell != first}, seat)
        return played
    played.write({first: "Q"})
    played.act("check", {"scope": "cell", "cell": int(first)})
    played.act("reveal", {"scope": "cell", "cell": int(second)})
    for turn, cell in enumerate([*others, first]):
        played.write({cell: cells[cell]}, 1 + turn % len(names))
    return played


def winning_moves(played, answer):
    *others, last = solution(answer).items()
    return [partial(played.write, dict(others)), partial(played.write, dict([last]))]


def together(ann, ben, api, crash):
    ann.draws(EMPTY).write("c1", "OTS")
    ben.draws("#.OTS/...../...../...../....#").type_on_screen("b1", "D").type_on_screen("a2", "FETAL")
    crash(lambda: (ann.write("a3", "UL"), ben.type_on_screen("d3", "RA")))
    for each in (ann, ben):
        each.until_live().draws("#DOTS/FETAL/UL.RA/...../....#")
    ann.write("c3", "T")
    ben.type_on_screen("a4", "STEEP").type_on_screen("a5", "EARS")
    for each in (ann, ben):
        each.is_in("end")
    assert api("GET", f"/games/{ann.game}")["result"]["assisted"] is False


def by_keys(window, api):
    window.draws(EMPTY).tab_to(window.page.locator("#letters")).clue("1", "Across")
    window.page.keyboard.type("dot")
    check_word = window.page.locator("dialog [role=group]").first.get_by_role("button", name="Word")
    window.press("?").tab_to(check_word).press("Enter")
    window.marks(".rrr./...../...../...../.....").is_at("e1").press("s")
    for word, clue in (("fetal", "5"), ("ultra", "6"), ("steep", "7"), ("ears", "8")):
        window.clue(clue, "Across").page.keyboard.type(word)
