"""Setting the computer's clock changes no remaining time, while the server runs and across restarts."""

import datetime
import email.utils
import signal

import pytest

from client import accepted, ask, eventually, new_game
from server_clock import WallClock
from server_process import ServerProcess

pytestmark = pytest.mark.unsanitized("libfaketime and the sanitizers replace the same functions")

HOUR = 3600
DAY = 24 * HOUR
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


class Remaining:
    """Follows the remaining time of a race: it falls, and no step of the wall clock uses it up or adds to it."""

    def __init__(self, game):
        self.game, self.last = game, HOUR

    def goes_on(self):
        """Asserts that the race is on, with no more time than before, and waits until it has less."""
        before = self.last
        eventually(lambda: self.read() < before, what="the running of the clock")

    def restart(self, ending, offset):
        """Restarts the server with another wall clock; a kill takes a game's clock back to its last heartbeat."""
        server = self.game.server
        server.stop(ending)
        server.clock.set(offset)
        server.start()
        if ending == signal.SIGKILL:
            self.last = HOUR

    def read(self):
        shown = self.game.show()
        assert shown["state"] == "playing" and 0 < shown["clock"]["remaining"] <= self.last, shown["clock"]
        self.last = shown["clock"]["remaining"]
        return self.last


@STEPS
def test_a_step_of_the_wall_clock_changes_no_remaining_time(computer, step):
    remaining = Remaining(race(computer, HOUR))
    for offset in (step, 0, step):
        computer.clock.set(offset)
        remaining.goes_on()


@pytest.mark.parametrize("step", [-HOUR, 2 * DAY], ids=["-1h", "+2d"])
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["SIGTERM", "kill -9"])
def test_a_step_of_the_wall_clock_changes_no_remaining_time_across_a_restart(computer, step, ending):
    game = race(computer, HOUR)
    remaining = Remaining(game)
    computer.clock.set(step)  # while the server runs
    assert game.ann.edit(0, "A").status == 200
    remaining.goes_on()
    for offset in (step, 0):
        remaining.restart(ending, offset)
        remaining.goes_on()
    assert game.ann.edit(1, "B").status == 200
    remaining.restart(ending, 0)
    remaining.goes_on()


def test_a_race_ends_in_time_although_the_wall_clock_was_set_back(computer):
    game = race(computer, 2)
    computer.clock.set(-HOUR)
    eventually(lambda: game.show()["state"] == "finished")
    assert game.show()["result"]["seconds"] >= 2, "an hour is not subtracted"


@STEPS
def test_events_carry_the_time_of_the_wall_clock_as_it_is_set(computer, step):
    game = new_game(computer)
    computer.clock.set(step)
    answer = game.edit(0, "A")
    (event,) = accepted(answer)["events"]
    assert seconds_after_the_date(event["time"], answer) < 1
    ann, _ = game.seat("Ann"), game.seat("Ben")
    prompt = accepted(ann.act("clear"))["events"][0]["prompt"]
    computer.clock.set(0)
    answer = game.ask("GET")
    (shown,) = answer.json["prompts"]
    assert shown["id"] == prompt["id"] and 0 < seconds_after_the_date(shown["expires"], answer) < 61


def seconds_after_the_date(time, answer):
    """The seconds from the answer's Date, which is the server's wall clock in whole seconds, to an RFC 3339 time."""
    date = email.utils.parsedate_to_datetime(answer.header("Date"))
    return (datetime.datetime.fromisoformat(time.replace("Z", "+00:00")) - date).total_seconds()
