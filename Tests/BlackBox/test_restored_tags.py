"""After a restore the same sequences name other boards: no tag of before passes for one, and no stream resumes there."""

import shutil
import subprocess

import pytest

from client import Game, accepted, ask, lobby, new_game, problem
from rooms import make_room
from server_process import ServerProcess, binary
from streams import Stream

pytestmark = pytest.mark.sqlite("restores a database file")
MEDIA = ["application/json", "text/plain", "image/svg+xml"]


def put_back(server, copy, removed=("games.sqlite-wal",)):
    """Stops the server, and starts it with an earlier copy of the database, as the README says."""
    server.stop()
    shutil.copy(copy, server.data / "games.sqlite")
    for name in removed:
        (server.data / name).unlink(missing_ok=True)
    server.start()


def backup(server, file):
    command = [binary(), "backup", file, "--data", server.data]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return file


def backup_of_a_stopped_server(server, file):
    server.stop()
    backup(server, file)
    server.start()
    return file


@pytest.fixture(params=[backup, backup_of_a_stopped_server], ids=["while it runs", "while it is stopped"])
def restored(request, own_free_server, tmp_path):
    """A game and the lobby with other letters than before, under the sequences of before, and the old tags."""
    games = [new_game(own_free_server), lobby(own_free_server)]
    for game in games:
        accepted(game.edit(0, "A"))
    file = request.param(own_free_server, tmp_path / "copy.sqlite")
    for game in games:
        accepted(game.edit(1, "B"))
        game.old = [game.ask("GET", "/board", headers={"Accept": medium}).etag for medium in MEDIA]
        assert game.old == ['"2"', '"2-txt"', '"2-svg"'], "tags are plain until a restore"
    put_back(own_free_server, file)
    for game in games:
        accepted(game.edit(1, "C"))
        assert game.sequence == 2
    return games


def test_an_old_tag_is_no_tag_of_the_board_that_has_its_sequence_now(restored):
    for game in restored:
        for medium, old in zip(MEDIA, game.old, strict=True):
            for path in ("/board", "/board?wait=0"):
                answer = game.ask("GET", path, headers={"If-None-Match": old, "Accept": medium})
                assert answer.status == 200 and answer.etag != old, (path, medium)
            parked = {"If-None-Match": old, "Accept": medium, "Prefer": "wait=25"}
            assert game.ask("GET", "/board", headers=parked).status == 200, "at once"
            with game.unchanged():
                problem(game.edit(2, "D", headers={"If-Match": old}), 412, "precondition-failed")


def test_the_new_tags_work_as_before(restored):
    for game in restored:
        for medium in MEDIA:
            new = game.ask("GET", "/board", headers={"Accept": medium}).etag
            again = game.ask("GET", "/board", headers={"If-None-Match": new, "Accept": medium})
            assert again.status == 304 and again.etag == new
            answer = game.edit(3, "EFG"[MEDIA.index(medium)], headers={"If-Match": new})
            assert accepted(answer)["sequence"] and answer.etag == game.ask("GET", "/board").etag
            problem(game.edit(3, "H", headers={"If-Match": new}), 412, "precondition-failed")


def test_a_restart_keeps_the_tags_and_another_restore_of_the_same_file_does_not(own_free_server, tmp_path):
    game = new_game(own_free_server)
    accepted(game.edit(0, "A"))
    file, seen = backup(own_free_server, tmp_path / "copy.sqlite"), set()
    for _ in range(3):
        put_back(own_free_server, file, ("games.sqlite-wal", "pulse"))
        tag = accepted_tag(game)
        own_free_server.restart()
        assert game.ask("GET", "/board").etag == tag
        seen.add(tag)
    assert len(seen) == 3


def accepted_tag(game):
    answer = game.edit(1, "B")
    accepted(answer)
    return answer.etag


def test_a_restart_of_a_database_that_was_never_restored_keeps_plain_tags(own_free_server):
    game = new_game(own_free_server)
    accepted(game.edit(0, "A"))
    for _ in range(2):
        own_free_server.restart()
        assert ask(own_free_server, "GET", f"{Game(own_free_server, game.id).path}/board").etag == '"1"'
        assert accepted(game.edit(0, "A", headers={"If-Match": '"1"'}))["events"] == []


def test_the_database_of_another_server_begins_an_epoch_too(own_free_server, tmp_path):
    """Its games may be those of before, as they were at another time."""
    with ServerProcess("--no-address-limits") as other:
        game = new_game(other)
        accepted(game.edit(0, "A"))
        other.stop()
        put_back(own_free_server, other.data / "games.sqlite")
    assert Game(own_free_server, game.id).ask("GET", "/board").etag != '"1"'


def test_a_database_without_a_record_of_its_last_server_keeps_plain_tags(own_free_server):
    game = new_game(own_free_server)
    accepted(game.edit(0, "A"))
    own_free_server.stop()
    (own_free_server.data / "pulse").unlink()
    own_free_server.start()
    assert game.ask("GET", "/board").etag == '"1"'


@pytest.fixture
def streamed(own_free_server, tmp_path):
    """A room whose game went on differently after a restore, and the last id of each of its streams from before."""
    room = make_room(own_free_server, "Ann")
    game, main = room.begin("free", open=True), lobby(own_free_server)
    for board in (game, main):
        accepted(board.edit(0, "A"))
    file = backup(own_free_server, tmp_path / "copy.sqlite")
    paths = [f"{game.path}/events", "/events", f"/events?games=lobby,{game.id}", f"{room.path}/events"]
    old = {}
    for board in (game, main):
        accepted(board.edit(1, "B"))
    for path in paths:
        with Stream(own_free_server, path, token=room.host.key) as stream:
            names = "games=" in path or room.path in path
            old[path] = [event.id for event in stream.take_events(1 + names)]
    assert old["/events"] == ["2"] and old[paths[2]][0] == "lobby:2", "ids are plain until a restore"
    put_back(own_free_server, file)
    for board in (game, main):
        accepted(board.edit(1, "C")), accepted(board.edit(2, "D"))
    return room, game, old


def test_an_id_of_before_the_restore_gets_a_snapshot_on_every_stream(streamed):
    room, game, old = streamed
    for path, ids in old.items():
        for id in ids:
            for target, headers in ((path, {"Last-Event-ID": id}), (with_query(path, f"after={id}"), {})):
                with Stream(room.server, target, headers, token=room.host.key) as stream:
                    shown = stream.take_events(len(ids))
                assert {event.name for event in shown} == {"snapshot"}, (target, headers, shown)


def with_query(path, query):
    return path + ("&" if "?" in path else "?") + query


def test_the_ids_after_the_restore_resume_every_stream(streamed):
    room, game, old = streamed
    suffix = room.ask("GET", "/board").etag.strip('"').removeprefix(str(game.sequence))
    assert suffix.startswith("-e")
    for path, ids in old.items():
        with Stream(room.server, path, token=room.host.key) as stream:
            first = stream.take_events(len(ids))
        assert all(event.id.endswith(suffix) and event.name == "snapshot" for event in first)
        last = first[-1].id
        board = lobby(room.server) if "games=" not in path and room.path not in path and game.id not in path else game
        accepted(board.edit(3, ""))
        accepted(board.edit(3, "E"))
        with Stream(room.server, path, {"Last-Event-ID": last}, token=room.host.key) as stream:
            missed = stream.next("cell.changed")
        assert missed.data["value"] == "E" and missed.id.endswith(suffix)
        assert missed.id.removesuffix(suffix).rpartition(":")[2] == str(missed.data["sequence"])
        accepted(board.edit(3, ""))


def test_a_long_poll_after_a_lost_sequence_is_answered_at_once(restored):
    for game in restored:
        ahead = game.ask("GET", "/board?after=3&wait=25")
        assert ahead.status == 200 and ahead.json["sequence"] == 2
        assert game.ask("GET", "/board?after=2&wait=0").status == 200
