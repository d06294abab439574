"""Scores of random boards are those of brute force, for every policy and every preset."""

import random

import pytest

from client import Wire
from words_boards import pool, random_board
from words_client import analysed, check_score
from words_reference import OVERLAPS, PRESETS, Scoring

WORDS = pool()
BOARDS = 200


def boards(name, count=BOARDS, **kind):
    """The same boards in every run."""
    chance = random.Random(name)
    return [random_board(chance, WORDS, **kind) for _ in range(count)]


def compare(server, boards, scoring, **knobs):
    """Scores all boards on one connection; returns the sum of their totals."""
    with Wire(server) as wire:
        return sum(
            check_score(analysed(server, "score", wire, board=board, **knobs), board, scoring=scoring)
            for board in boards
        )


@pytest.mark.parametrize("overlap", OVERLAPS)
def test_the_score_of_a_random_board_is_that_of_brute_force(server, overlap):
    scoring = Scoring({2: 1, 3: 3, 4: 4, 5: 6}, 2, overlap)
    assert compare(server, boards(overlap), scoring, **scoring.knobs) > 10 * BOARDS


@pytest.mark.parametrize("overlap", OVERLAPS)
def test_diagonals_and_full_lines_are_scored_too(server, overlap):
    scoring = Scoring({2: 1, 3: 2, 4: 4, 5: 7}, 2, overlap, diagonals=True, full_line=5)
    compare(server, boards(overlap + " extras", 60), scoring, **scoring.knobs)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_scores_as_it_is_published(server, preset):
    compare(server, boards(preset, 40), PRESETS[preset], preset=preset)


def test_without_any_option_the_preset_is_family(server):
    compare(server, boards("family by default", 20), PRESETS["family"])


@pytest.mark.parametrize("minimum", [2, 3, 4, 5])
def test_words_below_the_minimum_length_are_not_even_listed(server, minimum):
    scoring = Scoring({2: 1, 3: 3, 4: 4, 5: 5}, minimum, "all")
    compare(server, boards(f"minimum {minimum}", 20), scoring, **scoring.knobs)


def test_points_that_tie_are_decided_by_the_leftmost_word(server):
    scoring = Scoring({2: 2, 3: 2, 4: 2, 5: 2}, 2, "single")
    compare(server, boards("ties", 60), scoring, **scoring.knobs)


def test_longer_words_may_be_worth_less_than_shorter_ones(server):
    for overlap in OVERLAPS:
        scoring = Scoring({2: 9, 3: 5, 4: 3, 5: 1}, 2, overlap)
        compare(server, boards("upside down " + overlap, 20), scoring, **scoring.knobs)


def test_a_knob_overrides_its_preset_and_leaves_the_others(server):
    scoring = PRESETS["classic-all"]
    some = boards("override", 15)
    compare(server, some, scoring.changed(overlap="split"), preset="classic-all", overlap="split")
    compare(server, some, scoring.changed(minimum=4), preset="classic-all", minimumLength=4)
    compare(server, some, scoring.changed(full_line=3), preset="classic-all", extras={"fullLine": 3})
    compare(server, some, scoring.changed(diagonals=True), preset="classic-all", extras={"diagonals": True})


def test_boards_full_of_words_are_scored_alike_by_row_and_by_column(server):
    """Turning a board over its diagonal exchanges across and down and keeps the total."""
    with Wire(server) as wire:
        for board in boards("turned", 20, gaps=0, blocks=0):
            rows = board.split("/")
            turned = "/".join("".join(row[column] for row in rows) for column in range(5))
            one, two = (
                analysed(server, "score", wire, board=text, preset="long") for text in (board, turned)
            )
            assert one["total"] == two["total"]
            assert [line["points"] for line in one["lines"]] == [
                line["points"] for line in two["lines"][5:] + two["lines"][:5]
            ]
