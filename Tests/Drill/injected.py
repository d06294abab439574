"""Deaths and errors at chosen system calls, by strace: the server is ended before its Nth write or sync.

    python Tests/Drill/injected.py                  # kills at call 1…200 of each kind, then errors
    python Tests/Drill/injected.py --every 20       # the short version
    python Tests/Drill/injected.py --calls pwrite64 --first 201 --last 2600 --every 21      # into checkpoints

strace counts calls by thread: the Nth call is the Nth of whichever thread gets there first, and that is the
thread of the store, or the first one while it opens the store. Every start counts anew, so small N strike
inside the recovery of what the round before left behind. Exit code 0 when no promise was broken.
"""

import argparse
import asyncio
import collections
import sys
import time

import checker
from faults import FAULTS, endure
from stage import ServerDidNotStart, Stage, finish
from watchers import Getter, Poller, StreamReader
from world import create, sit
from writers import Writer

ROUNDS = {"pwrite64": 200, "fdatasync": 200, "fsync": 3, "ftruncate": 5, "sendto": 100}
LIFE = 10  # rounds that one folder lives through
MOVES, LIMIT = 400, 20.0  # a round ends after so many moves of a writer, or seconds


def killing(call, number):
    """The command under which a server dies at its Nth call of this kind."""
    fault = ["-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}"]
    return ["strace", "-D", "-f", "-qqq", "-o", "/dev/null", *fault]


class Rounds:
    """One folder's rounds: each starts the server under strace, plays until it dies, and checks it all."""

    def __init__(self, store="sqlite", seed=None):
        self.stage, self.round, self.deaths = Stage(store, seed), 0, collections.Counter()
        self.tokens = {}

    async def found(self, call, number):
        """Games and seats in a folder whose very first start was already struck."""
        await self._start_struck(call, number)
        self._start_again()
        for name in ("one", "two"):
            game, _ = await create(self.stage.world, "host", name)
            self.stage.world.games.append(game)
            self.tokens[game] = await sit(self.stage.world, "host", game, "Ann")
        self.stage.kill()

    async def play(self, call, number):
        """One round; returns the violations of the folder's whole life so far."""
        world = self.stage.world
        self.round += 1
        world.playing = True
        alive = await self._start_struck(call, number)
        tasks = [[asyncio.create_task(one.run()) for one in group] for group in self._crowd()]
        if alive:
            self.deaths["in play" if await self._death(tasks[0]) else "not at all"] += 1
        await asyncio.to_thread(self._start_again)
        world.playing = False
        self.stage.problems += await finish(*tasks)
        await self.stage.write_journals()
        self.stage.kill()
        return checker.check(self.stage.records())

    async def _start_struck(self, call, number):
        try:
            await asyncio.to_thread(self.stage.start, killing(call, number))
            return True
        except ServerDidNotStart:
            self.deaths["in start"] += 1
            return False

    def _start_again(self):
        """Kills what is left of the struck server, and starts one that nothing strikes."""
        self.stage.kill()
        self.stage.replace_server()
        self.stage.start()

    def _crowd(self):
        """Two anonymous writers and two seated ones, and one watcher of each kind."""
        world, tag = self.stage.world, f"r{self.round}"
        writers = [Writer(world, f"{tag}-open{n}", world.games, limit=MOVES) for n in range(2)]
        for game, token in self.tokens.items():
            writers.append(Writer(world, f"{tag}-seated-{game}", [game], token, limit=MOVES))
        kinds = (Poller, StreamReader, Getter)
        return writers, [kind(world, f"{tag}-{kind.__name__}", world.games[0]) for kind in kinds]

    async def _death(self, writers):
        """Waits until the server is dead, or enough has been played; whether it died."""
        deadline = time.monotonic() + LIMIT
        while self.stage.server.running and time.monotonic() < deadline:
            if any(task.done() for task in writers):
                return False
            await asyncio.sleep(0.02)
        return not self.stage.server.running

    def end(self, broken):
        """Verifies the folder and lets it go, unless something is broken."""
        self.stage.verify()
        self.stage.keep = bool(broken or self.stage.problems)
        self.stage.close()


async def life(call, numbers, store="sqlite", seed=None):
    """The rounds of one folder; returns (deaths, violations, problems)."""
    rounds, violations = Rounds(store, seed), []
    try:
        await rounds.found(call, numbers[0])
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


def kills(call, numbers, store="sqlite", seed=None):
    """All rounds of one kind of call, in folders of LIFE rounds; prints a line; whether all was well."""
    began, deaths, violations, problems = time.monotonic(), collections.Counter(), [], []
    for first in range(0, len(numbers), LIFE):
        result = asyncio.run(life(call, numbers[first : first + LIFE], store, seed))
        deaths += result[0]
        violations += result[1]
        problems += result[2]
    died = ", ".join(f"{count} {when}" for when, count in sorted(deaths.items()))
    seconds = time.monotonic() - began
    print(f"{call:12} {len(numbers):4} rounds: died {died}; {len(violations)} violations, {seconds:.0f} s")
    return told(violations, problems)


def told(violations, problems):
    """Tells what was wrong; whether nothing was."""
    checker.report(violations)
    for problem in problems:
        print(f"problem: {problem}", file=sys.stderr)
    return not violations and not problems


def errors(store="sqlite"):
    """All bounded errors; prints a line for each; whether all was well."""
    well = True
    for fault in FAULTS:
        line, violations, problems = asyncio.run(endure(fault, store))
        print(f"{fault.name:24} {line}; {len(violations)} violations")
        well = told(violations, problems) and well
    return well


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calls", nargs="*", default=list(ROUNDS), choices=[*ROUNDS, []])
    parser.add_argument("--first", type=int, default=1, help="the first N")
    parser.add_argument("--last", type=int, help="the last N; else as many as are usual for the call")
    parser.add_argument("--every", type=int, default=1, help="only every so-manieth N")
    parser.add_argument("--no-errors", action="store_true", help="deaths alone")
    parser.add_argument("--store", default="sqlite")
    parser.add_argument("--seed", type=int)
    options = parser.parse_args()
    well = True
    for call in options.calls:
        numbers = range(options.first, (options.last or ROUNDS[call]) + 1, options.every)
        well = kills(call, numbers, options.store, options.seed) and well
    if not options.no_errors:
        well = errors(options.store) and well
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
