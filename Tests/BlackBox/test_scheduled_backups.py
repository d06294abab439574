"""`--backup-every`, and what an interrupted backup leaves behind: nothing."""

import os
import re
import shutil
import subprocess

import pytest

from client import accepted, ask, eventually, lobby
from refused_starts import refusal, start
from server_process import ServerProcess, binary
from test_data_folder import modes

pytestmark = pytest.mark.sqlite("copies the database file")


def backups(folder):
    return sorted(folder.glob("games-*.sqlite")) if folder.exists() else []


def scheduled(folder, *more):
    return ServerProcess("--backup-every", "1s", "--backup-dir", folder, *more)


def counted(server, name):
    """The counter `fivebyfive_{name}_total`; a counter that nothing has counted yet is 0."""
    found = re.search(rf"^fivebyfive_{name}_total (\d+)$", ask(server, "GET", "/metrics").text, re.M)
    return int(found.group(1)) if found else 0


def test_backups_are_made_at_the_interval_and_each_is_whole(tmp_path):
    with scheduled(tmp_path / "backups") as server:
        accepted(lobby(server).edit(0, "A"))
        eventually(lambda: len(backups(tmp_path / "backups")) >= 2)
    for file in backups(tmp_path / "backups"):
        done = subprocess.run([binary(), "verify", "--file", file], capture_output=True, text=True, timeout=60)
        assert done.stdout.startswith("ok: "), done


def test_the_oldest_backups_are_removed_and_other_files_are_kept(tmp_path):
    (tmp_path / "games.txt").write_text("mine")
    with scheduled(tmp_path, "--backup-keep", 2) as server:
        eventually(lambda: server.stderr.count("saved and verified") >= 4)
        eventually(lambda: len(backups(tmp_path)) == 2)
        latest = re.findall(r"(games-\w+\.sqlite)", server.stderr)[-1]
        assert backups(tmp_path)[-1].name >= latest
    assert (tmp_path / "games.txt").read_text() == "mine"


FOREIGN = [
    "games-20260101T000000000Z-before-upgrade.sqlite",
    "games-before-upgrade.sqlite",
    "games-.sqlite",
    "games-20260101T000000000Z.sqlite.old",
    "games-20261301T000000000Z.sqlite",
    "copy.sqlite.fivebyfive-partial-notes.txt",
    "copy.sqlite.fivebyfive-partial-abc123-kept",
]


def test_only_files_with_exactly_the_name_of_a_backup_are_removed(tmp_path):
    for name in FOREIGN:
        (tmp_path / name).write_text(name)
    (tmp_path / "games-20260102T000000000Z.sqlite").mkdir()
    (tmp_path / "games-20260103T000000000Z.sqlite").symlink_to(tmp_path / FOREIGN[0])
    old = tmp_path / "games-20260104T000000000Z.sqlite"
    old.write_text("an old backup")
    with scheduled(tmp_path, "--backup-keep", 1) as server:
        eventually(lambda: server.stderr.count("saved and verified") >= 3)
    assert not old.exists()
    assert [(tmp_path / name).read_text() for name in FOREIGN] == FOREIGN
    assert (tmp_path / "games-20260102T000000000Z.sqlite").is_dir()
    assert (tmp_path / "games-20260103T000000000Z.sqlite").is_symlink()


def test_backups_of_a_clock_that_was_ahead_do_not_replace_new_ones(tmp_path):
    ahead = [tmp_path / f"games-209{number}0101T000000000Z.sqlite" for number in range(3)]
    for file in ahead:
        file.write_text("from a clock that was ahead")
        os.utime(file, (4e9, 4e9))
    with scheduled(tmp_path, "--backup-keep", 2) as server:
        eventually(lambda: server.stderr.count("saved and verified") >= 3)
        latest = re.findall(r"(games-\w+\.sqlite)", server.stderr)[-1]
    assert (tmp_path / latest).exists() and all(file.exists() for file in ahead)


@pytest.mark.parametrize("umask", ["000", "022"])
def test_nobody_else_can_read_the_backups(tmp_path, umask):
    shell = ["sh", "-c", f'umask {umask}; exec "$@"', "sh"]
    folder = tmp_path / "made" / "backups"
    with ServerProcess("--backup-every", "1s", "--backup-dir", folder, wrapper=shell):
        eventually(lambda: backups(folder))
    assert folder.stat().st_mode & 0o777 == 0o700 and folder.parent.stat().st_mode & 0o777 == 0o700
    assert set(modes(folder).values()) == {"0o600"}


def test_the_age_of_the_last_backup_survives_a_restart(tmp_path):
    with scheduled(tmp_path) as server:
        eventually(lambda: backups(tmp_path))
    with ServerProcess("--backup-every", "1d", "--backup-dir", tmp_path) as server:
        assert re.search(r"^fivebyfive_backup_age_seconds \d+$", ask(server, "GET", "/metrics").text, re.M)


def test_a_backup_that_fails_is_told_and_counted(tmp_path):
    folder = tmp_path / "backups"
    with scheduled(folder) as server:
        eventually(lambda: counted(server, "backups") >= 1)
        assert counted(server, "backup_failures") == 0
        shutil.rmtree(folder)
        eventually(lambda: "the backup failed" in server.stderr)
        verified = server.stderr.count("saved and verified")
        eventually(lambda: counted(server, "backup_failures") >= 2)
        assert counted(server, "backups") == verified
        accepted(lobby(server).edit(0, "A"))


def test_what_a_killed_backup_leaves_behind_is_removed_at_the_next_start(tmp_path):
    partial = kill_during_backup(tmp_path)
    with ServerProcess("--backup-every", "1d", "--backup-dir", tmp_path):
        assert not partial.exists()


def test_what_a_killed_backup_leaves_behind_is_removed_by_the_next_backup(tmp_path, own_server):
    partial = kill_during_backup(tmp_path)
    command = [binary(), "backup", tmp_path / "another.sqlite", "--data", own_server.data]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    assert not partial.exists() and (tmp_path / "another.sqlite").exists()


def kill_during_backup(folder):
    """Kills a command with SIGKILL while it gives a backup its name; returns the file that is left."""
    strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=link:signal=KILL"]
    with ServerProcess() as server:
        command = [*strace, binary(), "backup", folder / "copy.sqlite", "--data", server.data]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode != 0, done
    (partial,) = folder.glob("copy.sqlite.fivebyfive-partial-*")
    (folder / "copy.sqlite").unlink(missing_ok=True)
    return partial


def test_what_a_server_leaves_that_is_killed_during_a_backup_is_removed_at_its_next_start(tmp_path):
    strace = ["strace", "-f", "-D", "-qq", "-o", "/dev/null", "-e", "inject=link:signal=KILL"]
    with ServerProcess("--data", tmp_path / "data", wrapper=strace) as server:
        command = [binary(), "backup", tmp_path / "copy.sqlite", "--data", tmp_path / "data"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode == 1, done
        server.wait()
    assert [path.name for path in tmp_path.iterdir()] == ["data"]
    assert list((tmp_path / "data").glob("*partial*"))
    with ServerProcess("--data", tmp_path / "data"):
        assert not list((tmp_path / "data").glob("*partial*"))


@pytest.mark.parametrize("options", [("--backup-every", "6h"), ("--backup-every", "0s", "--backup-dir", "x")])
def test_incomplete_options_are_refused(options):
    assert "--backup-" in start(*options).stderr


def test_a_store_without_a_data_folder_is_refused(tmp_path):
    assert "--backup-every" in refusal("--store", "memory", "--backup-every", "1h", "--backup-dir", tmp_path)
