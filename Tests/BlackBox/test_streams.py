"""Streams: headers, snapshot, events and ephemeral events, as Server-Sent Events and as NDJSON."""

import re

import pytest

from client import Wire, accepted, ask, curl, eventually, lobby, metric, new_game, open_sockets, problem
from fold import Copy
from rooms import make_room
from streams import Stream

REACTIONS = ("👏", "😂", "😮", "🔥", "🤔", "❤️")


def open_stream(game, query="", **kind):
    return Stream(game.server, game.path + "/events" + query, **kind)


def test_the_headers_arrive_at_once(game):
    with open_stream(game) as stream:
        assert stream.status == 200
        assert stream.headers.get("Content-Type").split(";")[0] == "text/event-stream"
        assert stream.headers.get("Cache-Control") == "no-store"
        assert stream.headers.get("X-Accel-Buffering") == "no"
        assert stream.headers.get("Date")


def test_a_stream_begins_with_a_retry_hint_and_a_snapshot(game):
    game.edit(0, "A")
    with open_stream(game) as stream:
        snapshot = stream.next_any()
        assert stream.retries == ["2000"] and stream.raw.startswith(b"retry: 2000\n")
        assert snapshot.name == "snapshot"
        shown = game.show()
        for key in shown.keys() - {"clock", "spectators", "seats"}:
            assert snapshot.data[key] == shown[key], key
        assert snapshot.data["hash"] == Copy.of(snapshot.data).hash


def test_each_event_has_a_number_a_name_and_a_hash_that_the_client_can_verify(server):
    game = new_game(server, board="CAT../....#/...../...../.....")
    with open_stream(game) as stream:
        copy = Copy.of(stream.next().data)
        ann = game.seat("Ann")
        ann.edit("a2", "b")
        game.edit("a3", "É")
        game.edit("a2", "")
        ann.act("undo")
        ann.act("recolour", {"colour": "#123456"})
        game.ask("PATCH", "/board", {"cells": {"e5": "X", "d5": "Y"}})
        names = []
        for number in range(1, game.sequence + 1):
            event = stream.next()
            assert event.id == str(number) == str(event.data["sequence"])
            assert event.name == event.data["type"]
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", event.data["time"])
            assert re.fullmatch("[0-9a-f]{8}", event.data["hash"])
            copy.apply(event.data)
            names.append(event.name)
    assert copy.text == game.board()["text"] and copy.hash == game.board()["hash"]
    assert names[0] == "seat.taken" and "seat.recoloured" in names and names.count("cell.changed") >= 5


def test_an_event_arrives_at_once(game):
    with open_stream(game) as stream:
        stream.next()
        game.edit(0, "A")
        assert stream.next().id == "1"


def test_the_answer_the_stream_and_the_history_carry_the_same_event(game):
    with open_stream(game) as stream:
        stream.next()
        (answered,) = accepted(game.edit(0, "A"))["events"]
        streamed, (written,) = stream.next().data, game.history()
    for key in answered:
        assert streamed[key] == answered[key] == written[key], key


def test_ndjson_carries_the_same_events(game):
    with open_stream(game) as events, open_stream(game, lines=True) as lines:
        assert lines.headers.get("Content-Type").split(";")[0] == "application/x-ndjson"
        first = lines.next()
        assert first.name == events.next().name == "snapshot"
        copy = Copy.of(first.data)
        game.edit(0, "A")
        game.edit(1, "B")
        for _ in range(2):
            line, event = lines.next(), events.next()
            assert (line.name, line.id, line.data) == (event.name, event.id, event.data)
            copy.apply(line.data)


def test_a_client_that_accepts_anything_gets_server_sent_events(game):
    with open_stream(game, headers={"Accept": "*/*"}) as stream:
        assert stream.headers.get("Content-Type").split(";")[0] == "text/event-stream"


def test_several_games_share_one_stream(server):
    one, two = new_game(server), new_game(server)
    one.edit(0, "A")
    with Stream(server, f"/events?games={one.id},{two.id}") as stream:
        snapshots = {event.data["id"]: event.data for event in stream.take_events(2)}
        assert snapshots.keys() == {one.id, two.id}
        copies = {id: Copy.of(data) for id, data in snapshots.items()}
        one.edit(1, "B")
        two.edit(2, "C")
        one.edit(3, "D")
        got = stream.take_events(3)
        assert [event.id for event in got] == [f"{one.id}:2", f"{two.id}:1", f"{one.id}:3"]
        for event in got:
            copies[event.id.split(":")[0]].apply(event.data)


def test_a_shared_stream_resumes_each_game_without_loss(server):
    one, two = new_game(server), new_game(server)
    for cell in range(3):
        one.edit(cell, "A")
        two.edit(cell, "B")
    with Stream(
        server, f"/events?games={one.id},{two.id}", headers={"Last-Event-ID": f"{one.id}:1"}
    ) as stream:
        seen, known = [], {}
        while len(known) < 2 or known[one.id] < 3:
            event = stream.next()
            if event.name == "snapshot":
                known[event.data["id"]] = event.data["sequence"]
            else:
                id, number = event.id.split(":")
                known[id] = int(number)
                seen.append(event.id)
        assert seen[:2] == [f"{one.id}:2", f"{one.id}:3"], "exactly the missing events of the named game"
        assert known[two.id] == 3


def test_a_shared_stream_resumes_after_the_last_ids_of_all_its_games(server):
    one, two = new_game(server), new_game(server)
    for game in (one, two):
        game.fill("A")
    with Stream(
        server, f"/events?games={one.id},{two.id}", headers={"Last-Event-ID": f"{one.id}:24,{two.id}:23"}
    ) as stream:
        seen = [stream.next() for _ in range(3)]
    assert sorted(event.id for event in seen) == sorted([f"{one.id}:25", f"{two.id}:24", f"{two.id}:25"])


def test_a_brief_stream_ends_after_its_first_news(game):
    accepted(game.edit(0, "A"))
    with open_stream(game, "?wait=25") as stream:
        (snapshot,), ended = stream.rest_of_stream()
        assert snapshot.name == "snapshot" and ended
    with open_stream(game, f"?wait=25&after={snapshot.id}") as stream:
        assert stream.next("presence")
        accepted(game.edit(1, "B"))
        (event,), ended = stream.rest_of_stream()
        assert event.id == "2" and ended
    with open_stream(game, "?wait=0&after=2", lines=True) as stream:
        assert stream.rest_of_stream() == ([], True)
    with open_stream(game, "?wait=26") as stream:
        assert stream.status == 400


def test_a_brief_stream_of_a_room_resumes_the_room_and_its_game(server):
    room = make_room(server, "Ann")
    game = room.begin()
    with room.stream(room.host, query="?wait=0") as stream:
        events, _ = stream.rest_of_stream()
    ids = ",".join(event.id for event in events)
    assert [event.name for event in events] == ["snapshot", "snapshot"]
    accepted(game.edit(0, "A", room.host.key))
    with room.stream(room.host, {"Last-Event-ID": ids}, "?wait=25") as stream:
        (event,), ended = stream.rest_of_stream()
    assert event.data["value"] == "A" and ended


def test_a_player_stays_present_between_brief_streams_but_not_after_a_lasting_one(game):
    ann = game.seat("Ann")

    def is_present():
        return game.show()["seats"][0]["present"]

    with open_stream(game, "?wait=0", token=ann.token) as stream:
        stream.rest_of_stream()
    eventually(lambda: game.show()["spectators"] == 0)
    assert is_present(), "another one may follow"
    with open_stream(game, token=ann.token) as lasting:
        lasting.next()
        with open_stream(game, "?wait=0", token=ann.token) as stream:
            stream.rest_of_stream()
    eventually(lambda: not is_present())


@pytest.mark.parametrize("games", ["nowhere", "lobby,nowhere"])
def test_a_shared_stream_with_an_unknown_game_is_404(server, games):
    problem(curl(server, "/events?games=" + games), 404, "no-such-game")


def test_the_first_presence_says_the_same_as_the_snapshot(game):
    ann, ben = game.seat("Ann"), game.seat("Ben")
    for token in (ann.token, None, ben.token):
        with open_stream(game, token=token) as stream:
            snapshot, presence = stream.next("snapshot").data, stream.next("presence").data
            seats = [{"seat": seat["seat"], "present": seat["present"]} for seat in snapshot["seats"]]
            assert presence["seats"] == seats and snapshot["spectators"] == presence["spectators"], token


def test_presence_shows_which_players_are_connected(game):
    ann = game.seat("Ann")
    with open_stream(game) as stream:
        assert stream.next().name == "snapshot"

        def reported_as(present):
            while True:
                event = stream.next("presence")
                assert event.id is None and event.data["game"] == game.id
                if event.data["seats"] == [{"seat": 1, "present": present}]:
                    return event.data["spectators"] >= 1

        with open_stream(game, token=ann.token) as own:
            own.next()
            assert reported_as(True)
            assert game.show()["seats"][0]["present"] is True
        assert reported_as(False)
    eventually(lambda: game.show()["spectators"] == 0)
    assert game.show()["seats"][0]["present"] is False
    assert game.sequence == 1, "presence is never stored"


def test_a_cursor_reaches_other_clients_and_is_never_stored(game):
    ann = game.seat("Ann")
    with open_stream(game) as stream, open_stream(game, lines=True) as lines:
        stream.next(), lines.next()
        assert game.ask("POST", "/cursor", {"cell": 7, "direction": "across"}, token=ann.token).status == 204
        event, line = stream.next("cursor"), lines.next("cursor")
        assert (
            event.data == {"game": game.id, "seat": 1, "cell": 7, "direction": "across"} and event.id is None
        )
        assert line.data == event.data and line.id is None
        assert game.ask("POST", "/cursor", {"cell": None, "direction": "down"}, token=ann.token).status == 204
        assert stream.next("cursor").data["cell"] is None
    assert game.sequence == 1


def test_a_cursor_needs_a_seat_and_a_valid_body(game):
    ann = game.seat("Ann")
    problem(game.ask("POST", "/cursor", {"cell": 7, "direction": "across"}), 401, "token-needed")
    for body in (
        {"cell": 25, "direction": "across"},
        {"cell": -1, "direction": "across"},
        {"cell": "x", "direction": "down"},
        {"cell": 7, "direction": "sideways"},
        {"cell": 7, "direction": "down", "extra": 1},
        [],
    ):
        problem(game.ask("POST", "/cursor", body, token=ann.token), (400, 404, 422))


@pytest.mark.parametrize("reaction", REACTIONS)
def test_a_reaction_reaches_everybody_and_is_never_stored(game, reaction):
    ann = game.seat("Ann")
    with open_stream(game) as stream, open_stream(game, lines=True) as lines:
        stream.next(), lines.next()
        assert game.ask("POST", "/reactions", {"reaction": reaction}, token=ann.token).status == 204
        event, line = stream.next("reaction"), lines.next("reaction")
        assert event.data == {"game": game.id, "seat": 1, "reaction": reaction} and event.id is None
        assert line.data == event.data and line.id is None
    with open_stream(game) as stream:
        game.edit(0, "A")
        got = [stream.next_any() for _ in range(2)]
        while got[-1].name != "cell.changed":
            got.append(stream.next_any())
    assert "reaction" not in [event.name for event in got] and game.sequence == 2


def test_a_reaction_needs_a_seat_and_is_one_of_six(game):
    ann = game.seat("Ann")
    problem(game.ask("POST", "/reactions", {"reaction": "👏"}), 401, "token-needed")
    for body in ({"reaction": "👎"}, {"reaction": "👏👏"}, {"reaction": ""}, {"reaction": 1}, {"reaction": None}, {}):
        problem(game.ask("POST", "/reactions", body, token=ann.token), (400, 422))


def test_a_player_cannot_flood_the_others_with_reactions(game):
    ann, ben = game.seat("Ann"), game.seat("Ben")
    answers = [game.ask("POST", "/reactions", {"reaction": "🔥"}, token=ann.token) for _ in range(12)]
    assert {answer.status for answer in answers[:6]} == {204}
    problem(next(answer for answer in answers if answer.status != 204), 429, "rate-limited")
    assert game.ask("POST", "/reactions", {"reaction": "🔥"}, token=ben.token).status == 204


def test_a_reader_that_leaves_frees_its_descriptor_at_once(own_free_server):
    before = open_sockets(own_free_server)
    game = new_game(own_free_server)
    readers = [open_stream(game) for _ in range(20)]
    assert metric(own_free_server, "streams") == 20
    for index, reader in enumerate(readers):
        reader.reset() if index % 2 else reader.close()
    eventually(lambda: open_sockets(own_free_server) <= before, what="freeing the descriptors")
    eventually(lambda: game.show()["spectators"] == 0)


def test_an_address_may_open_32_streams_and_the_next_is_429(own_server):
    game = lobby(own_server)
    readers = [open_stream(game) for _ in range(32)]
    assert {reader.status for reader in readers} == {200}
    with Wire(own_server) as refused:
        problem(refused.request("GET", "/events").answer(), 429, "too-many-streams")
    for reader in readers:
        assert reader.next().name == "snapshot"
    readers.pop().close()

    def another_is_accepted():
        with open_stream(game) as one_more:
            return one_more.status == 200

    eventually(another_is_accepted)
    game.edit(0, "A")
    assert {reader.next().id for reader in readers} == {"1"}, "the open streams are still served"
    for reader in readers:
        reader.close()


def test_a_client_may_send_4_kib_into_an_open_stream_and_no_more(game):
    with open_stream(game) as stream:
        stream.next()
        stream.send(b"x" * 2048)
        game.edit(0, "A")
        assert stream.next().id == "1", "a small amount is ignored"
        stream.send(b"x" * 4096)
        events, ended = stream.rest_of_stream()
        assert ended, events


def test_a_stream_with_an_unknown_token_is_refused(game):
    problem(
        ask(game.server, "GET", game.path + "/events", headers={"Authorization": "Bearer " + "x" * 32}),
        401,
        "unknown-token",
    )


def test_each_stream_counts_as_a_spectator(game):
    with open_stream(game) as one, open_stream(game) as two:
        one.next(), two.next()
        eventually(lambda: game.show()["spectators"] == 2)
    eventually(lambda: game.show()["spectators"] == 0)
