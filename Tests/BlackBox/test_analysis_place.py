"""Where a letter is best placed, and which letter is best called."""

import random
import time

import pytest

from client import Wire, problem
from words_client import analyse, analysed
from words_reference import PRESETS, total

EMPTY = "/".join(["....."] * 5)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LEVELS = ("easy", "medium", "hard")


def almost(chance, holes):
    """A board of random letters with so many holes."""
    cells = [chance.choice("EEEAAAIIOOUTTNNRRSSLLCDMPHG") for _ in range(25)]
    for index in chance.sample(range(25), holes):
        cells[index] = "."
    return "/".join("".join(cells[row * 5 : row * 5 + 5]) for row in range(5))


def with_letter(board, cell, letter):
    cells = list(board.replace("/", ""))
    assert cells[cell] == "."
    cells[cell] = letter
    return "/".join("".join(cells[row * 5 : row * 5 + 5]) for row in range(5))


def check_order(placements, board):
    """Best first, each empty cell at most once and nothing else."""
    expected = [placement["expected"] for placement in placements]
    assert expected == sorted(expected, reverse=True), placements
    cells = [placement["cell"] for placement in placements]
    empty = [index for index, sign in enumerate(board.replace("/", "")) if sign == "."]
    assert len(set(cells)) == len(cells) and set(cells) <= set(empty) and cells, placements


@pytest.mark.parametrize("level", LEVELS)
def test_placements_are_of_empty_cells_and_best_first(server, level):
    chance = random.Random(level)
    for holes in (25, 20, 12, 5, 2, 1):
        board = almost(chance, holes)
        answer = analysed(server, "place", board=board, letter=chance.choice(LETTERS), level=level)
        check_order(answer["placements"], board)
        assert "calls" not in answer


@pytest.mark.parametrize("preset", PRESETS)
def test_the_last_letter_is_worth_exactly_the_score_of_the_full_board(server, preset):
    chance = random.Random("last " + preset)
    with Wire(server) as wire:
        for _ in range(4):
            board, letter = almost(chance, 1), chance.choice(LETTERS)
            answer = analysed(server, "place", wire, board=board, letter=letter, preset=preset, level="hard")
            (placement,) = answer["placements"]
            full = with_letter(board, placement["cell"], letter)
            assert placement["expected"] == pytest.approx(total(full, scoring=PRESETS[preset]), abs=0.05)


def test_the_best_last_call_is_the_letter_that_scores_most(server):
    chance = random.Random("calls")
    with Wire(server) as wire:
        for _ in range(8):
            board = almost(chance, 1)
            hole = board.replace("/", "").index(".")
            scores = {letter: total(with_letter(board, hole, letter)) for letter in LETTERS}
            answer = analysed(server, "place", wire, board=board, letter=None, level="hard")
            best = answer["calls"][0]
            assert best["cell"] == hole and scores[best["letter"]] == max(scores.values())
            assert best["expected"] == pytest.approx(max(scores.values()), abs=0.05)
            assert [placement["cell"] for placement in answer["placements"]] == [hole]


def test_calls_are_letters_of_the_alphabet_and_best_first(server):
    answer = analysed(server, "place", board=almost(random.Random(3), 9), letter=None)
    expected = [call["expected"] for call in answer["calls"]]
    assert expected == sorted(expected, reverse=True)
    letters = [call["letter"] for call in answer["calls"]]
    assert len(set(letters)) == len(letters) and set(letters) <= set(LETTERS)
    # The calls are ranked by the table alone, the cells for the best of them by trial games.
    assert answer["calls"][0]["cell"] in [placement["cell"] for placement in answer["placements"]]


def test_the_letter_that_makes_a_word_is_put_where_it_makes_it(server):
    """HEAR. wants T, and no other place is worth as much at the end."""
    board = "HEAR./XQXQX/QXQXQ/XQXQX/QXQX."
    for level in ("medium", "hard"):
        # Under a preset whose last letter is not of one's own choice, else HEAR. can wait.
        answer = analysed(server, "place", board=board, letter="T", level=level, preset="wordsworth")
        assert answer["placements"][0]["cell"] == 4


def test_lower_case_is_raised(server):
    board = almost(random.Random(4), 4)
    one, two = (analysed(server, "place", board=board, letter=letter) for letter in "te")
    upper = analysed(server, "place", board=board, letter="T")
    assert [placement["cell"] for placement in one["placements"]] == [
        placement["cell"] for placement in upper["placements"]
    ]
    assert one and two


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_question_has_the_same_answer(server, level):
    board = almost(random.Random(6), 14)
    one, two = (analysed(server, "place", board=board, letter="E", level=level) for _ in range(2))
    assert one == two


@pytest.mark.parametrize("level", LEVELS)
def test_an_answer_takes_a_moment_only(server, level):
    analysed(server, "place", board=EMPTY, letter="E", level=level)
    began = time.monotonic()
    for holes in (25, 16, 8):
        board = almost(random.Random(holes), holes)
        analysed(server, "place", board=board, letter="E", level=level)
    assert time.monotonic() - began < 1.5


def test_a_full_board_has_no_place(server):
    answer = analyse(server, "place", board="/".join(["HEART"] * 5), letter="E")
    if answer.status == 200:
        assert answer.json["placements"] == []
    else:
        problem(answer, 422)


@pytest.mark.parametrize(
    "knobs",
    [
        {"letter": ""},
        {"letter": "EE"},
        {"letter": "7"},
        {"letter": "."},
        {"letter": "#"},
        {"letter": "Ω"},
        {"letter": "😀"},
        {"letter": 5},
        {"letter": ["E"]},
        {"letter": "E", "level": "best"},
        {"letter": "E", "level": 3},
        {"letter": "E", "level": "Hard"},
        {"letter": "E", "preset": "none"},
        {"letter": "E", "overlap": "none"},
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(server, knobs):
    answer = analyse(server, "place", board=EMPTY, **knobs)
    problem(answer, 422, ("invalid-value", "not-a-letter"))
