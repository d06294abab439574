"""HEAD for every GET, Allow with OPTIONS and 405, and 501 for an unknown method."""

import pytest

from client import REQUEST_LOG, Wire, ask, curl, lobby, problem

GETS = [
    "/board",
    "/board.txt",
    "/board.svg",
    "/board.json",
    "/history",
    "/actions",
    "/events",
    "/games",
    "/games/lobby",
    "/games/lobby/board",
    "/games/lobby/boards/0",
    "/games/lobby/actions",
    "/games/lobby/history",
    "/games/lobby/events",
    "/events?games=lobby",
    "/healthz",
    "/readyz",
    "/metrics",
    "/openapi.json",
    "/problems/not-found",
    "/board?at=0",
    "/history?after=0&limit=1",
]
ALLOWED = {
    "/board": {"GET", "HEAD", "PATCH"},
    "/board/cells/12": {"POST", "PUT", "DELETE"},
    "/games": {"GET", "HEAD", "POST"},
    "/games/lobby": {"GET", "HEAD"},
    "/games/lobby/seats": {"POST"},
    "/games/lobby/seats/1": {"DELETE"},
    "/games/lobby/boards/0": {"GET", "HEAD"},
    "/actions": {"GET", "HEAD"},
    "/actions/undo": {"POST"},
    "/games/lobby/prompts/1": {"POST"},
    "/games/lobby/cursor": {"POST"},
    "/games/lobby/reactions": {"POST"},
    "/events": {"GET", "HEAD"},
    "/history": {"GET", "HEAD"},
    "/healthz": {"GET", "HEAD"},
    "/readyz": {"GET", "HEAD"},
    "/metrics": {"GET", "HEAD"},
    "/openapi.json": {"GET", "HEAD"},
    "/problems/not-found": {"GET", "HEAD"},
}
KNOWN = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"}


def allow(answer):
    return {method.strip() for method in (answer.header("Allow") or "").split(",")} - {""}


@pytest.mark.parametrize("path", GETS)
def test_head_has_the_headers_of_get_and_no_body(server, path):
    with Wire(server) as wire:
        wire.request("GET", path)
        version, status, headers, _ = wire.head()
    with Wire(server) as wire:
        wire.request("HEAD", path).request("HEAD", "/healthz")
        answer, following = wire.answer("HEAD"), wire.answer("HEAD")
    REQUEST_LOG.append(("HEAD", path.split("?")[0], answer.status, answer.media))
    assert answer.status == status == 200
    assert following.status == 200, "the answer to HEAD has a body"
    varying = {"date", "connection", "x-request-id"} | (
        {"content-length", "transfer-encoding"} if path == "/metrics" else set()
    )
    assert answer.headers.names() - varying == headers.names() - varying
    for name in headers.names() - varying:
        assert answer.header(name) == headers.get(name), name


def test_head_works_with_curl(server):
    assert curl(server, "/board", "-I").status == 200


def test_head_of_an_unknown_game_is_404_without_a_body(server):
    with Wire(server) as wire:
        wire.request("HEAD", "/games/none").request("GET", "/healthz")
        assert wire.answer("HEAD").status == 404
        assert wire.answer().status == 200


@pytest.mark.parametrize("path", ALLOWED)
def test_options_lists_the_allowed_methods(server, path):
    answer = curl(server, path, "-X", "OPTIONS")
    assert answer.status in (200, 204), answer
    assert allow(answer) - {"OPTIONS"} == ALLOWED[path]


@pytest.mark.parametrize("path", ALLOWED)
def test_only_methods_outside_allow_are_405(server, path):
    with lobby(server).unchanged():
        for method in sorted(KNOWN - ALLOWED[path] - {"HEAD"}):
            answer = ask(server, method, path)
            problem(answer, 405, "method-not-allowed")
            assert allow(answer) - {"OPTIONS"} == ALLOWED[path], (method, answer)
        for method in sorted(ALLOWED[path] & {"PATCH", "POST"}):
            assert ask(server, method, path, "broken{", {"Content-Type": "application/json"}).status != 405


@pytest.mark.parametrize("method", ["BREW", "get", "Post", "PROPFIND", "X"])
def test_an_unknown_method_is_501(server, method):
    with Wire(server) as wire:
        problem(wire.request(method, "/board").answer(), 501)


@pytest.mark.parametrize("method", ["TRACE", "CONNECT"])
def test_trace_and_connect_are_refused(server, method):
    with Wire(server) as wire:
        problem(wire.request(method, "/board").answer(), (400, 405, 501))


def test_options_applies_to_the_whole_server(server):
    """RFC 9110, section 9.3.7."""
    with Wire(server) as wire:
        assert wire.request("OPTIONS", "*").answer().status in (200, 204)


def test_an_asterisk_target_is_for_options_only(server):
    with Wire(server) as wire:
        problem(wire.request("GET", "*").answer(), (400, 404))
