"""Word squares move from server to server by documents, and pass verification."""

import copy

import pytest

from client import Game, ask, problem
from offline_commands import assert_verifies_and_reimports
from square_table import Table, accepted


def import_game(server, document):
    return ask(server, "POST", "/games/import", document)


@pytest.fixture(scope="module")
def played(shared_server):
    """A finished game with all kinds of events, and its document."""
    game = Table(shared_server, "Ann", "Ben", bots=["easy"], preset="teacher", seed=12)
    game.play_rounds(4)
    assert game.leave(2).status == 204
    game.away.add(2)
    game.play_rounds(7)
    accepted(game.people[1].act("return"))
    game.away.discard(2)
    game.play()
    game.document = game.ask("GET", "/export").json
    return game


def test_an_imported_game_equals_the_exported_one(server, played):
    answer = import_game(server, played.document)
    assert answer.status == 201, answer
    one, two = played.show(), answer.json
    for key in ("rules", "options", "state", "sequence", "hash", "result", "scoring", "lexicon"):
        assert one[key] == two[key], key
    assert [board["text"] for board in one["boards"]] == [board["text"] for board in two["boards"]]
    assert Game(server, two["id"]).history() == played.history()


def test_the_document_contains_no_token(played):
    text = played.ask("GET", "/export").text
    for person in played.people:
        assert person.token not in text
    assert played.host not in text and "token" not in text


def forged(document, kind, **changes):
    """The document with the last event of a kind changed."""
    document = copy.deepcopy(document)
    event = next(event for event in reversed(document["events"]) if event["type"] == kind)
    event.update(changes)
    return document


@pytest.mark.parametrize(
    "kind, changes",
    [
        ("letter.called", {"letter": "Q"}),
        ("cell.changed", {"cell": 99}),
        ("seat.taken", {"level": "best"}),
        ("game.finished", {"result": {"winners": ["x"]}}),
    ],
    ids=str,
)
def test_a_forged_document_is_refused(server, played, kind, changes):
    problem(import_game(server, forged(played.document, kind, **changes)), (400, 422))


def test_forged_scores_and_winners_are_refused(server, played):
    result = played.show()["result"]
    higher = {"scores": {seat: score + 7 for seat, score in result["scores"].items()}}
    for changes in (higher, {"winners": [3, 2, 1]}):
        problem(import_game(server, forged(played.document, "game.finished", result=result | changes)), 422)


def test_a_truncated_document_becomes_a_running_game_with_hidden_boards(server, played):
    document = played.document | {"events": played.document["events"][:20]}
    answer = import_game(server, document)
    assert answer.status == 201, answer
    assert answer.json["state"] == "playing" and answer.json["boards"] == []
    problem(ask(server, "GET", f"/games/{answer.json['id']}/boards/1"), 403, "hidden")
    problem(ask(server, "GET", f"/games/{answer.json['id']}/export"), (403, 409), "hidden")


def test_a_document_with_an_unknown_lexicon_is_refused(server, played):
    document = copy.deepcopy(played.document)
    document["setup"]["options"]["lexicon"] = "klingon"
    problem(import_game(server, document), 422)


def test_games_pass_verification_and_are_moved_by_the_commands(own_free_server, tmp_path):
    over, going = (Table(own_free_server, "Ann", "Ben", bots=["hard"]) for _ in range(2))
    over.play_rounds(3), going.play_rounds(3)
    accepted(over.act("close", token=over.host))
    own_free_server.stop()
    assert_verifies_and_reimports(own_free_server, tmp_path)
    own_free_server.start()
    going.play_rounds(5)
