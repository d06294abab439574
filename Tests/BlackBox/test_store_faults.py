"""Disk faults: edits are refused, nothing changes, reads still work, and recovery needs no restart."""

import contextlib
import signal
import threading

import pytest

from client import Wire, accepted, ask, eventually, lobby, metric, new_game, problem
from players import new_player
from streams import Stream
from syscall_faults import SyscallFaults
from visible_state import visible_state

pytestmark = pytest.mark.sqlite("makes system calls on the database file fail")

REFUSED = ("store-unavailable", "store-busy")  # the edit was not applied
UNKNOWN = "outcome-unknown"
WRITES = {"disk full": "ENOSPC", "writes fail": "EIO", "read-only": "EROFS"}
KINDS = {name: f"pwrite64:error={error}" for name, error in WRITES.items()}
KINDS |= {"syncs fail": "fdatasync:error=EIO"}
EVERY_FAULT = pytest.mark.parametrize("fault", KINDS.values(), ids=KINDS)
WRITE_AND_SYNC_FAULTS = pytest.mark.parametrize("fault", list(KINDS.values())[::3], ids=list(KINDS)[::3])


@pytest.fixture
def game(own_free_server):
    made = new_game(own_free_server)
    made.ann = made.seat("Ann")
    accepted(made.edit(0, "A", move="before"))
    return made


def ready(server):
    return ask(server, "GET", "/readyz").status == 200


def recover(server):
    """Waits until the server can save again, which needs no restart."""
    eventually(lambda: ready(server), what="recovery")


@contextlib.contextmanager
def waiting_edit(game):
    """Sends an edit that runs into the fault, and waits until the server has noticed."""
    with Wire(game.server) as wire:
        wire.request("POST", game.path + "/board/cells/1", {"value": "B", "move": "waiting"})
        eventually(lambda: not ready(game.server), what="the fault")
        yield wire


def store_refusal(answer):
    """Asserts a 503 because of the store; returns its code."""
    return problem(answer, 503, (*REFUSED, UNKNOWN))["code"]


def edited_cells(game):
    return [event["cell"] for event in game.history() if event["type"] == "cell.changed"]


def settle(game, move, cell, letter):
    """Repeats a move with an unknown outcome, so that it is applied exactly once; returns the sequence."""
    return accepted(game.edit(cell, letter, move=move))["sequence"]


@EVERY_FAULT
def test_edits_are_refused_and_nothing_changes(own_free_server, game, fault):
    with SyscallFaults(own_free_server, fault):
        before = visible_state(game, game.ann.token)
        store_refusal(game.edit(1, "B", move="m1"))
        for number in range(5):
            store_refusal(game.edit(2 + number, "C"))
        store_refusal(game.ann.edit(8, "D"))
        store_refusal(game.ask("PATCH", "/board", {"cells": {"9": "E"}}))
        store_refusal(game.ask("POST", "/seats", {"name": "Late"}))
        assert visible_state(game, game.ann.token) == before


@WRITE_AND_SYNC_FAULTS
def test_reads_still_work(own_free_server, game, fault):
    with SyscallFaults(own_free_server, fault), waiting_edit(game):
        with Wire(own_free_server) as wire:
            board = game.ask("GET", "/board")
            assert board.status == 200 and board.json["text"][:2] == "A."
            assert game.ask("GET", "/board", headers={"If-None-Match": board.etag}).status == 304
            assert ask(own_free_server, "GET", game.path + "/board?after=2&wait=1", wire=wire).status == 200
            assert ask(own_free_server, "GET", "/", wire=wire).status == 200
            assert ask(own_free_server, "GET", "/healthz", wire=wire).status == 200
            assert len(game.history()) == 2 and game.ask("GET", "/board?at=1").status == 200
        with Stream(own_free_server, game.path + "/events", headers={"Last-Event-ID": "1"}) as stream:
            assert stream.next().id == "2"


@WRITE_AND_SYNC_FAULTS
def test_readiness_and_metrics_report_the_fault_while_it_lasts(own_free_server, game, fault):
    assert ready(own_free_server) and metric(own_free_server, "store_in_trouble") == 0
    with SyscallFaults(own_free_server, fault) as faults, waiting_edit(game):
        failed = faults.count
        # The server tries to save again every now and then.
        while faults.count < failed + 3:
            assert not ready(own_free_server) and metric(own_free_server, "store_in_trouble") == 1
    recover(own_free_server)
    assert metric(own_free_server, "store_in_trouble") == 0


def test_the_reason_is_one_plain_sentence(own_free_server, game):
    with SyscallFaults(own_free_server, "pwrite64:error=ENOSPC"), waiting_edit(game):
        detail = problem(ask(own_free_server, "GET", "/readyz"), 503)["detail"]
        assert "full" in detail and str(own_free_server.data) not in detail, detail
        assert len(detail.split()) >= 4 and detail.endswith("."), detail


@EVERY_FAULT
def test_edits_work_again_without_a_restart_and_refused_edits_leave_no_trace(own_free_server, game, fault):
    with Stream(own_free_server, game.path + "/events") as stream:
        stream.next()
        with SyscallFaults(own_free_server, fault):
            codes = [store_refusal(game.edit(cell, "B", move=f"m{cell}")) for cell in (1, 2)]
        recover(own_free_server)
        unknown = [cell for cell, code in zip((1, 2), codes, strict=True) if code == UNKNOWN]
        for cell in unknown:
            settle(game, f"m{cell}", cell, "B")
        sequence = accepted(game.edit(3, "C"))["sequence"]
        assert edited_cells(game) == [0, *unknown, 3]
        assert [int(event.id) for event in stream.take_events(sequence - 2)] == list(range(3, sequence + 1))
    after = visible_state(game)
    own_free_server.restart(signal.SIGKILL)
    assert visible_state(game) == after and own_free_server.running


@WRITE_AND_SYNC_FAULTS
def test_a_kill_during_the_fault_loses_nothing_and_adds_nothing(own_free_server, game, fault):
    with SyscallFaults(own_free_server, fault):
        code = store_refusal(game.edit(1, "B", move="m1"))
        assert store_refusal(game.edit(2, "B", move="m2")) in REFUSED
        own_free_server.stop(signal.SIGKILL)
    own_free_server.start()
    assert edited_cells(game) in ([[0]] if code in REFUSED else [[0], [0, 1]])
    settle(game, "m1", 1, "B"), settle(game, "m2", 2, "B")
    assert game.board()["text"] == "ABB../...../...../...../....." and game.sequence == 4


@WRITE_AND_SYNC_FAULTS
def test_a_repeat_of_an_acknowledged_move_is_never_reported_as_not_applied(own_free_server, game, fault):
    """`store-unavailable` means that the move was not applied, which is false for this repeat."""
    with SyscallFaults(own_free_server, fault), waiting_edit(game):
        again = game.edit(0, "A", move="before")
        assert again.status == 200 or problem(again, 503)["code"] == UNKNOWN, again
    recover(own_free_server)
    assert accepted(game.edit(0, "A", move="before"))["sequence"] == 2


def test_a_retry_of_an_unknown_outcome_is_not_reported_as_not_applied(own_free_server, game):
    """The commit is in the log and only its sync fails, so it takes effect once a sync succeeds."""
    with SyscallFaults(own_free_server, "fdatasync:error=EIO"), waiting_edit(game):
        again = game.edit(1, "B", move="waiting")
        assert again.status == 200 or problem(again, 503)["code"] == UNKNOWN, again
    recover(own_free_server)
    assert settle(game, "waiting", 1, "B") == 3


@WRITE_AND_SYNC_FAULTS
def test_concurrent_edits_in_many_games_are_all_refused(own_free_server, fault):
    games, answers = [new_game(own_free_server) for _ in range(8)], []

    def edit(game):
        answers.append(store_refusal(game.edit(5, "B")))

    with SyscallFaults(own_free_server, fault):
        threads = [threading.Thread(target=edit, args=(game,)) for game in games for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(answers) == 16
        assert {game.board()["sequence"] for game in games} == {0}
    recover(own_free_server)
    unknown = answers.count(UNKNOWN)
    assert sum(game.sequence for game in games) <= unknown
    for game in games:
        before = game.sequence
        assert accepted(game.edit(6, "C"))["sequence"] == before + 1 == len(game.history())


def test_no_game_is_created_and_the_lobby_stays(own_free_server):
    with SyscallFaults(own_free_server, "pwrite64:error=ENOSPC"):
        store_refusal(ask(own_free_server, "POST", "/games", {"rules": "free", "public": True, "title": "Never was"}))
        store_refusal(lobby(own_free_server).edit(0, "A"))
        assert "Never was" not in ask(own_free_server, "GET", "/games").text
    recover(own_free_server)
    assert "Never was" not in ask(own_free_server, "GET", "/games").text
    assert accepted(lobby(own_free_server).edit(0, "A"))["sequence"] == 1


def test_sigterm_during_the_fault_ends_the_server_and_keeps_committed_events(own_free_server, game):
    with SyscallFaults(own_free_server, "pwrite64:error=ENOSPC"):
        store_refusal(game.edit(1, "B"))
        own_free_server.send(signal.SIGTERM)
        own_free_server.wait()
    own_free_server.start()
    assert [event["type"] for event in game.history()] == ["seat.taken", "cell.changed"]


def test_a_rename_that_reaches_the_player_but_no_seat_is_refused_and_can_be_repeated(own_free_server, game):
    ben = new_player(own_free_server, "Ben")
    seat = ben.sit(game)["seat"]
    # The first commit is that of the player, the second one that of the seat.
    with SyscallFaults(own_free_server, "fdatasync:error=EIO:when=2+"):
        store_refusal(ben.ask("PATCH", "/players/me", {"name": "Benjamin"}))
    recover(own_free_server)
    assert ben.ask("PATCH", "/players/me", {"name": "Benjamin"}).status == 200
    assert {each["seat"]: each["name"] for each in game.show()["seats"]}[seat] == "Benjamin"
