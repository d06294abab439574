"""Kills the server before its Nth write or sync, and injects disk errors, with strace.

    python Tests/Drill/injected.py                  # kills at call 1…200 of each kind, then errors
    python Tests/Drill/injected.py --store redis    # kills before messages to Redis and answers to clients
    python Tests/Drill/injected.py --every 20       # the short version
    python Tests/Drill/injected.py --calls pwrite64 --first 201 --last 2600 --every 21      # into checkpoints

strace counts the calls of each thread, and kills the server at the first Nth call: by the store's thread, or by
the main thread while it opens the store. Every start begins a new count, so that a small N hits the recovery
from the round before. The exit code is 0 if no promise was broken.
"""

import argparse
import asyncio
import collections
import sys
import time

import checker
from faults import FAULTS, run_fault
from stage import ServerDidNotStart, Stage, finish
from room_clients import Guest, RoomHost, RoomReader
from watchers import Getter, Poller, StreamReader
from world import create, make_room, register, sit
from writers import Writer

ROUNDS = {"pwrite64": 200, "fdatasync": 200, "fsync": 3, "ftruncate": 5, "sendto": 100}
ROUNDS_ON_REDIS = {"write": 200, "sendto": 100}
ROUNDS_PER_FOLDER = 10
MOVES, LIMIT = 400, 60.0  # of one writer, and seconds: a round without a death ends at either


def kill_at(call, number):
    """The wrapper command under which a server is killed at its Nth call of this kind."""
    fault = ["-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}"]
    return ["strace", "-D", "-f", "-qqq", "-o", "/dev/null", *fault]


class Rounds:
    """The rounds of one data folder: each starts the server under strace, plays until it dies, and checks."""

    def __init__(self, store="sqlite", seed=None):
        self.stage, self.round, self.deaths = Stage(store, seed), 0, collections.Counter()
        self.tokens = {}

    async def create_games(self, call, number):
        """Creates games and seats, in a folder whose first start already had the fault."""
        await self._start_with_fault(call, number)
        self._start_again()
        for name in ("one", "two"):
            game, _ = await create(self.stage.world, "host", name)
            self.stage.world.games.append(game)
            self.tokens[game] = await sit(self.stage.world, "host", game, "Ann")
        self.host = await make_room(self.stage.world, "room-host", "room")
        self.guest = await register(self.stage.world, "room-guest", "Ben")
        self.stage.kill()

    async def play(self, call, number):
        """Plays one round; returns the violations of all rounds of the folder so far."""
        world = self.stage.world
        self.round += 1
        world.playing = True
        alive = await self._start_with_fault(call, number)
        tasks = [[asyncio.create_task(one.run()) for one in group] for group in self._clients()]
        if alive:
            self.deaths["in play" if await self._wait_for_death(tasks[0]) else "not at all"] += 1
        await asyncio.to_thread(self._start_again)
        world.playing = False
        self.stage.problems += await finish(*tasks)
        await self.stage.write_journals()
        self.stage.kill()
        return checker.check(self.stage.records())

    async def _start_with_fault(self, call, number):
        try:
            await asyncio.to_thread(self.stage.start, kill_at(call, number))
            return True
        except ServerDidNotStart:
            self.deaths["in start"] += 1
            return False

    def _start_again(self):
        """Kills the server with the fault, if it still runs, and starts one without."""
        self.stage.kill()
        self.stage.replace_server()
        self.stage.start()

    def _clients(self):
        """Two anonymous writers, two seated ones, the two members of a room, and one watcher of each kind."""
        world, tag = self.stage.world, f"r{self.round}"
        writers = [Writer(world, f"{tag}-open{n}", world.games, limit=MOVES) for n in range(2)]
        for game, token in self.tokens.items():
            writers.append(Writer(world, f"{tag}-seated-{game}", [game], token, limit=MOVES))
        writers.append(RoomHost(world, f"{tag}-host", "room", *self.host))
        writers.append(Guest(world, f"{tag}-guest", "room", *self.guest))
        watchers = [kind(world, f"{tag}-{kind.__name__}", world.games[0]) for kind in (Poller, StreamReader, Getter)]
        return writers, [*watchers, RoomReader(world, f"{tag}-room", "room", self.guest[1])]

    async def _wait_for_death(self, writers):
        """Waits until the server dies or the round is long enough; returns whether it died."""
        deadline = time.monotonic() + LIMIT
        while self.stage.server.running and time.monotonic() < deadline:
            if any(task.done() for task in writers):
                return False
            await asyncio.sleep(0.02)
        return not self.stage.server.running

    def end(self, broken):
        """Verifies the folder and removes it, unless something is broken."""
        self.stage.verify()
        self.stage.keep = bool(broken or self.stage.problems)
        self.stage.close()


async def run_folder(call, numbers, store="sqlite", seed=None):
    """Plays the rounds of one folder; returns (deaths, violations, problems)."""
    rounds, violations = Rounds(store, seed), []
    try:
        await rounds.create_games(call, numbers[0])
        for number in numbers:
            violations = await rounds.play(call, number)
            if violations:
                print(f"{call} {number}: {len(violations)} violations", file=sys.stderr)
                break
    except BaseException as error:
        violations = violations or [repr(error)]
        raise
    finally:
        rounds.end(violations)
    return rounds.deaths, violations, rounds.stage.problems


def run_kills(call, numbers, store="sqlite", seed=None):
    """Plays all rounds of one kind of call and prints a line; returns whether no promise was broken."""
    began, deaths, violations, problems = time.monotonic(), collections.Counter(), [], []
    for first in range(0, len(numbers), ROUNDS_PER_FOLDER):
        result = asyncio.run(run_folder(call, numbers[first : first + ROUNDS_PER_FOLDER], store, seed))
        deaths += result[0]
        violations += result[1]
        problems += result[2]
    died = ", ".join(f"{count} {when}" for when, count in sorted(deaths.items()))
    seconds = time.monotonic() - began
    print(f"{call:12} {len(numbers):4} rounds: died {died}; {len(violations)} violations, {seconds:.0f} s")
    return report(violations, problems)


def report(violations, problems):
    """Prints violations and problems; returns whether there are none."""
    checker.report(violations)
    for problem in problems:
        print(f"problem: {problem}", file=sys.stderr)
    return not violations and not problems


def run_errors(store="sqlite"):
    """Plays through every fault and prints a line for each; returns whether no promise was broken."""
    passed = True
    for fault in FAULTS:
        summary, violations, problems = asyncio.run(run_fault(fault, store))
        print(f"{fault.name:24} {summary}; {len(violations)} violations")
        passed = report(violations, problems) and passed
    return passed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calls", nargs="*", choices=[*ROUNDS, *ROUNDS_ON_REDIS, []])
    parser.add_argument("--first", type=int, default=1, help="the first N")
    parser.add_argument("--last", type=int, help="the last N (default: depends on the call)")
    parser.add_argument("--every", type=int, default=1, help="the step between values of N")
    parser.add_argument("--no-errors", action="store_true", help="only kills")
    parser.add_argument("--store", default="sqlite")
    parser.add_argument("--seed", type=int)
    options = parser.parse_args()
    passed, rounds = True, ROUNDS_ON_REDIS if options.store == "redis" else ROUNDS
    for call in rounds if options.calls is None else options.calls:
        numbers = range(options.first, (options.last or rounds[call]) + 1, options.every)
        passed = run_kills(call, numbers, options.store, options.seed) and passed
    # With Redis the server writes nothing to the disk.
    if not options.no_errors and options.store != "redis":
        passed = run_errors(options.store) and passed
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
