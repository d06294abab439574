"""`/rooms`: a room is made, joined and left; its host, its list and every refusal of its routes."""

import re
import signal

import pytest

from client import accepted, ask, eventually, new_game, problem
from concurrency import concurrently
from players import link, new_player
from rooms import Room, make_room
from server_process import ServerProcess

FIELDS = {"room", "title", "public", "open", "locked", "size", "sequence", "created", "host", "members", "spectators", "game"}
FIELDS |= {"games", "standings", "prompts"}


@pytest.fixture
def stranger(server):
    return new_player(server, "Mal")


# ------------------------------------------------------------------------------------------------- making one


def test_a_player_makes_a_room_and_hosts_it(server):
    ann = new_player(server, colour="#2A9D8F")
    answer = ann.ask("POST", "/rooms", {"name": "smiths", "title": "The Smiths"})
    assert answer.status == 201 and answer.header("Location") == "/rooms/smiths", answer
    made = answer.json
    assert made.keys() == FIELDS | {"removed"}
    assert (made["room"], made["title"], made["public"], made["open"]) == ("smiths", "The Smiths", False, False)
    assert made["host"] == ann.player and made["removed"] == []
    (member,) = made["members"]
    about = {"seat": 1, "player": ann.player, "name": "Ann", "colour": "#2a9d8f"}
    assert member == {**about, "host": True, "present": False}
    assert (made["game"], made["games"], made["prompts"]) == (None, [], [])
    assert made["standings"] == [{"player": ann.player, "name": "Ann", "games": 0, "wins": 0, "points": {}}]
    assert Room(server, "smiths").show() == {key: made[key] for key in FIELDS}


def test_without_a_name_the_server_picks_one(server):
    ann = new_player(server)
    names = set()
    for body in ({}, {"title": "Evening"}):
        made = ann.ask("POST", "/rooms", body)
        assert made.status == 201 and re.fullmatch("[a-z0-9-]{1,40}", made.json["room"])
        assert made.header("Location") == f"/rooms/{made.json['room']}"
        assert made.json["title"] == body.get("title", made.json["room"])
        names.add(made.json["room"])
    assert len(names) == 2


def test_a_name_has_1_to_40_small_letters_digits_and_hyphens(server, stranger):
    for name in ("0", "-", "x" * 40, "the-smiths-2"):
        assert stranger.ask("POST", "/rooms", {"name": name, "public": True, "open": True}).status == 201
        shown = Room(server, name).show()
        assert (shown["room"], shown["public"], shown["open"]) == (name, True, True)
    for name in ("", "x" * 41, "Smiths", "the smiths", "smiths.", "a/b", "zoë", "a_b", 5):
        problem(stranger.ask("POST", "/rooms", {"name": name}), 422, "invalid-value")


@pytest.mark.parametrize(
    "body", [{"title": ""}, {"title": "x" * 81}, {"title": "a\u202eb"}, {"title": 5}, {"public": "yes"}, {"open": 1}]
)
def test_an_invalid_field_is_refused(stranger, body):
    problem(stranger.ask("POST", "/rooms", body), 422, "invalid-value")


def test_of_players_who_want_one_name_at_once_one_gets_it(server):
    players = [new_player(server) for _ in range(6)]
    statuses = concurrently(*[lambda p=p: p.ask("POST", "/rooms", {"name": "at-once"}).status for p in players])
    assert sorted(statuses) == [201] + [409] * 5
    first = players[statuses.index(201)]
    for player in (first, new_player(server)):
        problem(player.ask("POST", "/rooms", {"name": "at-once"}), 409, "name-taken")
    (member,) = Room(server, "at-once").show()["members"]
    assert member["player"] == first.player


# ------------------------------------------------------------------------------------------------- who may ask

# (method, path below the room, body) of each call that needs a player's key.
KEYED = [
    ("POST", "/members", {}),
    ("DELETE", "/members/p0123456789", None),
    ("POST", "/games", {"rules": "free"}),
    ("PATCH", "", {"locked": True}),
    ("PATCH", "/members/p0123456789", {"name": "Team 3"}),
]


@pytest.mark.parametrize("method, path, body", [("POST", None, {}), *KEYED])
def test_without_a_players_key_nothing_is_changed(server, stranger, method, path, body):
    """The token of a seat is not a key."""
    room = make_room(server)
    before = room.show()
    if path is not None:
        problem(stranger.ask(method, "/rooms/nobody-made-this" + path, body), 404, "no-such-room")
    path = "/rooms" if path is None else room.path + path
    problem(ask(server, method, path, body), 401, "token-needed")
    for token in ("key-" + "0" * 32, "0" * 32, new_game(server).seat("Ann").token):
        problem(ask(server, method, path, body, token=token), 401, "unknown-token")
    assert room.show() == before


def test_anybody_sees_a_room_and_only_the_host_sees_who_was_removed(server, stranger):
    room = make_room(server, "Ann", "Ben")
    for player in (None, stranger, room.people[1]):
        assert room.show(player).keys() == FIELDS
    assert room.show(room.host).keys() == FIELDS | {"removed"}
    problem(ask(server, "GET", room.path, token="0" * 32), 401, "unknown-token")


def test_an_unknown_room_is_404(server, stranger):
    for name in ("nobody-made-this", "Smiths", "x" * 41, "a.b", "%20", "room.a"):
        for path in ("", "/events", "/board", "/board.txt", "/actions", "/history", "/boards/0"):
            problem(ask(server, "GET", f"/rooms/{name}{path}", token=stranger.key), 404, "no-such-room")


# ---------------------------------------------------------------------------------------------------- members


def test_members_join_in_order_leave_and_come_back_and_joining_again_changes_nothing(server):
    room = make_room(server, "Ann", "Ben", "Eve")
    ben, shown = room.people[1], room.show()
    assert [member["name"] for member in shown["members"]] == ["Ann", "Ben", "Eve"]
    assert [member["host"] for member in shown["members"]] == [True, False, False]
    again = room.ask("POST", "/members", {}, player=ben)
    assert again.status == 200 and again.json == shown and room.show() == shown
    mine = room.ask("POST", "/members", {"player": ben.player}, player=ben)
    assert mine.status == 200 and mine.json["members"] == shown["members"]
    assert room.leave(ben).status == 204
    assert [member["name"] for member in room.show()["members"]] == ["Ann", "Eve"]
    problem(room.leave(ben), 404, "no-such-member")
    calls = [lambda: room.ask("POST", "/members", {}, player=ben).status for _ in range(6)]
    assert concurrently(*calls) == [200] * 6
    assert [member["name"] for member in room.show()["members"]] == ["Ann", "Eve", "Ben"], "once, and last"


def test_a_room_has_at_most_12_members(server):
    room = make_room(server, *[f"P{number}" for number in range(12)])
    late = new_player(server, "Late")
    problem(room.ask("POST", "/members", {}, player=late), 409, "no-free-seat")
    assert room.ask("POST", "/members", {}, player=room.people[11]).status == 200
    assert room.leave(room.people[5]).status == 204
    assert room.join(late)["members"][-1]["player"] == late.player
    assert len(room.show()["members"]) == 12


def test_a_room_takes_as_many_members_as_it_was_made_for(server, stranger):
    small, large = make_room(server, "Ann", "Ben", size=2), make_room(server, "Ann", size=60)
    assert (small.show()["size"], large.show()["size"], make_room(server).show()["size"]) == (2, 60, 12)
    problem(small.ask("POST", "/members", {}, player=stranger), 409, "no-free-seat")
    for number in range(59):
        large.join(new_player(server, f"P{number}"))
    problem(large.ask("POST", "/members", {}, player=stranger), 409, "no-free-seat")
    assert len({member["seat"] for member in large.show()["members"]}) == 60
    for size in (0, 1, 61, -5, "12", 2.5, True):
        problem(stranger.ask("POST", "/rooms", {"size": size}), 422, "invalid-value")


def test_everybody_in_a_large_room_races_and_other_games_say_how_many_seats_they_have(server):
    room = make_room(server, *[f"P{number}" for number in range(14)], size=20)
    last = room.people[-1]
    with room.with_present(*room.people):
        refused = room.request_game(room.host, "square")
        problem(refused, 409, "too-many-seats")
        assert "14" in refused.json["detail"] and "12" in refused.json["detail"]
        shared = room.begin("free")
        assert (len(shared.show()["seats"]), shared.show()["seatLimit"]) == (12, 12), "the others watch"
        accepted(shared.act("close", token=room.host.key))
        for rules in ("mini", "guess", "lattice"):
            race = room.begin(rules, mode="race")
            shown = race.show(last.key)
            assert ([seat["seat"] for seat in shown["seats"]], shown["seatLimit"]) == ([*range(1, 15)], 20)
            assert race.act("start", token=room.host.key).status == 200
            own = race.ask("GET", "/board", token=last.key).json
            assert own["board"] == 14 and race.ask("GET", "/boards/14", token=last.key).json == own
            problem(race.ask("GET", "/boards/13", token=last.key), 403, "hidden")
            if rules == "guess":
                (wrote,) = race.ask("POST", "/board/cells/0", {"value": "E"}, token=last.key).json["events"]
                assert (wrote["board"], wrote["by"]) == (14, 14)
            for player in room.people:
                race.act("resign", token=player.key)
            eventually(lambda: room.show()["game"]["state"] == "finished")
            assert len(race.show()["boards"]) == 14, "everybody sees all boards at the end"
    assert len(room.show()["games"][0]["players"]) == 14


def test_a_removed_player_stays_out_until_the_host_allows_it(server, stranger):
    room = make_room(server, "Ann", "Ben", "Eve")
    ann, ben, eve = room.people
    for by in (eve, stranger):
        problem(room.leave(ben, by=by), 403, "not-allowed")
        problem(room.leave(ann, by=by), 403, "not-allowed")
    for unknown in ("p0000000000", "nobody", "1", stranger.player):
        problem(room.ask("DELETE", f"/members/{unknown}", player=ann), 404, "no-such-member")
    assert room.leave(ben, by=ann).status == 204
    assert room.show(ann)["removed"] == [ben.player]
    phone = link(server, ben.code()).json["key"]
    for key in (ben.key, phone):
        problem(ask(server, "POST", room.path + "/members", {}, token=key), 403, "removed")
    problem(room.ask("POST", "/members", {"player": ben.player}, player=stranger), 403, "not-allowed")
    allowed = room.ask("POST", "/members", {"player": ben.player}, player=ann)
    assert allowed.status == 200 and allowed.json["removed"] == []
    assert [member["name"] for member in room.show()["members"]] == ["Ann", "Eve"], "allowed, but not there yet"
    room.join(ben)
    assert room.ask("POST", "/members", {"player": ben.player}, player=ann).status == 200


def test_a_removal_survives_a_kill(own_free_server):
    room = make_room(own_free_server, "Ann", "Ben")
    with room.with_present(*room.people):
        game = room.begin()
    assert room.leave(room.people[1], by=room.host).status == 204
    own_free_server.restart(signal.SIGKILL)
    problem(room.ask("POST", "/members", {}, player=room.people[1]), 403, "removed")
    # The game of the room is no way back either.
    problem(game.ask("POST", "/seats", {}, token=room.people[1].key), 403, "removed")
    assert [seat["name"] for seat in game.show()["seats"]] == ["Ann"]


@pytest.mark.parametrize("body", [{"player": 5}, {"player": ""}, {"player": "p0123456789", "more": 1}, {"name": "Ben"}])
def test_a_malformed_request_to_join_is_refused(server, body):
    room = make_room(server)
    problem(room.ask("POST", "/members", body, player=room.host), (400, 404, 422))
    assert len(room.show()["members"]) == 1


def test_when_the_host_leaves_the_member_who_joined_first_becomes_the_host(server, stranger):
    room = make_room(server, "Ann", "Ben", "Eve")
    ann, ben, eve = room.people
    assert room.leave(ann).status == 204
    shown = room.show(ben)
    assert shown["host"] == ben.player and "removed" in shown
    assert [(member["name"], member["host"]) for member in shown["members"]] == [("Ben", True), ("Eve", False)]
    room.join(ann)
    assert room.show()["host"] == ben.player, "who comes back is the last"
    problem(room.leave(eve, by=ann), 403, "not-allowed")
    problem(room.request_game(ann), 403, "not-allowed")
    for player in (ann, eve, ben):
        assert room.leave(player).status == 204
    shown = room.show()
    assert shown["members"] == [] and shown.get("host") is None
    problem(stranger.ask("POST", "/rooms", {"name": room.name}), 409, "name-taken")
    assert room.join(stranger)["host"] == stranger.player
    assert room.request_game(stranger).status == 201


def test_a_members_new_name_is_shown_in_the_room_and_in_its_game(server):
    room = make_room(server, "Ann", "Ben")
    ben = room.people[1]
    with room.with_present(*room.people) as (_, stream):
        game = room.begin()
        stream.next("room.game")
        assert ben.ask("PATCH", "/players/me", {"name": "Benjamin"}).status == 200
        members = stream.next("room.member").data["members"]
    assert members[1]["name"] == room.show()["members"][1]["name"] == game.show()["seats"][1]["name"] == "Benjamin"
    assert [row["name"] for row in room.show()["standings"]] == ["Ann", "Benjamin"]


# ------------------------------------------------------------------------------------------ names from the host


def name_member(room, player, name, by=None):
    return room.ask("PATCH", f"/members/{player.player}", {"name": name}, player=by or room.host)


def test_the_host_names_a_member_in_the_room_and_in_its_games_only(own_free_server):
    room = make_room(own_free_server, "Ann", "Ben")
    ben, elsewhere = room.people[1], new_game(own_free_server)
    ben.sit(elsewhere)
    with room.with_present(*room.people) as (_, stream):
        game = room.begin()
        named = name_member(room, ben, "Team 3")
        assert named.status == 200 and named.json == room.show(room.host), named
        assert stream.next("room.member").data["members"][1]["name"] == "Team 3"
        renamed = stream.next("seat.renamed").data
        assert (renamed["seat"], renamed["name"], renamed["nickname"]) == (2, "Team 3", True)
        assert game.show()["seats"][1]["name"] == "Team 3" and game.show()["seats"][1]["nickname"] is True
        assert ben.ask("PATCH", "/players/me", {"name": "Benjamin", "colour": "#123456"}).status == 200
        assert game.show()["seats"][1]["colour"] == "#123456", "only the name is the host's"
        accepted(game.act("close", token=room.host.key))
        following = room.begin()
    own_free_server.restart(signal.SIGKILL)
    for shown in (game.show()["seats"], following.show()["seats"], room.show()["members"]):
        assert [each["name"] for each in shown] == ["Ann", "Team 3"]
    assert [row["name"] for row in room.show()["standings"]] == ["Ann", "Team 3"]
    history = [event["name"] for event in game.history() if event["type"].startswith("seat.") and "name" in event]
    assert history == ["Ann", "Benjamin", "Team 3"]
    assert elsewhere.show()["seats"][0]["name"] == ben.show()["name"] == "Benjamin"
    assert name_member(room, ben, "Team 4").json["members"][1]["name"] == "Team 4"
    assert following.show()["seats"][1]["name"] == "Team 4"


def test_a_member_who_sits_down_later_plays_under_the_name_from_the_host(server):
    room = make_room(server, "Ann", "Ben")
    ben = room.people[1]
    assert name_member(room, ben, "Team 3").status == 200
    game = room.begin()
    seat = ben.ask("POST", game.path + "/seats", {})
    assert seat.status == 201 and (seat.json["name"], seat.json["nickname"]) == ("Team 3", True)
    assert room.leave(ben).status == 204
    assert room.join(ben)["members"][1]["name"] == "Ben", "the name ends with the membership"


def test_only_the_host_names_members_and_only_with_a_valid_name(server, stranger):
    room = make_room(server, "Ann", "Ben")
    ann, ben = room.people
    before = room.show()
    for by in (ben, stranger):
        problem(name_member(room, ann, "Team 1", by=by), 403, "not-allowed")
    for unknown in ("p0000000000", "nobody", stranger.player):
        problem(room.ask("PATCH", f"/members/{unknown}", {"name": "Team 1"}, player=ann), 404, "no-such-member")
    for body in ({}, {"name": ""}, {"name": "x" * 33}, {"name": "a\u202eb"}, {"name": 5}, {"name": "A", "more": 1}):
        problem(room.ask("PATCH", f"/members/{ben.player}", body, player=ann), 422)
    assert room.show() == before
    assert name_member(room, ann, "The teacher").json["members"][0]["name"] == "The teacher", "the host, too"


# -------------------------------------------------------------------------------------------------- settings


def test_the_host_changes_title_list_and_who_begins_games(own_free_server):
    room = make_room(own_free_server, "Ann", "Ben", title="Evening")
    ann, ben = room.people
    problem(room.request_game(ben), 403, "not-allowed")
    with room.stream(ben) as stream:
        stream.next()
        change = {"title": "Class 3b", "public": True, "open": True, "locked": True}
        changed = room.ask("PATCH", "", change, player=ann)
        told = stream.next("room.settings").data
        assert stream.next("room.member").data["locked"] is True
    assert changed.status == 200 and changed.json["sequence"] == room.show(ann)["sequence"], changed
    assert {key: changed.json[key] for key in change} == {key: told[key] for key in change} == change
    sequence = room.show()["sequence"]
    assert room.ask("PATCH", "", change, player=ann).json["sequence"] == sequence, "the same again is no change"
    assert room.request_game(ben).status == 201, "every member begins games now"
    own_free_server.restart(signal.SIGKILL)
    shown = room.show()
    assert {key: shown[key] for key in change} == change
    (listed,) = ask(own_free_server, "GET", "/rooms").json["rooms"]
    assert (listed["room"], listed["title"], listed["members"]) == (room.name, "Class 3b", 2)
    assert [each["title"] for each in ben.show()["rooms"]] == ["Class 3b"]
    assert room.ask("PATCH", "", {"public": False}, player=ann).json["title"] == "Class 3b", "the rest stays"
    assert ask(own_free_server, "GET", "/rooms").json["rooms"] == []


@pytest.mark.parametrize("store", [[], ["--store", "memory"]], ids=["configured", "memory"])
def test_a_room_that_becomes_public_keeps_its_place_in_the_list(store):
    with ServerProcess("--no-address-limits", *store) as server:
        rooms = [make_room(server, name=f"room-{n}", public=n != 1) for n in range(3)]
        names = lambda: [room["room"] for room in ask(server, "GET", "/rooms").json["rooms"]]
        assert names() == ["room-2", "room-0"]
        assert rooms[1].ask("PATCH", "", {"public": True}, player=rooms[1].host).status == 200
        assert sorted(names()) == ["room-0", "room-1", "room-2"]


@pytest.mark.parametrize(
    "body", [{}, {"title": ""}, {"title": "x" * 81}, {"title": 5}, {"public": 1}, {"open": "yes"}, {"locked": 0}, {"name": "a"}]
)
def test_an_invalid_change_of_a_room_is_refused(server, body):
    room = make_room(server)
    before = room.show()
    problem(room.ask("PATCH", "", body, player=room.host), 422)
    assert room.show() == before


def test_only_the_host_changes_a_room(server, stranger):
    room = make_room(server, "Ann", "Ben")
    for player in (room.people[1], stranger):
        problem(room.ask("PATCH", "", {"title": "Mine"}, player=player), 403, "not-allowed")


# ------------------------------------------------------------------------------------------- reading and lists


def test_a_browser_is_sent_to_the_page_of_the_room(server):
    room = make_room(server)
    browser = room.ask("GET", headers={"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"})
    assert browser.status == 303 and browser.header("Location") == f"/r/{room.name}"
    for answer in (browser, room.ask("GET"), room.ask("GET", headers={"Accept": "*/*"})):
        assert {"Accept"} <= {name.strip() for name in answer.header("Vary").split(",")}, answer
    assert {name.strip() for name in room.ask("GET").header("Vary").split(",")} == {"Accept", "Authorization"}
    head = room.ask("HEAD")
    assert head.status == 200 and head.body == b""


def test_without_a_game_its_paths_are_404_no_game(server):
    room = make_room(server)
    for player in (None, room.host):
        for path in ("/board", "/board.json", "/board.txt", "/board.svg", "/boards/0", "/actions", "/history"):
            problem(room.ask("GET", path, player=player), 404, "no-game")
        problem(room.ask("POST", "/board/cells/0", {"value": "A"}, player=player), 404, "no-game")
        problem(room.ask("PATCH", "/board", {"cells": {"0": "A"}}, player=player), 404, "no-game")
        problem(room.ask("POST", "/actions/close", {}, player=player), 404, "no-game")


def test_public_rooms_are_listed_newest_first_page_by_page():
    with ServerProcess("--no-address-limits") as server:  # whose list has no other rooms
        made = [make_room(server, "Ann", "Ben", name=f"room-{n}", title=f"Room {n}", public=True) for n in range(5)]
        make_room(server, name="unlisted"), make_room(server, name="also-unlisted", open=True)
        listed = ask(server, "GET", "/rooms")
        assert listed.status == 200 and listed.json.keys() == {"rooms"}
        assert [room["room"] for room in listed.json["rooms"]] == [f"room-{n}" for n in (4, 3, 2, 1, 0)]
        first = listed.json["rooms"][0]
        assert first.keys() == {"room", "title", "members", "created"}
        assert (first["title"], first["members"], first["created"]) == ("Room 4", 2, made[4].show()["created"])
        found, target = [], "/rooms?limit=2"
        while target:
            page = ask(server, "GET", target)
            assert page.status == 200 and len(page.json["rooms"]) <= 2
            found += [room["room"] for room in page.json["rooms"]]
            following = re.fullmatch(r'<([^>]*)>; ?rel="next"', page.header("Link") or "")
            target = following and following[1]
        assert found == [f"room-{n}" for n in (4, 3, 2, 1, 0)]
        assert ask(server, "HEAD", "/rooms").status == 200


def test_an_invalid_query_of_the_list_is_refused(server):
    for query in ("limit=0", "limit=101", "limit=x", "cursor=x", "cursor=-1"):
        problem(ask(server, "GET", f"/rooms?{query}"), 400, "invalid-query")


def test_a_player_sees_the_own_rooms(server):
    ann = new_player(server)
    assert ann.show()["rooms"] == []
    made = ann.ask("POST", "/rooms", {"title": "One"}).json
    other = make_room(server, "Ben", title="Two")
    other.join(ann)
    rooms = {room["room"]: room for room in ann.show()["rooms"]}
    assert {name: room["title"] for name, room in rooms.items()} == {made["room"]: "One", other.name: "Two"}
    assert all(room.keys() == {"room", "title", "time"} for room in rooms.values())
    assert [played["id"] for played in ann.show()["games"]] == [], "a room is not a game"
    assert other.leave(ann).status == 204
    assert [room["room"] for room in ann.show()["rooms"]] == [made["room"]]


# --------------------------------------------------------------------- the journal of a room is nobody's game


@pytest.mark.parametrize("store", [[], ["--store", "memory"]], ids=["configured", "memory"])
def test_no_list_of_games_has_a_room(store):
    with ServerProcess("--no-address-limits", *store) as server:
        room = make_room(server, name="never-listed", public=True)
        states = ("", "?state=playing", "?state=waiting", "?state=finished")
        for query in (*states, "?rules=room", "?rules=room&state=playing"):
            answer = ask(server, "GET", f"/games{query}{'&' if query else '?'}limit=100")
            assert room.name not in answer.text and answer.status in (200, 400, 404, 422)


@pytest.mark.parametrize("pattern", ["room.{}", "room%2E{}", "room:{}", "room/{}", "{}", "ROOM.{}", "room.{}."])
def test_the_journal_of_a_room_is_reachable_by_no_route_of_games(server, pattern):
    room = make_room(server, "Ann", "Ben")
    before = room.show()
    id, host = pattern.format(room.name), room.host
    for token in (None, host.key):
        for path in ("", "/board", "/board.txt", "/boards/0", "/history", "/export", "/actions", "/events", "/share"):
            answer = ask(server, "GET", f"/games/{id}{path}", token=token)
            assert answer.status == 404 and room.name not in answer.text.replace(id, ""), (path, answer)
        for method, path, body in [
            ("POST", "/seats", {} if token else {"name": "Mal"}),
            ("POST", "/actions/begin", {"game": "lobby", "rules": "free"}),
            ("POST", "/actions/remove", {"player": host.player}),
            ("POST", "/board/cells/0", {"value": "A"}),
            ("DELETE", "/seats/2", None),
            ("POST", "/bots", {}),
            ("POST", "/seats/1/token", {}),
            ("POST", "/cursor", {"cell": 1}),
            ("POST", "/reactions", {"reaction": "👏"}),
            ("POST", "/prompts/1", {"button": 1}),
        ]:
            problem(ask(server, method, f"/games/{id}{path}", body, token=token), 404)
        problem(ask(server, "GET", f"/events?games={id}", token=token), 404)
        problem(ask(server, "GET", f"/events?games=lobby,{id}", token=token), 404)
    assert room.show() == before


@pytest.mark.parametrize("body", [{"rules": "room"}, {"rules": "room", "options": {"open": True}}])
def test_no_game_has_the_rules_of_a_room(server, body):
    problem(ask(server, "POST", "/games", body), (404, 422))
    room = make_room(server)
    problem(room.ask("POST", "/games", body, player=room.host), (404, 422))
    assert "room" not in [rules["name"] for rules in ask(server, "GET", "/rules").json["rules"]]
    problem(ask(server, "POST", "/daily/room"), 404)


def test_a_document_cannot_become_a_room(server):
    room, game = make_room(server), new_game(server)
    document = game.ask("GET", "/export").json
    for change in ({"rules": "room"}, {"rules": "room", "id": f"room.{room.name}"}, {"rules": "room", "options": {}}):
        forged = document | {"setup": document["setup"] | change}
        problem(ask(server, "POST", "/games/import", forged), (400, 404, 422))
    for claim in ({"room": room.name}, {"id": f"room.{room.name}"}):
        forged = document | {"setup": document["setup"] | claim}
        answer = ask(server, "POST", "/games/import", forged)
        assert answer.status in (201, 400, 422), answer
        if answer.status == 201:
            assert "room" not in answer.json and not answer.json["id"].startswith("room.")
    assert room.show()["game"] is None and room.show()["sequence"] == 1


def test_a_key_that_is_ended_ends_its_streams_of_rooms_and_no_others(server):
    room = make_room(server)
    ann = room.host
    phone = type(ann)(server, ann.player, ann.name, link(server, ann.code()).json["key"])
    with room.stream(phone) as stream, room.stream(ann) as other:
        stream.next(), other.next()
        assert ann.ask("DELETE", "/players/me/keys/2").status == 204
        assert stream.rest_of_stream()[1], "the stream goes on"
        room.join(new_player(server, "Ben"))
        assert other.next().name == "room.member" and room.present() == {ann.player}
    eventually(lambda: room.present() == set())
    problem(room.ask("POST", "/games", {}, player=phone), 401, "unknown-token")


def test_games_outside_of_rooms_name_none(server):
    assert "room" not in new_game(server).show()
    room = make_room(server)
    game = room.begin()
    assert game.show()["room"] == room.name
