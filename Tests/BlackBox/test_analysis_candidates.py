"""Candidates are the letters that leave every crossing line possible."""

import random

import pytest

from client import Wire
from words_client import analysed, server_with_short_list
from words_reference import ENGLISH
from words_squares import candidates

FIVE = sorted(word for word in ENGLISH if len(word) == 5)
EMPTY = "/".join(["....."] * 5)


def told(answer):
    """The answer's cells, with letters in order; cells without any letter may be left out."""
    return {cell: "".join(sorted(letters)) for cell, letters in answer["cells"].items() if letters}


def expected(board, words):
    return {cell: letters for cell, letters in candidates(board, words).items() if letters}


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    """A server with a short list, and the list."""
    with server_with_short_list(tmp_path_factory) as running:
        yield running


def scattered(chance, words, count):
    """A board with so many letters here and there, taken from words."""
    cells = ["."] * 25
    for index in chance.sample(range(25), count):
        cells[index] = chance.choice(words)[chance.randrange(5)]
    return "/".join("".join(cells[row * 5 : row * 5 + 5]) for row in range(5))


def test_every_letter_with_which_a_word_goes_on_is_a_candidate_of_an_empty_board(server):
    answer = analysed(server, "candidates", board=EMPTY)
    assert told(answer) == expected(EMPTY, FIVE) and len(answer["cells"]) == 25


def test_candidates_of_random_boards_are_those_of_brute_force(server):
    chance = random.Random("candidates")
    with Wire(server) as wire:
        for count in [1, 2, 3, 4, 5, 6, 8] * 4:
            board = scattered(chance, FIVE, count)
            answer = analysed(server, "candidates", wire, board=board)
            assert told(answer) == expected(board, FIVE), board


def test_candidates_come_from_the_list_that_was_named(short):
    chance = random.Random("short")
    for count in [0, 1, 2, 4, 8, 12] * 5:
        board = scattered(chance, short.words, count)
        answer = analysed(short, "candidates", board=board, lexicon="short")
        assert told(answer) == expected(board, short.words), board


def test_a_word_but_for_one_letter_leaves_what_completes_it(server):
    board = "HEAR./...../...../...../....."
    assert analysed(server, "candidates", board=board)["cells"]["4"] == "DST"


def test_where_nothing_fits_there_is_no_candidate(server):
    board = "XQXQ./...../...../...../....."
    assert not analysed(server, "candidates", board=board)["cells"].get("4")


def test_filled_cells_have_no_candidates(server):
    board = "HEART/...../...../...../....."
    cells = analysed(server, "candidates", board=board)["cells"]
    assert set(cells) <= {str(index) for index in range(5, 25)} and len(told({"cells": cells})) == 20
    assert analysed(server, "candidates", board="/".join(["HEART"] * 5))["cells"] == {}


def test_a_line_with_a_block_can_become_no_word_of_five_letters(server):
    cells = analysed(server, "candidates", board="#..../...../...../...../.....")["cells"]
    assert "0" not in cells and cells["24"] == candidates(EMPTY, FIVE)["24"], "its lines have no block"
    assert not any(cells.get(str(index)) for index in (1, 2, 3, 4, 5, 10, 15, 20))
