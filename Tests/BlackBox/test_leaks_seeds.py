"""Letters and thoughts to come cannot be worked out from what is told."""

import datetime

import pytest

from client import Game, Seat, ask, problem
from square_table import Table, accepted, create


def next_seed(seed):
    """The first number of SplitMix64 (Steele, Lea, Flood) from a seed."""
    mask = 2**64 - 1
    state = (seed + 0x9E3779B97F4A7C15) & mask
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
    state = (state ^ state >> 27) * 0x94D049BB133111EB & mask
    return state ^ state >> 31


def letters_by(server, setup, seed):
    """The letters of a solo game that is brought in with such a seed, or None where that is refused."""
    document = {"format": "fivebyfive-game", "version": 1, "written": setup["created"], "events": []}
    document["setup"] = {**setup, "seed": f"{seed:016x}"}
    answer = ask(server, "POST", "/games/import", document)
    if answer.status != 201:
        return None
    game = Game(server, answer.json["id"], answer.json["host"]["token"])
    return letters_of(game, game.seat("Eve"))


def letters_of(game, seat, count=12):
    """Plays a solo game so far that so many letters have been called."""
    if game.show()["state"] == "waiting":
        accepted(seat.act("start"))
    for cell in range(count - 1):
        accepted(game.act("place", {"cell": cell}, seat.token))
    return [event["letter"] for event in game.history() if event["type"] == "letter.called"]


def test_the_document_of_a_game_that_is_over_does_not_tell_the_letters_of_the_next_round(server):
    game = Table(server, "Ann", end="shared")
    game.play()
    accepted(game.people[0].act("rematch"))
    setup = game.ask("GET", "/export").json["setup"]
    ann = game.people[0]
    following = Game(server, game.show()["next"], game.host)
    seat = Seat(following, ann.number, ann.name, ann.colour, ann.token)
    actual = letters_of(following, seat)
    if "seed" in setup:
        known = int(setup["seed"], 16)
        setup = {key: value for key, value in setup.items() if key not in ("seed", "previous")}
        for seed in (known, next_seed(known), known + 1):
            assert letters_by(server, setup, seed) != actual, "the next round's seed follows from this one's"


@pytest.mark.parametrize("days", [2, 30, 1000])
def test_the_letters_of_a_day_to_come_are_not_to_be_had_by_an_option(server, days):
    day = (datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days)).isoformat()
    problem(create(server, day=day), 422)


@pytest.mark.parametrize("day", ["", "x", "2026-99-99", "----------", "2026-02-30", 5, "²026-11-21"])
def test_a_day_that_is_none_is_no_option(server, day):
    problem(create(server, day=day), 422)


@pytest.mark.parametrize("end", ["shared", "free-last"])
def test_a_seed_is_told_nowhere_while_the_game_goes_on(server, end):
    game = Table(server, "Ann", bots=["hard"], end=end, public=True)
    game.play_rounds(2)
    for token in (None, game.host, game.people[0].token):
        for path in ("", "/history", "/export", "/actions", "/board", "/boards/2"):
            assert "seed" not in game.ask("GET", path, token=token).text
