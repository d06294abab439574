"""A corpus of JSON and what is nearly JSON: never a 5xx, never a change, the connection lives."""

import pytest

import json_corpus
from client import Wire, accepted, ask, new_game, problem

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def target(shared_server):
    return new_game(shared_server)


def test_the_corpus_is_large_enough():
    assert len(json_corpus.cases) >= 318, "as many as JSONTestSuite has"


@pytest.mark.parametrize(
    "number",
    range(len(json_corpus.cases)),
    ids=[f"{kind}_{body[:40].decode('latin-1')!a}" for kind, body in json_corpus.cases],
)
def test_a_case_of_the_corpus_is_refused_and_nothing_changes(server, target, number):
    """None of the cases is an edit: `y` is JSON without one letter as its value, `n` is not JSON."""
    kind, body = json_corpus.cases[number]
    before = target.board()
    with Wire(server) as wire:
        answer = target.ask("POST", "/board/cells/12", body, JSON, wire=wire)
        if body == b'{"value":""}':
            assert answer.status == 200
        elif kind == "n":
            problem(answer, 400, "malformed-json")
        else:
            told = problem(answer, (400, 413, 422))
            # JSON is refused for what it says, never for being JSON.
            assert kind == "i" or number >= len(json_corpus.values) or told["code"] != "malformed-json", answer
        assert answer.header("Connection") != "close", "the framing was right, so that the connection lives"
        assert ask(server, "GET", "/healthz", wire=wire).status == 200
    assert target.board() == before


def test_the_corpus_is_refused_by_every_call_that_takes_json(server):
    """All of it to each of the other calls, by twelve players of three games in turn: nobody is too quick."""
    games = [new_game(server) for _ in range(3)]
    crowd = [(game, game.seat(f"Player {number}").token) for number in range(12) for game in games]
    before = [game.board() for game in games]
    paths = ("/seats", "/cursor", "/actions/recolour", "/prompts/1")
    with Wire(server, timeout=20) as wire:
        for number, (kind, body) in enumerate(json_corpus.cases):
            game, player = crowd[number % len(crowd)]
            for path in ("/games", *(game.path + path for path in paths)):
                token = None if path.endswith(("/games", "/seats")) else player
                answer = ask(server, "POST", path, body, JSON, token=token, wire=wire)
                if kind == "n":
                    problem(answer, (400, 404), ("malformed-json", "no-such-prompt"))
                elif body != b"{}" or not path.endswith(("/games", "/cursor")):  # where all has a default
                    problem(answer, (400, 404, 413, 422))
    assert [game.board() for game in games] == before


def test_a_patch_of_the_corpus_changes_nothing(server):
    game = new_game(server)
    with game.unchanged(), Wire(server) as wire:
        for _, body in json_corpus.values:
            answer = game.ask("PATCH", "/board", b'{"cells":{"0":' + body + b"}}", JSON, wire=wire)
            if body not in (b'""',):
                problem(answer, (400, 413, 422))


def test_nesting_up_to_8_is_parsed_and_9_is_not(game):
    """Depth 8 is refused for what it says (422 or an unknown key), depth 9 for how deep it is."""
    for depth, status in ((8, (400, 422)), (9, 400), (100, 400)):
        body = b'{"value":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"
        answer = game.ask("POST", "/board/cells/0", body, JSON)
        problem(answer, status)
        if depth == 8:
            assert answer.json["code"] != "malformed-json", answer


def test_an_unknown_key_is_named(game):
    with game.unchanged():
        body = problem(
            game.ask("POST", "/board/cells/0", {"value": "A", "colour": "red"}), (400, 422), "unknown-key"
        )
        assert "colour" in body["detail"]
        body = problem(
            game.ask("PATCH", "/board", {"cells": {"0": "A"}, "celsl": {}}), (400, 422), "unknown-key"
        )
        assert "celsl" in body["detail"]


def test_an_unknown_key_with_markup_is_not_echoed_as_such(game):
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
def test_a_value_of_the_wrong_kind_is_refused(game, body):
    with game.unchanged():
        problem(game.ask("POST", "/board/cells/0", body), (400, 422))


def test_escapes_mean_their_letters(game):
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
def test_a_broken_bare_letter_or_form_is_refused(game, body, media):
    with game.unchanged():
        problem(game.ask("POST", "/board/cells/12", body, {"Content-Type": media}), (400, 422))


def test_a_bare_letter_in_latin_1_is_refused_not_guessed(game):
    with game.unchanged():
        problem(
            game.ask("POST", "/board/cells/12", b"\xe9", {"Content-Type": "text/plain; charset=iso-8859-1"}),
            (400, 415, 422),
        )
