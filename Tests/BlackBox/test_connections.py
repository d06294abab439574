"""Several requests on one connection: order, framing, half-close, 100-continue, keep-alive, smuggling."""

import pytest

from client import Closed, Wire, ask, compose, lobby, new_game, problem

CRLF = b"\r\n"


def test_pipelined_requests_are_answered_in_order(game):
    calls, statuses = [], []
    for number in range(15):
        calls.append(("POST", f"{game.path}/board/cells/{number}", {"value": "ABCDEFGHIJKLMNO"[number]}))
        calls += [("GET", game.path + "/board.txt"), ("HEAD", game.path + "/board"), ("GET", "/nothing")]
        statuses += [200, 200, 200, 404]
    with Wire(game.server) as wire:
        wire.send(b"".join(compose(game.server, *call) for call in calls))
        answers = [wire.answer(method) for method, *_ in calls]
    assert [answer.status for answer in answers] == statuses
    assert [answer.json["sequence"] for answer in answers[0::4]] == list(range(1, 16))
    assert [answer.etag for answer in answers[2::4]] == [f'"{number}"' for number in range(1, 16)]


def test_a_pipelined_get_sees_the_edit_before_it(game):
    with Wire(game.server) as wire:
        wire.send(
            compose(game.server, "POST", game.path + "/board/cells/0", "A")
            + compose(game.server, "GET", game.path + "/board")
        )
        assert wire.answer().status == 200
        assert wire.answer().json["text"].startswith("A")


def test_a_request_in_two_segments_is_read_wherever_it_is_split(game):
    data = compose(game.server, "POST", game.path + "/board/cells/0", b"1\r\nA\r\n0\r\n\r\n", {})
    data = data.replace(b"Content-Length: 11", b"Transfer-Encoding: chunked")
    for at in range(1, len(data), 7):
        with Wire(game.server) as wire, Wire(game.server) as other:
            wire.send(data[:at])
            # Its answer follows the turn in which the server reads the first segment.
            assert ask(game.server, "GET", "/healthz", wire=other).status == 200
            wire.send(data[at:])
            assert wire.answer().status == 200, data[:at]


def test_a_request_sent_byte_by_byte_is_read(game):
    data = compose(game.server, "POST", game.path + "/board/cells/0", {"value": "A"})
    with Wire(game.server) as wire:
        for _ in range(2):
            assert wire.send_slowly(data).answer().status == 200


def test_a_half_closed_connection_receives_all_its_answers(game):
    with Wire(game.server) as wire:
        for number in range(5):
            wire.request("POST", f"{game.path}/board/cells/{number}", "A")
        wire.half_close()
        assert [wire.answer().json["sequence"] for _ in range(5)] == [1, 2, 3, 4, 5]
        assert wire.ended()


def test_an_incomplete_request_before_a_half_close_changes_nothing(game):
    data = compose(game.server, "POST", game.path + "/board/cells/0", "ABCDEFGH")
    with game.unchanged():
        for cut in (len(data) - 1, len(data) - 8, 30, 3):
            with Wire(game.server) as wire:
                wire.send(data[:cut]).half_close()
                try:
                    assert wire.answer().status in (400, 408)
                except Closed:
                    pass


def chunked(game, *chunks, tail=b"0\r\n\r\n", headers=b""):
    head = f"POST {game.path}/board/cells/12 HTTP/1.1\r\nHost: localhost\r\n".encode() + headers
    return (
        head
        + b"Transfer-Encoding: chunked\r\n\r\n"
        + b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks)
        + tail
    )


@pytest.mark.parametrize(
    "body",
    [
        lambda game: chunked(game, b"A"),
        lambda game: chunked(game, b'{"val', b'ue":', b'"A"}', headers=b"Content-Type: application/json\r\n"),
        lambda game: chunked(game).replace(b"0\r\n\r\n", b'1;name=value;other="x"\r\nA\r\n0;last\r\n\r\n'),
        lambda game: chunked(game).replace(b"0\r\n\r\n", b"00000001\r\nA\r\n000\r\n\r\n"),
        lambda game: chunked(
            game, b"A", tail=b"0\r\nX-Trailer: dropped\r\nContent-Length: 99\r\nHost: evil.example\r\n\r\n"
        ),
        lambda game: chunked(game, b"A").replace(b"chunked", b"Chunked"),
    ],
    ids=["one chunk", "three chunks", "extensions", "leading zeros", "trailers", "in capitals"],
)
def test_a_chunked_body_is_read(game, body):
    with Wire(game.server) as wire:
        answer = wire.send(body(game)).answer()
        assert answer.status == 200 and answer.json["events"][0]["value"] == "A", answer
        assert wire.request("GET", "/healthz").answer().status == 200, (
            "the connection is usable after the body"
        )


def test_chunk_sizes_are_hex_in_either_case(game):
    body = b'{"value":' + b" " * 20 + b'"A"}'
    for digits in (b"%x", b"%X"):
        data = chunked(game, headers=b"Content-Type: application/json\r\n").replace(
            b"0\r\n\r\n", digits % len(body) + CRLF + body + b"\r\n0\r\n\r\n"
        )
        with Wire(game.server) as wire:
            assert wire.send(data).answer().status == 200


def expecting(game, length, expectation):
    lines = ("Host: localhost", f"Content-Length: {length}", f"Expect: {expectation}")
    return f"POST {game.path}/board/cells/0 HTTP/1.1\r\n" + "\r\n".join(lines) + "\r\n\r\n"


def test_100_continue_is_sent_before_the_body_arrives(game):
    head = expecting(game, 1, "100-continue")
    with Wire(game.server) as wire:
        wire.send(head)
        assert wire.read_until(b"\r\n\r\n").startswith(b"HTTP/1.1 100 ")
        assert wire.send("A").answer().status == 200


def test_an_expected_body_that_is_too_large_is_413_without_100(game):
    head = expecting(game, 20000, "100-continue")
    with Wire(game.server) as wire:
        answer = wire.send(head).answer()
        problem(answer, 413)
        assert answer.interim == [] and wire.ended()


@pytest.mark.parametrize("expectation", ["200-ok", "100-continue, more", "nonsense", "100-continues"])
def test_an_unknown_expectation_is_417(game, expectation):
    head = expecting(game, 1, expectation) + "A"
    with game.unchanged(), Wire(game.server) as wire:
        problem(wire.send(head).answer(), 417)


def test_a_body_on_get_head_and_delete_is_skipped_within_its_limit(game):
    with Wire(game.server) as wire:
        for method in ("GET", "HEAD"):
            answer = wire.request(method, game.path + "/board", b"x" * 1000).answer(method)
            assert answer.status in (200, 400), answer
        assert wire.request("DELETE", game.path + "/board/cells/0", b"x").answer().status in (200, 400)
        assert wire.request("GET", "/healthz").answer().status == 200
    for method in ("GET", "DELETE"):
        with Wire(game.server) as wire:
            path = game.path + ("/board" if method == "GET" else "/board/cells/0")
            problem(wire.request(method, path, b"x" * 20000).answer(), 413)


def test_an_edit_without_a_length_has_an_empty_body(game):
    game.edit(0, "A")
    with Wire(game.server) as wire:
        answer = wire.send(f"POST {game.path}/board/cells/0 HTTP/1.1\r\nHost: localhost\r\n\r\n").answer()
    assert answer.status in (200, 400, 411, 422), answer


def test_an_absolute_target_is_routed_by_its_path(game):
    authority = f"{game.server.host}:{game.server.port}"
    with Wire(game.server) as wire:
        assert wire.request("GET", f"http://{authority}{game.path}/board").answer().json["game"] == game.id
        assert (
            wire.request("GET", f"http://localhost{game.path}/board", host="localhost").answer().status == 200
        )


def test_connection_close_is_obeyed(server):
    with Wire(server) as wire:
        answer = wire.request("GET", "/board", headers={"Connection": "close"}).answer()
        assert answer.status == 200 and answer.header("Connection").lower() == "close" and wire.ended()


def test_an_http_1_0_connection_closes_and_needs_no_host(server):
    with Wire(server) as wire:
        wire.send("GET /board HTTP/1.0\r\n\r\n")
        answer = wire.answer()
        assert answer.status == 200 and not answer.header("Transfer-Encoding") and wire.ended()


def test_an_upgrade_is_ignored(server):
    for upgrade in ("h2c", "websocket"):
        with Wire(server) as wire:
            wire.request(
                "GET",
                "/board",
                headers={"Connection": "Upgrade", "Upgrade": upgrade, "Sec-WebSocket-Key": "eA=="},
            )
            assert wire.answer().status == 200


def test_a_connection_closes_after_1000_requests(server):
    with Wire(server) as wire:
        wire.send(compose(server, "GET", "/healthz") * 1003)
        answers = [wire.answer() for _ in range(1000)]
        assert all(answer.status == 200 for answer in answers)
        assert all((answer.header("Connection") or "").lower() != "close" for answer in answers[:999])
        assert answers[-1].header("Connection").lower() == "close" and wire.ended()


def test_the_server_survives_300_abandoned_requests(server):
    for _ in range(300):
        with Wire(server) as wire:
            wire.send("GET /hea")
    assert ask(server, "GET", "/healthz").status == 200


SMUGGLED = b"POST /board/cells/24 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nX"


@pytest.mark.parametrize(
    "head, body",
    [
        (b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n"),
        (b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", b"0\r\n\r\n"),
        (b"Transfer-Encoding: xchunked\r\nContent-Length: 5\r\n", b"0\r\n\r\n"),
        (b"Transfer-Encoding : chunked\r\nContent-Length: 5\r\n", b"0\r\n\r\n"),
        (b"Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n", b"0\r\n\r\n"),
        (b"Transfer-Encoding:\x0bchunked\r\n", b"0\r\n\r\n"),
        (b"X: y\rTransfer-Encoding: chunked\r\n", b"0\r\n\r\n"),
        (b"X: y\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n"),
        (b"Transfer-Encoding: chunked\r\n", b"0;\n\r\n\r\n"),
        (b"Transfer-Encoding: chunked\r\n", b"0\n\r\n"),
        (b"Content-Length: 0\r\nContent-Length: 80\r\n", b""),
        (b"Content-Length: 0, 80\r\n", b""),
        (b"Content-Length: +0\r\n", b""),
        (b"Transfer-Encoding\r\n : chunked\r\n", b"0\r\n\r\n"),
        (b"Transfer-Encoding: chunked\r\n", b"1\r\nA\r\n0\r\nX: y\n\r\n"),
    ],
    ids=lambda part: part.decode("latin-1").strip()[:50] if part else "",
)
def test_nothing_is_smuggled_behind_an_ambiguous_request(server, head, body):
    with lobby(server).unchanged(), Wire(server) as wire:
        wire.send(b"POST /board/cells/0 HTTP/1.1\r\nHost: localhost\r\n" + head + CRLF + body + SMUGGLED)
        problem(wire.answer(), (400, 501))
        assert wire.ended(), "one refusal, then the end"


def test_a_request_inside_a_body_is_not_executed(game):
    inner = compose(game.server, "DELETE", game.path + "/board/cells/0")
    game.edit(0, "A")
    with game.unchanged(), Wire(game.server) as wire:
        problem(wire.request("POST", game.path + "/board/cells/0", inner).answer(), (400, 422))
        assert wire.request("GET", "/healthz").answer().text == ask(game.server, "GET", "/healthz").text


def test_a_refusal_is_readable_although_the_body_was_not_read(server):
    """Ten times, because a reset that discards the answer is a race: it is read after others were served."""
    for _ in range(10):
        with Wire(server) as wire:
            try:
                wire.send(
                    b"POST /board/cells/0 HTTP/1.1\r\nHost: localhost\r\n"
                    b"Bad Name: x\r\nContent-Length: 900000\r\n\r\n" + b"x" * 900_000
                )
            except ConnectionError:
                pass
            assert ask(server, "GET", "/healthz").status == 200
            problem(wire.answer(), 400)


def test_one_connection_serves_several_games(server):
    games = [new_game(server) for _ in range(3)]
    with Wire(server) as wire:
        for game in games:
            assert game.edit(0, "A", wire=wire).json["sequence"] == 1
