"""Compares durable edits with Redis, which also syncs every write; see `run.py`."""

import contextlib
import csv
import subprocess

import durable_edits
import load
import replies
import servers
import tables
from progress import show

MANY, ONE = load.CONNECTIONS, 1
#: The commands that Redis gets in a round, by the number of connections.
REQUESTS = {MANY: 100_000, ONE: 10_000}
#: An event in the journal has some 100 bytes.
VALUE_BYTES = 100


def measure(program, folder, options):
    """Rows for the rate with many connections and the latency with one; the files of both are in `folder`."""
    (folder / "redis").mkdir()
    with contextlib.ExitStack() as stack:
        command = program.serve("--data", str(folder / "beside-redis"))
        server = stack.enter_context(servers.Server("durable", command, pinned=False))
        redis = stack.enter_context(redis_server(folder / "redis"))
        edit_bytes = len(replies.capture_all(server)[2].raw)
        rounds = {connections: ([], []) for connections in (MANY, ONE)}
        for number in range(1, options.rounds + 1):
            for connections, (ours, theirs) in rounds.items():
                show(f"edits and Redis, {connections} connections: round {number} of {options.rounds}")
                ours.append(edits(server, connections, edit_bytes, options))
                theirs.append(sets(redis, connections))
    rates = [[rate for rate, _ in side] for side in rounds[MANY]]
    latencies = [[latency for _, latency in side] for side in rounds[ONE]]
    reference = "{} SET of Redis"
    return [
        tables.ratio_row(f"durable edits, {MANY} connections", *rates, "{:,.0f}/s", at_least=0.75, reference=reference),
        tables.ratio_row("… 1 connection, median", *latencies, "{:.2f} ms", at_most=1.25, reference=reference),
    ]


@contextlib.contextmanager
def redis_server(folder):
    """A Redis that syncs its log before it replies, as the server syncs its commits; yields its port."""
    port = str(servers.free_port())
    command = ["redis-server", "--port", port, "--dir", str(folder), "--save", "", "--appendonly", "yes"]
    command += ["--appendfsync", "always", "--auto-aof-rewrite-percentage", "0", "--logfile", "redis.log"]
    with servers.Server("Redis", command, pinned=False, port=int(port)):
        yield port


def edits(server, connections, edit_bytes, options):
    """The edits per second and their median time in milliseconds."""
    arguments = ["--latency", *durable_edits.script_arguments("edit.lua")]
    measured = load.run(server, options.seconds, edit_bytes, arguments, connections)
    return measured.per_second, measured.median_milliseconds


def sets(port, connections):
    """The SET commands per second and their median time in milliseconds."""
    command = ["redis-benchmark", "-p", port, "-t", "set", "-c", str(connections), "-n", str(REQUESTS[connections])]
    command += ["-d", str(VALUE_BYTES), "--csv"]
    # Not on one core, which Redis would often share with it.
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    (row,) = csv.DictReader(done.stdout.splitlines())
    return float(row["rps"]), float(row["p50_latency_ms"])
