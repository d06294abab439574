"""Samples a process with `perf`."""

import re
import subprocess

RATE = 1999


class Sampling:
    """Samples `server` for some seconds from now on, and writes the samples to `path`."""

    def __init__(self, server, path, seconds, with_callers=False):
        self.path = path
        command = ["perf", "record", "-F", RATE, "-p", server.process.pid, "-o", path, "--", "sleep", seconds]
        if with_callers:
            command.insert(2, "-g")
        self.process = subprocess.Popen(
            list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def frames(self):
        """The share in percent, the binary and the name of each frame, hottest first."""
        plain = self.report("--no-children")
        found = re.findall(r"^ *([\d.]+)% *\t(?: *[\d.]+% *\t)?([^\t]+)\t\[[.k]\] ([^\t\n]+)", plain, re.MULTILINE)
        if not found:
            raise SystemExit("perf has no samples; it may not be permitted here")
        return [(float(share), binary.strip().strip("[]"), name.strip()) for share, binary, name in found]

    def share_within(self, frame):
        """The share, from 0 to 1, of samples in `frame` and its callees; requires `with_callers`."""
        line = rf"^ *([\d.]+)%.*\[[.k]\] {re.escape(frame)} *(\t|$)"
        found = re.search(line, self.report("--children", "-g", "none"), re.MULTILINE)
        if not found:
            raise SystemExit(f"perf has no samples in {frame}")
        return float(found[1]) / 100

    def report(self, *arguments):
        """Waits for perf, and returns its report with demangled names."""
        self.process.wait()
        text = subprocess.run(
            ["perf", "report", "-i", self.path, "--stdio", *arguments, "--sort", "dso,symbol", "-t", "\t"],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout
        return subprocess.run(
            ["swift", "demangle", "--simplified"], input=text, capture_output=True, text=True, check=True).stdout

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
