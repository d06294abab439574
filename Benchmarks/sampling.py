"""Where a process was found by `perf`, which looks at it some thousand times a second."""

import re
import subprocess

RATE = 1999


class Sampling:
    """Looks at `server` for some seconds from now on, and writes what it sees to `path`."""

    def __init__(self, server, path, seconds, with_callers=False):
        self.path = path
        command = ["perf", "record", "-F", RATE, "-p", server.process.pid, "-o", path, "--", "sleep", seconds]
        if with_callers:
            command.insert(2, "-g")
        self.process = subprocess.Popen(
            list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def frames(self):
        """Share in percent, place and name of each frame, the hottest first."""
        plain = self.report("--no-children")
        found = re.findall(r"^ *([\d.]+)% *\t(?: *[\d.]+% *\t)?([^\t]+)\t\[[.k]\] ([^\t\n]+)", plain, re.MULTILINE)
        if not found:
            raise SystemExit("perf has seen nothing; it may be that it is not allowed to here")
        return [(float(share), place.strip().strip("[]"), name.strip()) for share, place, name in found]

    def share_within(self, frame):
        """The share of 1 in which `frame` was found, or what it calls; only with callers."""
        line = rf"^ *([\d.]+)%.*\[[.k]\] {re.escape(frame)} *(\t|$)"
        found = re.search(line, self.report("--children", "-g", "none"), re.MULTILINE)
        if not found:
            raise SystemExit(f"perf has not seen {frame}")
        return float(found[1]) / 100

    def report(self, *arguments):
        """What perf tells of it, once it has ended, with the names as they are in the source."""
        self.process.wait()
        told = subprocess.run(
            ["perf", "report", "-i", self.path, "--stdio", *arguments, "--sort", "dso,symbol", "-t", "\t"],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout
        return subprocess.run(
            ["swift", "demangle", "--simplified"], input=told, capture_output=True, text=True, check=True).stdout

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
