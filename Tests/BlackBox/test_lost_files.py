"""Files of the database that are deleted, replaced or truncated under the running server are noticed."""

import contextlib
import os
import resource
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from client import accepted, ask, eventually, new_game, problem
from server_process import binary
from wire import Wire

pytestmark = pytest.mark.sqlite("deletes the files of the database")


@pytest.fixture
def game(own_free_server):
    made = new_game(own_free_server)
    made.seat("Ann")
    accepted(made.edit(0, "A"))
    made.database = Path(own_free_server.data) / "games.sqlite"
    return made


def refusal(server):
    answer = ask(server, "GET", "/readyz")
    return problem(answer, 503, "store-unavailable")["detail"] if answer.status == 503 else None


def expect_refusal(game, text):
    eventually(lambda: refusal(game.server), what="noticing it")
    assert text in refusal(game.server)
    problem(game.edit(1, "B"), 503, "store-unavailable")
    assert [cell["value"] for cell in game.board()["cells"][:2]] == ["A", ""]


@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_a_deleted_file_refuses_edits_until_it_is_back(game, suffix):
    file = Path(f"{game.database}{suffix}")
    kept = file.rename(file.with_suffix(".kept"))
    expect_refusal(game, "deleted or replaced")
    kept.rename(file)
    eventually(lambda: not refusal(game.server), what="going on")
    accepted(game.edit(1, "B"))


def test_a_backup_saves_the_games_of_a_deleted_database(game, tmp_path):
    for file in game.database.parent.glob("games.sqlite*"):
        file.unlink()
    expect_refusal(game, "GameServer backup")
    backup = tmp_path / "saved.sqlite"
    subprocess.run([binary(), "backup", backup, "--data", game.database.parent], check=True, timeout=60)
    done = subprocess.run([binary(), "verify", "--file", backup], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done


def test_another_file_with_the_same_name_is_not_the_database(game, tmp_path):
    shutil.copy(game.database, tmp_path / "copy")
    os.replace(tmp_path / "copy", game.database)
    expect_refusal(game, "deleted or replaced")


@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_a_truncated_file_refuses_edits_for_good(game, suffix):
    file = Path(f"{game.database}{suffix}")
    eventually(lambda: file.stat().st_size, what="the file")
    os.truncate(file, 10)
    expect_refusal(game, "truncated")


def wait_for_heartbeats(game):
    """Waits for three heartbeats, with each of which the server looks at its files."""
    pulse = game.database.with_name("pulse")
    for _ in range(3):
        before = pulse.read_text()
        eventually(lambda: pulse.read_text() != before, what="a heartbeat")  # noqa: B023 -- called at once


def test_another_program_cannot_open_the_database(game):
    wait_for_heartbeats(game)
    with contextlib.closing(sqlite3.connect(game.database, timeout=0)) as other:
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("SELECT count(*) FROM games")


def test_files_are_not_lost_while_there_are_no_descriptors(game):
    limit = resource.prlimit(game.server.pid, resource.RLIMIT_NOFILE)
    with Wire(game.server) as wire:
        accepted(game.edit(1, "B", wire=wire))
        resource.prlimit(game.server.pid, resource.RLIMIT_NOFILE, (1, limit[1]))
        try:
            wait_for_heartbeats(game)
            accepted(game.edit(2, "C", wire=wire))
        finally:
            resource.prlimit(game.server.pid, resource.RLIMIT_NOFILE, limit)
