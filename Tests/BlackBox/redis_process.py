"""A real Redis of a test's or a server's own, which keeps what it acknowledges."""

import contextlib
import pathlib
import subprocess
import tempfile
import time
import weakref

from server_process import binary


@contextlib.contextmanager
def redis(*more):
    """Its address while it runs, on a socket in a folder that goes with it."""
    with tempfile.TemporaryDirectory(prefix="redis-") as folder:
        socket = pathlib.Path(folder) / "socket"
        place = ["--port", "0", "--unixsocket", socket, "--dir", folder, "--save", ""]
        keeping = ["--appendonly", "yes", "--appendfsync", "always"]
        process = subprocess.Popen(
            ["redis-server", *map(str, place), *keeping, *more], stdout=subprocess.DEVNULL
        )
        try:
            deadline = time.monotonic() + 10
            while cli(socket, "PING") != "PONG":
                assert time.monotonic() < deadline, "Redis does not answer"
                time.sleep(0.02)
            yield f"redis+unix://{socket}"
        finally:
            process.kill()
            process.wait()


def cli(socket, *words):
    """What redis-cli prints."""
    done = subprocess.run(["redis-cli", "-s", str(socket), *words], capture_output=True, text=True, timeout=10)
    return done.stdout.strip()


def migrate(source, target, *more, **how):
    """Runs `GameServer migrate` to its end."""
    command = [binary(), "migrate", "--from", source, "--to", target, *more]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60, **how)


def moved(source, target):
    """Asserts that all games were moved, and returns what was said."""
    done = migrate(source, target)
    assert done.returncode == 0 and done.stdout.startswith("ok: ") and done.stderr == "", done
    return done.stdout


class OwnRedis:
    """Games are kept in a Redis of the server's own; see `ServerProcess.store`."""

    def __init__(self, _):
        stack = contextlib.ExitStack()
        self.address = stack.enter_context(redis())
        self.arguments = ["--store", self.address]
        # A server that was made and never entered leaves no Redis behind either.
        self.close = weakref.finalize(self, stack.close)

    @contextlib.contextmanager
    def folder(self):
        """While the server is stopped: its games as a data folder. What is changed there, it finds."""
        with tempfile.TemporaryDirectory(prefix="moved-") as parent:
            folder = pathlib.Path(parent) / "data"
            moved(self.address, f"sqlite:{folder}")
            yield folder
            cli(self.address.removeprefix("redis+unix://"), "FLUSHDB")
            moved(f"sqlite:{folder}", self.address)
