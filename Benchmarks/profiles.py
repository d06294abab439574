#!/usr/bin/env python3
"""Profiles the server under each load with `perf`: `make profile` writes PROFILES.md.

The server runs on one core and wrk on another. The page lists the ten hottest frames of each load. Its section
"Optimizations" is written by hand and kept.
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
TITLE = """# Profiles

Written by `make profile`: the ten hottest frames of the server, sampled by `perf` under each load of the benchmarks with
64 connections on one core. The share is that of the frame itself, without its callees.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=5, help="duration of each load")
    parser.add_argument("--server", type=pathlib.Path, default=report.ROOT / ".build/release/GameServer")
    options = parser.parse_args()
    if options.seconds < 2 or not options.server.exists():
        parser.error(f"--seconds must be at least 2, and {options.server} must exist: run `make build` first")
    program = servers.Program(options.server.resolve())
    CACHE.mkdir(parents=True, exist_ok=True)
    page = {}
    for workload in peers.WORKLOADS:
        for name in (peers.OURS, peers.DURABLE):
            if name in workload.contenders:
                durable = ", durable" if name == peers.DURABLE else ""
                page[workload.label + durable] = profile(program, workload, name, options.seconds)
    show("")
    first = f"{TITLE}\n- Commit: {report.commit()}\n- Machine: {report.machine()}\n- Versions: {report.versions()}\n"
    sections.replace(PROFILES, first, page, with_title=True)


def profile(program, workload, name, seconds):
    """The table of the hottest frames under one load."""
    show(f"{workload.label}, {name}")
    with tempfile.TemporaryDirectory(prefix="run-", dir=CACHE) as folder:
        where = ["--store", "memory"] if name == peers.OURS else ["--data", f"{folder}/data"]
        with servers.Server(name, program.serve(*where, "--io-threads", "1")) as server:
            captured = replies.capture_all(server, peers.LETTERS)
            contender = peers.Contender(server, *captured, created=peers.new_game(server))
            samples = pathlib.Path(folder) / "samples"
            with sampling.Sampling(server, samples, seconds) as profiler:
                measured = contender.run(workload, load.CONNECTIONS, seconds)
                found = profiler.frames()[:FRAMES]
    rows = [(f"{share:.1f} %", binary, short(name)) for share, binary, name in found]
    each = measured.cpu_seconds / measured.requests * 1e6
    return f"{each:.1f} µs of CPU time per request.\n\n{tables.table(rows, ('share', 'binary', 'frame'))}"


def short(frame):
    """The name of a frame, truncated to 90 characters."""
    frame = frame.replace("|", "\\|")
    return frame if len(frame) <= 90 else frame[:89] + "…"


if __name__ == "__main__":
    sys.exit(main())
