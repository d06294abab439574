#!/usr/bin/env python3
"""Compares FiveByFive with a bare C server on libevent's evhttp that sends the same replies: `make bench`.

Both run at once, one of them loaded at a time, in turns, so that whatever else the machine does falls on both.
Measured are a board GET, the same answered by 304, an edit, the time from a start to the first answer, and the memory
after it. Every kind of reply is checked first, and every load is checked for refusals. A figure that misses its target
is said to fall short; only a wrong reply ends the run with an error. With EVENT_EPOLL_USE_CHANGELIST=1 in the
environment evhttp saves system calls, and is a harder yardstick.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import load
import replies
import report
import servers

HERE = pathlib.Path(__file__).resolve().parent
STARTS = 10


def main():
    options = read_options()
    command = [str(options.server), "serve", "--port", "0", "--no-address-limits", "--log-level", "error"]
    with tempfile.TemporaryDirectory(prefix="fivebyfive-bench-") as folder:
        rows = measure_all(command, pathlib.Path(folder), options)
    print(report.table(rows))


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=5, help="length of one load")
    parser.add_argument("--server", type=pathlib.Path, default=report.ROOT / ".build/release/GameServer")
    parser.add_argument("--no-results", action="store_true", help="print only, leave RESULTS.md as it is")
    options = parser.parse_args()
    if options.rounds < 1 or options.seconds < 1:
        parser.error("--rounds and --seconds are at least 1")
    if not options.server.exists():
        parser.error("there is no server to measure; `make build` makes it")
    return options


def measure_all(command, folder, options):
    load_average = os.getloadavg()[0]
    progress("starting the server ten times")
    starts = [servers.start_milliseconds(command) for _ in range(STARTS)]
    with servers.Server("FiveByFive", command) as ours:
        ours.ask("GET", "/board")
        resident = ours.resident_megabytes()
        captured = replies.capture_all(ours)
        with servers.Server("the yardstick", yardstick_command(folder, captured)) as yardstick:
            replies.compare(yardstick, *captured)
            rows = throughput_rows(ours, yardstick, captured, options)
    rows.append(report.limit_row("start to first answer", starts, "ms", 100))
    rows.append(report.limit_row("memory after start", [resident], "MB", 40))
    progress("")
    if not options.no_results:
        pinned, body_bytes = any(servers.cores()), len(captured[0].body)
        report.write(rows, options.rounds, options.seconds, pinned, body_bytes, load_average)
    return rows


def yardstick_command(folder, captured):
    """Compiles the yardstick and hands it the real server's replies."""
    flags = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "libevent"], capture_output=True, text=True, check=True).stdout.split()
    binary = folder / "evhttp_yardstick"
    subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-o", binary, HERE / "evhttp_yardstick.c", *flags], check=True)
    paths = [folder / name for name in ("board", "not-modified", "edit")]
    for path, reply in zip(paths, captured):
        path.write_bytes(reply.raw)
    return [str(binary), *map(str, paths)]


def throughput_rows(ours, yardstick, captured, options):
    """A row for each kind of request; edits come last, because they change the ETag."""
    board, not_modified, edit = captured
    loads = [
        ("GET /board", 1.2, board, []),
        ("GET /board, answered 304", 1.0, not_modified, ["-H", f"If-None-Match: {board.headers['etag']}"]),
        ("POST an edit", 0.5, edit, ["-s", str(HERE / "edit.lua")]),
    ]
    before = sequence(ours)
    rows = []
    for what, target, reply, arguments in loads:
        measurements, requests = rounds_of(what, (ours, yardstick), len(reply.raw), arguments, options)
        rows.append(report.ratio_row(what, *measurements, target))
    check_edits(sequence(ours) - before, requests)
    return rows


def rounds_of(what, pair, reply_bytes, arguments, options):
    """What each round measured, a list for each server, and how many requests the first server answered.

    A first second for each server is not counted among the rounds.
    """
    measurements = [[], []]
    answered = 0
    for number in range(options.rounds + 1):
        for server, list_of in zip(pair, measurements):
            progress(f"{what}: round {number} of {options.rounds}, {server.name}")
            measured = load.run(server, options.seconds if number else 1, reply_bytes, arguments)
            answered += measured.requests if server is pair[0] else 0
            if number:
                list_of.append(measured)
    return measurements, answered


def sequence(server):
    return json.loads(server.ask("GET", "/board")[2])["sequence"]


def check_edits(changes, requests):
    """Nearly every edit of the load must have changed a letter: one that changes nothing is too easy."""
    replies.expect(changes >= 0.98 * requests, f"{requests} edits made only {changes} changes")


def progress(line):
    """One line that is written over on a terminal; lines one below the other elsewhere."""
    if sys.stderr.isatty():
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)
    elif line:
        print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
