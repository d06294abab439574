"""Everything that the HTTP/1.1 parser refuses, one table for each part of a request."""

import pytest

from client import Closed, Wire, lobby, problem

H = b"Host: localhost\r\n"
GET = b"GET /board HTTP/1.1\r\n"
POST = b"POST /board/cells/12 HTTP/1.1\r\n"
CHUNKED = POST + H + b"Transfer-Encoding: chunked\r\n\r\n"


def post(lines, body=b"A"):
    return POST + H + lines + b"\r\n" + body


def get(lines=b"", target=b"/board", version=b"HTTP/1.1"):
    return b"GET " + target + b" " + version + b"\r\n" + H + lines + b"\r\n"


LENGTHS = {
    "two equal lengths": post(b"Content-Length: 1\r\nContent-Length: 1\r\n"),
    "two lengths that differ": post(b"Content-Length: 1\r\nContent-Length: 2\r\n"),
    "a list of lengths": post(b"Content-Length: 1, 1\r\n"),
    "a list of a length and nothing": post(b"Content-Length: 1,\r\n"),
    "a signed length": post(b"Content-Length: +1\r\n"),
    "a negative length": post(b"Content-Length: -1\r\n"),
    "a hexadecimal length": post(b"Content-Length: 0x1\r\n"),
    "a length with a letter": post(b"Content-Length: 1a\r\n"),
    "a length with a space inside": post(b"Content-Length: 1 1\r\n"),
    "a fraction as length": post(b"Content-Length: 1.0\r\n"),
    "an empty length": post(b"Content-Length:\r\n"),
    "a quoted length": post(b'Content-Length: "1"\r\n'),
    "a length of ten digits": post(b"Content-Length: 0000000001\r\n"),
    "a length beyond 64 bits": post(b"Content-Length: 18446744073709551617\r\n"),
    "a length in full-width digits": post("Content-Length: １\r\n".encode()),
    "length and chunked": post(
        b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n", b"1\r\nA\r\n0\r\n\r\n"
    ),
    "chunked and length": post(
        b"Transfer-Encoding: chunked\r\nContent-Length: 1\r\n", b"1\r\nA\r\n0\r\n\r\n"
    ),
}
HEADERS = {
    "a space before the colon": get(b"X-A : b\r\n"),
    "a tab before the colon": get(b"X-A\t: b\r\n"),
    "a space before the colon of a length": post(b"Content-Length : 1\r\n"),
    "a name with a space": get(b"X A: b\r\n"),
    "a name with a parenthesis": get(b"X(A): b\r\n"),
    "a name with a quote": get(b'"X": b\r\n'),
    "a name with a slash": get(b"X/A: b\r\n"),
    "a name with an 8-bit byte": get(b"X\xe9: b\r\n"),
    "a name with a control byte": get(b"X\x01A: b\r\n"),
    "an empty name": get(b": b\r\n"),
    "no colon": get(b"Nonsense\r\n"),
    "a folded line": get(b"X-A: b\r\n c\r\n"),
    "a line folded by a tab": get(b"X-A: b\r\n\tc\r\n"),
    "a first line that is folded": GET + b" X: y\r\n" + H + b"\r\n",
    "a bare CR in a value": get(b"X-A: b\rc\r\n"),
    "a bare CR before the end": get(b"X-A: b\r\r\n"),
    "a bare CR in a name": get(b"X\rA: b\r\n"),
    "a bare CR in the request line": b"GET /bo\rard HTTP/1.1\r\n" + H + b"\r\n",
    "a NUL in a value": get(b"X-A: b\x00c\r\n"),
    "a NUL in a name": get(b"X\x00A: b\r\n"),
    "a control byte in a value": get(b"X-A: b\x01c\r\n"),
    "an escape in a value": get(b"X-A: \x1b[31m\r\n"),
    "a DEL in a value": get(b"X-A: b\x7f\r\n"),
    "a vertical tab in a value": get(b"X-A: b\x0bc\r\n"),
    "bare LF after the request line": b"GET /board HTTP/1.1\n" + H + b"\r\n",
    "bare LF after a header": GET + b"Host: localhost\nX-A: b\r\n\r\n",
    "bare LF at the end of the head": GET + H + b"\n",
    "bare LFs only": b"GET /board HTTP/1.1\nHost: localhost\n\n",
}
HOSTS = {
    "no Host": GET + b"\r\n",
    "two Hosts": get(H),
    "two Hosts that differ": get(b"Host: 127.0.0.1\r\n"),
    "a Host with a space": GET + b"Host: local host\r\n\r\n",
    "a Host with a path": GET + b"Host: localhost/board\r\n\r\n",
    "a Host with a user": GET + b"Host: ann@localhost\r\n\r\n",
    "a Host with a port of letters": GET + b"Host: localhost:http\r\n\r\n",
    "a Host with two ports": GET + b"Host: localhost:80:80\r\n\r\n",
    "a list of Hosts": GET + b"Host: localhost, localhost\r\n\r\n",
    "a Host with a bracket": GET + b"Host: [::1\r\n\r\n",
}
TARGETS = {
    "a space in the target": get(target=b"/board x"),
    "two spaces before the target": b"GET  /board HTTP/1.1\r\n" + H + b"\r\n",
    "two spaces before the version": b"GET /board  HTTP/1.1\r\n" + H + b"\r\n",
    "a tab instead of a space": b"GET\t/board\tHTTP/1.1\r\n" + H + b"\r\n",
    "a control byte in the target": get(target=b"/bo\x01ard"),
    "a NUL in the target": get(target=b"/bo\x00ard"),
    "a DEL in the target": get(target=b"/board\x7f"),
    "an 8-bit byte in the target": get(target=b"/bo\xe4rd"),
    "UTF-8 in the target": get(target="/böard".encode()),
    "an invalid percent escape": get(target=b"/board%zz"),
    "a truncated percent escape": get(target=b"/board%4"),
    "a lone percent": get(target=b"/board%"),
    "a lone percent in the query": get(target=b"/board?after=%"),
    "an encoded NUL": get(target=b"/board%00"),
    "an encoded NUL in the query": get(target=b"/board?after=%00"),
    "a fragment": get(target=b"/board#cell"),
    "no leading slash": get(target=b"board"),
    "an absolute target of another scheme": get(target=b"ftp://localhost/board"),
}
CHUNKS = {
    "a chunk size of letters": CHUNKED + b"g\r\nA\r\n0\r\n\r\n",
    "an empty chunk size": CHUNKED + b"\r\nA\r\n0\r\n\r\n",
    "a negative chunk size": CHUNKED + b"-1\r\nA\r\n0\r\n\r\n",
    "a signed chunk size": CHUNKED + b"+1\r\nA\r\n0\r\n\r\n",
    "a chunk size with 0x": CHUNKED + b"0x1\r\nA\r\n0\r\n\r\n",
    "a chunk size of nine digits": CHUNKED + b"000000001\r\nA\r\n0\r\n\r\n",
    "a chunk size with a space before": CHUNKED + b" 1\r\nA\r\n0\r\n\r\n",
    "a chunk size with an underscore": CHUNKED + b"1_0\r\nA\r\n0\r\n\r\n",
    "chunk data that is too long": CHUNKED + b"1\r\nAB\r\n0\r\n\r\n",
    "chunk data without CRLF": CHUNKED + b"1\r\nA0\r\n\r\n",
    "chunk data with a bare LF": CHUNKED + b"1\r\nA\n0\r\n\r\n",
    "chunk data with a bare CR": CHUNKED + b"1\r\nA\rx0\r\n\r\n",
    "a chunk size with a bare LF": CHUNKED + b"1\nA\r\n0\r\n\r\n",
    "a chunk size with a bare CR": CHUNKED + b"1\rA\r\n0\r\n\r\n",
    "a bare LF in an extension": CHUNKED + b"1;a\nb\r\nA\r\n0\r\n\r\n",
    "a trailer that is not a header": CHUNKED + b"1\r\nA\r\n0\r\nno colon here\r\n\r\n",
    "a trailer with a space before the colon": CHUNKED + b"1\r\nA\r\n0\r\nX : y\r\n\r\n",
    "a trailer with a NUL": CHUNKED + b"1\r\nA\r\n0\r\nX: \x00\r\n\r\n",
}
CODINGS = {
    "gzip": b"Transfer-Encoding: gzip\r\n",
    "identity": b"Transfer-Encoding: identity\r\n",
    "gzip, chunked": b"Transfer-Encoding: gzip, chunked\r\n",
    "chunked twice": b"Transfer-Encoding: chunked, chunked\r\n",
    "xchunked": b"Transfer-Encoding: xchunked\r\n",
    "chunkedx": b"Transfer-Encoding: chunkedx\r\n",
    "quoted": b'Transfer-Encoding: "chunked"\r\n',
    "a parameter": b"Transfer-Encoding: chunked;q=1\r\n",
    "two lines": b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
    "empty": b"Transfer-Encoding:\r\n",
    "two lines that differ": b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
}
VERSIONS = [
    b"HTTP/1.2",
    b"HTTP/2.0",
    b"HTTP/2",
    b"HTTP/0.9",
    b"HTTP/3",
    b"http/1.1",
    b"Http/1.1",
    b"HTTP/1.10",
    b"HTTP/01.1",
    b"HTTP/1.1x",
    b"HTTP/1,1",
    b"HTTP/1",
    b"HTTP/-1.1",
    b"HTTP/11",
    b"HTTPS/1.1",
    b"ICAP/1.0",
]


EITHER = {  # two rules of the contract apply, so either status is correct
    "a space after the version": (b"GET /board HTTP/1.1 \r\n" + H + b"\r\n", (400, 505)),
    "no version": (b"GET /board\r\n\r\n", (400, 505)),
    "no method": (b" /board HTTP/1.1\r\n" + H + b"\r\n", (400, 501)),
    "an empty Host": (GET + b"Host:\r\n\r\n", (400, 421)),
    "a Host with 8-bit bytes": (GET + b"Host: localh\xf6st\r\n\r\n", (400, 421)),
    "a coding on HTTP/1.0": (
        b"POST /board/cells/12 HTTP/1.0\r\n" + H + b"Transfer-Encoding: chunked\r\n\r\n1\r\nA\r\n0\r\n\r\n",
        (400, 501),
    ),
    "a coding other than chunked with a length": (
        post(b"Content-Length: 1\r\nTransfer-Encoding: gzip\r\n"),
        (400, 501),
    ),
}


def assert_refused(server, data, status, code=None):
    """Asserts that the bytes get one refusal and the end, and that a request behind them gets no answer."""
    with Wire(server) as wire:
        try:
            wire.send(data + get(target=b"/healthz"))
        except ConnectionError:
            pass
        answer = wire.answer()
        problem(answer, status, code)
        assert (answer.header("Connection") or "").lower() == "close", answer
        assert wire.ended(), "the refusal is the last reply"


def rows(table):
    return pytest.mark.parametrize("row", table)


@rows(LENGTHS)
def test_a_bad_length_is_refused(server, row):
    assert_refused(server, LENGTHS[row], 400)


@rows(HEADERS)
def test_a_bad_header_is_refused(server, row):
    assert_refused(server, HEADERS[row], 400)


@rows(HOSTS)
def test_a_bad_host_is_refused(server, row):
    assert_refused(server, HOSTS[row], 400)


@rows(TARGETS)
def test_a_bad_target_is_refused(server, row):
    assert_refused(server, TARGETS[row], 400)


@rows(CHUNKS)
def test_a_bad_chunk_is_refused(server, row):
    with lobby(server).unchanged():
        assert_refused(server, CHUNKS[row], 400)


@rows(CODINGS)
def test_a_transfer_coding_other_than_a_single_chunked_is_501(server, row):
    assert_refused(server, post(CODINGS[row], b"1\r\nA\r\n0\r\n\r\n"), 501)


@rows(EITHER)
def test_a_request_that_breaks_two_rules_is_refused_by_one_of_them(server, row):
    assert_refused(server, *EITHER[row])


@pytest.mark.parametrize("version", VERSIONS)
def test_a_version_other_than_1_0_and_1_1_is_505(server, version):
    assert_refused(server, get(version=version), 505)


def test_the_http_2_preface_is_505(server):
    assert_refused(server, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505)


def test_an_absolute_target_with_another_authority_is_421(server):
    with Wire(server) as wire:
        problem(wire.send(get(target=b"http://evil.example/board")).answer(), 421, "wrong-host")


@pytest.mark.parametrize(
    "name, data",
    {
        "a request line of 5 KiB": get(target=b"/" + b"a" * 5000),
        "a request line without an end": b"GET /" + b"a" * 9000,
        "a query of 5 KiB": get(target=b"/board?x=" + b"a" * 5000),
    }.items(),
)
def test_a_request_line_beyond_4_kib_is_414(server, name, data):
    assert_refused(server, data, 414)


@pytest.mark.parametrize(
    "name, data",
    {
        "one header of 9 KiB": get(b"X-A: " + b"b" * 9000 + b"\r\n"),
        "one header without an end": GET + H + b"X-A: " + b"b" * 20000,
        "a name of 9 KiB": get(b"X" * 9000 + b": b\r\n"),
        "20 headers of 500 bytes": get(
            b"".join(b"X-%d: %s\r\n" % (number, b"b" * 500) for number in range(20))
        ),
        "101 header lines": get(b"".join(b"X-%d: b\r\n" % number for number in range(100))),
        "1000 header lines": get(b"X: b\r\n" * 1000),
    }.items(),
)
def test_headers_beyond_8_kib_or_100_lines_are_431(server, name, data):
    assert_refused(server, data, 431)


def test_requests_within_the_limits_are_accepted(server):
    with Wire(server) as wire:
        wire.send(get(b"".join(b"X-%d: b\r\n" % number for number in range(99))))
        assert wire.answer().status == 200, "100 header lines with Host"
        wire.send(get(b"X-A: " + b"b" * 7500 + b"\r\n"))
        assert wire.answer().status == 200
        wire.send(get(target=b"/board?" + b"x" * 4000))
        assert wire.answer().status in (200, 400, 422)


@pytest.mark.parametrize(
    "name, tail",
    {
        "an extension of 64 KiB": b"1;" + b"a" * 65536 + b"\r\nA\r\n0\r\n\r\n",
        "64 KiB of trailers": b"1\r\nA\r\n0\r\n" + b"X: y\r\n" * 11000 + b"\r\n",
        "a chunk size of 4 GB": b"ffffffff\r\n" + b"A" * 100,
    }.items(),
)
def test_extensions_trailers_and_chunks_are_bounded(server, name, tail):
    with lobby(server).unchanged():
        assert_refused(server, CHUNKED + tail, (400, 413, 431))


@pytest.mark.parametrize(
    "data",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\xaa" * 500,
        b"\x00" * 100,
        b"\xff" * 9000,
        b"SSH-2.0-OpenSSH\r\n",
        b"EHLO localhost\r\n",
        b"\r\n" * 5000,
        b"{}\r\n\r\n",
        b"*1\r\n$4\r\nPING\r\n",
    ],
    ids=str,
)
def test_bytes_that_are_not_http_end_the_connection(server, data):
    with Wire(server, timeout=3) as wire:
        try:
            wire.send(data)
            wire.half_close()
        except OSError:
            pass
        try:
            assert 400 <= wire.answer().status <= 505
        except Closed:
            pass  # closing without a reply is allowed
