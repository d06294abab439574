"""History and replay: the board at any sequence is the fold of the events up to it."""

import pytest

from client import curl, new_game, problem
from fold import prefixes

START = "CAT../....#/...../...../....."


@pytest.fixture
def played(server):
    """A game with events of several types."""
    game = new_game(server, board=START)
    ann, ben = game.seat("Ann"), game.seat("Ben", colour="#2a9d8f")
    ann.edit("a2", "B")
    ben.edit("b2", "É")
    game.edit("a2", "C")
    ben.act("undo")
    ann.act("recolour", {"colour": "#000000"})
    game.ask("PATCH", "/board", {"cells": {"a5": "X", "b5": "Y", "c5": "Z"}})
    game.act("lock", token=game.host)
    game.act("unlock", token=game.host)
    game.ask("DELETE", "/board/cells/a5")
    return game


def test_the_history_is_dense_and_oldest_first(played):
    events = played.history()
    assert [event["sequence"] for event in events] == list(range(1, played.sequence + 1))
    times = [event["time"] for event in events]
    assert all(times) and times == sorted(times)
    kinds = [event["type"] for event in events]
    first = ["seat.taken"] * 2 + ["cell.changed"] * 4 + ["seat.recoloured"] + ["cell.changed"] * 3
    assert kinds == first + ["board.locked", "board.unlocked", "cell.changed"]
    undone = events[5]
    assert (undone["cause"], undone["by"], undone["value"], undone["previous"]) == ("undo", 2, "", "É")


def test_after_and_limit_select_part_of_the_history(played):
    pages = {"after=0": range(1, 14), "after=99": [], "limit=2": [1, 2], "after=3&limit=2": [4, 5]}
    for query, numbers in pages.items():
        assert [event["sequence"] for event in played.history("?" + query)] == list(numbers), query


def test_the_board_at_each_sequence_is_the_fold_of_the_events_up_to_it(played):
    states = prefixes(played.history(), START)
    for number, (text, hash) in enumerate(states):
        board = played.ask("GET", f"/board?at={number}")
        assert board.status == 200 and board.etag == f'"{number}"'
        assert (board.json["sequence"], board.json["text"], board.json["hash"]) == (number, text, hash)
    assert states[-1] == (played.board()["text"], played.board()["hash"])


def test_a_past_board_is_served_as_text_and_svg(played):
    assert curl(played.server, played.path + "/board.txt?at=3").text == "CAT..\nB...#\n.....\n.....\n.....\n"
    assert curl(played.server, played.path + "/board.svg?at=0").media == "image/svg+xml"


def test_a_board_beyond_the_last_sequence_is_404(played):
    problem(played.ask("GET", "/board?at=14"), 404, "no-such-moment")
    problem(played.ask("GET", "/board?at=x"), 400, "invalid-query")


def test_a_past_board_has_the_seat_and_sequence_of_each_letter(server):
    game = new_game(server)
    ann = game.seat("Ann")
    ann.edit(0, "A")
    game.edit(0, "B")
    cell = game.ask("GET", "/board?at=2").json["cells"][0]
    assert (cell["value"], cell["by"], cell["sequence"]) == ("A", 1, 2)
