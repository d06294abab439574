"""An erased player's name is in no file, backup, export or log, whatever the player has done."""

import itertools
import subprocess
import threading

import pytest

from client import Game, Wire, accepted, ask, eventually, lobby, metric, new_game, problem
from concurrency import concurrently
from days import guess_word, seated
from offline_commands import command
from players import link, new_player
from redis_process import two_servers
from rooms import make_room
from server_process import ServerProcess, binary
from streams import Stream
from test_admin import admin, files_with

NAME = "Quirinalia"


def live_a_full_life(player, other):
    """Leaves the name wherever a name can be: seats, snapshots, prompts, move ids, the lobby, results, old names."""
    server, game = player.server, new_game(player.server, title="Evening", public=True)
    seated_once = player.ask("POST", game.path + "/seats", {}, {"Idempotency-Key": "seat-1"})
    assert seated_once.status == 201, seated_once
    other.sit(game)
    accepted(game.act("clear", {"move": "clear-1"}, token=player.key))  # a prompt with the name
    for number in range(6):  # enough events for a snapshot
        game.fill("AB"[number % 2])
    player.sit(lobby(server))
    left = new_game(server)
    seat = player.sit(left)["seat"]
    assert left.ask("DELETE", f"/seats/{seat}", token=player.key).status == 204
    accepted(seated(server, "mini", token=player.key).me.act("reveal"))  # a result
    guess_word(seated(server, "guess", token=player.key), "CRANE")  # a game that is not finished
    accepted(game.act("close", token=game.host))
    answer = player.ask("PATCH", "/players/me", {"name": NAME + " II"})
    assert answer.status == 200 and NAME in player.show()["name"]
    player.sit(new_game(server))
    return game


@pytest.fixture
def logged(tmp_path):
    log = tmp_path / "access.log"
    with ServerProcess("--no-address-limits", "--access-log", log, "--log-level", "info") as server:
        server.access_log = log
        yield server


def test_a_full_life_leaves_no_name_behind(logged):
    erased, other = new_player(logged, NAME), new_player(logged, "Bea")
    phone = link(logged, erased.code()).json["key"]
    game = live_a_full_life(erased, other)
    board, leaders = game.board()["text"], ask(logged, "GET", "/leaderboards/mini").text
    assert files_with(logged, NAME) and NAME in leaders + game.ask("GET", "/export").text
    assert erased.ask("DELETE", "/players/me").status == 204
    eventually(lambda: files_with(logged, NAME) == [])
    assert NAME not in logged.access_log.read_text() + logged.stderr
    for token in (erased.key, phone):
        problem(ask(logged, "GET", "/players/me", token=token), 401, "unknown-token")
        problem(game.ask("GET", token=token), 401, "unknown-token")
    assert game.board()["text"] == board
    read = [game.path, f"{game.path}/history", f"{game.path}/export", "/board", "/history", "/games?limit=100"]
    for path in [*read, "/leaderboards/mini?period=all", "/leaderboards/guess?period=all", "/metrics"]:
        assert NAME not in ask(logged, "GET", path).text, path
    with Stream(logged, f"{game.path}/events?after=0") as stream:
        assert NAME not in str([event.data for event in stream.take_events(10)])
    logged.restart()
    assert files_with(logged, NAME) == []


def test_the_name_that_a_host_has_given_goes_with_the_player(logged):
    room = make_room(logged, "Ann", "Ben", "Eve")
    ann, ben, eve = room.people
    with room.with_present(ann, ben):
        game = room.begin()
        for member in (ben, eve):
            named = room.ask("PATCH", f"/members/{member.player}", {"name": f"{NAME} {member.name}"}, player=ann)
            assert named.status == 200, named
        accepted(game.act("close", token=ann.key))
        room.begin()
    assert room.leave(eve).status == 204
    assert NAME in str(game.show()) and files_with(logged, NAME)
    for member in (ben, eve):
        assert member.ask("DELETE", "/players/me").status == 204
    eventually(lambda: files_with(logged, NAME) == [])
    for path in (game.path, f"{game.path}/history", room.path, f"{room.path}/history"):
        assert NAME not in ask(logged, "GET", path, token=ann.key).text, path
    logged.restart()
    assert files_with(logged, NAME) == [] and NAME not in str(game.show()) + logged.access_log.read_text()


def test_an_erased_player_leaves_no_seat_behind_where_others_may_sit(own_server):
    """In the lobby, in a room and in a game that waits for players; one address cannot fill the lobby in this way."""
    room = make_room(own_server, "Ann")
    waiting = Game(own_server, ask(own_server, "POST", "/games", {"rules": "square"}).json["id"])
    running = new_game(own_server)
    for _ in range(4):
        erased = [new_player(own_server, NAME) for _ in range(3)]
        for player in erased:
            room.join(player)
            for game in (lobby(own_server), waiting, running):
                player.sit(game)
        for player in erased:
            # On a busy machine the address may owe for the work of the erasures before.
            eventually(lambda: player.ask("DELETE", "/players/me").status == 204, what="an erasure")
        for game in (lobby(own_server), waiting):
            assert game.show()["seats"] == []
        assert [member["name"] for member in room.show()["members"]] == ["Ann"]
    assert {seat["name"] for seat in running.show()["seats"]} == {"Deleted player"}, "a running game goes on as it is"


def test_the_seats_of_the_lobby_that_an_address_has_are_counted_after_an_erasure_too(own_server):
    """The lobby leaves memory meanwhile."""
    board = lobby(own_server)
    for _ in range(3):
        board.seat("Ann")
    erased = new_player(own_server, NAME)
    with Wire(own_server, source="127.0.0.2") as wire:
        assert board.ask("POST", "/seats", {}, token=erased.key, wire=wire).status == 201
    assert erased.ask("DELETE", "/players/me").status == 204
    problem(board.ask("POST", "/seats", {"name": "Ann"}), 429, "too-many-lobby-seats")


@pytest.mark.sqlite("looks at a backup and an export of a data folder")
def test_a_backup_and_an_export_that_are_made_afterwards_have_no_name(logged, tmp_path):
    erased = new_player(logged, NAME)
    live_a_full_life(erased, new_player(logged, "Bea"))
    assert erased.ask("DELETE", "/players/me").status == 204
    backup = tmp_path / "copy"
    subprocess.run([binary(), "backup", backup, "--data", logged.data], check=True, capture_output=True)
    assert NAME.encode() not in backup.read_bytes()
    assert command("verify", "--file", backup)[0] == 0
    logged.stop()
    assert command("export", "--data", logged.data, "--output", tmp_path / "games")[0] == 0
    exported = (tmp_path / "games").read_text()
    assert "Bea" in exported and NAME not in exported
    assert command("verify", "--data", logged.data)[0] == 0


def test_a_player_who_is_renamed_and_erased_by_the_owner_is_in_no_file_either(own_free_server):
    player = new_player(own_free_server, "Ann")
    player.sit(new_game(own_free_server))
    admin(own_free_server, "players", "rename", player.player, NAME)
    player.sit(new_game(own_free_server))
    assert files_with(own_free_server, NAME)
    admin(own_free_server, "players", "delete", player.player)
    eventually(lambda: files_with(own_free_server, NAME) == [])
    assert NAME not in own_free_server.stderr


def test_seats_that_another_device_takes_during_the_erasure_lose_the_name_too(own_free_server):
    erased = new_player(own_free_server, NAME)
    phone = link(own_free_server, erased.code()).json["key"]
    for _ in range(10):
        erased.sit(new_game(own_free_server))
    statuses, stop, games = [], threading.Event(), [new_game(own_free_server) for _ in range(200)]

    def sit():
        for game in games:
            if stop.is_set():
                return
            statuses.append(ask(own_free_server, "POST", game.path + "/seats", {}, token=phone).status)
            if statuses[-1] == 401:
                return

    sitting = threading.Thread(target=sit)
    sitting.start()
    eventually(lambda: len(statuses) > 3)
    assert erased.ask("DELETE", "/players/me").status == 204
    stop.set()
    sitting.join()
    assert set(statuses) <= {201, 401, 503}
    eventually(lambda: files_with(own_free_server, NAME) == [])
    assert all(NAME not in game.ask("GET").text for game in games)


def test_a_new_name_that_is_sent_at_the_same_moment_does_not_bring_the_player_back(own_free_server):
    for number in range(8):
        erased, game = new_player(own_free_server, f"{NAME} {number}"), new_game(own_free_server)
        phone = link(own_free_server, erased.code()).json["key"]
        erased.sit(game)

        def rename(letter, phone=phone):
            body = {"name": f"{NAME} {letter}"}
            return ask(own_free_server, "PATCH", "/players/me", body, token=phone).status

        renames = [lambda letter=letter: rename(letter) for letter in "ABC"]
        status, *others = concurrently(lambda e=erased: e.ask("DELETE", "/players/me").status, *renames)
        assert status == 204 and set(others) <= {200, 401}
        assert [seat["name"] for seat in game.show()["seats"]] == ["Deleted player"]
    eventually(lambda: files_with(own_free_server, NAME) == [])


def test_nobody_sits_down_for_a_player_who_is_being_erased(own_free_server):
    """The lobby would keep the seat for ever, because nobody could leave it."""
    for _ in range(8):
        erased, games = new_player(own_free_server, NAME), [new_game(own_free_server) for _ in range(4)]
        phone = link(own_free_server, erased.code()).json["key"]
        boards = [lobby(own_free_server), *games]
        sits = [lambda b=board, p=phone: b.ask("POST", "/seats", {}, token=p).status for board in boards]
        status, *others = concurrently(lambda e=erased: e.ask("DELETE", "/players/me").status, *sits)
        assert status == 204 and set(others) <= {201, 401, 503}
        assert lobby(own_free_server).show()["seats"] == []
        assert not [game for game in games if NAME in game.ask("GET").text]


@pytest.mark.nightly  # fills thousands of pages
@pytest.mark.sqlite("looks at the pages of a database")
def test_an_erasure_in_a_database_of_several_thousand_pages_leaves_no_name(own_free_server):
    """Others play on meanwhile."""
    erased, sizes = new_player(own_free_server, NAME), []
    while not sizes or sizes[-1] < 3_000 * 4096:
        game = new_game(own_free_server)
        erased.sit(game)
        for number in range(390):
            game.fill("AB"[number % 2])
        sizes.append((own_free_server.data / "games.sqlite").stat().st_size)
    game, letters, done = new_game(own_free_server), itertools.cycle("AB"), []
    erasing = threading.Thread(target=lambda: done.append(erased.ask("DELETE", "/players/me").status))
    erasing.start()
    while erasing.is_alive():
        accepted(game.edit(0, next(letters)))
    assert done == [204] and files_with(own_free_server, NAME) == []
    own_free_server.stop()
    assert command("verify", "--data", own_free_server.data)[0] == 0


@pytest.mark.parametrize("where", ["the lobby", "a game"])
def test_edits_of_a_long_game_go_on_during_an_erasure(own_free_server, where):
    board = lobby(own_free_server) if where == "the lobby" else new_game(own_free_server)
    erased = new_player(own_free_server, NAME)
    erased.sit(board)
    for number in range(200):
        board.fill("AB"[number % 2])
    letters, done = itertools.cycle("AB"), []
    erasing = threading.Thread(target=lambda: done.append(erased.ask("DELETE", "/players/me").status))
    erasing.start()
    with Wire(own_free_server) as wire:
        while erasing.is_alive():
            path = "/board/cells/0" if where == "the lobby" else f"{board.path}/board/cells/0"
            assert ask(own_free_server, "POST", path, {"value": next(letters)}, wire=wire).status == 200
    assert done == [204] and NAME not in board.ask("GET").text + board.ask("GET", "/history").text


def test_an_erasure_that_is_asked_for_twice_at_once_is_made_once(own_free_server):
    erased = new_player(own_free_server, NAME)
    game = new_game(own_free_server)
    erased.sit(game)
    answers = concurrently(*[lambda: erased.ask("DELETE", "/players/me")] * 3)
    assert {answer.status for answer in answers} <= {204, 401} and 204 in {answer.status for answer in answers}
    assert [seat["name"] for seat in game.show()["seats"]] == ["Deleted player"]
    eventually(lambda: files_with(own_free_server, NAME) == [])


@pytest.mark.sqlite("starts two servers on one Redis itself")
@pytest.mark.parametrize("known_for", [0, 4], ids=["just woken", "known for long"])
def test_another_server_on_the_same_redis_does_not_bring_the_name_back(known_for):
    """The other server has the game in memory, with the name, and takes snapshots of it."""
    with two_servers() as (here, there):
        erased, game = new_player(here, NAME), new_game(here)
        erased.sit(game)
        far = Game(there, game.id)
        assert far.show()["seats"][0]["name"] == NAME
        # Nodes compare what they know of a game with Redis every three seconds.
        known_at = metric(there, "uptime_seconds")
        eventually(lambda: metric(there, "uptime_seconds") >= known_at + known_for)
        assert erased.ask("DELETE", "/players/me").status == 204
        for number in range(8):  # enough events for a snapshot
            far.fill("AB"[number % 2])
        eventually(lambda: far.show()["seats"][0]["name"] == "Deleted player")
        eventually(lambda: files_with(here, NAME) == [])
        problem(ask(there, "GET", "/players/me", token=erased.key), 401, "unknown-token")
        assert far.board()["text"] == game.board()["text"]
