"""Rooms and strangers: the lock, the addresses of removed players, who votes, and what a stranger may add to a room."""

import pytest

from client import Wire, accepted, ask, eventually, problem
from players import new_player
from rooms import make_room
from server_process import ServerProcess


@pytest.fixture
def strict():
    """A server on which members vote after the usual minute."""
    with ServerProcess("--no-address-limits") as server:
        yield server


def lock(room, locked, player=None):
    return room.ask("PATCH", "", {"locked": locked}, player=player or room.host)


def join_from(room, player, source):
    with Wire(room.server, source=source) as wire:
        return room.ask("POST", "/members", {}, player=player, wire=wire)


# ------------------------------------------------------------------------------------------------------ the lock


def test_a_locked_room_takes_nobody_new(server):
    room, eve, kim = make_room(server, "Ann", "Ben"), new_player(server, "Eve"), new_player(server, "Kim")
    ann, ben = room.people
    assert room.show()["locked"] is False
    with room.stream() as stream:
        stream.next()
        answer = lock(room, True)
        assert answer.status == 200 and answer.json == room.show(ann) and answer.json["locked"] is True
        told = stream.next("room.member").data
    assert told["locked"] is True and len(told["members"]) == 2
    again = lock(room, True)
    assert again.status == 200 and again.json == answer.json
    problem(room.ask("POST", "/members", {}, player=eve), 403, "room-locked")
    assert room.ask("POST", "/members", {}, player=ben).status == 200, "a member is there already"
    assert room.leave(ben).status == 204
    problem(room.ask("POST", "/members", {}, player=ben), 403, "room-locked")
    assert lock(room, False).json["locked"] is False
    room.join(kim)
    assert [member["name"] for member in room.show()["members"]] == ["Ann", "Kim"]


def test_the_game_of_a_locked_room_is_no_way_in(server):
    room, eve = make_room(server, "Ann", "Ben"), new_player(server, "Eve")
    game = room.begin()
    assert lock(room, True).status == 200
    problem(eve.ask("POST", game.path + "/seats", {}), 403, "room-locked")
    problem(game.ask("POST", "/seats", {"name": "Eve"}), 403, "room-locked")
    assert room.people[1].ask("POST", game.path + "/seats", {}).status == 201, "a member may play"


def test_only_the_host_locks_a_room(server):
    room, stranger = make_room(server, "Ann", "Ben"), new_player(server, "Mal")
    problem(room.ask("PATCH", "", {"locked": True}), 401, "token-needed")
    for player in (room.people[1], stranger):
        problem(lock(room, True, player), 403, "not-allowed")
    for body in ({}, {"locked": "yes"}, {"locked": 1}, {"locked": None}, {"locked": True, "more": 1}):
        problem(room.ask("PATCH", "", body, player=room.host), 422, ("invalid-value", "unknown-key"))
    problem(room.ask("PATCH", "", [], player=room.host), 400)
    assert room.show()["locked"] is False


def test_a_room_stays_locked_after_a_restart_and_is_open_once_everybody_has_left(own_free_server):
    room, eve = make_room(own_free_server, "Ann"), new_player(own_free_server, "Eve")
    assert lock(room, True).status == 200
    own_free_server.restart()
    problem(room.ask("POST", "/members", {}, player=eve), 403, "room-locked")
    assert room.leave(room.host).status == 204
    assert room.join(eve)["host"] == eve.player


# ------------------------------------------------------------------------------------------ removed players return


def test_a_removed_players_address_stays_out_with_every_key_until_the_host_lets_the_player_back(server):
    room = make_room(server, "Ann")
    mal, other, ben = [new_player(server, name) for name in ("Mal", "Lam", "Ben")]
    assert join_from(room, mal, "127.0.0.7").status == 200
    game = room.begin()
    assert room.leave(mal, by=room.host).status == 204
    problem(join_from(room, other, "127.0.0.7"), 403, "removed")
    for token, body in ((other.key, {}), (None, {"name": "Mal"})):
        with Wire(server, source="127.0.0.7") as wire:
            problem(game.ask("POST", "/seats", body, token=token, wire=wire), 403, "removed")
    assert join_from(room, ben, "127.0.0.8").status == 200
    problem(join_from(room, mal, "127.0.0.9"), 403, "removed")
    assert room.ask("POST", "/members", {"player": mal.player}, player=room.host).status == 200
    problem(join_from(room, other, "127.0.0.7"), 403, "removed")
    assert join_from(room, mal, "127.0.0.7").status == 200


def test_the_host_lets_one_player_back_into_a_locked_room_and_its_game(server):
    room = make_room(server, "Ann")
    mal, other = new_player(server, "Mal"), new_player(server, "Lam")
    assert join_from(room, mal, "127.0.0.7").status == 200
    game = room.begin()
    sit_from(room, game, None, "127.0.0.7", token=mal.key)
    assert game.ask("DELETE", "/seats/2", token=room.host.key).status == 204
    assert room.leave(mal, by=room.host).status == 204
    assert lock(room, True).status == 200
    problem(join_from(room, mal, "127.0.0.7"), 403, "removed")
    assert room.ask("POST", "/members", {"player": mal.player}, player=room.host).status == 200
    with Wire(server, source="127.0.0.7") as wire:
        problem(game.ask("POST", "/seats", {}, token=mal.key, wire=wire), 403, "room-locked")
    for player in (other, new_player(server, "Kim")):
        problem(join_from(room, player, "127.0.0.7"), 403, "room-locked")
    assert join_from(room, mal, "127.0.0.7").status == 200
    sit_from(room, game, None, "127.0.0.7", token=mal.key)
    # The way is open once: a member who leaves a locked room is a stranger again.
    assert room.leave(mal).status == 204
    problem(join_from(room, mal, "127.0.0.7"), 403, "room-locked")
    assert lock(room, False).status == 200
    problem(join_from(room, other, "127.0.0.7"), 403, "removed")


def test_a_readmission_survives_a_restart(own_free_server):
    room = make_room(own_free_server, "Ann", "Mal")
    ann, mal = room.people
    assert room.leave(mal, by=ann).status == 204 and lock(room, True).status == 200
    assert room.ask("POST", "/members", {"player": mal.player}, player=ann).status == 200
    own_free_server.restart()
    assert room.ask("POST", "/members", {}, player=mal).status == 200


def sit_from(room, game, name, source, token=None):
    """Takes a seat in the game of `room`, without a key; answers with its number."""
    with Wire(room.server, source=source) as wire:
        body = {} if token else {"name": name}
        answer = ask(room.server, "POST", f"/games/{game.id}/seats", body, token=token, wire=wire)
    assert answer.status == 201, answer
    return answer.json["seat"]


def names_in(game):
    return [seat["name"] for seat in game.show()["seats"]]


@pytest.mark.parametrize("kind", ["free", "mini"])
def test_a_removal_frees_every_seat_at_the_address_that_is_no_members(server, kind):
    room, mal, ben = make_room(server, "Ann"), new_player(server, "Mal"), new_player(server, "Ben")
    assert join_from(room, mal, "127.0.0.7").status == join_from(room, ben, "127.0.0.7").status == 200
    stranger = new_player(server, "Zoe")
    game = room.begin(kind)
    for player in (mal, ben, stranger):
        sit_from(room, game, None, "127.0.0.7", token=player.key)
    sit_from(room, game, "Lam", "127.0.0.7")
    sit_from(room, game, "Kim", "127.0.0.8")
    assert lock(room, True).status == 200
    assert room.leave(mal, by=room.host).status == 204
    assert names_in(game) == ["Ann", "Ben", "Kim"], "Mal, Zoe and Lam were at Mal's address, and Ben is a member"


def test_people_who_are_no_members_do_not_choose_the_rooms_next_game(server):
    room = make_room(server, "Ann")
    game = room.begin()
    with Wire(server, source="127.0.0.7") as wire:
        guest = ask(server, "POST", game.path + "/seats", {"name": "Kim"}, wire=wire).json["token"]
    assert lock(room, True).status == 200
    accepted(game.act("close", token=room.host.key))
    assert room.leave(room.host, by=room.host).status == 204
    room.join(new_player(server, "Ben"))
    problem(game.act("rematch", token=guest), 403, "not-allowed")
    assert "rematch" not in game.show(guest)["actions"]
    assert room.show()["game"]["id"] == game.id and "next" not in game.show()


def test_the_next_round_in_a_locked_room_has_seats_for_its_members_only(server):
    room = make_room(server, "Ann")
    game, sat = room.begin(), []
    for name in ("Kim", "Lam"):
        sat.append(sit_from(room, game, name, "127.0.0.7"))
    assert names_in(game) == ["Ann", "Kim", "Lam"]
    assert lock(room, True).status == 200
    accepted(game.act("close", token=room.host.key))
    accepted(game.act("rematch", token=room.host.key))
    eventually(lambda: room.show()["game"]["id"] != game.id)
    assert names_in(room.game()) == ["Ann"]


def test_the_other_members_at_the_address_stay(server):
    room = make_room(server, "Ann", "Ben", "Mal")
    ann, ben, mal = room.people
    assert room.leave(mal, by=ann).status == 204
    assert room.ask("POST", "/members", {}, player=ben).status == 200
    with room.with_present(ben):
        assert len(room.begin().show()["seats"]) == 2
    # A member who leaves may come back.
    assert join_from(room, new_player(server, "Kim"), "127.0.0.7").status == 200


def test_a_player_whom_the_host_has_let_back_in_may_leave_and_come_back(server):
    room, mal = make_room(server, "Ann"), new_player(server, "Mal")
    assert join_from(room, mal, "127.0.0.7").status == 200
    assert room.leave(mal, by=room.host).status == 204
    problem(join_from(room, new_player(server, "Kim"), "127.0.0.7"), 403, "removed")
    assert room.ask("POST", "/members", {"player": mal.player}, player=room.host).status == 200
    for _ in range(2):
        assert join_from(room, mal, "127.0.0.7").status == 200
        assert room.leave(mal).status == 204
    problem(join_from(room, new_player(server, "Lam"), "127.0.0.7"), 403, "removed")


# ----------------------------------------------------------------------------------------------------------- votes


def test_a_member_who_has_only_just_joined_has_no_vote(strict):
    room = make_room(strict, "Ann", "Mal")
    ann, mal = room.people
    with room.with_present(ann, mal):
        first = room.begin()
        second = room.begin("guess", mode="together")
        assert room.show()["prompts"] == []
        eventually(lambda: first.show()["state"] == "finished")
    assert room.show()["game"]["id"] == second.id


def test_only_the_host_ends_a_game_while_nobody_could_agree(strict):
    room = make_room(strict, "Ann", "Ben", "Eve", open=True)
    ann, ben, eve = room.people
    with room.with_present(ann):
        game = room.begin()
    with room.with_present(ben):
        refused = problem(room.request_game(ben), 403, "not-allowed")
        assert "agree" in refused["detail"]
    with room.with_present(ben, eve):
        problem(room.request_game(ben), 403, "not-allowed")
    assert room.show()["game"]["id"] == game.id and game.show()["state"] == "playing"
    with room.with_present(ann, ben):
        refused = problem(room.request_game(ben), 403, "not-allowed")
        assert "60 s" in refused["detail"] and room.show()["prompts"] == []
    accepted(game.act("close", token=ann.key))
    assert room.request_game(ben).status == 201, "after its end nobody needs to agree"


# ------------------------------------------------------------------------------------------- what a stranger adds


def test_a_stranger_who_joins_and_leaves_is_refused_soon_and_the_room_goes_on(own_server):
    room = make_room(own_server, "Ann", "Ben")
    mal = new_player(own_server, "Mal")
    with Wire(own_server, source="127.0.0.7") as wire:
        for _ in range(300):
            answer = room.ask("POST", "/members", {}, player=mal, wire=wire)
            if answer.status == 429 and int(answer.header("Retry-After")) > 5:
                break
            room.ask("DELETE", f"/members/{mal.player}", player=mal, wire=wire)
        problem(answer, 429, "rate-limited")
    assert room.show()["sequence"] < 300
    room.join(new_player(own_server, "Eve"))
    room.begin()
