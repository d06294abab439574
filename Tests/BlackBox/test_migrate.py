"""`GameServer migrate`: games go on where they were, on another store and back."""

import os
import signal
import subprocess

import pytest

from client import Game, accepted, ask, lobby, new_game, problem
from redis_process import cli, migrate, moved, redis
from refused_starts import refusal
from server_process import ServerProcess, binary

pytestmark = pytest.mark.sqlite("brings a folder and a Redis of its own")


def on(server, game):
    """The same game, as another server has it, with the same people."""
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


def goes_on(server, game, letter):
    """Everything is as it was; a repeated move gets its first answer, and the same people play on."""
    here = on(server, game)
    assert here.show()["seats"][0]["name"] == "Zoë 👪" and lobby(server).sequence == 1
    with here.unchanged():
        again = here.edit(0, "A", token=game.ann, move="m0")
        assert (again.status, again.body, again.etag) == (200, game.first.body, game.first.etag)
        problem(here.edit(0, "B", token=game.ann, move="m0"), 422, "move-id-reused")
        problem(here.edit(0, "B", token="x" * 32), 401, "unknown-token")
    accepted(here.edit(1, letter, token=game.ann, move=f"then-{letter}"))
    accepted(here.act("lock", token=game.host)), accepted(here.act("unlock", token=game.host))
    return here


def test_games_go_on_over_redis_and_back_in_a_folder(tmp_path):
    with redis() as address:
        with ServerProcess("--no-address-limits", "--data", tmp_path / "old") as server:
            games = [played(server)] + [new_game(server, title=f"No. {n}", public=True) for n in range(3)]
            game, order = games[0], [one["id"] for one in ask(server, "GET", "/games").json["games"]]
            history, clock = game.history(), game.show()["clock"]
        assert "ok: 5 games, 27 events" in moved(f"sqlite:{tmp_path}/old", address)
        with ServerProcess("--no-address-limits", "--store", address) as server:
            here = on(server, game)
            assert here.history() == history and here.show()["clock"].keys() == clock.keys()
            assert [one["id"] for one in ask(server, "GET", "/games").json["games"]] == order
            here = goes_on(server, game, "X")
            history = here.history()
        assert "5 games" in moved(address, f"sqlite:{tmp_path}/new")
        with ServerProcess("--no-address-limits", "--data", tmp_path / "new") as server:
            here = on(server, game)
            assert here.history() == history
            assert [one["id"] for one in ask(server, "GET", "/games").json["games"]] == order
            goes_on(server, game, "Y")
        verified = subprocess.run(
            [binary(), "verify", "--data", str(tmp_path / "new")], capture_output=True, text=True, timeout=30
        )
        assert verified.returncode == 0, verified.stdout


def test_a_folder_that_is_served_and_a_redis_that_is_served_are_refused(own_free_server, tmp_path):
    with redis() as address:
        done = migrate(f"sqlite:{own_free_server.data}", address)
        assert done.returncode == 1 and "in use by another server" in done.stderr
        own_free_server.stop()
        with ServerProcess("--no-address-limits", "--store", address):
            done = migrate(f"sqlite:{own_free_server.data}", address)
            assert done.returncode == 1 and "in use by a server" in done.stderr, done
        moved(f"sqlite:{own_free_server.data}", address)


def test_a_target_with_games_is_refused(own_free_server, tmp_path):
    played(own_free_server)
    own_free_server.stop()
    with redis() as address:
        moved(f"sqlite:{own_free_server.data}", address)
        done = migrate(f"sqlite:{own_free_server.data}", address)
        assert done.returncode == 1 and "already holds 2 games" in done.stderr, done
    done = migrate(f"sqlite:{own_free_server.data}", f"sqlite:{own_free_server.data}")
    assert done.returncode == 1 and "same place" in done.stderr


@pytest.mark.parametrize("source", ["mysql:x", "data", "redis://h:x", "sqlite:"])
def test_what_is_no_place_is_refused(source, tmp_path):
    done = migrate(source, f"sqlite:{tmp_path}/new")
    assert done.returncode == 64 and done.stderr.startswith("Error: --from"), done


def test_a_redis_that_forgets_is_refused_unless_that_is_accepted(own_free_server):
    own_free_server.stop()
    with redis("--appendfsync", "everysec") as address:
        done = migrate(f"sqlite:{own_free_server.data}", address)
        assert done.returncode == 1 and "CONFIG SET appendfsync always" in done.stderr, done
        done = migrate(f"sqlite:{own_free_server.data}", address, "--allow-weak-durability")
        assert done.returncode == 0 and "ok: 1 games" in done.stdout, done


def interrupted(source, target):
    """What it says when it is interrupted at once: it has begun by then, but not copied anything."""

    def interrupt():
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        os.kill(os.getpid(), signal.SIGINT)

    done = migrate(source, target, preexec_fn=interrupt)
    assert done.returncode == 1 and "interrupted" in done.stderr and done.stdout == "", done
    return done.stderr


def test_what_was_interrupted_on_its_way_to_redis_is_emptied_and_begun_anew(own_free_server):
    played(own_free_server)
    own_free_server.stop()
    source = f"sqlite:{own_free_server.data}"
    with redis() as address:
        assert "FLUSHDB" in interrupted(source, address)
        done = migrate(source, address)
        assert done.returncode == 1 and "FLUSHDB" in done.stderr, done
        assert "FLUSHDB" in refusal("--store", address)
        cli(address.removeprefix("redis+unix://"), "FLUSHDB")
        moved(source, address)


def test_what_was_interrupted_on_its_way_to_a_folder_has_never_happened(own_free_server, tmp_path):
    played(own_free_server)
    own_free_server.stop()
    with redis() as address:
        moved(f"sqlite:{own_free_server.data}", address)
        assert "as it was before" in interrupted(address, f"sqlite:{tmp_path}/new")
        moved(address, f"sqlite:{tmp_path}/new")
