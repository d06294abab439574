"""/analysis/guess against the definition, on a short list and on the one that is shipped."""

import random

import pytest

from client import ask, problem
from guess_reference import VECTORS, expected, marks_of, remaining
from server_process import ROOT, ServerProcess
from words_client import analyse, analysed
from words_reference import ENGLISH, read_words

MORE = ["CRANE", "SLATE", "LLAMA", "GEESE", "MIGHT", "LIGHT", "NIGHT", "FIGHT", "SIGHT", "RIGHT", "TIGHT"]
ANSWERS = sorted(read_words(ROOT / "static" / "lexicons" / "en-answers.txt"))
WORDS = sorted({word for answer, guess, _ in VECTORS for word in (answer, guess)} | set(MORE))


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    """A server with a short list, all of whose words may have to be guessed."""
    path = tmp_path_factory.mktemp("lists") / "short.txt"
    path.write_text("\n".join(WORDS) + "\nAB\nCAT\nTREE\n")
    with ServerProcess("--no-address-limits", "--lexicon", f"short={path}") as running:
        yield running


def ask_rows(server, rows, **more):
    told = [{"guess": guess, "marks": marks} for guess, marks in rows]
    return analysed(server, "guess", rows=told, **more)


@pytest.mark.parametrize("vector", VECTORS, ids=" ".join)
def test_the_vectors_of_the_rules(short, vector):
    answer, guess, marks = vector
    body = ask_rows(short, [(guess, marks)], lexicon="short")
    assert answer in body["words"] and set(body["words"]) == set(remaining(WORDS, [(guess, marks)]))
    other = marks[:4] + ("m" if marks[4] != "m" else "n")
    assert answer not in ask_rows(short, [(guess, other)], lexicon="short")["words"]


def test_what_remains_is_what_every_row_allows(short):
    chance = random.Random(5)
    for _ in range(30):
        answer, count = chance.choice(WORDS), chance.randrange(0, 4)
        rows = [(guess, marks_of(guess, answer)) for guess in chance.sample(WORDS, count)]
        body, left = ask_rows(short, rows, lexicon="short"), remaining(WORDS, rows)
        assert body["remaining"] == len(left) and answer in left
        assert len(body["words"]) == min(20, len(left)) == len(set(body["words"]))
        assert set(body["words"]) <= set(left)


def test_the_best_leave_the_fewest(short):
    chance = random.Random(6)
    for rows in ([], [("CRANE", "mmmmm")], [("MIGHT", "mhhhh")]):
        body, left = ask_rows(short, rows, lexicon="short", limit=100), remaining(WORDS, rows)
        assert body["best"], rows
        values = [best["expected"] for best in body["best"]]
        for best in chance.sample(body["best"], min(8, len(body["best"]))) + body["best"][:2]:
            assert any(abs(best["expected"] - value) < 0.01 for value in expected(best["word"], left)), best
        assert min(values) <= min(min(expected(word, left)) for word in WORDS) + 1.01
        assert len({best["word"] for best in body["best"]}) == len(body["best"]) <= 100


def test_one_word_left_is_the_best(short):
    rows = [(guess, marks_of(guess, "MAXIM")) for guess in ("CRANE", "MAMMA")]
    body = ask_rows(short, rows, lexicon="short")
    assert (body["remaining"], body["words"]) == (1, ["MAXIM"]) and body["best"][0]["word"] == "MAXIM"


def test_rows_that_contradict_leave_nothing(short):
    body = ask_rows(short, [("CRANE", "hhhhh"), ("SLATE", "hhhhh")], lexicon="short")
    assert body["remaining"] == 0 and body["words"] == [] and body["best"] == []


def test_a_guess_need_not_be_a_word(short):
    rows = [("MMMMM", "mmmmm")]
    left = remaining(WORDS, rows)
    assert len(left) < len(WORDS)
    assert ask_rows(short, rows, lexicon="short")["remaining"] == len(left)
    assert ask_rows(short, [("mamma", "hhnmm")], lexicon="short")["words"] == ["MAXIM"], "case is folded"


def test_limit_is_how_many_are_told(short):
    for limit in (1, 3, 100):
        assert len(ask_rows(short, [], lexicon="short", limit=limit)["best"]) <= limit
    assert len(ask_rows(short, [], lexicon="short", limit=1)["best"]) == 1
    assert len(ask_rows(short, [], lexicon="short")["best"]) <= 10


def test_hard_mode_proposes_what_may_be_guessed(short):
    rows = [("MIGHT", "mhhhh")]
    body = ask_rows(short, rows, lexicon="short", hard=True, limit=100)
    assert body["best"] and all(best["word"][1:] == "IGHT" for best in body["best"])


def test_the_shipped_list_answers_quickly_and_with_its_words(server):
    body = ask_rows(server, [("CRANE", "mhmmh"), ("SLOTH", "mmmmm")])
    assert body["remaining"] >= 1
    for word in body["words"]:
        assert word in ENGLISH and marks_of("CRANE", word) == "mhmmh" and marks_of("SLOTH", word) == "mmmmm"
    assert all(best["word"] in ENGLISH for best in body["best"])
    first = analysed(server, "guess", rows=[])
    assert first["remaining"] > 1000 and len(first["words"]) == 20 and len(first["best"]) == 10
    assert analysed(server, "guess", rows=[], hard=False) == first


GOOD = {"guess": "CRANE", "marks": "hmnmm"}


@pytest.mark.parametrize(
    "body, code",
    [
        ({"rows": [GOOD | {"guess": "CRAN"}]}, "not-a-letter"),
        ({"rows": [GOOD | {"guess": "CRANES"}]}, "not-a-letter"),
        ({"rows": [GOOD | {"guess": "CRAN7"}]}, "not-a-letter"),
        ({"rows": [GOOD | {"guess": "CRANЖ"}]}, "not-a-letter"),
        ({"rows": [GOOD | {"guess": ""}]}, "not-a-letter"),
        ({"rows": [GOOD | {"guess": "<b>AB"}]}, "not-a-letter"),
        ({"rows": [GOOD | {"guess": 5}]}, None),
        ({"rows": [GOOD | {"marks": "hmnm"}]}, "invalid-value"),
        ({"rows": [GOOD | {"marks": "hmnmmm"}]}, "invalid-value"),
        ({"rows": [GOOD | {"marks": "hmnmx"}]}, "invalid-value"),
        ({"rows": [GOOD | {"marks": "HMNMM"}]}, "invalid-value"),
        ({"rows": [GOOD | {"marks": ["h"] * 5}]}, None),
        ({"rows": [GOOD | {"marks": ""}]}, "invalid-value"),
        ({"rows": [GOOD | {"more": 1}]}, None),
        ({"rows": [{"guess": "CRANE"}]}, None),
        ({"rows": [{"marks": "hmnmm"}]}, None),
        ({"rows": [GOOD] * 6}, "invalid-value"),
        ({"rows": ["CRANE"]}, None),
        ({"rows": {}}, None),
        ({"rows": "CRANE"}, None),
        ({"rows": None}, None),
        ({"rows": [], "limit": 0}, "invalid-value"),
        ({"rows": [], "limit": 101}, "invalid-value"),
        ({"rows": [], "limit": -1}, "invalid-value"),
        ({"rows": [], "limit": 1.5}, "invalid-value"),
        ({"rows": [], "limit": "10"}, "invalid-value"),
        ({"rows": [], "limit": 10**30}, "invalid-value"),
        ({"rows": [], "hard": "yes"}, "invalid-value"),
        ({"rows": [], "hard": 1}, "invalid-value"),
        ({"rows": [], "lexicon": 5}, "invalid-value"),
        ({"rows": [], "lexicon": "xx"}, "unknown-lexicon"),
        ({"rows": [], "answer": "CRANE"}, "unknown-key"),
        ([], None),
    ],
    ids=lambda part: str(part)[:60],
)
def test_what_is_no_question_is_refused(server, body, code):
    problem(ask(server, "POST", "/analysis/guess", body), (400, 422), code)


def test_other_methods_are_refused(server):
    problem(ask(server, "GET", "/analysis/guess"), 405)
    problem(ask(server, "PUT", "/analysis/guess", {"rows": []}), 405)
    problem(analyse(server, "guess/x", rows=[]), 404)


def test_the_best_of_the_shipped_list_are_as_good_as_they_can_be(server):
    """One look ahead, over a third of the words that may be guessed."""
    rows = [("CRANE", "hmmmm")]
    left = remaining(ANSWERS, rows)
    body = ask_rows(server, rows, limit=5)
    assert body["remaining"] == len(left) > 20 and set(body["words"]) < set(left)
    words = sorted(word for word in ENGLISH if len(word) == 5)[::3]
    least = min(expected(word, left)[1] for word in {*words, *left})
    assert expected(body["best"][0]["word"], left)[1] <= least * 1.1 + 0.1


def test_hard_mode_asks_for_as_many_copies_as_were_marked(server):
    """MAMMA against MAXIM: MA stays, and there is another M elsewhere."""
    body = ask_rows(server, [("MAMMA", "hhnmm")], hard=True, limit=100)
    assert "MAXIM" in body["words"] and body["best"]
    for best in body["best"]:
        assert best["word"].startswith("MA") and best["word"].count("M") >= 2, best
