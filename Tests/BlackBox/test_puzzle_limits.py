"""Making puzzles counts as making games."""

import json

from client import Wire, compose, problem
from mini_puzzles import ipuz


def test_an_address_makes_20_games_and_puzzles_and_then_one_a_second(own_server):
    document = json.dumps(ipuz())
    kind = {"Content-Type": "application/json"}
    requests = [
        ("/games", {"rules": "mini"}, {}),
        ("/puzzles/generate", {}, {}),
        ("/puzzles", document, kind),
    ]
    with Wire(own_server, timeout=15) as wire:
        parts = [requests[number % 3] for number in range(30)]
        wire.send(b"".join(compose(own_server, "POST", path, body, headers) for path, body, headers in parts))
        answers = [wire.answer() for _ in parts]
    assert [answer.status for answer in answers[:20]] == [201] * 20
    for answer in answers[24:]:
        problem(answer, 429, "rate-limited")
