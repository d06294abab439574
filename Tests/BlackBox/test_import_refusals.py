"""A document that is refused creates no game. All refusals and strange documents are in RefusedImportTests."""

import json

import pytest

from client import ask, new_game, problem
from import_documents import EDIT, document, events, setup

LIMIT = 256 * 1024
REFUSED = {
    "an empty object": {},
    "no JSON": b"{",
    "another version": document(version=2),
    "an unknown key": document(more=1),
    "unknown rules": document(setup=setup(rules="chess")),
    "a bad title": document(setup=setup(title="\u202eevil")),
    "a gap": document(events=events(EDIT, EDIT | {"sequence": 3, "cell": 1})),
    "a wrong hash": document(events=events(EDIT | {"hash": "00000000"})),
    "an unknown type": document(events=events({"type": "cell.exploded"})),
    "a huge board": document(events=events(EDIT | {"board": 2**63 - 1})),
}


def import_document(server, document):
    return ask(server, "POST", "/games/import", document)


@pytest.mark.parametrize("refused", REFUSED.values(), ids=REFUSED)
def test_an_invalid_document_is_refused_and_creates_no_game(server, refused):
    before = ask(server, "GET", "/games?limit=100").body
    problem(import_document(server, refused), (400, 422))
    assert ask(server, "GET", "/games?limit=100").body == before


def test_a_document_over_256_kib_is_413(server):
    game = new_game(server)
    game.seat("Ann").edit(0, "A")
    body = game.ask("GET", "/export").body
    assert import_document(server, body.ljust(LIMIT)).status == 201
    problem(import_document(server, body.ljust(LIMIT + 1)), 413)
    problem(ask(server, "POST", "/games", json.dumps({"title": "x" * 17_000})), 413)
