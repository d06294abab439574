"""Requests to `/analysis/…`, and the shipped word list."""

from client import ask
from server_process import ROOT

ENGLISH = frozenset((ROOT / "static" / "lexicons" / "en.txt").read_text(encoding="utf-8").upper().split())


def analyse(server, kind, wire=None, **body):
    return ask(server, "POST", f"/analysis/{kind}", body, wire=wire)


def analysed(server, kind, wire=None, **body):
    """Asserts that an analysis is answered with 200, and returns its JSON."""
    answer = analyse(server, kind, wire, **body)
    assert answer.status == 200 and answer.media == "application/json", (body, answer)
    return answer.json


def across(row):
    """A board with this first row, empty elsewhere."""
    return f"{row}/...../...../...../....."
