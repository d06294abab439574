"""Disk faults of a running server: strace makes its system calls fail or wait for a while."""

import pathlib
import signal
import subprocess
import tempfile

from client import eventually
from wire import LIMIT


class SyscallFaults:
    """System calls of the server fail during the `with`: `SyscallFaults(server, "fdatasync:error=EIO")`.

    A fault has the syntax of strace's `inject` option.
    """

    def __init__(self, server, *faults):
        self.server, self.faults = server, faults

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="syscall-faults-")
        self.log, output = (pathlib.Path(self._folder.name) / name for name in ("log", "stderr"))
        calls = ",".join(fault.split(":")[0] for fault in self.faults)
        command = ["strace", "-f", "-p", str(self.server.pid), "-o", self.log, "-e", f"trace={calls}"]
        for fault in self.faults:
            command += ["-e", f"inject={fault}"]
        with open(output, "wb") as stderr:
            self._strace = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=stderr)
        eventually(lambda: "attached" in output.read_text() or self._strace.poll(), what="attaching strace")
        assert self._strace.poll() is None, output.read_text()
        return self

    def __exit__(self, *_):
        self.end()
        self._folder.cleanup()

    def end(self):
        """Detaches strace: delayed system calls go on, and later ones succeed."""
        if self._strace.poll() is None:
            self._strace.send_signal(signal.SIGINT)
        try:
            self._strace.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self._strace.kill()
            self._strace.wait()

    @property
    def count(self):
        """The number of system calls that have failed so far because of the faults."""
        return self.log.read_text().count("(INJECTED)")

    @property
    def is_waiting(self):
        """Whether a system call has begun: a delayed one waits, and its line is not complete."""
        return "fdatasync(" in self.log.read_text()


def stuck_sync(server):
    """The next sync of the server's database waits until `end`, or the end of the `with`."""
    return SyscallFaults(server, "fdatasync:delay_enter=600000000:when=1")
