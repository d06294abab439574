"""Deadlines of connections, by the server's clock. Others are served meanwhile: each step of the clock asks for it."""

import pytest

from client import Wire, ask, compose, eventually, metric, new_game, open_sockets, wait_for_polls
from server_clock import StoppedServer
from streams import Stream
from terminal import HEARTBEAT, LiveBoard

pytestmark = pytest.mark.unsanitized("libfaketime and the sanitizers replace the same functions")

BODY = "POST /board/cells/0 HTTP/1.1\r\nHost: localhost\r\n"
HEADS = {
    "a header": ("GET /board HTTP/1.1\r\nHost: localhost\r\n", "X"),
    "a request line": ("GET /", "a"),
}
BODIES = {
    "a body": (BODY + "Content-Length: 1000\r\n\r\n", "A"),
    "chunks": (BODY + "Transfer-Encoding: chunked\r\n\r\n", "1\r\nA\r\n"),
    "a body that does not begin": (BODY + "Content-Length: 1000\r\n\r\n", ""),
}


@pytest.fixture(scope="module")
def server():
    with StoppedServer("--no-address-limits") as running:
        running.sockets_without_clients = open_sockets(running)
        yield running


def wait_in_vain(server, wire, seconds, drop=""):
    """Lets seconds pass, in each of which the client sends `drop` and gets nothing."""
    server.advance(0)
    for _ in range(seconds):
        server.advance(1)
        assert wire.silent(0)
        wire.send(drop)


@pytest.mark.parametrize("start, drop", HEADS.values(), ids=HEADS)
def test_a_head_that_takes_more_than_10_s_is_408(server, start, drop):
    refuse_slow(server, start, drop, 10)


@pytest.mark.parametrize("start, drop", BODIES.values(), ids=BODIES)
def test_a_body_that_takes_more_than_20_s_is_408(server, start, drop):
    refuse_slow(server, start, drop, 20)


def refuse_slow(server, start, drop, limit):
    with Wire(server) as wire:
        wire.send(start)
        wait_in_vain(server, wire, limit - 1, drop)
        server.advance(2)
        assert wire.answer().status == 408 and wire.ended()


@pytest.mark.parametrize("requests", [1, 0])
def test_an_idle_connection_is_closed_after_30_s(server, requests):
    with Wire(server) as wire:
        for _ in range(requests):
            assert wire.request("GET", "/healthz").answer().status == 200
        wait_in_vain(server, wire, 29)
        server.advance(2)
        assert wire.ended()


def test_a_quiet_stream_sends_a_heartbeat_every_15_s(server):
    game = new_game(server)
    path = game.path + "/events"
    with Stream(server, path) as events, Stream(server, path, lines=True) as lines, LiveBoard(game) as board:
        screen, drawn = board.at(0).text, len(board.raw)
        for _ in range(2):
            server.advance(15)
            board.pull()
        assert board.raw[drawn:] == HEARTBEAT.encode() * 2, "a heartbeat leaves a live board as it is"
        assert (board.terminal.text, board.terminal.row, board.terminal.column) == (screen, 23, 0)
        game.edit(0, "A")
        assert events.next("cell.changed").id == lines.next("cell.changed").id == "1"
        assert len(events.heartbeats) == len(lines.heartbeats) == 2, "a blank line is the heartbeat of NDJSON"
        assert b"\n: beat\n" in events.raw and board.at(1).board.startswith("A")


def test_a_poll_waits_up_to_25_s(server):
    with Wire(server) as wire:
        wire.request("GET", new_game(server).path + "/board?after=0&wait=25")
        wait_for_polls(server)
        wait_in_vain(server, wire, 24)
        server.advance(2)
        assert wire.answer().json["sequence"] == 0


def test_a_client_that_reads_no_answer_for_30_s_is_disconnected(server):
    def is_alone():
        return open_sockets(server) == server.sockets_without_clients

    size, requests = len(ask(server, "GET", "/openapi.json").body), 400  # for more than the buffers hold
    eventually(is_alone)
    before = metric(server, "http_sent_bytes_total")
    with Wire(server, receive_buffer=4096) as wire:
        wire.send(compose(server, "GET", "/openapi.json") * requests)
        server.advance(29)
        assert not is_alone()
        eventually(lambda: server.advance(31) or is_alone(), what="the end of the connection")
        assert size < metric(server, "http_sent_bytes_total") - before < size * requests


def test_a_stream_that_is_not_read_for_30_s_or_falls_256_kib_behind_ends(server):
    """It depends on the kernel's buffers how many events make some bytes wait in the server."""
    game = new_game(server)
    with Stream(server, game.path + "/events", receive_buffer=4096) as stream:

        def has_ended():
            for number in range(50):
                game.fill("AB"[number % 2])
            server.advance(31)
            return 'streams_ended_total{reason="slow"}' in ask(server, "GET", "/metrics").text

        eventually(has_ended, 120, "its end")
        assert stream.rest_of_stream()[1]
