"""Compares the server with a bare C server on libevent's evhttp that sends the same replies; see `run.py`."""

import pathlib
import subprocess
import tempfile

import load
import replies
import servers
import tables
from progress import show

HERE = pathlib.Path(__file__).resolve().parent
STARTS = 10


def measure(program, options):
    """The rows of the table. The games are in memory, because the reference server stores nothing."""
    command = program.serve("--store", "memory")
    show("starting the server ten times")
    starts = [servers.start_milliseconds(command) for _ in range(STARTS)]
    with servers.Server("FiveByFive", command) as ours, tempfile.TemporaryDirectory() as folder:
        ours.ask("GET", "/board")
        resident = ours.resident_megabytes()
        captured = replies.capture_all(ours)
        with servers.Server("evhttp", evhttp_command(pathlib.Path(folder), captured)) as evhttp:
            replies.compare(evhttp, *captured)
            rows = throughput_rows(ours, evhttp, captured, options)
    show("")
    rows.append(tables.plain_row("body of GET /board", f"{len(captured[0].body)} bytes"))
    rows.append(tables.limit_row("start to first response", starts, "ms", 60))
    rows.append(tables.limit_row("memory after start", [resident], "MB", 30))
    return rows


def evhttp_command(folder, captured):
    """Compiles the evhttp server; returns its command, with the captured replies as arguments."""
    flags = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "libevent"], capture_output=True, text=True, check=True).stdout.split()
    binary = folder / "evhttp_fixed"
    source = HERE / "Peers" / "evhttp_fixed.c"
    subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-o", binary, source, *flags], check=True)
    paths = [folder / name for name in ("board", "not-modified", "edit")]
    for path, reply in zip(paths, captured):
        path.write_bytes(reply.raw)
    return [str(binary), *map(str, paths)]


def throughput_rows(ours, evhttp, captured, options):
    """A row for each kind of request; edits are last, because they change the ETag."""
    board, not_modified, edit = captured
    loads = [
        ("GET /board", 1.2, board, []),
        ("GET /board, 304", 1.0, not_modified, ["-H", f"If-None-Match: {board.headers['etag']}"]),
        ("POST an edit", 0.5, edit, ["-s", str(HERE / "edit.lua")]),
    ]
    before = ours.sequence()
    rows = []
    for label, at_least, reply, arguments in loads:
        measured, requests = load.run_alternately(label, (ours, evhttp), len(reply.raw), arguments, options)
        rows.append(tables.throughput_row(label, *measured, at_least, "{} by evhttp"))
    replies.check_edits(ours.sequence() - before, requests)
    return rows
