"""Asking for analysis, and comparing a score with the reference."""

import contextlib
import random

from client import ask
from server_process import ServerProcess
from words_reference import ENGLISH, PRESETS, score_lines
from words_squares import short_list


@contextlib.contextmanager
def server_with_short_list(tmp_path_factory):
    """A server with the lexicon `short`, whose attribute `words` is the list."""
    words = short_list(random.Random(4))
    path = tmp_path_factory.mktemp("lists") / "short.txt"
    path.write_text("\n".join(words) + "\n")
    with ServerProcess("--no-address-limits", "--lexicon", f"short={path}") as running:
        running.words = words
        yield running


def analyse(server, kind, wire=None, **body):
    return ask(server, "POST", f"/analysis/{kind}", body, wire=wire)


def analysed(server, kind, wire=None, **body):
    """The answer's JSON; anything but 200 fails."""
    answer = analyse(server, kind, wire, **body)
    assert answer.status == 200 and answer.media == "application/json", (body, answer)
    return answer.json


def check_line(told, line, signs, where):
    """One line of an answer against the reference."""

    def pairs(words):
        for word in words:
            assert word["word"] == signs[word["start"] : word["start"] + word["length"]], (where, word)
        return sorted((word["start"], word["length"]) for word in words)

    assert (told["direction"], told["index"]) == (line.direction, line.index), (where, told)
    assert pairs(told["words"]) == sorted(line.words), (where, told)
    counted = tuple(pairs(told["counted"]))
    allowed = {
        tuple(sorted(chosen)): points for chosen, points in zip(line.choices, line.points, strict=True)
    }
    assert counted in allowed, (where, told, sorted(allowed))
    assert told["points"] == allowed[counted], (where, told)


def check_score(answer, board, lexicon=ENGLISH, scoring=PRESETS["family"]):
    """A whole answer of /analysis/score against the reference; returns the total."""
    lines = score_lines(board, lexicon, scoring)
    assert len(answer["lines"]) == len(lines), (board, answer)
    cells = board.replace("/", "")
    for told, line, (places, _, _) in zip(answer["lines"], lines, scoring.lines, strict=True):
        check_line(told, line, "".join(cells[place] for place in places), (board, scoring))
    assert answer["total"] == sum(line["points"] for line in answer["lines"]), (board, answer)
    return answer["total"]


def across(line):
    """A board with these five signs in its first row and nothing else."""
    return f"{line}/...../...../...../....."


def down(line):
    """A board with these five signs in its first column and nothing else."""
    return "/".join(sign + "...." for sign in line)
