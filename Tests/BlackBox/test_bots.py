"""Bots: sitting down, being sent away, and playing."""

import re
import time

import pytest

from client import Wire, new_game, problem
from square_table import Table, accepted


def ask_for_bot(game, body=None, token=None):
    return game.ask("POST", "/bots", {} if body is None else body, token=token)


def test_the_host_seats_a_bot(server):
    game = Table(server, "Ann", begin=False)
    answer = ask_for_bot(game, {"level": "hard"}, game.host)
    assert answer.status == 201 and answer.header("Location") == f"{game.path}/seats/2"
    bot = answer.json
    assert re.fullmatch(r"#[0-9a-f]{6}", bot.pop("colour"))
    assert bot == {"seat": 2, "name": "Bot 2", "bot": True, "level": "hard"}, "and no token"


def test_anybody_seated_seats_a_bot_and_spectators_do_not(server):
    game = Table(server, "Ann", "Ben", begin=False)
    assert ask_for_bot(game, token=game.people[1].token).json["level"] == "medium", "unless said"
    problem(ask_for_bot(game), 401, "token-needed")
    problem(ask_for_bot(game, token="x" * 32), 401, "unknown-token")
    assert len(game.show()["seats"]) == 3


def test_free_games_have_no_bots(server):
    game = new_game(server)
    problem(ask_for_bot(game, token=game.host), 409, "no-bots")
    problem(ask_for_bot(game, token=game.seat().token), 409, "no-bots")


@pytest.mark.parametrize(
    "body",
    [{"level": "best"}, {"level": ""}, {"level": 3}, {"level": ["hard"]}, {"level": "HARD"}, {"lvl": "hard"}],
    ids=str,
)
def test_a_level_that_is_none_is_refused(server, body):
    game = Table(server, "Ann", begin=False)
    problem(ask_for_bot(game, body, game.host), 422, ("invalid-value", "unknown-key"))
    assert len(game.show()["seats"]) == 1


@pytest.mark.parametrize("body", [b"[]", b"{", b"5", b'{"level":"hard"', b"\xff"])
def test_a_body_that_is_no_object_seats_no_bot(server, body):
    game = Table(server, "Ann", begin=False)
    answer = game.ask("POST", "/bots", body, {"Content-Type": "application/json"}, game.host)
    problem(answer, 400)
    assert len(game.show()["seats"]) == 1


def test_a_bot_may_be_sent_away_while_all_wait_by_the_host_and_by_those_seated(server):
    game = Table(server, "Ann", "Ben", bots=["easy", "medium"], begin=False)
    problem(game.ask("DELETE", "/seats/3"), 401, "token-needed")
    assert game.leave(3, token=game.people[1].token).status == 204
    assert game.leave(4, token=game.host).status == 204
    assert [seat["seat"] for seat in game.show()["seats"]] == [1, 2]


def test_a_bot_stays_once_the_game_has_begun(server):
    game = Table(server, "Ann", bots=["easy"])
    for token in (game.people[0].token, game.host):
        game.leave(2, token=token)
    seat = game.show()["seats"][1]
    assert seat["bot"] is True and "away" not in seat
    assert game.history()[-1]["type"] == "game.started", "nothing has happened"


def test_bots_of_every_level_play_a_game_to_its_end(server):
    game = Table(server, "Ann", bots=["easy", "medium", "hard"], end="shared")
    shown = game.play()
    assert all("." not in text for text in game.texts().values()) and len(shown["result"]["scores"]) == 4


def test_moves_of_bots_are_marked(server):
    game = Table(server, "Ann", bots=["easy"])
    game.play_rounds(4)
    events = [event for event in game.history() if event["type"] in ("letter.called", "cell.changed")]
    assert len(events) >= 12
    for event in events:
        assert event.get("cause") == ("bot" if event["by"] == 2 else None), event


def test_a_bot_moves_within_a_moment(server):
    game = Table(server, "Ann", bots=["hard"])
    slowest = 0
    for _ in range(4):
        while game.move():
            began = time.monotonic()
        game.wait(lambda shown: shown["sequence"] and not game_waits_for_bot(shown), "the bot's move")
        slowest = max(slowest, time.monotonic() - began)
    assert slowest < 1.5


def game_waits_for_bot(shown):
    bot = shown["seats"][1]
    due = len(shown["round"]["letters"])
    return bot["filled"] < due or shown["round"]["step"] == "call" and shown.get("turn") == 2


def test_others_are_served_while_eleven_hard_bots_think(server):
    game = Table(server, "Ann", bots=["hard"] * 11)
    accepted(game.call(1, "E"))
    slowest, deadline = 0, time.monotonic() + 10
    with Wire(server) as wire:
        while any(seat["filled"] == 0 for seat in game.view()["seats"][1:]):
            began = time.monotonic()
            wire.request("GET", "/healthz")
            assert wire.answer().status == 200
            slowest = max(slowest, time.monotonic() - began)
            assert time.monotonic() < deadline, "eleven bots do not come to an end"
    assert slowest < 0.25, "a bot keeps the loop busy"


def test_the_same_seed_gives_the_same_game_of_bots(server):
    games = [Table(server, "Ann", bots=["easy", "hard"], seed=77, plan=5) for _ in range(2)]
    for game in games:
        game.play_rounds(7)
    one, two = (
        [(event["type"], event.get("letter"), event.get("by")) for event in game.history()[:24]]
        for game in games
    )
    callers = [[event for event in events if event[0] == "letter.called"] for events in (one, two)]
    assert callers[0] == callers[1]
    for game in games:
        # A bot calls the eighth letter, and both place it whenever they have thought.
        game.wait(lambda shown: all(seat["filled"] == 8 for seat in shown["seats"][1:]), "the bots' eighth letter")
        accepted(game.act("close", token=game.host))
    first, second = ({board["board"]: board["text"] for board in game.show()["boards"]} for game in games)
    assert first == second


def test_a_bot_has_no_token_and_nobody_can_play_for_it(server):
    game = Table(server, "Ann", bots=["easy"])
    accepted(game.call(1, "E"))
    assert "token" not in game.ask("GET", "/history").text
    problem(game.act("place", {"cell": 0}, token=game.host), (401, 403))
