"""Games of a room that begin by themselves, the last game once more, and votes that name the game."""

from datetime import UTC, datetime, timedelta

import pytest
from client import ask, eventually, problem
from rooms import make_room


def begin(room, **body):
    return room.ask("POST", "/games", body, player=room.host)


def phase(room):
    return room.show()["game"]["state"]


def moment(text):
    return datetime.fromisoformat(text).astimezone(UTC)


@pytest.mark.parametrize("body", [
    {"rules": "mini", "options": {"mode": "race"}, "start": True},
    {"rules": "lattice", "options": {"mode": "race"}, "start": True},
    {"rules": "square", "start": True}, {"rules": "guess"}, {"rules": "mini", "options": {"mode": "together"}},
])
def test_a_game_begins_by_itself_once_when_the_room_says(server, body):
    room = make_room(server, "Ann", "Ben")
    ann, ben = room.people
    with room.with_present(ann, ben) as (stream, _):
        made = begin(room, **body)
        assert made.status == 201 and made.json["state"] == "waiting", made
        told = stream.next("room.game").data
        begins = moment(told["begins"])
        assert timedelta(0) < begins - moment(made.json["created"]) <= timedelta(seconds=3.1)
        assert room.show()["game"]["begins"] == told["begins"]
        started = stream.next("game.started").data
        assert moment(started["time"]) >= begins
        game = ask(server, "GET", f"/games/{made.json['id']}/history", token=ann.key).body.decode()
        assert game.count('"game.started"') == 1


def test_without_start_a_race_waits_and_a_shared_board_begins_at_once(server):
    room = make_room(server, "Ann")
    with room.with_present(room.host):
        assert begin(room, rules="mini", options={"mode": "race"}).json["state"] == "waiting"
        assert "begins" not in room.show()["game"]
        assert begin(room, rules="mini", start=False).json["state"] == "playing"


def test_the_last_game_is_played_again_with_a_new_secret(server):
    room = make_room(server, "Ann")
    with room.with_present(room.host):
        assert begin(room, again=True).status == 404
        first = begin(room, rules="lattice", options={"mode": "together", "seed": 7}, start=False).json
        for body in ({"rules": "lattice"}, {"options": {}}):
            assert begin(room, again=True, **body).status == 422
        again = begin(room, again=True, start=False).json
        assert (again["rules"], again["options"]) == ("lattice", {"mode": "together"})
        assert again["boards"][0]["text"] != first["boards"][0]["text"]


def test_of_several_requests_for_the_same_again_one_begins_a_game(server):
    room = make_room(server, "Ann")
    with room.with_present(room.host):
        first = begin(room, rules="mini", options={"mode": "together"}, start=False).json["id"]
        assert begin(room, again=True).status == 201
        problem(begin(room, again=True), 409, "already-asked")
        assert [past["id"] for past in room.show()["games"]] == [first]


def test_a_game_that_is_replaced_during_its_countdown_never_begins(server):
    room = make_room(server, "Ann")
    with room.with_present(room.host):
        first = begin(room, rules="mini", options={"mode": "race"}, start=True).json["id"]
        second = begin(room, rules="guess", options={"mode": "race"}, start=True).json["id"]
        eventually(lambda: phase(room) == "playing", what="the second game")
        assert ask(server, "GET", f"/games/{first}").json["state"] == "finished"
        assert room.show()["game"]["id"] == second


def test_a_vote_names_the_game_and_tells_nothing_secret(server):
    room = make_room(server, "Ann", "Ben")
    ann, ben = room.people
    with room.with_present(ann, ben):
        begin(room, rules="free")
        answer = begin(room, rules="guess", options={"mode": "race", "seed": 5}, start=True)
        assert answer.status == 202
        for prompt in (answer.json["prompt"], room.show()["prompts"][0]):
            assert "Hidden word" in prompt["message"] or "Guess" in prompt["message"], prompt["message"]
            assert prompt["subject"] == {"rules": "guess", "options": {"mode": "race"}}
