"""Deadlines of connections. All clients wait at the same time, for about half a minute altogether."""

import threading
import time

import pytest

from client import Closed, Wire, ask, compose, new_game
from server_process import ServerProcess
from streams import Stream
from terminal import HEARTBEAT, LiveBoard

H = "Host: localhost\r\n"
pytestmark = pytest.mark.timeout(90)


def seconds_until_closed(wire, began):
    """Reads an answer, if any, then the end; returns (status or None, seconds)."""
    try:
        status = wire.answer().status
    except Closed:
        status = None
    if status is not None:
        assert wire.ended(5)
    return status, time.monotonic() - began


def idle(server):
    """A connection that is silent after one request."""
    with Wire(server, timeout=45) as wire:
        assert wire.request("GET", "/healthz").answer().status == 200
        return seconds_until_closed(wire, time.monotonic())


def mute(server):
    """A connection that never sends a request."""
    with Wire(server, timeout=45) as wire:
        return seconds_until_closed(wire, time.monotonic())


def drip(server, start, drop, limit):
    """Sends `drop` about every second, so that a deadline for each read would never pass."""
    with Wire(server, timeout=0.9) as wire:
        began = time.monotonic()
        wire.send(start)
        while time.monotonic() - began < limit:
            try:
                wire.receive()
            except TimeoutError:
                pass
            except Closed:
                return None, time.monotonic() - began
            if wire.unread:
                wire.socket.settimeout(5)
                return seconds_until_closed(wire, began)
            try:
                wire.send(drop)
            except OSError:
                pass
        return "still open", limit


def drip_header(server):
    return drip(server, f"GET /board HTTP/1.1\r\n{H}", "X", 20)


def drip_request_line(server):
    return drip(server, "GET /", "a", 20)


def drip_body(server):
    return drip(server, f"POST /board/cells/0 HTTP/1.1\r\n{H}Content-Length: 1000\r\n\r\n", "A", 30)


def drip_chunks(server):
    return drip(
        server, f"POST /board/cells/0 HTTP/1.1\r\n{H}Transfer-Encoding: chunked\r\n\r\n", "1\r\nA\r\n", 30
    )


def silent_body(server):
    return drip(server, f"POST /board/cells/0 HTTP/1.1\r\n{H}Content-Length: 1000\r\n\r\n", "", 30)


def heartbeats(server):
    """A stream in each format without events for 31 s, then with an edit."""
    game, got = new_game(server), {}
    with (
        Stream(server, game.path + "/events", timeout=1) as events,
        Stream(server, game.path + "/events", timeout=1, lines=True) as lines,
    ):
        began = time.monotonic()
        while time.monotonic() - began < 31:
            for stream in (events, lines):
                stream.quiet(0.5)
        game.edit(0, "A")
        got["next"] = events.next().id, lines.next().id
        got["events"], got["lines"], got["raw"] = events.heartbeats, lines.heartbeats, events.raw
    return got


def unread_answers(server):
    """Requests more than the buffers hold and reads nothing for 33 s; returns how many answers arrive."""
    requests = 400
    with Wire(server, timeout=45, receive_buffer=4096) as wire:
        wire.send(compose(server, "GET", "/openapi.json") * requests)
        began = time.monotonic()
        while time.monotonic() - began < 33:
            time.sleep(0.5)
        try:
            for number in range(requests):
                wire.answer()
        except Closed:
            return number
        return requests


def live_board(server):
    """A live board for a terminal without changes for 31 s, then with an edit."""
    game, sent = new_game(server), []
    with LiveBoard(game, timeout=18) as board:
        screen = board.at(0).text
        for _ in range(2):
            before = len(board.raw)
            board.pull()
            sent.append(board.raw[before:])
        same = board.terminal.text == screen and board.terminal.row == 23 and board.terminal.column == 0
        game.edit(0, "A")
        return sent, same, board.at(1).board


def unread_stream(server):
    """A stream whose reader stops reading, with a backlog too small to end it by size."""
    game = new_game(server)
    with Stream(server, game.path + "/events", receive_buffer=4096, timeout=1) as stream, Wire(server) as wire:
        began, number = time.monotonic(), 0
        while 'streams_ended_total{reason="slow"}' not in ask(server, "GET", "/metrics", wire=wire).text:
            if time.monotonic() - began > 45:
                return "still open", number
            # Some bytes wait and few more follow, so the deadline ends the stream.
            for _ in range(400 if number == 0 else 1):
                cells = {"cells": {str(index): "AB"[number % 2] for index in range(25)}}
                if number < 400:
                    assert game.ask("PATCH", "/board", cells, wire=wire).status == 200
                number += 1
            time.sleep(0.5)
        return time.monotonic() - began, stream.rest_of_stream()[1]


def poll_of_25_seconds(server):
    game = new_game(server)
    with Wire(server, timeout=40) as wire:
        began = time.monotonic()
        return wire.request(
            "GET", game.path + "/board?after=0&wait=25"
        ).answer().status, time.monotonic() - began


@pytest.fixture(scope="module")
def results():
    """The results of all clients by name, and the slowest answer to another client during the waits."""
    results = {}
    clients = (
        idle,
        mute,
        drip_header,
        drip_request_line,
        drip_body,
        drip_chunks,
        silent_body,
        heartbeats,
        live_board,
        poll_of_25_seconds,
        unread_answers,
        unread_stream,
    )
    with ServerProcess("--no-address-limits") as server:

        def run(client):
            try:
                results[client.__name__] = client(server)
            except Exception as error:  # noqa: BLE001 -- `result` raises it
                results[client.__name__] = error

        threads = [threading.Thread(target=run, args=(client,)) for client in clients]
        for thread in threads:
            thread.start()
        slowest = 0
        while any(thread.is_alive() for thread in threads):
            began = time.monotonic()
            assert ask(server, "GET", "/healthz").status == 200
            slowest = max(slowest, time.monotonic() - began)
            time.sleep(0.5)
        results["slowest"] = slowest
    return results


def result(results, name):
    if isinstance(results[name], Exception):
        raise results[name]
    return results[name]


@pytest.mark.parametrize("name", ["drip_header", "drip_request_line"])
def test_a_head_that_takes_more_than_10_s_is_408(results, name):
    status, seconds = result(results, name)
    assert status == 408 and 9 <= seconds <= 14


@pytest.mark.parametrize("name", ["drip_body", "drip_chunks", "silent_body"])
def test_a_body_that_takes_more_than_20_s_is_408(results, name):
    status, seconds = result(results, name)
    assert status == 408 and 18 <= seconds <= 26


def test_an_idle_connection_is_closed_after_30_s(results):
    status, seconds = result(results, "idle")
    assert status is None and 28 <= seconds <= 36


def test_a_connection_without_any_request_is_closed(results):
    status, seconds = result(results, "mute")
    assert status in (None, 408) and 9 <= seconds <= 36


def test_a_quiet_stream_sends_a_heartbeat_every_15_s(results):
    got = result(results, "heartbeats")
    assert len(got["events"]) in (2, 3), got["events"]
    assert b"\n: beat\n" in got["raw"] or b"\n:beat\n" in got["raw"]
    assert len(got["lines"]) in (2, 3), "a blank line is the heartbeat of NDJSON"
    assert got["next"] == ("1", "1")


def test_a_heartbeat_leaves_a_live_board_as_it_is(results):
    sent, same, after = result(results, "live_board")
    assert sent == [HEARTBEAT.encode()] * 2 and same and after.startswith("A")


def test_a_poll_waits_up_to_25_s(results):
    status, seconds = result(results, "poll_of_25_seconds")
    assert status == 304 and 24 <= seconds <= 28


def test_a_client_that_reads_no_answer_for_30_s_is_disconnected(results):
    assert result(results, "unread_answers") < 400


def test_a_stream_that_is_not_read_for_30_s_or_falls_256_kib_behind_ends(results):
    seconds, ended = result(results, "unread_stream")
    assert ended, seconds


def test_slow_clients_do_not_delay_others(results):
    assert results["slowest"] < 1.0
