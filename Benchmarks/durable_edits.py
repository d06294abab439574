"""Edits that are on the disk before they are answered, beside edits in memory; see `run.py`."""

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
    """The rows of figures; `folder` takes the files."""
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
    replies.expect(stored == saved, f"{saved} events were shown, but {stored} are stored")
    return rows


def stored_figure(program, data, name):
    """A whole number of `GameServer stats`."""
    for line in program.run("stats", "--data", data).splitlines():
        if line.startswith(name + " "):
            return int(line[len(name):].split()[0].rstrip(","))
    raise SystemExit(f"GameServer stats does not tell “{name}”")


# ------------------------------------------------------------------------------------------------------ edits


def edit_rows(durable, memory, reply_bytes, folder, options):
    rows, edits, commits = [], [], []
    for what, script, at_least in EDITS:
        before, counted = durable.sequence(), durable.metrics()
        measured, requests = load.rounds_of(
            what, (durable, memory), reply_bytes, script_arguments(script), options)
        replies.check_edits(durable.sequence() - before, requests)
        rows.append(tables.throughput_row(what, *measured, at_least, "{} in memory"))
        edits.append([one.per_second for one in measured[0]])
        commits.append(batch(counted, durable.metrics()))
    single, hundred = bare_store.rounds(folder, options)
    beside = "{} bare GRDB, 100 rows a commit"
    rows.append(tables.ratio_row(EDITS[0][0], edits[0], hundred, "{:,.0f}/s", beside=beside))
    for (what, *_), rates, each in zip(EDITS, edits, commits):
        rows.append(commit_row(what, statistics.median(rates), each, statistics.median(single)))
    return rows


def commit_row(what, rate, edits_each, single):
    return tables.plain_row(
        f"commits of {what}", f"{rate / edits_each:,.0f}/s, {edits_each:.1f} edits each",
        f"{single:,.0f}/s bare GRDB, 1 row a commit")


def script_arguments(name):
    return ["-s", str(HERE / name)]


def batch(before, after):
    """How many edits there were in one commit."""
    edits, commits = (after[name] - before[name] for name in ("edits_total", "commits_total"))
    return edits / commits


# -------------------------------------------------------------------------------------------------- latencies


def latency_rows(durable, memory, captured, options):
    """How long a board takes while others write, at a pace or as fast as they can, and while nobody does."""
    quiet, paced, rushed, rushed_memory = [], [], [], []
    loads = (
        (durable, "edit_paced.lua", paced), (durable, "edit.lua", rushed), (memory, "edit.lua", rushed_memory))
    for number in range(1, options.rounds + 1):
        show(f"GET /board while others write: round {number} of {options.rounds}")
        quiet.append(slowest(durable, captured, options))
        for server, script, times in loads:
            with load.Load(server, options.seconds + 1, script_arguments(script)) as writers:
                times.append(slowest(server, captured, options))
                writers.measured(len(captured[2].raw))
    unit, alone = "{:.2f} ms", "{} with no writers"
    return [
        tables.ratio_row("p99 of GET /board, 2,000 edits/s", paced, quiet, unit, at_most=2, beside=alone),
        tables.ratio_row("… all edits that 64 can make", rushed, quiet, unit, at_most=2, beside=alone),
        tables.ratio_row("… the same", rushed, rushed_memory, unit, beside="{} the same in memory"),
    ]


def slowest(server, captured, options):
    """The time in milliseconds within which 99 of 100 reads are answered."""
    arguments = ["--latency", *script_arguments("read_paced.lua")]
    return load.run(server, options.seconds, len(captured[0].raw), arguments, READERS).p99_milliseconds
