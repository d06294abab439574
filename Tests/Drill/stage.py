"""The environment of a drill: a data folder, a server on one port, and the final histories."""

import asyncio
import itertools
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from connection import Connection  # noqa: E402
from processes import Redis  # noqa: E402
from records import Journal, Recorder, RoomObservation, load  # noqa: E402
from room_clients import describe  # noqa: E402
from server_process import PATIENCE, ServerDidNotStart, ServerProcess, binary, reserve_port  # noqa: E402, F401
from world import World  # noqa: E402

VERIFY_LIMIT = 120
SETTLED = 0.5  # seconds in which nothing happens in a room any more
RESULT_LIMIT = 30.0 * PATIENCE  # seconds; on Redis a result waits for the end of the lease of a server that was killed


def slow_disk(milliseconds):
    """The wrapper command that delays each write to the disk."""
    fault = ["-e", "trace=pwrite64", "-e", f"inject=pwrite64:delay_enter={milliseconds * 1000}"]
    return ["strace", "-D", "-f", "-qqq", "-o", "/dev/null", *fault]


_reservations = []


def free_port():
    """A port that nobody else gets while this process runs."""
    _reservations.append(reserve_port())
    return _reservations[-1].getsockname()[1]


class Scene:
    """A folder with the records of a drill, and the world of its clients; `close` keeps it if `keep` is set."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="fivebyfive-drill-"))
        self.history, self.keep, self.problems = self.folder / "history.jsonl", False, []
        self.recorder = Recorder(self.history)
        self.world = None

    async def write_journals(self):
        """Records every room, and the final history and board of every game that was created."""
        connection = Connection(self.world.address, limit=60)
        for room in self.world.rooms:
            self.recorder.add(await read_room(connection, room))
        for game in self.world.created:
            self.recorder.add(await read_journal(connection, game))
        connection.close()
        self.recorder.flush()

    def records(self):
        self.recorder.flush()
        return load(self.history)

    def close(self):
        """Removes the folder, or prints its path if it is kept."""
        self.recorder.close()
        if self.keep:
            print(f"history and data are kept in {self.folder}", file=sys.stderr)
        else:
            shutil.rmtree(self.folder)


class Stage(Scene):
    """A scene with one server and its data folder; for the store `redis`, also with a Redis, which is never killed."""

    def __init__(self, store="sqlite", seed=None, wrapper=(), more=()):
        super().__init__()
        self.data, self.port, self.redis = self.folder / "data", free_port(), None
        if store == "redis":
            self.redis = Redis(self.folder / "redis", free_port())
            self.redis.start()
            store = self.redis.url
        self.args = ["--data", self.data, "--store", store, "--no-address-limits", "--game-events", 10**9]
        self.args += ["--log-level", "warning"]
        self.args += more
        self.server, self._copies = self.new_server(wrapper), itertools.count(1)
        self.world = World(("127.0.0.1", self.port), self.recorder, seed)

    def new_server(self, wrapper=()):
        """A server on this folder and port that is not started."""
        return ServerProcess(*self.args, port=self.port, wrapper=wrapper)

    def kill(self):
        self.world.record_server_end()
        self.server.stop(signal.SIGKILL)

    def stop(self):
        """Ends the server with SIGTERM; an exit code other than 0 is a problem."""
        self.world.record_server_end()
        if code := self.server.stop(signal.SIGTERM):
            self.problems.append(f"SIGTERM ended the server with exit code {code}")

    def start(self, wrapper=()):
        """Starts the server, with a new `wrapper` if one is given."""
        self.world.record_server_start()
        if wrapper:
            self.replace_server(wrapper)
        self.server.start()

    def replace_server(self, wrapper=()):
        """Replaces the server by a new one on the same folder and port, without starting it."""
        self.discard_server()
        self.server = self.new_server(wrapper)

    def start_and_kill(self, moment):
        """Starts the server and kills it after `moment` seconds, or as soon as it listens."""
        timer = threading.Timer(moment, lambda: self.server.send(signal.SIGKILL))
        timer.start()
        try:
            self.start()
        except ServerDidNotStart:
            pass
        timer.cancel()
        self.kill()

    def discard_server(self):
        """Kills the server if it runs, and removes its temporary files."""
        if self.server.running:
            self.server.stop(signal.SIGKILL)
        self.server.__exit__(None, None, None)

    def verify(self):
        """Runs `GameServer verify`, with a Redis on a copy of its games; a failure is a problem."""
        data = self.data
        if self.redis:
            data = self.folder / f"copy{next(self._copies)}"
            self._run("migrate", "--from", self.redis.url, "--to", f"sqlite:{data}")
        self._run("verify", "--data", data)

    def _run(self, command, *more):
        words = [str(word) for word in (binary(), command, *more)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=VERIFY_LIMIT)
        lines = done.stdout.strip().splitlines() or [""]
        if done.returncode != 0 or not lines[-1].startswith("ok"):
            self.problems.append(f"{command}: exit code {done.returncode}: {done.stdout}{done.stderr}")

    def close(self):
        self.discard_server()
        if self.redis:
            self.redis.stop(signal.SIGKILL)
        super().close()


async def read_room(connection, room):
    """Reads a room once it has followed up everything that happened before: nothing else happens any more."""
    invoked, last = time.monotonic(), None
    while True:
        answer = await connection.ask("GET", f"/rooms/{room}")
        is_late = time.monotonic() > invoked + RESULT_LIMIT
        if answer.status == 200 and (answer.json["sequence"] != last or expects_result(answer.json) and not is_late):
            last = answer.json["sequence"]
            await asyncio.sleep(SETTLED)
            continue
        fields = describe(answer.json) if answer.status == 200 else {"status": answer.status}
        return RoomObservation("drill", room, "final", invoked, time.monotonic(), **fields)


def expects_result(room):
    """Whether the present game has ended and is no past game yet."""
    game = room["game"]
    return bool(game) and game["state"] == "finished" and game["id"] not in [past["id"] for past in room["games"]]


async def read_journal(connection, game):
    """Reads the history of a game, page by page, and its board."""
    events, path = [], f"/games/{game}"
    while True:
        answer = await connection.ask("GET", f"{path}/history?after={len(events)}&limit=1000")
        if answer.status != 200:
            return Journal(game, None)
        if not answer.lines:
            break
        events += answer.lines
    board = (await connection.ask("GET", f"{path}/board")).json
    return Journal(game, events, board["sequence"], board["hash"], board["text"])


async def finish(writers, watchers, limit=60):
    """Waits until the writers have settled their moves, cancels the watchers, and returns all failures."""
    done, late = await asyncio.wait(writers, timeout=limit)
    for task in [*watchers, *late]:
        task.cancel()
    results = await asyncio.gather(*writers, *watchers, return_exceptions=True)
    failures = [repr(one) for one in results if isinstance(one, Exception)]
    return failures + [f"{len(late)} writers did not settle within {limit} s"] * bool(late)
