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
        # The edits may be deleted in several parts.
        eventually(lambda: len(ask(server, "GET", "/history").lines) <= 2 * LIMIT)
        yield server


def first_event(server):
    return ask(server, "GET", "/history?limit=1").lines[0]["sequence"]


def test_the_last_events_are_kept_and_the_board_is_the_same_also_after_a_restart(trimmed):
    events = ask(trimmed, "GET", "/history").lines
    assert LIMIT <= len(events) <= 2 * LIMIT
    assert [event["sequence"] for event in events] == list(range(events[0]["sequence"], events[-1]["sequence"] + 1))
    assert lobby(trimmed).board() == trimmed.before
    trimmed.restart()
    assert lobby(trimmed).board() == trimmed.before and ask(trimmed, "GET", "/history").lines == events
    with Stream(trimmed, "/events", headers={"Last-Event-ID": "2"}) as stream:
        assert stream.next().name == "snapshot", "a deleted event cannot be sent"


def test_the_game_goes_on_and_its_journal_is_trimmed_again(trimmed):
    board, first = lobby(trimmed), first_event(trimmed)
    problem(ask(trimmed, "GET", "/board?at=1"), 404, "no-such-moment")
    assert ask(trimmed, "GET", f"/board?at={first}").json["sequence"] == first
    assert accepted(board.edit(7, "X"))["sequence"] == trimmed.before["sequence"] + 1
    assert [seat["name"] for seat in board.show()["seats"]] == [NAME]
    for number in range(12):
        board.fill("CD"[number % 2])
    before = board.board()
    eventually(lambda: first_event(trimmed) > first)
    assert board.board() == before


def test_a_name_among_the_deleted_events_can_be_deleted(trimmed):
    assert files_with(trimmed, NAME)
    admin(trimmed, "players", "delete", NAME)
    eventually(lambda: files_with(trimmed, NAME) == [])
    assert [seat["name"] for seat in lobby(trimmed).show()["seats"]] == ["Deleted player"]


@pytest.mark.sqlite("checks the database")
def test_the_database_verifies(trimmed, tmp_path):
    trimmed.stop()
    done = subprocess.run([binary(), "verify", "--data", trimmed.data], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout.startswith("ok: "), done
