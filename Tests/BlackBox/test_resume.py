"""A stream resumes after Last-Event-ID without gaps or duplicates, or starts with a snapshot."""

import threading

import pytest

from client import Wire, accepted, lobby, resident
from fold import Copy
from streams import Stream


def open_stream(game, last=None, query="", **kind):
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    return Stream(game.server, game.path + "/events" + query, headers=headers, **kind)


@pytest.fixture
def played(game):
    for cell in range(10):
        game.edit(cell, "A")
    return game


@pytest.mark.parametrize("kind", [{"last": 4}, {"query": "?after=4"}])
@pytest.mark.parametrize("lines", [False, True])
def test_a_stream_resumes_with_exactly_the_missing_events(played, kind, lines):
    with open_stream(played, **kind, lines=lines) as stream:
        played.edit(20, "B")
        assert [event.id for event in stream.take_events(7)] == ["5", "6", "7", "8", "9", "10", "11"]


def test_a_stream_that_resumes_after_0_gets_every_event(played):
    with open_stream(played, 0) as stream:
        assert [event.id for event in stream.take_events(10)] == [str(number) for number in range(1, 11)]


def test_a_reader_that_has_missed_nothing_gets_only_new_events(played):
    with open_stream(played, 10) as stream:
        played.edit(20, "B")
        assert stream.next().id == "11"


@pytest.mark.parametrize(
    "last",
    ["abc", "-1", "4.5", "0x4", "4 5", "+4", "", "11", "999999", "9" * 30, "lobby:4", "\u00e9", "4;5", "null", "x" * 3000],
)
def test_a_last_event_id_that_cannot_be_resumed_gets_a_snapshot(played, last):
    with open_stream(played, last) as stream:
        assert stream.status == 200
        first = stream.next()
        assert first.name == "snapshot" and first.data["sequence"] == 10
        played.edit(20, "B")
        assert stream.next().id == "11"


@pytest.mark.parametrize("after", ["abc", "-1", "11", "9" * 30])
def test_an_after_parameter_that_cannot_be_resumed_gets_a_snapshot(played, after):
    with open_stream(played, query=f"?after={after}") as stream:
        assert stream.status == 200 and stream.next().name == "snapshot"


def test_a_reader_that_reconnects_repeatedly_sees_every_event_exactly_once(game):
    """The reader drops its connection every few events while a writer runs."""
    done = threading.Event()

    def write():
        with Wire(game.server) as wire:
            for number in range(300):
                assert game.edit(number % 25, "ABCDEFGHIJ"[number // 25 % 10], wire=wire).status == 200
        done.set()

    with open_stream(game) as stream:
        copy = Copy.of(stream.next().data)
    writer = threading.Thread(target=write)
    writer.start()
    numbers, turn = [], 0
    while copy.sequence < 300:
        turn += 1
        with open_stream(game, copy.sequence) as stream:
            for event in stream.take_events(min(1 + turn % 13, 300 - copy.sequence)):
                assert event.name != "snapshot"
                copy.apply(event.data)
                numbers.append(int(event.id))
            if turn % 3 == 0:
                stream.reset()
    writer.join()
    assert done.is_set() and numbers == list(range(1, 301)) and turn > 20
    assert copy.hash == game.board()["hash"]


def test_events_follow_a_snapshot_without_a_gap_while_a_writer_runs(game):
    stop = threading.Event()

    def write():
        with Wire(game.server) as wire:
            number = 0
            while not stop.is_set():
                game.edit(number % 25, "ABCDEFGHIJ"[number // 25 % 10], wire=wire)
                number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(15):
            with open_stream(game) as stream:
                copy = Copy.of(stream.next().data)
                for event in stream.take_events(20):
                    copy.apply(event.data)
    finally:
        stop.set()
        writer.join()


@pytest.mark.unsanitized("measures memory")
def test_a_reader_that_falls_behind_gets_a_snapshot_or_is_cut_off_and_memory_stays_bounded(own_free_server):
    """The reader reads nothing during about 6 MB of events, more than kernel buffers and backlog hold."""
    game = lobby(own_free_server)
    with open_stream(game, receive_buffer=4096) as slow, open_stream(game) as fast:
        before = resident(own_free_server)
        with Wire(own_free_server) as wire:
            for turn in range(1, 1201):
                cells = {"cells": {str(index): "AB"[turn % 2] for index in range(25)}}
                final = accepted(game.ask("PATCH", "/board", cells, wire=wire))["sequence"]
                if turn % 100 == 0:
                    fast.events_until(final)
        grown = resident(own_free_server) - before
        events, ended = slow.events_until(final)
        copy, snapshots = Copy.of(events[0].data), 0
        for event in events[1:]:
            if event.name == "snapshot":
                assert event.data["sequence"] >= copy.sequence, "no client sees an older state than before"
                copy, snapshots = Copy.of(event.data), snapshots + 1
            else:
                copy.apply(event.data)
        assert snapshots or ended, "the reader was behind by more than 256 KiB"
        if not ended:
            assert copy.sequence == game.sequence
    assert grown < 60e6, f"{grown / 1e6:.0f} MB more, for 6 MB of history"
    with open_stream(game, copy.sequence) as stream:
        first = stream.next() if copy.sequence < game.sequence else None
        if first and first.name != "snapshot":
            copy.apply(first.data)
