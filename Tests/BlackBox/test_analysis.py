"""`/analysis/score`, `candidates`, `fill`, `slots` and `place`: the shape of each answer, and each kind of refusal."""

import concurrent.futures
import itertools

import pytest

from client import Wire, ask, problem
from server_process import ServerProcess
from lexicon_files import has, look_up
from words_client import ENGLISH, ROWS, across, analyse, analysed, words_of

EMPTY = "/".join(["....."] * 5)
SQUARE = "GLYPH/ALULA/MALAR/INANE/NONES"
KINDS = {"score": {}, "candidates": {}, "fill": {}, "slots": {}, "place": {"letter": "E"}}  # with the keys they require

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


def test_fill_has_the_words_of_each_fill_the_most_common_ones_first(server):
    board = "#...#/...../...../...../#...#"
    answer = analysed(server, "fill", board=board, words="common", include=["ZZZ"], limit=5)
    assert answer["count"] == len(answer["fills"]) == len(answer["details"]) == 5
    for fill, detail in zip(answer["fills"], answer["details"], strict=True):
        assert [fill[place] for place in (0, 4, 24, 28)] == ["#"] * 4
        words = detail["words"]
        assert [word["word"] for word in words] == words_of(fill) and len(words) == 10
        assert all(len(word["word"]) == word["length"] for word in words)
        assert all(look_up(server, "en", word["word"]).json["level"] == word["level"] < 6 for word in words)
        roots = [look_up(server, "en", word["word"]).json["root"] for word in words]
        assert detail["repeatedRoots"] == sorted({root for root in roots if roots.count(root) > 1})
    ranks = [max(word["level"] for word in detail["words"]) for detail in answer["details"]]
    assert ranks == sorted(ranks)


def test_fill_uses_own_words_and_none_that_is_avoided(server):
    board = "ZZ.##/#####/#####/#####/#####"
    assert analysed(server, "fill", board=board, include=["zzq", "ZZT"])["fills"] == [
        board.replace(".", letter) for letter in "QTZ" if letter != "Z" or has(server, "en", "ZZZ")
    ]
    cats = "CAT##/#####/#####/#####/#####"
    assert analysed(server, "fill", board=cats)["count"] == 1
    assert analysed(server, "fill", board=cats, avoid=["cat"])["count"] == 0


def test_candidates_on_a_board_with_blocks_fit_its_slots(server):
    cells = analysed(server, "candidates", board="QUI.#/##.##/##.##/#####/####.")["cells"]
    assert set(cells["24"]) == {chr(code) for code in range(65, 91)}
    threes = {word for word in ENGLISH if len(word) == 3 and word[0] == "I"}
    assert set(cells["7"]) == {word[1] for word in threes} and set(cells["3"]) == {
        word[3] for word in ENGLISH if len(word) == 4 and word.startswith("QUI")
    }


# --------------------------------------------------------------------------------------------------- slots


def test_slots_list_what_every_complete_fill_allows(tmp_path):
    """A small list, so that all fills can be tried."""
    words = [
        *("CAT", "COT", "CAR", "ARE", "ORE", "TEN", "TON", "REN", "EEL", "TAR", "ATE"),
        *("AT", "TO", "OR", "BEAR", "BEAN", "NEAR", "EARN", "ACRE", "RATE"),
    ]
    (tmp_path / "list").write_text("\n".join(words))
    board = "...##/...##/..R##/###../###.."
    with ServerProcess("--no-address-limits", "--lexicon", f"few={tmp_path / 'list'}") as server:
        answer = analysed(server, "slots", board=board, lexicon="few")
        fills = analysed(server, "fill", board=board, lexicon="few", limit=1000)
    assert answer["exhausted"] is True and fills["exhausted"] is True
    assert answer["fillable"] == bool(fills["fills"])
    cells = {index: set() for index in range(25)}
    for fill in fills["fills"]:
        assert all(word in words for word in words_of(fill)) and len(set(words_of(fill))) == len(words_of(fill))
        for index, letter in enumerate(fill.replace("/", "")):
            cells[index].add(letter)
    assert {int(index): set(found) for index, found in answer["cells"].items()} == {
        index: cells[index] for index, sign in enumerate(board.replace("/", "")) if sign == "."
    }
    for number, slot in enumerate(answer["slots"]):
        expected = sorted({words_of(fill)[number] for fill in fills["fills"]})
        assert sorted(word["word"] for word in slot["best"]) == expected and slot["count"] == len(expected)


def test_slots_are_numbered_and_have_levels_and_clues(server):
    answer = analysed(server, "slots", board="CA.##/#####/#####/#####/#####")
    assert answer.keys() == {"fillable", "exhausted", "slots", "cells"}
    (slot,) = answer["slots"]
    known = {"number": 1, "direction": "across", "cell": 0, "length": 3, "text": "CA."}
    assert {key: slot[key] for key in known} == known and slot.keys() == known.keys() | {"count", "best"}
    levels = [word["level"] for word in slot["best"]]
    assert levels == sorted(levels) and all(level < 6 for level in levels)
    cat = next(word for word in slot["best"] if word["word"] == "CAT")
    assert cat["clues"] == look_up(server, "en", "cat").json["clues"]
    assert answer["cells"] == {"2": "".join(sorted(word["word"][2] for word in slot["best"]))}
    valid = analysed(server, "slots", board="CA.##/#####/#####/#####/#####", words="valid")["slots"][0]
    assert {word["word"] for word in valid["best"]} == {word for word in ENGLISH if word[:2] == "CA" and len(word) == 3}


@pytest.mark.parametrize("kind", ["slots", "fill"])
def test_no_word_that_is_unfit_for_puzzles_is_suggested(server, kind):
    unfit = next(word for word, _, _, flags, *_ in ROWS if "x" in flags and len(word) == 5)
    answer = analysed(server, kind, board=across(unfit[:4] + ".").replace(".....", "#####"), words="valid")
    assert unfit not in str(answer)


def test_slots_of_a_board_with_blocks_can_all_be_continued(server):
    board = "##.../#..../...../....#/...##"
    answer = analysed(server, "slots", board=board)
    assert answer["fillable"] and all(slot["count"] >= len(slot["best"]) > 0 for slot in answer["slots"])
    slot = answer["slots"][3]
    for word in slot["best"][:3]:
        cells = list(board.replace("/", ""))
        for place, letter in enumerate(word["word"]):
            cells[slot["cell"] + place * (1 if slot["direction"] == "across" else 5)] = letter
        drawn = "/".join("".join(cells[row : row + 5]) for row in range(0, 25, 5))
        assert analysed(server, "fill", board=drawn, words="common", limit=1)["count"] == 1


def test_slots_of_a_board_that_cannot_be_filled_are_empty(server):
    answer = analysed(server, "slots", board="XQ.../...../...../...../.....")
    assert (answer["fillable"], answer["exhausted"]) == (False, True)
    assert all((slot["count"], slot["best"]) == (0, []) for slot in answer["slots"])
    assert set(answer["cells"].values()) == {""}


@pytest.mark.parametrize("kind", ["slots", "fill"])
@pytest.mark.parametrize(
    "options, code",
    [
        ({"words": "all"}, "invalid-value"),
        ({"words": 5}, "invalid-value"),
        ({"include": "PIZZA"}, "invalid-value"),
        ({"include": [5]}, "invalid-value"),
        ({"include": ["A"]}, "invalid-value"),
        ({"include": ["PIZZAS"]}, "invalid-value"),
        ({"include": ["C4T"]}, "not-a-letter"),
        ({"include": ["КОТ"]}, "not-a-letter"),
        ({"include": [""]}, "invalid-value"),
        ({"avoid": {"CAT": 1}}, "invalid-value"),
        ({"avoid": ["CAT"] * 1001}, "invalid-value"),
        ({"board": "Ж..../...../...../...../....."}, "not-a-letter"),
    ],
)
def test_own_words_that_no_board_takes_are_refused(server, kind, options, code):
    problem(analyse(server, kind, **{"board": EMPTY} | options), 422, code)


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
    """The rows say that the letters add up to an even number, the columns that they do not."""
    letters = "ABCDEFGHIJKLMN"
    even, odd = [], []
    for numbers in itertools.product(range(14), repeat=4):
        if sum(numbers) % 14 < 2:
            (odd if sum(numbers) % 14 else even).append("".join(letters[number] for number in numbers))
    words = [word + end for word in even for end in "ZY"] + [word + "X" for word in odd]
    (tmp_path / "list").write_text("\n".join([*words, "ZZZZW", "YYYXW"]))
    with ServerProcess("--no-address-limits", "--lexicon", f"endless={tmp_path / 'list'}") as server:
        with Wire(server) as searching:
            body = {"board": "....Z/....Z/....Z/....Z/YYYXW", "lexicon": "endless"}
            searching.request("POST", "/analysis/fill", body)
            for _ in range(5):
                assert ask(server, "GET", "/healthz").status == 200
            assert searching.silent(0), "the search still runs"
            answer = searching.answer("POST").json
        assert (answer["count"], answer["fills"], answer["exhausted"]) == (0, [], False)
        survey = analysed(server, "slots", board="....Z/....Z/....Z/....Z/YYYXW", lexicon="endless")
        assert (survey["fillable"], survey["exhausted"]) == (False, False)
        assert not any(survey["cells"].values()) and not any(slot["count"] for slot in survey["slots"])


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
