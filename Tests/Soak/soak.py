"""Runs a mixed load with crashing clients for half an hour, and checks that the server does not grow.

    python Tests/Soak/soak.py --minutes 30 --rate 500

Readers, long polls, writers with and without move ids, streams, and games of all four rule sets with bots run on
SQLite at a fixed modest rate, while other clients keep crashing. Memory, descriptors, threads and log lines are
measured every few seconds. The first third is warm-up: the memory budget for games, the lobby's move ids and
the allocator fill up. The trend is taken from the rest. The budget is small, so that games are evicted all the
time. The exit code is 1 if anything grew significantly, was left open, was logged or was answered wrongly.
"""

import argparse
import asyncio
import csv
import dataclasses
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "Drill")]

import crowd as clients  # noqa: E402
from crashes import CrashingClient  # noqa: E402
from picture import draw  # noqa: E402
from plays import play  # noqa: E402
from readings import Reading, Trend, gauges  # noqa: E402
from server_process import ServerProcess, binary  # noqa: E402

WARM_UP = 1 / 3
TOLERATED_GROWTH = 10_000  # bytes a minute; less is indistinguishable from the allocator's noise
LINES_AT_START = 3
REHEARSAL = 10  # seconds

SHARES = {  # of the rate
    "read": 0.56,
    "read again": 0.15,
    "edit": 0.10,
    "edit with id": 0.09,
    "poll": 0.03,
    "play": 0.06,
}


def activities(crowd):
    """The coroutines of all clients; each runs until the soak is over."""
    rate = {name: share * crowd.rate for name, share in SHARES.items()}
    for _ in range(8):
        reader = clients.Reader(crowd)
        yield crowd.repeat(rate["read"] / 8, reader.look)
        yield crowd.repeat(rate["read again"] / 8, clients.Reader(crowd).look_again)
    for _ in range(4):
        yield crowd.repeat(rate["edit"] / 4, clients.Writer(crowd).write)
        yield crowd.repeat(rate["edit with id"] / 4, clients.Writer(crowd).write_once)
    for _ in range(20):
        yield crowd.repeat(rate["poll"] / 40, clients.Reader(crowd).wait_for_change)
    for _ in range(40):
        yield crowd.repeat(0.2, clients.Watcher(crowd).watch)
    yield crowd.repeat(crowd.rate / 500, lambda: clients.renew_boards(crowd))
    for _ in range(10):
        yield crowd.repeat(crowd.rate / 1000, CrashingClient(crowd).crash)
    games = rate["play"] / 180  # of each kind a second; one of each takes about 180 requests in total
    for kind in ("free", "square", "mini", "guess", "lobby_seat"):
        for _ in range(3):
            yield crowd.repeat(games / 3, lambda kind=kind: play(crowd, kind))


async def soak(server, crowd, minutes, every, show):
    """Runs the crowd for `minutes`; returns a reading for every `every` seconds."""
    began, readings, connection = time.monotonic(), [], crowd.connect()
    tasks = [asyncio.create_task(action) for action in activities(crowd)]
    while (now := time.monotonic() - began) < minutes * 60:
        await asyncio.sleep(min(every, minutes * 60 - now))
        broken = [task for task in tasks if task.done()]
        if broken:
            broken[0].result()
        metrics = await connection.ask("GET", "/metrics")
        counts = gauges(metrics.body.decode())
        readings.append(Reading.of(server, began, answered=crowd.answered, **counts))
        show(readings[-1])
    crowd.is_over = True
    await asyncio.wait(tasks, timeout=30)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    crowd.close_connections()
    return readings


async def wait_until_idle(server, crowd, limit=60.0):
    """Waits until all streams and polls have ended and no descriptor is closing; returns the last reading."""
    began, connection, last = time.monotonic(), crowd.connect(), None
    while True:
        counts = gauges((await connection.ask("GET", "/metrics")).body.decode())
        now = Reading.of(server, began, answered=crowd.answered, **counts)
        is_quiet = last and last.descriptors == now.descriptors and now.streams == now.polls == 0
        if is_quiet or now.seconds > limit:
            connection.close()
            return now
        last = now
        await asyncio.sleep(2)


class Verdict:
    """The results of a soak; `faults` has the failed checks."""

    def __init__(self, before, readings, after, crowd, warm_up, verified):
        steady = [reading for reading in readings if reading.seconds >= warm_up] or readings
        self.steady, self.before, self.after, self.crowd = steady, before, after, crowd
        first, last = steady[0], steady[-1]
        self.resident = Trend.of([(reading.seconds, reading.resident) for reading in steady])
        self.anonymous = Trend.of([(reading.seconds, reading.anonymous) for reading in steady])
        self.descriptors = Trend.of([(reading.seconds, reading.descriptors) for reading in steady])
        self.processor = (last.processor - first.processor) / max(last.seconds - first.seconds, 1e-9)
        self.rate = (last.answered - first.answered) / max(last.seconds - first.seconds, 1e-9)
        self.verified = verified
        self.faults = list(self._faults())

    def _faults(self):
        if self.anonymous.grows and self.anonymous.slope - self.anonymous.margin > TOLERATED_GROWTH:
            yield "memory grows"
        if self.after.descriptors > self.before.descriptors:
            yield f"{self.after.descriptors - self.before.descriptors} descriptors were left open"
        if self.after.streams or self.after.polls:
            yield f"{self.after.streams} streams and {self.after.polls} polls were left open"
        if self.after.threads > max(reading.threads for reading in self.steady):
            yield "threads were left running"
        if self.after.log_lines > LINES_AT_START:
            yield f"{self.after.log_lines} lines in the log"
        if self.crowd.unexpected:
            yield f"unexpected answers: {dict(self.crowd.unexpected)}"
        if self.crowd.failures:
            yield f"failures: {dict(self.crowd.failures)}"
        if not self.verified:
            yield "the stored games do not verify"

    def lines(self):
        def megabytes(name):
            values = [getattr(reading, name) / 1e6 for reading in self.steady]
            return f"{min(values):.1f} to {max(values):.1f} MB"

        def slope(trend):
            return f"{trend.slope / 1000:+.1f} ± {trend.margin / 1000:.1f} kB/min"

        span = [reading.descriptors for reading in self.steady]
        yield "answers a second", f"{self.rate:.0f}"
        yield "processor time of the server", f"{self.processor:.2f} of a core"
        yield "resident memory after warm-up", megabytes("resident")
        yield "… its slope", slope(self.resident)
        yield "anonymous memory after warm-up", megabytes("anonymous")
        yield "… its slope", slope(self.anonymous)
        yield "games in memory", f"{min(r.games for r in self.steady)} to {max(r.games for r in self.steady)}"
        yield "open descriptors", f"{min(span)} to {max(span)}, {self.descriptors.slope:+.2f} a minute"
        yield "descriptors before and after", f"{self.before.descriptors} and {self.after.descriptors}"
        yield "threads", ", ".join(map(str, sorted({reading.threads for reading in self.steady})))
        yield "lines in the log", f"{self.after.log_lines}"
        yield "streams opened, clients crashed", f"{self.crowd.streams_opened}, {self.crowd.crashes}"
        yield "stored games verify", "yes" if self.verified else "no"
        yield "verdict", "; ".join(self.faults) or "no growth, no leaks, no log lines"


def write_report(folder, readings, verdict, crowd, warm_up, minutes):
    """Writes the readings, the picture and the tables into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "soak.csv").open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(field.name for field in dataclasses.fields(Reading))
        table.writerows(dataclasses.astuple(reading) for reading in readings)
    (folder / "soak.svg").write_text(draw(readings, warm_up))
    rows = [f"| {what} | {value} |" for what, value in verdict.lines()]
    actions = [
        f"| {action} | " + ", ".join(f"{status}: {count:,}" for status, count in sorted(counter.items())) + " |"
        for action, counter in sorted(crowd.statuses.items())
    ]
    text = [f"| {minutes:g} minutes, {crowd.rate:g} requests/s wanted | |", "|---|---|", *rows, ""]
    text += ["| action | answers by status |", "|---|---|", *actions, ""]
    (folder / "soak.md").write_text("\n".join(text))


def verifies(data):
    """Whether `GameServer verify` accepts the stored games."""
    done = subprocess.run([binary(), "verify", "--data", data], capture_output=True, text=True)
    print(done.stdout.strip()[-300:], done.stderr.strip()[-300:])
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--rate", type=float, default=500, help="requests a second in total")
    parser.add_argument("--every", type=float, default=5, help="seconds between readings")
    parser.add_argument("--game-memory", type=int, default=16, help="megabytes; small, so that games are evicted")
    parser.add_argument("--io-threads", type=int, default=1, help="event loops of the server")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path(".build/soak"))
    options = parser.parse_args()
    warm_up = options.minutes * 60 * WARM_UP

    def show(reading):
        print(
            f"{reading.seconds / 60:6.2f} min {reading.resident / 1e6:7.1f} MB, {reading.games} games,"
            f" {reading.descriptors} descriptors, {reading.answered} answers",
            flush=True,
        )

    arguments = ["--no-address-limits", "--game-events", 10**9]
    arguments += ["--game-memory", options.game_memory, "--io-threads", options.io_threads]
    with ServerProcess(*arguments) as server:
        address = server.host, server.port
        rehearsal, crowd = clients.Crowd(address, options.rate), clients.Crowd(address, options.rate)
        # The process opens its permanent descriptors and threads during the rehearsal.
        asyncio.run(soak(server, rehearsal, REHEARSAL / 60, REHEARSAL, print))
        before = asyncio.run(wait_until_idle(server, rehearsal))
        readings = asyncio.run(soak(server, crowd, options.minutes, options.every, show))
        after = asyncio.run(wait_until_idle(server, crowd))
        stopped = server.stop()
        assert stopped == 0, f"the server ended with {stopped}: {server.stderr[-2000:]}"
        verdict = Verdict(before, readings, after, crowd, warm_up, verifies(server.data))
    write_report(options.folder, readings, verdict, crowd, warm_up, options.minutes)
    print((options.folder / "soak.md").read_text())
    print(f"picture: {options.folder / 'soak.svg'}")
    sys.exit(1 if verdict.faults else 0)


if __name__ == "__main__":
    main()
