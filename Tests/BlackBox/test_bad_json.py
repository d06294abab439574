"""A corpus of JSON and near-JSON: no case causes a 5xx or a change, and the connection stays open."""

import pytest

import json_corpus
from client import Wire, accepted, ask, new_game, problem

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def target(shared_server):
    return new_game(shared_server)


def test_the_corpus_is_as_large_as_jsontestsuite():
    assert len(json_corpus.cases) >= 318, "JSONTestSuite has 318 cases"


@pytest.mark.parametrize(
    "number",
    range(len(json_corpus.cases)),
    ids=[f"{kind}_{body[:40].decode('latin-1')!a}" for kind, body in json_corpus.cases],
)
def test_each_case_is_refused_and_changes_nothing(server, target, number):
    """No case is a valid edit: `y` is JSON whose value is not one letter, `n` is not JSON."""
    kind, body = json_corpus.cases[number]
    before = target.board()
    with Wire(server) as wire:
        answer = target.ask("POST", "/board/cells/12", body, JSON, wire=wire)
        if body == b'{"value":""}':
            assert answer.status == 200
        elif kind == "n":
            problem(answer, 400, "malformed-json")
        else:
            body = problem(answer, (400, 413, 422))
            # Valid JSON is refused for its content, never as malformed.
            assert kind == "i" or number >= len(json_corpus.values) or body["code"] != "malformed-json", answer
        assert answer.header("Connection") != "close", "the framing is right, so the connection stays open"
        assert ask(server, "GET", "/healthz", wire=wire).status == 200
    assert target.board() == before


def test_the_corpus_is_refused_by_every_call_that_takes_json(server):
    """Twelve players in each of three games take turns, so that none exceeds the rate of edits."""
    games = [new_game(server) for _ in range(3)]
    players = [(game, game.seat(f"Player {number}").token) for number in range(12) for game in games]
    before = [game.board() for game in games]
    paths = ("/seats", "/cursor", "/actions/recolour", "/prompts/1")
    with Wire(server, timeout=20) as wire:
        for number, (kind, body) in enumerate(json_corpus.cases):
            game, player = players[number % len(players)]
            for path in ("/games", *(game.path + path for path in paths)):
                token = None if path.endswith(("/games", "/seats")) else player
                answer = ask(server, "POST", path, body, JSON, token=token, wire=wire)
                if kind == "n":
                    problem(answer, (400, 404), ("malformed-json", "no-such-prompt"))
                elif body != b"{}" or not path.endswith(("/games", "/cursor")):  # all keys have defaults
                    problem(answer, (400, 404, 413, 422))
    assert [game.board() for game in games] == before


def test_no_case_as_a_value_in_a_patch_changes_the_board(server):
    game = new_game(server)
    with game.unchanged(), Wire(server) as wire:
        for _, body in json_corpus.values:
            answer = game.ask("PATCH", "/board", b'{"cells":{"0":' + body + b"}}", JSON, wire=wire)
            if body not in (b'""',):
                problem(answer, (400, 413, 422))


def test_nesting_is_parsed_to_depth_8_and_no_deeper(game):
    """Depth 8 is refused for its content (422 or an unknown key), depth 9 as malformed."""
    for depth, status in ((8, (400, 422)), (9, 400), (100, 400)):
        body = b'{"value":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"
        answer = game.ask("POST", "/board/cells/0", body, JSON)
        problem(answer, status)
        if depth == 8:
            assert answer.json["code"] != "malformed-json", answer


def test_the_problem_names_an_unknown_key(game):
    with game.unchanged():
        body = problem(
            game.ask("POST", "/board/cells/0", {"value": "A", "colour": "red"}), (400, 422), "unknown-key"
        )
        assert "colour" in body["detail"]
        body = problem(
            game.ask("PATCH", "/board", {"cells": {"0": "A"}, "celsl": {}}), (400, 422), "unknown-key"
        )
        assert "celsl" in body["detail"]


def test_markup_in_an_unknown_key_is_not_echoed(game):
    problem(
        game.ask("POST", "/board/cells/0", {"value": "A", "<script>alert(1)</script>": 1}),
        (400, 422),
        "unknown-key",
    )


@pytest.mark.parametrize(
    "body",
    [
        {"value": 5},
        {"value": None},
        {"value": True},
        {"value": ["A"]},
        {"value": {"A": 1}},
        {},
        {"move": "x"},
        {"value": "A", "expect": 5},
        {"value": "A", "move": 5},
    ],
)
def test_a_value_of_the_wrong_type_is_refused(game, body):
    with game.unchanged():
        problem(game.ask("POST", "/board/cells/0", body), (400, 422))


def test_escapes_in_keys_and_values_are_decoded(game):
    accepted(game.ask("POST", "/board/cells/0", b'{"\\u0076alue":"\\u0041"}', JSON))
    assert game.board()["cells"][0]["value"] == "A"


@pytest.mark.parametrize(
    "body",
    [
        b"\xff",
        b"\xc3",
        b"\xed\xa0\x80",
        b"\xc0\x80",
        b"A\xff",
        b"\xef\xbb\xbf",
        b"\x00",
        b"A\x00",
        b"value=%ff",
        b"value=%C3",
        b"value=%zz",
        b"value=%",
        b"value=A&x=1",
        b"value=%ED%A0%80",
        b"value=%00",
    ],
)
@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded"])
def test_a_malformed_bare_letter_or_form_is_refused(game, body, media):
    with game.unchanged():
        problem(game.ask("POST", "/board/cells/12", body, {"Content-Type": media}), (400, 422))


def test_a_bare_letter_in_latin_1_is_refused(game):
    with game.unchanged():
        problem(
            game.ask("POST", "/board/cells/12", b"\xe9", {"Content-Type": "text/plain; charset=iso-8859-1"}),
            (400, 415, 422),
        )
