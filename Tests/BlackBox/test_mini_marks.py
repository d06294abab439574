"""Check, reveal and reset by cell, word and board; autocheck and pencil."""

import pytest

from client import problem
from mini_puzzles import DOTS
from mini_table import Mini, accepted, kinds
from square_table import unchanged

ULTRA = [10, 11, 12, 13, 14]
DELTA = [1, 6, 11, 16, 21]


@pytest.fixture
def game(server):
    """Ann alone; ULTRA holds U, a wrong X and R, the rest is empty."""
    table = Mini(server, "Ann")
    table.write(1, {"10": "U", "11": "X", "13": "R"})
    return table


def marked(body):
    """The marks of the one `cells.marked` event of an answer."""
    (event,) = [event for event in body["events"] if event["type"] == "cells.marked"]
    assert event["board"] == 0 and event["by"] == 1
    return event["cause"], {int(cell): mark for cell, mark in event["marks"].items()}


# ---------------------------------------------------------------------------------------------------- check


@pytest.mark.parametrize("body", [{"scope": "board"}, {}], ids=str)
def test_the_whole_board_is_checked(game, body):
    checked = game.do(1, "check", **body)
    assert kinds(checked) == ["cells.marked"]
    assert marked(checked) == ("check", {10: "right", 11: "wrong", 13: "right"})
    assert game.marks() == {10: "right", 11: "wrong", 13: "right"}, "empty cells get none"


@pytest.mark.parametrize("cell, mark", [(10, "right"), ("b3", "wrong")])
def test_one_cell_is_checked(game, cell, mark):
    cause, marks = marked(game.do(1, "check", scope="cell", cell=cell))
    assert (cause, list(marks.values())) == ("check", [mark])


def test_a_word_is_checked_across_or_down(game):
    game.solve(1, 6)
    assert marked(game.do(1, "check", scope="word", cell=11, direction="down"))[1] == {
        6: "right",
        11: "wrong",
    }
    assert marked(game.do(1, "check", scope="word", cell=12))[1] == {10: "right", 13: "right"}


def test_what_is_right_is_locked(game):
    game.do(1, "check")
    with unchanged(game):
        for value in ("X", "U", ""):
            problem(game.people[0].edit(10, value), 423, "locked-cell")
        problem(game.patch(1, {"1": "D", "10": "X"}), 423, "locked-cell")


def test_what_is_wrong_is_marked_until_it_is_changed(game):
    game.do(1, "check")
    accepted(game.people[0].edit(11, "Y"))
    assert game.marks() == {10: "right", 13: "right"} and game.cell(11)["value"] == "Y"
    game.do(1, "check", scope="cell", cell=11)
    accepted(game.people[0].edit(11, ""))
    assert 11 not in game.marks()


def test_where_nothing_is_to_be_checked_nothing_happens(game):
    with unchanged(game):
        assert game.do(1, "check", scope="cell", cell=1)["events"] == []
    game.do(1, "check")
    with unchanged(game):
        assert game.do(1, "check")["events"] == [], "all is marked as it was"


# --------------------------------------------------------------------------------------------------- reveal


def test_one_cell_is_revealed(game):
    body = game.do(1, "reveal", scope="cell", cell=12)
    assert kinds(body) == ["cell.changed", "cells.marked"]
    change = body["events"][0]
    assert (change["cell"], change["value"], change["previous"], change["cause"], change["by"]) == (
        12,
        "T",
        "",
        "reveal",
        1,
    )
    assert marked(body) == ("reveal", {12: "revealed"})
    problem(game.people[0].edit(12, "X"), 423, "locked-cell")


def test_a_word_is_revealed_where_it_differs(game):
    game.do(1, "check", scope="cell", cell=10)
    body = game.do(1, "reveal", scope="word", cell="a3")
    changes = {event["cell"]: event["value"] for event in body["events"] if event["type"] == "cell.changed"}
    assert changes == {11: "L", 12: "T", 14: "A"} and kinds(body)[-1] == "cells.marked"
    assert marked(body)[1] == {cell: "revealed" for cell in (11, 12, 13, 14)}
    assert game.marks()[10] == "right", "what is locked stays"
    with unchanged(game):
        assert game.do(1, "reveal", scope="word", cell=10)["events"] == []


def test_the_whole_board_revealed_is_the_end(game):
    body = game.do(1, "reveal")
    assert kinds(body)[-3:] == ["cells.marked", "board.finished", "game.finished"]
    assert game.board()["text"] == DOTS
    result = game.result
    assert result["assisted"] is True and result["solves"][0]["assisted"] is True


# ---------------------------------------------------------------------------------------------------- reset


def test_reset_clears_what_is_not_locked(game):
    game.solve(1, 1)
    game.do(1, "check", scope="cell", cell=10)
    body = game.do(1, "reset")
    assert set(kinds(body)) == {"cell.changed"}
    assert {(event["cell"], event["value"], event["cause"]) for event in body["events"]} == {
        (cell, "", "reset") for cell in (1, 11, 13)
    }
    with unchanged(game):
        assert game.do(1, "reset")["events"] == []


def test_reset_takes_a_cell_or_a_word(game):
    game.solve(1, 1)
    assert [event["cell"] for event in game.do(1, "reset", scope="cell", cell="b3")["events"]] == [11]
    body = game.do(1, "reset", scope="word", cell=11, direction="across")
    assert sorted(event["cell"] for event in body["events"]) == [10, 13]
    assert game.board()["text"].startswith("#D")


def test_reset_takes_marks_of_wrong_and_pencil_away(game):
    game.write(1, {"1": "D"}, pencil=True)
    game.do(1, "check", scope="cell", cell=11)
    game.do(1, "reset")
    assert game.marks() == {}


def test_clear_is_a_reset_of_the_board(game):
    game.do(1, "check", scope="cell", cell=10)
    body = game.do(1, "clear")
    assert sorted(event["cell"] for event in body["events"]) == [11, 13]
    assert game.cell(10)["value"] == "U"


def test_a_given_is_neither_checked_nor_revealed_nor_reset(server):
    game = Mini(server, "Ann", kind={"givens": [6]})
    with unchanged(game):
        for name in ("check", "reveal", "reset"):
            assert game.do(1, name, scope="cell", cell=6)["events"] == []
    marks = marked(game.do(1, "reveal", scope="word", cell=5))[1]
    assert sorted(marks) == [5, 7, 8, 9]


# ------------------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    "body",
    [
        {"scope": "all"},
        {"scope": 5},
        {"scope": "cell"},
        {"scope": "word"},
        {"scope": "cell", "cell": 0},
        {"scope": "word", "cell": 24},
        {"scope": "cell", "cell": 25},
        {"scope": "cell", "cell": -1},
        {"scope": "cell", "cell": 1.5},
        {"scope": "cell", "cell": "f6"},
        {"scope": "cell", "cell": None},
        {"scope": "word", "cell": 1, "direction": "diagonal"},
        {"scope": "word", "cell": 1, "direction": 1},
        {"scope": "board", "more": 1},
        {"Scope": "board"},
        {"scope": "board", "by": 2},
    ],
    ids=str,
)
def test_a_scope_that_is_none_is_refused(game, body):
    with unchanged(game):
        for name in ("check", "reveal", "reset"):
            problem(game.people[0].act(name, body), (404, 422))


# ---------------------------------------------------------------------------------------- autocheck, pencil


def test_autocheck_marks_every_letter_at_once(server):
    game = Mini(server, "Ann", autocheck=True)
    body = accepted(game.people[0].edit(1, "D"))
    assert kinds(body) == ["cell.changed", "cells.marked"] and marked(body) == ("check", {1: "right"})
    assert marked(accepted(game.people[0].edit(2, "X"))) == ("check", {2: "wrong"})
    problem(game.people[0].edit(1, "X"), 423, "locked-cell")
    accepted(game.people[0].edit(2, ""))
    assert game.marks() == {1: "right"}
    game.solve(but=[1])
    assert game.result["assisted"] is True and game.result["winners"] == [1]


def test_autocheck_does_not_end_a_board_that_is_wrong(server):
    game = Mini(server, "Ann", autocheck=True)
    body = game.write(1, game.right() | {"1": "X"})
    assert kinds(body)[-1] == "board.wrong" and game.show()["state"] == "playing"
    assert kinds(accepted(game.people[0].edit(1, "D")))[-1] == "game.finished"


def test_pencil_is_a_mark_of_the_entry(game):
    (event,) = accepted(game.people[0].edit(1, "D", pencil=True))["events"]
    assert event["pencil"] is True and event["value"] == "D" and game.marks() == {1: "pencil"}
    assert accepted(game.people[0].edit(1, "D", pencil=True))["events"] == []
    (event,) = accepted(game.people[0].edit(1, "D"))["events"]
    assert (event["type"], event["value"], event["previous"]) == ("cell.changed", "D", "D")
    assert "pencil" not in event and game.marks() == {}


def test_pencil_counts_for_a_whole_patch(game):
    body = game.write(1, {"1": "D", "a2": "F"}, pencil=True)
    assert all(event["pencil"] is True for event in body["events"])
    assert game.marks() == {1: "pencil", 5: "pencil"}
    game.write(1, {"1": "X"})
    assert game.marks() == {5: "pencil"}


def test_a_letter_in_pencil_may_be_checked_and_revealed(game):
    game.write(1, {"1": "D", "2": "X", "3": "X"}, pencil=True)
    game.do(1, "check", scope="word", cell=1)
    assert game.marks() == {1: "right", 2: "wrong", 3: "wrong"}


@pytest.mark.parametrize("pencil", [1, "true", []], ids=str)
def test_pencil_is_true_or_false(game, pencil):
    with unchanged(game):
        problem(game.people[0].edit(1, "D", pencil=pencil), 422)
        problem(game.patch(1, {"1": "D"}, pencil=pencil), 422)


def test_undo_of_a_letter_in_pencil(game):
    accepted(game.people[0].edit(1, "D", pencil=True))
    game.do(1, "undo")
    assert game.cell(1)["value"] == "" and game.marks() == {}
