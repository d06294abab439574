"""The crash drill of several servers: kills nodes, pauses and kills Redis, and checks the clients' records.

    python Tests/Cluster/drill.py --nodes 3 --clients 50 --games 40 --operations 100000
    python Tests/Cluster/drill.py --forgetful --expect-violations          # the checker must find violations

The exit code is 0 if no promise was broken (with --expect-violations: if one was).
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
from clients import create_clients  # noqa: E402
from history import SEVERAL_SERVERS, History  # noqa: E402
from stage import finish  # noqa: E402

MAX_FORGOTTEN = 500  # the drill stops after this many answers that a game or a token is unknown
SIGTERM_SHARE = 0.1  # of the times that a node is ended; the others are SIGKILL
PAUSE_SHARE = 0.6  # of the disturbances of Redis; the others are kills
MAX_NODE_DOWNTIME = 1.0  # seconds
MAX_REDIS_DOWNTIME = 3.0  # seconds, after a kill
PAUSE = (0.1, 6.0)  # the shortest and the longest pause of Redis, in seconds


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--clients", type=int, default=50, help="clients that write")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--operations", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, help="duration, instead of a number of operations")
    parser.add_argument("--every", type=float, nargs=2, default=(1, 3), help="seconds between stops of nodes")
    parser.add_argument(
        "--redis-every", type=float, nargs=2, default=(3, 9), help="seconds between disturbances of Redis"
    )
    parser.add_argument("--seed", type=int)
    parser.add_argument("--forgetful", action="store_true", help="turn off the log of Redis until it is killed")
    parser.add_argument("--expect-violations", action="store_true", help="negative control: require a violation")
    parser.add_argument("--keep", action="store_true", help="always keep the history and the logs")
    return parser.parse_args(words)


class FaultInjector:
    """Stops and restarts nodes at random; pauses, kills and restarts Redis."""

    def __init__(self, scene, options):
        self.scene, self.options, self.rng = scene, options, scene.world.rng
        self.counts = collections.Counter()
        self._began, self._down, self._tasks = time.monotonic(), set(), []

    async def run(self):
        """Injects faults until the drill is over; then every node is running again."""
        # With --forgetful no node may restart: it would refuse this setting of Redis.
        loops = [self._disturb_redis()] if self.options.forgetful else [self._stop_nodes(), self._disturb_redis()]
        await asyncio.gather(*loops)
        await asyncio.gather(*self._tasks)

    @property
    def _is_needed(self):
        world, options = self.scene.world, self.options
        if world.forgotten >= MAX_FORGOTTEN:
            return False
        if options.seconds:
            return time.monotonic() < self._began + options.seconds
        return world.played < options.operations

    async def _wait(self, least, most):
        """Waits for a random time, or until the drill is over; returns whether it continues."""
        until = time.monotonic() + self.rng.uniform(least, most)
        while self._is_needed and time.monotonic() < until:
            await asyncio.sleep(0.05)
        return self._is_needed

    async def _stop_nodes(self):
        while await self._wait(*self.options.every):
            node = self.rng.choice(self.scene.nodes)
            # One node keeps running, because no node can start while Redis is away.
            if node not in self._down and len(self._down) < len(self.scene.nodes) - 1:
                self._down.add(node)
                self._tasks.append(asyncio.create_task(self._restart_node(node)))
            self._show(f"{dict(self.counts)} {self.scene.world.played} operations")
        self._show("")

    async def _restart_node(self, node):
        number = signal.SIGTERM if self.rng.random() < SIGTERM_SHARE else signal.SIGKILL
        self.counts["nodes stopped by SIGTERM" if number == signal.SIGTERM else "nodes killed"] += 1
        code = await asyncio.to_thread(node.stop, number)
        if code != (0 if number == signal.SIGTERM else -signal.SIGKILL):
            tail = node.process.stderr[-1000:]
            self.scene.problems.append(f"{node.name} ended with exit code {code}: {tail}")
        await asyncio.sleep(self.rng.uniform(0, MAX_NODE_DOWNTIME))
        await asyncio.to_thread(node.start)
        self._down.discard(node)

    async def _disturb_redis(self):
        while await self._wait(*self.options.redis_every):
            is_pause = self.rng.random() < PAUSE_SHARE and not self.options.forgetful
            await asyncio.to_thread(self.scene.outage, self._pause_redis if is_pause else self._kill_redis)

    def _pause_redis(self):
        self.counts["pauses of Redis"] += 1
        self.scene.redis.send(signal.SIGSTOP)
        time.sleep(self.rng.uniform(*PAUSE))
        self.scene.redis.send(signal.SIGCONT)

    def _kill_redis(self):
        self.counts["kills of Redis"] += 1
        self.scene.redis.stop(signal.SIGKILL)
        time.sleep(self.rng.uniform(0, MAX_REDIS_DOWNTIME))
        self.scene.redis.start()

    @staticmethod
    def _show(text):
        if sys.stderr.isatty():
            print(f"\r{text:100}\r", end="", file=sys.stderr, flush=True)


async def play(scene, options):
    """Runs the drill until the final histories are recorded; returns the number of faults of each kind."""
    scene.start()
    writers, watchers = await create_clients(scene.world, options)
    if options.forgetful:
        # The nodes check this setting only when they start.
        scene.redis.execute("CONFIG SET appendonly no")
    faults = FaultInjector(scene, options)
    tasks = [[asyncio.create_task(one.run()) for one in group] for group in (writers, watchers)]
    try:
        await faults.run()
    finally:
        scene.world.playing = False
        scene.problems += await finish(*tasks)
    await asyncio.to_thread(scene.restart)
    await scene.write_journals()
    return faults.counts


def longest_silence(history):
    """The longest time without an acknowledged move and without an outage, in seconds."""
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


def resumed(histories):
    """The connections of streams that were resumed by id."""
    return {
        (one.client, one.connection)
        for history in histories.values()
        for one in history.observations
        if one.source == "stream" and one.resumed is not None
    }


def summary(scene, counts, history, violations, seconds):
    world, records = scene.world, scene.recorder.counts
    starts = [one for node in scene.nodes for one in node.starts] or [0]
    streams, room_streams = resumed(history.games), resumed(history.rooms)
    down = sum(gap.ended - gap.began for gap in history.outages)
    table = {
        "nodes": len(scene.nodes),
        "operations": sum(world.operations[kind] for kind in ("ok", "refused", "unknown")),
        "acknowledged": world.operations["ok"],
        "refused": world.operations["refused"],
        "attempts": records["attempt"],
        "unknown, settled by retry": world.operations["settled"],
        "unknown finally": world.operations["unknown"],
        "games created": records["creation"],
        "changes of rooms": records["roomchange"],
        **counts,
        "Redis was away": f"{down:.0f} s in total",
        "observations checked": records["observation"],
        "observations of rooms": records["roomobservation"],
        "streams resumed by id": len(streams),
        "streams of rooms resumed by id": len(room_streams),
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
        "nodes can save after Redis is back": _spread(scene.recoveries),
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
