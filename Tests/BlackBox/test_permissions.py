"""A missing or unknown token is 401, a player without permission 403. PermissionTests has who may do what."""

import pytest

from client import accepted, curl, new_game, problem

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


def test_an_action_of_the_host_needs_the_hosts_token(closed):
    ann = closed.seat()
    with closed.unchanged():
        problem(closed.act("lock"), 401, "token-needed")
        problem(closed.act("lock", token=ann.token), 403, "not-allowed")
    accepted(closed.act("lock", token=closed.host))


def test_two_authorization_headers_are_refused(closed):
    ann, ben = closed.seat("Ann"), closed.seat("Ben")
    with closed.unchanged():
        headers = [("Authorization", f"Bearer {person.token}") for person in (ann, ben)]
        problem(closed.edit(0, "A", headers=headers), (400, 401))


def test_curl_writes_with_a_token(closed):
    ann, path = closed.seat(), closed.path + "/board/cells/c3"
    assert curl(closed.server, path, "-d", "A").status == 401
    token = f"Authorization: Bearer {ann.token}"
    assert curl(closed.server, path, "-d", "A", "-H", token).status == 200
