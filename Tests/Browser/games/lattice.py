"""The lattice, for the tests of all kinds."""

from functools import partial

from playwright.sync_api import expect

from finished_games import PlayedGame
from lattice_window import LatticeWindow as Window  # noqa: F401
from lattice_window import SEED, answer_of, new_lattice, solving_swaps, useless_swap

TITLE, ROOM = "Lattice", "Together · Lattice"
BUTTONS = [("Alone", "playing", "solo", ["Ann"]), ("Together", "playing", "together", ["Ann"]),
           ("Race", "waiting", "race", ["Ann"])]
NEEDED, HAS_CLOCK = "#frame, #swaps, #hint", True
WAITING, PLAYING, PAIR = {"mode": "race"}, {"mode": "together"}, {"mode": "together"}

make = new_lattice


def first_moves(window, api, game, other):
    window.has_left(15)
    for one, another in solving_swaps(window.text, answer_of(api))[:2]:
        api("POST", f"/games/{game['id']}/actions/swap", {"from": one, "to": another}, other)
    window.has_left(13).has_arrived()


def dialogs(window):
    letter = window.page.locator("#grid [data-mark=near], #grid [data-mark=miss]").first
    window.touch(letter)
    expect(window.page.locator("#grid .held")).to_have_count(1)
    yield "picked up"
    window.press("Escape").tool("resign").click()
    expect(window.page.locator("#notice-text")).to_be_visible()
    yield "give up"


def touch_once(window):
    window.cell("a1").tap()


def finish(api, names=("Ann",), seed=SEED, **options):
    """A solved lattice: together, or in a race by each player; the first needs no useless swap, the second one."""
    answer = answer_of(api, seed)
    played = PlayedGame(api, "lattice", names, seed=seed, **options)
    for seat in range(1, len(names) + 1) if options.get("mode") == "race" else [1]:
        text = played.request("GET", "board", token=played.token(seat))["text"]
        useless = [useless_swap(text, answer)] * 2 if seat == 2 else []
        for turn, (one, other) in enumerate([*useless, *solving_swaps(text, answer)]):
            mover = seat if options.get("mode") == "race" else 1 + turn % len(names)
            played.act("swap", {"from": one, "to": other}, mover)
    return played


def winning_moves(played, answer):
    text = played.game["boards"][0]["text"]
    return [partial(played.act, "swap", {"from": one, "to": other}) for one, other in solving_swaps(text, answer)]


def together(ann, ben, api, crash):
    first, second, third, *others = solving_swaps(ann.has_left(15).text, answer_of(api))
    ann.drag(*first)
    ben.has_left(14).drag(*second).has_left(13)
    ann.has_left(13)

    def swap_offline():
        expect(ann.page.locator("#connection")).to_have_attribute("data-state", "offline")
        ann.press_both(*third).says("No connection").has_left(13)

    crash(swap_offline)
    for each in (ann, ben):
        each.until_live().has_left(13)
    ann.press_both(*third)
    for each in (ann, ben):
        each.has_left(12)
    for turn, swap in enumerate(others):
        (ann, ben)[turn % 2].has_left(12 - turn).press_both(*swap)
    for each in (ann, ben):
        each.is_in("end")
    assert api("GET", f"/games/{ann.game}")["result"]["winners"] == [1, 2]


def by_keys(window, api):
    window.has_left(15).tab_to(window.page.locator("#letters"))
    for number, swap in enumerate(solving_swaps(window.text, answer_of(api))):
        window.has_left(15 - number).swap_by_keys(*swap)
