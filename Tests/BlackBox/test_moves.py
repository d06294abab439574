"""Move ids: the same id from the same sender is one move. RefusedEditTests has what is refused."""

from client import accepted, curl, new_game, problem


def test_a_repeated_move_gets_the_first_answer(game):
    first = game.edit(12, "A", move="m1")
    accepted(first)
    game.edit(12, "B")
    again = game.edit(12, "A", move="m1")
    assert (again.status, again.body, again.etag) == (first.status, first.body, first.etag)
    assert game.board()["cells"][12]["value"] == "B" and game.sequence == 2


def test_the_idempotency_key_header_means_the_same_as_move(game):
    first = game.edit(12, "A", headers={"Idempotency-Key": "k1"})
    accepted(first)
    assert game.edit(12, "A", headers={"Idempotency-Key": "k1"}).body == first.body
    assert game.edit(12, "A", move="k1").body == first.body
    with game.unchanged():
        problem(game.edit(12, "B", headers={"Idempotency-Key": "k1"}), 422, "move-id-reused")
        problem(game.edit(12, "B", move="k1"), 422, "move-id-reused")
        problem(game.edit(12, "A", move="x" * 65), 422, "invalid-value")


def test_curl_can_retry_with_an_idempotency_key(game):
    line = ("-d", "A", "-H", "Idempotency-Key: curl-1")
    first, again = (curl(game.server, game.path + "/board/cells/12", *line) for _ in range(2))
    assert first.status == again.status == 200 and first.body == again.body
    assert game.sequence == 1


def test_delete_and_patch_are_moves_too(game):
    game.edit(12, "A")
    key = {"Idempotency-Key": "d1"}
    first = game.ask("DELETE", "/board/cells/12", headers=key)
    game.edit(12, "B")
    assert game.ask("DELETE", "/board/cells/12", headers=key).body == first.body
    assert game.board()["cells"][12]["value"] == "B"

    body = {"cells": {"0": "X", "b1": "Y"}, "move": "p1"}
    first = game.ask("PATCH", "/board", body)
    accepted(first)
    assert game.ask("PATCH", "/board", body).body == first.body
    problem(game.ask("PATCH", "/board", {"cells": {"0": "Z"}, "move": "p1"}), 422, "move-id-reused")
    assert game.sequence == 5


def test_a_retry_with_a_condition_gets_the_first_answer_not_412(game):
    """A retry cannot know that the first attempt has advanced the sequence."""
    first = game.edit(12, "A", move="m1", headers={"If-Match": '"0"'})
    accepted(first)
    assert game.edit(12, "A", move="m1", headers={"If-Match": '"0"'}).body == first.body
    second = game.edit(13, "B", move="m2", expect="")
    assert game.edit(13, "B", move="m2", expect="").body == second.body


def test_the_same_key_in_two_games_is_two_moves(server, game):
    other = new_game(server)
    accepted(game.edit(0, "A", move="same"))
    assert accepted(other.edit(0, "A", move="same"))["sequence"] == 1
    assert other.sequence == 1


def test_an_undo_sent_twice_with_one_key_undoes_once(game):
    ann = game.seat()
    ann.edit(0, "A")
    ann.edit(1, "B")
    key = {"Idempotency-Key": "u1"}
    first = game.act("undo", token=ann.token, headers=key)
    accepted(first)
    assert game.act("undo", token=ann.token, headers=key).body == first.body
    assert game.board()["text"] == "A..../...../...../...../....."
