"""A free board shows its words and its score with every edit."""

import pytest

from client import accepted, ask, new_game, problem
from game_kinds import game_kinds
from game_tables import create
from words_client import across, analysed


def write(game, text):
    """Writes the letters of a board's text with one PATCH."""
    cells = {str(index): sign for index, sign in enumerate(text.replace("/", "")) if sign != "."}
    accepted(game.ask("PATCH", "/board", {"cells": cells}))


def counted(board):
    return [word["text"] for word in board["words"] if word["counts"]]


def test_words_and_score_follow_each_edit(server):
    game = new_game(server, board=across("HEAR."))
    assert (counted(game.board()), game.board()["score"]) == (["HEAR"], 4)
    game.edit("e1", "T")
    board = game.board()
    assert board["score"] == 5
    assert [word for word in board["words"] if word["counts"]] == [
        {"text": "HEART", "direction": "across", "cell": 0, "length": 5, "points": 5, "counts": True}
    ]
    inner = [word["text"] for word in board["words"] if not word["counts"]]
    assert inner == ["HEAR", "EAR", "ART"]
    game.ask("DELETE", "/board/cells/e1")
    assert game.board()["score"] == 4
    assert [game.ask("GET", f"/board?at={number}").json["score"] for number in range(3)] == [4, 5, 4]


def test_the_score_is_equal_wherever_the_board_is_shown(server, game):
    assert {"words", "score"} <= ask(server, "GET", "/board").json.keys()
    assert (game.board()["words"], game.board()["score"]) == ([], 0)
    write(game, across("HEART"))
    board = game.board()
    (shown,) = game.show()["boards"]
    assert shown == board == game.ask("GET", "/boards/0").json
    assert game.ask("GET", f"/board?at={board['sequence']}").json == board


def test_the_options_choose_the_scoring_and_the_game_shows_it(server):
    game = new_game(server, preset="teacher")
    scoring = {
        "preset": "teacher",
        "minimumLength": 2,
        "points": {"2": 2, "3": 3, "4": 4, "5": 6},
        "overlap": "split",
        "diagonals": False,
        "fullLine": 0,
    }
    assert game.show()["scoring"] == scoring
    text = "CATON/BENDS/MASKI/MEATS/HEART"
    write(game, text)
    answer = analysed(server, "score", board=text, preset="teacher")
    words = [word["word"] for line in answer["lines"] for word in line["counted"]]
    assert game.board()["score"] == answer["total"] and sorted(counted(game.board())) == sorted(words)
    changed = new_game(server, preset="teacher", extras={"diagonals": True}).show()["scoring"]
    assert changed == {key: value for key, value in scoring.items() if key != "preset"} | {"diagonals": True}


@pytest.mark.parametrize("kind", game_kinds())
def test_an_invalid_option_makes_no_game(server, kind):
    """Other values that violate the schemas of the options are refused in test_rules.py."""
    problem(create(server, kind, lexicon="xx"), 422, "unknown-lexicon")
    problem(create(server, kind, overlpa="all"), 422, "unknown-key")
    (rules,) = [one for one in ask(server, "GET", "/rules").json["rules"] if one["name"] == kind]
    for option, value in {"preset": "fmaily", "minimumLength": 2.5, "limit": 1, "seed": -1}.items():
        code = "invalid-value" if option in rules["options"]["properties"] else ("invalid-value", "unknown-key")
        problem(create(server, kind, **{option: value}), 422, code)
    if rules["daily"]:
        problem(create(server, kind, day="2026-02-30"), 422)
        problem(create(server, kind, day="2024-11-20", mode="race"), 422)
