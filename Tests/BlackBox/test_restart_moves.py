"""Move ids survive a restart: the same id from the same sender is still one move."""

import signal

import pytest

from client import accepted, new_game, problem

ENDINGS = pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["SIGTERM", "kill -9"])


def reply(answer):
    return answer.status, answer.etag, answer.body


@pytest.fixture
def game(own_free_server):
    made = new_game(own_free_server)
    made.ann, made.ben = made.seat("Ann"), made.seat("Ben")
    return made


@pytest.fixture
def moves(game):
    """One request of each kind that takes a move id; each can be repeated."""
    key = {"Idempotency-Key": "delete-1"}
    return {
        "a condition": lambda: game.edit(20, "E", move="if-1", headers={"If-Match": '"2"'}),
        "an edit": lambda: game.edit(12, "A", move="edit-1"),
        "an edit of a seat": lambda: game.ann.edit(13, "B", move="edit-1"),
        "an edit that changed nothing": lambda: game.edit(12, "a", move="nothing-1"),
        "a patch": lambda: game.ask("PATCH", "/board", {"cells": {"0": "C", "b1": "D"}, "move": "patch-1"}),
        "a patch of nothing": lambda: game.ask("PATCH", "/board", {"cells": {"24": ""}, "move": "patch-2"}),
        "an action": lambda: game.act("undo", token=game.ann.token, headers={"Idempotency-Key": "undo-1"}),
        "a clearing": lambda: game.ask("DELETE", "/board/cells/0", headers=key),
        "an expectation": lambda: game.edit(21, "F", move="expect-1", expect=""),
        "a lock": lambda: game.act("lock", token=game.host, headers={"Idempotency-Key": "lock-1"}),
    }


def make(moves):
    first = {name: move() for name, move in moves.items()}
    assert {answer.status for answer in first.values()} == {200}, first
    return first


@ENDINGS
def test_a_repeated_move_gets_the_first_answer(own_free_server, game, moves, ending):
    first = make(moves)
    for _ in range(2):
        own_free_server.restart(ending)
        with game.unchanged():
            assert {name: reply(move()) for name, move in moves.items()} == {
                name: reply(answer) for name, answer in first.items()
            }


@ENDINGS
def test_a_repeated_move_with_another_body_is_refused(own_free_server, game, moves, ending):
    make(moves)
    own_free_server.restart(ending)
    with game.unchanged():
        problem(game.edit(12, "Z", move="edit-1"), 422, "move-id-reused")
        problem(game.ann.edit(14, "B", move="edit-1"), 422, "move-id-reused")
        problem(game.edit(12, "Z", move="nothing-1"), 422, "move-id-reused")
        problem(game.ask("PATCH", "/board", {"cells": {"0": "Z"}, "move": "patch-1"}), 422, "move-id-reused")
        problem(game.edit(20, "Z", move="delete-1"), 422, "move-id-reused")


@ENDINGS
def test_another_sender_may_use_the_same_id(own_free_server, game, ending):
    accepted(game.ann.edit(0, "A", move="same"))
    own_free_server.restart(ending)
    assert accepted(game.ben.edit(1, "B", move="same"))["events"]
    assert accepted(game.edit(2, "C", move="same"))["events"]
    other = new_game(own_free_server)
    assert accepted(other.edit(0, "A", move="same"))["events"]


@ENDINGS
def test_the_next_player_of_a_seat_is_another_sender(own_free_server, game, ending):
    accepted(game.ann.edit(0, "A", move="same"))
    assert game.ask("DELETE", "/seats/1", token=game.ann.token).status == 204
    own_free_server.restart(ending)
    late = game.seat("Late")
    assert late.number == 1 and accepted(late.edit(1, "B", move="same"))["events"]


@ENDINGS
def test_a_refused_move_does_not_use_up_its_id(own_free_server, game, ending):
    problem(game.edit(0, "A", move="m1", expect="Q"), 409, "cell-differs")
    own_free_server.restart(ending)
    assert accepted(game.edit(0, "A", move="m1"))["events"]


def test_an_old_move_among_many_is_remembered(own_free_server, game):
    first = game.edit(12, "A", move="first")
    for turn in range(20):
        body = {"cells": {str(cell): "AB"[turn % 2] for cell in range(25)}, "move": f"turn-{turn}"}
        accepted(game.ask("PATCH", "/board", body))
    own_free_server.restart(signal.SIGKILL)
    with game.unchanged():
        assert reply(game.edit(12, "A", move="first")) == reply(first)
