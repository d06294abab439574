"""`/rooms/{name}/events`: one stream that follows a room and whatever is being played in it."""

import contextlib
import copy

import pytest

from client import Closed, Wire, ask, eventually, problem
from free_table import finish
from game_tables import accepted
from players import new_player
from room_follower import RoomFollower, opening, same_room
from rooms import make_room, recorded
from visible_state import without

VARIES = ("spectators", "members")


def test_a_stream_begins_with_the_room_as_get_shows_it_and_its_game_as_the_viewer_may_see_it(server):
    room = make_room(server, "Ann", "Ben")
    for player in (None, *room.people):
        (snapshot,) = opening(room, player)
        assert snapshot.name == "snapshot" and snapshot.id
        assert without(snapshot.data, *VARIES) == without(room.show(player), *VARIES)
        shown = [without(member, "present") for member in snapshot.data["members"]]
        assert shown == [without(member, "present") for member in room.show()["members"]]
    with room.with_present(*room.people):
        game = room.begin("square", clock=None)
    game.do(1, "start"), accepted(game.call(1, "E")), accepted(game.place(1, 7))
    boards = {}
    for player in (None, *room.people):
        _, snapshot = opening(room, player)
        assert snapshot.name == "snapshot" and snapshot.data["id"] == game.id and snapshot.data["room"] == room.name
        assert snapshot.data["boards"] == game.show(player.key if player else None)["boards"]
        boards[player and player.name] = [board["board"] for board in snapshot.data["boards"]]
    assert boards == {None: [], "Ann": [1], "Ben": [2]}


@pytest.mark.parametrize("lines", [False, True])
def test_a_stream_goes_on_from_game_to_game(server, lines):
    room = make_room(server, "Ann", "Ben")
    with RoomFollower(room, room.people[1], lines) as follower, room.with_present(room.host):
        follower.take()
        eventually(lambda: len(room.present()) == 2)
        for number in range(3):
            game = finish(room)
            recorded(room, number + 1)
            follower.take("room.standings")
            assert follower.games[-1] == {"id": game.id, "sequence": game.show()["sequence"]}
            assert same_room(follower, room.show())
        assert [game["id"] for game in follower.games] == [game["id"] for game in room.show()["games"]][::-1]
    one_game = ["room.game", "snapshot", "cell.changed", "game.finished", "room.standings"]
    assert follower.kinds == ["snapshot"] + one_game * 3


def test_the_next_game_is_told_and_shown_and_then_its_standings_cursors_and_reactions(server):
    room = make_room(server)
    with room.stream() as stream:
        stream.next()
        game = room.begin("guess", mode="together")
        told = stream.next()
        assert told.name == "room.game" and told.id and told.data.keys() >= {"sequence", "time", "game", "rules"}
        assert (told.data["game"], told.data["rules"]) == (game.id, "guess")
        shown = stream.next()
        assert shown.name == "snapshot" and shown.data["id"] == game.id and shown.data["room"] == room.name
        assert game.ask("POST", "/cursor", {"cell": 7}, token=room.host.key).status == 204
        cursor = stream.next("cursor")
        assert cursor.id is None and cursor.data["cell"] == 7
        assert game.ask("POST", "/reactions", {"reaction": "❤️"}, token=room.host.key).status == 204
        reaction = stream.next("reaction")
        assert reaction.id is None and reaction.data == {"game": game.id, "seat": 1, "reaction": "❤️"}
        game.do(1, "resign")
        told, shown = stream.next("room.standings"), recorded(room, 1)
    assert told.data.keys() >= {"sequence", "time", "standings", "games"}
    assert (told.data["standings"], told.data["games"]) == (shown["standings"], shown["games"])


def test_members_who_come_and_go_are_told(server):
    room, ben = make_room(server), new_player(server, "Ben")
    with room.stream() as stream:
        stream.next()
        room.join(ben)
        joined = stream.next()
        assert joined.name == "room.member" and joined.data.keys() >= {"sequence", "time", "members", "host"}
        assert [member["name"] for member in joined.data["members"]] == ["Ann", "Ben"]
        assert joined.data["host"] == room.host.player
        assert room.leave(room.host).status == 204
        left = stream.next()
        assert left.name == "room.member" and left.data["host"] == ben.player
        assert [member["name"] for member in left.data["members"]] == ["Ben"]


def test_a_question_its_answer_and_its_end_are_told(server):
    room = make_room(server, "Ann", "Ben")
    with room.with_present(*room.people):
        room.begin()
        with RoomFollower(room) as follower:
            follower.take_until(lambda one: len(one.games) == 1)
            prompt = room.request_game(room.host).json["prompt"]["id"]
            asked = follower.take("room.prompt")
            assert [one["id"] for one in asked.data["prompts"]] == [prompt]
            assert room.answer_prompt(prompt, 0, room.people[1]).status == 200
            follower.take_until(lambda one: one.sequence == room.show()["sequence"])
            assert follower.state["prompts"] == [] and same_room(follower, room.show())


def test_presence_is_told_without_an_id(server):
    room = make_room(server, "Ann", "Ben")
    with room.stream() as stream:
        stream.next()
        with room.stream(room.people[1]):
            while True:
                event = stream.next("presence")
                if {"player": room.people[1].player, "present": True} in event.data["members"]:
                    break
            assert event.id is None and event.data["room"] == room.name
            assert event.data.keys() == {"room", "members", "spectators"} and event.data["spectators"] == 1
            assert {"player": room.host.player, "present": False} in event.data["members"]
        while {"player": room.people[1].player, "present": False} not in stream.next("presence").data["members"]:
            pass


def test_who_joins_while_a_stream_is_open_is_present_and_sees_the_own_board(server):
    room, eve = make_room(server), new_player(server, "Eve")
    with room.stream(eve) as stream:
        stream.next()
        eventually(lambda: room.show()["spectators"] == 1)
        room.join(eve)
        eventually(lambda: room.present() == {eve.player} and room.show()["spectators"] == 0)
        game = room.begin("square", clock=None)
        snapshot = stream.next("snapshot")
        assert snapshot.data["id"] == game.id
        assert [seat["player"] for seat in snapshot.data["seats"]] == [room.host.player, eve.player]
        accepted(game.act("start", token=room.host.key)), accepted(game.call(1, "E"))
        accepted(game.place(1, 3)), accepted(game.place(2, 7))
        events = [stream.next("cell.changed").data for _ in range(2)]
        placed = {event["board"]: event for event in events}
        assert placed[2]["cell"] == 7 and "cell" not in placed[1], "the own board, and no other one"


def test_a_removed_member_becomes_a_spectator_of_the_stream(server):
    room = make_room(server, "Ann", "Ben")
    ann, ben = room.people
    with room.with_present(ann), room.stream(ben) as stream:
        stream.next()
        eventually(lambda: len(room.present()) == 2)
        game = room.begin("guess", mode="race")
        accepted(game.act("start", token=ann.key)), accepted(game.people[1].edit(0, "B"))
        assert stream.next("cell.changed").data["value"] == "B"
        assert room.leave(ben, by=ann).status == 204
        eventually(lambda: room.present() == {ann.player} and room.show()["spectators"] >= 1)
        assert game.edit(1, "C", ben.key).status in (401, 403, 409)
        accepted(game.people[0].edit(3, "A"))
        assert not {"cell", "value"} & stream.next("cell.changed").data.keys(), "a rival's hidden letter"


# ------------------------------------------------------------------------------------------------- resumption


def test_every_id_of_a_stream_can_be_resumed(server):
    """Wherever a client was cut off, it ends up where the others are, without a gap."""
    room, moments = make_room(server), []
    with RoomFollower(room) as follower:
        follower.take()
        for rules in ("free", "guess", "free"):
            game = room.begin(rules)
            accepted(game.edit(0, "A", room.host.key))
            room.join(new_player(server, "Guest"))
            for _ in range(4):
                moments.append((follower.last, *copy.deepcopy((follower.state, follower.games, follower.sequence))))
                follower.take()
        finally_shown, last = room.show(), {"id": game.id, "sequence": game.show()["sequence"]}
        assert same_room(follower, finally_shown) and follower.games[-1] == last
    assert len({moment[0] for moment in moments}) == len(moments) == 12
    for moment in moments:
        with RoomFollower(room) as late:
            late.stream.close()
            late.last, late.state, late.games, late.sequence = moment
            late.open()
            late.take_until(lambda one: same_room(one, finally_shown) and one.games and one.games[-1] == last)


def test_an_id_that_cannot_be_continued_gets_snapshots(server):
    room, other = make_room(server), make_room(server)
    game = room.begin()
    (snapshot,) = opening(other)
    future = snapshot.id.rsplit(":", 1)[0] + ":999" if ":" in snapshot.id else "999"
    for id in ("nonsense", "0", "-1", "99999", "room.x:1", "lobby:1", ":", "a:b:c", "x" * 2000, snapshot.id, future):
        for headers, query in (({"Last-Event-ID": id}, ""), ({}, f"?after={id}")):
            with room.stream(headers=headers, query=query) as stream:
                assert stream.status == 200
                one, two = stream.take_events(2)
                assert (one.name, two.name) == ("snapshot", "snapshot")
                assert one.data["room"] == room.name and two.data["id"] == game.id


# --------------------------------------------------------------------------------------------------- refusals


def test_refusals_of_the_stream(server):
    room = make_room(server)
    problem(ask(server, "GET", "/rooms/nobody-made-this/events"), 404, "no-such-room")
    problem(room.ask("GET", "/events", headers={"Accept": "image/png"}), 406)
    problem(ask(server, "GET", room.path + "/events", token="0" * 32), 401, "unknown-token")
    head = room.ask("HEAD", "/events")
    assert head.status == 200 and head.header("Content-Type").startswith("text/event-stream") and not head.body
    assert head.header("Cache-Control") == "no-store"


def test_streams_of_rooms_count_in_the_limit_of_an_address(own_server):
    room = make_room(own_server)
    with contextlib.ExitStack() as stack:
        for _ in range(32):
            assert stack.enter_context(room.stream()).next().name == "snapshot"
        problem(ask(own_server, "GET", "/events"), 429, "too-many-streams")


def test_a_slow_reader_of_a_room_gets_a_snapshot_or_is_cut_off(server):
    """As a game's: it never gets a gap, and the server does not keep its backlog."""
    room = make_room(server)
    game = room.begin(open=True)
    with RoomFollower(room) as follower:
        follower.stream.close()
        follower.stream = room.stream(receive_buffer=4096)
        with Wire(server) as wire:
            for number in range(80):
                cells = {str(index): "ABCDEFGH"[number % 8] for index in range(25)}
                accepted(ask(server, "PATCH", game.path + "/board", {"cells": cells}, wire=wire))
        last = game.show()["sequence"]
        try:
            follower.take_until(lambda one: one.games and one.games[-1]["sequence"] == last)
        except Closed:
            follower.open()
            follower.take_until(lambda one: one.games[-1]["sequence"] == last)
