"""The crash drill of several servers: nodes are killed, Redis is paused and killed, and all is checked.

    python Tests/Cluster/drill.py --nodes 3 --clients 50 --games 20 --operations 100000
    python Tests/Cluster/drill.py --forgetful --expect-violations          # the checker must notice

Exit code 0 when no promise was broken (with --expect-violations: when one was).
"""

import argparse
import asyncio
import collections
import pathlib
import signal
import statistics
import sys
import time

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path += [str(FOLDER.parent), str(FOLDER.parent / "Drill")]

import checker  # noqa: E402
from cluster import Cluster  # noqa: E402
from crowd import crowd  # noqa: E402
from history import SEVERAL_SERVERS, History  # noqa: E402
from stage import finish  # noqa: E402

HOPELESS = 500  # with so many answers that a game or token is unknown there is nothing left to play
POLITELY = 0.1  # this part of the nodes' ends is by SIGTERM, and no kill
PAUSES = 0.6  # this part of Redis's troubles is a pause, the others are kills
LONGEST_REST = 1.0  # seconds until a node that has ended is started again
LONGEST_ABSENCE = 3.0  # seconds until Redis, which was killed, is started again
PAUSE = (0.1, 6.0)  # seconds for which Redis is paused


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--clients", type=int, default=50, help="clients that write")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--operations", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, help="play for so long, however many operations that are")
    parser.add_argument("--every", type=float, nargs=2, default=(1, 3), help="seconds between ends of nodes")
    parser.add_argument(
        "--redis-every", type=float, nargs=2, default=(3, 9), help="seconds between troubles of Redis"
    )
    parser.add_argument("--seed", type=int)
    parser.add_argument("--forgetful", action="store_true", help="Redis is told to keep no log until it dies")
    parser.add_argument("--expect-violations", action="store_true", help="the negative control")
    parser.add_argument("--keep", action="store_true", help="keep the history and the logs in any case")
    return parser.parse_args(words)


class Trouble:
    """Ends nodes at random and starts them again; pauses Redis, kills it and starts it again."""

    def __init__(self, scene, options):
        self.scene, self.options, self.dice = scene, options, scene.world.dice
        self.counts = collections.Counter()
        self._began, self._resting, self._tasks = time.monotonic(), set(), []

    async def run(self):
        """Until enough was played; then everything is started again."""
        # A node that starts would look at Redis's settings, and refuse.
        loops = [self._redis()] if self.options.forgetful else [self._nodes(), self._redis()]
        await asyncio.gather(*loops)
        await asyncio.gather(*self._tasks)

    @property
    def _is_needed(self):
        world, options = self.scene.world, self.options
        if world.forgotten >= HOPELESS:
            return False
        if options.seconds:
            return time.monotonic() < self._began + options.seconds
        return world.played < options.operations

    async def _rest(self, least, most):
        """Sleeps for a while, or until enough was played; says whether there is more to do."""
        until = time.monotonic() + self.dice.uniform(least, most)
        while self._is_needed and time.monotonic() < until:
            await asyncio.sleep(0.05)
        return self._is_needed

    async def _nodes(self):
        while await self._rest(*self.options.every):
            node = self.dice.choice(self.scene.nodes)
            # One stays: while Redis is away none can start, and then nobody could be asked anything.
            if node not in self._resting and len(self._resting) < len(self.scene.nodes) - 1:
                self._resting.add(node)
                self._tasks.append(asyncio.create_task(self._end(node)))
            self._tell(f"{dict(self.counts)} {self.scene.world.played} operations")
        self._tell("")

    async def _end(self, node):
        number = signal.SIGTERM if self.dice.random() < POLITELY else signal.SIGKILL
        self.counts["nodes ended politely" if number == signal.SIGTERM else "nodes killed"] += 1
        code = await asyncio.to_thread(node.end, number)
        if code != (0 if number == signal.SIGTERM else -signal.SIGKILL):
            tail = node.process.stderr[-1000:]
            self.scene.problems.append(f"{node.name} ended with exit code {code}: {tail}")
        await asyncio.sleep(self.dice.uniform(0, LONGEST_REST))
        await asyncio.to_thread(node.start)
        self._resting.discard(node)

    async def _redis(self):
        while await self._rest(*self.options.redis_every):
            is_pause = self.dice.random() < PAUSES and not self.options.forgetful
            await asyncio.to_thread(self.scene.outage, self._pause if is_pause else self._kill)

    def _pause(self):
        self.counts["pauses of Redis"] += 1
        self.scene.redis.send(signal.SIGSTOP)
        time.sleep(self.dice.uniform(*PAUSE))
        self.scene.redis.send(signal.SIGCONT)

    def _kill(self):
        self.counts["kills of Redis"] += 1
        self.scene.redis.stop(signal.SIGKILL)
        time.sleep(self.dice.uniform(0, LONGEST_ABSENCE))
        self.scene.redis.start()

    @staticmethod
    def _tell(text):
        if sys.stderr.isatty():
            print(f"\r{text:100}\r", end="", file=sys.stderr, flush=True)


async def play(scene, options):
    """Everything up to the final histories; returns how often what trouble was made."""
    scene.start()
    writers, watchers = await crowd(scene.world, options)
    if options.forgetful:
        # The nodes have looked at its settings already.
        scene.redis.ask("CONFIG SET appendonly no")
    trouble = Trouble(scene, options)
    tasks = [[asyncio.create_task(one.run()) for one in group] for group in (writers, watchers)]
    try:
        await trouble.run()
    finally:
        scene.world.playing = False
        scene.problems += await finish(*tasks)
    await asyncio.to_thread(scene.restart)
    await scene.write_journals()
    return trouble.counts


def longest_silence(history):
    """The longest time without an acknowledged move while Redis was there, in seconds."""
    ends = sorted(
        attempt.completed
        for game in history.games.values()
        for operation in game.operations
        for attempt in operation.attempts
        if attempt.outcome == "ok"
    )
    gaps = [
        (after - before, before, after)
        for before, after in zip(ends, ends[1:], strict=False)
        if not any(before <= gap.ended and gap.began <= after for gap in history.outages)
    ]
    return max(gaps)[0] if gaps else 0.0


def summary(scene, counts, history, violations, seconds):
    """One table of what was done."""
    world, kept = scene.world, scene.recorder.counts
    starts = [one for node in scene.nodes for one in node.starts] or [0]
    streams = {
        (one.client, one.connection)
        for game in history.games.values()
        for one in game.observations
        if one.source == "stream" and one.resumed is not None
    }
    down = sum(gap.ended - gap.began for gap in history.outages)
    table = {
        "nodes": len(scene.nodes),
        "operations": sum(world.operations[kind] for kind in ("ok", "refused", "unknown")),
        "acknowledged": world.operations["ok"],
        "refused": world.operations["refused"],
        "attempts": kept["attempt"],
        "unknown, settled by retry": world.operations["settled"],
        "unknown for good": world.operations["unknown"],
        "games made": kept["creation"],
        **counts,
        "Redis was away": f"{down:.0f} s in all",
        "observations checked": kept["observation"],
        "streams that went on by id": len(streams),
        "violations": len(violations),
        "other problems": len(scene.problems),
    }
    for (kind, source), count in sorted(history.excused.items()):
        table[f"excused: {kind} by {source}"] = count
    answers = ", ".join(f"{count} x {status}" for status, count in sorted(world.reads.items()))
    edits = ", ".join(f"{count} x {what}" for what, count in sorted(world.tally.items()))
    return {
        **table,
        "answers to reads": answers,
        "answers to edits": edits,
        "nodes can save after Redis came": _spread(scene.recoveries),
        "start of a node": _spread(starts),
        "longest silence without an outage": f"{longest_silence(history):.3f} s",
        "time": f"{seconds:.0f} s",
    }


def _spread(times):
    return f"{statistics.median(times or [0]):.3f} s median, {max(times, default=0):.3f} s at most"


def drill(options):
    """Runs one drill; returns (violations, problems, summary)."""
    scene, began = Cluster(options.nodes, options.seed), time.monotonic()
    try:
        counts = asyncio.run(play(scene, options))
        seconds = time.monotonic() - began
        history = History(scene.records(), SEVERAL_SERVERS)
        violations = checker.check_history(history)
        table = summary(scene, counts, history, violations, seconds)
        failed = bool(violations or scene.problems) and not options.expect_violations
        scene.keep = options.keep or failed
        return violations, scene.problems, table
    except BaseException:
        scene.keep = True
        raise
    finally:
        scene.close()


def main():
    options = arguments()
    violations, problems, table = drill(options)
    for name, value in table.items():
        print(f"{name:34} {value}")
    for problem in problems:
        print(f"problem: {problem}", file=sys.stderr)
    checker.report(violations)
    broken = bool(violations) if options.expect_violations else bool(violations or problems)
    return int(broken != options.expect_violations)


if __name__ == "__main__":
    sys.exit(main())
