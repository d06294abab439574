"""A key makes a request that makes something safe to repeat: it is carried out once, and answered alike."""

import json
import pathlib
import signal
import threading

import pytest

from client import ask, new_game, problem
from players import new_player
from puzzle_files import document
from rooms import make_room

ENDINGS = pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["SIGTERM", "kill -9"])


def same(first, again):
    return (again.status, again.body, again.header("Location")) == (
        first.status,
        first.body,
        first.header("Location"),
    )


class Requests:
    """One request of each kind that makes something, with the counts that it must change once."""

    def __init__(self, server):
        self.server = server
        self.ann = new_player(server, "Ann")
        self.game = new_game(server)
        self.room = make_room(server, "Rory")

    def send(self, kind, headers, more=None, path=None):
        target, body, token = self.table[kind]
        if isinstance(body, dict):
            body = body | (more or {})
        return ask(self.server, "POST", path or target, body, headers, token)

    @property
    def table(self):
        ann, host = self.ann.key, self.room.host.key
        return {
            "a game": ("/games", {"rules": "free", "public": True, "title": "Once"}, None),
            "a player's game": ("/games", {"rules": "guess", "title": "Once"}, ann),
            "a seat": (f"/games/{self.game.id}/seats", {"name": "Zoe"}, None),
            "a bot": (f"/games/{self.square}/bots", {"level": "easy"}, self.square_host),
            "a player": ("/players", {"name": "Bea"}, None),
            "a room": ("/rooms", {"title": "Once", "public": True}, ann),
            "a named room": ("/rooms", {"name": f"once-{self.game.id}"}, ann),
            "a puzzle": ("/puzzles?public=true", json.dumps(document()), None),
            "a generated puzzle": ("/puzzles/generate", {}, None),
            "a challenge": ("/challenges", {"rules": "guess", "options": {"word": "BREAD"}}, ann),
            "a day's game": ("/daily/guess", {}, ann),
            "a room's game": (f"/rooms/{self.room.name}/games", {"rules": "free", "start": False}, host),
            "a link code": ("/players/me/codes", {}, ann),
            "a room's code": (f"/rooms/{self.room.name}/codes", {}, host),
        }

    @property
    def square(self):
        if not hasattr(self, "_square"):
            made = ask(self.server, "POST", "/games", {"rules": "square"}).json
            self._square, self.square_host = made["id"], made["host"]["token"]
        return self._square


KINDS = [
    "a game", "a player's game", "a seat", "a bot", "a player", "a room", "a named room", "a puzzle",
    "a generated puzzle", "a challenge", "a day's game", "a room's game", "a link code", "a room's code",
]  # fmt: skip
WITH_BODY = [kind for kind in KINDS if kind != "a puzzle"]


@pytest.fixture
def requests(server):
    return Requests(server)


@pytest.mark.parametrize("kind", KINDS)
def test_a_repeated_request_gets_the_first_answer(requests, kind):
    key = {"Idempotency-Key": f"repeat-{kind.replace(' ', '-')}-{requests.game.id}"}
    first = requests.send(kind, key)
    assert first.status == 201, first
    for _ in range(2):
        again = requests.send(kind, key)
        assert same(first, again), (first, again)


@pytest.mark.parametrize("kind", WITH_BODY)
def test_a_move_in_the_body_means_the_same_as_the_header(requests, kind):
    key = f"move-{requests.game.id}"
    first = requests.send(kind, (), {"move": key})
    assert first.status == 201, first
    assert same(first, requests.send(kind, (), {"move": key}))
    assert same(first, requests.send(kind, {"Idempotency-Key": key}))
    problem(requests.send(kind, (), {"move": "x" * 65}), 422, "invalid-value")
    problem(requests.send(kind, (), {"move": 7}), 422, "invalid-value")
    problem(requests.send(kind, {"Idempotency-Key": "x y"}), 422, "invalid-value")


def test_what_a_repeated_request_has_made_stands_once(requests):
    server, key = requests.server, {"Idempotency-Key": f"once-{requests.game.id}"}
    seats = [requests.send("a seat", key).json["token"] for _ in range(3)]
    assert len(set(seats)) == 1 and len(requests.game.show()["seats"]) == 1
    assert requests.game.edit(0, "A", token=seats[0]).status == 200
    games = {requests.send("a game", key).json["id"] for _ in range(3)}
    assert len(games) == 1 and games < {game["id"] for game in ask(server, "GET", "/games").json["games"]}
    keys = {requests.send("a player", key).json["key"] for _ in range(3)}
    assert len(keys) == 1 and ask(server, "GET", "/players/me", token=keys.pop()).json["name"] == "Bea"
    begun = [requests.send("a room's game", key).json["id"] for _ in range(3)]
    assert len(set(begun)) == 1 and requests.room.show()["game"]["id"] == begun[0]


@pytest.mark.parametrize("kind", ["a game", "a seat", "a player", "a room", "a challenge"])
def test_a_key_with_another_body_is_refused(requests, kind):
    key = {"Idempotency-Key": f"other-{requests.game.id}"}
    first = requests.send(kind, key)
    other = {
        "a game": {"title": "Twice"},
        "a seat": {"name": "Yan"},
        "a player": {"name": "Cal"},
        "a room": {"title": "Twice"},
        "a challenge": {"title": "Twice"},
    }[kind]
    problem(requests.send(kind, key, other), 422, "move-id-reused")
    assert same(first, requests.send(kind, key))


def test_a_puzzle_with_the_key_of_another_file_is_refused(requests):
    key = {"Idempotency-Key": f"file-{requests.game.id}"}
    first = requests.send("a puzzle", key)
    problem(requests.send("a puzzle", key, path="/puzzles?public=false"), 422, "move-id-reused")
    assert same(first, requests.send("a puzzle", key))


def test_the_order_of_the_keys_of_a_body_does_not_matter(server):
    key = {"Idempotency-Key": "order-of-keys"}
    first = ask(server, "POST", "/players", b'{"name":"Dee","colour":"#aa0000"}', key)
    assert same(first, ask(server, "POST", "/players", b'{ "colour": "#aa0000", "name": "Dee" }', key))


def test_a_refused_request_frees_its_key(requests):
    key = {"Idempotency-Key": f"refused-{requests.game.id}"}
    problem(requests.send("a player", key, {"name": ""}), 422)
    assert requests.send("a player", key).status == 201
    problem(requests.send("a room's game", key, {"rules": "nope"}), 422)
    assert requests.send("a room's game", key).status == 201


def test_the_key_of_somebody_else_is_another_key(requests):
    """Their answers, with their tokens, are for them alone."""
    server, ben = requests.server, new_player(requests.server, "Ben")
    key = {"Idempotency-Key": f"mine-{requests.game.id}"}
    target, body, ann = requests.table["a player's game"]
    first = ask(server, "POST", target, body, key, ann)
    for stranger in (ben.key, None, "wrong", ann[:-1] + ("0" if ann[-1] != "0" else "1")):
        other = ask(server, "POST", target, body, key, stranger)
        assert other.status != 201 or other.json["id"] != first.json["id"], stranger
        assert first.json["host"]["token"] not in other.text, stranger
    rooms = [ask(server, "POST", "/rooms", {}, key, player) for player in (ann, ben.key)]
    assert rooms[0].header("Location") != rooms[1].header("Location")
    problem(ask(server, "POST", "/rooms", {}, key), 401)
    assert same(first, ask(server, "POST", target, body, key, ann))


def test_an_ended_key_gets_no_answers_of_its_past(requests):
    server, key = requests.server, {"Idempotency-Key": "before-the-end"}
    ann = new_player(server, "Ann")
    code = ask(server, "POST", "/players/me/codes", {}, (), ann.key).json["code"]
    second = ask(server, "POST", "/players/link", {"code": code}).json["key"]
    made = ask(server, "POST", "/games", {}, key, second).json
    assert ask(server, "DELETE", "/players/me/keys/2", token=ann.key).status == 204
    again = ask(server, "POST", "/games", {}, key, second)
    assert made["id"] not in again.text and made["host"]["token"] not in again.text
    problem(ask(server, "POST", "/rooms", {}, key, second), 401)


def test_one_key_for_two_addresses_is_two_requests(requests):
    key = {"Idempotency-Key": f"shared-{requests.game.id}"}
    assert requests.send("a game", key).status == requests.send("a player", key).status == 201
    other = new_game(requests.server)
    seats = [ask(requests.server, "POST", f"/games/{game.id}/seats", {"name": "Zoe"}, key).json
             for game in (requests.game, other)]  # fmt: skip
    assert seats[0]["token"] != seats[1]["token"]


@pytest.mark.parametrize("kind", ["a game", "a seat", "a player", "a room", "a puzzle", "a challenge"])
def test_requests_with_one_key_at_the_same_time_make_one_thing(requests, kind):
    key = {"Idempotency-Key": f"race-{requests.game.id}"}
    start, answers = threading.Barrier(8), []

    def send():
        start.wait()
        answers.append(requests.send(kind, key))

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {answer.status for answer in answers} == {201}
    assert len({answer.body for answer in answers}) == 1


@ENDINGS
def test_repeated_requests_get_their_first_answers_after_a_restart(own_free_server, ending):
    requests = Requests(own_free_server)
    keys = {kind: {"Idempotency-Key": kind.replace(" ", "-")} for kind in KINDS}
    first = {kind: requests.send(kind, key) for kind, key in keys.items()}
    assert {answer.status for answer in first.values()} == {201}, first
    own_free_server.restart(ending)
    for kind, answer in first.items():
        assert same(answer, requests.send(kind, keys[kind])), kind
    problem(requests.send("a player", keys["a player"], {"name": "Cal"}), 422, "move-id-reused")


def test_the_store_reveals_neither_names_nor_tokens_of_answers(own_free_server):
    requests = Requests(own_free_server)
    made = requests.send("a player", {"Idempotency-Key": "secret-key"}, {"name": "Xaverius"}).json
    ask(own_free_server, "DELETE", "/players/me", token=made["key"])
    own_free_server.stop()
    files = b"".join(
        file.read_bytes() for file in pathlib.Path(own_free_server.data).iterdir() if file.is_file()
    )
    for secret in ("Xaverius", made["key"], "secret-key"):
        assert secret.encode() not in files


def test_repeated_requests_are_limited(own_server):
    """Each new key costs what the request costs, and a repetition as much as an edit."""
    key = {"Idempotency-Key": "limited"}
    answers = [ask(own_server, "POST", "/players", {"name": "Ann"}, key) for _ in range(60)]
    assert {answer.status for answer in answers} == {201} and len({answer.body for answer in answers}) == 1
    statuses = [
        ask(own_server, "POST", "/games", {}, {"Idempotency-Key": f"new-{turn}"}).status for turn in range(60)
    ]
    assert 429 in statuses
