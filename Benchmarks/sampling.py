"""Where a process was found by `perf`, which looks at it some thousand times a second."""

import re
import subprocess

RATE = 1999


class Sampling:
    """Looks at `server` for some seconds from now on, and writes what it sees to `path`."""

    def __init__(self, server, path, seconds):
        self.path = path
        command = ["perf", "record", "-F", RATE, "-p", server.process.pid, "-o", path, "--", "sleep", seconds]
        self.process = subprocess.Popen(
            list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def frames(self):
        """Share in percent, place and name of each frame, the hottest first."""
        self.process.wait()
        told = subprocess.run(
            ["perf", "report", "-i", self.path, "--stdio", "--no-children", "--sort", "dso,symbol", "-t", "\t"],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout
        plain = subprocess.run(
            ["swift", "demangle", "--simplified"], input=told, capture_output=True, text=True, check=True).stdout
        found = re.findall(r"^ *([\d.]+)% *\t(?: *[\d.]+% *\t)?([^\t]+)\t\[[.k]\] ([^\t\n]+)", plain, re.MULTILINE)
        if not found:
            raise SystemExit("perf has seen nothing; it may be that it is not allowed to here")
        return [(float(share), place.strip().strip("[]"), name.strip()) for share, place, name in found]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
