"""Where a drill plays: a data folder, a server on one port, and what is asked of both at the end."""

import asyncio
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from connection import Connection  # noqa: E402
from records import Journal, Recorder, load  # noqa: E402
from server_process import ServerDidNotStart, ServerProcess, binary  # noqa: E402, F401
from world import World  # noqa: E402

VERIFY_LIMIT = 120


def slow_disk(milliseconds):
    """The command under which each write to the disk takes so long."""
    fault = ["-e", "trace=pwrite64", "-e", f"inject=pwrite64:delay_enter={milliseconds * 1000}"]
    return ["strace", "-D", "-f", "-qqq", "-o", "/dev/null", *fault]


def free_port():
    """A free port below those that the system gives to clients: a client may not take it meanwhile."""
    while True:
        port = random.randrange(20000, 32000)
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Scene:
    """A folder, the world that is played in, and its history. All stays when `keep` is set at the end."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="fivebyfive-drill-"))
        self.history, self.keep, self.problems = self.folder / "history.jsonl", False, []
        self.recorder = Recorder(self.history)
        self.world = None

    async def write_journals(self):
        """Reads the whole history and the board of each game that was ever made into the records."""
        line = Connection(self.world.address, limit=60)
        for game in self.world.created:
            self.recorder.add(await read_journal(line, game))
        line.close()
        self.recorder.flush()

    def records(self):
        self.recorder.flush()
        return load(self.history)

    def close(self):
        """Removes the folder, or says where it is."""
        self.recorder.close()
        if self.keep:
            print(f"history and data are kept in {self.folder}", file=sys.stderr)
        else:
            shutil.rmtree(self.folder)


class Stage(Scene):
    """A scene with one server on a folder of data."""

    def __init__(self, store="sqlite", seed=None, wrapper=(), more=()):
        super().__init__()
        self.data, self.port = self.folder / "data", free_port()
        self.args = ["--data", self.data, "--store", store, "--no-address-limits", "--log-level", "warning"]
        self.args += more
        self.server = self.new_server(wrapper)
        self.world = World(("127.0.0.1", self.port), self.recorder, seed)

    def new_server(self, wrapper=()):
        """A server on this folder and port, not yet started."""
        return ServerProcess(*self.args, port=self.port, wrapper=wrapper)

    def kill(self):
        """SIGKILL, as power switches and operating systems do it."""
        self.world.server_ended()
        self.server.stop(signal.SIGKILL)

    def stop(self):
        """SIGTERM, after which the exit code must be 0."""
        self.world.server_ended()
        if code := self.server.stop(signal.SIGTERM):
            self.problems.append(f"SIGTERM ended the server with exit code {code}")

    def start(self, wrapper=()):
        """Starts the server, under `wrapper` or, without one, as it was started before."""
        self.world.server_starts()
        if wrapper:
            self.replace_server(wrapper)
        self.server.start()

    def replace_server(self, wrapper=()):
        """Puts a server on the same folder and port in the place of the last one; it is not started."""
        self.discard_server()
        self.server = self.new_server(wrapper)

    def start_and_kill(self, moment):
        """Starts the server, and kills it so many seconds later, or as soon as it listens."""
        timer = threading.Timer(moment, lambda: self.server.send(signal.SIGKILL))
        timer.start()
        try:
            self.start()
        except ServerDidNotStart:
            pass
        timer.cancel()
        self.kill()

    def discard_server(self):
        """Ends the server, if need be, and its notes."""
        if self.server.running:
            self.server.stop(signal.SIGKILL)
        self.server.__exit__(None, None, None)

    def verify(self):
        """Runs `GameServer verify`; what it finds is a problem."""
        command = [str(binary()), "verify", "--data", str(self.data)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=VERIFY_LIMIT)
        lines = done.stdout.strip().splitlines() or [""]
        if done.returncode != 0 or not lines[-1].startswith("ok"):
            self.problems.append(f"verify: exit code {done.returncode}: {done.stdout}{done.stderr}")

    def close(self):
        """Ends the server besides."""
        self.discard_server()
        super().close()


async def read_journal(line, game):
    """The final history of a game, page by page, and its board."""
    events, path = [], f"/games/{game}"
    while True:
        answer = await line.ask("GET", f"{path}/history?after={len(events)}&limit=1000")
        if answer.status != 200:
            return Journal(game, None)
        if not answer.lines:
            break
        events += answer.lines
    board = (await line.ask("GET", f"{path}/board")).json
    return Journal(game, events, board["sequence"], board["hash"], board["text"])


async def finish(writers, watchers, limit=60):
    """Lets writers settle what they have begun, and sends the watchers home; returns their failures."""
    done, late = await asyncio.wait(writers, timeout=limit)
    for task in [*watchers, *late]:
        task.cancel()
    results = await asyncio.gather(*writers, *watchers, return_exceptions=True)
    failures = [repr(one) for one in results if isinstance(one, Exception)]
    return failures + [f"{len(late)} writers did not settle within {limit} s"] * bool(late)
