"""Word squares go from server to server and pass verification."""

import copy

import pytest

from client import Game, ask, problem
from offline_commands import assert_verifies_and_reimports
from square_table import Table, accepted


def take(server, document):
    return ask(server, "POST", "/games/import", document)


@pytest.fixture(scope="module")
def played(shared_server):
    """A game that is over, with all kinds of events, and its document."""
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


def test_a_game_that_comes_back_is_equal(server, played):
    answer = take(server, played.document)
    assert answer.status == 201, answer
    one, two = played.show(), answer.json
    for key in ("rules", "options", "state", "sequence", "hash", "result", "scoring", "lexicon"):
        assert one[key] == two[key], key
    assert [board["text"] for board in one["boards"]] == [board["text"] for board in two["boards"]]
    assert Game(server, two["id"]).history() == played.history()


def test_the_document_holds_no_secret(played):
    text = played.ask("GET", "/export").text
    for person in played.people:
        assert person.token not in text
    assert played.host not in text and "token" not in text


def forge(document, kind, **changes):
    """The document with the last event of a kind changed."""
    forged = copy.deepcopy(document)
    event = next(event for event in reversed(forged["events"]) if event["type"] == kind)
    event.update(changes)
    return forged


@pytest.mark.parametrize(
    "kind, changes",
    [
        ("letter.called", {"letter": "Q"}),
        ("letter.called", {"letter": "QQ"}),
        ("letter.called", {"letter": 5}),
        ("letter.called", {"by": 9}),
        ("letter.called", {"number": 99}),
        ("cell.changed", {"cell": 99}),
        ("cell.changed", {"value": "?"}),
        ("cell.changed", {"board": 7}),
        ("cell.changed", {"board": -1}),
        ("seat.taken", {"level": "best"}),
        ("seat.away", {"seat": 11}),
        ("game.started", {"order": []}),
        ("game.started", {"order": [1, 1, 1]}),
        ("game.started", {"calls": 10**9}),
        ("game.finished", {"result": 5}),
        ("game.finished", {"result": {"winners": ["x"]}}),
    ],
    ids=str,
)
def test_a_forged_document_is_refused(server, played, kind, changes):
    problem(take(server, forge(played.document, kind, **changes)), (400, 422))


def test_forged_scores_are_refused(server, played):
    result = played.show()["result"]
    forged = result | {"scores": {seat: score + 7 for seat, score in result["scores"].items()}}
    problem(take(server, forge(played.document, "game.finished", result=forged)), (400, 422))
    problem(
        take(server, forge(played.document, "game.finished", result=result | {"winners": [3, 2, 1]})), 422
    )


def test_a_document_that_is_cut_off_gives_a_game_that_hides_its_boards(server, played):
    cut = copy.deepcopy(played.document)
    cut["events"] = cut["events"][:20]
    answer = take(server, cut)
    assert answer.status in (201, 422), answer
    if answer.status == 201:
        assert answer.json["state"] == "playing" and answer.json["boards"] == []
        problem(ask(server, "GET", f"/games/{answer.json['id']}/boards/1"), 403, "hidden")
        problem(ask(server, "GET", f"/games/{answer.json['id']}/export"), (403, 409), "hidden")


def test_a_lexicon_that_is_not_here_is_said_to_be(server, played):
    stranger = copy.deepcopy(played.document)
    stranger["setup"]["options"]["lexicon"] = "klingon"
    problem(take(server, stranger), 422)


def test_games_pass_verification_and_travel_by_command(own_free_server, tmp_path):
    over, going = (Table(own_free_server, "Ann", "Ben", bots=["hard"]) for _ in range(2))
    over.play_rounds(3), going.play_rounds(3)
    accepted(over.act("close", token=over.host))
    own_free_server.stop()
    assert_verifies_and_reimports(own_free_server, tmp_path)
    own_free_server.start()
    going.play_rounds(5)
