"""SIGTERM: requests in flight complete, streams and polls end cleanly, and the exit code is 0 within 10 s."""

import signal
import socket

import pytest

from client import Closed, Wire, accepted, ask, compose, eventually, new_game, wait_for_polls
from server_clock import StoppedServer
from streams import Stream


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGINT])
def test_an_idle_server_exits(own_server, kind):
    assert ask(own_server, "GET", "/readyz").status == 200
    own_server.send(kind)
    assert own_server.wait() == 0


def begin_to_stop(server):
    """Sends SIGTERM and waits until the server has begun to stop."""
    server.send(signal.SIGTERM)
    eventually(lambda: "stopping" in server.stderr, what="stopping")


def test_a_server_that_has_printed_its_address_handles_signals(own_server):
    """A supervisor may send a signal right after it reads the first line: a race, hence five starts."""
    codes = []
    for _ in range(5):
        codes.append(own_server.stop())
        own_server.start()
    assert codes == [0] * 5


def test_idle_connections_do_not_delay_the_exit(own_server):
    idle = [Wire(own_server) for _ in range(20)]
    assert idle[0].request("GET", "/healthz").answer().status == 200
    own_server.send(signal.SIGTERM)
    assert own_server.wait() == 0
    assert all(wire.ended() for wire in idle)


def test_parked_polls_are_answered(own_server):
    parked = [Wire(own_server).request("GET", "/board?after=0&wait=25") for _ in range(10)]
    wait_for_polls(own_server, 10)
    own_server.send(signal.SIGTERM)
    for wire in parked:
        assert wire.answer().status in (200, 304, 503)
        assert wire.ended()
    assert own_server.wait() == 0


def test_streams_end_after_a_retry_hint(own_server):
    events, lines = Stream(own_server, "/events"), Stream(own_server, "/events", lines=True)
    events.next(), lines.next()
    own_server.send(signal.SIGTERM)
    for stream in (events, lines):
        with pytest.raises(Closed):
            while True:
                stream.next_any()
    assert events.raw.count(b"retry:") == 2, "one at the start, one before the end"
    if events.chunked:
        assert events.finished and lines.finished, "the last chunk arrives, so the body is complete"
    assert own_server.wait() == 0


def test_edits_before_sigterm_reach_the_stream(own_server):
    with Stream(own_server, "/events") as stream:
        stream.next()
        with Wire(own_server) as wire:
            for number in range(25):
                wire.request("POST", f"/board/cells/{number}", "A")
            for _ in range(25):
                assert wire.answer().status == 200
        own_server.send(signal.SIGTERM)
        got, ended = stream.rest_of_stream()
        assert [event.id for event in got if event.id] == [str(number) for number in range(1, 26)] and ended
    assert own_server.wait() == 0


def test_a_large_reply_in_flight_is_completed(own_free_server):
    game = new_game(own_free_server)
    with Wire(own_free_server) as wire:
        for turn in range(400):
            body = {"cells": {str(index): "AB"[turn % 2] for index in range(25)}}
            accepted(game.ask("PATCH", "/board", body, wire=wire))
    with Wire(own_free_server, receive_buffer=4096) as slow:
        slow.request("GET", game.path + "/history")
        slow.socket.recv(1, socket.MSG_PEEK)
        begin_to_stop(own_free_server)
        answer = slow.answer()
        assert answer.status == 200 and len(answer.lines) == 10_000
    assert own_free_server.wait() == 0


def test_a_half_sent_request_is_answered_and_not_reset(own_server):
    data = compose(own_server, "POST", "/board/cells/0", {"value": "A"})
    with Wire(own_server) as wire:
        wire.send(data[:-3])
        assert ask(own_server, "GET", "/healthz").status == 200, "the server has read the first part"
        begin_to_stop(own_server)
        wire.send(data[-3:])
        answer = wire.answer()
        assert answer.status in (200, 503)
        assert answer.header("Connection").lower() == "close"
    assert own_server.wait() == 0


@pytest.fixture
def stopping():
    """A server that is stopping and waits for a client that does not read, for as long as its clock stands still."""
    with StoppedServer("--no-address-limits") as server:
        with Wire(server, receive_buffer=4096) as unread, Wire(server) as server.live:
            unread.send(compose(server, "GET", "/openapi.json") * 400)
            unread.socket.recv(1, socket.MSG_PEEK)
            assert server.live.request("GET", "/healthz").answer().status == 200
            begin_to_stop(server)
            yield server


@pytest.mark.unsanitized("libfaketime and the sanitizers replace the same functions")
def test_new_requests_and_new_connections_are_refused(stopping):
    try:
        answer = stopping.live.request("GET", "/board").answer()
        assert answer.status == 503 and answer.header("Retry-After") and stopping.live.ended()
    except (Closed, ConnectionError):
        pass  # the idle connection may also be closed before its request
    with pytest.raises((ConnectionError, Closed)):
        with Wire(stopping) as new:
            new.request("GET", "/board").answer()
    assert stopping.running, "an unread reply delays the exit"
    stopping.move(9)
    stopping.send(signal.SIGHUP)  # wakes the loop, and does nothing else
    assert stopping.wait() == 0, "for eight seconds at most"


@pytest.mark.unsanitized("libfaketime and the sanitizers replace the same functions")
def test_a_second_sigterm_ends_the_server_at_once(stopping):
    assert stopping.running, "an unread reply delays the exit"
    stopping.send(signal.SIGTERM)
    assert stopping.wait() == 1


def test_the_port_is_free_after_the_exit(own_server):
    with Wire(own_server) as wire:
        wire.request("GET", "/board", headers={"Connection": "close"}).answer()
    own_server.restart()
    with Wire(own_server) as wire:
        assert wire.request("GET", "/board").answer().status == 200


def test_the_server_starts_again_after_a_kill(own_server):
    own_server.restart(signal.SIGKILL)
    with Wire(own_server) as wire:
        assert wire.request("GET", "/readyz").answer().status == 200


def test_sigpipe_does_not_end_the_server(own_server):
    own_server.send(signal.SIGPIPE)
    assert ask(own_server, "GET", "/healthz").status == 200 and own_server.running
