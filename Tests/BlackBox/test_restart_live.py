"""Streams and long polls resume after a restart."""

import signal
import threading

import pytest

from client import Closed, Wire, accepted, ask, eventually, new_game, wait_for_polls
from fold import Copy
from streams import Stream

ENDINGS = pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["SIGTERM", "kill -9"])


@pytest.fixture
def game(own_free_server):
    made = new_game(own_free_server)
    for cell in range(5):
        accepted(made.edit(cell, "A"))
    return made


def resume(game, last, **kind):
    return Stream(game.server, game.path + "/events", headers={"Last-Event-ID": str(last)}, **kind)


@ENDINGS
@pytest.mark.parametrize("lines", [False, True], ids=["events", "lines"])
def test_a_stream_resumes_with_exactly_the_missing_events(own_free_server, game, ending, lines):
    with Stream(own_free_server, game.path + "/events", lines=lines) as stream:
        copy = Copy.of(stream.next().data)
        game.edit(5, "B")
        copy.apply(stream.next().data)
        own_free_server.send(ending)
        rest, ended = stream.rest_of_stream()
        assert rest == [] and ended
    own_free_server.restart(ending)
    for cell in (6, 7, 8):
        game.edit(cell, "C")
    with resume(game, copy.sequence, lines=lines) as stream:
        game.edit(9, "D")
        for _ in range(4):
            copy.apply(stream.next().data)
    assert copy.hash == game.board()["hash"]


@ENDINGS
def test_events_from_before_the_restart_arrive_too(own_free_server, game, ending):
    own_free_server.restart(ending)
    game.edit(20, "B")
    with resume(game, 2) as stream:
        assert [event.id for event in stream.take_events(4)] == ["3", "4", "5", "6"]
    with resume(game, 6) as stream:
        game.edit(21, "C")
        assert stream.next().id == "7"


@ENDINGS
def test_a_reader_that_missed_too_much_gets_a_snapshot(own_free_server, game, ending):
    for turn in range(12):
        game.fill("BC"[turn % 2])
    own_free_server.restart(ending)
    with resume(game, 2) as stream:
        first = stream.next()
        assert first.name == "snapshot" and Copy.of(first.data).sequence == 305
    with resume(game, 300) as stream:
        assert [event.id for event in stream.take_events(5)] == ["301", "302", "303", "304", "305"]


@ENDINGS
def test_an_event_id_past_the_last_gets_a_snapshot(own_free_server, game, ending):
    own_free_server.restart(ending)
    with resume(game, 6) as stream:
        assert stream.next().data["sequence"] == 5


@ENDINGS
def test_a_stream_of_several_games_resumes(own_free_server, game, ending):
    other = new_game(own_free_server)
    other.edit(0, "X")
    own_free_server.restart(ending)
    other.edit(1, "Y")
    target = f"/events?games={game.id},{other.id}"
    with Stream(own_free_server, target, headers={"Last-Event-ID": f"{other.id}:1"}) as stream:
        seen = [stream.next() for _ in range(2)]
        assert (f"{other.id}:2", "cell.changed") in [(event.id, event.name) for event in seen]
        other.edit(2, "Z")
        assert stream.next().id == f"{other.id}:3"


@ENDINGS
def test_a_long_poll_continues_from_its_sequence_number(own_free_server, game, ending):
    tag = game.ask("GET", "/board").etag
    own_free_server.restart(ending)
    assert game.ask("GET", "/board", headers={"If-None-Match": tag}).status == 304
    with Wire(own_free_server) as wire:
        wire.request("GET", game.path + "/board?after=5&wait=25")
        wait_for_polls(own_free_server)
        game.edit(24, "Z")
        answer = wire.answer()
    assert answer.status == 200 and answer.json["sequence"] == 6


def test_a_kill_breaks_a_parked_poll_and_sigterm_answers_it(own_free_server, game):
    for ending, expected in ((signal.SIGKILL, "broken"), (signal.SIGTERM, "answered")):
        with Wire(own_free_server) as wire:
            wire.request("GET", game.path + "/board?after=5&wait=25")
            wait_for_polls(own_free_server)
            own_free_server.send(ending)
            assert outcome(wire) == expected
        own_free_server.restart(ending)


def outcome(wire):
    try:
        return "answered" if wire.answer().status in (200, 304, 503) else "something else"
    except Closed:
        return "broken"


def test_a_reader_that_resumes_through_kills_under_load_sees_every_event_once(own_free_server, game):
    """A writer and a reader reconnect by themselves through three kills."""
    stop, copy = threading.Event(), Copy.of(game.board())
    writer = threading.Thread(target=write, args=(game, stop))
    reader = threading.Thread(target=follow, args=(game, copy, stop))
    writer.start(), reader.start()
    for _ in range(4):
        before = copy.sequence
        eventually(lambda: copy.sequence > before + 20, what="twenty events")  # noqa: B023 -- called at once
        own_free_server.restart(signal.SIGKILL)
    stop.set()
    game.edit(24, "Z")  # wakes the reader
    writer.join(), reader.join()
    assert ask(own_free_server, "GET", f"{game.path}/board?at={copy.sequence}").json["hash"] == copy.hash


def write(game, stop):
    number = 0
    while not stop.is_set():
        try:
            game.edit(number % 24, "BCDEFGH"[number // 24 % 7], move=f"move-{number}")
            number += 1
        except (Closed, ConnectionError):
            pass  # the server restarts


def follow(game, copy, stop):
    while not stop.is_set():
        try:
            with resume(game, copy.sequence) as stream:
                while not stop.is_set():
                    event = stream.next()
                    assert event.name != "snapshot", "the server lost an event that the reader had seen"
                    copy.apply(event.data)
        except (Closed, ConnectionError):
            pass  # the server restarts
