"""The lobby's journal: its oldest events are deleted once it is long, and the board stays as it is."""

import subprocess

import pytest

from client import accepted, ask, eventually, lobby, problem
from server_process import ServerProcess, binary
from streams import Stream
from test_admin import admin, files_with

NAME = "Quirinia"
LIMIT = 100  # events that the lobby keeps at least


@pytest.fixture
def trimmed():
    """A server whose lobby has had its oldest events deleted, with its board before."""
    with ServerProcess("--no-address-limits", "--game-events", LIMIT, "--trim-every", "1s") as server:
        board = lobby(server)
        board.ann = board.seat(NAME)
        accepted(board.ann.edit(0, "Q"))
        for number in range(12):
            board.fill("AB"[number % 2])
        accepted(board.ann.edit(3, "Z"))
        server.before = board.board()
        eventually(lambda: first_event(server) > 1, seconds=8)
        yield server


def first_event(server):
    return ask(server, "GET", "/history?limit=1").lines[0]["sequence"]


def test_the_last_events_are_kept_and_the_board_is_the_same(trimmed):
    events = ask(trimmed, "GET", "/history").lines
    assert LIMIT <= len(events) <= 2 * LIMIT
    assert [event["sequence"] for event in events] == list(range(events[0]["sequence"], events[-1]["sequence"] + 1))
    assert lobby(trimmed).board() == trimmed.before


def test_players_go_on_and_numbers_continue(trimmed):
    board = lobby(trimmed)
    answer = accepted(board.edit(7, "X"))
    assert answer["sequence"] == trimmed.before["sequence"] + 1
    assert [seat["name"] for seat in board.show()["seats"]] == [NAME]


def test_a_restart_changes_nothing(trimmed):
    board, events = lobby(trimmed).board(), ask(trimmed, "GET", "/history").lines
    trimmed.restart()
    assert lobby(trimmed).board() == board and ask(trimmed, "GET", "/history").lines == events


def test_a_deleted_moment_cannot_be_seen_and_later_ones_can(trimmed):
    first = first_event(trimmed)
    problem(ask(trimmed, "GET", "/board?at=1"), 404, "no-such-moment")
    assert ask(trimmed, "GET", f"/board?at={first}").json["sequence"] == first


def test_a_stream_from_a_deleted_event_gets_a_snapshot(trimmed):
    with Stream(trimmed, "/events", headers={"Last-Event-ID": "2"}) as stream:
        assert stream.next().name == "snapshot"


def test_the_journal_is_trimmed_again(trimmed):
    board, first = lobby(trimmed), first_event(trimmed)
    for number in range(12):
        board.fill("CD"[number % 2])
    before = board.board()
    eventually(lambda: first_event(trimmed) > first, seconds=8)
    assert board.board() == before


def test_a_name_among_the_deleted_events_can_be_deleted(trimmed):
    assert files_with(trimmed, NAME)
    admin(trimmed, "players", "delete", NAME)
    eventually(lambda: files_with(trimmed, NAME) == [], 8)
    assert [seat["name"] for seat in lobby(trimmed).show()["seats"]] == ["Deleted player"]


@pytest.mark.sqlite("checks the database")
def test_the_database_verifies(trimmed, tmp_path):
    trimmed.stop()
    done = subprocess.run([binary(), "verify", "--data", trimmed.data], capture_output=True, text=True, timeout=20)
    assert done.returncode == 0 and done.stdout.startswith("ok: "), done
