"""Every refusal of the word square: its status, its code, and that nothing has happened."""

import pytest

from client import problem
from square_table import Table, accepted, unchanged


@pytest.fixture
def two(server):
    """Ann and Ben; Ann's turn to call."""
    return Table(server, "Ann", "Ben")


@pytest.fixture
def called(two):
    """Ann has called E."""
    accepted(two.call(1, "E"))
    return two


def test_nothing_is_called_or_placed_before_the_start(server):
    game = Table(server, "Ann", "Ben", begin=False)
    with unchanged(game):
        problem(game.call(1, "E"), 409, "game-not-started")
        problem(game.place(1, 0), 409, "game-not-started")
        problem(game.people[0].edit(0, "E"), (404, 409), ("game-not-started", "no-such-board"))


def test_nobody_calls_out_of_turn(two):
    with unchanged(two):
        problem(two.call(2, "E"), 409, "not-your-turn")
        problem(two.act("call", {"letter": "E"}), 401, "token-needed")
        problem(two.act("call", {"letter": "E"}, token="x" * 32), 401, "unknown-token")
        problem(two.act("call", {"letter": "E"}, token=two.host), (401, 403, 409))


def test_nobody_calls_before_all_have_placed(called):
    with unchanged(called):
        problem(called.call(1, "S"), 409, "already-called")
        problem(called.call(2, "S"), 409, ("already-called", "not-your-turn"))
    accepted(called.place(1, 0))
    with unchanged(called):
        problem(called.call(1, "S"), 409, "already-called")


def test_nobody_calls_alone(server):
    game = Table(server, "Ann")
    with unchanged(game):
        problem(game.call(1, "E"), 409, ("not-your-turn", "already-called"))


@pytest.mark.parametrize(
    "letter", ["", "EE", "7", ".", "#", " ", "é!", "Ω", "Ж", "😀", "\u0301", "E\u0000", "<b>"]
)
def test_only_one_letter_of_the_alphabet_is_called(two, letter):
    with unchanged(two):
        problem(two.call(1, letter), (400, 422), ("not-a-letter", "invalid-value", "malformed-json"))


@pytest.mark.parametrize(
    "body", [{}, {"letter": 5}, {"letter": None}, {"letter": ["E"]}, {"letters": "E"}], ids=str
)
def test_a_call_without_a_letter_is_refused(two, body):
    with unchanged(two):
        problem(two.people[0].act("call", body), 422)


def test_nothing_is_placed_before_a_letter_is_called(two):
    with unchanged(two):
        problem(two.place(1, 0), 409, "no-letter-called")
        problem(two.people[0].edit(0, "E"), 409, "no-letter-called")


def test_only_the_called_letter_is_placed(called):
    with unchanged(called):
        body = problem(called.people[0].edit(0, "S"), 409, "not-the-letter")
        assert (body["cell"]["index"], body["cell"]["value"]) == (0, "")
        problem(called.people[0].edit(0, "7"), 422, "not-a-letter")
        problem(called.people[0].edit(0, "EE"), 422, "not-a-letter")


def test_a_letter_is_placed_once(called):
    accepted(called.place(1, 0))
    with unchanged(called):
        problem(called.place(1, 1), 409, "already-placed")
        problem(called.people[0].edit(1, "E"), 409, "already-placed")


def test_a_filled_cell_takes_no_other_letter(called):
    accepted(called.place(1, 0)), accepted(called.place(2, 0))
    accepted(called.call(2, "S"))
    with unchanged(called):
        body = problem(called.place(1, 0), 409, "cell-taken")
        assert (body["cell"]["index"], body["cell"]["value"]) == (0, "E")
        problem(called.people[0].edit("a1", "S"), 409, "cell-taken")


def test_what_is_placed_stays(called):
    accepted(called.place(1, 0))
    with unchanged(called):
        problem(called.people[0].edit(0, ""), 409, "cell-taken")
        problem(called.ask("DELETE", "/board/cells/0", token=called.people[0].token), 409, "cell-taken")


def test_a_stranger_places_nothing(called):
    with unchanged(called):
        problem(called.act("place", {"cell": 0}), 401, "token-needed")
        problem(called.edit(0, "E"), 401, "token-needed")
        problem(called.edit(0, "E", token="x" * 32), 401, "unknown-token")
        problem(called.act("place", {"cell": 0}, token=called.host), (401, 403))
        problem(called.edit(0, "E", token=called.host), (401, 403, 404))


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"cell": 25},
        {"cell": -1},
        {"cell": 1.5},
        {"cell": 10**30},
        {"cell": None},
        {"cell": True},
        {"cell": []},
        {"cell": {"cell": 1}},
        {"cell": ""},
        {"cell": "f6"},
        {"cell": "a0"},
        {"cell": "<b>"},
        {"cell": 0, "board": 2},
        {"cell": 0, "by": 2},
        {"cell": 0, "seat": 2},
        {"cell": 0, "value": "E"},
        {"sell": 0},
    ],
    ids=str,
)
def test_a_place_that_is_none_is_refused(called, body):
    with unchanged(called):
        problem(called.people[0].act("place", body), (404, 422))


def test_a_letter_of_ones_own_is_for_the_last_cell_only(called):
    with unchanged(called):
        problem(called.place(1, 0, "S"), (409, 422))


def test_cells_may_be_named_as_squares(called):
    accepted(called.place(1, "c3")), accepted(called.place(2, "E5"))
    assert called.board_of(1)[12] == called.board_of(2)[24] == "E"


def test_the_whole_board_is_not_patched(called):
    with unchanged(called):
        for token in (called.people[0].token, None):
            answer = called.ask("PATCH", "/board", {"cells": {"0": "E", "1": "E"}}, token=token)
            assert answer.status in (401, 403, 404, 405, 409, 422), answer


def test_the_last_cell_takes_one_letter_of_ones_own(server):
    game = Table(server, "Ann", "Ben", "Eve", end="free-last")
    game.play_rounds(24)
    hole = game.next_cell(1)
    with unchanged(game):
        problem(game.call(1, "E"), 409)
        problem(game.place(1, hole), (409, 422))
        problem(game.place(1, hole, "7"), 422, "not-a-letter")
        problem(game.place(1, hole, "EE"), 422, "not-a-letter")
        problem(game.place(1, (hole + 1) % 25, "E"), 409, "cell-taken")
        problem(game.act("place", {"letter": "E"}), 401, "token-needed")
    accepted(game.people[0].act("place", {"letter": "e"}))
    with unchanged(game):
        problem(game.people[0].act("place", {"letter": "S"}), 409, ("already-placed", "cell-taken"))
    assert game.board_of(1)[hole] == "E"
    accepted(game.people[1].edit(game.next_cell(2), "s"))
    accepted(game.place(3, None, "S"))
    assert game.show()["state"] == "finished"


def test_a_letter_of_ones_own_is_folded_as_a_called_one_is(server):
    game = Table(server, "Ann", "Ben", end="free-last")
    game.play_rounds(24)
    accepted(game.place(1, None, "é")), accepted(game.people[1].edit(game.next_cell(2), "ö"))
    assert all(set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ/") for text in game.texts().values())


def test_nothing_goes_on_after_the_end(server):
    game = Table(server, "Ann", "Ben")
    game.play_rounds(2)
    accepted(game.act("close", token=game.host))
    with unchanged(game):
        problem(game.call(1, "E"), 409, "game-finished")
        problem(game.place(1, game.next_cell(1)), 409, "game-finished")
        problem(game.people[0].edit(game.next_cell(1), "E"), 409, "game-finished")
        problem(game.people[0].act("resign"), 409, "game-finished")
        problem(game.act("start", token=game.host), 409, ("game-finished", "game-started"))
        problem(game.ask("POST", "/seats", {"name": "Late"}), 409, ("game-finished", "game-started"))
        problem(game.ask("POST", "/bots", {}, token=game.host), 409, ("game-finished", "game-started"))
