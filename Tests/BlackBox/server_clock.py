"""The clocks that a server sees, set by libfaketime: a test of a deadline moves them and need not wait."""

import pathlib
import signal as signals
import tempfile

from client import ask, eventually
from server_process import ServerProcess


# The library divides the timeouts of `epoll_wait` by the speed, and 0 by 0 is for ever.
STILL = "0.000001"


class FakeClock:
    """A file with the clock of a server, and the command that makes a server obey it."""

    def __init__(self, folder, *environment):
        self.file = pathlib.Path(folder) / "clock"
        self.set(0)
        (library,) = pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")
        self.wrapper = ["env", f"LD_PRELOAD={library}", f"FAKETIME_TIMESTAMP_FILE={self.file}"]
        # The library moves the environment of the first process, beside which Swift expects the arguments.
        self.wrapper += ["FAKETIME_NO_CACHE=1", *environment, "nice", "-n", "0"]

    def set(self, offset, speed=1):
        """Sets the clock to the real time plus `offset` seconds, and its speed."""
        temporary = self.file.with_suffix(".new")
        temporary.write_text(f"{offset:+.3f} x{speed}\n")
        temporary.replace(self.file)


class WallClock(FakeClock):
    """The wall clock that a server sees; its monotonic clock is the real one."""

    def __init__(self, folder):
        super().__init__(folder, "FAKETIME_DONT_FAKE_MONOTONIC=1", "DONT_FAKE_MONOTONIC=1")


class StoppedServer(ServerProcess):
    """A server whose clocks stand still while it runs: only `advance` moves them."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self._clocks, self._offset = tempfile.TemporaryDirectory(prefix="clock-"), 0
        self._clock = FakeClock(self._clocks.name)
        self.wrapper += self._clock.wrapper

    def start(self):
        self._clock.set(self._offset, speed=STILL)
        super().start()

    def move(self, seconds):
        """Moves the clocks. The server notices when something else wakes its event loop."""
        if self.running:
            # A step in the middle of something would count as the time that it took.
            eventually(self._is_idle, what="idleness")
        self._offset += seconds
        self._clock.set(self._offset, speed=STILL)

    def _is_idle(self):
        """Whether no thread of the server is running."""
        tasks = pathlib.Path(f"/proc/{self.pid}/task").glob("*/stat")
        try:
            return not {task.read_text().rpartition(") ")[2][0] for task in tasks} & set("RD")
        except (FileNotFoundError, ProcessLookupError):
            return False  # a thread has ended meanwhile

    def advance(self, seconds):
        """Moves the clocks, and returns when the server has done what was due by then."""
        self.move(seconds)
        if self.running:
            # Each answer follows a turn of the event loop, which begins with the timers.
            for _ in range(2):
                assert ask(self, "GET", "/healthz").status == 200

    def let_run(self):
        """Lets the clocks run."""
        self._clock.set(self._offset)

    def stop(self, signal=signals.SIGTERM, **limit):
        """Stops the server, which needs its clocks for an orderly end."""
        if signal != signals.SIGKILL:
            self.let_run()
        return super().stop(signal, **limit)

    def __exit__(self, *error):
        super().__exit__(*error)
        self._clocks.cleanup()
