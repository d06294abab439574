"""Options of a mini: what is refused, and what a generated puzzle is like."""

import pytest

from client import ask, problem
from mini_puzzles import BLOCK, runs
from mini_table import Mini, create, known_puzzle

BAD = [
    {"mode": "solo"},
    {"mode": "Together"},
    {"mode": 5},
    {"autocheck": "yes"},
    {"autocheck": 1},
    {"difficulty": "brutal"},
    {"difficulty": 3},
    {"seed": -1},
    {"seed": 2**53},
    {"seed": 1.5},
    {"seed": "5"},
    {"seed": 10**40},
    {"seed": []},
    {"puzzle": 5},
    {"puzzle": ["x"]},
    {"day": 5},
    {"day": "tomorrow"},
    {"day": "2026-02-30"},
    {"day": ""},
    {"hard": True},
    {"preset": "family"},
    {"open": True},
    {"clock": None},
    {"board": "...../...../...../...../....."},
    {"Mode": "race"},
    {"pencil": True},
]


@pytest.mark.parametrize("options", BAD, ids=lambda options: str(options)[:50])
def test_an_option_out_of_bounds_makes_no_game(server, options):
    problem(create(server, **options), 422, ("invalid-value", "unknown-key"))


@pytest.mark.parametrize("key", ["colour", "Puzzle", "guesses"])
def test_an_unknown_option_is_refused_by_name(server, key):
    body = problem(create(server, **{key: 1}), 422, "unknown-key")
    assert key in body["detail"]


@pytest.mark.parametrize(
    "other", [{"seed": 5}, {"difficulty": "easy"}, {"lexicon": "en"}, {"day": "2024-11-20"}], ids=str
)
def test_a_puzzle_excludes_what_would_make_another(server, other):
    problem(create(server, puzzle=known_puzzle(server), **other), 422, "invalid-value")


@pytest.mark.parametrize("puzzle", ["nosuchpuzzle", "", "../en", "x" * 500, "<b>", "é"])
def test_a_puzzle_that_is_not_there_makes_no_game(server, puzzle):
    problem(create(server, puzzle=puzzle), (404, 422), ("no-such-puzzle", "invalid-value"))


def test_an_unknown_puzzle_is_said_to_be_one(server):
    problem(create(server, puzzle="abcdefghijkl"), 404, "no-such-puzzle")


def test_an_unknown_lexicon_is_refused(server):
    problem(create(server, lexicon="xx"), 422, "unknown-lexicon")
    problem(create(server, lexicon=5), 422, "invalid-value")


def test_a_day_is_played_together(server):
    problem(create(server, mode="race", day="2024-11-20"), 422, "invalid-value")


def revealed(server, **options):
    """A generated game, finished: its clues with their answers, and its solution."""
    game = Mini(server, "Ann", **options)
    told = game.show()
    game.do(1, "reveal")
    return told, game.show()


def test_the_same_seed_gives_the_same_puzzle(server):
    (one, ends), (two, ends_too) = (revealed(server, seed=5) for _ in range(2))
    assert one["clues"] == two["clues"]
    assert ends["result"]["answer"] == ends_too["result"]["answer"]
    assert revealed(server, seed=6)[1]["result"]["answer"] != ends["result"]["answer"]


def test_without_a_seed_puzzles_differ_and_none_is_told(server):
    one, two = (Mini(server, "Ann", difficulty="easy").show() for _ in range(2))
    assert one["clues"] != two["clues"] and "seed" not in one["options"]


@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard"])
@pytest.mark.parametrize("seed", [0, 2**53 - 1])
def test_a_generated_puzzle_is_a_crossword(server, difficulty, seed):
    told, over = revealed(server, seed=seed, difficulty=difficulty)
    assert "seed" not in told["options"] and told["options"]["difficulty"] == difficulty
    solution = over["result"]["answer"]
    cells = solution.replace("/", "")
    assert [sign == BLOCK for sign in cells] == [sign == BLOCK for sign in reversed(cells)], "symmetry"
    words = {(direction, run[0]): "".join(cells[cell] for cell in run) for direction, run in runs(solution)}
    assert len(set(words.values())) == len(words) and min(map(len, words.values())) >= 2, "none twice"
    for direction, clues in over["clues"].items():
        for clue in clues:
            answer = words.pop((direction, clue["cell"]))
            assert clue["answer"] == answer and clue["length"] == len(answer)
            assert clue["clue"].strip() and answer not in clue["clue"].upper().split()
            assert server_knows(server, answer)
    assert not words, "a word without a clue"


def server_knows(server, word):
    return ask(server, "GET", f"/lexicons/en/words/{word}").status == 200


def test_difficulties_differ(server):
    one, two = (revealed(server, seed=5, difficulty=name)[1] for name in ("easy", "hard"))
    assert one["result"]["answer"] != two["result"]["answer"]
