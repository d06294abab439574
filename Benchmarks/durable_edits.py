"""Measures durable edits beside Redis and beside edits in memory, and reads while others write; see `run.py`."""

import contextlib
import csv
import pathlib
import statistics
import subprocess
import tempfile
import time

import load
import replies
import servers
import tables
from command_line import CACHE

HEADING = "Store"
TEXT = """\
The server with its games in SQLite, synced at every commit, compared with the server with its games in memory. The thread
of the games and the store's thread run on any core; wrk has the second core. The files are on the disk of the checkout.
Redis runs with `appendfsync always` on the same disk; `redis-benchmark` sends it SET commands with 100 bytes, on any core.

Four connections read the board about 1,300 times per second while 64 others write. Two processes of wrk and two threads of
the server then share the cores, so reads also wait for a core and for the edits before them on the thread of the games.
The comparison with games in memory shows the store's part of that.

{}"""
MANY, ONE = load.CONNECTIONS, 1
#: The commands that Redis gets in a round, by the number of connections.
REQUESTS = {MANY: 100_000, ONE: 10_000}
#: An event in the journal has some 100 bytes.
VALUE_BYTES = 100
READERS = 4
#: Edits with random delays of up to 62 ms on 64 connections: 2,000 a second.
PACED = "pause=62"


def measure(program, options):
    """The text of the section."""
    with tempfile.TemporaryDirectory(prefix="run-", dir=CACHE) as name, contextlib.ExitStack() as stack:
        folder = pathlib.Path(name)
        durable, memory = (
            stack.enter_context(servers.Server(name, program.serve(*where), pinned=False))
            for name, where in (("durable", ("--data", folder / "edits")), ("in memory", ("--store", "memory"))))
        redis = stack.enter_context(redis_server(folder))
        board, _, edit = [replies.capture_all(server) for server in (durable, memory)][0]
        board_bytes, edit_bytes = len(board.raw), len(edit.raw)
        rows = redis_rows(durable, redis, edit_bytes, options)
        rows += edit_rows(durable, memory, edit_bytes, options)
        rows += latency_rows(durable, memory, board_bytes, edit_bytes, options)
        saved = durable.sequence()
        stack.close()
        stored = int(program.run("stats", "--data", folder / "edits").split("events ")[1].split()[0].rstrip(","))
        replies.expect(stored == saved, f"{saved} events were announced, but {stored} are stored")
    return TEXT.format(tables.table(rows))


# ------------------------------------------------------------------------------------------------------ edits


@contextlib.contextmanager
def redis_server(folder):
    """A Redis that syncs its log before it replies, as the server syncs its commits; yields its port."""
    port = str(servers.free_port())
    command = ["redis-server", "--port", port, "--dir", folder, "--save", "", "--appendonly", "yes"]
    command += ["--appendfsync", "always", "--auto-aof-rewrite-percentage", "0", "--logfile", "redis.log"]
    with servers.Server("Redis", command, pinned=False, port=int(port)):
        yield port


def redis_rows(durable, redis, edit_bytes, options):
    """Rows for the rate with many connections and the latency with one."""
    rates, latencies = (
        load.in_turns(f"edits and Redis, {connections} connections", {
            "durable": lambda seconds, connections=connections: figures(
                load.run_edits(durable, seconds, edit_bytes, connections=connections)),
            "Redis": lambda _, connections=connections: sets(redis, connections),
        }, options).values() for connections in (MANY, ONE))
    rates = [[rate for rate, _ in side] for side in rates]
    latencies = [[latency for _, latency in side] for side in latencies]
    reference = "{} SET of Redis"
    return [
        tables.ratio_row(f"durable edits, {MANY} connections", *rates, "{:,.0f}/s", at_least=0.75, reference=reference),
        tables.ratio_row("… 1 connection, median", *latencies, "{:.2f} ms", at_most=1.25, reference=reference),
    ]


def figures(measured):
    """Requests per second and their median time in milliseconds."""
    return measured.per_second, measured.median_milliseconds


def sets(port, connections):
    """The same figures of Redis's SET."""
    command = ["redis-benchmark", "-p", port, "-t", "set", "-c", str(connections), "-n", str(REQUESTS[connections])]
    command += ["-d", str(VALUE_BYTES), "--csv"]
    # Not on one core, which Redis would often share with it.
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    (row,) = csv.DictReader(done.stdout.splitlines())
    return float(row["rps"]), float(row["p50_latency_ms"])


def edit_rows(durable, memory, edit_bytes, options):
    rows = []
    for label, has_moves, at_least in (("durable edits", False, 0.7), ("edits with move ids", True, None)):
        def edits(server, seconds):
            # Every load has move ids of its own.
            moves = [f"moves={time.monotonic_ns()}"] if has_moves else []
            return load.run_edits(server, seconds, edit_bytes, *moves)

        before = durable.metrics()
        measured = load.in_turns(label, {
            "durable": lambda seconds: edits(durable, seconds),
            "in memory": lambda seconds: edits(memory, seconds)}, options)
        rows.append(tables.throughput_row(label, *measured.values(), at_least, "{} in memory"))
        made, commits = (durable.metrics()[name] - before[name] for name in ("edits_total", "commits_total"))
        rate = statistics.median(one.per_second for one in measured["durable"])
        rows.append(tables.plain_row(
            "… in commits", f"{rate * commits / made:,.0f}/s, {made / commits:.1f} edits each"))
    return rows


# -------------------------------------------------------------------------------------------------- latencies


def latency_rows(durable, memory, board_bytes, edit_bytes, options):
    """Rows for the latency of reads with paced writers, with unthrottled writers and without writers."""
    def p99(server, seconds):
        """The 99th percentile of the times of paced reads, in milliseconds."""
        return load.run(server, seconds, board_bytes, ["pause=6"], connections=READERS).p99_milliseconds

    def beside(server, seconds, *script):
        with load.Load(server, seconds + 1, ["edits=1", *script]) as writers:
            found = p99(server, seconds)
            writers.finish(edit_bytes)
        return found

    quiet, paced, unthrottled, in_memory = load.in_turns("GET /board while others write", {
        "no writers": lambda seconds: p99(durable, seconds),
        "2,000 edits/s": lambda seconds: beside(durable, seconds, PACED),
        "unthrottled writers": lambda seconds: beside(durable, seconds),
        "unthrottled writers in memory": lambda seconds: beside(memory, seconds)}, options).values()
    unit, alone = "{:.2f} ms", "{} without writers"
    return [
        tables.ratio_row("p99 of GET /board, 2,000 edits/s", paced, quiet, unit, at_most=2, reference=alone),
        tables.ratio_row("… 64 unthrottled writers", unthrottled, quiet, unit, at_most=2, reference=alone),
        tables.ratio_row("… 64 unthrottled writers", unthrottled, in_memory, unit, reference="{} in memory"),
    ]
