"""Edits of cells: addresses, bodies, events and refusals."""

import urllib.parse

import pytest

from client import Game, accepted, curl, new_game, problem
from fold import Copy

CELL = "/board/cells/12"


def test_post_and_put_are_equal(game):
    assert accepted(game.ask("POST", "/board/cells/0", {"value": "A"}))["sequence"] == 1
    assert accepted(game.ask("PUT", "/board/cells/1", {"value": "B"}))["sequence"] == 2
    assert game.board()["text"] == "AB.../...../...../...../....."


@pytest.mark.parametrize("cell, index", [("12", 12), ("c3", 12), ("b4", 16)])
def test_a_cell_is_addressed_by_index_or_square(game, cell, index):
    (event,) = accepted(game.edit(cell, "A"))["events"]
    assert (event["type"], event["board"], event["cell"]) == ("cell.changed", 0, index)


@pytest.mark.parametrize(
    "body, media",
    [
        (b'{"value":"A"}', "application/json; charset=utf-8"),
        (b'{"value":"A"}', "application/merge-patch+json"),
        (b"value=%41", "application/x-www-form-urlencoded"),
        (b"A", "application/x-www-form-urlencoded"),
        (b"a", "text/plain; charset=utf-8"),
        (b"A", None),
    ],
)
def test_the_body_is_json_a_form_or_a_bare_letter(game, body, media):
    answer = game.ask("POST", CELL, body, {"Content-Type": media} if media else {})
    assert accepted(answer)["events"][0]["value"] == "A"


def test_curl_edits_with_each_kind_of_body(game):
    path = game.path + "/board/cells/"
    json = ("-H", "Content-Type: application/json")
    assert curl(game.server, path + "0", "-d", "A").status == 200
    assert curl(game.server, path + "1", "-d", "value=B").status == 200
    assert curl(game.server, path + "2", "-d", '{"value":"C"}', *json).status == 200
    assert curl(game.server, path + "3", "-X", "PUT", "-d", "D").status == 200
    assert curl(game.server, path + "4", "-d", "É").status == 200
    assert curl(game.server, path + "a2", "--data-urlencode", "value=Ö", "-X", "POST").status == 200
    assert game.board()["text"] == "ABCDÉ/Ö..../...../...../....."


@pytest.mark.parametrize(
    "body, media",
    [
        (b'{"value":""}', "application/json"),
        (b"value=", "application/x-www-form-urlencoded"),
        (b"", "text/plain"),
    ],
)
def test_an_empty_value_clears_the_cell(game, body, media):
    game.edit(12, "A")
    (event,) = accepted(game.ask("POST", CELL, body, {"Content-Type": media}))["events"]
    assert (event["value"], event["previous"]) == ("", "A")


@pytest.mark.parametrize("typed, shown", [("z", "Z"), ("e\u0301", "É"), ("ß", "ß"), ("한", "한")])
def test_a_letter_is_upper_cased_and_composed_and_hashed_as_utf_8(game, typed, shown):
    assert accepted(game.edit(7, typed))["events"][0]["value"] == shown
    board = game.board()
    assert board["cells"][7]["value"] == shown and board["hash"] == Copy.of(board).hash


@pytest.mark.parametrize("value", ["AB", "7", "<script>alert(1)</script>", "Z" + "\u0301" * 500])
def test_a_value_that_is_not_a_letter_is_422(game, value):
    with game.unchanged():
        problem(game.edit(12, value), 422, "not-a-letter")


@pytest.mark.parametrize("cell", ["25", "f1", "99999999999999999999", "%20", "١٢"])
def test_an_unknown_cell_is_404(game, cell):
    with game.unchanged():
        answer = game.ask("POST", f"/board/cells/{urllib.parse.quote(cell, safe='%')}", {"value": "A"})
        problem(answer, 404, "no-such-cell")


@pytest.mark.parametrize("cell", ["..", "c3%00x"])
def test_a_cell_that_is_not_a_name_is_refused(game, cell):
    with game.unchanged():
        problem(game.ask("POST", f"/board/cells/{cell}", {"value": "A"}), (400, 404))


def test_an_unknown_game_is_404(server):
    unknown = Game(server, "no-such-game-at-all")
    for answer in (
        unknown.ask("GET"),
        unknown.ask("GET", "/board"),
        unknown.edit(0, "A"),
        unknown.ask("GET", "/history"),
        unknown.ask("GET", "/actions"),
        unknown.ask("GET", "/events"),
        unknown.act("undo"),
        unknown.ask("POST", "/seats", {"name": "Ann"}),
        unknown.ask("DELETE", "/seats/1"),
        unknown.ask("PATCH", "/board", {"cells": {"0": "A"}}),
        unknown.ask("DELETE", "/board/cells/0"),
    ):
        problem(answer, 404, "no-such-game")


def test_a_block_or_a_given_letter_is_423(server):
    game = new_game(server, board="CAT../....#/...../...../.....")
    with game.unchanged():
        problem(game.edit(0, "B"), 423, "locked-cell")
        problem(game.edit(9, ""), 423, "locked-cell")
        problem(game.ask("DELETE", "/board/cells/a1"), 423, "locked-cell")
        problem(game.ask("PATCH", "/board", {"cells": {"3": "A", "9": "B"}}), 423, "locked-cell")


def test_a_refused_edit_returns_the_current_cell(server):
    game = new_game(server, board="A..../...../...../...../.....")
    cell = problem(game.edit(0, "B"), 423)["cell"]
    assert (cell["index"], cell["square"], cell["value"], cell["kind"]) == (0, "a1", "A", "given")
    cell = problem(game.edit(1, "7"), 422)["cell"]
    assert (cell["index"], cell["value"], cell["kind"]) == (1, "", "letter")


def test_a_patch_has_one_answer_for_all_its_cells(game):
    body = accepted(game.ask("PATCH", "/board", {"cells": {"0": "C", "a2": "a", "e5": "Z"}}))
    assert body["sequence"] == 3
    assert {event["cell"]: event["value"] for event in body["events"]} == {0: "C", 5: "A", 24: "Z"}
    body = accepted(game.ask("PATCH", "/board", {"cells": {"0": "C", "a2": "", "e5": "Y"}}))
    assert {event["cell"]: event["value"] for event in body["events"]} == {5: "", 24: "Y"}
    assert game.board()["text"] == "C..../...../...../...../....Y"


@pytest.mark.parametrize(
    "cells, status, code",
    [
        ({"0": "A", "1": "BC"}, 422, "not-a-letter"),
        ({"0": "A", "25": "B"}, 404, "no-such-cell"),
        ({"0": "A", "1": 5}, 422, "invalid-value"),
        ({"0": "A", "1": ["B"]}, 422, "invalid-value"),
        ("A", 422, "invalid-value"),
        (None, 422, "invalid-value"),
    ],
    ids=str,
)
def test_a_patch_is_refused_as_a_whole(game, cells, status, code):
    game.edit(12, "M")
    with game.unchanged():
        problem(game.ask("PATCH", "/board", {"cells": cells}), status, code)


def test_a_free_game_has_only_the_shared_board(game):
    problem(game.ask("GET", "/boards/1"), 404)
    problem(game.ask("GET", "/boards/99"), 404)
    assert game.ask("GET", "/boards/0").body == game.ask("GET", "/board").body
