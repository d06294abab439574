"""A damaged or foreign data folder is refused at the start, left untouched, and works once repaired."""

import contextlib
import os
import signal
import sqlite3
import subprocess

import pytest

from client import accepted, ask, curl, lobby, new_game
from refused_starts import folder_of_nobody, give_to_nobody, refusal, refusal_as_nobody, start, untouched
from rooms import make_room
from server_process import ServerProcess, binary
from visible_state import visible_state

pytestmark = pytest.mark.sqlite("examines the data folder")

ZEROS = bytes(4096)
NOISE = os.urandom(20_000)
FOREIGN = {"text": b"Dear diary,\n" * 400, "short text": b"milk\n", "zeros": ZEROS, "noise": NOISE}
CUTS = {"half": 0.5, "32 bytes": 32, "0 bytes": 0, "no log": None, "all but a byte": -1}


@contextlib.contextmanager
def database(folder):
    with contextlib.closing(sqlite3.connect(folder / "games.sqlite")) as db, db:
        yield db


@pytest.fixture
def played(own_free_server):
    """A game of several commits on a server that is then killed, so that all of them are in the log."""
    game = new_game(own_free_server, title="Kept", public=True)
    for cell in range(10):
        accepted(game.edit(cell, "A", move=f"m{cell}"))
    game.before = visible_state(game)
    own_free_server.stop(signal.SIGKILL)
    return game


def checkpoint_and_play_on(server, game):
    """Starts and stops the server, which moves the log into the database; then plays on and kills it."""
    server.start()
    server.stop()
    server.start()
    for cell in range(5):
        accepted(game.edit(cell, "B"))
    game.before = visible_state(game)
    server.stop(signal.SIGKILL)


def assert_intact(server, game):
    """Asserts that the server starts, has the whole game and accepts an edit."""
    server.start()
    assert visible_state(game) == game.before
    assert accepted(game.edit(20, "Z"))["events"]


def modes(folder):
    """The permissions of each file, in octal."""
    return {path.name: oct(path.stat().st_mode & 0o777) for path in folder.iterdir() if not path.is_socket()}


@pytest.mark.parametrize("umask", ["000", "022"])
def test_nobody_else_can_read_a_file_with_games(umask, tmp_path):
    """Not even if the folder was there before, and the files had other permissions."""
    data, copies = tmp_path / "data", tmp_path / "copies"
    data.mkdir(), copies.mkdir()
    data.chmod(0o755)
    shell = ["sh", "-c", f'umask {umask}; exec "$@"', "sh"]
    with ServerProcess("--data", data, wrapper=shell) as server:
        accepted(lobby(server).edit(0, "A"))
        online = [*shell, binary(), "backup", "--data", data, copies / "online.sqlite"]
        subprocess.run(online, check=True, capture_output=True)
        server.stop()
        (data / "games.sqlite").chmod(0o644)
        server.start()
        accepted(lobby(server).edit(1, "B"))
        assert set(modes(data).values()) == {"0o600"}, modes(data)
        server.stop()
    export = [*shell, binary(), "export", "--data", data, "--output", copies / "games.json"]
    subprocess.run(export, check=True, capture_output=True)
    assert modes(copies) == {"online.sqlite": "0o600", "games.json": "0o600"}


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    path = tmp_path / "games"
    path.write_text("a shopping list")
    assert "games" in refusal("--data", path) and path.read_text() == "a shopping list"
    path.unlink()
    with ServerProcess("--data", path) as server:
        assert curl(server, "/board").status == 200


def test_a_new_folder_is_created_with_its_parents_for_its_owner_only(tmp_path):
    path = tmp_path / "a" / "b" / "games"
    with ServerProcess("--data", path) as server:
        accepted(lobby(server).edit(0, "A"))
    assert path.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_is_not_writable_is_refused():
    with folder_of_nobody() as folder:
        data = folder / "data"
        data.mkdir(mode=0o555)
        with untouched(data):
            assert "data" in refusal_as_nobody(folder, data)
            assert "data" in refusal_as_nobody(folder, folder / "data" / "deeper")


@pytest.mark.parametrize("name, mode", [("games.sqlite", 0o444), ("games.sqlite", 0o000), ("pulse", 0o000)])
def test_a_file_that_is_not_writable_is_refused(name, mode):
    with folder_of_nobody() as folder:
        data = folder / "data"
        with ServerProcess("--data", data) as server:
            accepted(lobby(server).edit(0, "A"))
        give_to_nobody(*(path for path in data.iterdir() if path.name != name), data)
        (data / name).chmod(mode)
        with untouched(data):
            assert name in refusal_as_nobody(folder, data)
        (data / name).chmod(0o644)
        with ServerProcess("--data", data) as server:
            assert lobby(server).sequence == 1


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
def test_a_file_that_is_not_a_database_is_refused(tmp_path, content):
    (tmp_path / "games.sqlite").write_bytes(content)
    with untouched(tmp_path):
        assert "games.sqlite" in refusal("--data", tmp_path)
    (tmp_path / "games.sqlite").unlink()
    with ServerProcess("--data", tmp_path) as server:
        assert curl(server, "/board").status == 200


def test_a_folder_in_place_of_the_database_is_refused(tmp_path):
    (tmp_path / "games.sqlite").mkdir()
    with untouched(tmp_path):
        assert "games.sqlite" in refusal("--data", tmp_path)


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_the_database_of_another_program_is_refused(tmp_path, mode):
    with database(tmp_path) as db:
        db.execute(f"PRAGMA journal_mode = {mode}")
        db.execute("CREATE TABLE recipe (title TEXT)")
        db.execute("INSERT INTO recipe VALUES ('Pancakes')")
    with untouched(tmp_path):
        assert "games.sqlite" in refusal("--data", tmp_path)


def test_a_newer_schema_is_refused(own_free_server, played):
    own_free_server.start()
    own_free_server.stop()
    with database(own_free_server.data) as db:
        (present,) = db.execute("PRAGMA user_version").fetchone()
        db.execute(f"PRAGMA user_version = {present + 1}")
    with untouched(own_free_server.data):
        assert "newer" in refusal("--data", own_free_server.data)
    with database(own_free_server.data) as db:
        db.execute(f"PRAGMA user_version = {present}")
    assert_intact(own_free_server, played)


def test_a_database_without_the_tables_of_codes_and_names_gets_them(own_free_server, played):
    own_free_server.start()
    room = make_room(own_free_server, "Ann", "Ben")
    own_free_server.stop()
    with database(own_free_server.data) as db:
        for table in ("member_name", "player_recovery", "room_code"):
            db.execute(f"DROP TABLE {table}")
        db.execute("PRAGMA user_version = 11")
    assert_intact(own_free_server, played)
    assert [member["name"] for member in room.show()["members"]] == ["Ann", "Ben"]
    assert room.ask("POST", "/codes", {}, player=room.host).status == 201
    renamed = room.ask("PATCH", f"/members/{room.people[1].player}", {"name": "Bee"}, player=room.host)
    assert renamed.status == 200 and room.host.ask("POST", "/players/me/recovery", {}).status == 201


@pytest.mark.parametrize("checkpointed", [False, True], ids=["all in the log", "part in the database"])
@pytest.mark.parametrize("kept", CUTS.values(), ids=CUTS)
def test_a_truncated_log_is_refused(own_free_server, played, kept, checkpointed):
    if checkpointed:
        checkpoint_and_play_on(own_free_server, played)
    log = own_free_server.data / "games.sqlite-wal"
    whole = log.read_bytes()
    log.unlink()
    if kept is not None:
        log.write_bytes(whole[: int(len(whole) * kept) if isinstance(kept, float) else kept])
    with untouched(own_free_server.data):
        for _ in range(2):
            assert "games.sqlite" in refusal("--data", own_free_server.data)
    log.write_bytes(whole)
    assert_intact(own_free_server, played)


@pytest.mark.parametrize("tail", [ZEROS, NOISE, b"x", "torn"], ids=["zeros", "noise", "a byte", "torn"])
def test_a_torn_end_of_the_log_is_ignored(own_free_server, played, tail):
    """A crash can leave part of a commit that was never acknowledged."""
    log = own_free_server.data / "games.sqlite-wal"
    whole = log.read_bytes()
    log.write_bytes(whole + (whole[-4120:-700] if tail == "torn" else tail))
    assert_intact(own_free_server, played)


@pytest.mark.parametrize("emptied", [True, False], ids=["emptied", "removed"])
def test_a_missing_database_is_refused_when_commits_are_recorded(own_free_server, played, emptied):
    """The pulse file records commits, so a start with an empty lobby would hide a loss."""
    own_free_server.start()
    own_free_server.stop()
    path = own_free_server.data / "games.sqlite"
    whole = path.read_bytes()
    path.write_bytes(b"") if emptied else path.unlink()
    with untouched(own_free_server.data):
        refusal("--data", own_free_server.data)
    path.write_bytes(whole)
    assert_intact(own_free_server, played)


@pytest.mark.parametrize("content", [None, b"", b"nonsense", NOISE, b" " * 128])
def test_a_missing_or_unreadable_pulse_file_is_ignored(own_free_server, played, content):
    pulse = own_free_server.data / "pulse"
    pulse.unlink() if content is None else pulse.write_bytes(content)
    assert_intact(own_free_server, played)


def test_a_second_server_on_the_same_folder_is_refused(own_server, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(own_server.data)
    accepted(lobby(own_server).edit(0, "A"))
    with untouched(own_server.data / "nowhere"):
        for path in (own_server.data, link):
            line = refusal("--data", path)
            assert "use" in line and str(own_server.pid) in line
    accepted(lobby(own_server).edit(1, "B"))
    own_server.restart(signal.SIGKILL)
    assert lobby(own_server).sequence == 2
    own_server.stop()
    with ServerProcess("--data", link) as other:
        assert lobby(other).sequence == 2


def test_an_unknown_store_is_refused(tmp_path):
    done = start("--store", "papyrus", "--data", tmp_path)
    assert done.returncode > 0 and done.stderr.startswith("Error: ") and "papyrus" in done.stderr
    assert "sqlite" in done.stderr and list(tmp_path.iterdir()) == []


def test_the_memory_store_writes_no_file(tmp_path):
    with ServerProcess("--store", "memory", "--data", tmp_path) as server:
        accepted(lobby(server).edit(0, "A"))
        server.restart()
        assert lobby(server).sequence == 0 and ask(server, "GET", "/readyz").status == 200
    assert list(tmp_path.iterdir()) == []
