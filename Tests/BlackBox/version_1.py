"""The data of version 1.0, its import into a new folder, and what that version answered about it."""

import contextlib
import functools
import io
import json
import lzma
import subprocess
import tarfile
import tempfile
import time

from client import ask
from redis_process import redis
from server_clock import StoppedServer, WallClock
from server_process import ROOT, binary

FIXTURES = ROOT / "Tests" / "Fixtures" / "1.0"
SOURCES = ["data folder", "database in a folder", "backup"]
DOWNTIME = 3600  # seconds between the kill of version 1.0 and the start of this one
VOLATILE = {"present", "spectators", "expires", "lastUsed"}
RENAMED = {"Eve": "Evelyn"}
# Python 3.11.2, which Debian 12 ships, knows no filters.
SAFELY = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}


def content(name):
    """The bytes of a fixture."""
    return lzma.decompress((FIXTURES / f"{name}.xz").read_bytes())


@functools.cache
def expected():
    """The answers of version 1.0; `make.py` says what they are."""
    return json.loads(content("expected.json"))


def unpack(folder):
    """The data folder of version 1.0, as a kill left it."""
    with tarfile.open(fileobj=io.BytesIO(content("data.tar"))) as archive:
        archive.extractall(folder, **SAFELY)
    return folder / "data"


def unpack_source(kind, folder):
    """The path to import for one of `SOURCES`, alone in a folder."""
    if kind != "backup":
        return unpack(folder) / ("games.sqlite" if kind == "database in a folder" else "")
    path = folder / "backup.sqlite"
    path.write_bytes(content("backup.sqlite"))
    return path


def ahead_of_now():
    """The seconds by which the clock of that day is ahead of the present one."""
    return expected()["moment"] + DOWNTIME - time.time()


def command(*words):
    """Runs a command of the program on that day; returns the finished process."""
    with tempfile.TemporaryDirectory() as clocks:
        clock = WallClock(clocks)
        clock.set(ahead_of_now())
        line = [*clock.wrapper, binary(), *map(str, words)]
        return subprocess.run(line, capture_output=True, text=True, timeout=120)


def succeed(*words):
    """Runs a command, which must succeed, and returns its output."""
    done = command(*words)
    assert done.returncode == 0, done
    return done.stdout


def import_into(target, folder, kind="data folder"):
    """Imports the data of version 1.0 into a new data folder; returns the line that the command prints."""
    return succeed("import", unpack_source(kind, folder), "--data", target)


class ServerOfThatDay(StoppedServer):
    """A server whose wall clock stands an hour after the kill of version 1.0: its daily games are today's.

    The clocks of games and questions run.
    """

    def __init__(self, *place):
        super().__init__("--no-address-limits", "--vote-after", "0s", *place)
        self._clock = WallClock(self._clocks.name)
        self.wrapper = self._clock.wrapper
        self._offset = ahead_of_now()

    def start(self):
        self.began = time.monotonic()
        super().start()


@contextlib.contextmanager
def imported(folder, kind="data folder"):
    """A server on the imported data."""
    folder.joinpath("source").mkdir()
    import_into(folder / "new", folder / "source", kind)
    with ServerOfThatDay("--data", folder / "new") as server:
        yield server


@contextlib.contextmanager
def imported_into_redis(folder):
    """A server on a Redis with the imported data."""
    with redis() as address:
        succeed("import", unpack(folder), "--store", address)
        assert succeed("verify", "--store", address).startswith("ok: ")
        with ServerOfThatDay("--store", address, "--data", folder / "none") as server:
            yield server


# ------------------------------------------------------------------------------------------------- comparing


def assert_contains(now, then, where):
    """Asserts that a value has everything that it had then, except what time changes; it may have more.

    Where 1.0 showed the name that somebody had at the time, the present one is shown.
    """
    if isinstance(then, dict) and isinstance(now, dict):
        assert then.keys() <= now.keys(), f"{where}: {sorted(then.keys() - now.keys())} are missing"
        for key in then.keys() - VOLATILE:
            is_running = key == "clock" and then[key] and then[key].get("running")
            assert_contains(now[key], {"running": True} if is_running else then[key], f"{where}, {key}")
    elif isinstance(then, list) and isinstance(now, list):
        assert len(now) == len(then), f"{where}: {now} instead of {then}"
        for place, parts in enumerate(zip(now, then, strict=True)):
            assert_contains(*parts, f"{where}, {place}")
    else:
        expected = RENAMED.get(then, then) if where.endswith(", name") else then
        assert now == expected, f"{where}: {now!r} instead of {expected!r}"


def assert_seen(server, view, where):
    """Asserts that an address answers its viewer as it did then."""
    answer, where = ask(server, "GET", view["path"], token=view["token"]), f"{where}: {view['path']}"
    assert answer.status == view["status"], (where, answer)
    if "code" in view:
        assert answer.json["code"] == view["code"], where
    elif isinstance(view["body"], str):
        assert answer.text == view["body"], where
    else:
        is_history = answer.media == "application/x-ndjson"
        assert_contains(answer.lines if is_history else answer.json, view["body"], where)


def views(subjects):
    """Each view of games or rooms, with a name for messages. The last have questions, open for a minute."""
    for name, subject in reversed(subjects.items()):
        for viewer, seen in subject["views"].items():
            for view in seen:
                yield view, f"{name}, as {viewer}"


def repeat(server, game, call):
    """Makes a recorded request of a viewer of a game."""
    path, token = f"/games/{game['id']}{call['path']}", game["tokens"][str(call["as"])]
    return ask(server, call["method"], path, call["body"], token=token)
