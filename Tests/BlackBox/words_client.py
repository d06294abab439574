"""Requests to `/analysis/…`, and the shipped word list."""

from client import ask
from server_process import ROOT

TABLE = (ROOT / "static" / "packs" / "en" / "words.tsv").read_text(encoding="utf-8").splitlines()
ROWS = [(line + "\t\t\t").split("\t") for line in TABLE if not line.startswith("#")]
ENGLISH = frozenset(word for word, *_ in ROWS)
COMMON = frozenset(word for word, level, _, flags, *_ in ROWS if int(level) < 6 and "x" not in flags)
PATIENCE = 120  # seconds: a debug build works ten seconds on the tables of a scoring that is used for the first time


def analyse(server, kind, **body):
    return ask(server, "POST", f"/analysis/{kind}", body, timeout=PATIENCE)


def analysed(server, kind, **body):
    """Asserts that an analysis is answered with 200, and returns its JSON."""
    answer = analyse(server, kind, **body)
    assert answer.status == 200 and answer.media == "application/json", (body, answer)
    return answer.json


def across(row):
    """A board with this first row, empty elsewhere."""
    return f"{row}/...../...../...../....."


def words_of(text):
    """The words of two letters or more on a board: across and then down, each in the order of their first cells."""
    cells = text.replace("/", "")
    found = []
    for lines in ([range(row * 5, row * 5 + 5) for row in range(5)], [range(column, 25, 5) for column in range(5)]):
        runs = []
        for line in lines:
            run = []
            for index in [*line, None]:
                if index is not None and cells[index] != "#":
                    run.append(index)
                    continue
                runs += [run] if len(run) > 1 else []
                run = []
        found += ["".join(cells[index] for index in run) for run in sorted(runs)]
    return found
