"""Minis and guess games moved between servers. Forged documents are tested in ForgedGameTests.swift."""

import copy

import pytest

from client import Game, ask, problem
from guess_table import Guess, answer_by
from mini_table import Mini, accepted
from offline_commands import assert_verifies_and_reimports

SEED = 12


def play_race(server):
    """A race with all kinds of events; Ben has help."""
    game = Mini(server, "Ann", "Ben", mode="race", kind={"givens": [6], "circles": [7]})
    game.write(1, {"1": "X"}, pencil=True), game.write(2, {"1": "D", "2": "X"})
    game.do(2, "check"), game.do(2, "reveal", scope="word", cell=10), game.do(2, "reset")
    game.solve(2, but=[1, 6, 10, 11, 12, 13, 14])
    game.write(1, game.right(but=[6]) | {"2": "Q"}), game.write(1, {"2": "O"})
    return game


def play_together(server):
    """A shared board with a pause, a prompt and an undo."""
    game = Mini(server, "Ann", "Ben")
    game.write(1, {"1": "X"}), game.do(1, "undo"), game.do(2, "pause"), game.do(1, "resume")
    game.agree(2, game.do(1, "clear"))
    game.solve(1)
    return game


def play_guess(server):
    game = Guess(server, "Ann", "Ben", mode="race", seed=SEED)
    game.guess("CRANE", 1), game.guess("SLOTH", 2), game.guess(answer_by(server, SEED), 2)
    accepted(game.people[0].act("resign"))
    return game


PLAYS = {"race": play_race, "together": play_together, "guess": play_guess}


@pytest.fixture(scope="module")
def played(shared_server):
    """Finished games with their documents."""
    games = {name: play(shared_server) for name, play in PLAYS.items()}
    for game in games.values():
        assert game.show()["state"] == "finished"
        game.document = game.ask("GET", "/export").json
    return games


def import_game(server, document):
    return ask(server, "POST", "/games/import", document)


@pytest.mark.parametrize("name", PLAYS)
def test_an_imported_game_equals_the_exported_one(server, played, name):
    answer = import_game(server, played[name].document)
    assert answer.status == 201, answer
    one, two = played[name].show(), answer.json
    for key in ("rules", "options", "state", "sequence", "hash", "result", "clues"):
        assert one.get(key) == two.get(key), key
    for key in ("text", "cells"):
        assert [board[key] for board in one["boards"]] == [board[key] for board in two["boards"]]
    assert Game(server, two["id"]).history() == played[name].history()


def test_games_can_be_imported_by_a_server_that_lacks_their_puzzle(own_free_server, played):
    for game in played.values():
        answer = import_game(own_free_server, game.document)
        assert answer.status == 201 and answer.json["result"] == game.show()["result"], answer


@pytest.mark.parametrize("name", PLAYS)
def test_the_document_contains_no_token(played, name):
    text = played[name].ask("GET", "/export").text
    assert "token" not in text and played[name].host not in text
    assert not any(player.token in text for player in played[name].people)


def test_a_forged_document_is_refused(server, played):
    document = copy.deepcopy(played["race"].document)
    document["events"][-1]["result"]["winners"] = [1, 2]
    problem(import_game(server, document), 422, "invalid-value")


@pytest.mark.parametrize("name", ["race", "guess"])
def test_an_unfinished_import_hides_its_boards(server, played, name):
    document = copy.deepcopy(played[name].document)
    document["events"] = document["events"][:8]
    answer = import_game(server, document)
    assert answer.status == 201, answer
    assert answer.json["state"] == "playing" and answer.json["boards"] == []
    problem(ask(server, "GET", f"/games/{answer.json['id']}/boards/1"), 403, "hidden")
    problem(ask(server, "GET", f"/games/{answer.json['id']}/export"), 403, "hidden")


def test_games_verify_and_can_be_exported_and_imported_by_command(own_free_server, tmp_path):
    for play in PLAYS.values():
        play(own_free_server)
    Mini(own_free_server, "Ann", difficulty="hard").do(1, "pause")
    own_free_server.stop()
    assert_verifies_and_reimports(own_free_server, tmp_path)
