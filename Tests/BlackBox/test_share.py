"""Results to share: plain squares without spoilers."""

import re

import pytest

from client import new_game, problem
from days import Answers, guess_word, place_all, seated, solve_mini
from guess_reference import marks_of
from guess_table import Guess, accepted, answer_by
from mini_puzzles import BLOCK, DOTS
from mini_table import Mini

DAY = "2024-11-20"
SIGN = {"h": "🟩", "n": "🟨", "m": "⬛"}


def share(game, token=None):
    """The lines of what may be shared."""
    answer = game.ask("GET", "/share", token=token)
    assert answer.status == 200 and answer.media == "text/plain", answer
    assert "utf-8" in answer.header("Content-Type").lower()
    return answer.text.splitlines()


def squares(words, answer):
    return ["".join(SIGN[mark] for mark in marks_of(word, answer)) for word in words]


@pytest.fixture(scope="module")
def answers(shared_server):
    return Answers(shared_server)


def test_a_word_of_the_day(server, answers):
    answer = answers.of("guess", DAY)
    game = seated(server, "guess", DAY)
    words = [word for word in ("CRANE", "SLOTH") if word != answer] + [answer]
    for word in words:
        guess_word(game, game.me.token, word)
    assert share(game) == [f"FiveByFive guess {DAY} {len(words)}/5", *squares(words, answer)]


def test_a_word_without_a_day_in_hard_mode(server):
    answer = answer_by(server, 5)
    game = Guess(server, "Ann", seed=5, hard=True)
    game.guess(answer)
    lines = share(game)
    assert re.fullmatch(r"FiveByFive guess 1/5\*", lines[0]) and lines[1:] == ["🟩" * 5]
    assert answer not in "\n".join(lines)


def test_a_word_that_was_not_found(server):
    game = Guess(server, "Ann", seed=5)
    game.wrong(answer_by(server, 5), ["CRANE"], 1)
    accepted(game.people[0].act("resign"))
    assert share(game) == ["FiveByFive guess X/5", *squares(["CRANE"], answer_by(server, 5))]


def test_in_a_race_everybody_shares_their_own_rows(server):
    game, answer = Guess(server, "Ann", "Ben", mode="race", seed=5), answer_by(server, 5)
    game.guess("CRANE", 1), game.guess(answer, 1), game.guess(answer, 2)
    assert share(game, game.people[0].token) == ["FiveByFive guess 2/5", *squares(["CRANE", answer], answer)]
    for token in (game.people[1].token, None, game.host):
        assert share(game, token) == ["FiveByFive guess 1/5", "🟩" * 5], "the winner's, for who has none"


def pattern(solution, helped=()):
    rows = ["" for _ in range(5)]
    for index, sign in enumerate(solution.replace("/", "")):
        rows[index // 5] += "⬛" if sign == BLOCK else "🟨" if index in helped else "🟩"
    return rows


def test_a_mini_of_the_day(server, answers):
    answer = answers.of("mini", DAY)
    game = seated(server, "mini", DAY)
    solve_mini(game, game.me.token, answer)
    first, *rows = share(game)
    assert re.fullmatch(rf"FiveByFive mini {DAY} 0:0\d", first) and rows == pattern(answer)


def test_a_mini_with_help(server):
    game = Mini(server, "Ann")
    game.solve(1, 1)
    game.do(1, "check", scope="cell", cell=1), game.do(1, "reveal", scope="cell", cell=12)
    game.solve(1, but=[1, 12])
    first, *rows = share(game)
    assert re.fullmatch(r"FiveByFive mini 0:0\d, assisted", first) and rows == pattern(DOTS, (1, 12))
    assert not set("".join(rows)) & set(DOTS)


def test_a_mini_that_was_given_up_shows_what_was_right(server):
    game = Mini(server, "Ann")
    game.write(1, {"1": "D", "2": "X", "3": "T"})
    game.do(1, "resign")
    first, *rows = share(game)
    assert first.startswith("FiveByFive mini ") and rows[0].startswith("⬛🟩") and rows[0][3] == "🟩"
    assert rows[0][2] != "🟩", "a wrong letter is not solved"


def test_what_depends_on_the_viewer_says_so(server):
    game = Guess(server, "Ann", mode="race")
    accepted(game.people[0].act("resign"))
    assert "authorization" in (game.ask("GET", "/share").header("Vary") or "").lower()


def test_a_square_of_the_day(server):
    game = seated(server, "square", DAY)
    points = place_all(game, game.me.token)["scores"]["1"]
    first, *rows = share(game)
    assert first == f"FiveByFive square {DAY} {points} points"
    counted = set()
    for word in game.board(game.me.token)["words"]:
        if word.get("counts"):
            step = 1 if word["direction"] == "across" else 5
            counted |= {word["cell"] + step * place for place in range(word["length"])}
    assert rows == [
        "".join("🟩" if row * 5 + column in counted else "⬜" for column in range(5)) for row in range(5)
    ]


def test_before_the_end_nothing_is_shared(server):
    for game in (Guess(server, "Ann"), Mini(server, "Ann"), seated(server, "square", DAY), Mini(server)):
        problem(game.ask("GET", "/share"), 409, "game-not-finished")


def test_free_boards_are_not_shared(server):
    game = new_game(server)
    problem(game.ask("GET", "/share"), 404)
    accepted(game.act("close", token=game.host))
    problem(game.ask("GET", "/share"), 404)
    problem(Guess(server, "Ann").ask("POST", "/share", {}), 405)
