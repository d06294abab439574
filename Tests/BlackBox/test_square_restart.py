"""Restarts and evictions in the middle of word squares: people, bots and clocks go on where they were.

What every viewer sees before and after a kill is compared in test_games_restart.py.
"""

import signal

import pytest

from client import Game, problem
from game_tables import accepted, all_views
from server_process import ServerProcess
from square_table import Table
from test_sleeping_games import send_to_sleep
from visible_state import stable_fields


def test_a_single_player_gets_the_same_letters_as_without_restarts(own_free_server):
    whole = Table(own_free_server, "Ann", seed=8, end="shared").letters_to_the_end()
    game, unseeded = (Table(own_free_server, "Ann", end="shared", **seed) for seed in ({"seed": 8}, {}))
    for rounds in (3, 20):
        game.play_rounds(rounds), unseeded.play_rounds(rounds)
        called = unseeded.called
        own_free_server.restart(signal.SIGKILL)
        assert unseeded.called == called
    assert game.letters_to_the_end() == whole and len(unseeded.letters_to_the_end()) == 25


def test_clocks_and_bots_go_on_for_themselves_and_for_players_who_have_left(own_free_server):
    timed = Table(own_free_server, "Ann", "Ben", clock={"call": 1, "place": 1})
    game = Table(own_free_server, "Ann", "Ben", "Eve", bots=["easy", "hard"])
    accepted(game.call(1, "E")), accepted(game.place(3, 0))
    assert game.leave(2).status == 204 and game.leave(3, token=game.host).status == 204
    game.away |= {2, 3}
    own_free_server.restart(signal.SIGKILL)
    assert [seat.get("away", False) for seat in game.view()["seats"][:3]] == [False, True, True]
    game.wait(lambda shown: all(seat["filled"] == 1 for seat in shown["seats"][1:]), "the bots' placements")
    accepted(game.place(1, 0))
    game.wait(lambda shown: shown.get("called") and shown["turn"] == 2, "the bot's call")
    game.play_rounds(3)
    problem(game.people[2].act("return"), 403, "not-allowed")
    game.do(2, "return")
    timed.wait(lambda shown: shown["seats"][1]["filled"] >= 2, "the moves of players who are late")
    moves = [event for event in timed.history() if event["type"] in ("letter.called", "cell.changed")]
    assert len(moves) >= 6 and all(event["cause"] == "bot" for event in moves)
    own_free_server.restart(signal.SIGTERM)
    assert "away" not in game.view()["seats"][1]


def test_a_rematch_has_the_same_players_bots_and_options_and_survives_a_kill(own_free_server):
    game = Table(own_free_server, "Ann", "Ben", bots=["medium"], preset="teacher", title="Best of three")
    accepted(game.act("close", token=game.host))
    assert game.agree(2, game.do(1, "rematch"))["events"][-1]["type"] == "rematch.started"
    old = game.show()
    following = Game(own_free_server, old["next"], game.host)
    new = following.show()
    assert (new["state"], new["previous"]) == ("waiting", game.id) and "result" not in new
    for key in ("rules", "title", "scoring", "lexicon", "options"):
        assert new[key] == old[key], key
    for one, two in zip(old["seats"], new["seats"], strict=True):
        assert all(one.get(key) == two.get(key) for key in ("seat", "name", "colour", "bot", "level"))
    own_free_server.restart(signal.SIGKILL)
    assert stable_fields(following.show()) == stable_fields(new)
    accepted(following.act("start", token=game.people[0].token))


# ---------------------------------------------------------------------------------------------- evictions


@pytest.fixture
def small_server():
    with ServerProcess("--no-address-limits", "--game-memory", 1) as running:
        yield running


def test_a_sleeping_game_wakes_unchanged_and_clocks_and_bots_of_idle_games_go_on(small_server):
    """Games whose server has something to do may stay awake, or be woken."""
    game = Table(small_server, "Ann", "Ben", bots=["easy"])
    game.play_rounds(3)
    timed = Table(small_server, "Ann", "Ben", clock={"call": 1, "place": 60})
    beside = Table(small_server, "Ann", bots=["hard"])
    accepted(beside.call(1, "E"))
    before = all_views(game)
    send_to_sleep(small_server)
    assert all_views(game) == before
    shown = timed.wait(lambda shown: shown.get("called"), "the call")
    call = next(event for event in timed.history() if event["type"] == "letter.called")
    assert call["cause"] == "bot" and shown["turn"] == 1 and shown["round"]["step"] == "place"
    beside.wait(lambda shown: shown["seats"][1]["filled"] == 1, "the bot's placement")
    game.play_rounds(5)
