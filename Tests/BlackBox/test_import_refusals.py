"""What cannot be a game is refused as a whole; what is only strange does no harm."""

import json

import pytest

from client import Game, ask, lobby, new_game, problem
from documents import STRANGE, WRONG

LIMIT = 256 * 1024


def export(game):
    answer = game.ask("GET", "/export")
    assert answer.status == 200, answer
    return answer.body


def take(server, document):
    return ask(server, "POST", "/games/import", document)


@pytest.fixture
def body(server):
    """A document of a little game."""
    game = new_game(server)
    game.seat("Ann").edit(0, "A")
    return export(game)


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_document_that_cannot_be_is_refused_and_no_game_is_made(server, wrong):
    before = ask(server, "GET", "/games?limit=100").body
    problem(take(server, wrong), (400, 422))
    assert ask(server, "GET", "/games?limit=100").body == before


@pytest.mark.parametrize("strange", STRANGE.values(), ids=STRANGE)
def test_a_strange_document_does_no_harm(server, strange):
    with lobby(server).unchanged():
        answer = take(server, strange)
        assert answer.status == 201 or problem(answer, (400, 422))
        if answer.status == 201:
            play_on(Game(server, answer.json["id"], answer.json["host"]["token"]))


def play_on(game):
    """Whatever has come in, nothing that is done with it is answered as an internal error."""
    seat = game.ask("POST", "/seats", {"name": "Late"})
    tokens = [None, game.host] + ([seat.json["token"]] if seat.status == 201 else [])
    for token in tokens:
        for name in ("clear", "undo", "lock", "unlock", "close", "rematch"):
            assert game.act(name, token=token).status < 500, name
        assert game.edit(3, "Z", token=token).status < 500
    for path in ("", "/board", "/board?at=0", "/board.svg", "/history", "/export", "/actions"):
        assert game.ask("GET", path).status == 200, path
    again = take(game.server, export(game))
    assert again.status < 500, again


def test_a_part_of_a_document_is_no_document(server, body):
    for length in (0, 1, len(body) // 10, len(body) - 2):
        problem(take(server, body[:length] or b" "), (400, 422))
    problem(take(server, body.replace(b"Ann", b"\xff\xfe", 1)), (400, 422))


def test_a_document_of_more_than_256_kib_is_too_large(server, body):
    assert take(server, body.ljust(LIMIT)).status == 201
    problem(take(server, body.ljust(LIMIT + 1)), 413)
    problem(ask(server, "POST", "/games", json.dumps({"title": "x" * 17_000})), 413)
