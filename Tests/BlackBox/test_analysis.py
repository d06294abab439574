"""`/analysis/score`, `candidates`, `fill` and `place`: the shape of each answer, and each kind of refusal."""

import concurrent.futures
import itertools

import pytest

from client import Wire, ask, problem
from server_process import ServerProcess
from words_client import across, analyse, analysed

EMPTY = "/".join(["....."] * 5)
SQUARE = "GLYPH/ALULA/MALAR/INANE/NONES"
KINDS = {"score": {}, "candidates": {}, "fill": {}, "place": {"letter": "E"}}  # with the keys they require

every_kind = pytest.mark.parametrize("kind", KINDS)


# -------------------------------------------------------------------------------------------------- answers


def test_score_lists_the_words_and_points_of_each_line(server):
    answer = analysed(server, "score", board=across("maski"), preset="scorewords")
    directions = [(line["direction"], line["index"]) for line in answer["lines"]]
    assert directions == [(kind, index) for kind in ("across", "down") for index in range(5)]
    mask, ski = ({"start": 0, "length": 4, "word": "MASK"}, {"start": 2, "length": 3, "word": "SKI"})
    mas, ask = ({"start": 0, "length": 3, "word": "MAS"}, {"start": 1, "length": 3, "word": "ASK"})
    first, *others = answer["lines"]
    assert first == {
        "direction": "across",
        "index": 0,
        "words": [mas, mask, ask, ski],
        "counted": [mask, ski],
        "points": 3,
    }
    assert all((line["words"], line["counted"], line["points"]) == ([], [], 0) for line in others)
    assert answer["total"] == 3


def test_score_uses_every_option(server):
    answer = analysed(
        server,
        "score",
        board="C...B/.A.E./..T../.S.../....D",
        lexicon="en",
        preset="classic",
        minimumLength=2,
        points={"2": 1, "3": 2, "5": 9},
        overlap="split",
        extras={"diagonals": True, "fullLine": 7},
    )
    assert [(line["direction"], line["index"]) for line in answer["lines"][10:]] == [
        ("diagonal", 0),
        ("diagonal", 1),
    ]
    assert [line["points"] for line in answer["lines"][10:]] == [2, 0]
    assert analysed(server, "score", board=across("HEART"), extras={"fullLine": 7})["total"] == 12


def test_options_that_are_null_have_their_defaults(server):
    options = dict.fromkeys(("preset", "overlap", "points", "minimumLength", "extras", "lexicon"))
    assert analysed(server, "score", board=across("HEART"), **options)["total"] == 5


def test_candidates_are_letters_for_each_empty_cell(server):
    cells = analysed(server, "candidates", board=across("HEAR."))["cells"]
    assert set(cells) == {str(index) for index in range(4, 25)} and cells["4"] == "DST"
    assert analysed(server, "candidates", board=SQUARE) == {"cells": {}}


def test_candidates_do_not_wait_for_longer_analyses(server):
    expected = analysed(server, "candidates", board=across("HEAR."))
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        # A scoring that nobody has used before takes tables of its own.
        ranked = pool.submit(analysed, server, "place", board=EMPTY, letter="E", points={"2": 1, "3": 7, "5": 11})
        for _ in range(5):
            assert analysed(server, "candidates", board=across("HEAR.")) == expected
        assert not ranked.done()
    assert ranked.result()["placements"]


def test_fill_finds_as_many_completions_as_requested(server):
    answer = analysed(server, "fill", board=EMPTY, limit=3, seed=1)
    assert (answer["count"], len(set(answer["fills"])), answer["exhausted"]) == (3, 3, False)
    assert all(analysed(server, "score", board=board)["total"] == 50 for board in answer["fills"])
    assert analysed(server, "fill", board=EMPTY, limit=3, seed=1)["fills"] == answer["fills"]
    assert analysed(server, "fill", board=EMPTY, limit=3, seed=2)["fills"] != answer["fills"]
    assert analysed(server, "fill", board=EMPTY)["count"] == 10, "the default limit"
    answer = analysed(server, "fill", board=SQUARE.replace("M", "."), distinct=False)
    assert SQUARE in answer["fills"] and answer["exhausted"] is True and answer["seconds"] >= 0


def test_place_ranks_cells_for_a_letter_and_without_one_letters_too(server):
    board = "HEAR./XQXQX/QXQXQ/XQXQX/QXQX."
    answer = analysed(server, "place", board=board, letter="t", preset="wordsworth", level="medium")
    assert answer.keys() == {"placements"}
    assert [placement.keys() for placement in answer["placements"]] == [{"cell", "expected"}] * 2
    assert answer["placements"][0]["cell"] == 4
    answer = analysed(server, "place", board=board, letter=None)
    assert answer.keys() == {"calls", "placements"} and len(answer["calls"]) == 26
    assert all(call.keys() == {"letter", "cell", "expected"} for call in answer["calls"])


def test_a_search_without_end_is_stopped_and_others_are_served_meanwhile(tmp_path):
    """Every completion repeats its first row, and there are a billion of them."""
    letters = "ABCDEFGHIJKLMN"
    words = ["".join(word) + "Z" for word in itertools.product(letters, repeat=4)]
    (tmp_path / "list").write_text("\n".join([*words, "ZZZZA"]))
    with ServerProcess("--no-address-limits", "--lexicon", f"endless={tmp_path / 'list'}") as server:
        with Wire(server) as searching:
            body = {"board": "AAAAZ/AAAAZ/...../...../ZZZZA", "lexicon": "endless"}
            searching.request("POST", "/analysis/fill", body)
            for _ in range(5):
                assert ask(server, "GET", "/healthz").status == 200
            assert searching.silent(0), "the search still runs"
            answer = searching.answer("POST").json
    assert (answer["count"], answer["fills"], answer["exhausted"]) == (0, [], False)


# ------------------------------------------------------------------------------------------------- refusals


@every_kind
def test_each_analysis_refuses_an_invalid_board_lexicon_or_key(server, kind):
    valid = {"board": EMPTY} | KINDS[kind]
    for changes, code in (
        ({"board": None}, "invalid-value"),
        ({"board": 5}, "invalid-value"),
        ({"board": "HEART"}, "invalid-value"),
        ({"board": "HEA7T/...../...../...../....."}, "invalid-value"),
        ({"lexicon": "xx"}, "unknown-lexicon"),
        ({"lexicon": "../en"}, "unknown-lexicon"),
        ({"lexicon": 5}, "invalid-value"),
        ({"colour": "red"}, "unknown-key"),
    ):
        detail = problem(analyse(server, kind, **valid | changes), 422, code)["detail"]
        assert code != "unknown-key" or "colour" in detail


@pytest.mark.parametrize(
    "kind, options, code",
    [
        ("score", {"preset": "fmaily"}, "invalid-value"),
        ("score", {"minimumLength": 2.5}, "invalid-value"),
        ("score", {"points": [1, 2, 3]}, "invalid-value"),
        ("score", {"points": {"3": 10**40}}, "invalid-value"),
        ("score", {"extras": {"fulLine": 5}}, "unknown-key"),
        ("fill", {"limit": 0}, "invalid-value"),
        ("fill", {"limit": 1001}, "invalid-value"),
        ("fill", {"limit": 10**30}, "invalid-value"),
        ("fill", {"distinct": 1}, "invalid-value"),
        ("fill", {"seed": -1}, "invalid-value"),
        *[(kind, {"board": across("ЖЖЖЖЖ")}, "not-a-letter") for kind in ("candidates", "fill", "place")],
        ("place", {"letter": "EE"}, "not-a-letter"),
        ("place", {"letter": 5}, "invalid-value"),
        ("place", {"level": "best"}, "invalid-value"),
        ("place", {"end": "never"}, "invalid-value"),
        ("place", {"overlap": "none"}, "invalid-value"),
        ("place", {"board": SQUARE}, "invalid-value"),
        ("place", {"board": across("#....")}, "invalid-value"),
    ],
    ids=str,
)
def test_an_invalid_option_is_refused(server, kind, options, code):
    problem(analyse(server, kind, **{"board": EMPTY} | KINDS[kind] | options), 422, code)


def test_an_unknown_analysis_is_404(server):
    for kind in ("", "scores", "score/1", "guess/x"):
        problem(analyse(server, kind, board=EMPTY), 404)
