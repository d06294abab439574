"""A class of forty behind one address, on a server with its limits: nobody meets one."""

import contextlib
import time

from client import Wire, ask, eventually, problem
from concurrency import concurrently
from game_tables import accepted
from players import KeyedPlayer, new_player
from rooms import make_room

PEOPLE = 40


def test_forty_people_behind_one_address_join_a_room_and_begin_its_game(own_server):
    room = make_room(own_server, "Teacher", size=PEOPLE + 1)
    code = room.ask("POST", "/codes", {}, player=room.host).json["code"]
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

    with streams, room.stream(room.host):
        start = time.monotonic()
        players = concurrently(*[lambda n=n: arrive(n) for n in range(PEOPLE)])
        assert sorted(set(statuses)) == [200, 201, 303], sorted(statuses)
        eventually(lambda: len(room.present()) == PEOPLE + 1, what="the presence of everybody")
        room.people += players
        race = room.begin("mini", mode="race")
        accepted(race.act("start", token=room.host.key))
        assert time.monotonic() - start < 15, "the limits of time of the class"
        assert len(race.show()["seats"]) == PEOPLE + 1
        assert race.show()["seatLimit"] == PEOPLE + 1

        def play(player):
            with Wire(own_server) as wire:
                letters = [cell for cell in race.board(player.key)["cells"] if cell["kind"] != "block"]
                paths = [f"/board/cells/{cell['index']}" for cell in letters[:8]]
                return [
                    race.ask("POST", path, {"value": "E"}, token=player.key, wire=wire).status for path in paths
                ]

        edits = concurrently(*[lambda p=p: play(p) for p in players])
        assert {status for each in edits for status in each} <= {200}, edits


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
