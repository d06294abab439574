"""Edits of cells: addresses, bodies and events. RefusedEditTests has what is refused."""

import pytest

from client import accepted, ask, curl, lobby, new_game, problem
from fold import Copy


def test_post_and_put_are_equal(game):
    assert accepted(game.ask("POST", "/board/cells/0", {"value": "A"}))["sequence"] == 1
    assert accepted(game.ask("PUT", "/board/cells/1", {"value": "B"}))["sequence"] == 2
    assert game.board()["text"] == "AB.../...../...../...../....."


@pytest.mark.parametrize("cell, index", [("12", 12), ("c3", 12), ("b4", 16)])
def test_a_cell_is_addressed_by_index_or_square(game, cell, index):
    (event,) = accepted(game.edit(cell, "A"))["events"]
    assert (event["type"], event["board"], event["cell"]) == ("cell.changed", 0, index)


def test_curl_edits_with_each_kind_of_body(game):
    path = game.path + "/board/cells/"
    json = ("-H", "Content-Type: application/json")
    assert curl(game.server, path + "0", "-d", "A").status == 200
    assert curl(game.server, path + "1", "-d", "value=B").status == 200
    assert curl(game.server, path + "2", "-d", '{"value":"C"}', *json).status == 200
    assert curl(game.server, path + "3", "-X", "PUT", "-d", "D").status == 200
    assert curl(game.server, path + "4", "-d", "É").status == 200
    assert curl(game.server, path + "a2", "--data-urlencode", "value=Ö", "-X", "POST").status == 200
    assert curl(game.server, path + "0", "-d", "value=").status == 200, "an empty value clears the cell"
    assert game.board()["text"] == ".BCDÉ/Ö..../...../...../....."


@pytest.mark.parametrize("typed, shown", [("z", "Z"), ("e\u0301", "É"), ("ñ", "Ñ"), ("ı", "I"), ("Å", "Å")])
def test_a_letter_is_upper_cased_and_composed_and_hashed_as_utf_8(game, typed, shown):
    assert accepted(game.edit(7, typed))["events"][0]["value"] == shown
    board = game.board()
    assert board["cells"][7]["value"] == shown and board["hash"] == Copy.of(board).hash


STRANGE = ["한", "ㅗ", "ß", "Ａ", "ﬁ", "Ж", "漢", "あ", "Ø", "Æ", "Α", "ª", "ǅ", "z\u0335", "A\u0301\u0301"]


@pytest.mark.parametrize("letter", STRANGE)
def test_a_board_takes_letters_of_its_alphabet_only(server, game, letter):
    for board in (game, lobby(server)):
        with board.unchanged():
            assert problem(board.edit(7, letter), 422, "not-a-letter")["cell"]["value"] == ""
            problem(board.ask("PATCH", "/board", {"cells": {"7": letter, "8": "A"}}), 422, "not-a-letter")
    options = {"open": True, "board": f"{letter}..../...../...../...../....."}
    answer = ask(server, "POST", "/games", {"rules": "free", "options": options})
    problem(answer, 422, ("not-a-letter", "invalid-value"))


def test_a_starting_board_may_have_accents(server):
    assert new_game(server, board="É..../...../...../...../.....").board()["text"].startswith("É")


def test_a_refused_edit_returns_the_current_cell_and_changes_nothing(server):
    game = new_game(server, board="A..../...../...../...../.....")
    with game.unchanged():
        cell = problem(game.edit(0, "B"), 423, "locked-cell")["cell"]
        assert (cell["index"], cell["square"], cell["value"], cell["kind"]) == (0, "a1", "A", "given")
        cell = problem(game.edit(1, "7"), 422, "not-a-letter")["cell"]
        assert (cell["index"], cell["value"], cell["kind"]) == (1, "", "letter")
        problem(game.edit("f1", "A"), 404, "no-such-cell")
        problem(game.ask("PATCH", "/board", {"cells": {"1": "A", "2": "BC"}}), 422, "not-a-letter")


def test_a_patch_has_one_answer_for_all_its_cells(game):
    body = accepted(game.ask("PATCH", "/board", {"cells": {"0": "C", "a2": "a", "e5": "Z"}}))
    assert body["sequence"] == 3
    assert {event["cell"]: event["value"] for event in body["events"]} == {0: "C", 5: "A", 24: "Z"}
    body = accepted(game.ask("PATCH", "/board", {"cells": {"0": "C", "a2": "", "e5": "Y"}}))
    assert {event["cell"]: event["value"] for event in body["events"]} == {5: "", 24: "Y"}
    assert game.board()["text"] == "C..../...../...../...../....Y"


def test_a_patch_that_expects_other_letters_changes_nothing(game):
    accepted(game.edit(0, "A"))
    cells = {"a1": "B", "b1": "C"}
    for expected in ({"b1": "A"}, {"a1": "A", "b1": "A"}, {"0": ""}):
        differs = problem(game.ask("PATCH", "/board", {"cells": cells, "expect": expected}), 409, "cell-differs")
        assert differs["cell"]["index"] == (0 if "0" in expected else 1)
    assert game.sequence == 1
    accepted(game.ask("PATCH", "/board", {"cells": cells, "expect": {"a1": "A", "1": ""}}))
    assert game.board()["text"].startswith("BC")


def test_a_free_game_has_only_the_shared_board(game):
    problem(game.ask("GET", "/boards/1"), 404)
    problem(game.ask("GET", "/boards/99"), 404)
    assert game.ask("GET", "/boards/0").body == game.ask("GET", "/board").body
