"""Options of the hidden word that are refused."""

import pytest

from client import problem
from guess_table import create


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "duel"},
        {"mode": 1},
        {"hard": "yes"},
        {"hard": 1},
        {"seed": -1},
        {"seed": 2**53},
        {"seed": 1.5},
        {"seed": "1"},
        {"seed": 10**40},
        {"day": "2024-11-20"},
        {"mode": "race", "day": "2024-11-20"},
        {"mode": "daily", "day": "x"},
        {"mode": "daily", "day": 5},
        {"autocheck": True},
        {"puzzle": "x"},
        {"difficulty": "easy"},
        {"answer": "CRANE"},
        {"word": "CRANE"},
        {"rows": 6},
        {"open": True},
        {"Hard": True},
    ],
    ids=str,
)
def test_an_option_out_of_bounds_makes_no_game(server, options):
    problem(create(server, **options), 422, ("invalid-value", "unknown-key"))


def test_an_unknown_lexicon_is_refused(server):
    problem(create(server, lexicon="xx"), 422, "unknown-lexicon")
    problem(create(server, lexicon=[]), 422, "invalid-value")
