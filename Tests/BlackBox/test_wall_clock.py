"""Setting the computer's clock changes no remaining time, while the server runs and across restarts."""

import signal

import pytest

from backdating import seconds_until
from client import accepted, ask, eventually, new_game
from server_clock import WallClock
from server_process import ServerProcess

pytestmark = pytest.mark.unsanitized("libfaketime and the sanitizers replace the same functions")

HOUR = 3600
DAY = 24 * HOUR
SOME_MINUTES = 10 * 60  # more than a test takes, and less than any step
STEPS = pytest.mark.parametrize("step", [HOUR, -HOUR, 2 * DAY, -2 * DAY], ids=["+1h", "-1h", "+2d", "-2d"])


@pytest.fixture
def computer(tmp_path):
    clock = WallClock(tmp_path)
    with ServerProcess(wrapper=clock.wrapper) as server:
        server.clock = clock
        yield server


def race(server, limit):
    made = ask(server, "POST", "/games", {"rules": "guess", "options": {"mode": "race", "limit": limit}}).json
    game = new_game(server)
    game.id, game.path, game.host = made["id"], f"/games/{made['id']}", made["host"]["token"]
    game.ann = game.seat("Ann")
    assert game.act("start", token=game.host).status == 200
    return game


def clock(game):
    return game.show()["clock"]


@STEPS
def test_a_step_of_the_wall_clock_changes_no_remaining_time(computer, step):
    game = race(computer, HOUR)
    for offset in (step, 0, step):
        computer.clock.set(offset)
        shown = clock(game)
        assert HOUR - SOME_MINUTES < shown["remaining"] <= HOUR and shown["elapsed"] < SOME_MINUTES, offset


@pytest.mark.parametrize("step", [-HOUR, 2 * DAY], ids=["-1h", "+2d"])
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["SIGTERM", "kill -9"])
def test_a_step_of_the_wall_clock_changes_no_remaining_time_across_a_restart(computer, step, ending):
    game = race(computer, HOUR)
    computer.clock.set(step)  # while the server runs
    assert game.ann.edit(0, "A").status == 200
    computer.restart(ending)
    assert HOUR - SOME_MINUTES < clock(game)["remaining"] <= HOUR
    computer.stop(ending)
    computer.clock.set(0)  # while the server is down
    computer.start()
    assert HOUR - SOME_MINUTES < clock(game)["remaining"] <= HOUR
    assert game.ann.edit(1, "B").status == 200
    computer.restart(ending)
    assert HOUR - SOME_MINUTES < clock(game)["remaining"] <= HOUR


def test_a_race_ends_in_time_although_the_wall_clock_was_set_back(computer):
    game = race(computer, 2)
    computer.clock.set(-HOUR)
    eventually(lambda: game.show()["state"] == "finished")
    assert game.show()["result"]["seconds"] < SOME_MINUTES


@STEPS
def test_events_carry_the_time_of_the_wall_clock_as_it_is_set(computer, step):
    game = new_game(computer)
    computer.clock.set(step)
    (event,) = accepted(game.edit(0, "A"))["events"]
    assert abs(seconds_until(event["time"]) - step) < SOME_MINUTES
    ann, _ = game.seat("Ann"), game.seat("Ben")
    prompt = accepted(ann.act("clear"))["events"][0]["prompt"]
    computer.clock.set(0)
    (shown,) = game.show()["prompts"]
    assert shown["id"] == prompt["id"] and abs(seconds_until(shown["expires"])) < SOME_MINUTES
