"""What the HTTP/1.1 parser refuses ends the connection, and a request behind it gets no answer.

One row for each rule: all rows, with the reason for each, are in RefusedInputs.swift, for the parser alone.
"""

import pytest

from client import Closed, Wire, lobby, problem

H = b"Host: localhost\r\n"
GET = b"GET /board HTTP/1.1\r\n"
POST = b"POST /board/cells/12 HTTP/1.1\r\n"
CHUNKED = POST + H + b"Transfer-Encoding: chunked\r\n\r\n"


def get(lines=b"", target=b"/board", version=b"HTTP/1.1"):
    return b"GET " + target + b" " + version + b"\r\n" + H + lines + b"\r\n"


REFUSED = {
    "two lengths": (POST + H + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nA", 400),
    "chunked and length": (CHUNKED[:-2] + b"Content-Length: 1\r\n\r\n1\r\nA\r\n0\r\n\r\n", 400),
    "a space before the colon": (POST + H + b"Content-Length : 1\r\n\r\nA", 400),
    "a folded line": (get(b"X-A: b\r\n c\r\n"), 400),
    "a bare LF": (b"GET /board HTTP/1.1\nHost: localhost\n\n", 400),
    "a bare CR": (get(b"X-A: b\rc\r\n"), 400),
    "a NUL in a value": (get(b"X-A: b\x00c\r\n"), 400),
    "no Host": (GET + b"\r\n", 400),
    "two Hosts": (get(H), 400),
    "an encoded NUL": (get(target=b"/board%00"), 400),
    "a chunk size of letters": (CHUNKED + b"g\r\nA\r\n0\r\n\r\n", 400),
    "chunk data that is too long": (CHUNKED + b"1\r\nAB\r\n0\r\n\r\n", 400),
    "a trailer with a space before the colon": (CHUNKED + b"1\r\nA\r\n0\r\nX : y\r\n\r\n", 400),
    "an endless extension": (CHUNKED + b"1;" + b"a" * 65536 + b"\r\nA\r\n0\r\n\r\n", 400),
    "endless trailers": (CHUNKED + b"1\r\nA\r\n0\r\n" + b"X: y\r\n" * 11000 + b"\r\n", 431),
    "a chunk of 4 GB": (CHUNKED + b"ffffffff\r\n" + b"A" * 100, 413),
    "gzip, chunked": (POST + H + b"Transfer-Encoding: gzip, chunked\r\n\r\n1\r\nA\r\n0\r\n\r\n", 501),
    "an unknown method": (b"BREW /board HTTP/1.1\r\n" + H + b"\r\n", 501),
    "HTTP/1.2": (get(version=b"HTTP/1.2"), 505),
    "the preface of HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    "a request line of 9 KiB": (get(target=b"/" + b"a" * 9000), 414),
    "a request line without an end": (b"GET /" + b"a" * 9000, 414),
    "a header of 9 KiB": (get(b"X-A: " + b"b" * 9000 + b"\r\n"), 431),
    "a header without an end": (GET + H + b"X-A: " + b"b" * 20000, 431),
    "1000 header lines": (get(b"X: b\r\n" * 1000), 431),
}


@pytest.mark.parametrize("data, status", REFUSED.values(), ids=REFUSED)
def test_a_refusal_is_the_last_answer_of_its_connection(server, data, status):
    with lobby(server).unchanged(), Wire(server) as wire:
        try:
            wire.send(data + get(target=b"/healthz"))
        except ConnectionError:
            pass
        answer = wire.answer()
        problem(answer, status)
        assert (answer.header("Connection") or "").lower() == "close", answer
        assert wire.ended(), "the refusal is the last reply"


def test_an_absolute_target_with_another_authority_is_421(server):
    with Wire(server) as wire:
        problem(wire.send(get(target=b"http://evil.example/board")).answer(), 421, "wrong-host")


def test_requests_within_the_limits_are_accepted(server):
    with Wire(server) as wire:
        long = get(b"X: b\r\n" * 99), get(b"X-A: " + b"b" * 7500 + b"\r\n"), get(target=b"/board?" + b"x" * 4000)
        for request in long:
            assert wire.send(request).answer().status == 200


@pytest.mark.parametrize(
    "data", [b"\x16\x03\x01\x02\x00\x01\x00" + b"\xaa" * 500, b"\xff" * 9000, b"\r\n" * 5000], ids=len
)
def test_bytes_that_are_not_http_end_the_connection(server, data):
    with Wire(server) as wire:
        try:
            wire.send(data)
            wire.half_close()
        except OSError:
            pass
        try:
            assert 400 <= wire.answer().status <= 505
        except Closed:
            pass  # closing without a reply is allowed
