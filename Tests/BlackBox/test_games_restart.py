"""Games of every kind after SIGKILL, and after an eviction from memory: clients see no difference."""

import signal
import time

import pytest

from client import problem
from game_kinds import game_kinds
from game_tables import accepted, all_views, table_of, unchanged
from guess_table import Guess, answer_by
from mini_table import Mini
from server_process import ServerProcess
from test_sleeping_games import send_to_sleep


@pytest.mark.parametrize("kind", game_kinds())
def test_after_a_kill_every_viewer_sees_the_same_and_the_games_go_on(own_free_server, kind):
    table = table_of(kind)
    games = table.stages(own_free_server)
    before = {name: all_views(game) for name, game in games.items()}
    own_free_server.restart(signal.SIGKILL)
    for name, game in games.items():
        now = all_views(game)
        assert [key for key in now if now[key] != before[name][key]] == [], name
    table.go_on(games)


# ------------------------------------------------------------------------------------------------ long games


def long_mini(server, **options):
    """A mini with more than 250 events; a player had help, of which no mark is left."""
    game = Mini(server, "Ann", "Ben", **options)
    game.write(1, {"1": "X"})
    game.do(1, "check", scope="cell", cell=1)
    for letter in "QZQZQZQZQZQ":
        game.write(1, {cell: letter for cell in game.right(but=[4])}, pencil=letter == "Z")
    accepted(game.people[1].edit(4, "V"))
    accepted(game.people[1].edit(4, "W", pencil=True))
    return game


def long_word_race(server):
    """Ben has found the word with two guesses; Ann has written often and submitted nothing."""
    race = Guess(server, "Ann", "Ben", mode="race", seed=9)
    for letters in ("CRANE", "SLOTH") * 5:
        while race.write(letters, 1).status == 429:
            time.sleep(0.1)  # the player has no edits left for a moment
    race.guess("CRANE", 2), race.guess(answer_by(server, 9), 2)
    return race


def past_views(game):
    """What all viewers see of a game, with many past boards."""
    seen, last = all_views(game), game.show()["sequence"]
    for token in game.viewers:
        for at in range(0, last + 1, 47):
            answer = game.ask("GET", f"/board?at={at}", token=token)
            seen["at", at, token] = answer.status, answer.stable_body
    return seen


@pytest.mark.nightly
@pytest.mark.timeout(180)  # long games take their time: a player makes twenty edits a second
def test_long_games_are_the_same_after_an_eviction_and_a_kill():
    """Long enough for a snapshot: the help, the pause and the marks are no longer found in the events after it."""
    with ServerProcess("--no-address-limits", "--game-memory", 1) as server:
        race, paused, words = long_mini(server, mode="race"), long_mini(server), long_word_race(server)
        paused.do(2, "pause")
        games = (race, paused, words)
        before = [past_views(game) for game in games]
        send_to_sleep(server)
        assert [past_views(game) for game in games] == before
        server.restart(signal.SIGKILL)
        assert [past_views(game) for game in games] == before
        with unchanged(paused):
            problem(paused.people[0].edit(1, "D"), 409, "game-paused")
        paused.do(1, "resume")
        assert paused.marks() == {4: "pencil"}
        paused.do(2, "undo")
        assert paused.cell(4)["value"] == "V" and 4 not in paused.marks()
        for game, seat in ((race, 1), (race, 2), (paused, 1)):
            game.solve(seat)
        assert (race.result["assisted"], paused.result["assisted"]) == (False, True)
        solves = [(solve["seat"], solve["assisted"]) for solve in race.result["solves"]]
        assert solves == [(2, False), (1, True)]
        assert words.guess(answer_by(server, 9), 1)["events"][-1]["result"]["winners"] == [1]
