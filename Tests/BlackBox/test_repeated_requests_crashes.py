"""The server is killed at each write of a request with a key: repeated, the request has made one thing."""

import signal

import pytest

from client import Closed, ask, new_game
from players import new_player
from puzzle_files import document
from server_process import ServerDidNotStart
from test_erasure_crashes import kill_at


def answered_before_kill(server, send, call, number):
    """The answer of a server that is killed before its Nth call, or None, and whether the server survives."""
    server.stop()
    server.wrapper = kill_at(call, number)
    try:
        server.start()
        answer = send()
        return answer, server.running
    except (ServerDidNotStart, Closed, OSError):
        return None, False
    finally:
        server.stop(signal.SIGKILL)
        server.wrapper = []


def requests(server):
    """One sender of a request for each kind, by the key; and the names of what there is, where it is listed."""
    ann, game = new_player(server, "Ann"), new_game(server)

    def listed(path, kind, name):
        return lambda: [each[name] for each in ask(server, "GET", f"/{path}?limit=100").json[kind]]

    def sender(path, body, token=None):
        return lambda key: ask(server, "POST", path, body, {"Idempotency-Key": key}, token)

    word = {"rules": "guess", "options": {"word": "BREAD"}}
    return {
        "game": (sender("/games", {"public": True}), listed("games", "games", "id")),
        "room": (sender("/rooms", {"public": True}, ann.key), listed("rooms", "rooms", "room")),
        "seat": (sender(f"{game.path}/seats", {"name": "Bo"}), lambda: [s["seat"] for s in game.show()["seats"]]),
        "challenge": (sender("/challenges", word, ann.key), None),
        "player": (sender("/players", {"name": "Bo"}), None),
        "puzzle": (sender("/puzzles", document()), None),
    }


@pytest.mark.nightly
@pytest.mark.parametrize("kind", ["game", "room", "seat", "challenge", "player", "puzzle"])
def test_a_request_that_a_crash_has_interrupted_makes_one_thing(own_free_server, kind):
    server, kills = own_free_server, 0
    send, names = requests(server)[kind]
    call = "pwrite64" if server.store.arguments[0] == "--data" else "write"
    for number in range(2, 10):
        before, key = set(names() if names else []), f"{kind}-{number}"
        first, survived = answered_before_kill(server, lambda key=key: send(key), call, number)
        kills += not survived
        server.start()
        answers = [send(key) for _ in range(2)] + ([first] if first and first.status == 201 else [])
        assert {answer.status for answer in answers} == {201}, answers
        assert len({answer.body for answer in answers}) == 1, answers
        if names:
            assert len(set(names()) - before) == 1
        if kind == "player":
            assert ask(server, "GET", "/players/me", token=answers[0].json["key"]).status == 200
    assert kills >= 3
