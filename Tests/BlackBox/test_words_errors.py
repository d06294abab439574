"""What scoring refuses, in a stateless request and in the options of a game."""

import pytest

from client import Wire, ask, problem
from words_client import across, analyse

BOARD = across("HEART")
BAD_KNOBS = [
    {"preset": "fmaily"},
    {"preset": ""},
    {"preset": 5},
    {"preset": ["family"]},
    {"preset": "FAMILY "},
    {"overlap": "most"},
    {"overlap": 1},
    {"overlap": {}},
    {"minimumLength": 1},
    {"minimumLength": 6},
    {"minimumLength": 0},
    {"minimumLength": -3},
    {"minimumLength": 2.5},
    {"minimumLength": 10**30},
    {"minimumLength": "3"},
    {"minimumLength": True},
    {"points": 5},
    {"points": [1, 2, 3]},
    {"points": {"1": 1}},
    {"points": {"6": 1}},
    {"points": {"x": 1}},
    {"points": {"3": -1}},
    {"points": {"3": 101}},
    {"points": {"3": 1.5}},
    {"points": {"3": "3"}},
    {"points": {"3": 10**40}},
    {"points": {" 3": 3}},
    {"points": {"03": 3}},
    {"extras": []},
    {"extras": {"diagonals": "yes"}},
    {"extras": {"diagonals": 1}},
    {"extras": {"fullLine": -1}},
    {"extras": {"fullLine": 1e9}},
    {"extras": {"fullLine": "5"}},
    {"extras": {"fulLine": 5}},
]
BAD_BOARDS = [
    "",
    "HEART",
    "HEART/...../...../.....",
    "HEART/...../...../...../...../.....",
    "HEARTS/...../...../...../.....",
    "HEAR/....../...../...../.....",
    "HEART...................",
    "HEA7T/...../...../...../.....",
    "HE T./...../...../...../.....",
    5,
    None,
    True,
    [],
    ["....."] * 5,
    {},
    "😀..../...../...../...../.....",
    "." * 4000,
]


def named(knobs):
    return str(knobs)[:60]


@pytest.mark.parametrize("knobs", BAD_KNOBS, ids=named)
def test_a_knob_out_of_bounds_is_refused(server, knobs):
    problem(analyse(server, "score", board=BOARD, **knobs), 422, ("invalid-value", "unknown-key"))


@pytest.mark.parametrize("rules", ["free", "square"])
def test_a_knob_out_of_bounds_makes_no_game(server, rules):
    with Wire(server) as wire:
        for knobs in BAD_KNOBS:
            answer = ask(server, "POST", "/games", {"rules": rules, "options": knobs}, wire=wire)
            problem(answer, 422, ("invalid-value", "unknown-key"))


@pytest.mark.parametrize("kind", ["score", "candidates", "fill", "place"])
@pytest.mark.parametrize("board", BAD_BOARDS, ids=lambda board: named(board)[:25])
def test_a_board_that_is_none_is_refused(server, kind, board):
    more = {"letter": "E"} if kind == "place" else {}
    problem(analyse(server, kind, board=board, **more), (400, 422), ("invalid-value", "not-a-letter"))


@pytest.mark.parametrize("kind", ["score", "candidates", "fill", "place"])
@pytest.mark.parametrize("row", ["ΑΒΓΔΕ", "ЖЖЖЖЖ", "ÞØŁĐÐ"])
def test_letters_of_no_word_are_refused_or_make_no_word_and_never_count_as_empty(server, kind, row):
    board = row + "/...../...../...../....."
    more = {"letter": "E"} if kind == "place" else {}
    answer = analyse(server, kind, board=board, **more)
    if answer.status != 200:
        problem(answer, 422)
    elif kind == "score":
        assert answer.json["total"] == 0
    elif kind == "candidates":
        assert not {"0", "1", "2", "3", "4"} & answer.json["cells"].keys(), "cells that are filled"
    elif kind == "fill":
        assert answer.json["fills"] == [], "it writes over letters that are there"
    else:
        assert min(placement["cell"] for placement in answer.json["placements"]) > 4


@pytest.mark.parametrize("kind", ["score", "candidates", "fill", "place"])
def test_a_missing_board_is_refused(server, kind):
    more = {"letter": "E"} if kind == "place" else {}
    problem(analyse(server, kind, **more), 422, "invalid-value")


@pytest.mark.parametrize("kind", ["score", "candidates", "fill", "place"])
def test_an_unknown_lexicon_is_refused_by_name(server, kind):
    more = {"letter": "E"} if kind == "place" else {}
    for lexicon in ("xx", "", "EN", "../en", "en.txt", "e" * 2000):
        problem(analyse(server, kind, board=BOARD, lexicon=lexicon, **more), 422, "unknown-lexicon")
    for lexicon in (5, [], {}, True):
        problem(analyse(server, kind, board=BOARD, lexicon=lexicon, **more), 422, "invalid-value")


@pytest.mark.parametrize("kind", ["score", "candidates", "fill", "place"])
def test_an_unknown_key_is_refused_by_name(server, kind):
    more = {"letter": "E"} if kind == "place" else {}
    body = problem(analyse(server, kind, board=BOARD, colour="red", **more), 422, "unknown-key")
    assert "colour" in body["detail"]


@pytest.mark.parametrize("kind", ["guesses", "", "scores", "Score", "score/1"])
def test_an_unknown_analysis_is_not_found(server, kind):
    problem(analyse(server, kind, board=BOARD), 404)


@pytest.mark.parametrize("kind", ["score", "candidates", "fill", "place"])
def test_an_analysis_is_asked_for_by_post_alone(server, kind):
    for method in ("GET", "PUT", "DELETE", "PATCH"):
        answer = ask(server, method, f"/analysis/{kind}")
        problem(answer, 405, "method-not-allowed")
        assert "POST" in answer.header("Allow")
    assert "POST" in ask(server, "OPTIONS", f"/analysis/{kind}").header("Allow")
