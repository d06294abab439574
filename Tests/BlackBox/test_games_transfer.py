"""Games of every kind move between servers by documents. Forged ones are tested beside each game's rules, in Swift."""

import pytest

from client import Game, ask, problem
from game_kinds import game_kinds
from game_tables import table_of
from offline_commands import assert_verifies_and_reimports

every_kind = pytest.mark.parametrize("kind", game_kinds())


def import_game(server, document):
    return ask(server, "POST", "/games/import", document)


@every_kind
def test_an_imported_game_equals_the_exported_one_which_contains_no_token(server, kind):
    for game in table_of(kind).played(server):
        exported = game.ask("GET", "/export")
        assert "token" not in exported.text and game.host not in exported.text
        assert not any(player.token in exported.text for player in game.people)
        answer = import_game(server, exported.json)
        assert answer.status == 201, answer
        one, two = game.show(), answer.json
        assert one["state"] == "finished"
        for key in ("rules", "options", "state", "sequence", "hash", "result", "clues", "scoring", "lexicon"):
            assert one.get(key) == two.get(key), key
        for key in ("text", "cells"):
            assert [board[key] for board in one["boards"]] == [board[key] for board in two["boards"]]
        assert Game(server, two["id"]).history() == game.history()


@every_kind
def test_an_import_with_a_forged_winner_is_refused(server, kind):
    document = table_of(kind).played(server)[0].ask("GET", "/export").json
    document["events"][-1]["result"]["winners"] = [2, 1, 12]
    problem(import_game(server, document), 422, "invalid-value")


@every_kind
def test_an_unfinished_import_hides_private_boards(server, kind):
    private = {rules["name"]: rules["privateBoards"] for rules in ask(server, "GET", "/rules").json["rules"]}[kind]
    for game in table_of(kind).played(server):
        document = game.ask("GET", "/export").json
        events = document["events"]
        # The first half, up to the end of a move.
        halves = (document | {"events": events[:end]} for end in range(len(events) // 2, len(events)))
        answer = next(answer for half in halves if (answer := import_game(server, half)).status == 201)
        assert answer.json["state"] == "playing", answer
        path = f"/games/{answer.json['id']}"
        if private == "always" or private == answer.json["options"].get("mode"):
            assert answer.json["boards"] == []
            problem(ask(server, "GET", f"{path}/boards/1"), 403, "hidden")
            problem(ask(server, "GET", f"{path}/export"), (403, 409), "hidden")


def test_games_move_to_a_server_that_lacks_their_puzzles_and_pass_the_commands(server, own_free_server, tmp_path):
    for kind in game_kinds():
        for game in table_of(kind).played(server):
            answer = import_game(own_free_server, game.ask("GET", "/export").json)
            assert answer.status == 201 and answer.json["result"] == game.show()["result"], answer
        table_of(kind).stages(own_free_server)
    own_free_server.stop()
    assert_verifies_and_reimports(own_free_server, tmp_path)
