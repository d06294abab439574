"""Requests that a browser or a careless script may send: too large, to a wrong host, from another site.

PermissionTests asks every route from other sites, and RefusedValueTests sends markup.
"""

import select

import pytest

from client import Wire, accepted, ask, curl, problem
from server_process import ServerProcess

MEGABYTE = b"A" * 1_000_000


def test_a_megabyte_is_413_and_the_reply_is_readable(game):
    with game.unchanged(), Wire(game.server) as wire:
        try:
            wire.request("POST", game.path + "/board/cells/12", MEGABYTE, {"Content-Type": "application/json"})
        except ConnectionError:
            pass
        problem(wire.answer(), 413)
        assert wire.ended()


def test_a_client_that_still_sends_its_megabyte_is_not_cut_off(game):
    """As curl does on a busy machine: a reset while it sends would cost it the reply, which it reads afterwards."""
    head = f"POST {game.path}/board/cells/12 HTTP/1.1\r\nHost: localhost\r\n"
    with game.unchanged(), Wire(game.server) as wire:
        wire.send(f"{head}Content-Length: {len(MEGABYTE)}\r\n\r\n".encode())
        assert select.select([wire.socket], [], [], 30)[0], "the refusal arrives before the body"
        for start in range(0, len(MEGABYTE), 100_000):
            wire.send(MEGABYTE[start : start + 100_000])
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


@pytest.mark.parametrize("host", [
    "evil.example:80", "localhost.evil.example", "127.0.0.2", "xlocalhost", "127.1", "2130706433", "[::2]",
])
def test_an_unknown_host_is_421(game, host):
    with game.unchanged():
        for method, path, body in (("GET", "/board", None), ("POST", f"{game.path}/board/cells/0", {"value": "A"})):
            with Wire(game.server) as wire:
                problem(wire.request(method, path, body, host=host).answer(), 421, "wrong-host")


@pytest.mark.parametrize("host", ["localhost", "LocalHost", "127.0.0.1"])
def test_local_hosts_are_accepted_with_and_without_the_port(server, host):
    for name in (host, f"{host}:{server.port}"):
        with Wire(server) as wire:
            assert wire.request("GET", "/board", host=name).answer().status == 200, name


def test_a_public_host_is_accepted_when_it_is_configured():
    with ServerProcess("--public-host", "game.example", "--public-host", "other.example") as server:
        accepted_hosts = ["game.example", "GAME.example:8080", "other.example", "localhost"]
        refused_hosts = ["third.example", "x.game.example"]
        for host, status in [(host, 200) for host in accepted_hosts] + [(host, 421) for host in refused_hosts]:
            with Wire(server) as wire:
                assert wire.request("GET", "/board", host=host).answer().status == status, host


def test_a_browser_reads_which_public_host_to_add(server):
    page = ask_as("five.example:8080", server, "text/html,*/*;q=0.8")
    assert page.status == 421 and page.media == "text/html"
    assert "--public-host five.example" in page.text
    assert "Go to the home page" not in page.text
    refusal = ask_as("five.example:8080", server, "application/json")
    problem(refusal, 421, "wrong-host")
    assert "--public-host five.example" in refusal.json["detail"] and "8080" not in refusal.json["detail"]


def ask_as(host, server, accept):
    with Wire(server) as wire:
        return wire.request("GET", "/board", headers={"Accept": accept}, host=host).answer()


CROSS_SITE = [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]


@pytest.mark.parametrize("headers", CROSS_SITE, ids=str)
def test_a_write_from_another_site_is_refused(game, headers):
    with game.unchanged():
        problem(game.ask("POST", "/board/cells/0", "A", headers), 403, "cross-origin")


@pytest.mark.parametrize("site", [{}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}])
def test_a_write_from_our_own_page_is_accepted(game, site):
    for host, letter in (("localhost", "A"), ("127.0.0.1", "B")):
        origin = f"http://{host}:{game.server.port}"
        with Wire(game.server) as wire:
            headers = {"Origin": origin, **site}
            wire.request("POST", f"{game.path}/board/cells/0", letter, headers, host=origin.removeprefix("http://"))
            accepted(wire.answer())


def test_no_cors_header_lets_another_site_read(game):
    for headers in CROSS_SITE:
        answer = ask(game.server, "GET", game.path + "/board", headers=headers)
        assert not [name for name in answer.headers.names() if name.startswith("access-control-")], answer
    headers = {"Origin": "http://evil.example", "Access-Control-Request-Method": "PATCH"}
    preflight = ask(game.server, "OPTIONS", game.path + "/board", headers=headers)
    assert not [name for name in preflight.headers.names() if name.startswith("access-control-")], preflight


@pytest.mark.parametrize("path", ["/games/x%0d%0aSet-Cookie:%20a=b", "/g/%0d%0a%0d%0aHTTP/1.1%20200%20OK"])
def test_a_line_break_in_a_path_adds_no_header(server, path):
    answer = ask(server, "GET", path)
    assert answer.status in (200, 400, 404) and not {"set-cookie", "location"} & answer.headers.names()
