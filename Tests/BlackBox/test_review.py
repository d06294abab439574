"""`GET /games/{id}/review`: what the moves of a finished game have cost, and who may know."""

import random

import pytest

from client import Game, ask, new_game, problem
from days import guess_word, seated
from guess_table import Guess, answer_by
from lattice_reference import shortest, swapped
from lattice_table import Lattice
from lattice_table import answer_by as lattice_by
from mini_table import Mini
from players import new_player
from review_reference import ANSWERS, WORDS, after, bits, guesses_with, least_guesses, review
from square_table import Table, scores
from words_client import analysed

# --------------------------------------------------------------------------------------- one game of each kind


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_review_of_a_hidden_word_agrees_with_brute_force(server, seed):
    answer, chance = answer_by(server, seed), random.Random(seed)
    game, group, groups, guesses = Guess(server, "Ann", seed=seed), ANSWERS, [], []
    while len(guesses) < 5 and answer not in guesses:
        guesses.append(chance.choice(WORDS if chance.random() < 0.3 else group))
        groups.append(group)
        game.guess(guesses[-1])
        group = after(group, guesses[-1], answer)
    found = review(game)
    assert found["unit"] == "guesses" and found["lexicon"] == "en"
    for row, (move, guess, group) in enumerate(zip(found["moves"], guesses, groups, strict=True)):
        assert move["seat"] == 1 and move["played"]["word"] == guess
        assert move["remaining"] == [len(group), len(after(group, guess, answer))]
        for choice in (move["played"], move["best"]):
            assert choice["bits"] == pytest.approx(bits(choice["word"], group), abs=0.0011)
        if len(group) <= 5:
            assert move["played"]["expected"] == pytest.approx(guesses_with(guess, group, 5 - row), abs=0.0011)
            assert move["best"]["expected"] == pytest.approx(least_guesses(group, 5 - row), abs=0.0011)
    summary, is_solved = found["summary"], answer in guesses
    assert (summary["guesses"], summary["solved"], summary["left"]) == (len(guesses), is_solved, 0 if is_solved else 1)
    assert summary["reached"] == len(guesses) + summary["left"]


@pytest.mark.parametrize("waste", [0, 3, 15])
def test_the_review_of_a_lattice_agrees_with_brute_force(server, waste):
    solution, chance = lattice_by(server, 5), random.Random(waste)
    game = Lattice(server, "Ann", seed=5)
    start = board = game.text()
    made = []
    while board != solution and len(made) < 15:
        cells, wanted = board.replace("/", ""), solution.replace("/", "")
        wrong = [cell for cell in range(25) if cells[cell] != wanted[cell]]
        any_two = [(one, other) for one in wrong for other in wrong if cells[one] != cells[other]]
        made.append(chance.choice(any_two) if len(made) < waste else shortest(board, solution)[0])
        game.swap(*made[-1])
        board = swapped(board, *made[-1])
    found, board = review(game), start
    for move, swap in zip(found["moves"], made, strict=True):
        least = len(shortest(board, solution))
        better = swapped(board, move["best"]["from"], move["best"]["to"])
        assert len(shortest(better, solution)) == least - 1
        board = swapped(board, *swap)
        left = len(shortest(board, solution))
        assert (move["least"], move["loss"], move["luck"]) == ([least, left], 1 + left - least, 0)
        assert move["mark"] == ("best", "slip", "blunder")[move["loss"]]
    summary, board = found["summary"], start
    for swap in summary["shortest"]:
        board = swapped(board, swap["from"], swap["to"])
    assert board == solution and (summary["least"], len(summary["shortest"])) == (10, 10)
    assert summary["made"] == len(made) and summary["reached"] == len(made) + summary["left"]


def test_the_review_of_a_word_square_counts_points(server):
    game = Table(server, "Ann", bots=["hard"], end="free-last", preset="family")
    game.play()
    points = scores(game, preset="family")
    for seat in (1, 2):
        found = review(game, f"?seat={seat}")
        assert found["unit"] == "points" and len(found["moves"]) == 25
        assert found["summary"]["points"] == found["summary"]["reached"] == points[str(seat)]
        assert {move["seat"] for move in found["moves"]} == {seat}
        assert len({move["played"]["cell"] for move in found["moves"]}) == 25
    assert not [move for move in found["moves"] if move["mark"] == "blunder"], "the hard bot's board"
    best = found["summary"]["bestLine"]
    assert best["points"] >= 3 and best["words"] and best["direction"] in ("across", "down")


def test_the_review_of_a_mini_has_a_move_for_each_clue(server):
    game = Mini(server, "Ann", "Ben", mode="race")
    game.solve(1)
    game.solve(2)
    shown, found = game.show(), review(game, "?seat=2")
    clues = [f"{clue['number']}-{way}" for way in ("across", "down") for clue in shown["clues"][way]]
    assert [move["clue"] for move in found["moves"]] == clues
    seconds = [solve["seconds"] for solve in shown["result"]["solves"]]
    assert found["summary"]["reached"] == pytest.approx(max(seconds), abs=0.001)
    assert len(found["summary"]["slowest"]) == 3 and found["summary"]["solvers"] == 2
    assert all(move["median"] is not None for move in found["moves"])
    alone = Mini(server, "Ann")
    alone.solve(1)
    assert {move["median"] for move in review(alone)["moves"]} == {None}


def test_the_median_of_a_day_is_that_of_all_who_solved_it(server):
    players = [new_player(server, name) for name in ("Ann", "Ben", "Cem")]
    games = [seated(server, "mini", token=player.key) for player in players]
    games[0].me.act("resign")
    clues = games[0].show()["clues"]
    cells = {}
    for clue in clues["across"]:
        for place, letter in enumerate(clue["answer"]):
            cells[str(clue["cell"] + place)] = letter
    for game in games[1:]:
        assert game.ask("PATCH", "/board", {"cells": cells}).status == 200
    found = review(games[0])
    assert found["summary"]["solvers"] >= 2
    assert all(move["median"] is not None for move in found["moves"])


# --------------------------------------------------------------------------------------------------- refusals


def test_a_running_game_and_one_without_a_review_are_refused(server):
    problem(new_game(server).ask("GET", "/review"), 404, "no-review")
    problem(ask(server, "GET", "/games/nosuchgame1/review"), 404, "no-such-game")
    game = Guess(server, "Ann")
    problem(game.ask("GET", "/review"), 409, "not-finished")
    problem(game.ask("GET", "/review", token=game.people[0].token), 409, "not-finished")
    problem(game.ask("POST", "/review", {}), 405)
    game.do(1, "resign")
    found = review(game)
    assert found["moves"] == [] and found["summary"]["guesses"] == 0
    assert found["summary"]["reached"] == found["summary"]["left"] == found["summary"]["expected"] > 3


def test_a_race_is_reviewed_by_seat_once_everybody_has_ended(server):
    answer = answer_by(server, 5)
    game = Guess(server, "Ann", "Ben", mode="race", seed=5)
    game.guess(answer, 1)
    for query in ("", "?seat=1", "?seat=2"):
        for token in game.viewers:
            problem(game.ask("GET", f"/review{query}", token=token), 409, "not-finished")
    game.guess("CRANE", 2), game.guess(answer, 2)
    assert len(review(game, token=game.people[0].token)["moves"]) == 1
    assert len(review(game, token=game.people[1].token)["moves"]) == 2
    assert len(review(game, "?seat=2")["moves"]) == 2
    problem(game.ask("GET", "/review"), 404, "no-such-board")
    problem(game.ask("GET", "/review?seat=3"), 404, "no-such-board")
    for seat in ("0", "x", "61"):
        problem(game.ask("GET", f"/review?seat={seat}"), 400, "invalid-query")


def test_a_personal_game_is_reviewed_only_for_those_who_have_finished_the_same_task(server):
    ann, ben = (new_player(server, name).key for name in ("Ann", "Ben"))
    own = seated(server, "guess", token=ann)
    guess_word(own, "CRANE")
    stranger = Game(server, own.id)
    for token in (None, ben):
        problem(stranger.ask("GET", "/review", token=token), 403, "personal-game")
    own.me.act("resign")
    other = seated(server, "guess", token=ben)
    for token in (None, ben):
        problem(stranger.ask("GET", "/review", token=token), 403, "task-unfinished")
    assert [move["played"]["word"] for move in review(own)["moves"]] == ["CRANE"]
    for token in (None, ben):
        problem(stranger.ask("GET", "/review", token=token), 403, "task-unfinished")
    other.me.act("resign")
    assert len(review(stranger, token=ben)["moves"]) == 1
    problem(stranger.ask("GET", "/review"), 403, "task-unfinished")


# --------------------------------------------------------------------------------------------------- analysis


def test_placements_are_expected_points_of_all_empty_cells(server):
    """On a board with one empty cell, the points of the full board; the order is by points."""
    board = "HEAR./XQXQX/QXQXQ/XQXQX/QXQXQ"
    for letter in "TDSQ":
        total = analysed(server, "score", board=board.replace(".", letter), preset="classic")["total"]
        (placement,) = analysed(server, "place", board=board, letter=letter, preset="classic")["placements"]
        assert placement == {"cell": 4, "expected": total}
    for level in ("easy", "hard"):
        placements = analysed(
            server, "place", board="CAT../...../...../...../.....", letter="E", level=level
        )["placements"]
        assert len(placements) == 22 and {placement["cell"] for placement in placements} == set(range(3, 25))
        expected = [placement["expected"] for placement in placements]
        assert expected == sorted(expected, reverse=True) and 10 < expected[-1] <= expected[0] < 50
