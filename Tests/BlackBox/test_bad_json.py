"""Bodies on a connection: a refused one leaves it open. All cases are in JSONBodyTests, for every route."""

import pytest

from client import Wire, accepted, ask, problem

JSON = {"Content-Type": "application/json"}
BODIES = {
    "no value": b'{"value":}',
    "a number with a leading zero": b'{"value":01}',
    "an open text": b'{"value":"A',
    "a value behind the end": b'{"value":"A"}{"value":"B"}',
    "a NUL": b'{"value":"A\x00"}',
    "no UTF-8": b'{"value":"\xff"}',
    "a byte-order mark": b'\xef\xbb\xbf{"value":"A"}',
    "UTF-16": '{"value":"A"}'.encode("utf-16"),
    "8,000 levels": b"[" * 8000,
    "all bytes": bytes(range(256)),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_malformed_json_is_refused_and_the_connection_stays_open(game, body):
    with game.unchanged(), Wire(game.server) as wire:
        answer = game.ask("POST", "/board/cells/12", body, JSON, wire=wire)
        problem(answer, 400, "malformed-json")
        assert answer.header("Connection") != "close", "the framing is right"
        assert ask(game.server, "GET", "/healthz", wire=wire).status == 200


def test_json_that_is_no_edit_is_refused_for_its_content(game):
    with game.unchanged():
        problem(game.edit(0, 5), 422, "invalid-value")
        body = problem(game.edit(0, "A", colour="red"), 422, "unknown-key")
        assert "colour" in body["detail"]
        problem(game.ask("POST", "/board/cells/0", b"\xff", {"Content-Type": "text/plain"}), 400, "invalid-text")


def test_escapes_in_keys_and_values_are_decoded(game):
    accepted(game.ask("POST", "/board/cells/0", b'{"\\u0076alue":"\\u0041"}', JSON))
    assert game.board()["cells"][0]["value"] == "A"
