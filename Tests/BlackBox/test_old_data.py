"""What the program of 2026-11-23 has kept opens with every later program, and nothing in it has changed."""

import base64
import json

import pytest

from client import ask, problem
from old_data import (
    PLACES,
    command,
    content,
    documents,
    holds,
    later,
    next_thing,
    opened,
    redis_of_that_day,
    restored,
    same_view,
    seen,
    told,
    unpacked,
    views,
)
from pictures import without
from redis_process import migrate, redis
from server_process import ServerProcess
from square_table import accepted

COPIED = ("sequence", "hash", "state", "rules", "options", "title", "result")

pytestmark = pytest.mark.sqlite("brings the folders and the Redis of an earlier day")


@pytest.fixture(params=PLACES)
def left(request, tmp_path):
    """A server on what is left of that day, and what has been told of it."""
    with opened(request.param, tmp_path) as (server, before):
        yield server, before


@pytest.fixture(params=["data folder", "folder after a kill", "backup"])
def folder(request, tmp_path):
    """What is left of that day, as a data folder that nobody serves."""
    if request.param == "backup":
        return restored(tmp_path / "data")
    return unpacked("data" if request.param == "data folder" else "killed", tmp_path)


def test_everybody_sees_in_every_game_what_they_saw_then(left):
    server, before = left
    for game, view, token, where in views(before["games"]):
        same_view(server, game, view, token, where)


def test_people_play_on_with_the_tokens_they_had(left):
    server, before = left
    played = {name: game for name, game in before["games"].items() if game["next"]}
    assert len(played) >= 20
    for name, game in played.items():
        sequence = next(iter(game["views"].values()))["game"]["sequence"]
        body = accepted(next_thing(server, game))
        assert body["events"] and body["sequence"] > sequence, (name, body)
    server.restart()
    for game, view, token, where in views(played):
        assert later(server, game["id"], view, token, where), where


def test_a_token_that_was_worth_nothing_is_worth_nothing(left):
    server, before = left
    spent = [(game, token) for game in before["games"].values() for token in game["spent"]]
    assert len(spent) >= 8
    for game, token in spent:
        problem(ask(server, "GET", f"/games/{game['id']}", token=token), 401, "unknown-token")


def test_the_list_of_public_games_is_as_it_was(left):
    server, before = left
    for state, ids in before["public"].items():
        games = seen(server, f"/games?limit=100&state={state}").json["games"]
        assert [game["id"] for game in games] == ids, state


def test_the_leaderboards_are_as_they_were(left):
    server, before = left
    for rules, board in before["leaderboards"].items():
        assert board["entries"], rules
        path = f"/leaderboards/{rules}?period=all&date={before['day']}&limit=100"
        holds(seen(server, path).json, board, rules)


def test_puzzles_are_as_they_were_and_their_files_are_their_owners(left):
    server, before = left
    for name, puzzle in before["puzzles"].items():
        path, file = f"/puzzles/{puzzle['id']}", f"/puzzles/{puzzle['id']}.{puzzle['format']}"
        holds(seen(server, path).json, puzzle["shown"], name)
        assert seen(server, file, puzzle["token"]).body == base64.b64decode(puzzle["file"]), name
        if puzzle["shown"]["public"]:
            seen(server, file)
        else:
            problem(ask(server, "GET", file), 401, "token-needed")


def test_verify_finds_no_fault(folder):
    said = command("verify", "--data", folder)
    assert said.startswith("ok: ") and f"{len(told()['games'])} games" in said, said


def test_verify_finds_no_fault_in_the_backup(tmp_path):
    (tmp_path / "backup.sqlite").write_bytes(content("backup.sqlite"))
    assert command("verify", "--file", tmp_path / "backup.sqlite").startswith("ok: ")


def test_stats_counts_the_games_of_that_day(folder):
    assert f"{len(told()['games'])}, " in command("stats", "--data", folder).splitlines()[0]


def test_what_is_exported_is_what_was_exported_then(folder, tmp_path):
    """But when it was written, and for how long nobody had served it."""
    command("export", "--data", folder, "--output", tmp_path / "now")
    now, then = (
        {document["setup"]["id"]: without(document, "written", "away") for document in map(json.loads, lines)}
        for lines in ((tmp_path / "now").read_bytes().splitlines(), documents())
    )
    assert now.keys() == then.keys()
    holds(now, then, "export")


def test_a_backup_of_it_is_whole(folder, tmp_path):
    command("backup", tmp_path / "copy.sqlite", "--data", folder)
    assert command("verify", "--file", tmp_path / "copy.sqlite").startswith("ok: ")


def test_an_export_of_that_day_is_imported_into_an_empty_folder(tmp_path):
    (tmp_path / "then").write_bytes(content("export.ndjson"))
    command("import", tmp_path / "then", "--data", tmp_path / "data")
    with ServerProcess("--no-address-limits", "--data", tmp_path / "data") as server:
        same_history(server, {game["id"]: game["id"] for game in told()["games"].values()})
    assert command("verify", "--data", tmp_path / "data").startswith("ok: ")


def test_a_running_server_takes_the_exports_of_that_day(own_free_server):
    ids = {}
    for line in documents():
        answer = ask(own_free_server, "POST", "/games/import", line)
        assert answer.status == 201, answer
        ids[json.loads(line)["setup"]["id"]] = answer.json["id"]
    same_history(own_free_server, ids)


def same_history(server, ids):
    """Asserts that games, which may have other ids now, are as anybody saw them then."""
    for name, game in told()["games"].items():
        if "anybody" not in game["views"]:
            continue
        path, view = f"/games/{ids[game['id']]}", game["views"]["anybody"]
        since, shown = later(server, ids[game["id"]], view, None, name), seen(server, path).json
        if game["goesOn"]:
            continue
        assert since == [], name
        holds(shown, {key: view["game"][key] for key in COPIED if key in view["game"]}, name)
        if shown["state"] == "finished":
            texts = [[board["text"] for board in each["boards"]] for each in (shown, view["game"])]
            assert texts[0] == texts[1], name


def test_the_old_folder_is_moved_to_redis_whole(tmp_path):
    with redis() as address:
        done = migrate(f"sqlite:{unpacked('data', tmp_path)}", address)
        assert done.returncode == 0 and done.stdout.startswith("ok: 40 games"), done


def test_the_old_redis_is_moved_to_a_folder_that_has_no_fault(tmp_path):
    with redis_of_that_day(tmp_path / "redis") as address:
        done = migrate(address, f"sqlite:{tmp_path / 'data'}")
        assert done.returncode == 0 and done.stdout.startswith("ok: 44 games"), done
    assert command("verify", "--data", tmp_path / "data").startswith("ok: ")
