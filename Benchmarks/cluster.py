#!/usr/bin/env python3
"""Measures several servers on one Redis beside one server on SQLite: `make bench-cluster`.

Everything runs on this machine, in turns: one node on SQLite, one node on a Redis of its own, three nodes on one Redis,
each Redis as `deploy/redis.conf` has it, with its log on the disk of the checkout as SQLite's file. There is no nginx.
Measured are

- edits, each with a move id, as the page sends them, by 60 connections in all: each with a game of its own, which lives
  at one node; the same through all three nodes, so that every node has every game; all on one game;
- reads of a board: a plain one, which asks Redis first, and those of pollers, who say what they have seen;
- an edit at one node, at a pace, until it comes over the streams of others;
- what an edit costs Redis, what games, streams and events take of memory and log, and what waiting costs.

Where cores are few, all of this shares them with the load. So the processor time of nodes and of Redis stands beside what
the clock says. From these figures `capacity.py` works out how many players nodes and a Redis carry, for
`deploy/CAPACITY.md`.
"""

import contextlib
import datetime
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import capacity
import cluster_report
import command_line
import fanout
import kept
import load
import many
import nodes
import paced
import replies
import report
import sections
import servers
from cluster_report import CHANGED, EVERYWHERE, ONE, OWN, PLAIN, SQLITE, THREE, TOGETHER, UNCHANGED
from progress import show

CACHE = report.ROOT / ".build" / "benchmarks"
CAPACITY = report.ROOT / "deploy" / "CAPACITY.md"
SHAPES = {OWN: (SQLITE, ONE, THREE), EVERYWHERE: (THREE,), TOGETHER: (SQLITE, ONE, THREE)}


def main():
    options = command_line.read(command_line.parser(__doc__))
    load_average = os.getloadavg()[0]
    measured = measure(servers.Program(options.server), options)
    show("")
    made = provenance(options, load_average)
    section = f"{made}\n\n{cluster_report.section(measured)}"
    page = capacity.page(costs(measured), made)
    if not options.no_results:
        sections.replace(report.RESULTS, report.TITLE, {cluster_report.HEADING: section})
        capacity.write(CAPACITY, page)
    print(f"{section}\n\n{page}")


def provenance(options, load_average):
    today = datetime.datetime.now(datetime.timezone.utc)
    redis = subprocess.run(["redis-server", "--version"], capture_output=True, text=True, check=True).stdout
    return f"""- Made by `make bench-cluster ROUNDS={options.rounds} SECONDS={options.seconds}` on {today:%Y-%m-%d}
- Commit: {report.commit()}
- Machine: {report.machine()}; other work on it: load average {load_average:.1f} when it began
- Versions: {report.versions()}, Redis {redis.split("v=")[1].split()[0]}"""


# ------------------------------------------------------------------------------------------------- measuring


def measure(program, options):
    """All figures, by the names of what was measured."""
    CACHE.mkdir(parents=True, exist_ok=True)
    measured = {"libraries": linked(program)}
    with tempfile.TemporaryDirectory(prefix="run-", dir=CACHE) as name:
        folder = pathlib.Path(name)
        with groups(program, folder, {SQLITE: 1, ONE: 1, THREE: 3}) as found:
            measured["edits"] = edits(found, options)
            measured["news"] = news(found, options)
        with groups(program, folder, {SQLITE: 1, ONE: 1}, pinned=True) as found:
            measured["polls"] = polls(found, options)
        with groups(program, folder, {SQLITE: 1, ONE: 1}, options=kept.OPTIONS) as found:
            measured["games"] = {name: kept.games(group) for name, group in found.items()}
        fanout.compile_peers(folder)
        measured["streams"] = {SQLITE: [], ONE: []}
        for count in kept.SHAPES:
            with groups(program, folder, {SQLITE: 1, ONE: 1}, options=kept.OPTIONS) as found:
                for name, group in found.items():
                    measured["streams"][name].append(kept.streams(group, count, folder))
    return measured


@contextlib.contextmanager
def groups(program, folder, counts, **how):
    """The groups of these names, each with so many nodes, on files of their own."""
    with contextlib.ExitStack() as stack:
        found = {}
        for name, count in counts.items():
            show(f"starting {name}")
            own = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder)))
            found[name] = nodes.Group(name, stack, program, own, count, on_redis=name != SQLITE, **how)
        yield found


def linked(program):
    """The libraries that the server needs before it runs."""
    told = subprocess.run(["ldd", program.binary], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in told.splitlines()]


def edits(found, options):
    """What each round of each load came to, by what was loaded and by whom; a first second each is not counted."""
    measured = {(shape, name): [] for shape, names in SHAPES.items() for name in names}
    games = {(shape, name): plan(shape, found[name]) for shape, name in measured}
    for number in range(options.rounds + 1):
        for shape, name in measured:
            show(f"edits, {shape}: round {number} of {options.rounds}, {name}")
            one = nodes.edit(found[name], games[shape, name], options.seconds if number else 1)
            if number:
                measured[shape, name].append(one)
    return measured


def plan(shape, group):
    """New games, and which of them each node is to edit, one after the other."""
    count = len(group.nodes)
    if shape == TOGETHER:
        return [many.make_games(group.nodes[0], 1)] * count
    part = nodes.CONNECTIONS // count
    own = [many.make_games(node, part) for node in group.nodes]
    if shape == OWN:
        return own
    return [[game for other in own[number:] + own[:number] for game in other] for number in range(count)]


def news(found, options):
    """Milliseconds until an answer and until the streams, in order, for each round; and what was used for all edits."""
    measured = {name: ([], []) for name in (SQLITE, THREE)}
    games = {name: many.make_games(found[name].nodes[0], paced.GAMES) for name in measured}
    for number in range(options.rounds + 1):
        for name, (times, used) in measured.items():
            show(f"{paced.RATE} edits a second to streams: round {number} of {options.rounds}, {name}")
            before = found[name].usage()
            one = paced.measure(found[name], games[name], options.seconds if number else 1)
            if number:
                times.append(one)
                used.append(found[name].usage() - before)
    return measured


def polls(found, options):
    """What each round came to, by how the board was asked for, a list for each node; and how long the replies are."""
    measured, sizes = {}, {}
    captured = {name: replies.capture_all(group.nodes[0]) for name, group in found.items()}
    seen = found[SQLITE].nodes[0].sequence()
    tag = captured[SQLITE][0].headers["etag"]
    kinds = (
        (PLAIN, 0, [], ()),
        (CHANGED, 0, ["-s", str(nodes.EDITS.parent / "read_after.lua")], [str(seen - 1)]),
        (UNCHANGED, 1, ["-H", f"If-None-Match: {tag}"], ()),
    )
    for what, kind, arguments, told in kinds:
        sizes[what] = len(captured[SQLITE][kind].raw)
        measured[what] = {name: [] for name in found}
        for number in range(options.rounds + 1):
            for name, group in found.items():
                show(f"{what}: round {number} of {options.rounds}, {name}")
                one = load.run(
                    group.nodes[0], options.seconds if number else 1, sizes[what], arguments, script_arguments=told)
                if number:
                    measured[what][name].append(one)
    return measured, sizes


# ------------------------------------------------------------------------------------------------- what follows


def costs(measured):
    """The figures from which capacity is worked out."""
    own, everywhere = (nodes.Spent.of(measured["edits"][shape, THREE]) for shape in (OWN, EVERYWHERE))
    polled, sizes = measured["polls"]
    games, streams = measured["games"][ONE], measured["streams"][ONE]
    others = 2
    return capacity.Costs(
        edit=own.nodes, news=max(everywhere.nodes - own.nodes, 0) / others,
        edit_in_redis=own.redis, news_in_redis=max(everywhere.redis - own.redis, 0) / others,
        edits_of_redis=statistics.median(one.per_second for one in measured["edits"][OWN, THREE]),
        delivery=max(streams[1]["delivery"], 0),
        changed_poll=of_poll(polled[CHANGED][ONE]),
        unchanged_poll=of_poll(polled[UNCHANGED][ONE]),
        idle_game=streams[1]["watched game"], idle_game_in_redis=streams[1]["watched game, Redis"],
        node_bytes=games["node"], game_bytes=games["usual game"], stream_bytes=streams[1]["stream"],
        game_in_redis=games["usual game, memory"], event_in_redis=games["event, memory"],
        event_in_log=games["event, log"],
        edit_reply=measured["edits"][OWN, THREE][0].reply_bytes, delivered=streams[1]["bytes of a delivery"],
        board=sizes[CHANGED], unchanged=sizes[UNCHANGED],
        edit_to_redis=own.received, edit_from_redis=own.sent)


def of_poll(rounds):
    """Microseconds of the node's processor."""
    return sum(one.cpu_seconds for one in rounds) / sum(one.requests for one in rounds) * 1e6


if __name__ == "__main__":
    sys.exit(main())
