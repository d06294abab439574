#!/usr/bin/env python3
"""Compares several nodes on one Redis with one node on SQLite: `make bench-cluster`.

Runs one node on SQLite, one node on its own Redis and three nodes on one Redis, in turns on this machine. Redis uses
`deploy/redis.conf`; its log and SQLite's file are on the disk of the checkout. There is no nginx. Measures

- edits with move ids, like those of the page, over 60 connections: one game per connection, which is in memory on one
  node; the same through all three nodes, so that every node has every game; and one game for all connections;
- reads of a board: plain ones, for which the node asks Redis first, and polls that name the sequence they know;
- the delay from an edit on one node to the streams of another;
- the memory, log and idle CPU time of games and streams.

Nodes, Redis and load share the cores of the machine, so the CPU times of nodes and Redis are reported beside the rates.
`deploy/CAPACITY.md` estimates from these figures how many players nodes and a Redis support.
"""

import contextlib
import functools
import pathlib
import statistics
import tempfile

import bulk
import command_line
import fanout
import footprints
import load
import nodes
import replies
import report
import servers
import tables
from command_line import CACHE, show

HEADING = "Cluster"
SQLITE, ONE, THREE = "one node on SQLite", "one node on Redis", "three nodes on Redis"
OWN, EVERYWHERE, TOGETHER = "one game per connection", "… each game on all nodes", "one game for all connections"
SHAPES = {OWN: (SQLITE, ONE, THREE), EVERYWHERE: (THREE,), TOGETHER: (SQLITE, ONE, THREE)}
#: The turns in which the delay to a stream is measured, in each round.
TURNS = 200
#: The target for the 99th percentile of that delay between nodes, in milliseconds.
DELAY_LIMIT = 50
#: The target for the rate of polls, relative to a node on SQLite.
POLLS_AT_LEAST = 0.95
TEXT = """\
One node on SQLite, one node on its own Redis and three nodes on one Redis, in turns on one machine (`cluster.py`).
Redis runs with `deploy/redis.conf`, and its log is on the same disk as SQLite's file. There is no nginx: the nodes share
60 connections equally. Nodes, Redis and wrk share the cores, so the rates show the capacity of this machine, and the
CPU times that of a larger one. CPU times are sums over all nodes; those of Redis include rewriting its log. Every edit
has a move id, like the edits of the page. With each game on all nodes, two other nodes receive each edit.

{}

Reads of a full board over 64 connections, with the node on one core and wrk on another; Redis is not pinned. For a plain
GET the node asks Redis first. A client that names the sequence it knows is answered from the node's memory, as on SQLite.

{}

The delay from an edit until a stream has its event, over loopback and one edit at a time. With three nodes the stream is
on another node than the edit.

{}

Memory, log and CPU time, for 10,000 games, of which 1,000 are played: two seats, 25 letters, then 100 edits with move ids.
Automatic rewrites of the log are off. The memory of a stream is the growth for 8,000 streams after the first 2,000.

{}"""


def main():
    options = command_line.parse(command_line.parser_with_rounds(__doc__))
    origin = report.Origin("make bench-cluster", options)
    program = servers.Program(options.server)
    with tempfile.TemporaryDirectory(prefix="run-", dir=CACHE) as name:
        folder = pathlib.Path(name)
        fanout.compile_peers(folder)
        with groups(program, folder, {SQLITE: 1, ONE: 1, THREE: 3}) as found:
            edited, delayed = edits(found, options), delays(found, options, folder)
        with groups(program, folder, {SQLITE: 1, ONE: 1}, pinned=True) as found:
            read = reads(found, options)
        with groups(program, folder, {ONE: 1, f"{ONE}, with streams": 1}, options=footprints.OPTIONS) as found:
            sizes = footprints.table(*found.values(), folder)
    show("")
    origin.write({HEADING: TEXT.format(edited, read, delayed, sizes)}, options)


@contextlib.contextmanager
def groups(program, folder, counts, **how):
    """Starts the groups in `counts`, which has the number of nodes by name, each in its own folder."""
    with contextlib.ExitStack() as stack:
        found = {}
        for name, count in counts.items():
            show(f"starting {name}")
            own = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder)))
            found[name] = nodes.Group(name, stack, program, own, count, on_redis=name != SQLITE, **how)
        yield found


# ------------------------------------------------------------------------------------------------------ edits


def edits(found, options):
    """The table of edits, and a sentence about nodes that edit the same game."""
    measured = load.in_turns("edits", {
        (shape, name): functools.partial(nodes.load_edits, found[name], games(shape, found[name]))
        for shape, names in SHAPES.items() for name in names}, options)
    rows = [edit_row(shape, name, measured) for shape, name in measured]
    rounds = measured[TOGETHER, THREE]
    return f"""{tables.table(rows, (
        "edits", "setup", "all nodes", "ratio to SQLite (rounds)", "p99", "node CPU per edit", "Redis CPU per edit",
        "edits per CPU second, ratio to SQLite", "bytes to and from Redis"))}

When three nodes write one game, the losing node applies its edit again. The slowest node made {
    nodes.median(rounds, "least_share"):.2f} of an
equal share, and {sum(one.refused for one in rounds):,} of {sum(one.requests for one in rounds):,} edits were refused."""


def games(shape, group):
    """Creates games; returns the games that each node edits in turn."""
    count = len(group.nodes)
    if shape == TOGETHER:
        return [bulk.make_games(group.nodes[0], 1)] * count
    own = [bulk.make_games(node, nodes.CONNECTIONS // count) for node in group.nodes]
    if shape == OWN:
        return own
    return [[game for other in own[number:] + own[:number] for game in other] for number in range(count)]


def edit_row(shape, name, measured):
    rounds, reference = measured[shape, name], measured.get((shape, SQLITE), measured[OWN, SQLITE])
    spent = nodes.EditCost(rounds)
    rates = [[one.per_second for one in side] for side in (rounds, reference)]
    row = tables.ratio_row(shape, *rates, "{:,.0f}/s")
    p99, on_nodes = f"{nodes.median(rounds, 'p99_milliseconds'):,.1f} ms", f"{spent.nodes:,.0f} µs"
    if name == SQLITE:
        return shape, name, row[1], "", p99, on_nodes, "", "", ""
    return (
        shape, name, row[1], row[3], p99, on_nodes, f"{spent.redis:,.0f} µs",
        f"{nodes.EditCost(reference).both / spent.both:.2f}", f"{spent.received:,.0f}, {spent.sent:,.0f}")


# ------------------------------------------------------------------------------------------------------ reads


def reads(found, options):
    """The table of plain reads and of polls that find a change or none."""
    captured = {name: replies.capture_all(group.nodes[0]) for name, group in found.items()}
    board, not_modified, _ = captured[SQLITE]
    last = found[SQLITE].nodes[0].sequence() - 1
    kinds = (
        ("GET /board", None, board, {}),
        ("GET /board?after=, one event behind", POLLS_AT_LEAST, board, {"path": f"/board?after={last}"}),
        ("GET /board, 304", POLLS_AT_LEAST, not_modified, {"headers": [f"If-None-Match: {board.headers['etag']}"]}),
    )
    rows = []
    for label, at_least, reply, how in kinds:
        size = len(reply.raw)
        measured = load.in_turns(label, {
            name: functools.partial(run, found[name].nodes[0], size, how) for name in (ONE, SQLITE)}, options)
        row = tables.throughput_row(f"{label}, {size:,} bytes", *measured.values(), at_least, "{} on SQLite")
        rows.append((*row[:2], f"{1e6 / tables.per_cpu_second(measured[ONE]):.1f} µs", *row[2:]))
    return tables.table(rows, ("measurement", "on Redis", "node CPU", *tables.COLUMNS[2:]))


def run(node, size, how, seconds):
    return load.run(node, seconds, size, **how)


# ------------------------------------------------------------------------------------------------------ delay


def delays(found, options, folder):
    """The table of the delay from an edit to a stream, on a node alone and between two nodes."""
    with contextlib.ExitStack() as stack:
        loads = {}
        for name in (SQLITE, THREE):
            home, other = found[name].nodes[0], found[name].nodes[-1]
            readers = fanout.Readers(folder, other, bulk.make_games(home, 1), 1, writers=home)
            loads[name] = functools.partial(delays_of_round, stack.enter_context(readers))
        measured = load.in_turns("edits to streams", loads, options)
    rows = []
    for name, rounds in measured.items():
        p50, p99 = ([one[len(one) * percent // 100] for one in rounds] for percent in (50, 99))
        goal = (f"p99 < {DELAY_LIMIT} ms", tables.verdict(statistics.median(p99) < DELAY_LIMIT))
        rows.append((name, spread(p50), spread(p99), *(goal if name == THREE else ("", ""))))
    return tables.table(rows, ("measurement", "p50 (rounds)", "p99 (rounds)", "target", "result"))


def delays_of_round(readers, _seconds):
    """The sorted delays in milliseconds."""
    return sorted(readers.turn()[0] for _ in range(TURNS))


def spread(milliseconds):
    return f"{statistics.median(milliseconds):.2f} ms ({min(milliseconds):.2f}–{max(milliseconds):.2f})"


if __name__ == "__main__":
    main()
