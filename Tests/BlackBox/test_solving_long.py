"""Long games, after a snapshot, a sleep and a kill: nothing of what matters is lost."""

import signal

import pytest

from client import problem
from guess_table import Guess, accepted, answer_by
from mini_table import Mini
from server_process import ServerProcess
from square_table import unchanged
from test_sleeping_games import send_to_sleep
from visible_state import stable_fields


@pytest.fixture(scope="module")
def small_server():
    with ServerProcess("--no-address-limits", "--game-memory", 1) as running:
        yield running


def long_mini(server, **options):
    """More than 250 events; help was had, and no mark is left of it."""
    game = Mini(server, "Ann", "Ben", **options)
    game.write(1, {"1": "X"})
    game.do(1, "check", scope="cell", cell=1)
    for letter in "QZQZQZQZQZQ":
        game.write(1, {cell: letter for cell in game.right(but=[4])}, pencil=letter == "Z")
    accepted(game.people[1].edit(4, "V"))
    accepted(game.people[1].edit(4, "W", pencil=True))
    return game


def look(game):
    """What two viewers see, and every past board."""
    seen = {}
    for token in (None, game.people[0].token):
        seen[token] = stable_fields(game.show(token))
        seen["history", token] = game.ask("GET", "/history", token=token).body
        for at in range(0, game.show()["sequence"] + 1, 47):
            answer = game.ask("GET", f"/board?at={at}", token=token)
            seen["at", at, token] = answer.status, answer.body
    return seen


def test_long_games_come_back_from_sleep_and_death(small_server):
    shared, race = long_mini(small_server), long_mini(small_server, mode="race")
    paused = long_mini(small_server)
    paused.do(2, "pause")
    words, alone = word_race(small_server), Guess(small_server, "Ann")
    accepted(alone.write("CRANE"))
    games = (shared, race, paused, words, alone)
    before = [look(game) for game in games]
    send_to_sleep(small_server)
    assert [look(game) for game in games] == before
    small_server.restart(signal.SIGKILL)
    assert [look(game) for game in games] == before
    assert shared.marks() == {4: "pencil"}
    with unchanged(paused):
        problem(paused.people[0].edit(1, "D"), 409, "game-paused")
    shared.do(2, "undo")
    assert shared.cell(4)["value"] == "V" and 4 not in shared.marks()
    paused.do(1, "resume")
    for game in (shared, race, paused):
        game.solve(1)
    race.solve(2)
    assert [game.result["assisted"] for game in (shared, race, paused)] == [True, False, True]
    assert [(solve["seat"], solve["assisted"]) for solve in race.result["solves"]] == [(2, False), (1, True)]
    assert words.guess(answer_by(small_server, 9), 1)["events"][-1]["result"]["winners"] == [1]
    accepted(alone.people[0].act("resign"))
    assert alone.result["answer"]


def word_race(server):
    """Ben has found it with two guesses; Ann has written for long and submitted nothing."""
    race = Guess(server, "Ann", "Ben", mode="race", seed=9, hard=False)
    for letters in ("CRANE", "SLOTH") * 5:
        accepted(race.write(letters, 1))
    race.guess("CRANE", 2), race.guess(answer_by(server, 9), 2)
    return race
