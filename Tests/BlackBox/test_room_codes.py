"""Six digits that join a room: who may make them, what a wrong one costs, and what ends them."""

import re
import signal

import pytest

from client import Wire, ask, problem
from concurrency import concurrently
from players import new_player
from redis_process import two_servers
from rooms import Room, make_room
from server_clock import StoppedServer
from server_process import ServerProcess
from test_admin import admin


def make_code(room, player=None):
    answer = room.ask("POST", "/codes", {}, player=player or room.host)
    assert answer.status == 201 and answer.json.keys() == {"code", "expires"}, answer
    assert re.fullmatch("[0-9]{6}", answer.json["code"])
    return answer.json["code"]


def use(server, code, player, address=None, wire=None):
    headers = {"X-Forwarded-For": address} if address else {}
    return ask(server, "POST", "/rooms/join", {"code": code}, headers, player.key, wire)


def other_code(*codes, first=None):
    """Six digits that are none of `codes`; with `first`, they begin with it."""
    tries = (f"{first if first is not None else number % 10}{number:05}" for number in range(100_000))
    return next(code for code in tries if code not in codes)


@pytest.fixture
def proxied():
    """A server that believes the addresses that the tests claim."""
    with ServerProcess("--no-address-limits", "--trusted-proxy", "127.0.0.1") as server, Wire(server) as wire:
        server.wire = wire
        yield server


def test_a_code_makes_its_users_members_until_the_next_one_is_made(own_free_server):
    room, other = make_room(own_free_server), make_room(own_free_server, "Zoe")
    ben, eve = new_player(own_free_server, "Ben"), new_player(own_free_server, "Eve")
    old, code, others = make_code(room), make_code(room), make_code(other)
    if old != code:
        problem(use(own_free_server, old, ben), 404, "no-such-code")
    joined = use(own_free_server, f"{code[:3]} {code[3:]}", ben)
    assert joined.status == 303 and joined.header("Location") == room.path, joined
    assert use(own_free_server, code, ben).status == 303, "a member stays one"
    own_free_server.restart(signal.SIGKILL)
    assert use(own_free_server, code, eve).status == 303
    assert [member["name"] for member in room.show()["members"]] == ["Ann", "Ben", "Eve"]
    assert use(own_free_server, others, ben).header("Location") == other.path, "each code opens its own room"
    assert [member["name"] for member in other.show()["members"]] == ["Zoe", "Ben"]


def test_a_code_is_no_way_around_the_lock_or_a_removal(server):
    room, eve = make_room(server, "Ann", "Ben"), new_player(server, "Eve")
    code = make_code(room)
    assert room.leave(room.people[1], by=room.host).status == 204
    problem(use(server, code, room.people[1]), 403, "removed")
    assert room.ask("PATCH", "", {"locked": True}, player=room.host).status == 200
    problem(use(server, code, eve), 403, "room-locked")
    assert [member["name"] for member in room.show()["members"]] == ["Ann"]


def test_only_the_host_makes_codes_and_only_players_use_them(server):
    room, stranger = make_room(server, "Ann", "Ben"), new_player(server, "Mal")
    for player in (room.people[1], stranger):
        problem(room.ask("POST", "/codes", {}, player=player), 403, "not-allowed")
    problem(room.ask("POST", "/codes", {}), 401, "token-needed")
    problem(room.ask("POST", "/codes", {"digits": 4}, player=room.host), 422, "unknown-key")
    problem(ask(server, "POST", "/rooms/nobody-made-this/codes", {}, token=stranger.key), 404, "no-such-room")
    problem(ask(server, "POST", "/rooms/join", {"code": make_code(room)}), 401, "token-needed")
    for body in ({}, {"code": 123456}, {"code": None}):
        problem(ask(server, "POST", "/rooms/join", body, token=stranger.key), 422, "invalid-value")
    problem(stranger.ask("POST", "/rooms", {"name": "join"}), 422, "invalid-value")


def test_a_code_is_valid_for_two_hours():
    with StoppedServer("--no-address-limits") as server:
        room, ben, eve = make_room(server), new_player(server, "Ben"), new_player(server, "Eve")
        code = make_code(room)
        server.advance(7190)
        assert use(server, code, ben).status == 303
        server.advance(20)
        problem(use(server, code, eve), 404, "no-such-code")


def test_of_an_address_ten_wrong_codes_a_minute_are_tried(proxied):
    room, ben = make_room(proxied), new_player(proxied, "Ben")
    code = make_code(room)
    for number, wrong in enumerate([other_code(code), "", "12345", "1234567", "12345a"] * 2):
        problem(use(proxied, wrong, ben, "198.51.100.1", proxied.wire), 404, "no-such-code")
    problem(use(proxied, code, ben, "198.51.100.1", proxied.wire), 429, "rate-limited")
    assert use(proxied, code, ben, "198.51.100.2", proxied.wire).status == 303


def test_a_class_that_types_the_right_code_at_once_is_let_in(own_server):
    room = make_room(own_server)
    code, players = make_code(room), [new_player(own_server, f"P{number}") for number in range(11)]
    statuses = concurrently(*[lambda p=p: use(own_server, code, p).status for p in players])
    assert statuses == [303] * 11 and len(room.show()["members"]) == 12


def test_a_hundred_wrong_codes_end_the_codes_with_the_same_first_digit_and_no_others(proxied):
    rooms = [make_room(proxied, f"P{number}") for number in range(2)]
    codes = [make_code(rooms[0]), make_code(rooms[1])]
    while codes[1][0] == codes[0][0]:
        codes[1] = make_code(rooms[1])
    eve = new_player(proxied, "Eve")

    def guess(count, start):
        wrong = other_code(codes[0], first=codes[0][0])
        for number in range(start, start + count):
            address = f"198.51.100.{number // 9 + 1}"
            problem(use(proxied, wrong, eve, address, proxied.wire), 404, "no-such-code")

    guess(99, 0)
    assert use(proxied, codes[0], new_player(proxied, "Ben"), "203.0.113.1", proxied.wire).status == 303
    proxied.restart(signal.SIGKILL)
    with Wire(proxied) as proxied.wire:
        guess(1, 99)
        problem(use(proxied, codes[0], eve, "203.0.113.2", proxied.wire), 404, "no-such-code")
        assert use(proxied, codes[1], eve, "203.0.113.2", proxied.wire).status == 303
        assert use(proxied, make_code(rooms[0]), eve, "203.0.113.2", proxied.wire).status == 303


def test_the_code_of_a_deleted_room_joins_no_other_of_its_name(own_free_server):
    room = make_room(own_free_server, name="class")
    code, eve = make_code(room), new_player(own_free_server, "Eve")
    admin(own_free_server, "rooms", "delete", "class")
    problem(use(own_free_server, code, eve), 404, "no-such-code")
    assert room.host.ask("POST", "/rooms", {"name": "class"}).status == 201
    problem(use(own_free_server, code, eve), 404, "no-such-code")
    assert len(Room(own_free_server, "class").show()["members"]) == 1


def test_a_code_of_one_node_counts_and_ends_at_another():
    with two_servers() as (here, there):
        room, ben = make_room(here), new_player(there, "Ben")
        old = make_code(room)
        assert use(there, old, ben).status == 303
        code = make_code(Room(there, room.name, room.host))
        if code != old:
            problem(use(here, old, new_player(here, "Eve")), 404, "no-such-code")
        assert use(here, code, new_player(here, "Eve")).status == 303
