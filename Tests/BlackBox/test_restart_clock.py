"""The clocks of games stop while the server is down."""

import signal
import time

import pytest

from backdating import backdate, seconds_until
from client import accepted, new_game
from server_process import ServerProcess

ENDINGS = pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["SIGTERM", "kill -9"])
HOUR = 3600


def elapsed(game):
    return game.show()["clock"]["elapsed"]


def test_the_clock_does_not_count_three_seconds_of_downtime():
    """Tests both endings at once. After a kill the clock may be off by a second, the heartbeat's interval."""
    with ServerProcess() as one, ServerProcess() as two:
        games = [new_game(one), new_game(two)]
        time.sleep(1.2)
        began, before = time.monotonic(), [elapsed(game) for game in games]
        one.stop(signal.SIGTERM), two.stop(signal.SIGKILL)
        time.sleep(3)
        one.start(), two.start()
        after, passed = [elapsed(game) for game in games], time.monotonic() - began
    for was, now in zip(before, after, strict=True):
        assert now - was < passed - 3 + 1.5, "the clock ran while the server was down"
        assert now >= was - 1.1, "the clock went back past the last heartbeat"


@pytest.fixture
def game(own_server):
    made = new_game(own_server)
    made.ann, made.ben = made.seat("Ann"), made.seat("Ben")
    accepted(made.edit(0, "A", move="before"))
    return made


def restart_an_hour_later(server, ending=signal.SIGTERM):
    """Stops the server, makes its data an hour older, and starts it again."""
    server.stop(ending)
    if ending == signal.SIGKILL:
        server.start()
        server.stop()
    with server.store.folder() as folder:
        backdate(folder, HOUR)
    server.start()


@ENDINGS
def test_the_clock_does_not_count_an_hour_of_downtime(own_server, game, ending):
    before = elapsed(game)
    restart_an_hour_later(own_server, ending)
    assert elapsed(game) - before < 5
    restart_an_hour_later(own_server, ending)
    time.sleep(0.3)
    assert 0.3 <= elapsed(game) - before < 8 and game.show()["clock"]["running"]


def test_a_finished_game_keeps_its_time(own_server, game):
    accepted(game.act("close", token=game.host))
    before = game.show()["clock"], game.show()["result"]["seconds"]
    restart_an_hour_later(own_server)
    assert (game.show()["clock"], game.show()["result"]["seconds"]) == before


def test_the_seconds_of_a_result_exclude_an_hour_of_downtime(own_server, game):
    restart_an_hour_later(own_server)
    accepted(game.act("close", token=game.host))
    assert game.show()["result"]["seconds"] < 10
    own_server.restart(signal.SIGKILL)
    assert game.show()["result"]["seconds"] < 10


def test_downtime_does_not_count_toward_the_minute_of_a_prompt(own_server, game):
    prompt = accepted(game.ann.act("clear"))["events"][0]["prompt"]
    restart_an_hour_later(own_server)
    time.sleep(0.3)
    assert [shown["id"] for shown in game.show()["prompts"]] == [prompt["id"]]
    accepted(game.ben.answer(prompt["id"], 1))
    assert game.board()["cells"][0]["value"] == ""


def test_the_expiry_shown_for_a_prompt_moves_by_the_downtime(own_server, game):
    """Otherwise a page would count down to a time in the past for a prompt that is still open."""
    accepted(game.ann.act("clear"))
    restart_an_hour_later(own_server)
    (prompt,) = game.show()["prompts"]
    assert 30 < seconds_until(prompt["expires"]) <= 60.5


def test_events_after_downtime_carry_the_current_time(own_server, game):
    restart_an_hour_later(own_server)
    (event,) = accepted(game.edit(1, "B"))["events"]
    assert abs(seconds_until(event["time"])) < 3
    times = [event["time"] for event in game.history()]
    assert times == sorted(times)


def test_a_move_id_is_remembered_across_an_hour_of_downtime(own_server, game):
    restart_an_hour_later(own_server)
    with game.unchanged():
        assert accepted(game.edit(0, "A", move="before"))["sequence"] == 3
