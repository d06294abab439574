"""The crash drill: kills the server again and again while clients play, then checks their records.

    python Tests/Drill/drill.py --clients 50 --games 40 --kills 30 --operations 100000
    python Tests/Drill/drill.py --store memory --expect-violations       # the checker must find violations

The exit code is 0 if no promise was broken (with --expect-violations: if one was).
"""

import argparse
import asyncio
import statistics
import sys
import time

import checker
from clients import create_clients
from stage import Stage, finish, slow_disk

MAX_FORGOTTEN = 500  # the drill stops after this many answers that a game or a token is unknown
SIGTERM_SHARE = 0.1  # of the times that the server is ended; the others are SIGKILL
# A drill without these records would prove nothing: it goes on until they have been made.
LEAST = {"observation": 501, "roomchange": 11, "roomobservation": 101}
DURING_START_SHARE = 0.2  # of the kills; these are followed by a kill during the next start


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clients", type=int, default=50, help="clients that write")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--operations", type=int, default=100_000)
    parser.add_argument("--every", type=float, nargs=2, default=(1.0, 3.0), help="seconds between kills")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--store", default="sqlite")
    parser.add_argument("--io-threads", type=int, default=1)
    parser.add_argument("--slow", type=int, help="milliseconds by which strace delays each disk write")
    parser.add_argument("--expect-violations", action="store_true", help="negative control: require a violation")
    return parser.parse_args(words)


class Killer:
    """Kills the server at random times, also during its start, and restarts it at once."""

    def __init__(self, stage, options):
        self.stage, self.options, self.kills = stage, options, 0

    async def run(self):
        while self._is_needed():
            await asyncio.sleep(self.stage.world.rng.uniform(*self.options.every))
            if self.options.kills:
                await asyncio.to_thread(self._kill)
            self._show(f"{self.kills} kills, {self.stage.world.played} operations")
        self._show("")

    def _is_needed(self):
        world, options = self.stage.world, self.options
        enough = self.kills >= options.kills and world.operations["ok"] >= options.operations
        if options.operations:
            enough = enough and all(self.stage.recorder.counts[kind] >= count for kind, count in LEAST.items())
        return not enough and world.forgotten < MAX_FORGOTTEN

    def _kill(self):
        rng = self.stage.world.rng
        if rng.random() < SIGTERM_SHARE:
            self.stage.stop()
        else:
            self.stage.kill()
            self.kills += 1
        while rng.random() < DURING_START_SHARE:
            self.stage.start_and_kill(rng.uniform(0.005, 0.15))
            self.kills += 1
        self.stage.start()

    @staticmethod
    def _show(text):
        if sys.stderr.isatty():
            print(f"\r{text:60}\r", end="", file=sys.stderr, flush=True)


async def play(stage, options):
    """Runs the drill until the final histories are recorded; returns the number of kills."""
    stage.start()
    writers, watchers = await create_clients(stage.world, options)
    killer = Killer(stage, options)
    tasks = [[asyncio.create_task(one.run()) for one in group] for group in (writers, watchers)]
    try:
        await killer.run()
    finally:
        stage.world.playing = False
        stage.problems += await finish(*tasks)
    await asyncio.to_thread(stage.stop)
    stage.verify()
    stage.start()
    await stage.write_journals()
    return killer.kills


def outage_times(world):
    """(longest start until the first answer, median and longest time until a client is answered again)."""
    complete = [outage for outage in world.outages if outage["answered"]]
    starts = [outage["answered"] - outage["started"] for outage in complete]
    back = [moment - outage["ended"] for outage in complete for moment in outage["back"].values()]
    return max(starts, default=0), statistics.median(back or [0]), max(back, default=0)


def summary(stage, kills, violations, seconds):
    world, counts = stage.world, stage.recorder.counts
    start, median, longest = outage_times(world)
    return {
        "operations": sum(world.operations[kind] for kind in ("ok", "refused", "unknown")),
        "acknowledged": world.operations["ok"],
        "refused": world.operations["refused"],
        "attempts": counts["attempt"],
        "unknown, settled by retry": world.operations["settled"],
        "unknown finally": world.operations["unknown"],
        "games created": counts["creation"],
        "changes of rooms": counts["roomchange"],
        "kills": kills,
        "observations checked": counts["observation"],
        "observations of rooms": counts["roomobservation"],
        "violations": len(violations),
        "other problems": len(stage.problems),
        "longest start to first answer": f"{start:.3f} s",
        "clients back after": f"{median:.3f} s median, {longest:.3f} s at most",
        "time": f"{seconds:.0f} s",
    }


def drill(options):
    """Runs one drill; returns (violations, problems, summary)."""
    wrapper = slow_disk(options.slow) if options.slow else ()
    stage = Stage(options.store, options.seed, wrapper, ["--io-threads", options.io_threads])
    began, violations = time.monotonic(), []
    try:
        kills = asyncio.run(play(stage, options))
        violations = checker.check(stage.records())
        table = summary(stage, kills, violations, time.monotonic() - began)
        stage.keep = bool(violations or stage.problems) and not options.expect_violations
        return violations, stage.problems, table
    except BaseException:
        stage.keep = True
        raise
    finally:
        stage.close()


def main():
    options = arguments()
    violations, problems, table = drill(options)
    for name, value in table.items():
        print(f"{name:32} {value}")
    for problem in problems:
        print(f"problem: {problem}", file=sys.stderr)
    checker.report(violations)
    broken = bool(violations) if options.expect_violations else bool(violations or problems)
    return int(broken != options.expect_violations)


if __name__ == "__main__":
    sys.exit(main())
