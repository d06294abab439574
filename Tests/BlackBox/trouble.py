"""Trouble with the disk of a server that runs: strace makes its system calls fail for a while."""

import pathlib
import signal
import subprocess
import tempfile
import time

LIMIT = 5.0


class Trouble:
    """While the `with` lasts, system calls of the server fail: `Trouble(server, "fdatasync:error=EIO")`.

    The words are those of strace's `inject`.
    """

    def __init__(self, server, *faults):
        self.server, self.faults = server, faults

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="trouble-")
        self.log, said = (pathlib.Path(self._folder.name) / name for name in ("log", "said"))
        calls = ",".join(fault.split(":")[0] for fault in self.faults)
        command = ["strace", "-f", "-p", str(self.server.pid), "-o", self.log, "-e", f"trace={calls}"]
        for fault in self.faults:
            command += ["-e", f"inject={fault}"]
        with open(said, "wb") as stderr:
            self._strace = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=stderr)
        deadline = time.monotonic() + LIMIT
        while "attached" not in said.read_text():
            assert self._strace.poll() is None and time.monotonic() < deadline, said.read_text()
            time.sleep(0.01)
        return self

    def __exit__(self, *_):
        self.end()
        self._folder.cleanup()

    def end(self):
        """The cause goes; all that the server does from now on succeeds again."""
        if self._strace.poll() is None:
            self._strace.send_signal(signal.SIGINT)
        try:
            self._strace.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self._strace.kill()
            self._strace.wait()

    @property
    def count(self):
        """How many calls were made to fail or to wait so far."""
        return sum(line.count("(INJECTED)") + line.count("(DELAYED)") for line in open(self.log))
