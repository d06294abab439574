#!/usr/bin/env python3
"""Profiles the server under each load with `perf`: `make profile` writes PROFILES.md.

The server runs on one core and wrk on another; it is durable where the load writes. The page lists the ten hottest frames
of each load. Its section "Optimizations" is written by hand and kept.
"""

import contextlib
import pathlib
import re
import subprocess
import tempfile

import command_line
import load
import peers
import replies
import report
import servers
import tables
from command_line import CACHE, ROOT, show

PROFILES = ROOT / "Benchmarks" / "PROFILES.md"
SAMPLES_PER_SECOND = 1999
FRAMES = 10
TITLE = """# Profiles

Written by `make profile`: the ten hottest frames of the server, sampled by `perf` under each load of the benchmarks with
64 connections on one core. The share is that of the frame itself, without its callees.
"""


def main():
    options = command_line.parse(command_line.parser(__doc__))
    program = servers.Program(options.server)
    page = {}
    for workload in peers.WORKLOADS:
        is_durable = peers.DURABLE in workload.contenders
        label = workload.label + (", durable" if is_durable else "")
        page[label] = profile(program, workload, is_durable, options.seconds)
    show("")
    first = f"{TITLE}\n- Commit: {report.commit()}\n- Machine: {report.machine()}\n- Versions: {report.versions()}\n"
    report.replace(PROFILES, first, page, with_title=True)


def profile(program, workload, is_durable, seconds):
    """The table of the hottest frames under one load."""
    show(workload.label)
    with tempfile.TemporaryDirectory(prefix="run-", dir=CACHE) as folder:
        where = ["--data", f"{folder}/data"] if is_durable else ["--store", "memory"]
        with servers.Server("FiveByFive", program.serve(*where, "--io-threads", "1")) as server:
            captured = replies.capture_all(server, peers.LETTERS)
            contender = peers.Contender(server, *captured, created=peers.new_game(server))
            samples = pathlib.Path(folder) / "samples"
            with sampling(server, samples, seconds) as perf:
                measured = contender.run(workload, load.CONNECTIONS, seconds)
                perf.wait()
            found = frames(samples)[:FRAMES]
    rows = [(f"{share} %", binary.strip().strip("[]"), short(name.strip())) for share, binary, name in found]
    each = measured.cpu_seconds / measured.requests * 1e6
    return f"{each:.1f} µs of CPU time per request.\n\n{tables.table(rows, ('share', 'binary', 'frame'))}"


@contextlib.contextmanager
def sampling(server, path, seconds):
    """Samples `server` for some seconds from now on, and writes the samples to `path`; yields the process of perf."""
    command = ["perf", "record", "-F", SAMPLES_PER_SECOND, "-p", server.process.pid, "-o", path, "--", "sleep", seconds]
    perf = subprocess.Popen(
        list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield perf
    finally:
        perf.terminate()
        perf.wait()


def frames(samples):
    """The share in percent, the binary and the demangled name of each frame, hottest first."""
    # The order of these keys is that of the columns.
    listing = command_line.run(
        "perf", "report", "-i", samples, "--stdio", "--no-children", "--sort", "dso,symbol", "-t", "\t")
    plain = subprocess.run(
        ["swift", "demangle", "--simplified"], input=listing, capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^ *([\d.]+)% *\t([^\t]+)\t\[[.k]\] ([^\t\n]+)", plain, re.MULTILINE)
    if not found:
        raise SystemExit("perf has no samples; it may not be permitted here")
    return [(f"{float(share):.1f}", binary, name) for share, binary, name in found]


def short(frame):
    """The name of a frame, truncated to 90 characters."""
    frame = frame.replace("|", "\\|")
    return frame if len(frame) <= 90 else frame[:89] + "…"


if __name__ == "__main__":
    main()
