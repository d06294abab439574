"""Conditional requests: ETag, If-None-Match, If-Match and `expect`. RefusedEditTests has what is refused."""

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
    for other in ('"0"', '"2"', '"x"', '"0", "7"', "1"):
        assert game.ask("GET", "/board", headers={"If-None-Match": other}).status == 200, other
    answer = curl(game.server, game.path + "/board", "-H", f"If-None-Match: {condition}")
    assert answer.status == 304 and answer.body == b"" and answer.etag == '"1"'


def test_if_match_refuses_an_edit_of_a_changed_board(game):
    game.edit(12, "A")
    assert accepted(game.edit(13, "B", headers={"If-Match": '"1"'}))["sequence"] == 2
    with game.unchanged():
        body = problem(game.edit(12, "C", headers={"If-Match": '"1"'}), 412, "precondition-failed")
        assert (body["cell"]["index"], body["cell"]["value"], body["cell"]["sequence"]) == (12, "A", 1)
        problem(game.edit(12, "C", expect="B"), 409, "cell-differs")


@pytest.mark.parametrize("tags", ['"1"', 'W/"1"', '"7", "1"', '"1-txt"'])
def test_if_none_match_refuses_an_edit_of_a_board_that_it_names(game, tags):
    game.edit(12, "A")
    with game.unchanged():
        problem(game.edit(13, "B", headers={"If-None-Match": tags}), 412, "precondition-failed")
        problem(game.ask("PATCH", "/board", {"cells": {"13": "B"}}, headers={"If-None-Match": tags}), 412)
    assert accepted(game.edit(13, "B", headers={"If-None-Match": '"0", "x"'}))["sequence"] == 2


def test_a_player_gets_the_same_etag_when_nothing_is_hidden(game):
    """A free board is the same for every viewer, so its tag needs no suffix."""
    ann = game.seat()
    assert game.ask("GET", "/board", token=ann.token).etag == game.ask("GET", "/board").etag == '"1"'
