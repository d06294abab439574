"""The clocks of games stop while the server is down."""

import datetime
import signal

import pytest

from client import accepted, ask, new_game
from server_clock import StoppedServer

pytestmark = pytest.mark.unsanitized("libfaketime and the sanitizers replace the same functions")

ENDINGS = pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["SIGTERM", "kill -9"])
HOUR = 3600
own_clock = pytest.mark.sqlite(
    "Redis's own clock counts up to two seconds after a heartbeat; Swift tests check that"
)


def elapsed(game):
    """The whole seconds of the game's clock; clocks that stand still drift by a millisecond."""
    return round(game.show()["clock"]["elapsed"])


def seconds_between(earlier, later):
    """The seconds between two RFC 3339 times."""
    earlier, later = (
        datetime.datetime.fromisoformat(time.replace("Z", "+00:00")) for time in (earlier, later)
    )
    return (later - earlier).total_seconds()


@pytest.fixture
def server():
    with StoppedServer() as running:
        yield running


@pytest.fixture
def game(server):
    made = new_game(server)
    made.ann, made.ben = made.seat("Ann"), made.seat("Ben")
    accepted(made.edit(0, "A", move="before"))
    return made


def let_pass(server, seconds):
    """Lets whole seconds pass, and waits until the store has the heartbeat of the last one."""
    for _ in range(seconds):
        server.advance(1)
        # The store reads this after it has stored the heartbeat.
        assert ask(server, "GET", "/leaderboards/guess").status == 200


def restart_an_hour_later(server, ending=signal.SIGTERM):
    """Ends the server while its clocks stand still, and starts it when an hour has passed."""
    server.send(ending)
    server.wait()
    server.advance(HOUR)
    server.start()


@own_clock
def test_after_a_kill_the_clock_goes_on_from_the_last_heartbeat(server, game):
    """A heartbeat is stored every second."""
    let_pass(server, 10)
    server.advance(0.9)
    restart_an_hour_later(server, signal.SIGKILL)
    assert elapsed(game) == 10


@own_clock
@ENDINGS
def test_the_clock_does_not_count_an_hour_of_downtime(server, game, ending):
    let_pass(server, 3)
    for passed in (3, 5):
        restart_an_hour_later(server, ending)
        assert elapsed(game) == passed and game.show()["clock"]["running"]
        let_pass(server, 2)
        assert elapsed(game) == passed + 2


def test_a_finished_game_keeps_its_time(server, game):
    let_pass(server, 3)
    accepted(game.act("close", token=game.host))
    before = game.show()["clock"], game.show()["result"]["seconds"]
    restart_an_hour_later(server)
    assert (game.show()["clock"], game.show()["result"]["seconds"]) == before


@own_clock
def test_the_seconds_of_a_result_exclude_an_hour_of_downtime(server, game):
    let_pass(server, 3)
    restart_an_hour_later(server)
    accepted(game.act("close", token=game.host))
    assert round(game.show()["result"]["seconds"]) == 3
    restart_an_hour_later(server, signal.SIGKILL)
    assert round(game.show()["result"]["seconds"]) == 3


def test_downtime_does_not_count_toward_the_minute_of_a_prompt(server, game):
    prompt = accepted(game.ann.act("clear"))["events"][0]["prompt"]
    restart_an_hour_later(server)
    assert [shown["id"] for shown in game.show()["prompts"]] == [prompt["id"]]
    accepted(game.ben.answer(prompt["id"], 1))
    assert game.board()["cells"][0]["value"] == ""


@own_clock
def test_the_expiry_shown_for_a_prompt_moves_by_the_downtime(server, game):
    """Otherwise a page would count down to a time in the past for a prompt that is still open."""
    (opened,) = accepted(game.ann.act("clear"))["events"]
    restart_an_hour_later(server)
    (prompt,) = game.show()["prompts"]
    (event,) = accepted(game.edit(1, "B"))["events"]
    left = seconds_between(opened["time"], opened["prompt"]["expires"])
    assert round(seconds_between(event["time"], prompt["expires"])) == left == 60


def test_events_after_downtime_carry_the_current_time(server, game):
    before = game.history()[-1]["time"]
    restart_an_hour_later(server)
    (event,) = accepted(game.edit(1, "B"))["events"]
    assert seconds_between(before, event["time"]) >= HOUR
    times = [event["time"] for event in game.history()]
    assert times == sorted(times)


def test_a_move_id_is_remembered_across_an_hour_of_downtime(server, game):
    restart_an_hour_later(server)
    with game.unchanged():
        assert accepted(game.edit(0, "A", move="before"))["sequence"] == 3
