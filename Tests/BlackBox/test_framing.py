"""Bodies have the length that their headers declare, also around refusals and half-closed connections."""

import socket

import pytest

from client import LIMIT, Wire, ask
from server_process import PATIENCE, ServerProcess

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
HEAD = b"HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module")
def server():
    with ServerProcess("--no-address-limits") as server:
        yield server


def conversation(server, data, window=None):
    """Sends `data`, closes the sending half and returns everything that is received."""
    with socket.socket() as wire:
        if window:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
            wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, window // 4)  # see Wire.open
        wire.settimeout(LIMIT * PATIENCE)
        wire.connect((server.host, server.port))
        wire.sendall(data)
        wire.shutdown(socket.SHUT_WR)
        parts = []
        while part := wire.recv(65536):
            parts.append(part)
    return b"".join(parts)


def last_reply(data):
    head, _, body = data[data.rindex(b"HTTP/1.1 ") :].partition(b"\r\n\r\n")
    length = next(line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
    return head, body, int(length.split(b":")[1])


@pytest.mark.parametrize(
    "refused",
    [b"HEAD /% HTTP/1.1\r\nHost: localhost\r\n\r\n", b"HEAD /board HTTP/1.1\r\nContent-Length: 99999\r\n\r\n"],
)
def test_a_refused_head_request_has_no_body(server, refused):
    for before in (b"", GET, HEAD):
        _, body, length = last_reply(conversation(server, before + refused))
        assert body == b"" and length > 0


@pytest.mark.parametrize(
    "refused",
    [
        b"GET /% HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST /board/cells/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999\r\n\r\n",
    ],
)
def test_a_refusal_after_a_head_request_has_its_whole_body(server, refused):
    _, body, length = last_reply(conversation(server, HEAD + refused))
    assert len(body) == length > 0


def test_answers_before_a_poll_arrive_after_a_half_close(server):
    """The half-close ends the poll; the answers before it must still arrive."""
    for number in range(700):
        ask(server, "POST", f"/board/cells/{number % 25}", "AB"[number // 25 % 2])
    history = b"GET /history HTTP/1.1\r\nHost: localhost\r\n\r\n"
    poll = b"GET /board?after=99999999&wait=2 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    whole = conversation(server, history * 3, window=4096)
    assert len(conversation(server, history * 3 + poll, window=4096)) == len(whole)


def test_answers_without_a_body_are_followed_by_the_next_answer_at_once(server):
    """HEAD, 304 and 204 in a row on one connection, with no byte of a body between them."""
    tag = ask(server, "GET", "/board").etag
    with Wire(server) as wire:
        wire.request("HEAD", "/board").request("GET", "/board", headers={"If-None-Match": tag})
        wire.request("OPTIONS", "/board").request("HEAD", "/nothing").request("GET", "/healthz")
        assert wire.answer("HEAD").status == 200
        assert wire.answer().status == 304
        assert wire.answer().status == 204
        assert wire.answer("HEAD").status == 404
        assert wire.answer().status == 200 and wire.unread == b""


def test_every_refusal_has_a_date_and_a_length(server):
    """`Wire.answer` asserts both."""
    for data, status in (
        (b"GET /board HTTP/1.1\r\n\r\n", 400),
        (b"BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n", 501),
        (b"GET / HTTP/2.0\r\n\r\n", 505),
        (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET /board HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
        (b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
    ):
        with Wire(server) as wire:
            assert wire.send(data).answer().status == status
