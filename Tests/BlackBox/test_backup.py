"""`GameServer backup`: one complete file, from a running or a stopped server; and `restore`, which puts it back."""

import os
import pathlib
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading

import pytest

from client import accepted, eventually, new_game
from players import new_player
from refused_starts import NOBODY, folder_of_nobody, give_to_nobody, refusal, untouched
from server_process import ServerProcess, binary

pytestmark = pytest.mark.sqlite("copies the database file")


def command(*args):
    return subprocess.run([binary(), *map(str, args)], capture_output=True, text=True, timeout=60)


@pytest.fixture
def played(own_free_server):
    game = new_game(own_free_server)
    for cell in range(25):
        accepted(game.edit(cell, "ABCDE"[cell % 5]))
    return game


def server_on_backup(file, folder):
    """A server with a data folder that contains only the backup."""
    shutil.copy(file, folder / "games.sqlite")
    return ServerProcess("--no-address-limits", "--data", folder)


def test_a_backup_of_a_running_server_is_complete_and_can_be_restored(own_free_server, played, tmp_path):
    file, stop = tmp_path / "copy.sqlite", threading.Event()

    def write():
        number = 0
        while not stop.is_set():
            accepted(played.edit(number % 25, "FGHIJ"[number // 25 % 5]))
            number += 1

    writer = threading.Thread(target=write)
    writer.start()
    done = command("backup", file, "--data", own_free_server.data)
    stop.set()
    writer.join()
    assert (done.returncode, done.stderr) == (0, ""), done
    assert command("verify", "--file", file).stdout.startswith("ok: ")
    (tmp_path / "data").mkdir()
    with server_on_backup(file, tmp_path / "data") as server:
        game = type(played)(server, played.id)
        copy = game.board()
        assert copy["sequence"] >= 25
        accepted(game.edit(0, "Z"))
    assert command("verify", "--data", tmp_path / "data").returncode == 0


def test_a_backup_of_a_stopped_server_restores_the_same_board(own_free_server, played, tmp_path):
    board = played.board()
    own_free_server.stop()
    file = tmp_path / "copy.sqlite"
    assert command("backup", file, "--data", own_free_server.data).returncode == 0
    (tmp_path / "data").mkdir()
    with server_on_backup(file, tmp_path / "data") as server:
        assert type(played)(server, played.id).board() == board


def test_a_backup_does_not_overwrite_an_existing_file(own_free_server, played, tmp_path):
    file = tmp_path / "mine"
    file.write_text("mine")
    for _ in ("running", "stopped"):
        done = command("backup", file, "--data", own_free_server.data)
        assert done.returncode == 1 and "already exists" in done.stderr and done.stderr.count("\n") == 1
        own_free_server.stop()
    assert file.read_text() == "mine" and [each.name for each in tmp_path.iterdir()] == ["mine"]


def test_of_concurrent_backups_to_one_file_exactly_one_succeeds(own_free_server, played, tmp_path):
    arguments = [binary(), "backup", tmp_path / "same.sqlite", "--data", own_free_server.data]
    running = [subprocess.Popen(list(map(str, arguments)), stderr=subprocess.PIPE) for _ in range(6)]
    codes = [process.wait(60) for process in running]
    for process in running:
        process.stderr.close()
    assert codes.count(0) == 1, codes
    assert command("verify", "--file", tmp_path / "same.sqlite").returncode == 0
    assert [each.name for each in tmp_path.iterdir()] == ["same.sqlite"]
    accepted(played.edit(0, "Z"))


def test_a_backup_into_a_missing_folder_fails_with_an_error(own_free_server, played, tmp_path):
    done = command("backup", tmp_path / "nowhere" / "copy", "--data", own_free_server.data)
    assert done.returncode == 1 and done.stderr.startswith("Error: "), done
    accepted(played.edit(0, "Z"))


def test_the_database_of_a_data_folder_is_not_taken_for_a_backup(own_free_server, played, tmp_path):
    for ending in (signal.SIGKILL, signal.SIGTERM):
        own_free_server.stop(ending)
        with untouched(own_free_server.data):
            done = command("verify", "--file", own_free_server.data / "games.sqlite")
        assert done.returncode == 1 and "--data" in done.stderr, done
        own_free_server.start()


def test_a_database_restored_beside_the_log_of_another_is_refused(own_free_server, played, tmp_path):
    """The log stays behind after a crash, and SQLite would apply it to the restored file."""
    file, data = tmp_path / "copy.sqlite", own_free_server.data
    assert command("backup", file, "--data", data).returncode == 0
    accepted(played.edit(0, "Z"))
    own_free_server.send(9)
    own_free_server.wait()
    shutil.copy(file, data / "games.sqlite")
    before = (data / "games.sqlite-wal").read_bytes()
    assert "remove it first" in refusal("--data", data)
    assert (data / "games.sqlite-wal").read_bytes() == before
    (data / "games.sqlite-wal").unlink()
    own_free_server.start()
    assert type(played)(own_free_server, played.id).board()["sequence"] == 25


def enlarge(folder, steps):
    """Makes the database of a stopped server so large that a copy takes as many steps."""
    with sqlite3.connect(folder / "games.sqlite") as database:
        for number in range(steps):
            database.execute("INSERT INTO puzzle VALUES (?, 'ipuz', zeroblob(1000000), NULL, x'00', 0, 0)", (f"p{number}",))
    database.close()


def test_a_backup_whose_command_is_killed_leaves_no_file(tmp_path):
    folder, file = tmp_path / "data", tmp_path / "copies" / "copy.sqlite"
    file.parent.mkdir()
    with ServerProcess("--data", folder):
        pass
    enlarge(folder, 100)
    with ServerProcess("--data", folder):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(folder / "control"))
            body = str(file).encode()
            client.sendall(
                b"POST /backup HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
                + f"Content-Length: {len(body)}\r\n\r\n".encode() + body
            )
            while b"copied" not in client.recv(4096):
                pass
        eventually(lambda: list(file.parent.iterdir()) == [])
        done = command("backup", file, "--data", folder)
        assert done.returncode == 0 and file.exists(), done


def restore(file, data, *more):
    return command("restore", file, "--data", data, *more)


@pytest.fixture
def saved(own_free_server, played, tmp_path):
    """A backup of the played game, after which its server ended."""
    file = tmp_path / "copy.sqlite"
    assert command("backup", file, "--data", own_free_server.data).returncode == 0
    own_free_server.stop()
    return file


def test_a_backup_is_restored_after_the_data_folder_was_lost(own_free_server, played, saved, tmp_path):
    data = own_free_server.data
    shutil.rmtree(data)
    done = restore(saved, data)
    assert (done.returncode, done.stderr) == (0, ""), done
    assert done.stdout == f"games restored from {saved} to {data}: 1, replaced: 0\n"
    assert sorted(path.name for path in data.iterdir()) == ["games.sqlite", "lock"]
    own_free_server.start()
    assert type(played)(own_free_server, played.id).board()["sequence"] == 25


def test_games_are_replaced_by_a_backup_only_when_told(own_free_server, played, saved):
    data = own_free_server.data
    own_free_server.start()
    new_game(own_free_server)
    accepted(played.edit(0, "Z"))
    own_free_server.stop(signal.SIGKILL)  # the log with the last edit stays behind
    done = restore(saved, data)
    assert done.returncode == 1 and "--replace" in done.stderr and done.stderr.count("\n") == 1, done
    own_free_server.start()
    assert type(played)(own_free_server, played.id).board()["sequence"] == 26
    own_free_server.stop(signal.SIGKILL)
    done = restore(saved, data, "--replace")
    assert done.returncode == 0 and done.stdout.endswith(": 1, replaced: 2\n"), done
    own_free_server.start()
    assert type(played)(own_free_server, played.id).board()["sequence"] == 25


def test_a_backup_is_restored_twice_with_moves_in_between(own_free_server, played, saved):
    """The folder remembers more commits of the same backup than it has."""
    for _ in range(2):
        assert restore(saved, own_free_server.data, "--replace").returncode == 0
        assert command("verify", "--data", own_free_server.data).returncode == 0
        own_free_server.start()
        assert type(played)(own_free_server, played.id).board()["sequence"] == 25
        accepted(played.edit(0, "Z"))
        own_free_server.stop()


def test_players_without_games_are_not_lost_either(own_free_server, saved, tmp_path):
    with ServerProcess("--data", tmp_path / "data") as server:
        new_player(server, "Ann")
    done = restore(saved, tmp_path / "data")
    assert done.returncode == 1 and "players: 1" in done.stderr, done


def test_a_backup_is_not_restored_below_a_running_server(own_free_server, played, saved):
    own_free_server.start()
    accepted(played.edit(0, "Z"))
    done = restore(saved, own_free_server.data, "--replace")
    assert done.returncode == 1 and "in use" in done.stderr and done.stderr.count("\n") == 1, done
    assert type(played)(own_free_server, played.id).board()["sequence"] == 26


def spoil(file, sql):
    """Changes a backup as a program that knows SQLite can."""
    with sqlite3.connect(file) as database:
        database.executescript("PRAGMA journal_mode = DELETE; PRAGMA writable_schema = ON;" + sql)
    database.close()


@pytest.mark.parametrize("change, reason", [
    (lambda file: file.unlink(), "does not exist"),
    (lambda file: file.write_bytes(b""), "the file is empty"),
    (lambda file: file.write_bytes(b"not a database"), "is not a database of this program"),
    (lambda file: (file.unlink(), os.mkfifo(file)), "is not a file"),
    (lambda file: (file.unlink(), file.mkdir()), "is not a file"),
    (lambda file: spoil(file, "PRAGMA user_version = 99"), "was written by a newer version"),
    (lambda file: file.write_bytes(file.read_bytes()[:20_000]), "is damaged"),
    (lambda file: file.write_bytes(file.read_bytes()[:-1]), "is damaged"),
    (lambda file: file.write_bytes(file.read_bytes().replace(b'"value":"C"', b'"value":"X"', 1)), "does not match its hash"),
    (lambda file: spoil(file, "DROP TABLE token"), "the table token is missing"),
    (lambda file: spoil(file, "DROP TABLE player_day"), "the index days_of_game is missing"),
    (lambda file: spoil(file, "CREATE TRIGGER late AFTER INSERT ON game BEGIN DELETE FROM game; END"), "the trigger late"),
], ids=["missing", "empty", "text", "pipe", "folder", "newer", "cut", "last byte", "letter", "table", "index", "trigger"])
def test_what_is_no_whole_backup_is_not_restored(own_free_server, played, saved, change, reason):
    change(saved)
    with untouched(own_free_server.data):
        done = restore(saved, own_free_server.data, "--replace")
    assert done.returncode == 1 and reason in done.stderr, done
    assert done.stderr.startswith("Error: ") and done.stderr.count("\n") == 1, done


def test_a_database_that_cannot_be_read_is_replaced_when_told(own_free_server, played, saved):
    database = own_free_server.data / "games.sqlite"
    database.write_bytes(b"damaged" * 10_000)
    done = restore(saved, own_free_server.data)
    assert done.returncode == 1 and "--replace" in done.stderr, done
    assert restore(saved, own_free_server.data, "--replace").returncode == 0
    own_free_server.start()
    assert type(played)(own_free_server, played.id).board()["sequence"] == 25


def test_a_backup_by_sudo_belongs_to_the_person(own_free_server, played, tmp_path):
    mine, me = tmp_path / "mine.sqlite", (os.geteuid(), os.getegid())
    person = (1234, 4321) if os.geteuid() == 0 else me
    by_sudo = {**os.environ, "SUDO_UID": str(person[0]), "SUDO_GID": str(person[1])}
    done = subprocess.run(
        [binary(), "backup", mine, "--data", own_free_server.data], env=by_sudo, capture_output=True, timeout=60)
    assert done.returncode == 0, done
    assert owner(mine) == person and mine.stat().st_mode & 0o777 == 0o600
    assert not [path for path in own_free_server.data.iterdir() if "taken-by" in path.name]


def test_a_command_of_root_acts_for_the_owner_of_the_data_folder(saved, tmp_path):
    """Else the service could not open its lock any more, and could lead root to any file."""
    own, service = tmp_path / "own", owner(tmp_path) if os.geteuid() else (NOBODY, NOBODY)
    own.write_text("root's")
    own.chmod(0o644)
    with folder_of_nobody() as folder:
        data = folder / "data"
        data.mkdir(0o700)
        give_to_nobody(data)
        assert command("stats", "--data", data).returncode == 1  # there are no games
        assert owner(data / "lock") == service
        (data / "games.sqlite-shm").symlink_to(own)
        assert restore(saved, data).returncode == 0
        assert {owner(path) for path in data.iterdir()} == {service}
        (data / "games.sqlite-shm").symlink_to(own)
        assert command("verify", "--data", data).returncode == 0
        copy = tmp_path / "copy-of-root"
        assert command("backup", copy, "--data", data).returncode == 0
        assert owner(copy) == (os.geteuid(), os.getegid())
    assert own.read_text() == "root's" and own.stat().st_mode & 0o777 == 0o644


def test_an_interrupted_backup_leaves_no_file(own_free_server, played, tmp_path):
    file = tmp_path / "copy.sqlite"
    own_free_server.stop()
    enlarge(own_free_server.data, 30)
    hook = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=sendfile:delay_enter=500000"]
    arguments = [*hook, binary(), "backup", file, "--data", own_free_server.data]
    running = subprocess.Popen(list(map(str, arguments)), stderr=subprocess.PIPE)
    eventually(lambda: list(tmp_path.glob("copy.sqlite.*")))
    [child] = pathlib.Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
    os.kill(int(child), signal.SIGINT)
    assert running.wait(60) != 0
    running.stderr.close()
    assert list(tmp_path.iterdir()) == []


def owner(path):
    return path.stat().st_uid, path.stat().st_gid


def test_a_killed_command_leaves_no_copy_for_long(own_free_server, played):
    leftover = own_free_server.data / "taken-by-command-abcdefgh"
    leftover.write_bytes(b"what a killed command left")
    own_free_server.restart()
    assert not leftover.exists()
