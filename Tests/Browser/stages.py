"""Takes a window through every stage of a game: `for name in stages("mini", window, api)`."""

import finished_games
from playwright.sync_api import expect
from lattice_window import answer_of, new_lattice, solving_swaps
from solving_window import new_guess, new_mini

RULES = ("free", "square", "mini", "guess", "lattice")
LONG = "Bartholomew the Second of Nowhere"[:32]
NEEDED = {"free": "#frame, #keys", "square": "#call, #frame, #keys", "mini": "#clue, #frame, #keys",
          "guess": "#frame, #keys", "lattice": "#frame, #swaps, #hint"}

# The mark on e1 after the last move of `start_playing`.
LAST_MARK = {"mini": "revealed", "guess": "hit"}


def seat_two_players(window, api, game, start=False):
    """Seats Ann in the window and a player with a long name over HTTP; returns the other player's token."""
    window.store(f"host:{game['id']}", game["host"]["token"]).sit(game["id"], "Ann")
    other = api("POST", f"/games/{game['id']}/seats", {"name": LONG, "colour": "#e9a23b"})["token"]
    window.sees_player(LONG)
    if start:
        api("POST", f"/games/{game['id']}/actions/start", {}, game["host"]["token"])
    return other


def start_playing(rules, window, api, options=None):
    """Opens a game of two players with a few moves on the board."""
    made = {"rules": rules, "options": {"clock": None} if rules == "square" else options or {}}
    game = (new_mini(api, **made["options"]) if rules == "mini" else new_guess(api, mode="together")
            if rules == "guess" else new_lattice(api, mode="together") if rules == "lattice"
            else api("POST", "/games", made))
    other_token = seat_two_players(window, api, game, start=rules == "square")
    window.is_in("play")
    if rules == "square":
        window.key("E").click()
        expect(window.page.locator("#call-title")).to_have_text("Place E")
    elif rules == "lattice":
        expect(window.page.locator("#swaps b")).to_have_text("15")
        for one, other in solving_swaps(window.text, answer_of(window.url))[:2]:
            api("POST", f"/games/{game['id']}/actions/swap", {"from": one, "to": other}, other_token)
        expect(window.page.locator("#swaps b")).to_have_text("13")
    else:
        teach = dict(zip(("a1", "b1", "c1", "d1", "e1"), "TEACH"))
        cells = {"b1": "D", "c1": "X", "d1": "T"} if rules == "mini" else teach
        api("PATCH", f"/games/{game['id']}/board", {"cells": cells}, other_token)
        if rules == "mini":
            api("POST", f"/games/{game['id']}/actions/check", {"scope": "board"}, other_token)
            api("POST", f"/games/{game['id']}/actions/reveal", {"scope": "cell", "cell": 4}, other_token)
        if rules == "guess":
            api("POST", f"/games/{game['id']}/actions/submit", {"row": 0}, other_token)
        window.shows("d1", cells["d1"])
        if rules in LAST_MARK:
            expect(window.cell("e1")).to_have_attribute("data-mark", LAST_MARK[rules])
    return game


def stages(rules, window, api):
    """Brings the window to each stage and yields the stage's name."""
    page = window.page
    if rules != "free":
        room = {"mode": "race"} if rules != "square" else {"clock": None}
        game = new_mini(api, **room) if rules == "mini" else api("POST", "/games", {"rules": rules, "options": room})
        seat_two_players(window, api, game)
        window.is_in("room")
        expect(page.locator("#rules-name")).not_to_be_empty()
        yield "room"
    start_playing(rules, window, api)
    yield "play"
    if rules == "free":
        page.locator("#recolour").click()
        expect(page.locator("dialog")).to_be_visible()
        yield "colours"
        window.press("Escape").tool("clear").click()
        expect(page.locator("#notice-text")).to_be_visible()
        yield "prompt"
    if rules == "mini":
        window.tool("help").click()
        expect(page.locator("dialog")).to_be_visible()
        yield "help"
        window.press("Escape", "Escape")
        expect(page.locator("dialog input")).to_be_focused()
        yield "rebus"
        window.press("Escape").tool("pause").click()
        expect(page.locator("#paused")).to_be_visible()
        yield "paused"
    if rules in ("guess", "lattice"):
        window.tool("resign").click()
        yield "give up"
        window.press("Escape")
    window.visit(f"/g/{getattr(finished_games, rules)(api).id}").is_in("end")
    expect(page.locator("#boards .picture").first).to_be_visible()
    yield "end"
