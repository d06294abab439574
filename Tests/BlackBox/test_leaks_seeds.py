"""Future letters cannot be computed from anything that a client can read."""

import datetime

import pytest

from client import Game, Seat, ask, problem
from square_table import Table, accepted, create


def next_seed(seed):
    """The first number of SplitMix64 (Steele, Lea, Flood) for a seed."""
    mask = 2**64 - 1
    state = (seed + 0x9E3779B97F4A7C15) & mask
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
    state = (state ^ state >> 27) * 0x94D049BB133111EB & mask
    return state ^ state >> 31


def letters_with_seed(server, setup, seed):
    """The letters of a solo game imported with this seed; None if the import is refused."""
    document = {"format": "fivebyfive-game", "version": 1, "written": setup["created"], "events": []}
    document["setup"] = {**setup, "seed": f"{seed:016x}"}
    answer = ask(server, "POST", "/games/import", document)
    if answer.status != 201:
        return None
    game = Game(server, answer.json["id"], answer.json["host"]["token"])
    return letters_of(game, game.seat("Eve"))


def letters_of(game, seat, count=12):
    """Plays a solo game until `count` letters are called; returns them."""
    if game.show()["state"] == "waiting":
        accepted(seat.act("start"))
    for cell in range(count - 1):
        accepted(game.act("place", {"cell": cell}, seat.token))
    return [event["letter"] for event in game.history() if event["type"] == "letter.called"]


def test_the_export_of_a_finished_game_does_not_reveal_the_next_rounds_letters(server):
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
            assert letters_with_seed(server, setup, seed) != actual, "the next seed can be predicted"


@pytest.mark.parametrize("days", [2, 30, 1000])
def test_a_future_day_is_refused_as_an_option(server, days):
    day = (datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days)).isoformat()
    problem(create(server, day=day), 422)


@pytest.mark.parametrize("day", ["", "x", "2026-99-99", "----------", "2026-02-30", 5, "²026-11-21"])
def test_an_invalid_day_is_refused_as_an_option(server, day):
    problem(create(server, day=day), 422)


@pytest.mark.parametrize("end", ["shared", "free-last"])
def test_no_answer_reveals_the_seed_of_a_running_game(server, end):
    game = Table(server, "Ann", bots=["hard"], end=end, public=True)
    game.play_rounds(2)
    for token in (None, game.host, game.people[0].token):
        for path in ("", "/history", "/export", "/actions", "/board", "/boards/2"):
            assert "seed" not in game.ask("GET", path, token=token).text
