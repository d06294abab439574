"""HEAD, OPTIONS and unknown methods on a connection. MethodTests asks every route for each method."""

import pytest

from client import REQUEST_LOG, Wire, ask, curl, lobby, problem


def allow(answer):
    return {method.strip() for method in (answer.header("Allow") or "").split(",")}


@pytest.mark.parametrize("path", ["/board", "/board.svg", "/history", "/events", "/metrics", "/openapi.json"])
def test_head_has_the_headers_of_get_and_no_body(server, path):
    with Wire(server) as wire:
        wire.request("GET", path)
        version, status, headers, _ = wire.head()
    with Wire(server) as wire:
        wire.request("HEAD", path).request("HEAD", "/healthz")
        answer, following = wire.answer("HEAD"), wire.answer("HEAD")
    REQUEST_LOG.append(("HEAD", path, answer.status, answer.media))
    assert answer.status == status == 200
    assert following.status == 200, "the answer to HEAD has a body"
    varying = {"date", "connection", "x-request-id"} | ({"content-length"} if path == "/metrics" else set())
    assert answer.headers.names() - varying == headers.names() - varying
    for name in headers.names() - varying:
        assert answer.header(name) == headers.get(name), name


def test_curl_asks_for_the_head_and_for_the_methods(server):
    assert curl(server, "/board", "-I").status == 200
    answer = curl(server, "/board", "-X", "OPTIONS")
    assert answer.status == 204 and allow(answer) == {"GET", "HEAD", "OPTIONS", "PATCH"}


@pytest.mark.parametrize("path", ["/board", "/openapi.json"])
def test_a_method_that_a_path_does_not_allow_is_405(server, path):
    with lobby(server).unchanged():
        answer = ask(server, "DELETE", path)
        problem(answer, 405, "method-not-allowed")
        assert {"GET", "HEAD"} <= allow(answer) and "DELETE" not in allow(answer)


@pytest.mark.parametrize("method", ["BREW", "get", "PROPFIND", "CONNECT"])
def test_an_unknown_method_is_501(server, method):
    with Wire(server) as wire:
        problem(wire.request(method, "/board").answer(), 501)


def test_trace_is_refused(server):
    with Wire(server) as wire:
        problem(wire.request("TRACE", "/board").answer(), (405, 501))


def test_an_asterisk_target_is_for_options_only(server):
    """RFC 9110, section 9.3.7."""
    with Wire(server) as wire:
        assert wire.request("OPTIONS", "*").answer().status == 204
        problem(wire.request("GET", "*").answer(), 400)
