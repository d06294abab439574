"""Edits: cells, bodies, letters and refusals."""

import unicodedata
import urllib.parse

import pytest

from client import Game, accepted, curl, new_game, problem
from fold import Copy

ZALGO = "Z" + "\u0301" * 500


def test_post_and_put_do_the_same(game):
    assert accepted(game.ask("POST", "/board/cells/0", {"value": "A"}))["sequence"] == 1
    assert accepted(game.ask("PUT", "/board/cells/1", {"value": "B"}))["sequence"] == 2
    assert game.board()["text"] == "AB.../...../...../...../....."


@pytest.mark.parametrize("cell", ["12", "c3"])
def test_a_cell_has_an_index_and_a_square_name(game, cell):
    assert accepted(game.edit(cell, "A"))["events"][0]["cell"] == 12


def test_square_names_are_column_letter_then_row_digit(game):
    for square, index in (("a1", 0), ("e1", 4), ("a2", 5), ("b4", 16), ("e5", 24)):
        assert accepted(game.edit(square, "A"))["events"][0]["cell"] == index, square


@pytest.mark.parametrize(
    "body, media",
    [
        (b'{"value":"A"}', "application/json"),
        (b'{"value":"A"}', "application/json; charset=utf-8"),
        (b'{"value":"A"}', "application/merge-patch+json"),
        (b"value=A", "application/x-www-form-urlencoded"),
        (b"value=a", "application/x-www-form-urlencoded"),
        (b"value=%41", "application/x-www-form-urlencoded"),
        (b"A", "application/x-www-form-urlencoded"),
        (b"A", "text/plain"),
        (b"A", None),
        (b"a", "text/plain; charset=utf-8"),
    ],
)
def test_the_body_is_json_a_form_or_a_bare_letter(game, body, media):
    answer = game.ask("POST", "/board/cells/12", body, {"Content-Type": media} if media else {})
    assert accepted(answer)["events"][0]["value"] == "A"


def test_curl_edits_with_each_kind_of_body(game):
    path = game.path + "/board/cells/"
    assert curl(game.server, path + "0", "-d", "A").status == 200
    assert curl(game.server, path + "1", "-d", "value=B").status == 200
    assert (
        curl(game.server, path + "2", "-d", '{"value":"C"}', "-H", "Content-Type: application/json").status
        == 200
    )
    assert curl(game.server, path + "3", "-X", "PUT", "-d", "D").status == 200
    assert curl(game.server, path + "4", "-d", "É").status == 200
    assert curl(game.server, path + "a2", "--data-urlencode", "value=Ö", "-X", "POST").status == 200
    assert game.board()["text"] == "ABCDÉ/Ö..../...../...../....."


def test_an_empty_value_clears_the_cell(game):
    for body, media in (
        (b'{"value":""}', "application/json"),
        (b"value=", "application/x-www-form-urlencoded"),
        (b"", "text/plain"),
    ):
        game.edit(12, "A")
        (event,) = accepted(game.ask("POST", "/board/cells/12", body, {"Content-Type": media}))["events"]
        assert (event["value"], event["previous"]) == ("", "A")


@pytest.mark.parametrize(
    "typed, shown",
    [
        ("a", "A"),
        ("z", "Z"),
        ("é", "É"),
        ("ж", "Ж"),
        ("ω", "Ω"),
        ("日", "日"),
        ("ñ", "Ñ"),
        ("א", "א"),
        ("ı", "I"),
        ("q\u0303", "Q\u0303"),
        ("한", "한"),
    ],
)
def test_a_letter_of_any_script_is_upper_cased_and_composed(game, typed, shown):
    (event,) = accepted(game.edit(7, typed))["events"]
    assert event["value"] == shown == unicodedata.normalize("NFC", shown)
    board = game.board()
    assert board["cells"][7]["value"] == shown
    assert board["hash"] == Copy.of(board).hash


@pytest.mark.parametrize("typed", ["e\u0301", "o\u0308", "\u1112\u1161\u11ab", "\u212b"])
def test_a_letter_outside_nfc_is_composed_or_refused(game, typed):
    """The contract says "NFC; anything else is 422"; composing the letter is as good."""
    answer = game.edit(7, typed)
    if answer.status != 200:
        problem(answer, 422, "not-a-letter")
    value = game.board()["cells"][7]["value"]
    assert value in ("", unicodedata.normalize("NFC", typed).upper())


@pytest.mark.parametrize("typed", ["ß", "ŉ", "ﬁ"])
def test_upper_casing_a_letter_never_makes_two(game, typed):
    """Upper-casing never changes the number of letters."""
    answer = game.edit(7, typed)
    if answer.status == 200:
        assert game.board()["cells"][7]["value"] not in ("SS", "ʼN", "FI")
    else:
        problem(answer, 422, "not-a-letter")


@pytest.mark.parametrize(
    "value",
    [
        "AB",
        "7",
        "٣",
        " ",
        "A ",
        " A",
        "\t",
        "\n",
        "A\n",
        "\u0000",
        "A\u0000",
        "\u001b",
        "\u007f",
        "\u0085",
        "-",
        "#",
        ".",
        "/",
        "_",
        "'",
        "😀",
        "👩‍👩‍👧",
        "🇩🇪",
        "❤",
        "€",
        "\u200b",
        "A\u200b",
        "\u202eA",
        "A\u202e",
        "A\u200d",
        "\u0301",
        "\ufeff",
        "\ufffd",
        "ABCDE" * 100,
        "<script>alert(1)</script>",
        "\ue000",
    ],
)
def test_a_value_that_is_not_one_letter_is_refused(game, value):
    with game.unchanged():
        problem(game.edit(12, value), 422, "not-a-letter")


def test_a_letter_with_500_accents_is_refused(game):
    """It is one grapheme cluster, but every input is bounded."""
    with game.unchanged():
        problem(game.edit(12, ZALGO), 422, "not-a-letter")


@pytest.mark.parametrize(
    "cell",
    [
        "25",
        "-1",
        "99",
        "a0",
        "a6",
        "f1",
        "aa",
        "1a",
        "c33",
        "99999999999999999999",
        "0x1",
        "1.0",
        "+1",
        "%20",
        "c3%00x",
        "..",
        "board",
        "١٢",
    ],
)
def test_an_unknown_cell_is_404(game, cell):
    path = urllib.parse.quote(cell, safe="%+.")
    with game.unchanged():
        answer = game.ask("POST", f"/board/cells/{path}", {"value": "A"})
        problem(answer, (400, 404) if "%00" in cell or cell == ".." else 404)
        if cell.isalnum() and cell.isascii():
            problem(answer, 404, "no-such-cell")


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


def test_blocks_and_givens_are_locked(server):
    game = new_game(server, board="CAT../....#/...../...../.....")
    with game.unchanged():
        for cell, value in ((0, "B"), (0, ""), (9, "A"), (9, "")):
            problem(game.edit(cell, value), 423, "locked-cell")
        problem(game.ask("DELETE", "/board/cells/a1"), 423, "locked-cell")
        problem(game.ask("PATCH", "/board", {"cells": {"3": "A", "9": "B"}}), 423, "locked-cell")


def test_a_patch_gets_one_answer_for_all_its_cells(game):
    body = accepted(game.ask("PATCH", "/board", {"cells": {"0": "C", "a2": "a", "e5": "Z"}}))
    assert body["sequence"] == 3
    assert {event["cell"]: event["value"] for event in body["events"]} == {0: "C", 5: "A", 24: "Z"}
    body = accepted(game.ask("PATCH", "/board", {"cells": {"0": "C", "a2": "", "e5": "Y"}}))
    assert {event["cell"]: event["value"] for event in body["events"]} == {5: "", 24: "Y"}
    assert game.board()["text"] == "C..../...../...../...../....Y"


@pytest.mark.parametrize(
    "cells, status",
    [
        ({"0": "A", "1": "7"}, 422),
        ({"0": "A", "1": "BC"}, 422),
        ({"0": "A", "25": "B"}, 404),
        ({"0": "A", "f9": "B"}, 404),
        ({"0": "A", "1": 5}, (400, 422)),
        ({"0": "A", "1": None}, (400, 422)),
        ({"0": "A", "1": ["B"]}, (400, 422)),
        ("A", (400, 422)),
        (["A"], (400, 422)),
        (None, (400, 422)),
    ],
)
def test_a_patch_is_all_or_nothing(game, cells, status):
    game.edit(12, "M")
    with game.unchanged():
        problem(game.ask("PATCH", "/board", {"cells": cells}), status)


def test_only_the_shared_board_can_be_read_by_number(game):
    problem(game.ask("GET", "/boards/1"), (403, 404))
    problem(game.ask("GET", "/boards/99"), (403, 404))
    assert game.ask("GET", "/boards/0").body == game.ask("GET", "/board").body
