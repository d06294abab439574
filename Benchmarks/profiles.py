#!/usr/bin/env python3
"""Looks where the server's time goes under each load, by `perf`: `make profile` writes PROFILES.md.

The server is built with its symbols, has one core, and is loaded by wrk from another one. The ten frames in which
it was found most often are kept for each load. What was done about them stands in the page's last section, which
is written by hand and stays.
"""

import argparse
import pathlib
import sys
import tempfile

import load
import peers
import replies
import report
import sampling
import sections
import servers
import tables
from progress import show

PROFILES = report.ROOT / "Benchmarks" / "PROFILES.md"
CACHE = report.ROOT / ".build" / "benchmarks"
FRAMES = 10
TITLE = """# Where the time goes

Made by `make profile`: the ten frames in which the server was found most often, by `perf`, under each load of the
benchmarks with 64 connections, on one core. The share is that of the frame itself, without what it calls.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=5, help="length of one load")
    parser.add_argument("--server", type=pathlib.Path, default=report.ROOT / ".build/release/GameServer")
    options = parser.parse_args()
    if options.seconds < 2 or not options.server.exists():
        parser.error("--seconds is at least 2, and `make build` makes the server")
    program = servers.Program(options.server.resolve())
    CACHE.mkdir(parents=True, exist_ok=True)
    page = {}
    for workload in peers.WORKLOADS:
        for name in (peers.OURS, peers.DURABLE):
            if name in workload.contenders:
                durably = ", durably" if name == peers.DURABLE else ""
                page[workload.what + durably] = profile(program, workload, name, options.seconds)
    show("")
    first = f"{TITLE}\n- Of commit {report.commit()}\n- Machine: {report.machine()}\n- Versions: {report.versions()}\n"
    sections.replace(PROFILES, first, page, with_title=True)


def profile(program, workload, name, seconds):
    """The table of the hottest frames under one load."""
    show(f"{workload.what}, {name}")
    with tempfile.TemporaryDirectory(prefix="run-", dir=CACHE) as folder:
        where = ["--store", "memory"] if name == peers.OURS else ["--data", f"{folder}/data"]
        with servers.Server(name, program.serve(*where, "--io-threads", "1")) as server:
            captured = replies.capture_all(server, peers.LETTERS)
            contender = peers.Contender(server, *captured, created=peers.new_game(server))
            samples = pathlib.Path(folder) / "samples"
            with sampling.Sampling(server, samples, seconds) as looker:
                measured = contender.run(workload, load.CONNECTIONS, seconds)
                found = looker.frames()[:FRAMES]
    rows = [(f"{share:.1f} %", place, short(name)) for share, place, name in found]
    each = measured.cpu_seconds / measured.requests * 1e6
    return f"{each:.1f} µs of the processor for a request.\n\n{tables.table(rows, ('share', 'in', 'frame'))}"


def short(frame):
    """A name without the types of its arguments, which make lines endless."""
    frame = frame.replace("|", "\\|")
    return frame if len(frame) <= 90 else frame[:89] + "…"


if __name__ == "__main__":
    sys.exit(main())
