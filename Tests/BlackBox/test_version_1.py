"""`import` takes the data of version 1.0 into a new folder: everything in it looks the same and goes on."""

import base64
import fcntl
import time

import pytest

from client import Game, ask, eventually, problem
from game_kinds import game_kinds
from game_tables import accepted
from refused_starts import contents, refusal, untouched
from server_process import ServerProcess
from version_1 import (
    SOURCES,
    assert_contains,
    assert_seen,
    command,
    expected,
    import_into,
    imported,
    imported_into_redis,
    repeat,
    succeed,
    unpack,
    unpack_source,
    views,
)

pytestmark = pytest.mark.sqlite("imports data folders")


@pytest.fixture(scope="module", params=[*SOURCES, "Redis"])
def shown(request, tmp_path_factory):
    """A server on the data, imported from each source, or into a Redis; tests only read it."""
    folder = tmp_path_factory.mktemp("imported")
    with imported_into_redis(folder) if request.param == "Redis" else imported(folder, request.param) as server:
        yield server


@pytest.fixture
def server(tmp_path):
    """A server on the imported data, for one test."""
    with imported(tmp_path) as server:
        yield server


@pytest.fixture
def folder(tmp_path):
    """A data folder with the imported data and without a server."""
    import_into(tmp_path / "new", tmp_path)
    return tmp_path / "new"


def key_of(name):
    return expected()["players"][name]["keys"][0]


# -------------------------------------------------------------------------------------- what everybody sees


def test_every_viewer_sees_every_game_unchanged(shown):
    for view, where in views(expected()["games"]):
        assert_seen(shown, view, where)


def test_every_viewer_sees_every_room_unchanged(shown):
    for view, where in views(expected()["rooms"]):
        assert_seen(shown, view, where)


def test_every_key_of_a_player_shows_the_same_statistics_games_and_rooms(shown):
    for name, player in expected()["players"].items():
        for view in player["views"]:
            assert_seen(shown, view, name)


def test_the_leaderboards_are_unchanged(shown):
    for view in expected()["leaderboards"]:
        assert_seen(shown, view, "leaders")


def test_the_public_lists_have_the_same_order(shown):
    for view in expected()["lists"]:
        assert_seen(shown, view, "list")


def test_puzzles_are_unchanged_and_private_files_need_the_owners_token(shown):
    for name, puzzle in expected()["puzzles"].items():
        assert_seen(shown, puzzle["shown"], name)
        path = f"/puzzles/{puzzle['id']}.{puzzle['format']}"
        file = ask(shown, "GET", path, token=puzzle["token"])
        assert file.status == 200 and file.body == base64.b64decode(puzzle["file"]), name
        if puzzle["shown"]["body"]["public"]:
            assert ask(shown, "GET", path).body == file.body
        else:
            problem(ask(shown, "GET", path), 401, "token-needed")


def test_revoked_tokens_ended_keys_and_keys_of_erased_players_stay_unknown(shown):
    games, players = expected()["games"].values(), expected()["players"].values()
    spent = [(f"/games/{game['id']}", token) for game in games for token in game["spent"]]
    keys = [*expected()["spent"], *(key for player in players for key in player["ended"])]
    assert len(spent) >= 5 and len(keys) >= 2
    for path, token in [*spent, *(("/players/me", key) for key in keys)]:
        problem(ask(shown, "GET", path, token=token), 401, "unknown-token")


def test_the_clocks_of_games_stood_still_while_no_server_ran(shown):
    """They go on since the start, and may be off by what passed since the last commit or heartbeat."""
    running = {name: game for name, game in expected()["games"].items() if game["clock"]["running"]}
    assert any("remaining" in game["clock"] for game in running.values())
    for name, game in running.items():
        token = next((token for viewer, token in game["tokens"].items() if viewer != "host"), None)
        clock = Game(shown, game["id"]).show(token)["clock"]
        most = 2.5 + time.monotonic() - shown.began
        for field in game["clock"].keys() - {"running"}:
            assert abs(clock[field] - game["clock"][field]) < most, (name, clock, game["clock"])


# ------------------------------------------------------------------------------------------------- going on


def test_players_make_the_next_move_in_each_game(server):
    games, sequences = {name: game for name, game in expected()["games"].items() if game["next"]}, {}
    for kind in game_kinds():
        assert any(name.startswith(kind) for name in games), kind
    for name, game in games.items():
        body = accepted(repeat(server, game, game["next"]))
        assert body["events"], name
        sequences[name] = body["sequence"]
    server.restart()
    for name, game in games.items():
        shown = Game(server, game["id"]).show(game["tokens"][str(game["next"]["as"])])
        assert shown["sequence"] >= sequences[name], name


def test_a_repeated_move_id_gets_the_first_answer(server):
    repeated = [(game, call) for game in expected()["games"].values() for call in game["repeated"]]
    assert len(repeated) >= 5
    for game, call in repeated:
        answer = repeat(server, game, call)
        assert answer.status == 200, (call, answer)
        assert_contains(answer.json, call["answer"], call["path"])


def test_a_running_daily_game_goes_on_and_ranks(server):
    running = expected()["running"]
    key, day = key_of(running["player"]), f"/leaderboards/guess?period=day&date={running['day']}"
    found = ask(server, "POST", "/daily/guess", {}, token=key)
    assert found.status == 200 and found.header("Location") == f"/games/{running['game']}"
    before = ask(server, "GET", day).json["entries"]
    game = Game(server, running["game"])
    row = game.show(key)["row"] + 1
    cells = {f"{column}{row}": letter for column, letter in zip("abcde", running["answer"], strict=True)}
    accepted(game.ask("PATCH", "/board", {"cells": cells}, token=key))
    accepted(game.act("submit", token=key))
    player = expected()["players"][running["player"]]["player"]
    eventually(lambda: player in [entry["player"] for entry in ask(server, "GET", day).json["entries"]])
    assert len(ask(server, "GET", day).json["entries"]) == len(before) + 1


def test_open_questions_are_decided(server):
    game = expected()["games"]["free with an open question"]
    board = Game(server, game["id"])
    (prompt,) = board.show(game["tokens"]["3"])["prompts"]
    accepted(board.ask("POST", f"/prompts/{prompt['id']}", {"button": 1}, token=game["tokens"]["3"]))
    assert set(board.board()["text"]) == {".", "/"}
    room = ask(server, "GET", "/rooms/voting").json
    vote = f"/rooms/voting/prompts/{room['prompts'][0]['id']}"
    assert ask(server, "POST", vote, {"button": 1}, token=key_of("Ben")).status == 200
    eventually(lambda: ask(server, "GET", "/rooms/voting").json["game"]["rules"] == "mini")


def test_rooms_go_on_with_their_members(server):
    made = ask(server, "POST", "/rooms/between/games", {"rules": "free", "start": False}, token=key_of("Ben"))
    assert made.status == 201, made
    accepted(ask(server, "POST", "/rooms/between/board/cells/3", {"value": "Q"}, token=key_of("Ben")))
    assert ask(server, "GET", "/rooms/between").json["games"] == rooms_games("between")
    problem(ask(server, "POST", "/rooms/between/members", {}, token=key_of("Eve")), 403, "removed")


def rooms_games(name):
    return expected()["rooms"][name]["views"]["anybody"][0]["body"]["games"]


# ------------------------------------------------------------------------------------ commands and refusals


def test_the_commands_work_on_the_imported_folder(folder, tmp_path):
    count = len(expected()["games"]) + len(expected()["rooms"])
    assert succeed("verify", "--data", folder).startswith("ok: ")
    assert f"{count}, " in succeed("stats", "--data", folder).splitlines()[0]
    succeed("export", "--data", folder, "--output", tmp_path / "export")
    assert len((tmp_path / "export").read_bytes().splitlines()) >= count
    succeed("import", tmp_path / "export", "--data", tmp_path / "other")
    assert succeed("verify", "--data", tmp_path / "other").startswith("ok: ")
    succeed("backup", tmp_path / "copy.sqlite", "--data", folder)
    assert succeed("verify", "--file", tmp_path / "copy.sqlite").startswith("ok: ")


@pytest.mark.parametrize("kind", SOURCES)
def test_the_import_tells_what_it_read_and_leaves_its_source_as_it_was(kind, tmp_path):
    source, target = tmp_path / "source", tmp_path / "new"
    source.mkdir()
    path = unpack_source(kind, source)
    before, count = contents(source), len(expected()["games"]) + len(expected()["rooms"])
    line = succeed("import", path, "--data", target).strip()
    assert line.startswith("ok: ") and f"{count} games" in line and "\n" not in line
    assert contents(source) == before


def refused(*words):
    """Asserts that an import is refused with one sentence, and returns it."""
    done = command("import", *words)
    lines = done.stderr.strip().splitlines()
    assert done.returncode != 0 and len(lines) == 1 and lines[0].startswith("Error: "), done
    return lines[0]


def test_an_import_into_a_folder_with_games_is_refused_and_changes_nothing(folder, tmp_path):
    with ServerProcess("--data", tmp_path / "other") as other:
        accepted(ask(other, "POST", "/board/cells/0", {"value": "A"}))
    for target in (folder, tmp_path / "other"):
        with untouched(target), untouched(tmp_path / "data"):
            assert "already" in refused(tmp_path / "data", "--data", target)


def test_an_import_into_a_folder_in_use_is_refused(tmp_path):
    with ServerProcess("--data", tmp_path / "new") as server:
        assert "in use" in refused(unpack(tmp_path), "--data", tmp_path / "new")
        accepted(ask(server, "POST", "/board/cells/0", {"value": "A"}))


@pytest.mark.parametrize("path", ["data", "data/games.sqlite"])
def test_a_folder_that_a_server_of_version_1_uses_is_not_imported(path, tmp_path):
    """Such a server locks the file `lock`."""
    with open(unpack(tmp_path) / "lock") as lock, untouched(tmp_path / "data"):
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "in use" in refused(tmp_path / path, "--data", tmp_path / "new")
    assert not (tmp_path / "new").exists()


FOREIGN = {"text": b"Dear diary,\n" * 400, "half a database": None, "zeros": bytes(4096)}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_file_that_is_not_a_database_of_version_1_is_refused(kind, tmp_path):
    path = unpack_source("backup", tmp_path)
    path.write_bytes(path.read_bytes()[:50_000] if FOREIGN[kind] is None else FOREIGN[kind])
    before = path.read_bytes()
    done = command("import", path, "--data", tmp_path / "new")
    assert done.returncode != 0 and "ok" not in done.stdout, done
    assert path.read_bytes() == before
    with ServerProcess("--data", tmp_path / "new") as server:
        assert ask(server, "GET", "/games").json["games"][0]["id"] == "lobby", "no game came in"


def test_a_database_of_this_version_is_not_imported(folder, tmp_path):
    with untouched(folder):
        why = refused(folder, "--data", tmp_path / "newer")
        assert "version 1.0" in why and "GameServer restore" in why
    assert not (tmp_path / "newer").exists()


def test_an_import_into_its_own_source_is_refused_and_asks_for_a_new_folder(tmp_path):
    with untouched(unpack(tmp_path)):
        assert "new folder" in refused(tmp_path / "data", "--data", tmp_path / "." / "data")


def test_a_server_on_a_folder_of_version_1_names_the_import(tmp_path):
    folder = unpack(tmp_path)
    with untouched(folder):
        assert "GameServer import" in refusal("--data", folder)


@pytest.mark.parametrize("name", ["verify", "stats", "export", "backup", "migrate"])
def test_a_command_for_a_folder_of_version_1_names_the_import(name, tmp_path):
    folder, words = unpack(tmp_path), [tmp_path / "copy"] if name == "backup" else []
    place = ["--from", f"sqlite:{folder}", "--to", f"sqlite:{tmp_path}/new"] if name == "migrate" else ["--data", folder]
    with untouched(folder):
        done = command(name, *words, *place)
    assert done.returncode != 0 and "GameServer import" in done.stderr, done
