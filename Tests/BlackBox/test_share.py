"""`GET /games/{id}/share`: the result as squares, without a letter of the board."""

import re

from client import new_game, problem
from days import Answers, place_all, seated, solve_mini
from guess_table import Guess, accepted, answer_by

DAY = "2024-11-20"
SIGN = {"hit": "🟩", "near": "🟨", "miss": "⬛"}


def share(game, token=None):
    """The lines of the shared text."""
    answer = game.ask("GET", "/share", token=token)
    assert answer.status == 200 and answer.media == "text/plain", answer
    assert "utf-8" in answer.header("Content-Type").lower()
    assert "authorization" in answer.header("Vary").lower()
    return answer.text.splitlines()


def test_a_guess_race_shares_the_rows_of_the_viewer_or_of_the_winner(server):
    game, answer = Guess(server, "Ann", "Ben", mode="race", seed=5), answer_by(server, 5)
    game.guess("CRANE", 1), game.guess(answer, 1), game.guess(answer, 2)
    first = "".join(SIGN[cell["mark"]] for cell in game.board(game.people[0].token)["cells"][:5])
    assert share(game, game.people[0].token) == ["FiveByFive guess 2/5", first, "🟩" * 5]
    for token in (game.people[1].token, None, game.host):
        assert share(game, token) == ["FiveByFive guess 1/5", "🟩" * 5]


def test_a_mini_of_the_day_shares_the_day_and_the_time(server):
    game, answer = seated(server, "mini", DAY), Answers(server).of("mini", DAY)
    solve_mini(game, answer)
    first, *rows = share(game)
    assert re.fullmatch(rf"FiveByFive mini {DAY} \d+:\d\d", first)
    assert rows == [re.sub("[^⬛]", "🟩", row.replace("#", "⬛")) for row in answer.split("/")]


def test_a_square_of_the_day_shares_the_points_and_the_cells_of_counted_words(server):
    game = seated(server, "square", DAY)
    points = place_all(game)["scores"]["1"]
    first, *rows = share(game)
    assert first == f"FiveByFive square {DAY} {points} points"
    counted = set()
    for word in [word for word in game.board(game.me.token)["words"] if word["counts"]]:
        step = 1 if word["direction"] == "across" else 5
        counted |= {word["cell"] + step * place for place in range(word["length"])}
    assert "".join(rows) == "".join("🟩" if cell in counted else "⬜" for cell in range(25))


def test_a_result_is_shared_only_after_the_end_and_only_by_get(server):
    game = Guess(server, "Ann")
    problem(game.ask("GET", "/share"), 409, "game-not-finished")
    problem(game.ask("POST", "/share", {}), 405)
    accepted(game.people[0].act("resign"))
    assert share(game) == ["FiveByFive guess X/5"]


def test_a_free_board_has_no_result_to_share(server):
    game = new_game(server)
    accepted(game.act("close", token=game.host))
    problem(game.ask("GET", "/share"), 404)
