"""Disk faults of a running server: strace makes its system calls fail or wait for a while."""

import pathlib
import signal
import subprocess
import tempfile
import time

LIMIT = 5.0  # seconds


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
        deadline = time.monotonic() + LIMIT
        while "attached" not in output.read_text():
            assert self._strace.poll() is None and time.monotonic() < deadline, output.read_text()
            time.sleep(0.01)
        return self

    def __exit__(self, *_):
        self.end()
        self._folder.cleanup()

    def end(self):
        """Detaches strace; later system calls succeed again."""
        if self._strace.poll() is None:
            self._strace.send_signal(signal.SIGINT)
        try:
            self._strace.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self._strace.kill()
            self._strace.wait()

    @property
    def count(self):
        """The number of system calls that have failed or waited so far because of the faults."""
        return sum(line.count("(INJECTED)") + line.count("(DELAYED)") for line in open(self.log))
