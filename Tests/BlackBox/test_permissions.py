"""Tokens: a missing or unknown token is answered with 401, a player without permission with 403."""

import pytest

from client import accepted, ask, curl, new_game, problem
from server_process import ServerProcess

EDITS = [
    ("POST", "/board/cells/0", {"value": "A"}),
    ("PUT", "/board/cells/0", {"value": "A"}),
    ("DELETE", "/board/cells/0", None),
    ("PATCH", "/board", {"cells": {"0": "A"}}),
]
UNKNOWN = "f" * 43


@pytest.fixture
def closed(server):
    return new_game(server, open=False)


@pytest.mark.parametrize("method, path, body", EDITS)
def test_an_edit_of_a_closed_board_needs_the_token_of_a_seat(closed, method, path, body):
    ann = closed.seat()
    with closed.unchanged():
        problem(closed.ask(method, path, body), 401, "token-needed")
        problem(closed.ask(method, path, body, token=UNKNOWN), 401, "unknown-token")
        problem(closed.ask(method, path, body, token=closed.host), 403, "not-allowed")
    accepted(closed.ask(method, path, body, token=ann.token))


def test_an_unknown_token_is_refused_where_none_is_needed(game):
    with game.unchanged():
        problem(game.edit(0, "A", token=UNKNOWN), 401, "unknown-token")
        for path in ("", "/board", "/boards/0", "/history", "/actions"):
            assert game.ask("GET", path).status == 200
            problem(game.ask("GET", path, token=UNKNOWN), 401, "unknown-token")


@pytest.mark.parametrize(
    "value", ["Basic QW5uOmFubg==", "Bearer", "Bearer ", "Bearer a b", "Bearer " + "x" * 3000, "Bearer é"]
)
def test_an_authorization_that_is_not_a_known_token_is_401(closed, value):
    with closed.unchanged():
        problem(closed.edit(0, "A", headers={"Authorization": value}), 401)


def test_the_scheme_is_compared_without_case(closed):
    """RFC 9110, section 11.1."""
    ann = closed.seat()
    accepted(closed.edit(0, "A", headers={"Authorization": f"bearer {ann.token}"}))


def test_two_authorization_headers_are_refused(closed):
    ann, ben = closed.seat("Ann"), closed.seat("Ben")
    with closed.unchanged():
        headers = [("Authorization", f"Bearer {person.token}") for person in (ann, ben)]
        problem(closed.edit(0, "A", headers=headers), (400, 401))


def test_a_token_of_another_game_is_unknown(server, closed):
    other = new_game(server, open=False)
    stranger = other.seat("Eve")
    with closed.unchanged():
        problem(closed.edit(0, "A", token=stranger.token), 401, "unknown-token")
        problem(closed.act("lock", token=other.host), 401, "unknown-token")
        problem(closed.ask("DELETE", "/seats/1", token=other.host), 401, "unknown-token")


def test_a_token_in_the_query_is_ignored_or_refused(closed):
    ann = closed.seat()
    with closed.unchanged():
        for name in ("token", "access_token"):
            answer = closed.ask("POST", f"/board/cells/0?{name}={ann.token}", {"value": "A"})
            assert answer.status in (400, 401, 422), answer


@pytest.mark.parametrize("action", ["lock", "unlock", "close"])
def test_an_action_of_the_host_needs_the_hosts_token(closed, action):
    ann = closed.seat()
    if action == "unlock":
        accepted(closed.act("lock", token=closed.host))
    with closed.unchanged():
        problem(closed.act(action), 401, "token-needed")
        problem(closed.act(action, token=UNKNOWN), 401, "unknown-token")
        problem(closed.act(action, token=ann.token), 403, "not-allowed")
    accepted(closed.act(action, token=closed.host))


@pytest.mark.parametrize("action, body", [("undo", {}), ("recolour", {"colour": "#123456"})])
def test_an_action_of_a_player_needs_a_seat_even_on_an_open_board(game, action, body):
    with game.unchanged():
        problem(game.act(action, body), 401, "token-needed")
        problem(game.act(action, body, token=game.host), 403, "not-allowed")


def test_the_lobby_has_no_host():
    with ServerProcess() as server:
        seat = ask(server, "POST", "/games/lobby/seats", {"name": "Ann"}).json
        before = ask(server, "GET", "/board").body
        for action in ("lock", "unlock", "close"):
            problem(ask(server, "POST", f"/actions/{action}", {}), 401, "token-needed")
            problem(ask(server, "POST", f"/actions/{action}", {}, token=seat["token"]), 403, "not-allowed")
        problem(ask(server, "DELETE", "/games/lobby/seats/1"), 401)
        assert ask(server, "GET", "/board").body == before
        assert ask(server, "DELETE", "/games/lobby/seats/1", token=seat["token"]).status == 204


def test_curl_writes_with_a_token(closed):
    ann, path = closed.seat(), closed.path + "/board/cells/c3"
    assert curl(closed.server, path, "-d", "A").status == 401
    token = f"Authorization: Bearer {ann.token}"
    assert curl(closed.server, path, "-d", "A", "-H", token).status == 200
