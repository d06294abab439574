"""Conditional requests: ETag, If-None-Match, If-Match and `expect`."""

import pytest

from client import accepted, curl, problem


def test_the_etag_is_the_quoted_sequence(game):
    assert curl(game.server, game.path + "/board").etag == '"0"'
    answer = game.edit(12, "A")
    assert answer.etag == '"1"' and answer.json["sequence"] == 1
    assert curl(game.server, game.path + "/board").etag == '"1"'


@pytest.mark.parametrize("condition", ['"1"', '"0", "1"', 'W/"1"', "*", '"x","1" , "y"'])
def test_a_matching_if_none_match_is_304_without_a_body(game, condition):
    game.edit(12, "A")
    answer = curl(game.server, game.path + "/board", "-H", f"If-None-Match: {condition}")
    assert answer.status == 304 and answer.body == b"" and answer.etag == '"1"'


@pytest.mark.parametrize("condition", ['"0"', '"2"', '"x"', '"0", "7"', "1"])
def test_if_none_match_with_another_tag_returns_the_board(game, condition):
    game.edit(12, "A")
    assert game.ask("GET", "/board", headers={"If-None-Match": condition}).status == 200


def test_if_match_refuses_an_edit_of_a_changed_board(game):
    game.edit(12, "A")
    assert accepted(game.edit(13, "B", headers={"If-Match": '"1"'}))["sequence"] == 2
    with game.unchanged():
        body = problem(game.edit(12, "C", headers={"If-Match": '"1"'}), 412, "precondition-failed")
        assert (body["cell"]["index"], body["cell"]["value"], body["cell"]["sequence"]) == (12, "A", 1)


@pytest.mark.parametrize(
    "condition, status",
    [('"1"', 200), ("*", 200), ('"0", "1"', 200), ('W/"1"', 412), ('"0"', 412), ('"2"', 412), ('"x"', 412)],
)
def test_if_match_compares_strongly(game, condition, status):
    game.edit(12, "A")
    assert game.edit(12, "B", headers={"If-Match": condition}).status == status


def test_if_match_applies_to_delete_and_patch(game):
    game.edit(12, "A")
    stale = {"If-Match": '"0"'}
    with game.unchanged():
        problem(game.ask("DELETE", "/board/cells/12", headers=stale), 412, "precondition-failed")
        problem(game.ask("PATCH", "/board", {"cells": {"0": "X"}}, stale), 412, "precondition-failed")
    accepted(game.ask("PATCH", "/board", {"cells": {"0": "X"}}, {"If-Match": '"1"'}))
    accepted(game.ask("DELETE", "/board/cells/12", headers={"If-Match": '"2"'}))


def test_expect_refuses_an_edit_of_a_cell_with_another_letter(game):
    game.edit("c3", "A")
    with game.unchanged():
        body = problem(game.edit("c3", "C", expect="B"), 409, "cell-differs")
        assert (body["cell"]["square"], body["cell"]["value"]) == ("c3", "A")
    accepted(game.edit("c3", "C", expect="A"))
    accepted(game.edit("d3", "D", expect=""))
    assert game.board()["text"] == "...../...../..CD./...../....."


def test_a_player_gets_the_same_etag_when_nothing_is_hidden(game):
    """A free board is the same for every viewer, so its tag needs no suffix."""
    ann = game.seat()
    assert game.ask("GET", "/board", token=ann.token).etag == game.ask("GET", "/board").etag == '"1"'
