"""Challenges over kills and on two nodes: each player has one game, and each result counts once."""

import itertools
import signal

import pytest

from challenges import Challenge, challenge, word
from client import Closed, ask, eventually
from concurrency import concurrently
from days import guess_word
from game_tables import accepted
from offline_commands import assert_verifies
from players import new_player
from redis_process import migrate_all, redis, two_servers
from server_process import ServerDidNotStart, ServerProcess
from test_erasure_crashes import kill_at
from test_sleeping_games import send_to_sleep


@pytest.fixture
def server(own_free_server):
    return own_free_server


def test_everything_of_a_challenge_survives(server):
    ann, bea, cem = (new_player(server, name) for name in ("Ann", "Bea", "Cem"))
    made = word(server, ann, "QZXJK", title="Odd")
    guess_word(made.play(bea), "QZXJK")
    running = made.play(cem)
    before = {player.name: made.show(player.key) for player in (ann, bea, cem)}
    table = made.ask("GET", "/results.csv", token=ann.key).text
    for number in (signal.SIGTERM, signal.SIGKILL):
        server.restart(number)
        assert {player.name: made.show(player.key) for player in (ann, bea, cem)} == before
        assert made.ask("GET", "/results.csv", token=ann.key).text == table
        assert made.play(cem).id == running.id
    guess_word(running, "QZXJK")  # an own word counts after the restart, too
    assert made.ranks()[1:] and made.show()["played"] == 2


def test_a_game_that_was_acknowledged_just_before_a_kill_is_the_player_s(server):
    ann = new_player(server)
    made = word(server, ann)
    for count in range(1, 4):
        player = new_player(server, f"P{count}")
        game = made.play(player)
        server.restart(signal.SIGKILL)
        assert made.show(player.key)["own"] == game.id and made.show()["played"] == count
        guess_word(game, "ZEBRA")
        server.restart(signal.SIGKILL)
        assert len(made.ranks()) == count


def play_until_killed(server, made, player, call, number):
    """Begins and ends the player's game in a server that is killed before its Nth call; whether it survives."""
    server.stop()
    server.wrapper = kill_at(call, number)
    try:
        server.start()
        guess_word(made.play(player), "ZEBRA")
        return server.running
    except (ServerDidNotStart, Closed, OSError):
        return False
    finally:
        server.stop(signal.SIGKILL)
        server.wrapper = []


def test_a_kill_at_any_moment_leaves_a_challenge_and_its_games_in_step(server):
    """A player has a game exactly if it exists, and a result exactly if the game has ended."""
    made = word(server, new_player(server))
    call = "pwrite64" if server.store.arguments[0] == "--data" else "write"
    people = []
    for number in itertools.count(2, 4):
        people.append(new_player(server, f"P{number}"))
        survived = play_until_killed(server, made, people[-1], call, number)
        server.start()
        results = [name for _, name in made.ranks()]
        for player in people:
            if own := made.show(player.key)["own"]:
                state = ask(server, "GET", f"/games/{own}", token=player.key).json["state"]
                assert (state == "finished") == (player.name in results)
                assert made.play(player).id == own
        if survived:
            break
    assert number > 6 and results


def test_a_game_ends_while_its_challenge_sleeps():
    with ServerProcess("--no-address-limits", "--game-memory", 1) as server:
        made = word(server, new_player(server))
        bea = new_player(server, "Bea")
        game = made.play(bea)
        send_to_sleep(server)
        guess_word(game, "ZEBRA")
        assert made.ranks() == [(1, "Bea")]


def test_the_limit_of_a_game_s_events_is_none_of_a_challenge_s_players():
    with ServerProcess("--no-address-limits", "--game-events", 20) as server:
        made, people = word(server, new_player(server)), [new_player(server, f"P{n}") for n in range(25)]
        for player in people:
            game = made.play(player)
            guess_word(game, "ZEBRA")
            assert made.play(player).id == game.id
        assert made.show()["played"] == len(made.ranks()) == 25


def test_two_nodes_give_a_player_one_game_and_record_each_result_once():
    with two_servers() as (here, there):
        ann, people = new_player(here), [new_player(here, f"P{number}") for number in range(6)]
        made = word(here, ann)
        both = (made, Challenge(there, made.id))
        calls = [lambda at=at, who=who: at.play(who).id for who in people for at in both]
        games = concurrently(*calls)
        assert games[0::2] == games[1::2] and len(set(games)) == 6
        for number, player in enumerate(people):
            guess_word(both[number % 2].play(player), "ZEBRA")
        for each in both:
            eventually(lambda each=each: len(each.ranks()) == 6, what="all results")
            assert each.show()["played"] == 6


def test_a_challenge_deleted_on_one_node_is_gone_on_the_other():
    with two_servers() as (here, there):
        ann, bea = new_player(here), new_player(here, "Bea")
        made = challenge(here, ann, rules="guess")
        game = Challenge(there, made.id).play(bea)
        assert made.ask("DELETE", token=ann.key).status == 204
        eventually(lambda: ask(there, "GET", made.path).status == 404, what="deletion")
        accepted(game.me.act("resign"))


@pytest.mark.sqlite("starts servers on both stores itself")
def test_challenges_migrate_with_their_games_and_players(server, tmp_path):
    ann, bea, cem = (new_player(server, name) for name in ("Ann", "Bea", "Cem"))
    made = word(server, ann, "QZXJK", title="Odd")
    guess_word(made.play(bea), "QZXJK")
    running = made.play(cem)
    before = {player.key: made.show(player.key) for player in (ann, bea, cem)}
    server.stop()
    with redis() as address, server.store.folder() as data:
        assert_verifies(data)
        migrate_all(f"sqlite:{data}", address)
        migrate_all(address, f"sqlite:{tmp_path}/new")
    with ServerProcess("--no-address-limits", "--data", tmp_path / "new") as copy:
        moved = Challenge(copy, made.id)
        assert {key: moved.show(key) for key in before} == before
        assert moved.play(cem).id == running.id
        guess_word(moved.play(cem), "QZXJK")
        assert len(moved.ranks()) == 2
