"""Measures durable edits against edits in memory, and reads while others write; see `run.py`."""

import contextlib
import pathlib
import statistics

import bare_store
import load
import replies
import servers
import tables
from progress import show

HERE = pathlib.Path(__file__).resolve().parent
READERS = 4
EDITS = (("durable edits", "edit.lua", 0.7), ("edits with move ids", "edit_with_moves.lua", None))


def measure(program, folder, options):
    """The rows of the table; `folder` is for the data files."""
    data = folder / "edits"
    with contextlib.ExitStack() as stack:
        durable, memory = (
            stack.enter_context(servers.Server(name, program.serve(*where), pinned=False))
            for name, where in (("durable", ("--data", str(data))), ("in memory", ("--store", "memory"))))
        captured = [replies.capture_all(server) for server in (durable, memory)]
        rows = edit_rows(durable, memory, len(captured[0][2].raw), folder, options)
        rows += latency_rows(durable, memory, captured[0], options)
        saved = durable.sequence()
    show("")
    stored = stored_figure(program, data, "events")
    replies.expect(stored == saved, f"{saved} events were announced, but {stored} are stored")
    return rows


def stored_figure(program, data, name):
    """The integer called `name` in the output of `GameServer stats`."""
    for line in program.run("stats", "--data", data).splitlines():
        if line.startswith(name + " "):
            return int(line[len(name):].split()[0].rstrip(","))
    raise SystemExit(f"GameServer stats does not print “{name}”")


# ------------------------------------------------------------------------------------------------------ edits


def edit_rows(durable, memory, reply_bytes, folder, options):
    rows, edits, commits = [], [], []
    for label, script, at_least in EDITS:
        before, counted = durable.sequence(), durable.metrics()
        measured, requests = load.run_alternately(
            label, (durable, memory), reply_bytes, script_arguments(script), options)
        replies.check_edits(durable.sequence() - before, requests)
        rows.append(tables.throughput_row(label, *measured, at_least, "{} in memory"))
        edits.append([one.per_second for one in measured[0]])
        commits.append(edits_per_commit(counted, durable.metrics()))
    single, hundred = bare_store.rounds(folder, options)
    reference = "{} by bare GRDB, 100 rows per commit"
    rows.append(tables.ratio_row(EDITS[0][0], edits[0], hundred, "{:,.0f}/s", reference=reference))
    for (label, *_), rates, each in zip(EDITS, edits, commits):
        rows.append(commit_row(label, statistics.median(rates), each, statistics.median(single)))
    return rows


def commit_row(label, rate, edits_per_commit, single):
    return tables.plain_row(
        f"commits of {label}", f"{rate / edits_per_commit:,.0f}/s, {edits_per_commit:.1f} edits each",
        f"{single:,.0f}/s by bare GRDB, 1 row per commit")


def script_arguments(name):
    return ["-s", str(HERE / name)]


def edits_per_commit(before, after):
    edits, commits = (after[name] - before[name] for name in ("edits_total", "commits_total"))
    return edits / commits


# -------------------------------------------------------------------------------------------------- latencies


def latency_rows(durable, memory, captured, options):
    """Rows for the latency of reads with paced writers, with unthrottled writers and without writers."""
    quiet, paced, unthrottled, unthrottled_memory = [], [], [], []
    loads = (
        (durable, "edit_paced.lua", paced), (durable, "edit.lua", unthrottled),
        (memory, "edit.lua", unthrottled_memory))
    for number in range(1, options.rounds + 1):
        show(f"GET /board while others write: round {number} of {options.rounds}")
        quiet.append(p99(durable, captured, options))
        for server, script, times in loads:
            with load.Load(server, options.seconds + 1, script_arguments(script)) as writers:
                times.append(p99(server, captured, options))
                writers.finish(len(captured[2].raw))
    unit, alone = "{:.2f} ms", "{} without writers"
    return [
        tables.ratio_row("p99 of GET /board, 2,000 edits/s", paced, quiet, unit, at_most=2, reference=alone),
        tables.ratio_row("… 64 unthrottled writers", unthrottled, quiet, unit, at_most=2, reference=alone),
        tables.ratio_row("… 64 unthrottled writers", unthrottled, unthrottled_memory, unit, reference="{} in memory"),
    ]


def p99(server, captured, options):
    """The 99th percentile of the times of paced reads, in milliseconds."""
    arguments = ["--latency", *script_arguments("read_paced.lua")]
    return load.run(server, options.seconds, len(captured[0].raw), arguments, READERS).p99_milliseconds
