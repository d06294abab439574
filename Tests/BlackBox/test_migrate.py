"""`GameServer migrate`: games continue on another store, and after migrating back."""

import os
import signal
import subprocess

import pytest

from client import Game, accepted, ask, lobby, new_game, problem
from redis_process import migrate, migrate_all, redis, redis_cli
from refused_starts import refusal
from server_process import ServerProcess, binary

pytestmark = pytest.mark.sqlite("starts servers on both stores itself")


def game_on(server, game):
    """The same game on another server, with the same tokens."""
    other = Game(server, game.id, game.host)
    other.ann, other.first = game.ann, game.first
    return other


def played(server):
    game = new_game(server, title="On tour “1”", public=True)
    game.ann = game.seat("Zoë 👪").token
    game.first = game.edit(0, "A", token=game.ann, move="m0")
    accepted(game.first)
    for cell in range(1, 25):
        accepted(game.edit(cell, "ABCDE"[cell % 5], token=game.ann, move=f"m{cell}"))
    accepted(lobby(server).edit(3, "Q"))
    return game


def assert_continues(server, game, letter):
    """Asserts that nothing has changed, a repeated move gets its first answer, and all tokens are valid."""
    here = game_on(server, game)
    assert here.show()["seats"][0]["name"] == "Zoë 👪" and lobby(server).sequence == 1
    with here.unchanged():
        again = here.edit(0, "A", token=game.ann, move="m0")
        assert (again.status, again.body, again.etag) == (200, game.first.body, game.first.etag)
        problem(here.edit(0, "B", token=game.ann, move="m0"), 422, "move-id-reused")
        problem(here.edit(0, "B", token="x" * 32), 401, "unknown-token")
    accepted(here.edit(1, letter, token=game.ann, move=f"then-{letter}"))
    accepted(here.act("lock", token=game.host)), accepted(here.act("unlock", token=game.host))
    return here


def test_games_continue_after_migrating_to_redis_and_back(tmp_path):
    with redis() as address:
        with ServerProcess("--no-address-limits", "--data", tmp_path / "old") as server:
            games = [played(server)] + [new_game(server, title=f"No. {n}", public=True) for n in range(3)]
            game, order = games[0], [one["id"] for one in ask(server, "GET", "/games").json["games"]]
            history, clock = game.history(), game.show()["clock"]
        assert "ok: 5 games, 27 events" in migrate_all(f"sqlite:{tmp_path}/old", address)
        with ServerProcess("--no-address-limits", "--store", address) as server:
            here = game_on(server, game)
            assert here.history() == history and here.show()["clock"].keys() == clock.keys()
            assert [one["id"] for one in ask(server, "GET", "/games").json["games"]] == order
            here = assert_continues(server, game, "X")
            history = here.history()
        assert "5 games" in migrate_all(address, f"sqlite:{tmp_path}/new")
        with ServerProcess("--no-address-limits", "--data", tmp_path / "new") as server:
            here = game_on(server, game)
            assert here.history() == history
            assert [one["id"] for one in ask(server, "GET", "/games").json["games"]] == order
            assert_continues(server, game, "Y")
        verified = subprocess.run(
            [binary(), "verify", "--data", str(tmp_path / "new")], capture_output=True, text=True, timeout=30
        )
        assert verified.returncode == 0, verified.stdout


def test_a_folder_and_a_redis_in_use_are_refused(own_free_server, tmp_path):
    with redis() as address:
        done = migrate(f"sqlite:{own_free_server.data}", address)
        assert done.returncode == 1 and "in use by another server" in done.stderr
        own_free_server.stop()
        with ServerProcess("--no-address-limits", "--store", address):
            done = migrate(f"sqlite:{own_free_server.data}", address)
            assert done.returncode == 1 and "in use by a server" in done.stderr, done
        migrate_all(f"sqlite:{own_free_server.data}", address)


def test_a_target_with_games_is_refused(own_free_server, tmp_path):
    played(own_free_server)
    own_free_server.stop()
    with redis() as address:
        migrate_all(f"sqlite:{own_free_server.data}", address)
        done = migrate(f"sqlite:{own_free_server.data}", address)
        assert done.returncode == 1 and "already holds 2 games" in done.stderr, done
    done = migrate(f"sqlite:{own_free_server.data}", f"sqlite:{own_free_server.data}")
    assert done.returncode == 1 and "same place" in done.stderr


@pytest.mark.parametrize("source", ["mysql:x", "data", "redis://h:x", "sqlite:"])
def test_an_invalid_source_is_refused(source, tmp_path):
    done = migrate(source, f"sqlite:{tmp_path}/new")
    assert done.returncode == 64 and done.stderr.startswith("Error: --from"), done


def test_a_redis_with_weak_durability_is_refused_unless_allowed(own_free_server):
    own_free_server.stop()
    with redis("--appendfsync", "everysec") as address:
        done = migrate(f"sqlite:{own_free_server.data}", address)
        assert done.returncode == 1 and "CONFIG SET appendfsync always" in done.stderr, done
        done = migrate(f"sqlite:{own_free_server.data}", address, "--allow-weak-durability")
        assert done.returncode == 0 and "ok: 1 games" in done.stdout, done


def interrupt_migration(source, target):
    """Interrupts a migration that has begun but not copied anything; returns its standard error."""

    def interrupt():
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        os.kill(os.getpid(), signal.SIGINT)

    done = migrate(source, target, preexec_fn=interrupt)
    assert done.returncode == 1 and "interrupted" in done.stderr and done.stdout == "", done
    return done.stderr


def test_an_interrupted_migration_to_redis_must_be_flushed_and_repeated(own_free_server):
    played(own_free_server)
    own_free_server.stop()
    source = f"sqlite:{own_free_server.data}"
    with redis() as address:
        assert "FLUSHDB" in interrupt_migration(source, address)
        done = migrate(source, address)
        assert done.returncode == 1 and "FLUSHDB" in done.stderr, done
        assert "FLUSHDB" in refusal("--store", address)
        redis_cli(address.removeprefix("redis+unix://"), "FLUSHDB")
        migrate_all(source, address)


def test_an_interrupted_migration_to_a_folder_leaves_nothing_behind(own_free_server, tmp_path):
    played(own_free_server)
    own_free_server.stop()
    with redis() as address:
        migrate_all(f"sqlite:{own_free_server.data}", address)
        assert "is unchanged" in interrupt_migration(address, f"sqlite:{tmp_path}/new")
        migrate_all(address, f"sqlite:{tmp_path}/new")
