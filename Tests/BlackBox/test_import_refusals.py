"""An invalid document is refused as a whole; a strange one does no harm."""

import json

import pytest

from client import Game, ask, lobby, new_game, problem
from import_documents import STRANGE, WRONG

LIMIT = 256 * 1024


def export(game):
    answer = game.ask("GET", "/export")
    assert answer.status == 200, answer
    return answer.body


def import_document(server, document):
    return ask(server, "POST", "/games/import", document)


@pytest.fixture
def body(server):
    """The document of a small game."""
    game = new_game(server)
    game.seat("Ann").edit(0, "A")
    return export(game)


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_an_invalid_document_is_refused_and_creates_no_game(server, wrong):
    before = ask(server, "GET", "/games?limit=100").body
    problem(import_document(server, wrong), (400, 422))
    assert ask(server, "GET", "/games?limit=100").body == before


@pytest.mark.parametrize("strange", STRANGE.values(), ids=STRANGE)
def test_a_strange_document_does_no_harm(server, strange):
    with lobby(server).unchanged():
        answer = import_document(server, strange)
        assert answer.status == 201 or problem(answer, (400, 422))
        if answer.status == 201:
            play_on(Game(server, answer.json["id"], answer.json["host"]["token"]))


def play_on(game):
    """Asserts that no request about an imported game causes an internal error."""
    seat = game.ask("POST", "/seats", {"name": "Late"})
    tokens = [None, game.host] + ([seat.json["token"]] if seat.status == 201 else [])
    for token in tokens:
        for name in ("clear", "undo", "lock", "unlock", "close", "rematch"):
            assert game.act(name, token=token).status < 500, name
        assert game.edit(3, "Z", token=token).status < 500
    for path in ("", "/board", "/board?at=0", "/board.svg", "/history", "/export", "/actions"):
        assert game.ask("GET", path).status == 200, path
    again = import_document(game.server, export(game))
    assert again.status < 500, again


def test_a_truncated_or_corrupted_document_is_refused(server, body):
    for length in (0, 1, len(body) // 10, len(body) - 2):
        problem(import_document(server, body[:length] or b" "), (400, 422))
    problem(import_document(server, body.replace(b"Ann", b"\xff\xfe", 1)), (400, 422))


def test_a_document_over_256_kib_is_413(server, body):
    assert import_document(server, body.ljust(LIMIT)).status == 201
    problem(import_document(server, body.ljust(LIMIT + 1)), 413)
    problem(ask(server, "POST", "/games", json.dumps({"title": "x" * 17_000})), 413)
