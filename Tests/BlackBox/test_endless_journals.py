"""Journals that may grow for ever: their oldest events are deleted once they are long, and the game stays as it is."""

import itertools
import subprocess

import pytest

from client import Game, Wire, accepted, ask, eventually, lobby, metric, new_game, problem, wait_for_polls
from players import new_player
from rooms import make_room
from server_process import ServerProcess, binary
from streams import Stream
from test_admin import admin, files_with

NAME = "Quirinia"
LIMIT = 100  # events that a journal keeps at least


def make_server(*args, keeps=LIMIT):
    return ServerProcess("--no-address-limits", "--game-events", keeps, "--trim-every", "1s", *args)


@pytest.fixture(params=["lobby", "free board", "free board in memory"])
def trimmed(request):
    """A board whose oldest events have been deleted, on a server of its own."""
    with make_server(*(["--store", "memory"] if "memory" in request.param else [])) as server:
        board = lobby(server) if request.param == "lobby" else new_game(server)
        board.ann = board.seat(NAME)
        accepted(board.ann.edit(0, "Q"))
        for number in range(12):
            board.fill("AB"[number % 2])
        accepted(board.ann.edit(3, "Z"))
        board.before = board.board()
        board.keeps = "memory" not in request.param
        # The edits may be deleted in several parts.
        eventually(lambda: len(board.history()) <= 2 * LIMIT)
        yield board


def first_event(board):
    return board.history("?limit=1")[0]["sequence"]


def test_the_last_events_are_kept_and_the_board_is_the_same_also_after_a_restart(trimmed):
    events = trimmed.history()
    assert LIMIT <= len(events) <= 2 * LIMIT
    assert [event["sequence"] for event in events] == list(range(events[0]["sequence"], events[-1]["sequence"] + 1))
    assert trimmed.board() == trimmed.before
    if trimmed.keeps:
        trimmed.server.restart()
        assert trimmed.board() == trimmed.before and trimmed.history() == events
    with Stream(trimmed.server, trimmed.path + "/events", headers={"Last-Event-ID": "2"}) as stream:
        assert stream.next().name == "snapshot", "a deleted event cannot be sent"


def test_the_game_goes_on_and_its_journal_is_trimmed_again(trimmed):
    first = first_event(trimmed)
    problem(trimmed.ask("GET", "/board?at=1"), 404, "no-such-moment")
    assert trimmed.ask("GET", f"/board?at={first}").json["sequence"] == first
    assert accepted(trimmed.ann.edit(7, "X"))["sequence"] == trimmed.before["sequence"] + 1
    assert [seat["name"] for seat in trimmed.show()["seats"]] == [NAME]
    for number in range(12):
        trimmed.fill("CD"[number % 2])
    before = trimmed.board()
    eventually(lambda: first_event(trimmed) > first)
    assert trimmed.board() == before
    accepted(trimmed.ann.act("recolour", {"colour": "#123456"}))


def test_a_poll_that_waits_meanwhile_gets_the_board(trimmed):
    first = first_event(trimmed)
    with Wire(trimmed.server) as wire:
        wire.request("GET", f"{trimmed.path}/board?after=1000000&wait=25")
        wait_for_polls(trimmed.server)
        for number in range(12):
            trimmed.fill("XY"[number % 2])
        eventually(lambda: first_event(trimmed) > first)
        answer = wire.answer()
    assert answer.status == 200 and answer.json["sequence"] <= trimmed.sequence


def test_a_name_among_the_deleted_events_can_be_deleted(trimmed):
    if not trimmed.keeps:
        return
    assert files_with(trimmed.server, NAME)
    admin(trimmed.server, "players", "delete", NAME)
    eventually(lambda: files_with(trimmed.server, NAME) == [])
    assert [seat["name"] for seat in trimmed.show()["seats"]] == ["Deleted player"]


def test_a_trimmed_board_is_exported_and_imported(trimmed):
    exported = trimmed.ask("GET", "/export")
    assert exported.status == 200 and exported.json["setup"]["opening"], exported
    made = ask(trimmed.server, "POST", "/games/import", exported.body)
    assert made.status == 201, made
    copy = Game(trimmed.server, made.json["id"], made.json["host"]["token"])

    def is_the_same():
        assert copy.board() | {"game": ""} == trimmed.board() | {"game": ""}
        assert copy.history() == trimmed.history()

    is_the_same()
    if trimmed.keeps:
        trimmed.server.restart()
        is_the_same()
    accepted(copy.act("lock", token=copy.host))
    if trimmed.keeps:
        verify(trimmed.server)


def test_of_a_trimmed_board_with_many_events_the_export_has_only_what_still_matters():
    with make_server(keeps=1100) as server:
        game = new_game(server)
        for number in itertools.count():
            game.fill("AB"[number % 2])
            if metric(server, "trimmed_journals_total"):
                break
        exported = game.ask("GET", "/export").json
        assert exported["events"] == [] and exported["setup"]["opening"][-1]["sequence"] == game.sequence
        made = ask(server, "POST", "/games/import", exported)
        assert made.status == 201, made
        assert Game(server, made.json["id"]).board() | {"game": ""} == game.board() | {"game": ""}


def verify(server):
    server.stop()
    with server.store.folder() as data:
        done = subprocess.run([binary(), "verify", "--data", data], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout.startswith("ok: "), done


@pytest.mark.sqlite("checks the database")
def test_the_database_verifies(trimmed):
    if trimmed.keeps:
        verify(trimmed.server)


# ----------------------------------------------------------------------------------------------------------- rooms


def play(room, count):
    """Plays as many short games, which are two events of the room each."""
    for _ in range(count):
        game = room.begin()
        accepted(game.act("close", token=room.host.key))
        eventually(lambda: [past["id"] for past in room.show()["games"][:1]] == [game.id])  # noqa: B023


def lasting(shown):
    """A room without what the time changes."""
    return {name: value for name, value in shown.items() if name not in ("sequence", "spectators")}


@pytest.mark.parametrize("store", [[], ["--store", "memory"]], ids=["configured", "memory"])
def test_a_room_lives_on_with_its_past_and_its_standings(store):
    with make_server(*store) as server:
        room = make_room(server, "Ann", "Ben", "Mal", title="For ever")
        assert room.leave(room.people.pop(), by=room.host).status == 204
        assert room.ask("PATCH", "", {"locked": True}, player=room.host).status == 200
        for turn in range(3):
            play(room, LIMIT)
            shown = room.show(room.host)
            eventually(lambda: metric(server, "trimmed_journals_total") > turn, what="deleting the oldest events")  # noqa: B023
            now = room.show(room.host)
            assert lasting(now) == lasting(shown)
            (ann, ben) = now["standings"]
            assert ann["games"] == (turn + 1) * LIMIT and ben["games"] == 0
        assert room.show()["sequence"] > 2 * LIMIT
        problem(room.ask("POST", "/members", {}, player=new_player(server)), 403, "room-locked")
        if store:
            return
        server.restart()
        assert lasting(room.show(room.host)) == lasting(now)
        play(room, 1)
        if (server.data / "games.sqlite").exists():
            verify(server)
