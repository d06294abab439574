"""What takes its time: all patient clients wait at once, so that the whole file takes about half a minute."""

import threading
import time

import pytest

from client import Closed, Wire, ask, compose, new_game
from server_process import ServerProcess
from streams import Stream

H = "Host: localhost\r\n"
pytestmark = pytest.mark.timeout(90)


def seconds_until_closed(wire, began):
    """Reads a reply if there is one, then the end; gives (status or None, seconds)."""
    try:
        status = wire.answer().status
    except Closed:
        status = None
    if status is not None:
        assert wire.ended(5)
    return status, time.monotonic() - began


def idle(server):
    """A connection that has had one answer and then says nothing."""
    with Wire(server, timeout=45) as wire:
        assert wire.request("GET", "/healthz").answer().status == 200
        return seconds_until_closed(wire, time.monotonic())


def mute(server):
    """A connection that never says anything."""
    with Wire(server, timeout=45) as wire:
        return seconds_until_closed(wire, time.monotonic())


def dripping(server, start, drop, limit):
    """Sends a byte now and then, so that a deadline per read would never pass."""
    with Wire(server, timeout=0.9) as wire:
        began = time.monotonic()
        wire.send(start)
        while time.monotonic() - began < limit:
            try:
                wire.more()
            except TimeoutError:
                pass
            except Closed:
                return None, time.monotonic() - began
            if wire.rest:
                wire.socket.settimeout(5)
                return seconds_until_closed(wire, began)
            try:
                wire.send(drop)
            except OSError:
                pass
        return "still open", limit


def drip_header(server):
    return dripping(server, f"GET /board HTTP/1.1\r\n{H}", "X", 20)


def drip_request_line(server):
    return dripping(server, "GET /", "a", 20)


def drip_body(server):
    return dripping(server, f"POST /board/cells/0 HTTP/1.1\r\n{H}Content-Length: 1000\r\n\r\n", "A", 30)


def drip_chunks(server):
    return dripping(
        server, f"POST /board/cells/0 HTTP/1.1\r\n{H}Transfer-Encoding: chunked\r\n\r\n", "1\r\nA\r\n", 30
    )


def silent_body(server):
    return dripping(server, f"POST /board/cells/0 HTTP/1.1\r\n{H}Content-Length: 1000\r\n\r\n", "", 30)


def beats(server):
    """A stream in each form on which nothing happens for 31 s, and then an edit."""
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
        got["events"], got["lines"], got["raw"] = events.beats, lines.beats, events.raw
    return got


def unread_answers(server):
    """Asks for more than the buffers hold and takes nothing for a while; how many answers had come whole?"""
    asked = 400
    with Wire(server, timeout=45, receive_buffer=4096) as wire:
        wire.send(compose(server, "GET", "/openapi.json") * asked)
        began = time.monotonic()
        while time.monotonic() - began < 33:
            time.sleep(0.5)
        try:
            for number in range(asked):
                wire.answer()
        except Closed:
            return number
        return asked


def unread_stream(server):
    """A stream whose reader takes nothing, with less behind it than would end it by its size."""
    game = new_game(server)
    with Stream(server, game.path + "/events", receive_buffer=4096, timeout=1) as stream, Wire(server) as wire:
        began, number = time.monotonic(), 0
        while 'streams_ended_total{reason="slow"}' not in ask(server, "GET", "/metrics", wire=wire).text:
            if time.monotonic() - began > 45:
                return "still open", number
            # Some bytes are behind, and few more come: it is time that ends it.
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
def waited():
    """The results of all of them, by name; the server answered others all the while."""
    results = {}
    patient = (
        idle,
        mute,
        drip_header,
        drip_request_line,
        drip_body,
        drip_chunks,
        silent_body,
        beats,
        poll_of_25_seconds,
        unread_answers,
        unread_stream,
    )
    with ServerProcess("--no-address-limits") as server:

        def run(wait):
            try:
                results[wait.__name__] = wait(server)
            except Exception as error:  # noqa: BLE001 -- raised again where it is looked at
                results[wait.__name__] = error

        threads = [threading.Thread(target=run, args=(wait,)) for wait in patient]
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


def result(waited, name):
    if isinstance(waited[name], Exception):
        raise waited[name]
    return waited[name]


@pytest.mark.parametrize("name", ["drip_header", "drip_request_line"])
def test_a_head_that_takes_more_than_10_s_is_408(waited, name):
    status, seconds = result(waited, name)
    assert status == 408 and 9 <= seconds <= 14


@pytest.mark.parametrize("name", ["drip_body", "drip_chunks", "silent_body"])
def test_a_body_that_takes_more_than_20_s_is_408(waited, name):
    status, seconds = result(waited, name)
    assert status == 408 and 18 <= seconds <= 26


def test_an_idle_connection_is_closed_after_30_s_without_a_word(waited):
    status, seconds = result(waited, "idle")
    assert status is None and 28 <= seconds <= 36


def test_a_connection_that_never_speaks_is_closed_too(waited):
    status, seconds = result(waited, "mute")
    assert status in (None, 408) and 9 <= seconds <= 36


def test_a_stream_beats_every_15_s_and_lives(waited):
    got = result(waited, "beats")
    assert len(got["events"]) in (2, 3), got["events"]
    assert b"\n: beat\n" in got["raw"] or b"\n:beat\n" in got["raw"]
    assert len(got["lines"]) in (2, 3), "a blank line is the beat of lines"
    assert got["next"] == ("1", "1")


def test_a_poll_may_wait_for_25_s(waited):
    status, seconds = result(waited, "poll_of_25_seconds")
    assert status == 304 and 24 <= seconds <= 28


def test_who_takes_no_byte_of_its_answers_for_30_s_is_cut(waited):
    assert result(waited, "unread_answers") < 400


def test_a_stream_that_is_not_read_for_30_s_or_falls_256_kib_behind_ends(waited):
    seconds, ended = result(waited, "unread_stream")
    assert ended, seconds


def test_the_patient_disturb_nobody(waited):
    assert waited["slowest"] < 1.0
