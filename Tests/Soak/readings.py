"""Measurements of the server's process during the soak, and their trend."""

import dataclasses
import math
import os
import pathlib
import re
import statistics
import time

TICKS = os.sysconf("SC_CLK_TCK")


@dataclasses.dataclass(frozen=True)
class Reading:
    """One measurement of the process, in bytes and counts, at `seconds` since the start."""

    seconds: float
    resident: int
    anonymous: int
    descriptors: int
    threads: int
    processor: float
    log_lines: int
    games: int = 0
    streams: int = 0
    polls: int = 0
    answered: int = 0

    @classmethod
    def of(cls, server, began, **counts):
        process = pathlib.Path(f"/proc/{server.pid}")
        status = (process / "status").read_text()
        times = (process / "stat").read_text().rsplit(")", 1)[1].split()
        return cls(
            seconds=time.monotonic() - began,
            resident=_kilobytes(status, "VmRSS"),
            anonymous=_kilobytes(status, "RssAnon"),
            descriptors=len(os.listdir(process / "fd")),
            threads=int(re.search(r"Threads:\s+(\d+)", status).group(1)),
            processor=(int(times[11]) + int(times[12])) / TICKS,
            log_lines=server.stderr.count("\n"),
            **counts,
        )


def _kilobytes(status, name):
    return int(re.search(rf"{name}:\s+(\d+) kB", status).group(1)) * 1024


def gauges(text):
    """The numbers of games, streams and polls in the text of /metrics."""

    def value(name):
        return int(re.search(rf"^fivebyfive_{name} (\d+)$", text, re.MULTILINE).group(1))

    return {"games": value("games"), "streams": value("streams"), "polls": value("parked_polls")}


@dataclasses.dataclass(frozen=True)
class Trend:
    """A regression line through minute means: its slope a minute, and half the width of its 95 % interval."""

    slope: float
    margin: float

    @property
    def grows(self):
        """Whether the growth is significant."""
        return self.slope > self.margin

    @classmethod
    def of(cls, points, block=60.0):
        """The trend of (seconds, value) points, averaged in blocks because neighbours are correlated."""
        blocks = {}
        for seconds, value in points:
            blocks.setdefault(int(seconds // block), []).append((seconds, value))
        means = [tuple(map(statistics.fmean, zip(*block, strict=True))) for block in blocks.values()]
        if len(means) < 3:
            return cls(math.nan, math.inf)
        x, y = [seconds / 60 for seconds, _ in means], [value for _, value in means]
        slope, start = statistics.linear_regression(x, y)
        rest = sum((b - start - slope * a) ** 2 for a, b in zip(x, y, strict=True))
        middle = statistics.fmean(x)
        error = math.sqrt(rest / (len(x) - 2) / sum((a - middle) ** 2 for a in x))
        return cls(slope, _student(len(x) - 2) * error)


def _student(freedom):
    """The 97.5 % quantile of Student's t, by Cornish-Fisher expansion; within 2 % from 3 degrees of freedom."""
    z = statistics.NormalDist().inv_cdf(0.975)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
