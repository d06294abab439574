"""A whole game by the accessibility tree alone: nothing is read but roles, names and live regions."""

import re

import pytest
from mini_puzzles import DOTS, cells_of, clue_text, numbers, runs

from solving_window import new_mini
from tree_reader import TreeReader


@pytest.fixture
def seated(new_window):
    """Opens a game and takes a seat."""
    def sit(game):
        window = new_window().visit(f"/g/{game['id']}")
        reader = TreeReader(window.page).hears("button", "^Join$").tab_to("button", "Join").press("Enter")
        return reader.hears("dialog", ".").tab_to("textbox", "Your name").type("Ann").press("Enter")
    return sit


def test_a_mini_is_solved(seated, api):
    start, letters = numbers(DOTS), cells_of(DOTS)
    answers = {clue_text(direction, start[run[0]]): [letters[cell] for cell in run] for direction, run in runs(DOTS)}
    reader = seated(new_mini(api)).hears("gridcell", "1 of 4, 1 across")
    for _ in range(len(DOTS.replace("/", "").replace("#", ""))):
        here = reader.here
        place, clue = re.fullmatch(r"empty, (\d) of \d, \d \w+: (.+)", here).groups()
        reader.type(answers[clue][int(place) - 1].lower()).until_it_moves_from(here)
    reader.hears("heading", "^Solved")
