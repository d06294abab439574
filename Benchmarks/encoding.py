"""Measures the time to encode a changed board."""

import pathlib
import statistics
import tempfile

import load
import bulk
import replies
import sampling
import servers
from progress import show

SCRIPT = pathlib.Path(__file__).resolve().parent / "edit_and_read_games.lua"
#: The function that encodes a board on the first request after a change, with its headers.
FRAME = "PublishedBoard.Edition.answer(_:)"


def microseconds(program, options):
    """The main thread's time in `FRAME` and its callees per board, for each round.

    64 connections edit 64 games and read their boards, so that every board has changed. The share of `FRAME` comes from
    perf, because the time of whole requests is mostly the kernel's and varies by more than an encoding takes.
    """
    found = []
    with servers.Server("FiveByFive", program.serve("--store", "memory", "--io-threads", "1")) as server:
        board, _, edit = replies.capture_all(server, "A" * 25)
        reply_bytes = statistics.mean((len(board.raw), len(edit.raw)))
        games = bulk.make_games(server, load.CONNECTIONS)
        for number in range(options.rounds):
            show(f"encoding changed boards: round {number + 1} of {options.rounds}")
            found.append(measure_round(server, games, reply_bytes, options.seconds))
    return found


def measure_round(server, games, reply_bytes, seconds):
    with tempfile.TemporaryDirectory() as folder:
        before = server.main_thread_nanoseconds()
        with sampling.Sampling(server, pathlib.Path(folder) / "samples", seconds, with_callers=True) as profiler:
            answered = load.run(server, seconds, reply_bytes, ["-s", str(SCRIPT)], script_arguments=games).requests
            spent = server.main_thread_nanoseconds() - before
            return profiler.share_within(FRAME) * spent / 1000 / (answered / 2)
