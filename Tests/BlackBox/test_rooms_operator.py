"""Rooms and their operator: listing, deleting, erasing, backups, exports, migration, pruning, limits."""

import itertools
import json
import shutil
import signal
import subprocess
import threading

import pytest

from client import Game, ask, eventually, new_game, problem
from concurrency import concurrently
from game_tables import accepted
from offline_commands import assert_verifies, command
from players import link, new_player
from free_table import finish as finish_free
from guess_table import finish as finish_guess
from redis_process import migrate_all, redis, two_servers
from room_follower import RoomFollower
from rooms import Room, make_room, recorded, shown_standings, standings_from
from server_process import ServerProcess, binary
from test_admin import admin, files_with, refused
from test_pruning import pruned
from test_rooms_restart import stable_room


@pytest.fixture(scope="module")
def house():
    with ServerProcess("--no-address-limits", "--vote-after", "0s") as running:
        yield running


def played_room(server, **fields):
    """A room with three past games, a removed player and a running game."""
    room = make_room(server, "Ann", "Ben", "Eve", **fields)
    with room.with_present(*room.people[:2]):
        finish_free(room), recorded(room, 1)
        finish_guess(room), recorded(room, 2)
        room.leave(room.people[2], by=room.host)
        room.running = room.begin("mini")
    return room


# ------------------------------------------------------------------------------------------------- the operator


def test_all_rooms_are_listed_page_by_page(house):
    made = {make_room(house, "Ann", "Ben", title="Xylographers").name for _ in range(5)}
    found, after = {}, []
    while True:
        page = admin(house, "rooms", "list", "--limit", 2, *after)
        found |= {row["room"]: row for row in page["rooms"]}
        if "next" not in page:
            break
        after = ["--after", page["next"]]
    for name in made:
        assert (found[name]["title"], found[name]["public"]) == ("Xylographers", False)
        assert found[name]["members"] in (["Ann", "Ben"], "Ann, Ben")
        assert name not in json.dumps(admin(house, "games", "list", "--limit", 1000))


def test_a_deleted_room_is_gone_its_games_stay_and_its_name_is_free(house):
    room = played_room(house, name="to-be-deleted", title="Xerographica")
    past = room.show()["games"][0]["id"]
    with room.stream(room.host) as stream:
        stream.next()
        assert admin(house, "rooms", "delete", room.name) == {"deleted": room.name}
        assert stream.rest_of_stream()[1], "the stream goes on"
    *_, line = (house.data / "audit.log").read_text().splitlines()
    assert line.endswith(f'command="rooms delete" outcome=done room={room.name}')
    for path in ("", "/events", "/board", "/history"):
        problem(room.ask("GET", path), 404, "no-such-room")
    problem(room.request_game(room.host), 404, "no-such-room")
    assert room.name not in [row["room"] for row in room.host.show()["rooms"]]
    assert Game(house, past).show()["state"] == "finished"
    eventually(lambda: files_with(house, "Xerographica") == [])
    # A new room of the name has nothing of the old one, also when a game of the old one ends.
    again = make_room(house, "Zoe", name="to-be-deleted")
    problem(room.running.act("close", token=again.host.key), 403, "not-allowed")
    accepted(room.running.act("close", token=room.host.key))
    shown = again.show()
    assert (shown["games"], shown["game"], len(shown["members"])) == ([], None, 1)
    assert again.host.player == shown["host"]


def test_a_past_game_of_a_deleted_room_is_there_after_a_restart(own_free_server):
    room = make_room(own_free_server, "Ann", "Ben")
    with room.with_present(*room.people):
        finish_free(room), recorded(room, 1)
    past = room.show()["games"][0]["id"]
    admin(own_free_server, "rooms", "delete", room.name)
    own_free_server.restart()
    assert Game(own_free_server, past).show()["state"] == "finished"


def test_an_unknown_room_and_the_journals_id_are_refused(house):
    room = make_room(house)
    for name in ("nobody-made-this", "Smiths", f"room.{room.name}"):
        assert "room" in refused(house, "rooms", "delete", name).lower()
    for words in (("games", "delete"), ("games", "close"), ("games", "hide"), ("games", "details")):
        for id in (f"room.{room.name}", room.name):
            assert "no game" in refused(house, *words, id)
    assert room.show()["sequence"] == 1


def test_a_present_game_that_is_deleted_leaves_the_room_without_one(house):
    room = make_room(house, "Ann", "Ben")
    with RoomFollower(room) as follower, room.with_present(*room.people):
        finish_free(room), recorded(room, 1)
        game = room.begin()
        assert admin(house, "games", "delete", game.id) == {"deleted": game.id}
        for path in ("/board", "/board.txt", "/actions", "/history"):
            problem(room.ask("GET", path), 404, "no-game")
        problem(room.ask("POST", "/board/cells/0", {"value": "A"}, player=room.host), 404, "no-game")
        shown = room.show()
        assert shown["game"] is None and len(shown["members"]) == 2
        assert shown["standings"] == recorded(room, 1)["standings"] or len(shown["games"]) == 2
        # The next game begins at once: nobody plays any more.
        following = room.begin("guess", mode="together")
        assert len(following.people) == 2 and room.show()["game"]["id"] == following.id
        follower.reopen()
        follower.take_until(lambda one: one.games and one.games[-1]["id"] == following.id)
    accepted(following.act("close", token=room.host.key))
    eventually(lambda: room.show()["games"][0]["id"] == following.id)
    shown = room.show()
    assert shown_standings(shown) == standings_from(shown)


def test_a_past_game_that_is_deleted_stays_in_the_standings(house):
    room = make_room(house)
    finish_guess(room)
    before = recorded(room, 1)
    admin(house, "games", "delete", before["games"][0]["id"])
    after = room.show(room.host)
    assert after["standings"] == before["standings"] and after["games"] == before["games"]


# ---------------------------------------------------------------------------------------------------- erasure

NAME = "Quirinalia"


def test_an_erased_member_is_in_no_file_and_the_room_goes_on(house):
    """As a member, host, asker, winner and removed player of rooms."""
    erased, ben = new_player(house, NAME), new_player(house, "Ben")
    room = Room(house, erased.ask("POST", "/rooms", {"name": "of-the-erased"}).json["room"], erased, [erased])
    room.join(ben)
    with room.with_present(erased, ben):
        finish_guess(room), recorded(room, 1)
        room.begin()
        assert room.request_game(erased).status == 202
        other = make_room(house, "Zoe")
        other.join(erased)
        assert other.leave(erased, by=other.host).status == 204
        for number in range(130):  # enough events for a snapshot of the room
            if number % 2:
                assert other.ask("POST", "/members", {"player": erased.player}, player=other.host).status == 200
                other.join(erased)
            else:
                other.leave(erased, by=other.host)
        assert files_with(house, NAME)
        assert erased.ask("DELETE", "/players/me").status == 204
    eventually(lambda: files_with(house, NAME) == [])
    with room.stream() as stream:
        told = stream.next().data
    assert NAME not in json.dumps([told, room.show(ben), other.show()]) and NAME not in house.stderr
    problem(room.request_game(erased), 401, "unknown-token")
    assert room.show()["host"] == ben.player, "as when the host leaves"
    assert room.request_game(ben).status == 201
    house.restart()
    assert files_with(house, NAME) == [] and NAME not in json.dumps([room.show(), other.show()])


def test_rooms_that_another_device_makes_and_joins_during_the_erasure_lose_the_name_too(own_free_server):
    erased = new_player(own_free_server, NAME)
    phone = link(own_free_server, erased.code()).json["key"]
    rooms, statuses, stop = [make_room(own_free_server) for _ in range(60)], [], threading.Event()
    for _ in range(10):
        erased.sit(new_game(own_free_server))

    def join():
        for room in rooms:
            if stop.is_set():
                return
            statuses.append(ask(own_free_server, "POST", room.path + "/members", {}, token=phone).status)

    joining = threading.Thread(target=join)
    joining.start()
    eventually(lambda: len(statuses) > 3)
    assert erased.ask("DELETE", "/players/me").status == 204
    stop.set()
    joining.join()
    assert set(statuses) <= {200, 401, 503}
    eventually(lambda: files_with(own_free_server, NAME) == [])


# ------------------------------------------------------------------------------- backup, export, migration, verify


@pytest.mark.sqlite("copies the database file")
def test_a_backup_has_the_rooms(own_free_server, tmp_path):
    room = played_room(own_free_server)
    before = stable_room(room.show(room.host))
    backup = [binary(), "backup", tmp_path / "copy", "--data", own_free_server.data]
    subprocess.run(backup, check=True, capture_output=True)
    assert command("verify", "--file", tmp_path / "copy")[0] == 0
    (tmp_path / "data").mkdir()
    shutil.copy(tmp_path / "copy", tmp_path / "data" / "games.sqlite")
    with ServerProcess("--no-address-limits", "--data", tmp_path / "data") as server:
        copy = Room(server, room.name, type(room.host)(server, room.host.player, "Ann", room.host.key))
        assert stable_room(copy.show(copy.host)) == before


@pytest.mark.sqlite("imports into a data folder")
def test_an_imported_room_is_the_same_room_with_the_same_games(own_free_server, tmp_path):
    room = played_room(own_free_server, name="travellers", public=True)
    before = stable_room(room.show())
    history = room.ask("GET", "/history").body
    own_free_server.stop()
    assert command("export", "--data", own_free_server.data, "--output", tmp_path / "games")[0] == 0
    assert command("import", tmp_path / "games", "--data", tmp_path / "data")[0] == 0
    assert_verifies(tmp_path / "data")
    # A second time nothing is imported twice.
    assert command("import", tmp_path / "games", "--data", tmp_path / "data")[0] == 0
    with ServerProcess("--no-address-limits", "--data", tmp_path / "data") as server:
        copy = Room(server, "travellers")
        after = stable_room(copy.show())
        assert after["members"] == before["members"] and after["title"] == before["title"]
        assert after["standings"] == before["standings"]
        assert [past["result"] for past in after["games"]] == [past["result"] for past in before["games"]]
        assert copy.ask("GET", "/history").body == history
        assert "travellers" in [listed["room"] for listed in ask(server, "GET", "/rooms").json["rooms"]]


@pytest.mark.sqlite("starts servers on both stores itself")
def test_rooms_go_on_after_migrating_to_redis_and_back(tmp_path):
    with redis() as address:
        with ServerProcess("--no-address-limits", "--data", tmp_path / "old") as server:
            room = played_room(server, public=True)
            before, mine = stable_room(room.show(room.host)), room.host.show()["rooms"]
            listed = ask(server, "GET", "/rooms").json
        migrate_all(f"sqlite:{tmp_path}/old", address)
        for store in (["--store", address], ["--data", tmp_path / "new"]):
            with ServerProcess("--no-address-limits", *store) as server:
                for player in room.people:
                    player.server = server
                room.server = server
                assert stable_room(room.show(room.host)) == before
                assert room.host.show()["rooms"] == mine and ask(server, "GET", "/rooms").json == listed
                problem(room.ask("POST", "/members", {}, player=room.people[2]), 403, "removed")
                accepted(room.game().people[0].edit(12, "AB"["--data" in store]))
                before = stable_room(room.show(room.host))
                mine = room.host.show()["rooms"]
            if store[0] == "--store":
                migrate_all(address, f"sqlite:{tmp_path}/new")
        assert_verifies(tmp_path / "new")


# ------------------------------------------------------------------------------------------- pruning and limits


def test_a_room_that_is_played_outlives_its_pruned_games():
    with ServerProcess("--no-address-limits", "--keep-finished", "3s") as server:
        room = make_room(server, "Ann", "Ben")
        with room.with_present(*room.people):
            old = finish_guess(room)
            before = recorded(room, 1)
        new = room.begin("guess")
        server.restart(signal.SIGKILL)
        with room.stream():
            eventually(lambda: pruned(server) >= 1, what="the pruning of the past game")
            problem(ask(server, "GET", old.path), 404, "no-such-game")
            shown = room.show()
            assert (shown["games"], shown["standings"]) == (before["games"], before["standings"])
            assert room.ask("GET", "/board", player=room.host).status == 200 and room.show()["game"]["id"] == new.id


def test_a_room_in_which_nothing_happens_is_pruned_with_its_games():
    with ServerProcess("--no-address-limits", "--keep-finished", "2s") as server:
        room = make_room(server)
        finish_free(room), recorded(room, 1)
        server.restart()
        eventually(lambda: pruned(server) >= 2, what="the pruning of the room and its game")
        problem(room.ask("GET"), 404, "no-such-room")
        assert room.host.show()["rooms"] == []
        assert room.host.ask("POST", "/rooms", {"name": room.name}).status == 201


@pytest.mark.sqlite("an empty Redis takes more than a megabyte")
def test_a_full_disk_makes_no_more_rooms():
    with ServerProcess("--no-address-limits", "--max-data", "1MB") as server:
        room, cid = make_room(server, "Ann", "Ben"), new_player(server, "Cid")
        # The server looks at the size of its files now and then.
        statuses = iter(lambda: room.host.ask("POST", "/rooms", {"title": "x" * 80}).status, 503)
        assert set(itertools.islice(statuses, 20_000)) == {201}
        problem(room.host.ask("POST", "/rooms", {}), 503, "storage-full")
        problem(room.request_game(room.host), 503, "storage-full")
        problem(room.ask("POST", "/members", {}, player=cid), 503, "storage-full")
        assert room.leave(room.people[1]).status == 204, "those inside are served as before"


def test_rooms_count_as_games_in_the_limit_of_an_address():
    with ServerProcess() as server:
        ann = new_player(server)
        statuses = [ann.ask("POST", "/rooms", {}).status for _ in range(30)]
        assert 201 in statuses and 429 in statuses and set(statuses) == {201, 429}
        assert statuses.index(429) <= 20


def test_two_servers_on_one_redis_share_rooms():
    with two_servers() as (here, there):
        room = make_room(here, "Ann")
        ben = new_player(there, "Ben")
        far = Room(there, room.name, room.host, [room.host, ben])
        assert far.ask("POST", "/members", {}, player=ben).status == 200
        with far.stream(ben) as stream, RoomFollower(room) as follower:
            assert stream.next().data["room"] == room.name
            eventually(lambda: room.present() == {ben.player} == far.present())
            room.people.append(ben)
            game = room.begin()
            assert [seat["player"] for seat in game.show()["seats"]] == [room.host.player, ben.player]
            assert stream.next("room.game").data["game"] == game.id
            assert far.ask("POST", "/board/cells/0", {"value": "B"}, player=ben).status == 200
            accepted(game.act("close", token=room.host.key))
            follower.take("room.standings")
            assert stream.next("room.standings").data["games"][0]["id"] == game.id
        assert stable_room(far.show()) == stable_room(room.show())


@pytest.mark.sqlite("starts two servers on one Redis itself")
def test_of_two_games_that_begin_at_two_servers_at_once_none_is_left_running():
    with two_servers() as (here, there):
        for _ in range(4):
            room = make_room(here)
            accepted(room.begin(open=True).act("close", token=room.host.key))
            far = Room(there, room.name, room.host)
            assert far.show()["game"]["id"] == room.show()["game"]["id"]
            answers = concurrently(lambda r=room: r.request_game(r.host), lambda r=far: r.request_game(r.host))
            assert 201 in {one.status for one in answers} and {one.status for one in answers} <= {201, 409}
            past = room.show()["games"]
            assert {ask(here, "GET", f"/games/{game['id']}").json["state"] for game in past} == {"finished"}


def test_a_game_that_begins_while_the_room_is_read_again_is_the_present_one(own_free_server):
    """A new name of a member reads games and rooms again."""
    room = make_room(own_free_server)
    for number in range(30):
        body = {"name": f"Ann {number}"}
        _, begun = concurrently(
            lambda b=body: room.host.ask("PATCH", "/players/me", b), lambda: room.request_game(room.host, "guess")
        )
        assert begun.status in (201, 503), begun
        if begun.status == 201:
            assert room.show()["game"]["id"] == begun.json["id"]
