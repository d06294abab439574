"""Requests that a browser or a careless script may send: too large, to a wrong host, from another site."""

import time

import pytest

from client import MARKUP, Wire, accepted, ask, curl, problem
from server_process import ServerProcess

MEGABYTE = b"A" * 1_000_000


@pytest.mark.parametrize("path", ["/board/cells/12", "/seats", "/actions/clear"])
def test_a_megabyte_is_413_and_the_reply_is_readable(game, path):
    with game.unchanged(), Wire(game.server) as wire:
        try:
            wire.request("POST", game.path + path, MEGABYTE, {"Content-Type": "application/json"})
        except ConnectionError:
            pass
        problem(wire.answer(), 413)
        assert wire.ended()


def test_a_client_that_still_sends_its_megabyte_is_not_cut_off(game):
    """As curl does on a busy machine: a reset while it sends would cost it the reply."""
    head = f"POST {game.path}/board/cells/12 HTTP/1.1\r\nHost: localhost\r\n"
    with game.unchanged(), Wire(game.server) as wire:
        wire.send(f"{head}Content-Length: {len(MEGABYTE)}\r\n\r\n".encode())
        for _ in range(10):
            wire.send(MEGABYTE[: len(MEGABYTE) // 10])
            time.sleep(0.02)
        problem(wire.answer(), 413)


def test_a_megabyte_by_curl_is_413(game, tmp_path):
    (tmp_path / "big").write_bytes(MEGABYTE)
    with game.unchanged():
        problem(
            curl(game.server, game.path + "/board/cells/12", "--data-binary", f"@{tmp_path / 'big'}"), 413
        )


def test_a_megabyte_in_chunks_is_413(game):
    head = f"POST {game.path}/board/cells/12 HTTP/1.1\r\nHost: localhost\r\n".encode()
    head += b"Transfer-Encoding: chunked\r\n\r\n"
    with game.unchanged(), Wire(game.server) as wire:
        try:
            wire.send(head + (b"4000\r\n" + b"A" * 0x4000 + b"\r\n") * 60)
        except ConnectionError:
            pass
        problem(wire.answer(), 413)
        assert wire.ended()


def test_a_body_of_16_kib_is_read_and_one_more_byte_is_413(game):
    with game.unchanged():
        problem(game.ask("POST", "/board/cells/12", b"A" * 16384), (400, 422))
        problem(game.ask("POST", "/board/cells/12", b"A" * 16385), 413)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:80",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.2",
        "192.0.2.1",
        "xlocalhost",
        "127.1",
        "2130706433",
        "[::2]",
        "game.local",
    ],
)
def test_an_unknown_host_is_421(game, host):
    with game.unchanged():
        for method, path, body in (
            ("GET", "/board", None),
            ("POST", f"{game.path}/board/cells/0", {"value": "A"}),
        ):
            with Wire(game.server) as wire:
                problem(wire.request(method, path, body, host=host).answer(), 421, "wrong-host")


@pytest.mark.parametrize("host", ["localhost", "LocalHost", "127.0.0.1"])
def test_local_hosts_are_accepted_with_and_without_the_port(server, host):
    for name in (host, f"{host}:{server.port}"):
        with Wire(server) as wire:
            assert wire.request("GET", "/board", host=name).answer().status == 200, name


def test_a_public_host_is_accepted_when_it_is_configured():
    with ServerProcess("--public-host", "game.example", "--public-host", "other.example") as server:
        for host, status in (
            ("game.example", 200),
            ("GAME.example:8080", 200),
            ("other.example", 200),
            ("localhost", 200),
            ("third.example", 421),
            ("x.game.example", 421),
        ):
            with Wire(server) as wire:
                assert wire.request("GET", "/board", host=host).answer().status == status, host


CROSS_SITE = [
    {"Origin": "http://evil.example"},
    {"Origin": "https://localhost"},
    {"Origin": "null"},
    {"Origin": "http://localhost:1"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "http://evil.example", "Sec-Fetch-Site": "none"},
    {"Origin": "garbage"},
]


@pytest.mark.parametrize("headers", CROSS_SITE, ids=str)
def test_a_write_from_another_site_is_refused(game, headers):
    with game.unchanged():
        for method, path, body in (
            ("POST", "/board/cells/0", "A"),
            ("DELETE", "/board/cells/0", None),
            ("POST", "/seats", {"name": "Eve"}),
            ("PATCH", "/board", {"cells": {"0": "A"}}),
        ):
            problem(game.ask(method, path, body, headers), 403, "cross-origin")


@pytest.mark.parametrize("site", [{}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}])
def test_a_write_from_our_own_page_is_accepted(game, site):
    for host, letter in (("localhost", "A"), ("127.0.0.1", "B")):
        origin = f"http://{host}:{game.server.port}"
        with Wire(game.server) as wire:
            wire.request(
                "POST",
                f"{game.path}/board/cells/0",
                letter,
                {"Origin": origin, **site},
                host=origin.removeprefix("http://"),
            )
            accepted(wire.answer())


def test_no_cors_header_lets_another_site_read(game):
    for headers in CROSS_SITE:
        answer = ask(game.server, "GET", game.path + "/board", headers=headers)
        assert not [name for name in answer.headers.names() if name.startswith("access-control-")], answer
    preflight = ask(
        game.server,
        "OPTIONS",
        game.path + "/board",
        headers={"Origin": "http://evil.example", "Access-Control-Request-Method": "PATCH"},
    )
    assert not [name for name in preflight.headers.names() if name.startswith("access-control-")], preflight


@pytest.mark.parametrize(
    "path",
    [
        "/games/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "/%3Cscript%3Ealert(1)%3C/script%3E",
        "/board/cells/%3Cscript%3E",
        "/actions/%3Cscript%3E",
        "/problems/%3Cscript%3E",
        "/board?at=%3Cscript%3E",
        "/games?cursor=%3Cscript%3E",
        "/events?games=%3Cscript%3E",
    ],
)
def test_markup_in_a_path_or_query_is_never_echoed(server, path):
    for method in ("GET", "POST"):
        problem(ask(server, method, path, "A" if method == "POST" else None), (400, 404, 405, 422))


def test_markup_in_a_value_or_header_is_never_echoed(game):
    with game.unchanged():
        problem(game.edit(0, MARKUP), 422)
        problem(game.edit(0, "A", headers={"Idempotency-Key": MARKUP + " x"}), (400, 422))
        problem(game.edit(0, "A", token=MARKUP), 401)


@pytest.mark.parametrize(
    "path", ["/games/x%0d%0aSet-Cookie:%20a=b", "/x%0aLocation:%20evil", "/g/%0d%0a%0d%0aHTTP/1.1%20200%20OK"]
)
def test_a_line_break_in_a_path_adds_no_header(server, path):
    answer = ask(server, "GET", path)
    assert answer.status in (200, 400, 404) and not {"set-cookie", "location"} & answer.headers.names()


def test_every_problem_type_leads_to_an_explanation(game):
    types = {
        problem(answer, range(400, 600))["type"]
        for answer in (
            game.edit(0, "7"),
            game.edit(99, "A"),
            game.ask("GET", "/nothing"),
            game.act("fly"),
            game.edit(0, "A", token="x" * 32),
            game.ask("GET", "/board", headers={"Accept": "image/png"}),
            game.ask("DELETE", "/board"),
            game.edit(0, "A", expect="B"),
            game.edit(0, "A", headers={"If-Match": '"9"'}),
            game.ask("POST", "/board/cells/0", b"{", {"Content-Type": "application/json"}),
            game.ask("POST", "/seats", b"", {"Content-Type": "image/png"}),
            game.edit(0, "A", headers={"Origin": "http://evil.example"}),
        )
    }
    assert len(types) >= 10
    for kind in types:
        meaning = ask(game.server, "GET", kind)
        assert meaning.status == 200 and len(meaning.text) > 20, kind
    problem(ask(game.server, "GET", "/problems/no-such-problem-at-all"), 404)


def test_the_detail_of_a_problem_is_a_sentence(game):
    body = problem(game.edit(0, "7"), 422)
    assert body["detail"][0].isupper() and body["detail"].rstrip().endswith("."), body["detail"]
