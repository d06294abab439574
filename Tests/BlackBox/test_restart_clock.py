"""The games' clocks stand still while the server is down."""

import signal
import time

import pytest

from aged import age, seconds_until
from client import accepted, new_game
from server_process import ServerProcess

ENDINGS = pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["SIGTERM", "kill -9"])
LONG = 3600


def elapsed(game):
    return game.show()["clock"]["elapsed"]


def test_three_seconds_down_are_not_played():
    """Both endings side by side; after a kill it may be off by a second, since the pulse beats so often."""
    with ServerProcess() as one, ServerProcess() as two:
        games = [new_game(one), new_game(two)]
        time.sleep(1.2)
        began, before = time.monotonic(), [elapsed(game) for game in games]
        one.stop(signal.SIGTERM), two.stop(signal.SIGKILL)
        time.sleep(3)
        one.start(), two.start()
        after, passed = [elapsed(game) for game in games], time.monotonic() - began
    for was, now in zip(before, after, strict=True):
        assert now - was < passed - 3 + 1.5, "it ran while the server was down"
        assert now >= was - 1.1, "it went back further than to the last beat of the pulse"


@pytest.fixture
def game(own_server):
    made = new_game(own_server)
    made.ann, made.ben = made.seat("Ann"), made.seat("Ben")
    accepted(made.edit(0, "A", move="before"))
    return made


def away(server, ending=signal.SIGTERM):
    """Stops the server, and starts it when an hour seems to have passed."""
    server.stop(ending)
    if ending == signal.SIGKILL:
        server.start()
        server.stop()
    with server.store.folder() as folder:
        age(folder, LONG)
    server.start()


@ENDINGS
def test_an_hour_down_is_not_played(own_server, game, ending):
    before = elapsed(game)
    away(own_server, ending)
    assert elapsed(game) - before < 5
    away(own_server, ending)
    time.sleep(0.3)
    assert 0.3 <= elapsed(game) - before < 8 and game.show()["clock"]["running"]


def test_what_is_over_keeps_its_time(own_server, game):
    accepted(game.act("close", token=game.host))
    before = game.show()["clock"], game.show()["result"]["seconds"]
    away(own_server)
    assert (game.show()["clock"], game.show()["result"]["seconds"]) == before


def test_the_seconds_of_a_result_do_not_count_an_hour_down(own_server, game):
    away(own_server)
    accepted(game.act("close", token=game.host))
    assert game.show()["result"]["seconds"] < 10
    own_server.restart(signal.SIGKILL)
    assert game.show()["result"]["seconds"] < 10


def test_a_prompt_loses_none_of_its_minute_while_the_server_is_down(own_server, game):
    prompt = accepted(game.ann.act("clear"))["events"][0]["prompt"]
    away(own_server)
    time.sleep(0.3)
    assert [shown["id"] for shown in game.show()["prompts"]] == [prompt["id"]]
    accepted(game.ben.answer(prompt["id"], 1))
    assert game.board()["cells"][0]["value"] == ""


def test_the_end_of_a_prompt_that_is_shown_moves_on_with_the_time_down(own_server, game):
    """Else a page would count down to a moment in the past, for a question that still can be answered."""
    accepted(game.ann.act("clear"))
    away(own_server)
    (prompt,) = game.show()["prompts"]
    assert 30 < seconds_until(prompt["expires"]) <= 60.5


def test_events_after_an_hour_down_bear_the_time_of_day(own_server, game):
    away(own_server)
    (event,) = accepted(game.edit(1, "B"))["events"]
    assert abs(seconds_until(event["time"])) < 3
    times = [event["time"] for event in game.history()]
    assert times == sorted(times)


def test_a_move_id_is_remembered_over_an_hour_down(own_server, game):
    away(own_server)
    with game.unchanged():
        assert accepted(game.edit(0, "A", move="before"))["sequence"] == 3
