#!/usr/bin/env python3
"""Compares several nodes on one Redis with one node on SQLite: `make bench-cluster`.

Runs one node on SQLite, one node on its own Redis and three nodes on one Redis, in turns on this machine. Redis uses
`deploy/redis.conf`; its log and SQLite's file are on the disk of the checkout. There is no nginx. Measures

- edits with move ids, like those of the page, over 60 connections: one game per connection, which is in memory on one
  node; the same through all three nodes, so that every node has every game; and one game for all connections;
- reads of a board: plain ones, for which the node asks Redis first, and polls that name the sequence they know;
- the delay from an edit on one node to the streams of other nodes;
- the cost of an edit in Redis, the memory and log of games, streams and events, and the cost of idle games.

Nodes, Redis and load share the cores of the machine, so the CPU times of nodes and Redis are reported beside the rates.
`capacity.py` computes from these figures how many players nodes and a Redis can serve, for `deploy/CAPACITY.md`.
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
import footprints
import load
import bulk
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
    options = command_line.parse(command_line.parser(__doc__))
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
    return f"""- Command: `make bench-cluster ROUNDS={options.rounds} SECONDS={options.seconds}` on {today:%Y-%m-%d}
- Commit: {report.commit()}
- Machine: {report.machine()}; load average {load_average:.1f} at the start
- Versions: {report.versions()}, Redis {redis.split("v=")[1].split()[0]}"""


# ------------------------------------------------------------------------------------------------- measuring


def measure(program, options):
    """All results by name."""
    CACHE.mkdir(parents=True, exist_ok=True)
    measured = {"libraries": shared_libraries(program)}
    with tempfile.TemporaryDirectory(prefix="run-", dir=CACHE) as name:
        folder = pathlib.Path(name)
        with groups(program, folder, {SQLITE: 1, ONE: 1, THREE: 3}) as found:
            measured["edits"] = edits(found, options)
            measured["news"] = news(found, options)
        with groups(program, folder, {SQLITE: 1, ONE: 1}, pinned=True) as found:
            measured["polls"] = polls(found, options)
        with groups(program, folder, {SQLITE: 1, ONE: 1}, options=footprints.OPTIONS) as found:
            measured["games"] = {name: footprints.games(group) for name, group in found.items()}
        fanout.compile_peers(folder)
        measured["streams"] = {SQLITE: [], ONE: []}
        for count in footprints.SHAPES:
            with groups(program, folder, {SQLITE: 1, ONE: 1}, options=footprints.OPTIONS) as found:
                for name, group in found.items():
                    measured["streams"][name].append(footprints.streams(group, count, folder))
    return measured


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


def shared_libraries(program):
    listing = subprocess.run(["ldd", program.binary], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in listing.splitlines()]


def edits(found, options):
    """The results of each round, by shape and group; each load has a warm-up of one second."""
    measured = {(shape, name): [] for shape, names in SHAPES.items() for name in names}
    games = {(shape, name): plan(shape, found[name]) for shape, name in measured}
    for number in range(options.rounds + 1):
        for shape, name in measured:
            show(f"edits, {shape}: round {number} of {options.rounds}, {name}")
            one = nodes.load_edits(found[name], games[shape, name], options.seconds if number else 1)
            if number:
                measured[shape, name].append(one)
    return measured


def plan(shape, group):
    """Creates games; returns the games that each node edits in turn."""
    count = len(group.nodes)
    if shape == TOGETHER:
        return [bulk.make_games(group.nodes[0], 1)] * count
    part = nodes.CONNECTIONS // count
    own = [bulk.make_games(node, part) for node in group.nodes]
    if shape == OWN:
        return own
    return [[game for other in own[number:] + own[:number] for game in other] for number in range(count)]


def news(found, options):
    """Sorted response times and stream delays in milliseconds for each round, and the resources used."""
    measured = {name: ([], []) for name in (SQLITE, THREE)}
    games = {name: bulk.make_games(found[name].nodes[0], paced.GAMES) for name in measured}
    for number in range(options.rounds + 1):
        for name, (times, used) in measured.items():
            show(f"{paced.RATE} edits per second to streams: round {number} of {options.rounds}, {name}")
            before = found[name].usage()
            one = paced.measure(found[name], games[name], options.seconds if number else 1)
            if number:
                times.append(one)
                used.append(found[name].usage() - before)
    return measured


def polls(found, options):
    """The measurements of each kind of read for each group, and the sizes of the replies."""
    measured, sizes = {}, {}
    captured = {name: replies.capture_all(group.nodes[0]) for name, group in found.items()}
    seen = found[SQLITE].nodes[0].sequence()
    tag = captured[SQLITE][0].headers["etag"]
    kinds = (
        (PLAIN, 0, [], ()),
        (CHANGED, 0, ["-s", str(nodes.EDITS.parent / "read_after.lua")], [str(seen - 1)]),
        (UNCHANGED, 1, ["-H", f"If-None-Match: {tag}"], ()),
    )
    for label, reply, arguments, script_arguments in kinds:
        sizes[label] = len(captured[SQLITE][reply].raw)
        measured[label] = {name: [] for name in found}
        for number in range(options.rounds + 1):
            for name, group in found.items():
                show(f"{label}: round {number} of {options.rounds}, {name}")
                one = load.run(
                    group.nodes[0], options.seconds if number else 1, sizes[label], arguments,
                    script_arguments=script_arguments)
                if number:
                    measured[label][name].append(one)
    return measured, sizes


# ------------------------------------------------------------------------------------------------- capacity


def costs(measured):
    """The costs from which the capacity is computed."""
    own, everywhere = (nodes.EditCost.of(measured["edits"][shape, THREE]) for shape in (OWN, EVERYWHERE))
    polled, sizes = measured["polls"]
    games, streams = measured["games"][ONE], measured["streams"][ONE]
    others = 2
    return capacity.Costs(
        edit=own.nodes, news=max(everywhere.nodes - own.nodes, 0) / others,
        edit_in_redis=own.redis, news_in_redis=max(everywhere.redis - own.redis, 0) / others,
        edits_of_redis=statistics.median(one.per_second for one in measured["edits"][OWN, THREE]),
        delivery=max(streams[1]["delivery"], 0),
        changed_poll=cpu_per_poll(polled[CHANGED][ONE]),
        unchanged_poll=cpu_per_poll(polled[UNCHANGED][ONE]),
        idle_game=streams[1]["watched game"], idle_game_in_redis=streams[1]["watched game, Redis"],
        node_bytes=games["node"], game_bytes=games["played game"], stream_bytes=streams[1]["stream"],
        game_in_redis=games["played game, memory"], event_in_redis=games["event, memory"],
        event_in_log=games["event, log"],
        edit_reply=measured["edits"][OWN, THREE][0].reply_bytes, delivered=streams[1]["bytes of a delivery"],
        board=sizes[CHANGED], unchanged=sizes[UNCHANGED],
        edit_to_redis=own.received, edit_from_redis=own.sent)


def cpu_per_poll(rounds):
    """The node's CPU time per poll in microseconds."""
    return sum(one.cpu_seconds for one in rounds) / sum(one.requests for one in rounds) * 1e6


if __name__ == "__main__":
    sys.exit(main())
