"""Holds the listening socket while servers are stopped and started, as systemd does."""

import contextlib
import os
import pathlib
import queue
import signal
import socket
import subprocess
import sys
import tempfile
import threading

from server_process import ROOT, START_LIMIT, STOP_LIMIT, ServerProcess, binary

BY_ENVIRONMENT = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
os.execv(sys.argv[2], sys.argv[2:])
"""


class Supervisor:
    """A listening socket and a store, with one server after another on both.

    The server receives the socket as descriptor 3 by systemd's environment variables, or by `--listen-fd N`.
    """

    scheme = "http"

    def __init__(self, *args, by_option=False):
        self.args, self.by_option = [str(arg) for arg in args], by_option

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            self.socket = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=1024))
            self.host, self.port = self.socket.getsockname()
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="supervisor-"))
            self.log = pathlib.Path(folder) / "stderr"
            self.store = ServerProcess.store_class(pathlib.Path(folder) / "data")
            stack.callback(self.store.close)
            self.start()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_):
        if self.running:
            self._process.kill()
            self._process.wait()
        self._stack.close()

    @property
    def running(self):
        return self._process.poll() is None

    @property
    def pid(self):
        return self._process.pid

    @property
    def stderr(self):
        return self.log.read_text(errors="replace")

    def start(self):
        """Starts a server on the socket and returns when it has printed its address."""
        number = str(self.socket.fileno())
        serve = [str(binary()), "serve", "--no-address-limits", *self.store.arguments, *self.args]
        by_environment = [sys.executable, "-S", "-E", "-c", BY_ENVIRONMENT, number, *serve]
        command = [*serve, "--listen-fd", number] if self.by_option else by_environment
        with open(self.log, "ab") as stderr:
            self._process = subprocess.Popen(
                command,
                cwd=ROOT,
                pass_fds=[int(number)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=stderr,
                env={**os.environ, "LISTEN_FDS": "", "LISTEN_PID": ""},
            )
        lines = queue.Queue()
        threading.Thread(target=read_all, args=(self._process.stdout, lines), daemon=True).start()
        self.first_line = lines.get(timeout=START_LIMIT)

    def send(self, kind):
        """Sends a signal and does not wait."""
        self._process.send_signal(kind)

    def wait(self):
        """Waits until the server ends and returns its exit code."""
        return self._process.wait(STOP_LIMIT)

    def stop(self, kind=signal.SIGTERM):
        """Stops the server. The socket stays open: new clients wait in its backlog."""
        self.send(kind)
        return self.wait()

    def restart(self, kind=signal.SIGTERM):
        code = self.stop(kind)
        self.start()
        return code


def read_all(stdout, lines):
    for line in stdout:
        lines.put(line.decode().rstrip("\n"))
    lines.put("")
