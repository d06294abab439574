"""`verify`, `export` and `import` on the games in a Redis, whose servers are stopped."""

import json

import pytest

from client import Game, ask, new_game
from offline_commands import command
from players import new_player
from redis_process import redis, redis_cli
from server_process import ServerProcess

pytestmark = pytest.mark.sqlite("starts servers on Redis itself")


@pytest.fixture
def store():
    """The address of a Redis that keeps a public game of 600 events, a room and the lobby; no server uses it."""
    with redis() as address:
        with ServerProcess("--no-address-limits", "--store", address) as server:
            game = new_game(server, title="Long", public=True)
            game.seat("Zoë 👪")
            for number in range(24):
                game.fill("AB"[number % 2])
            room = ask(server, "POST", "/rooms", {"title": "Us"}, token=new_player(server).key)
            assert room.status == 201
        yield address, game.id


def cli(address, *words):
    return redis_cli(address.removeprefix("redis+unix://"), *words)


def verify(address):
    code, stdout, stderr = command("verify", "--store", address)
    return code, stdout.strip().splitlines(), stderr


def test_the_games_in_a_redis_are_verified(store):
    address, _ = store
    code, (line,), _ = verify(address)
    assert code == 0 and line == "ok: 3 games, 602 events", line


@pytest.mark.parametrize("damage, problem", [
    (("XDEL", "events", "300-0"), "event 300 is missing"),
    (("HSET", "game", "phase", "finished"), "the phase differs from the journal"),
    (("HSET", "game", "seated", "2"), "the number of seated players differs from the journal"),
    (("HSET", "tokens", "x" * 32, "3 0 9"), "a token is for seat 3, which is empty"),
])
def test_damage_is_found_and_the_game_is_named(store, damage, problem):
    address, game = store
    word, key, *rest = damage
    cli(address, word, f"fivebyfive:{{{game}}}:{key}", *rest)
    code, lines, _ = verify(address)
    assert code == 1 and lines == [f"Game “{game}”: {problem}", "damaged: 1 problems in 3 games"], lines


def test_exported_games_are_imported_into_another_redis_once(store, tmp_path):
    address, game = store
    assert command("export", "--store", address, "--output", tmp_path / "games")[0] == 0
    documents = [json.loads(line) for line in (tmp_path / "games").read_text().splitlines()]
    assert {document["setup"]["id"] for document in documents} >= {game, "lobby"}
    with redis() as other:
        code, stdout, stderr = command("import", tmp_path / "games", "--store", other)
        assert code == 0 and "3 of 3 games imported" in stdout, (stdout, stderr)
        code, stdout, _ = command("import", tmp_path / "games", "--store", other)
        assert code == 0 and "0 of 3 games imported, 3 were there already" in stdout, stdout
        assert verify(other)[1] == ["ok: 3 games, 602 events"]
        with ServerProcess("--no-address-limits", "--store", other) as server:
            assert Game(server, game).board()["sequence"] == 601
            assert [each["id"] for each in ask(server, "GET", "/games").json["games"]][0] == game
    code, stdout, _ = command("export", game, "--store", address)
    assert code == 0 and len(stdout.splitlines()) == 1 and "Zoë 👪" in stdout


def test_exported_games_of_a_folder_go_on_in_a_redis(store, tmp_path):
    address, game = store
    with ServerProcess("--no-address-limits", "--data", tmp_path / "data") as server:
        folder_game = new_game(server)
        folder_game.fill("C")
    assert command("export", folder_game.id, "--data", tmp_path / "data", "--output", tmp_path / "games")[0] == 0
    assert command("import", tmp_path / "games", "--store", address)[0] == 0
    assert verify(address)[1] == ["ok: 4 games, 627 events"]
    with ServerProcess("--no-address-limits", "--store", address) as server:
        assert Game(server, folder_game.id).board()["text"] == "/".join(["CCCCC"] * 5)
        assert Game(server, game).board()["sequence"] == 601


def test_a_redis_in_use_a_missing_one_and_another_store_are_refused(tmp_path):
    (tmp_path / "games").write_text("")
    with redis() as address:
        with ServerProcess("--no-address-limits", "--store", address):
            for words in (["verify"], ["export"], ["import", tmp_path / "games"]):
                code, _, stderr = command(*words, "--store", address)
                assert code == 1 and "in use by a server" in stderr, (words, stderr)
    for words in (["verify"], ["export"], ["import", tmp_path / "games"]):
        code, _, stderr = command(*words, "--store", address)
        assert code == 1 and stderr.startswith("Error: ") and len(stderr.splitlines()) == 1, (words, stderr)
        code, _, stderr = command(*words, "--store", "memory")
        assert code == 64 and "--store" in stderr, (words, stderr)


def test_a_node_says_that_its_games_are_backed_up_with_redis(store, tmp_path):
    address, _ = store
    with ServerProcess("--store", address) as node:
        code, _, stderr = command("backup", tmp_path / "copy.sqlite", "--data", node.data)
    assert code == 1 and stderr == "Error: This server has no database file; games in Redis are backed up with Redis.\n"
    assert list(tmp_path.iterdir()) == []
