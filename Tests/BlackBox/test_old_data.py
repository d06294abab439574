"""Every later version opens the data that the version of 2026-11-23 wrote, and shows it unchanged."""

import base64
import json

import pytest

from client import ask, problem
from old_data import (
    PLACES,
    assert_contains,
    assert_same_view,
    command,
    content,
    events_since,
    expected,
    exported_games,
    first_schema,
    get,
    make_next_request,
    old_redis,
    open_old_data,
    restore_backup,
    unpack,
    views,
)
from players import new_player
from redis_process import migrate, redis
from server_process import ServerProcess
from square_table import accepted
from test_admin import admin
from visible_state import without

KEPT_BY_IMPORT = ("sequence", "hash", "state", "rules", "options", "title", "result")

pytestmark = pytest.mark.sqlite("opens data folders and a Redis from 2026-11-23")


@pytest.fixture(scope="module", params=PLACES)
def shown(request, tmp_path_factory):
    """A server on the old data, which tests only read, and the answers that were recorded from the old version."""
    with open_old_data(request.param, tmp_path_factory.mktemp("old")) as (server, before):
        yield server, before


@pytest.fixture(params=PLACES)
def reopened(request, tmp_path):
    """A server on the old data, for one test."""
    with open_old_data(request.param, tmp_path) as (server, before):
        yield server, before


EACH_STORE = pytest.mark.parametrize("reopened", ["data folder", "Redis"], indirect=True)


@pytest.fixture(params=["data folder", "folder after a kill", "backup"])
def folder(request, tmp_path):
    """The old data as a data folder without a server."""
    if request.param == "backup":
        return restore_backup(tmp_path / "data")
    return unpack("data" if request.param == "data folder" else "killed", tmp_path)


def test_every_viewer_sees_every_game_unchanged(shown):
    server, before = shown
    for game, view, token, where in views(before["games"]):
        assert_same_view(server, game, view, token, where)


def test_players_continue_with_their_old_tokens(reopened):
    server, before = reopened
    played = {name: game for name, game in before["games"].items() if game["next"]}
    assert len(played) >= 20
    for name, game in played.items():
        sequence = next(iter(game["views"].values()))["game"]["sequence"]
        body = accepted(make_next_request(server, game))
        assert body["events"] and body["sequence"] > sequence, (name, body)
    server.restart()
    for game, view, token, where in views(played):
        assert events_since(server, game["id"], view, token, where), where


def test_a_revoked_token_stays_revoked(shown):
    server, before = shown
    spent = [(game, token) for game in before["games"].values() for token in game["spent"]]
    assert len(spent) >= 8
    for game, token in spent:
        problem(ask(server, "GET", f"/games/{game['id']}", token=token), 401, "unknown-token")


def test_the_list_of_public_games_is_unchanged(shown):
    server, before = shown
    for state, ids in before["public"].items():
        games = get(server, f"/games?limit=100&state={state}").json["games"]
        assert [game["id"] for game in games] == ids, state


def test_the_leaderboards_are_unchanged(shown):
    server, before = shown
    for rules, board in before["leaderboards"].items():
        assert board["entries"], rules
        path = f"/leaderboards/{rules}?period=all&date={before['day']}&limit=100"
        assert_contains(get(server, path).json, board, rules)


def leaders(server, before, rules):
    """The names on a leaderboard of the old data, with and without a rank."""
    board = get(server, f"/leaderboards/{rules}?period=all&date={before['day']}&limit=100").json
    assert not any("player" in entry for entry in board["entries"] + board["assisted"])
    return [[entry["name"] for entry in board[part]] for part in ("entries", "assisted")]


def old_leaders(before, rules):
    board = before["leaderboards"][rules]
    return [[entry["name"] for entry in board[part]] for part in ("entries", "assisted")]


@EACH_STORE
def test_old_results_are_removed_by_name_day_and_rules(reopened):
    server, before = reopened
    assert "Ann" in old_leaders(before, "mini")[0] and "Ann" in old_leaders(before, "guess")[0]
    remove = ("leaders", "remove", "ann", "--rules", "mini")
    assert admin(server, *remove, "--day", "2020-01-01") == {"standings": 0}
    assert admin(server, *remove, "--day", before["day"]) == {"standings": 1}
    assert leaders(server, before, "mini") == [[], old_leaders(before, "mini")[1]]
    assert leaders(server, before, "guess") == old_leaders(before, "guess")
    server.restart()
    assert leaders(server, before, "mini") == [[], old_leaders(before, "mini")[1]]


@EACH_STORE
def test_old_results_are_renamed_with_their_player(reopened):
    server, before = reopened
    assert admin(server, "players", "rename", "ann", "Annabel")["standings"] >= 3
    for rules in before["leaderboards"]:
        renamed = [[name.replace("Ann", "Annabel") for name in names] for names in old_leaders(before, rules)]
        assert leaders(server, before, rules) == renamed


@EACH_STORE
def test_old_results_are_deleted_with_the_name_of_their_player(reopened):
    server, before = reopened
    assert admin(server, "players", "delete", "ANN")["standings"] >= 3
    for rules in before["leaderboards"]:
        kept = [[name for name in names if name != "Ann"] for names in old_leaders(before, rules)]
        assert leaders(server, before, rules) == kept


@EACH_STORE
def test_a_player_with_a_key_does_not_get_the_old_results_of_the_name(reopened):
    server, before = reopened
    ann = new_player(server)
    assert ann.show()["statistics"] == {}
    assert ann.ask("PATCH", "/players/me", {"name": "Ben"}).status == 200
    assert ann.ask("DELETE", "/players/me").status == 204
    for rules in before["leaderboards"]:
        assert leaders(server, before, rules) == old_leaders(before, rules)


def test_puzzles_are_unchanged_and_private_files_need_the_owners_token(shown):
    server, before = shown
    for name, puzzle in before["puzzles"].items():
        path, file = f"/puzzles/{puzzle['id']}", f"/puzzles/{puzzle['id']}.{puzzle['format']}"
        assert_contains(get(server, path).json, puzzle["shown"], name)
        assert get(server, file, puzzle["token"]).body == base64.b64decode(puzzle["file"]), name
        if puzzle["shown"]["public"]:
            get(server, file)
        else:
            problem(ask(server, "GET", file), 401, "token-needed")


def test_verify_accepts_the_old_folder(folder):
    output = command("verify", "--data", folder)
    assert output.startswith("ok: ") and f"{len(expected()['games'])} games" in output, output


def test_verify_accepts_the_old_backup(tmp_path):
    (tmp_path / "backup.sqlite").write_bytes(content("backup.sqlite"))
    assert command("verify", "--file", tmp_path / "backup.sqlite").startswith("ok: ")


def test_stats_counts_the_old_games(folder):
    assert f"{len(expected()['games'])}, " in command("stats", "--data", folder).splitlines()[0]


def test_an_export_has_everything_of_the_old_export(folder, tmp_path):
    """Except for `written`, the time of the export, and `away`, the seconds without a server."""
    command("export", "--data", folder, "--output", tmp_path / "now")
    now, then = (
        {document["setup"]["id"]: without(document, "written", "away") for document in map(json.loads, lines)}
        for lines in ((tmp_path / "now").read_bytes().splitlines(), exported_games())
    )
    assert now.keys() == then.keys()
    assert_contains(now, then, "export")


def test_a_backup_of_the_old_folder_verifies(folder, tmp_path):
    command("backup", tmp_path / "copy.sqlite", "--data", folder)
    assert command("verify", "--file", tmp_path / "copy.sqlite").startswith("ok: ")


def test_an_old_export_is_imported_into_an_empty_folder(tmp_path):
    (tmp_path / "then").write_bytes(content("export.ndjson"))
    command("import", tmp_path / "then", "--data", tmp_path / "data")
    with ServerProcess("--no-address-limits", "--data", tmp_path / "data") as server:
        assert_imported(server, {game["id"]: game["id"] for game in expected()["games"].values()})
    assert command("verify", "--data", tmp_path / "data").startswith("ok: ")


def test_a_running_server_imports_an_old_export(own_free_server):
    ids = {}
    for line in exported_games():
        answer = ask(own_free_server, "POST", "/games/import", line)
        assert answer.status == 201, answer
        ids[json.loads(line)["setup"]["id"]] = answer.json["id"]
    assert_imported(own_free_server, ids)


def assert_imported(server, ids):
    """Asserts that a spectator sees the imported games unchanged; `ids` maps old ids to new ones."""
    for name, game in expected()["games"].items():
        if "anybody" not in game["views"]:
            continue
        path, view = f"/games/{ids[game['id']]}", game["views"]["anybody"]
        since, shown = events_since(server, ids[game["id"]], view, None, name), get(server, path).json
        if game["goesOn"]:
            continue
        assert since == [], name
        kept = {key: view["game"][key] for key in KEPT_BY_IMPORT if key in view["game"]}
        assert_contains(shown, kept, name)
        if shown["state"] == "finished":
            texts = [[board["text"] for board in each["boards"]] for each in (shown, view["game"])]
            assert texts[0] == texts[1], name


def test_the_old_folder_migrates_to_redis(tmp_path):
    with redis() as address:
        done = migrate(f"sqlite:{unpack('data', tmp_path)}", address)
        assert done.returncode == 0 and done.stdout.startswith("ok: 40 games"), done


def test_the_old_redis_migrates_to_a_folder_that_verifies(tmp_path):
    with old_redis(tmp_path / "redis") as address:
        done = migrate(address, f"sqlite:{tmp_path / 'data'}")
        assert done.returncode == 0 and done.stdout.startswith("ok: 44 games"), done
    assert command("verify", "--data", tmp_path / "data").startswith("ok: ")


# --------------------------------------------------------------------------------------------- the first schemas


@pytest.mark.parametrize("schema", ["schema-1", "schema-2"])
def test_the_first_schemas_are_opened_and_show_the_same_games(schema, tmp_path):
    """The server of today says more about a game, and takes letters on the boards that go on."""
    folder, before = first_schema(schema, tmp_path)
    with ServerProcess("--no-address-limits", "--data", folder) as server:
        for id, then in before.items():
            now = get(server, f"/games/{id}").json
            assert [board["text"] for board in now["boards"]] == [board["text"] for board in then["game"]["boards"]]
            for key in ("rules", "title", "state", "sequence", "hash"):
                assert now.get(key) == then["game"].get(key), (id, key)
            names = [[seat["name"] for seat in each["seats"]] for each in (now, then["game"])]
            assert names[0] == names[1]
            assert_contains(get(server, f"/games/{id}/history").lines, [json.loads(line) for line in then["history"]], id)
        accepted(ask(server, "POST", "/board/cells/24", "Z"))
    command("verify", "--data", folder)
