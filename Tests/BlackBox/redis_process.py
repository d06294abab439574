"""A Redis process for one test or one server, with every acknowledged write on disk."""

import contextlib
import pathlib
import subprocess
import tempfile
import weakref

from client import eventually
from server_process import ServerProcess, binary


@contextlib.contextmanager
def redis(*more):
    """Runs Redis on a socket in a temporary folder and yields its address."""
    with tempfile.TemporaryDirectory(prefix="redis-") as folder:
        socket = pathlib.Path(folder) / "socket"
        location = ["--port", "0", "--unixsocket", socket, "--dir", folder, "--save", ""]
        durability = ["--appendonly", "yes", "--appendfsync", "always"]
        process = subprocess.Popen(
            ["redis-server", *map(str, location), *durability, *more], stdout=subprocess.DEVNULL
        )
        try:
            eventually(lambda: redis_cli(socket, "PING") == "PONG", what="an answer of Redis")
            yield f"redis+unix://{socket}"
        finally:
            process.terminate()  # unlike a kill, it ends the process that writes the log anew as well
            process.wait()


def redis_cli(socket, *words):
    """The output of a redis-cli command."""
    done = subprocess.run(["redis-cli", "-s", str(socket), *words], capture_output=True, text=True, timeout=60)
    return done.stdout.strip()


def migrate(source, target, *more, **options):
    """Runs `GameServer migrate` until it ends."""
    command = [binary(), "migrate", "--from", source, "--to", target, *more]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60, **options)


def migrate_all(source, target):
    """Migrates all games, asserts success and returns the report."""
    done = migrate(source, target)
    assert done.returncode == 0 and done.stdout.startswith("ok: ") and done.stderr == "", done
    return done.stdout


class OwnRedis:
    """Keeps the games of one server in a Redis of its own; see `ServerProcess.store`."""

    def __init__(self, _):
        stack = contextlib.ExitStack()
        self.address = stack.enter_context(redis())
        self.arguments = ["--store", self.address]
        self.folders = [pathlib.Path(self.address.removeprefix("redis+unix://")).parent]
        # Also stops the Redis of a `ServerProcess` that was created but never entered.
        self.close = weakref.finalize(self, stack.close)

    @contextlib.contextmanager
    def folder(self):
        """The games of the stopped server as a data folder; changes to it are migrated back."""
        with tempfile.TemporaryDirectory(prefix="migrated-") as parent:
            folder = pathlib.Path(parent) / "data"
            migrate_all(self.address, f"sqlite:{folder}")
            yield folder
            redis_cli(self.address.removeprefix("redis+unix://"), "FLUSHDB")
            migrate_all(f"sqlite:{folder}", self.address)


@contextlib.contextmanager
def two_servers():
    """Two servers on one Redis; the first one has it as its store."""
    store = OwnRedis(None)
    with (
        ServerProcess("--no-address-limits", *store.arguments) as here,
        ServerProcess("--no-address-limits", *store.arguments) as there,
    ):
        here.store = store
        yield here, there
