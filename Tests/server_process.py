"""Runs the real GameServer binary as a context manager, for tests that talk to it from outside.

    with ServerProcess("--no-address-limits") as server:
        subprocess.run(["curl", f"{server.url}/board"])

The binary is `$GAMESERVER`, else `.build/release/GameServer`, else `.build/debug/GameServer`. Signals go only
to the process that was started here. Needs only the standard library.

`$GAMESERVER_ARGS` is added to the arguments of every server. `$GAMESERVER_PATIENCE` multiplies the tests'
time limits, because a server built with a sanitizer is slow.
"""

import contextlib
import os
import pathlib
import queue
import re
import shlex
import signal as signals
import socket
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
LISTENING = re.compile(r"^listening on (https?)://(\[[0-9a-fA-F:]+\]|[^:/\s]+):(\d+)/$")
PATIENCE = float(os.environ.get("GAMESERVER_PATIENCE", "1"))
# Limits end a test of a broken server; on a busy machine a sound one may take long.
START_LIMIT = 60.0 * PATIENCE
STOP_LIMIT = 60.0 * PATIENCE


class ServerDidNotStart(Exception):
    """The process exited, or printed no address within the limit; the message includes its standard error."""


def binary():
    """The path of the server's binary; raises FileNotFoundError with the paths that were tried."""
    configured = os.environ.get("GAMESERVER")
    candidates = (
        [pathlib.Path(configured)]
        if configured
        else [ROOT / ".build" / kind / "GameServer" for kind in ("release", "debug")]
    )
    for path in candidates:
        if os.access(path, os.X_OK):
            return path.resolve()
    raise FileNotFoundError(
        "no GameServer binary: tried " + ", ".join(map(str, candidates)) + "; build it or set GAMESERVER"
    )


def reserve_port():
    """A socket that holds a free port of this machine until it is closed.

    It is bound and does not listen. The kernel gives its port to nobody else, neither to a client nor to a server that
    asks for any port, but a server that names the port and sets SO_REUSEADDR can listen on it, as all of ours do.
    """
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    return holder


class DataFolder:
    """A store in a data folder (SQLite); see `ServerProcess.store`."""

    def __init__(self, folder):
        self._folder, self.arguments = folder, ["--data", str(folder)]
        self.folders = []  # further folders with the games' files

    def close(self):
        """Does nothing: this store has no process."""

    @contextlib.contextmanager
    def folder(self):
        """The stopped server's games as a data folder; the server sees changes made there when it starts."""
        yield self._folder


class ServerProcess:
    """Starts `GameServer serve --port N ARGS…`. `url` has no trailing slash.

    Without `port` it is a free one, which belongs to this server for as long as this object is used, so that clients
    find it again after a restart.

    If the arguments name no store, the games are kept in `store`, of type `store_class`. `data` is a
    temporary folder that is removed with the process.
    """

    store_class = DataFolder

    def __init__(self, *args, port=None, cwd=ROOT, wrapper=(), program=None):
        """`wrapper` is a command that runs the server, such as `strace -D …`; `program` is another server."""
        self.program = [str(program)] if program else None
        self.args, self.cwd, self.wrapper = [str(arg) for arg in args], cwd, [str(part) for part in wrapper]
        self._reservation = None if port else reserve_port()
        self.port = port or self._reservation.getsockname()[1]
        self._folder = tempfile.TemporaryDirectory(prefix="gameserver-data-")
        self.data = pathlib.Path(self._folder.name)
        self.store = None
        if not {"--data", "--store"} & set(self.args):
            self.store = self.store_class(self.data)
            self.args += self.store.arguments
        if "--data" not in self.args:
            # A store without a data folder has the control socket there.
            self.args += ["--data", str(self.data)]
        self._stderr = tempfile.NamedTemporaryFile(prefix="gameserver-", suffix=".stderr", delete=False)
        self._process = None
        self.scheme, self.host, self.first_line = "http", None, None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, error, trace):
        try:
            if self.running:
                self.stop()
        finally:
            if kind is not None and self.stderr:
                print(
                    f"--- stderr of the server (pid {self.pid}) ---\n{self.stderr[-8000:]}", file=sys.stderr
                )
            self._stderr.close()
            os.unlink(self._stderr.name)
            if self._reservation:
                self._reservation.close()
            if self.store:
                self.store.close()
            self._folder.cleanup()

    @property
    def url(self):
        return f"{self.scheme}://{self.host}:{self.port}"

    @property
    def certificate(self):
        """The path of the server's TLS certificate; None for plain HTTP."""
        return dict(zip(self.args, self.args[1:])).get("--tls-cert")

    @property
    def pid(self):
        return self._process.pid

    @property
    def running(self):
        return self._process is not None and self._process.poll() is None

    @property
    def exit_code(self):
        """None while the process runs; negative if a signal ended it."""
        return self._process.poll()

    @property
    def stderr(self):
        """Everything that the server has written to standard error so far."""
        return pathlib.Path(self._stderr.name).read_text(errors="replace")

    def start(self):
        """Starts the process and waits until it prints its address."""
        more = shlex.split(os.environ.get("GAMESERVER_ARGS", ""))
        program = self.program or [str(binary()), "serve"]
        command = [*self.wrapper, *program, "--port", str(self.port), *more, *self.args]
        self._process = subprocess.Popen(
            command, cwd=self.cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._stderr
        )
        lines = queue.Queue()
        threading.Thread(target=_forward_lines, args=(self._process.stdout, lines), daemon=True).start()
        try:
            self.first_line = lines.get(timeout=START_LIMIT)
        except queue.Empty:
            self._fail(f"printed nothing on stdout within {START_LIMIT:.0f} s")
        found = LISTENING.match(self.first_line or "")
        if not found:
            self._fail(f"printed {self.first_line!r} first on stdout, not 'listening on http://HOST:PORT/'")
        self.scheme, self.host, self.port = found.group(1), found.group(2), int(found.group(3))

    def send(self, signal):
        """Sends a signal without waiting."""
        self._process.send_signal(signal)

    def wait(self, limit=STOP_LIMIT):
        """Waits for the exit code; raises subprocess.TimeoutExpired after `limit` seconds."""
        return self._process.wait(limit)

    def stop(self, signal=signals.SIGTERM, limit=STOP_LIMIT):
        """Sends a signal and returns the exit code; kills the process after `limit` seconds."""
        if self.running:
            self.send(signal)
        try:
            return self.wait(limit)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            print(
                f"the server (pid {self.pid}) did not end within {limit:.0f} s and was killed",
                file=sys.stderr,
            )
            return self.exit_code

    def restart(self, signal=signals.SIGTERM):
        """Stops the process and starts it again on the same port, so that its clients can reconnect."""
        self.stop(signal)
        self.start()

    def _fail(self, what):
        self._process.kill()
        code = self._process.wait()
        raise ServerDidNotStart(f"GameServer {what} (exit code {code}); its stderr:\n{self.stderr[-8000:]}")


def _forward_lines(stdout, lines):
    """Reads stdout to its end, so that the pipe never fills; the end of the stream is an empty line."""
    for line in stdout:
        lines.put(line.decode(errors="replace").rstrip("\n"))
    lines.put("")
