"""Who may do what: 401 without a token or with an unknown one, 403 with one that may not."""

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
def test_a_closed_board_is_edited_by_the_seated_only(closed, method, path, body):
    ann = closed.seat()
    with closed.unchanged():
        problem(closed.ask(method, path, body), 401, "token-needed")
        problem(closed.ask(method, path, body, token=UNKNOWN), 401, "unknown-token")
    accepted(closed.ask(method, path, body, token=ann.token))


@pytest.mark.parametrize(
    "method, path, body",
    [
        ("POST", "/board/cells/0", {"value": ""}),
        ("DELETE", "/board/cells/0", None),
        ("PATCH", "/board", {"cells": {"0": ""}}),
        ("PATCH", "/board", {"cells": {}}),
    ],
)
def test_an_edit_that_would_change_nothing_needs_a_token_too(closed, method, path, body):
    problem(closed.ask(method, path, body), 401, "token-needed")


@pytest.mark.parametrize("method, path, body", EDITS)
def test_an_unknown_token_is_refused_on_an_open_board_too(game, method, path, body):
    with game.unchanged():
        problem(game.ask(method, path, body, token=UNKNOWN), 401, "unknown-token")


def test_reading_needs_no_token_but_never_takes_an_unknown_one(closed):
    for path in ("", "/board", "/boards/0", "/history", "/actions"):
        assert closed.ask("GET", path).status == 200
        problem(closed.ask("GET", path, token=UNKNOWN), 401, "unknown-token")


@pytest.mark.parametrize(
    "value",
    [
        "Basic QW5uOmFubg==",
        "Bearer",
        "Bearer ",
        "Token abc",
        "bearer " + UNKNOWN,
        "Bearer a b",
        "Bearer " + "x" * 3000,
        "Bearer é",
    ],
)
def test_an_authorization_that_is_no_known_token_is_401(closed, value):
    with closed.unchanged():
        problem(closed.edit(0, "A", headers={"Authorization": value}), 401)


def test_the_scheme_has_no_case(closed):
    """RFC 9110 §11.1."""
    ann = closed.seat()
    accepted(closed.edit(0, "A", headers={"Authorization": f"bearer {ann.token}"}))


def test_two_authorizations_are_not_one(closed):
    ann, ben = closed.seat("Ann"), closed.seat("Ben")
    with closed.unchanged():
        headers = [("Authorization", f"Bearer {ann.token}"), ("Authorization", f"Bearer {ben.token}")]
        problem(closed.edit(0, "A", headers=headers), (400, 401))


def test_a_token_of_another_game_opens_nothing(server, closed):
    other = new_game(server, open=False)
    stranger = other.seat("Eve")
    with closed.unchanged():
        problem(closed.edit(0, "A", token=stranger.token), (401, 403))
        problem(closed.act("lock", token=other.host), (401, 403))
        problem(closed.ask("DELETE", "/seats/1", token=other.host), (401, 403, 404))


def test_a_token_in_the_address_is_no_token(closed):
    ann = closed.seat()
    with closed.unchanged():
        for query in (
            f"?token={ann.token}",
            f"?access_token={ann.token}",
            f"?authorization=Bearer%20{ann.token}",
        ):
            assert closed.ask("POST", "/board/cells/0" + query, {"value": "A"}).status in (400, 401, 422)


@pytest.mark.parametrize("action", ["lock", "unlock", "close"])
def test_what_is_the_hosts_is_not_the_players(closed, action):
    ann = closed.seat()
    if action == "unlock":
        accepted(closed.act("lock", token=closed.host))
    with closed.unchanged():
        problem(closed.act(action), 401, "token-needed")
        problem(closed.act(action, token=UNKNOWN), 401, "unknown-token")
        problem(closed.act(action, token=ann.token), 403, "not-allowed")
    accepted(closed.act(action, token=closed.host))


@pytest.mark.parametrize("action, body", [("undo", {}), ("recolour", {"colour": "#123456"})])
def test_what_is_the_players_is_not_the_spectators(game, action, body):
    with game.unchanged():
        problem(game.act(action, body), 401, "token-needed")
        problem(game.act(action, body, token=UNKNOWN), 401, "unknown-token")


def test_clearing_a_closed_board_needs_a_seat(closed):
    ann = closed.seat()
    ann.edit(0, "A")
    with closed.unchanged():
        problem(closed.act("clear"), 401, "token-needed")
    accepted(ann.act("clear"))


def test_the_house_board_has_no_host():
    with ServerProcess() as server:
        ann = curl(
            server, "/games/lobby/seats", "-d", '{"name":"Ann"}', "-H", "Content-Type: application/json"
        ).json
        before = ask(server, "GET", "/board").body
        for action in ("lock", "unlock", "close"):
            for token in (None, ann["token"]):
                problem(ask(server, "POST", f"/actions/{action}", {}, token=token), (401, 403, 404))
        problem(ask(server, "DELETE", "/games/lobby/seats/1"), 401)
        assert ask(server, "GET", "/board").body == before
        assert ask(server, "DELETE", "/games/lobby/seats/1", token=ann["token"]).status == 204


def test_curl_writes_with_a_token(closed):
    ann = closed.seat()
    assert curl(closed.server, closed.path + "/board/cells/c3", "-d", "A").status == 401
    assert (
        curl(
            closed.server,
            closed.path + "/board/cells/c3",
            "-d",
            "A",
            "-H",
            f"Authorization: Bearer {ann.token}",
        ).status
        == 200
    )
