"""Takes a window through every stage of a game: `for name in stages("free", window, api)`."""

from playwright.sync_api import expect

from games import game_of

LONG = "Bartholomew the Second of Nowhere"[:32]


def seat_two_players(window, api, game):
    """Seats Ann in the window, the host, and a player with a long name over HTTP; returns the other's token."""
    window.store(f"host:{game['id']}", game["host"]["token"]).sit(game["id"], "Ann")
    other = api("POST", f"/games/{game['id']}/seats", {"name": LONG, "colour": "#e9a23b"})["token"]
    window.sees_player(LONG)
    return other


def start(window, api, game):
    api("POST", f"/games/{game['id']}/actions/start", {}, game["host"]["token"])
    window.is_in("play")


def start_playing(kind, window, api):
    """Opens a game of two players with a few moves on the board."""
    known = game_of(kind)
    game = known.make(api, **(known.WAITING if known.PLAYING is None else known.PLAYING))
    other = seat_two_players(window, api, game)
    if known.PLAYING is None:
        start(window, api, game)
    known.first_moves(window.is_in("play"), api, game, other)
    return game


def stages(kind, window, api):
    """Brings the window, of the kind's class, to each stage and yields the stage's name."""
    known, page = game_of(kind), window.page
    if known.WAITING is not None:
        game = known.make(api, **known.WAITING)
        other = seat_two_players(window, api, game)
        expect(window.is_in("room").page.locator("#rules-name")).not_to_be_empty()
        yield "room"
        start(window, api, game)
    if known.PLAYING is None:
        known.first_moves(window, api, game, other)
    else:
        if known.WAITING is not None:
            yield "race"
        start_playing(kind, window, api)
    yield "play"
    yield from known.dialogs(window)
    window.visit(f"/g/{known.finish(api).id}").is_in("end")
    expect(page.locator("#boards .picture").first).to_be_visible()
    for summary in page.locator("summary:visible").all():
        summary.click()
    yield "end"
    page.locator("#replay").click()
    expect(page.get_by_role("slider")).not_to_have_attribute("max", "0")
    yield "replay"
