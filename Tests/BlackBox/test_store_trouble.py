"""Trouble with the disk is told, nothing changes meanwhile, reading goes on; no restart ends it."""

import contextlib
import signal
import threading
import time

import pytest

from client import Wire, accepted, ask, eventually, lobby, new_game, problem
from pictures import picture
from streams import Stream
from trouble import Trouble

pytestmark = pytest.mark.sqlite("system calls on the database's file fail")

REFUSED = ("store-unavailable", "store-busy")  # it has not happened
UNKNOWN = "outcome-unknown"
WRITES = {"disk full": "ENOSPC", "writes fail": "EIO", "read-only": "EROFS"}
KINDS = {name: f"pwrite64:error={error}" for name, error in WRITES.items()}
KINDS |= {"syncs fail": "fdatasync:error=EIO"}
EVERY_FAULT = pytest.mark.parametrize("fault", KINDS.values(), ids=KINDS)
BOTH_FAULTS = pytest.mark.parametrize("fault", list(KINDS.values())[::3], ids=list(KINDS)[::3])


@pytest.fixture
def game(own_free_server):
    made = new_game(own_free_server)
    made.ann = made.seat("Ann")
    accepted(made.edit(0, "A", move="before"))
    return made


def ready(server):
    return ask(server, "GET", "/readyz").status == 200


def troubled(server):
    return "fivebyfive_store_in_trouble 1" in ask(server, "GET", "/metrics").text.replace(".0", "")


@contextlib.contextmanager
def waiting_edit(game):
    """An edit that finds the trouble, while nobody waits for its answer."""
    with Wire(game.server) as wire:
        wire.request("POST", game.path + "/board/cells/1", {"value": "B", "move": "waiting"})
        eventually(lambda: not ready(game.server), 2, "trouble")
        yield wire


def told(answer):
    """The code of a 503 for the store's sake."""
    return problem(answer, 503, (*REFUSED, UNKNOWN))["code"]


def edited(game):
    """The cells that were written, in their order."""
    return [event["cell"] for event in game.history() if event["type"] == "cell.changed"]


def is_remembered(game, move, cell, letter):
    """Settles a move whose outcome is unknown: it is made now, unless it has been."""
    return accepted(game.edit(cell, letter, move=move))["sequence"]


@EVERY_FAULT
def test_edits_are_told_and_nothing_changes_for_anybody(own_free_server, game, fault):
    with Trouble(own_free_server, fault), Stream(own_free_server, game.path + "/events") as stream:
        stream.next()
        before = picture(game, game.ann.token)
        told(game.edit(1, "B", move="m1"))
        for number in range(5):
            told(game.edit(2 + number, "C"))
        told(game.ann.edit(8, "D")), told(game.ask("PATCH", "/board", {"cells": {"9": "E"}}))
        told(game.ask("POST", "/seats", {"name": "Late"}))
        assert picture(game, game.ann.token) == before and stream.quiet(0.3)


@BOTH_FAULTS
def test_reading_goes_on(own_free_server, game, fault):
    with Trouble(own_free_server, fault), waiting_edit(game):
        with Wire(own_free_server) as wire:
            board = game.ask("GET", "/board")
            assert board.status == 200 and board.json["text"][:2] == "A."
            assert game.ask("GET", "/board", headers={"If-None-Match": board.etag}).status == 304
            began = time.monotonic()
            assert ask(own_free_server, "GET", game.path + "/board?after=2&wait=1", wire=wire).status == 304
            assert 0.9 < time.monotonic() - began < 2
            assert ask(own_free_server, "GET", "/", wire=wire).status == 200
            assert ask(own_free_server, "GET", "/healthz", wire=wire).status == 200
            assert len(game.history()) == 2 and game.ask("GET", "/board?at=1").status == 200
        with Stream(own_free_server, game.path + "/events", headers={"Last-Event-ID": "1"}) as stream:
            assert stream.next().id == "2"


@BOTH_FAULTS
def test_readiness_and_metrics_tell_of_it_as_long_as_it_lasts(own_free_server, game, fault):
    assert ready(own_free_server) and not troubled(own_free_server)
    with Trouble(own_free_server, fault), waiting_edit(game):
        deadline = time.monotonic() + 1.5
        while time.monotonic() < deadline:
            answer = ask(own_free_server, "GET", "/readyz")
            assert answer.status == 503 and troubled(own_free_server)
            time.sleep(0.1)
    eventually(lambda: ready(own_free_server), 5, "recovery")
    assert not troubled(own_free_server)


def test_the_reason_is_one_plain_sentence(own_free_server, game):
    with Trouble(own_free_server, "pwrite64:error=ENOSPC"), waiting_edit(game):
        detail = problem(ask(own_free_server, "GET", "/readyz"), 503)["detail"]
        assert "full" in detail and str(own_free_server.data) not in detail, detail
        assert len(detail.split()) >= 4 and detail.endswith("."), detail


@EVERY_FAULT
def test_all_works_again_without_a_restart_and_nothing_else_has_happened(own_free_server, game, fault):
    with Stream(own_free_server, game.path + "/events") as stream:
        stream.next()
        with Trouble(own_free_server, fault):
            codes = [told(game.edit(cell, "B", move=f"m{cell}")) for cell in (1, 2)]
        eventually(lambda: ready(own_free_server), 5, "recovery")
        unknown = [cell for cell, code in zip((1, 2), codes, strict=True) if code == UNKNOWN]
        for cell in unknown:
            is_remembered(game, f"m{cell}", cell, "B")
        sequence = accepted(game.edit(3, "C"))["sequence"]
        assert edited(game) == [0, *unknown, 3]
        assert [int(event.id) for event in stream.take_events(sequence - 2)] == list(range(3, sequence + 1))
    after = picture(game)
    own_free_server.restart(signal.SIGKILL)
    assert picture(game) == after and own_free_server.running


@BOTH_FAULTS
def test_a_kill_in_the_midst_of_it_loses_nothing_and_adds_nothing(own_free_server, game, fault):
    with Trouble(own_free_server, fault):
        code = told(game.edit(1, "B", move="m1"))
        assert told(game.edit(2, "B", move="m2")) in REFUSED
        own_free_server.stop(signal.SIGKILL)
    own_free_server.start()
    assert edited(game) in ([[0]] if code in REFUSED else [[0], [0, 1]])
    is_remembered(game, "m1", 1, "B"), is_remembered(game, "m2", 2, "B")
    assert game.board()["text"] == "ABB../...../...../...../....." and game.sequence == 4


@BOTH_FAULTS
def test_a_move_that_was_acknowledged_before_is_never_told_not_to_have_happened(own_free_server, game, fault):
    """`store-unavailable` says that a move has surely not happened; of a repeated one that would be a lie."""
    with Trouble(own_free_server, fault), waiting_edit(game):
        again = game.edit(0, "A", move="before")
        assert again.status == 200 or problem(again, 503)["code"] == UNKNOWN, again
    eventually(lambda: ready(own_free_server), 5, "recovery")
    assert accepted(game.edit(0, "A", move="before"))["sequence"] == 2


def test_a_retry_of_what_is_unknown_is_not_told_that_it_has_not_happened(own_free_server, game):
    """The commit is in the log and only its sync fails, so that it has happened once a sync succeeds."""
    with Trouble(own_free_server, "fdatasync:error=EIO"), waiting_edit(game):
        again = game.edit(1, "B", move="waiting")
        assert again.status == 200 or problem(again, 503)["code"] == UNKNOWN, again
    eventually(lambda: ready(own_free_server), 5, "recovery")
    assert is_remembered(game, "waiting", 1, "B") == 3


@BOTH_FAULTS
def test_who_edits_at_once_in_many_games_is_told_alike(own_free_server, fault):
    games, answers = [new_game(own_free_server) for _ in range(8)], []

    def edit(game):
        answers.append(told(game.edit(5, "B")))

    with Trouble(own_free_server, fault):
        threads = [threading.Thread(target=edit, args=(game,)) for game in games for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(8)
        assert len(answers) == 16
        assert {game.board()["sequence"] for game in games} == {0}
    eventually(lambda: ready(own_free_server), 5, "recovery")
    unknown = answers.count(UNKNOWN)
    assert sum(game.sequence for game in games) <= unknown
    for game in games:
        before = game.sequence
        assert accepted(game.edit(6, "C"))["sequence"] == before + 1 == len(game.history())


def test_no_game_is_made_and_the_house_board_stays(own_free_server):
    with Trouble(own_free_server, "pwrite64:error=ENOSPC"):
        told(ask(own_free_server, "POST", "/games", {"rules": "free", "public": True, "title": "Never was"}))
        told(lobby(own_free_server).edit(0, "A"))
        assert "Never was" not in ask(own_free_server, "GET", "/games").text
    eventually(lambda: ready(own_free_server), 5, "recovery")
    assert "Never was" not in ask(own_free_server, "GET", "/games").text
    assert accepted(lobby(own_free_server).edit(0, "A"))["sequence"] == 1


def test_sigterm_in_the_midst_of_it_ends_in_order(own_free_server, game):
    with Trouble(own_free_server, "pwrite64:error=ENOSPC"):
        told(game.edit(1, "B"))
        own_free_server.send(signal.SIGTERM)
        own_free_server.wait(11)
    own_free_server.start()
    assert [event["type"] for event in game.history()] == ["seat.taken", "cell.changed"]
