"""`POST /analysis/guess` over HTTP.

The solver is tested in Tests/GameCoreTests/Guess, the reading of rows in GuessAnalysisTests.swift.
"""

import pytest

from client import ask, problem
from guess_reference import marks_of
from words_client import ENGLISH, analysed

ROW = {"guess": "CRANE", "marks": "hmnmm"}


def ask_rows(server, *rows, **options):
    rows = [{"guess": guess, "marks": marks} for guess, marks in rows]
    return analysed(server, "guess", rows=rows, **options)


def test_the_answer_lists_remaining_words_and_the_best_guesses(server):
    body = ask_rows(server, ("crane", "mhmmh"), ("SLOTH", "mmmmm"))
    assert body["remaining"] >= len(body["words"]) >= 1
    for word in body["words"]:
        assert word in ENGLISH and marks_of("CRANE", word) == "mhmmh" and marks_of("SLOTH", word) == "mmmmm"
    assert all(best["word"] in ENGLISH and best["expected"] >= 0 for best in body["best"])
    assert ask_rows(server, ("crane", "mhmmh"), ("SLOTH", "mmmmm"), hard=False) == body
    first = analysed(server, "guess")
    assert first["remaining"] > 1000 and len(first["words"]) == 20 and len(first["best"]) == 10


def test_rows_that_contradict_each_other_leave_no_word(server):
    body = ask_rows(server, ("CRANE", "hhhhh"), ("SLOTH", "hhhhh"))
    assert body == {"remaining": 0, "words": [], "best": []}


def test_limit_and_hard_choose_the_best_guesses(server):
    assert len(ask_rows(server, limit=1)["best"]) == 1
    best = ask_rows(server, ("MIGHT", "mhhhh"), hard=True, limit=100)["best"]
    assert best and all(guess["word"][1:] == "IGHT" for guess in best)


@pytest.mark.parametrize(
    "body, code",
    [
        ({"rows": [ROW | {"guess": "CRAN7"}]}, "not-a-letter"),
        ({"rows": [ROW | {"marks": "hmnmx"}]}, "invalid-value"),
        ({"rows": [ROW] * 6}, "invalid-value"),
        ({"limit": 0}, "invalid-value"),
        ({"limit": 101}, "invalid-value"),
        ({"hard": "yes"}, "invalid-value"),
        ({"lexicon": "xx"}, "unknown-lexicon"),
    ],
    ids=lambda part: str(part)[:50],
)
def test_requests_that_are_refused(server, body, code):
    problem(ask(server, "POST", "/analysis/guess", body), 422, code)
