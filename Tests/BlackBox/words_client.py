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
