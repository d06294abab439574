"""Completions of a board are those of brute force, bounded by number and by time."""

import random
import time

import pytest

from client import Wire, problem
from server_process import ServerProcess
from words_client import analyse, analysed, server_with_short_list
from words_reference import ENGLISH
from words_squares import completes, fills, fills_by_letters, is_square, short_list, stands

FIVE = frozenset(word for word in ENGLISH if len(word) == 5)
EMPTY = "/".join(["....."] * 5)
MASKS = [
    "#..../...../...../...../....#",
    "##.../#..../...../....#/...##",
    ".#.../...../...../...../...#.",
    "...../.###./...../.###./.....",
]


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    """A server with a short list of which all squares are known."""
    with server_with_short_list(tmp_path_factory) as running:
        running.squares = {distinct: fills(EMPTY, running.words, distinct) for distinct in (True, False)}
        yield running


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """A server with a list of words of all lengths."""
    chance = random.Random(6)
    counts = {2: 5, 3: 12, 4: 24, 5: 40}
    words = [word for length, count in counts.items() for word in short_list(chance, count, "ABC", length)]
    path = tmp_path_factory.mktemp("lists") / "mixed.txt"
    path.write_text("\n".join(words) + "\n")
    with ServerProcess("--no-address-limits", "--lexicon", f"mixed={path}") as running:
        running.words = frozenset(words)
        yield running


def some_of(chance, square, count):
    """A square with all but so many signs taken away; blocks stay."""
    cells = list(square.replace("/", ""))
    for index in chance.sample(range(25), 25 - count):
        cells[index] = "#" if cells[index] == "#" else "."
    return "/".join("".join(cells[row * 5 : row * 5 + 5]) for row in range(5))


def test_the_short_list_has_squares_enough(short):
    assert 20 < len(short.squares[True]) < len(short.squares[False]) < 900


@pytest.mark.parametrize("distinct", [True, False])
def test_all_squares_of_a_list_are_found(short, distinct):
    answer = analysed(short, "fill", board=EMPTY, lexicon="short", limit=1000, distinct=distinct)
    assert set(answer["fills"]) == short.squares[distinct]
    assert answer["count"] == len(answer["fills"]) == len(short.squares[distinct])
    assert answer["exhausted"] is True and 0 <= answer["seconds"] < 2.5


@pytest.mark.parametrize("distinct", [True, False])
def test_all_completions_of_a_begun_board_are_found(short, distinct):
    chance = random.Random("begun")
    squares = sorted(short.squares[distinct])
    with Wire(short) as wire:
        for count in list(range(1, 25, 2)) * 2:
            board = some_of(chance, chance.choice(squares), count)
            answer = analysed(
                short, "fill", wire, board=board, lexicon="short", limit=1000, distinct=distinct
            )
            assert set(answer["fills"]) == {square for square in squares if completes(board, square)}, board
            assert answer["exhausted"] is True and answer["count"] == len(answer["fills"]) > 0


def test_words_are_distinct_unless_said(short):
    usual = analysed(short, "fill", board=EMPTY, lexicon="short", limit=1000)
    assert set(usual["fills"]) == short.squares[True]


def test_no_more_come_than_asked_for(short):
    for limit in (1, 2, 7):
        answer = analysed(short, "fill", board=EMPTY, lexicon="short", limit=limit)
        assert answer["count"] == len(set(answer["fills"])) == limit and answer["exhausted"] is False
        assert set(answer["fills"]) <= short.squares[True]
    assert len(analysed(short, "fill", board=EMPTY, lexicon="short")["fills"]) == 10, "unless said"


def test_a_seed_gives_the_same_order_again_and_another_seed_another(short):
    def found(seed):
        return analysed(short, "fill", board=EMPTY, lexicon="short", limit=1000, seed=seed)["fills"]

    orders = {seed: found(seed) for seed in (0, 1, 2, 2**53 - 1)}
    assert all(set(order) == short.squares[True] for order in orders.values())
    assert orders[1] == found(1) and len({tuple(order) for order in orders.values()}) > 1


def test_without_a_seed_the_order_is_the_same_every_time(short):
    one, two = (analysed(short, "fill", board=EMPTY, lexicon="short", limit=5)["fills"] for _ in range(2))
    assert one == two


def test_a_board_that_cannot_be_completed_has_no_fills(short):
    board = "AAAAA/AAAAA/...../...../....."
    answer = analysed(short, "fill", board=board, lexicon="short")
    assert (answer["fills"], answer["count"], answer["exhausted"]) == ([], 0, True)


def test_a_full_board_is_its_own_completion_when_all_its_lines_are_words(short):
    square = sorted(short.squares[True])[0]
    answer = analysed(short, "fill", board=square, lexicon="short")
    assert (answer["fills"], answer["exhausted"]) == ([square], True)
    spoilt = ("A" if square[0] != "A" else "B") + square[1:]
    if not is_square(spoilt, short.words):
        assert analysed(short, "fill", board=spoilt, lexicon="short")["fills"] == []


def test_squares_of_the_list_that_ships_are_made_of_its_words(server):
    for seed in (1, 2):
        answer = analysed(server, "fill", board=EMPTY, limit=3, seed=seed)
        assert all(is_square(square, FIVE) for square in answer["fills"])
        assert answer["fills"] or answer["seconds"] >= 1.5, "it gave up early"


def test_a_search_without_a_find_ends_within_its_time(server):
    """Symmetry of no use: nothing completes this, and finding that out is long."""
    began = time.monotonic()
    answer = analysed(server, "fill", board="...../...../..Z../...../Q....", limit=1000)
    assert time.monotonic() - began < 4 and answer["seconds"] < 2.6
    assert all(is_square(square, FIVE) for square in answer["fills"])


def test_others_are_served_while_a_fill_is_searched(server):
    with Wire(server) as searching, Wire(server) as looking:
        body = {"board": "Q..../...../..Z../...../.....", "limit": 1000}
        searching.request("POST", "/analysis/fill", body)
        slowest = 0
        for _ in range(10):
            began = time.monotonic()
            looking.request("GET", "/healthz")
            assert looking.answer().status == 200
            slowest = max(slowest, time.monotonic() - began)
        assert slowest < 0.3, "the search keeps the loop busy"
        assert searching.answer("POST").status == 200


@pytest.mark.parametrize("distinct", [True, False])
@pytest.mark.parametrize("mask", MASKS)
def test_between_blocks_every_run_of_two_or_more_is_a_word(mixed, mask, distinct):
    """A run of one letter is no word of its own: anything goes there that crosses well."""
    chance = random.Random(mask)
    answer = analysed(mixed, "fill", board=mask, lexicon="mixed", limit=30, distinct=distinct, seed=4)
    assert answer["fills"] and all(completes(mask, text) for text in answer["fills"])
    assert all(stands(text, mixed.words, distinct) for text in answer["fills"])
    for text in answer["fills"][:4]:
        board = some_of(chance, text, 20)
        begun = analysed(mixed, "fill", board=board, lexicon="mixed", limit=1000, distinct=distinct)
        assert set(begun["fills"]) == fills_by_letters(board, mixed.words, "ABC", distinct), board
        assert begun["exhausted"] is True


def test_a_board_of_blocks_alone_has_one_completion_or_is_refused(server):
    answer = analyse(server, "fill", board="/".join(["#####"] * 5))
    assert answer.status in (200, 422), answer
    if answer.status == 200:
        assert answer.json["fills"] in ([], ["/".join(["#####"] * 5)])


@pytest.mark.parametrize(
    "knobs",
    [
        {"limit": 0},
        {"limit": 1001},
        {"limit": -1},
        {"limit": "10"},
        {"limit": 2.5},
        {"limit": 10**30},
        {"distinct": "yes"},
        {"distinct": 1},
        {"seed": -1},
        {"seed": 2**53},
        {"seed": "x"},
        {"seed": 1.5},
    ],
    ids=str,
)
def test_a_knob_out_of_bounds_is_refused(server, knobs):
    problem(analyse(server, "fill", board=EMPTY, **knobs), 422, "invalid-value")
