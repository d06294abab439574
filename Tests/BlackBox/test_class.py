"""A class behind one address, on a server with its limits: nobody meets one."""

import contextlib
import csv
import io
import time

import pytest

from challenges import challenge
from client import Wire, ask, eventually, problem
from concurrency import concurrently
from days import guess_word
from game_tables import accepted
from players import KeyedPlayer, new_player
from rooms import Room, make_room, recorded
from streams import Stream
from test_challenges import FOOD


def letters_of(task, player):
    """The letters of a mini, from a game that `player` has revealed."""
    game = task.play(player)
    accepted(game.act("reveal"))
    return {str(cell["index"]): cell["value"] for cell in game.board()["cells"] if cell["kind"] != "block"}


def room_for(teacher, **fields):
    made = teacher.ask("POST", "/rooms", fields)
    assert made.status == 201, made
    return Room(teacher.server, made.json["room"], teacher, [teacher])


def rows(room):
    """The lines of the room's results, without those of its host."""
    answer = room.ask("GET", "/results.csv", player=room.host)
    lines = csv.DictReader(io.StringIO(answer.body.decode(), newline=""))
    return [line for line in lines if line["player"] != room.host.player]


@pytest.mark.parametrize("pupils, fields", [(40, {"size": 41}), (11, {})], ids=["forty", "twelve with the teacher"])
def test_a_class_behind_one_address_plays_its_teachers_own_words(own_server, pupils, fields, record_property):
    teacher = new_player(own_server, "Teacher")
    task = challenge(own_server, teacher, rules="mini", options={"words": FOOD})
    letters = letters_of(task, new_player(own_server, "Colleague"))
    room, start = room_for(teacher, **fields), time.monotonic()
    code = room.ask("POST", "/codes", {}, player=teacher).json["code"]
    statuses, streams = [], contextlib.ExitStack()

    def arrive(number):
        time.sleep(number / 5)  # a class needs some seconds to type a name and a code
        with Wire(own_server) as wire:
            made = ask(own_server, "POST", "/players", {"name": f"Child {number}"}, wire=wire)
            player = KeyedPlayer(own_server, **made.json)
            joined = ask(own_server, "POST", "/rooms/join", {"code": code}, (), player.key, wire)
            shown = room.ask("GET", player=player, wire=wire)
        stream = streams.enter_context(room.stream(player))
        statuses.extend([made.status, joined.status, shown.status, stream.status])
        return player

    with streams, room.stream(teacher):
        players = concurrently(*[lambda n=n: arrive(n) for n in range(pupils)])
        assert sorted(set(statuses)) == [200, 201, 303], sorted(statuses)
        eventually(lambda: len(room.present()) == pupils + 1, what="the presence of everybody")
        room.people += players
        begun = room.ask("POST", "/games", {"challenge": task.id, "start": True}, player=teacher)
        assert begun.status == 201, begun
        race = room.game(begun.json)
        eventually(lambda: race.show()["state"] == "playing", what="the start of the race")
        record_property("seconds until everybody plays", round(time.monotonic() - start, 1))
        seats = race.show()["seats"]
        assert {seat["player"] for seat in seats} == {player.player for player in players}

        assert race.show()["seatLimit"] == pupils + 1

        def solve(player):
            """Types some letters one by one, and then the others at once."""
            with Wire(own_server) as wire:
                typed = [
                    race.ask("POST", f"/board/cells/{cell}", {"value": letter}, token=player.key, wire=wire).status
                    for cell, letter in list(letters.items())[:8]
                ]
                return [*typed, race.ask("PATCH", "/board", {"cells": letters}, token=player.key, wire=wire).status]

        solved = concurrently(*[lambda p=p: solve(p) for p in players])
        assert {status for each in solved for status in each} == {200}, solved
    shown = recorded(room, 1)
    assert sum(row["games"] for row in shown["standings"]) == pupils
    assert sum(row["wins"] for row in shown["standings"]) == len(shown["games"][0]["result"]["winners"]) >= 1
    assert len(rows(room)) == pupils
    assert all(line["state"] == "played" and float(line["seconds"]) > 0 for line in rows(room))

    renamed, removed = players[0], players[1]
    named = room.ask("PATCH", f"/members/{renamed.player}", {"name": "Team 3"}, player=teacher)
    assert named.status == 200, named
    assert room.leave(removed, by=teacher).status == 204
    names = {line["player"]: line["name"] for line in rows(room)}
    assert names[renamed.player] == "Team 3" and removed.player not in names and len(names) == pupils - 1
    assert ask(own_server, "POST", "/games/import", race.ask("GET", "/export", token=teacher.key).json).status == 201


def test_the_maker_of_a_task_leads_its_race_without_a_seat(server):
    room = make_room(server, "Ann", "Ben")
    ann, ben = room.people
    task = challenge(server, ann, rules="guess", options={"word": "ZEBRA"}, title="Stripes")
    problem(room.ask("POST", "/games", {"challenge": task.id}, player=ann), 403, "maker-knows")
    with room.with_present(ann, ben):
        begun = room.ask("POST", "/games", {"challenge": task.id}, player=ann)
        assert begun.status == 201 and begun.json["title"] == "Stripes", begun
        race = room.game(begun.json)
        assert [seat["player"] for seat in race.show()["seats"]] == [ben.player]
        for token in (ann.key, None):
            problem(race.ask("POST", "/seats", {} if token else {"name": "Mal"}, token=token), 409, "seats-closed")
        accepted(race.act("start", token=ann.key))
        for token in (None, ann.key, ben.key):
            assert "ZEBRA" not in str(race.ask("GET", token=token).json)
        again = room.ask("POST", "/games", {"again": True}, player=ann)
        assert again.status == 202, again


def test_a_race_with_a_task_is_the_one_game_of_it_that_each_member_has(server):
    room = make_room(server, "Ann", "Ben", "Cem")
    ann, ben, cem = room.people
    task = challenge(server, new_player(server), rules="guess", options={"word": "ZEBRA"})
    task.play(cem)
    with room.with_present(ann, ben, cem):
        begun = room.ask("POST", "/games", {"challenge": task.id}, player=ann)
        race = room.game(begun.json)
        assert [seat["player"] for seat in race.show()["seats"]] == [ann.player, ben.player]
        accepted(race.act("start", token=ann.key))
        race.guess("ZEBRA", 2)
        accepted(race.act("resign", token=ann.key))
        again = task.ask("POST", body={}, token=ann.key)
        assert again.status == 200 and again.header("Location") == race.path
        problem(room.ask("POST", "/games", {"challenge": task.id}, player=ann), 403, "maker-knows")
    results = task.show()["results"]
    assert [(row["name"], row["result"]["solved"]) for row in results] == [("Ben", True), ("Ann", False)]
    assert results[0]["result"]["guesses"] == 1 and task.show(ben.key)["own"] == race.id


def test_the_end_of_a_race_with_a_task_tells_its_answer_only_to_those_who_have_finished_the_task(server):
    room = make_room(server, "Ann", "Ben", "Cem")
    ann, ben, cem = room.people
    task = challenge(server, new_player(server), rules="guess", options={"word": "ZEBRA"})
    own = task.play(cem)
    with room.with_present(ann, ben, cem):
        race = room.game(room.ask("POST", "/games", {"challenge": task.id}, player=ann).json)
    accepted(race.act("start", token=ann.key))
    # Seen by nobody in particular, and by a member who still plays the task.
    watched = [(path, token) for path in (race.path, room.path) for token in (None, cem.key)]
    with contextlib.ExitStack() as opened:
        streams = [opened.enter_context(Stream(server, path + "/events", token=token)) for path, token in watched]
        race.guess("ZEBRA", 2)
        accepted(race.act("resign", token=ann.key))
        for (path, _), stream in zip(watched, streams, strict=True):
            if path == race.path:
                events, has_ended = stream.rest_of_stream()
                assert has_ended
            else:
                events = [stream.next()]
                while events[-1].name != "snapshot" or events[-1].data.get("state") != "finished":
                    events.append(stream.next())
            assert "ZEBRA" not in str(events)
    for token in (None, cem.key):
        with Stream(server, room.path + "/events", token=token) as late:
            shown = [late.next("snapshot"), late.next("snapshot")]
            assert "ZEBRA" not in str(shown) and shown[1].data["taskUnfinished"]
    for token in (None, cem.key):
        for path in ("/board", "/boards/1", "/boards/2", "/history", "/export", "/review?seat=1"):
            problem(race.ask("GET", path, token=token), 403, "task-unfinished")
        shown = race.ask("GET", token=token).json
        assert shown["taskUnfinished"] and shown["boards"] == [] and "ZEBRA" not in str(shown)
    for player in (ann, ben):
        assert race.show(player.key)["result"]["answer"] == "ZEBRA"
    guess_word(own, "ZEBRA")
    assert race.show(cem.key)["result"]["answer"] == "ZEBRA"


def test_a_race_with_a_task_is_refused_beside_rules_and_without_such_a_task(server):
    room = make_room(server, "Ann")
    task = challenge(server, new_player(server), rules="square")
    for more in ({"rules": "mini"}, {"options": {}}, {"again": True}):
        problem(room.ask("POST", "/games", {"challenge": task.id, **more}, player=room.host), 422, "invalid-value")
    problem(room.ask("POST", "/games", {"challenge": task.id}, player=room.host), 422, "invalid-value")
    for missing in ("nosuchtask", "?"):
        problem(room.ask("POST", "/games", {"challenge": missing}, player=room.host), 404, "no-such-challenge")


def test_members_agree_on_a_race_with_a_task_while_another_game_runs(server):
    room = make_room(server, "Ann", "Ben")
    ann, ben = room.people
    task = challenge(server, new_player(server), rules="guess", options={"word": "ZEBRA"}, title="Stripes")
    with room.with_present(ann, ben):
        room.begin("guess", mode="together")
        asked = room.ask("POST", "/games", {"challenge": task.id}, player=ann)
        assert asked.status == 202 and "Stripes" in asked.json["prompt"]["message"], asked
        assert "ZEBRA" not in str(asked.json)
        accepted(room.answer_prompt(asked.json["prompt"]["id"], 1, ben))
        eventually(lambda: room.show()["game"]["state"] == "waiting", what="the race")
        race = room.game()
        accepted(race.act("start", token=ann.key))
        for player in (ann, ben):
            accepted(race.act("resign", token=player.key))
        assert race.show(ann.key)["result"]["answer"] == "ZEBRA"


def test_a_member_of_a_room_has_eight_streams_and_others_as_many_as_before(own_server):
    room = make_room(own_server, "Ann")
    with contextlib.ExitStack() as stack:
        for _ in range(8):
            assert stack.enter_context(room.stream(room.host)).status == 200
        problem(room.ask("GET", "/events", player=room.host), 429, "too-many-streams")
        for _ in range(32):
            assert stack.enter_context(room.stream()).status == 200
        stranger = new_player(own_server, "Mal")
        problem(room.ask("GET", "/events", player=stranger), 429, "too-many-streams")


def test_one_address_makes_sixty_players_at_once_and_then_one_a_second(own_server):
    with Wire(own_server) as wire:
        statuses = [ask(own_server, "POST", "/players", {"name": "Mal"}, wire=wire).status for _ in range(90)]
    assert statuses[:60] == [201] * 60 and 429 in statuses[60:]
