"""The clocks of games stop while the server is down."""

import signal

import pytest

from backdating import backdate, seconds_until
from client import accepted, ask, eventually, new_game
from server_clock import StoppedServer

ENDINGS = pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["SIGTERM", "kill -9"])
HOUR = 3600
SOME_MINUTES = 10 * 60  # more than a test takes, and less than the downtime


def elapsed(game):
    return game.show()["clock"]["elapsed"]


@pytest.mark.unsanitized("libfaketime and the sanitizers replace the same functions")
def test_after_a_kill_the_clock_goes_on_from_the_last_heartbeat():
    """A heartbeat is stored every second."""
    with StoppedServer() as server:
        game = new_game(server)
        for _ in range(10):
            server.advance(1)
            # The store reads this after it has stored the heartbeat.
            assert ask(server, "GET", "/leaderboards/guess").status == 200
        assert elapsed(game) == 10
        server.advance(0.9)
        server.stop(signal.SIGKILL)
        server.advance(HOUR)
        server.start()
        assert 9 <= elapsed(game) < 11


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
    assert elapsed(game) - before < SOME_MINUTES
    restart_an_hour_later(own_server, ending)
    began = elapsed(game)
    eventually(lambda: elapsed(game) > began, what="the clock's running")
    assert elapsed(game) - before < SOME_MINUTES and game.show()["clock"]["running"]


def test_a_finished_game_keeps_its_time(own_server, game):
    accepted(game.act("close", token=game.host))
    before = game.show()["clock"], game.show()["result"]["seconds"]
    restart_an_hour_later(own_server)
    assert (game.show()["clock"], game.show()["result"]["seconds"]) == before


def test_the_seconds_of_a_result_exclude_an_hour_of_downtime(own_server, game):
    restart_an_hour_later(own_server)
    accepted(game.act("close", token=game.host))
    assert game.show()["result"]["seconds"] < SOME_MINUTES
    own_server.restart(signal.SIGKILL)
    assert game.show()["result"]["seconds"] < SOME_MINUTES


def test_downtime_does_not_count_toward_the_minute_of_a_prompt(own_server, game):
    prompt = accepted(game.ann.act("clear"))["events"][0]["prompt"]
    restart_an_hour_later(own_server)
    assert [shown["id"] for shown in game.show()["prompts"]] == [prompt["id"]]
    accepted(game.ben.answer(prompt["id"], 1))
    assert game.board()["cells"][0]["value"] == ""


def test_the_expiry_shown_for_a_prompt_moves_by_the_downtime(own_server, game):
    """Otherwise a page would count down to a time in the past for a prompt that is still open."""
    accepted(game.ann.act("clear"))
    restart_an_hour_later(own_server)
    (prompt,) = game.show()["prompts"]
    assert abs(seconds_until(prompt["expires"])) < SOME_MINUTES


def test_events_after_downtime_carry_the_current_time(own_server, game):
    restart_an_hour_later(own_server)
    (event,) = accepted(game.edit(1, "B"))["events"]
    assert abs(seconds_until(event["time"])) < SOME_MINUTES
    times = [event["time"] for event in game.history()]
    assert times == sorted(times)


def test_a_move_id_is_remembered_across_an_hour_of_downtime(own_server, game):
    restart_an_hour_later(own_server)
    with game.unchanged():
        assert accepted(game.edit(0, "A", move="before"))["sequence"] == 3
