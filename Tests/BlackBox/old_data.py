"""What the program of an earlier day has left: its folders, files and Redis, and what it told of them."""

import contextlib
import functools
import io
import json
import lzma
import subprocess
import tarfile

from client import ask
from redis_process import moved, redis
from server_process import ROOT, ServerProcess, binary

FIXTURES = ROOT / "Tests" / "Fixtures" / "2026-11-23"
PLACES = [
    "data folder",
    "folder after a kill",
    "backup",
    "Redis",
    "folder moved to Redis",
    "Redis moved to a folder",
]


def content(name):
    """The bytes of a fixture."""
    return lzma.decompress((FIXTURES / f"{name}.xz").read_bytes())


@functools.cache
def told(in_redis=False):
    """What the program of that day told of its games, puzzles and leaderboards; `in_redis` of those there."""
    before = json.loads(content("expected.json"))
    after = before.pop("redis")
    if not in_redis:
        return before
    return after | {key: before[key] | after[key] for key in ("games", "puzzles")}


def documents():
    """The exported games of that day, one line each."""
    return content("export.ndjson").splitlines()


def unpacked(name, folder):
    """A folder as it was on that day."""
    with tarfile.open(fileobj=io.BytesIO(content(f"{name}.tar"))) as archive:
        archive.extractall(folder, filter="data")
    return folder


def restored(folder):
    """A data folder with nothing but the backup of that day."""
    folder.mkdir()
    (folder / "games.sqlite").write_bytes(content("backup.sqlite"))
    return folder


def command(*words):
    """Runs a command of the program, which must succeed; returns what it printed."""
    done = subprocess.run([binary(), *map(str, words)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done
    return done.stdout


@contextlib.contextmanager
def redis_of_that_day(folder):
    with redis("--dir", str(unpacked("redis", folder))) as address:
        yield address


@contextlib.contextmanager
def opened(place, folder):
    """A server on what is left of that day, and what has been told of it."""
    with contextlib.ExitStack() as stack:
        if place == "data folder":
            store = ["--data", unpacked("data", folder)]
        elif place == "folder after a kill":
            store = ["--data", unpacked("killed", folder)]
        elif place == "backup":
            store = ["--data", restored(folder / "data")]
        elif place == "Redis":
            store = ["--store", stack.enter_context(redis_of_that_day(folder))]
        elif place == "folder moved to Redis":
            store = ["--store", stack.enter_context(redis())]
            moved(f"sqlite:{unpacked('data', folder)}", store[1])
        else:
            store = ["--data", folder / "moved"]
            moved(stack.enter_context(redis_of_that_day(folder)), f"sqlite:{folder / 'moved'}")
        server = stack.enter_context(ServerProcess("--no-address-limits", *store))
        yield server, told(in_redis=place.startswith("Redis"))


# ------------------------------------------------------------------------------------------------- comparing


def holds(now, then, where):
    """Asserts that all that was told then is told now; a later program may tell more."""
    if isinstance(then, dict) and isinstance(now, dict):
        assert then.keys() <= now.keys(), f"{where}: {sorted(then.keys() - now.keys())} are gone"
        for key in then:
            holds(now[key], then[key], f"{where}, {key}")
    elif isinstance(then, list) and isinstance(now, list) and where.endswith("actions"):
        names = [[part if isinstance(part, str) else part["name"] for part in parts] for parts in (now, then)]
        assert set(names[1]) <= set(names[0]), f"{where}: {names[0]} instead of {names[1]}"
    elif isinstance(then, list) and isinstance(now, list):
        assert len(now) == len(then), f"{where}: {now} instead of {then}"
        for place, parts in enumerate(zip(now, then, strict=True)):
            holds(*parts, f"{where}, {place}")
    else:
        assert now == then, f"{where}: {now!r} instead of {then!r}"


def seen(server, path, token=None):
    answer = ask(server, "GET", path, token=token)
    assert answer.status == 200, (path, answer)
    return answer


def later(server, id, view, token, where):
    """Asserts that somebody is told of the events that they were told of then; returns those since."""
    events, history = len(view["history"]), seen(server, f"/games/{id}/history", token).lines
    holds(history[:events], view["history"], f"{where}, history")
    return history[events:]


def same_view(server, game, view, token, where):
    """Asserts that somebody sees of a game what they saw then."""
    path, since = f"/games/{game['id']}", later(server, game["id"], view, token, where)
    for number, then in view["at"].items():
        answer = ask(server, "GET", f"{path}/board?at={number}", token=token)
        now = {"board": answer.json} if answer.status == 200 else {"code": answer.json["code"]}
        holds(now | {"status": answer.status}, then, f"{where}, at {number}")
    if game["goesOn"]:
        return
    assert since == [], f"{where}: something has happened"
    holds(seen(server, path, token).json, view["game"], where)
    holds(
        seen(server, path + "/actions", token).json["actions"],
        view["actions"]["actions"],
        f"{where}, actions",
    )
    if view["share"] is not None:
        assert seen(server, path + "/share", token).text == view["share"], where


def views(games):
    """Each game with each of its viewers: the game, what was seen, the viewer's token, and words for both."""
    for name, game in games.items():
        for viewer, view in game["views"].items():
            yield game, view, game["tokens"].get(viewer), f"{name}, as {viewer}"


def next_thing(server, game):
    """Somebody does the next thing; returns the answer."""
    thing = game["next"]
    path, token = f"/games/{game['id']}{thing['path']}", game["tokens"].get(thing["as"])
    return ask(server, thing["method"], path, thing["body"], token=token)
