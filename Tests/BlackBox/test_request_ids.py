"""The id of a request: in the header of its answer, and in the body of its problem document."""

import re

from client import Wire, ask, problem
from streams import Stream

ID = re.compile(r"[0-9a-f]{16}")


def test_every_answer_has_an_id_of_its_own(server):
    with Wire(server) as wire:
        targets = ["/board", "/", "/nothing", "/metrics", "/openapi.json", "/board"]
        ids = [ask(server, "GET", target, wire=wire).header("X-Request-Id") for target in targets]
    assert all(ID.fullmatch(one) for one in ids) and len(set(ids)) == len(ids), ids


def test_a_problem_names_the_id_of_its_request(server):
    for answer in (
        ask(server, "GET", "/nothing"),
        ask(server, "POST", "/board/cells/0", "7"),
        ask(server, "DELETE", "/board"),
        ask(server, "GET", "/games/zzzzzzzzzz"),
    ):
        assert problem(answer, (404, 405, 422))["requestId"] == answer.header("X-Request-Id"), answer


def test_a_refusal_by_the_parser_has_an_id_too(server):
    with Wire(server) as wire:
        answer = wire.send("GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n").answer()
    assert problem(answer, 400)["requestId"] == answer.header("X-Request-Id")


def test_a_stream_has_an_id(server):
    with Stream(server, "/events") as stream:
        assert ID.fullmatch(stream.headers.get("X-Request-Id") or ""), stream.headers
