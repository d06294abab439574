"""The actions of a word square: who may do which, and bodies that make no sense."""

import pytest

import json_corpus
from client import Wire, problem
from square_table import Table, accepted, unchanged

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def two(server):
    """Ann and Ben; Ann's turn to call."""
    return Table(server, "Ann", "Ben")


def test_a_shared_board_s_actions_are_not_there(two):
    with unchanged(two):
        for name in ("undo", "clear", "lock", "unlock", "reveal", "submit", "hint", "nonsense"):
            problem(two.people[0].act(name), 404, "no-such-action")


def test_only_the_host_closes(two):
    with unchanged(two):
        problem(two.people[0].act("close"), 403, "not-allowed")
        problem(two.act("close"), 401, "token-needed")


def test_each_viewer_is_told_what_it_may_do(server):
    game = Table(server, "Ann", "Ben", begin=False)

    def names(token=None):
        actions = game.ask("GET", "/actions", token=token).json["actions"]
        shown = {action["name"] for action in actions}
        assert shown == set(game.show(token)["actions"])
        return shown

    ann, ben = (person.token for person in game.people)
    assert "start" in names(ann) and "start" in names(game.host) and "start" not in names(ben)
    assert names() == set() and not {"call", "place"} & names(ann)
    accepted(game.act("start", token=game.host))
    assert "call" in names(ann) and "call" not in names(ben) and "start" not in names(ann)
    assert "place" not in names(ann) and "close" in names(game.host) and names() == set()
    accepted(game.call(1, "E"))
    assert "place" in names(ann) and "place" in names(ben) and "call" not in names(ann)
    accepted(game.place(1, 0))
    assert "place" not in names(ann) and "place" in names(ben)
    assert {"resign", "recolour"} <= names(ben) and "return" not in names(ben)


def test_actions_name_their_parameters(two):
    actions = two.ask("GET", "/actions", token=two.people[0].token).json["actions"]
    (call,) = [action for action in actions if action["name"] == "call"]
    assert call["parameters"] == {"letter": {"type": "string"}}
    accepted(two.call(1, "E"))
    actions = two.ask("GET", "/actions", token=two.people[0].token).json["actions"]
    (place,) = [action for action in actions if action["name"] == "place"]
    assert place["parameters"]["letter"] == {"type": "string"}
    assert place["parameters"]["cell"]["oneOf"][0] == {"type": "integer", "minimum": 0, "maximum": 24}
    assert sorted(place["parameters"]) == ["cell", "letter"]


def test_the_corpus_of_json_moves_nothing(server):
    """By twelve players in turn, so that nobody is too quick."""
    game = Table(server, *(f"P{number}" for number in range(12)))
    accepted(game.call(1, "E"))
    tokens = [person.token for person in game.people]
    with unchanged(game), Wire(server, timeout=20) as wire:
        for number, (kind, body) in enumerate(json_corpus.cases):
            action = ("call", "place")[number % 2]
            token = tokens[number // 2 % 12]
            answer = game.ask("POST", f"/actions/{action}", body, JSON, token, wire)
            if kind == "n":
                problem(answer, 400, "malformed-json")
            else:
                problem(answer, (400, 404, 409, 413, 422))
    deep = b'{"cell":' + b"[" * 60 + b"]" * 60 + b"}"
    problem(game.ask("POST", "/actions/place", deep, JSON, tokens[0]), 400, "malformed-json")
