"""The JSON corpus as options, actions, analyses and puzzles: refused without a change, never with a 5xx."""

import json

import pytest

import json_corpus
from client import Wire, ask, problem
from guess_table import Guess, accepted
from mini_table import Mini
from square_table import unchanged

JSON = {"Content-Type": "application/json"}


def is_plain(value):
    """Whether an option may have this value: null, a flag, or a whole number in any notation."""
    return value is None or isinstance(value, (bool, int)) or isinstance(value, float) and value.is_integer()


@pytest.mark.parametrize("rules, keys", [("mini", ("puzzle", "mode")), ("guess", ("hard", "seed"))])
def test_no_case_is_an_option(server, rules, keys):
    with Wire(server, timeout=20) as wire:
        for key in keys:
            for kind, value in json_corpus.values:
                body = f'{{"rules":"{rules}","options":{{"{key}":'.encode() + value + b"}}"
                answer = ask(server, "POST", "/games", body, JSON, wire=wire)
                if answer.status == 201:
                    assert kind == "i" or kind == "y" and is_plain(json.loads(value)), (key, value)
                else:
                    problem(answer, (400, 404, 413, 422))


def test_no_case_is_an_action(server):
    mini, guess = Mini(server, "Ann"), Guess(server, "Ann", seed=3)
    mini.write(1, {"1": "D"}), accepted(guess.write("CRAN"))
    with unchanged(mini), unchanged(guess), Wire(server, timeout=20) as wire:
        for number, (kind, body) in enumerate(json_corpus.cases):
            if body == b"{}":  # a valid `reveal`
                continue
            game, action = ((mini, "reveal"), (guess, "submit"))[number % 2]
            answer = game.ask("POST", f"/actions/{action}", body, JSON, game.people[0].token, wire)
            problem(answer, (400, 429) if kind == "n" else (400, 404, 409, 413, 422, 429))


@pytest.mark.parametrize("path, step", [("/analysis/guess", 1), ("/puzzles/generate", 4), ("/puzzles", 4)])
def test_no_case_causes_a_server_error(server, path, step):
    with Wire(server, timeout=20) as wire:
        for kind, body in json_corpus.cases[::step]:
            answer = ask(server, "POST", path, body, JSON, wire=wire)
            if kind == "n" or answer.status not in (200, 201):
                problem(answer, (400, 413, 422))
    for body in (b'{"rows":' + b"[" * 60 + b"]" * 60 + b"}", b"[" * 30_000, b'{"a":' * 9_000):
        problem(ask(server, "POST", path, body, JSON), (400, 413, 422))
