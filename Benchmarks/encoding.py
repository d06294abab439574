"""What it costs to encode a board that has changed."""

import pathlib
import statistics
import tempfile

import load
import many
import replies
import sampling
import servers
from progress import show

SCRIPT = pathlib.Path(__file__).resolve().parent / "edit_and_read_games.lua"
#: Makes the answer for a board that is asked for the first time since it changed, with its headers.
FRAME = "PublishedBoard.Edition.answer(_:)"


def microseconds(program, options):
    """In each round, the first thread's time in that frame and all that it calls, for each board.

    64 connections edit 64 games and read their boards, so that every board has changed. By the time of requests it could
    not be told: most of that is the kernel's, and differs from round to round by more than an encoding takes.
    """
    found = []
    with servers.Server("FiveByFive", program.serve("--store", "memory", "--io-threads", "1")) as server:
        board, _, edit = replies.capture_all(server, "A" * 25)
        reply_bytes = statistics.mean((len(board.raw), len(edit.raw)))
        games = many.make_games(server, load.CONNECTIONS)
        for number in range(options.rounds):
            show(f"encoding changed boards: round {number + 1} of {options.rounds}")
            found.append(one(server, games, reply_bytes, options.seconds))
    return found


def one(server, games, reply_bytes, seconds):
    with tempfile.TemporaryDirectory() as folder:
        before = server.main_thread_nanoseconds()
        with sampling.Sampling(server, pathlib.Path(folder) / "samples", seconds, with_callers=True) as looker:
            answered = load.run(server, seconds, reply_bytes, ["-s", str(SCRIPT)], script_arguments=games).requests
            spent = server.main_thread_nanoseconds() - before
            return looker.share_within(FRAME) * spent / 1000 / (answered / 2)
