"""Whole games by the accessibility tree alone: nothing is read but roles, names and live regions."""

import re

import pytest
from guess_reference import marks_of
from mini_puzzles import DOTS, cells_of, clue_text, numbers, runs

from solving_window import new_guess, new_mini
from tree_reader import TreeReader


@pytest.fixture
def seated(new_window):
    """Opens a game and takes a seat."""
    def sit(game):
        window = new_window().visit(f"/g/{game['id']}")
        reader = TreeReader(window.page).hears("button", "^Join$").tab_to("button", "Join").press("Enter")
        reader.hears("dialog", ".").tab_to("textbox", "Your name").type("Ann").press("Enter")
        return reader.hears("textbox", "^Letter", focused=True)
    return sit


def test_a_mini_is_solved(seated, api):
    start, letters = numbers(DOTS), cells_of(DOTS)
    answers = {clue_text(direction, start[run[0]]): [letters[cell] for cell in run] for direction, run in runs(DOTS)}
    reader = seated(new_mini(api)).hears("gridcell", "1 of 4, 1 across")
    for _ in range(len(DOTS.replace("/", "").replace("#", ""))):
        here = reader.here
        place, clue = re.fullmatch(r"empty, (\d) of \d, \d \w+: (.+)", here).groups()
        reader.type(answers[clue][int(place) - 1].lower()).until_it_moves_from(here)
    reader.hears("heading", "Quick as a wink|That was fast|Nicely done|Every square").hears("StaticText", "^Solved in")


WORDS = ["CRANE", "STOMP", "MATCH", "WATCH", "LATCH"]
FOUND = {2: "Magnificent|Two guesses", 3: "Sharp|Beautifully found", 4: "Well found|Nicely narrowed", 5: "Phew|very last"}
SAID = {"right place": "h", "elsewhere in the word": "n", "not in the word": "m"}


def test_a_hidden_word_is_found(seated, api):
    """Each guess is the first word of a short list that agrees with the marks that the log has read out."""
    reader, words, marks, guesses = seated(new_guess(api)).hears("gridcell", "^a1, empty"), WORDS, "", 0
    while marks != "hhhhh":
        guess, guesses = words[0], guesses + 1
        reader.type(guess.lower()).press("Enter")
        said = reader.heard("StaticText", ", ".join(f"{letter} ({'|'.join(SAID)})" for letter in guess))
        marks = "".join(SAID[each] for each in said.groups())
        words = [word for word in words if marks_of(guess, word) == marks]
    assert guess == "LATCH"
    reader.hears("heading", FOUND[guesses]).hears("StaticText", f"^Got it in {guesses}")
