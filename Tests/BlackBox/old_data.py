"""Data of an earlier version of the program: its folders, files and Redis, and its answers about them."""

import contextlib
import functools
import io
import json
import lzma
import subprocess
import tarfile

from client import ask
from redis_process import migrate_all, redis
from server_process import ROOT, ServerProcess, binary

FIXTURES = ROOT / "Tests" / "Fixtures" / "2026-11-23"
FIRST = ROOT / "Tests" / "Fixtures" / "2026-11-21"
# Python 3.11.2, which Debian 12 ships, knows no filters.
SAFELY = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
PLACES = [
    "data folder",
    "folder after a kill",
    "backup",
    "Redis",
    "folder migrated to Redis",
    "Redis migrated to a folder",
]


def content(name):
    """The bytes of a fixture."""
    return lzma.decompress((FIXTURES / f"{name}.xz").read_bytes())


@functools.cache
def expected(in_redis=False):
    """The answers of that version about its games, puzzles and leaderboards, on SQLite or on Redis."""
    before = json.loads(content("expected.json"))
    after = before.pop("redis")
    if not in_redis:
        return before
    return after | {key: before[key] | after[key] for key in ("games", "puzzles")}


def exported_games():
    """The games exported by that version, one line each."""
    return content("export.ndjson").splitlines()


def unpack(name, folder):
    """Unpacks a folder of that version."""
    with tarfile.open(fileobj=io.BytesIO(content(f"{name}.tar"))) as archive:
        archive.extractall(folder, **SAFELY)
    return folder


def first_schema(name, folder):
    """A data folder with one of the first schemas, unpacked, and what everybody saw of its games."""
    with tarfile.open(FIRST / f"{name}.tar.xz") as archive:
        archive.extractall(folder, **SAFELY)
    return folder / "data", json.loads((FIRST / f"{name}.json").read_text())


def restore_backup(folder):
    """Makes a data folder with only the backup of that version."""
    folder.mkdir()
    (folder / "games.sqlite").write_bytes(content("backup.sqlite"))
    return folder


def command(*words):
    """Runs a command of the program, asserts success and returns its output."""
    done = subprocess.run([binary(), *map(str, words)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done
    return done.stdout


@contextlib.contextmanager
def old_redis(folder):
    with redis("--dir", str(unpack("redis", folder))) as address:
        yield address


@contextlib.contextmanager
def open_old_data(place, folder):
    """A server on data of that version, and the answers that it must still give."""
    with contextlib.ExitStack() as stack:
        if place == "data folder":
            store = ["--data", unpack("data", folder)]
        elif place == "folder after a kill":
            store = ["--data", unpack("killed", folder)]
        elif place == "backup":
            store = ["--data", restore_backup(folder / "data")]
        elif place == "Redis":
            store = ["--store", stack.enter_context(old_redis(folder))]
        elif place == "folder migrated to Redis":
            store = ["--store", stack.enter_context(redis())]
            migrate_all(f"sqlite:{unpack('data', folder)}", store[1])
        else:
            store = ["--data", folder / "migrated"]
            migrate_all(stack.enter_context(old_redis(folder)), f"sqlite:{folder / 'migrated'}")
        server = stack.enter_context(ServerProcess("--no-address-limits", *store))
        yield server, expected(in_redis=place.startswith("Redis"))


# ------------------------------------------------------------------------------------------------- comparing


def assert_contains(now, then, where):
    """Asserts that an answer still has everything that it had then; it may have more."""
    if isinstance(then, dict) and isinstance(now, dict):
        assert then.keys() <= now.keys(), f"{where}: {sorted(then.keys() - now.keys())} are missing"
        for key in then:
            assert_contains(now[key], then[key], f"{where}, {key}")
    elif isinstance(then, list) and isinstance(now, list) and where.endswith("actions"):
        names = [[part if isinstance(part, str) else part["name"] for part in parts] for parts in (now, then)]
        assert set(names[1]) <= set(names[0]), f"{where}: {names[0]} instead of {names[1]}"
    elif isinstance(then, list) and isinstance(now, list):
        assert len(now) == len(then), f"{where}: {now} instead of {then}"
        for place, parts in enumerate(zip(now, then, strict=True)):
            assert_contains(*parts, f"{where}, {place}")
    else:
        assert now == then, f"{where}: {now!r} instead of {then!r}"


def get(server, path, token=None):
    answer = ask(server, "GET", path, token=token)
    assert answer.status == 200, (path, answer)
    return answer


def events_since(server, id, view, token, where):
    """Asserts that a viewer's history begins with the events that it had then; returns the later ones."""
    events, history = len(view["history"]), get(server, f"/games/{id}/history", token).lines
    assert_contains(history[:events], view["history"], f"{where}, history")
    return history[events:]


def assert_same_view(server, game, view, token, where):
    """Asserts that a viewer sees a game as it did then."""
    path, since = f"/games/{game['id']}", events_since(server, game["id"], view, token, where)
    for number, then in view["at"].items():
        answer = ask(server, "GET", f"{path}/board?at={number}", token=token)
        now = {"board": answer.json} if answer.status == 200 else {"code": answer.json["code"]}
        assert_contains(now | {"status": answer.status}, then, f"{where}, at {number}")
    if game["goesOn"]:
        return
    assert since == [], f"{where}: there are new events"
    assert_contains(get(server, path, token).json, view["game"], where)
    assert_contains(
        get(server, path + "/actions", token).json["actions"],
        view["actions"]["actions"],
        f"{where}, actions",
    )
    if view["share"] is not None:
        assert get(server, path + "/share", token).text == view["share"], where


def views(games):
    """For each viewer of each game: the game, the answers that it got, its token, and a name for messages."""
    for name, game in games.items():
        for viewer, view in game["views"].items():
            yield game, view, game["tokens"].get(viewer), f"{name}, as {viewer}"


def make_next_request(server, game):
    """Makes the next move that was recorded with the game and returns its answer."""
    call = game["next"]
    path, token = f"/games/{game['id']}{call['path']}", game["tokens"].get(call["as"])
    return ask(server, call["method"], path, call["body"], token=token)
