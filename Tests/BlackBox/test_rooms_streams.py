"""`/rooms/{name}/events`: one stream that follows a room and whatever is being played in it."""

import copy

import pytest

from client import Closed, Wire, ask, eventually, problem
from players import link, new_player
from room_follower import RoomFollower, opening, same_room
from rooms import finish_free, finish_square, make_room, recorded
from server_process import ServerProcess
from square_table import accepted
from streams import Stream
from visible_state import without


@pytest.fixture(scope="module")
def house():
    with ServerProcess("--no-address-limits") as running:
        yield running


VARIES = ("spectators", "members")


def test_a_stream_begins_with_the_room_as_get_shows_it(house):
    room = make_room(house, "Ann", "Ben")
    for player in (None, *room.people):
        (snapshot,) = opening(room, player)
        assert snapshot.name == "snapshot" and snapshot.id
        assert without(snapshot.data, *VARIES) == without(room.show(player), *VARIES)
        shown = [without(member, "present") for member in snapshot.data["members"]]
        assert shown == [without(member, "present") for member in room.show()["members"]]


def test_the_present_game_follows_as_its_viewer_may_see_it(house):
    room = make_room(house, "Ann", "Ben")
    with room.with_present(*room.people):
        game = room.begin("square", clock=None)
    accepted(game.act("start", token=room.host.key)), accepted(game.call(1, "E")), accepted(game.place(1, 7))
    ann, ben = room.people
    boards = {}
    for player in (None, ann, ben):
        _, snapshot = opening(room, player)
        assert snapshot.name == "snapshot" and snapshot.data["id"] == game.id and snapshot.data["room"] == room.name
        assert snapshot.data["boards"] == game.show(player.key if player else None)["boards"]
        boards[player and player.name] = [board["board"] for board in snapshot.data["boards"]]
    assert boards == {None: [], "Ann": [1], "Ben": [2]}


@pytest.mark.parametrize("lines", [False, True])
def test_a_stream_goes_on_from_game_to_game(house, lines):
    room = make_room(house, "Ann", "Ben")
    with RoomFollower(room, room.people[1], lines) as follower, room.with_present(room.host):
        follower.take()
        eventually(lambda: len(room.present()) == 2)
        for number in range(3):
            game = finish_free(room)
            recorded(room, number + 1)
            follower.take("room.standings")
            assert follower.games[-1] == {"id": game.id, "sequence": game.show()["sequence"]}
            assert same_room(follower, room.show())
        assert [game["id"] for game in follower.games] == [game["id"] for game in room.show()["games"]][::-1]
    one_game = ["room.game", "snapshot", "cell.changed", "game.finished", "room.standings"]
    assert follower.kinds == ["snapshot"] + one_game * 3


def test_the_next_game_is_told_with_its_rules_and_then_shown(house):
    room = make_room(house)
    with room.stream() as stream:
        stream.next()
        game = room.begin("guess")
        told = stream.next()
        assert told.name == "room.game" and told.id and told.data.keys() >= {"sequence", "time", "game", "rules"}
        assert (told.data["game"], told.data["rules"]) == (game.id, "guess")
        shown = stream.next()
        assert shown.name == "snapshot" and shown.data["id"] == game.id and shown.data["room"] == room.name


def test_members_who_come_and_go_are_told(house):
    room, ben = make_room(house), new_player(house, "Ben")
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


def test_a_question_its_answer_and_its_end_are_told(house):
    room = make_room(house, "Ann", "Ben")
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


def test_standings_are_told_with_the_past_games(house):
    room = make_room(house)
    with room.stream() as stream:
        stream.next()
        finish_square(room)
        told = stream.next("room.standings")
        shown = recorded(room, 1)
    assert told.data.keys() >= {"sequence", "time", "standings", "games"}
    assert (told.data["standings"], told.data["games"]) == (shown["standings"], shown["games"])


def test_presence_is_told_without_an_id(house):
    room = make_room(house, "Ann", "Ben")
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


def test_cursors_of_the_game_are_told(house):
    room = make_room(house)
    game = room.begin()
    with room.stream() as stream:
        stream.take_events(2)
        assert game.ask("POST", "/cursor", {"cell": 7}, token=room.host.key).status == 204
        cursor = stream.next("cursor")
        assert cursor.id is None and cursor.data["cell"] == 7


def test_reactions_in_the_game_are_told(house):
    room = make_room(house)
    game = room.begin()
    with room.stream() as stream:
        stream.take_events(2)
        assert game.ask("POST", "/reactions", {"reaction": "❤️"}, token=room.host.key).status == 204
        reaction = stream.next("reaction")
        assert reaction.id is None and reaction.data == {"game": game.id, "seat": 1, "reaction": "❤️"}


def test_who_joins_while_a_stream_is_open_is_present_and_sees_the_own_board(house):
    room, eve = make_room(house), new_player(house, "Eve")
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


def test_a_removed_member_becomes_a_spectator_of_the_stream(house):
    room = make_room(house, "Ann", "Ben")
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


def test_a_stream_resumes_in_the_middle_of_a_game_with_exactly_the_missing_events(house):
    room = make_room(house)
    game = room.begin(open=True)
    with RoomFollower(room) as follower:
        follower.take(), follower.take()
        accepted(game.edit(0, "A"))
        follower.take("cell.changed")
        follower.stream.close()
        for cell in range(1, 6):
            accepted(game.edit(cell, "B"))
        follower.open()
        follower.take_until(lambda one: one.games[-1]["sequence"] == game.show()["sequence"])
        # The room itself has no place in the id of a game's event, so that it may be shown again.
        assert [kind for kind in follower.kinds if kind == "cell.changed"] == ["cell.changed"] * 6
        assert follower.kinds.count("snapshot") <= 3


@pytest.mark.parametrize("lines", [False, True])
def test_a_stream_resumes_across_games_and_misses_nothing_of_the_room(house, lines):
    room = make_room(house)
    with RoomFollower(room, lines=lines) as follower:
        follower.take()
        for number in range(4):
            follower.stream.close()
            game = finish_free(room)
            shown, last = recorded(room, number + 1), game.show()["sequence"]
            follower.open()
            follower.take_until(lambda one: same_room(one, shown))  # noqa: B023 -- called at once
            played = {"id": game.id, "sequence": last}
            follower.take_until(lambda one: one.games and one.games[-1] == played)  # noqa: B023


def test_every_id_of_a_stream_can_be_resumed(house):
    """Wherever a client was cut off, it ends up where the others are, without a gap."""
    room, moments = make_room(house), []
    with RoomFollower(room) as follower:
        follower.take()
        for rules in ("free", "guess", "free"):
            game = room.begin(rules)
            accepted(game.edit(0, "A", room.host.key))
            room.join(new_player(house, "Guest"))
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


@pytest.mark.parametrize("id", ["nonsense", "0", "-1", "99999", "room.x:1", "lobby:1", ":", "a:b:c", "x" * 2000])
def test_an_id_that_cannot_be_continued_gets_snapshots(house, id):
    room = make_room(house)
    game = room.begin()
    for headers, query in (({"Last-Event-ID": id}, ""), ({}, f"?after={id}")):
        with room.stream(headers=headers, query=query) as stream:
            assert stream.status == 200
            one, two = stream.take_events(2)
            assert (one.name, two.name) == ("snapshot", "snapshot")
            assert one.data["room"] == room.name and two.data["id"] == game.id


def test_an_id_of_another_room_or_of_the_future_gets_snapshots(house):
    room, other = make_room(house), make_room(house)
    (snapshot,) = opening(other)
    future = snapshot.id.rsplit(":", 1)[0] + ":999" if ":" in snapshot.id else "999"
    for id in (snapshot.id, future):
        (event,) = opening(room, headers={"Last-Event-ID": id})
        assert event.name == "snapshot" and event.data["room"] == room.name


# --------------------------------------------------------------------------------------------------- refusals


def test_refusals_of_the_stream(house):
    room = make_room(house)
    problem(ask(house, "GET", "/rooms/nobody-made-this/events"), 404, "no-such-room")
    problem(room.ask("GET", "/events", headers={"Accept": "image/png"}), 406)
    problem(ask(house, "GET", room.path + "/events", token="0" * 32), 401, "unknown-token")
    head = room.ask("HEAD", "/events")
    assert head.status == 200 and head.header("Content-Type").startswith("text/event-stream") and not head.body
    assert head.header("Cache-Control") == "no-store"


def test_an_address_may_open_32_streams_of_rooms_and_games_together(own_server):
    room = make_room(own_server)
    streams = [room.stream() for _ in range(31)] + [Stream(own_server, "/events")]
    try:
        for stream in streams:
            assert stream.status == 200 and stream.next().name == "snapshot"
        problem(room.ask("GET", "/events"), 429, "too-many-streams")
    finally:
        for stream in streams:
            stream.close()


def test_a_slow_reader_of_a_room_gets_a_snapshot_or_is_cut_off(house):
    """As a game's: it never gets a gap, and the server does not keep its backlog."""
    room = make_room(house)
    game = room.begin(open=True)
    with RoomFollower(room) as follower:
        follower.stream.close()
        follower.stream = room.stream(receive_buffer=4096)
        with Wire(house) as wire:
            for number in range(80):
                cells = {str(index): "ABCDEFGH"[number % 8] for index in range(25)}
                accepted(ask(house, "PATCH", game.path + "/board", {"cells": cells}, wire=wire))
        last = game.show()["sequence"]
        try:
            follower.take_until(lambda one: one.games and one.games[-1]["sequence"] == last)
        except Closed:
            follower.open()
            follower.take_until(lambda one: one.games[-1]["sequence"] == last)


def test_the_stream_of_a_player_goes_on_while_another_device_is_linked_and_ended(house):
    room = make_room(house)
    phone = link(house, room.host.code()).json["key"]
    with room.stream(room.host) as stream:
        stream.next()
        assert room.host.ask("DELETE", "/players/me/keys/2").status == 204
        room.join(new_player(house, "Ben"))
        assert stream.next().name == "room.member"
    problem(ask(house, "GET", room.path, token=phone), 401, "unknown-token")
