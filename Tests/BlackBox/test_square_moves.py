"""Move ids in a word square: the same id from the same sender is one move."""

import signal
import threading

import pytest

from client import problem
from square_table import Table, accepted


def keyed(game, seat, action, body, key):
    return game.act(action, body, game.person(seat).token, {"Idempotency-Key": key})


def told(answer):
    return answer.status, answer.etag, answer.body


@pytest.fixture
def game(own_free_server):
    return Table(own_free_server, "Ann", "Ben")


@pytest.mark.parametrize(
    "ending", [None, signal.SIGTERM, signal.SIGKILL], ids=["at once", "SIGTERM", "kill -9"]
)
def test_a_repeated_move_gets_the_first_answer(own_free_server, game, ending):
    moves = [
        lambda: keyed(game, 1, "call", {"letter": "E"}, "call-1"),
        lambda: keyed(game, 1, "place", {"cell": 7}, "place-1"),
        lambda: game.people[1].edit("c3", "E", move="edit-1"),
        lambda: keyed(game, 2, "call", {"letter": "S"}, "call-1"),
    ]
    first = [move() for move in moves]
    assert [answer.status for answer in first] == [200] * 4
    if ending:
        own_free_server.restart(ending)
    before = game.history()
    assert [told(move()) for move in moves] == [told(answer) for answer in first]
    assert game.history() == before


def test_a_move_id_may_be_in_the_body(game):
    first = game.call(1, "E", move="m1")
    accepted(first)
    assert told(game.call(1, "E", move="m1")) == told(first)
    placed = game.place(2, 3, move="m1")
    accepted(placed)
    assert told(game.place(2, 3, move="m1")) == told(placed)


def test_a_move_id_with_another_body_is_refused(game):
    accepted(keyed(game, 1, "call", {"letter": "E"}, "k"))
    before = game.history()
    problem(keyed(game, 1, "call", {"letter": "S"}, "k"), 422, "move-id-reused")
    problem(keyed(game, 1, "place", {"cell": 0}, "k"), 422, "move-id-reused")
    assert game.history() == before


def test_a_refused_move_was_none(game):
    problem(keyed(game, 2, "call", {"letter": "E"}, "k"), 409, "not-your-turn")
    accepted(keyed(game, 1, "call", {"letter": "E"}, "k"))
    accepted(keyed(game, 2, "place", {"cell": 0}, "k"))


def test_a_rivals_move_id_gives_no_rivals_answer(game):
    """Who repeats another's move, body and id, gets an answer of its own."""
    accepted(game.call(1, "E"))
    accepted(keyed(game, 2, "place", {"cell": 9}, "secret"))
    mine = accepted(keyed(game, 1, "place", {"cell": 9}, "secret"))
    assert [event["board"] for event in mine["events"] if event["type"] == "cell.changed"] == [1]
    problem(game.act("place", {"cell": 9}, headers={"Idempotency-Key": "secret"}), 401, "token-needed")


def test_the_start_and_a_departure_happen_once(own_free_server):
    game = Table(own_free_server, "Ann", "Ben", begin=False)
    key = {"Idempotency-Key": "go"}
    first = game.act("start", token=game.host, headers=key)
    accepted(first)
    assert told(game.act("start", token=game.host, headers=key)) == told(first)
    events = [event["type"] for event in game.history()]
    assert events.count("game.started") == 1
    resigned = keyed(game, 2, "resign", {}, "away")
    accepted(resigned)
    assert told(keyed(game, 2, "resign", {}, "away")) == told(resigned)


def test_moves_at_the_same_time_are_one_after_the_other(game):
    """Ten threads place Ann's letter in ten cells: one wins, the others are told so."""
    accepted(game.call(1, "E"))
    answers = []
    threads = [
        threading.Thread(target=lambda cell=cell: answers.append(game.place(1, cell))) for cell in range(10)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status for answer in answers) == [200] + [409] * 9
    for answer in answers:
        if answer.status == 409:
            problem(answer, 409, ("already-placed", "cell-taken"))
    assert sum(letter != "" for letter in game.board_of(1)) == 1
