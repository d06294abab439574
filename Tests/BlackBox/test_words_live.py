"""Every free board carries its words and its score, live."""

import pytest

from client import accepted, ask, new_game, problem
from words_client import across
from words_reference import ENGLISH, PRESETS, Scoring, score_lines

DOUBLE = "HEART/...../...../...../....."


def write(game, text):
    """Writes a board's text in one go."""
    cells = {str(index): sign for index, sign in enumerate(text.replace("/", "")) if sign != "."}
    accepted(game.ask("PATCH", "/board", {"cells": cells}))


def check(board, scoring=PRESETS["family"]):
    """The words and the score of a board's JSON against the reference."""
    lines = score_lines(board["text"], ENGLISH, scoring)
    starts = {(direction, index): places for places, direction, index in scoring.lines}
    expected = {
        (line.direction, starts[line.direction, line.index][start], length)
        for line in lines
        for start, length in line.words
    }
    told = {(word["direction"], word["cell"], word["length"]) for word in board["words"]}
    assert told == expected and len(board["words"]) == len(told), board["words"]
    for word in board["words"]:
        assert word["points"] == scoring.points.get(word["length"], 0), word
        assert word["text"] in ENGLISH and len(word["text"]) == word["length"], word
    bonus = board["score"] - sum(word["points"] for word in board["words"] if word["counts"])
    assert bonus >= 0 and (scoring.full_line == 0) <= (bonus == 0), board
    assert board["score"] == sum(line.points[0] for line in lines), board


def test_a_new_board_has_no_words_and_no_points(game):
    board = game.board()
    assert board["words"] == [] and board["score"] == 0


def test_words_light_up_as_they_are_written(game):
    for cell, letter, score in ((0, "H", 0), (1, "E", 0), (2, "A", 0), (3, "R", 4), (4, "T", 5)):
        accepted(game.edit(cell, letter))
        board = game.board()
        assert board["score"] == score
        check(board)
    whole = [word for word in board["words"] if word["counts"]]
    assert whole == [
        {"text": "HEART", "direction": "across", "cell": 0, "length": 5, "points": 5, "counts": True}
    ]


def test_words_go_out_as_they_are_cleared(game):
    write(game, DOUBLE)
    assert game.board()["score"] == 5
    game.ask("DELETE", "/board/cells/4")
    assert game.board()["score"] == 4
    game.edit(1, "")
    assert (game.board()["words"], game.board()["score"]) == ([], 0)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_free_game_takes_a_preset(server, preset):
    game = new_game(server, preset=preset)
    write(game, "CATON/BENDS/MASKI/MEATS/HEART")
    check(game.board(), PRESETS[preset])


@pytest.mark.parametrize("overlap", ["single", "split", "maximal", "all", "anchored"])
def test_a_free_game_takes_single_knobs(server, overlap):
    scoring = Scoring({2: 1, 3: 4, 4: 6, 5: 9}, 2, overlap, diagonals=True, full_line=3)
    game = new_game(server, **scoring.knobs)
    write(game, "CATON/BENDS/MASKI/MEATS/HEART")
    check(game.board(), scoring)


def test_the_game_says_how_it_scores(server):
    shown = new_game(server, preset="teacher").show()
    assert shown["scoring"] == {
        "preset": "teacher",
        "minimumLength": 2,
        "points": {"2": 2, "3": 3, "4": 4, "5": 6},
        "overlap": "split",
        "diagonals": False,
        "fullLine": 0,
    } | ({"end": "shared"} if "end" in shown["scoring"] else {})


def test_the_score_is_the_same_wherever_the_board_is_shown(game):
    write(game, DOUBLE)
    board = game.board()
    (shown,) = game.show()["boards"]
    assert shown == board == game.ask("GET", "/boards/0").json
    assert game.ask("GET", f"/board?at={board['sequence']}").json == board


def test_the_past_has_the_score_of_the_past(game):
    for cell, letter in enumerate("HEART"):
        accepted(game.edit(cell, letter))
    scores = [game.ask("GET", f"/board?at={number}").json["score"] for number in range(6)]
    assert scores == [0, 0, 0, 0, 4, 5]


def test_a_drawn_board_is_scored_with_its_givens(server):
    game = new_game(server, board="HEAR./...../...../...../CAT#.")
    check(game.board())
    assert game.board()["score"] == 7
    game.edit(4, "T")
    assert game.board()["score"] == 8


def test_the_house_board_is_scored_as_well(server):
    board = ask(server, "GET", "/board").json
    assert {"words", "score"} <= board.keys()


@pytest.mark.parametrize(
    "options, code",
    [
        ({"preset": "fmaily"}, "invalid-value"),
        ({"overlap": "most"}, "invalid-value"),
        ({"minimumLength": 6}, "invalid-value"),
        ({"lexicon": "xx"}, "unknown-lexicon"),
        ({"overlpa": "all"}, "unknown-key"),
    ],
)
def test_a_free_game_refuses_what_it_does_not_know(server, options, code):
    answer = ask(server, "POST", "/games", {"rules": "free", "options": options})
    problem(answer, 422, code)


def test_a_board_of_words_and_an_analysis_agree(server, game):
    text = "CATON/BENDS/MASKI/MEATS/HEART"
    write(game, text)
    board = game.board()
    lines = ask(server, "POST", "/analysis/score", {"board": text}).json
    assert lines["total"] == board["score"]
    counted = [word["word"] for line in lines["lines"] for word in line["counted"]]
    assert sorted(counted) == sorted(word["text"] for word in board["words"] if word["counts"])
    assert ask(server, "POST", "/analysis/score", {"board": across("HEART")}).json["total"] == 5
