"""Makes the disk fail for a while: the server refuses edits, answers reads, and recovers by itself."""

import asyncio
import signal
import time
from typing import NamedTuple

import checker
from connection import Broken, Connection, NotConnected
from stage import Stage, finish
from watchers import Getter, StreamReader
from world import create
from writers import Writer

TIMEOUT = 120.0
ACKNOWLEDGEMENT_LIMIT = 30.0  # seconds after a fault until an edit is acknowledged
QUIET_PERIOD = 1.0  # seconds without an error after which the fault is over
DEADLY_DURATION = 0.5  # seconds of errors before the server is killed


class Fault(NamedTuple):
    """A system call that strace makes fail in each thread; `when` is `N` or `first..last`, or with `+step`."""

    name: str
    call: str
    error: str
    when: str
    brief: bool = False  # /readyz may never report it
    deadly: bool = False  # it never ends, and the server is killed during it

    def command(self, log):
        fault = ["-e", f"trace={self.call}", "-e", f"inject={self.call}:error={self.error}:when={self.when}"]
        return ["strace", "-D", "-f", "-qqq", "-o", log, *fault]


FAULTS = [
    Fault("some syncs fail", "fdatasync", "EIO", "20..40"),
    Fault("every third sync fails", "fdatasync", "EIO", "20..50+3", brief=True),
    Fault("writes fail", "pwrite64", "EIO", "60..100"),
    Fault("the disk is full", "pwrite64", "ENOSPC", "60..100"),
    Fault("all syncs fail until a kill", "fdatasync", "EIO", "30+", deadly=True),
    Fault("all writes fail until a kill", "pwrite64", "EIO", "90+", deadly=True),
]


class Monitor:
    """Polls /readyz and a board, and counts the errors that strace has injected."""

    def __init__(self, world, log):
        self.world, self.log, self.connection = world, log, Connection(world.address)
        self.reasons, self.boards, self.injected = [], set(), 0
        self.first = self.last = None  # times of the first and the last error

    async def run(self):
        path = f"/games/{self.world.games[0]}/board"
        try:
            while True:
                self._judge(await self.connection.ask("GET", "/readyz"))
                self.boards.add((await self.connection.ask("GET", path)).status)
                await asyncio.sleep(0.01)
        except (Broken, NotConnected, TimeoutError) as error:
            self.boards.add(repr(error))

    def _judge(self, ready):
        """Notes the time if strace has injected an error since the last call or the server is not ready."""
        injected = self.log.read_text().count("INJECTED") if self.log.exists() else 0
        if ready.status != 200:
            self.reasons.append(ready.body.decode(errors="replace").strip())
        if injected > self.injected or ready.status != 200:
            self.injected, self.last = injected, time.monotonic()
            self.first = self.first or self.last

    @property
    def is_over(self):
        """Whether errors have occurred, but not in the last `QUIET_PERIOD`."""
        return bool(self.last and time.monotonic() - self.last > QUIET_PERIOD)

    @property
    def has_lasted(self):
        """Whether the first error is at least `DEADLY_DURATION` ago."""
        return bool(self.first and time.monotonic() - self.first > DEADLY_DURATION)


async def run_fault(fault, store="sqlite"):
    """Plays through one fault; returns (summary, violations, problems)."""
    stage, violations = Stage(store), ["interrupted"]
    try:
        await _prepare(stage)
        run = FaultRun(stage, fault)
        await run.play_through()
        await run.kill_and_restart()
        await stage.write_journals()
        violations = checker.check(stage.records())
        return run.summary(), violations, stage.problems
    finally:
        stage.keep = bool(violations or stage.problems)
        stage.close()


async def _prepare(stage):
    stage.start()
    for name in ("one", "two"):
        stage.world.games.append((await create(stage.world, "host", name))[0])
    stage.server.stop(signal.SIGTERM)


class FaultRun:
    """One fault, from before the first error until the server was killed and restarted."""

    def __init__(self, stage, fault):
        self.stage, self.world, self.fault = stage, stage.world, fault
        log = stage.folder / "strace"
        stage.start(fault.command(log))
        self.monitor = Monitor(self.world, log)
        games = self.world.games
        watchers = [StreamReader(self.world, "stream", games[0]), Getter(self.world, "get", games[1])]
        writers = [Writer(self.world, f"writer{n}", games) for n in range(4)]
        groups = writers, [self.monitor, *watchers]
        self.tasks = [[asyncio.create_task(one.run()) for one in group] for group in groups]

    async def play_through(self):
        """Plays until the fault is over or, if it never ends, has lasted long enough."""
        monitor, deadline = self.monitor, time.monotonic() + TIMEOUT
        while time.monotonic() < deadline and self.stage.server.running:
            if monitor.has_lasted if self.fault.deadly else monitor.is_over:
                break
            await asyncio.sleep(0.05)
        self.stage.problems += self._failures()
        if not self.fault.deadly:
            await self._check_recovery()
        self.tasks[1][0].cancel()

    async def _check_recovery(self):
        if not self.monitor.is_over:
            self.stage.problems.append(f"/readyz did not recover: {set(self.monitor.reasons)}")
        acknowledged, deadline = self.world.operations["ok"], time.monotonic() + ACKNOWLEDGEMENT_LIMIT
        while self.world.operations["ok"] == acknowledged:
            if time.monotonic() > deadline:
                return self.stage.problems.append("no edit is acknowledged after the fault")
            await asyncio.sleep(0.02)

    def _failures(self):
        """Descriptions of what the server did wrong during the fault."""
        server, tally = self.stage.server, self.world.tally
        if not server.running:
            yield f"the server ended with exit code {server.exit_code}: {server.stderr[-2000:]}"
        if not self.monitor.injected:
            yield "nothing was injected"
        if not self.monitor.reasons and not self.fault.brief:
            yield "/readyz never reported the fault"
        if self.monitor.boards != {200}:
            yield f"boards were answered with {self.monitor.boards}"
        if not any(what.startswith("503") for what in tally):
            yield f"no edit was answered with 503: {dict(tally)}"
        yield from (f"an edit was answered with {what}" for what in tally if what.startswith(("500", "502")))

    async def kill_and_restart(self):
        """Kills the server, verifies its folder, starts a new one and lets the writers settle."""
        self.stage.kill()
        self.stage.verify()
        self.stage.replace_server()
        await asyncio.to_thread(self.stage.start)
        self.world.playing = False
        self.stage.problems += await finish(*self.tasks)

    def summary(self):
        monitor = self.monitor
        seconds = (monitor.last or 0) - (monitor.first or 0)
        tally = ", ".join(f"{count} x {what}" for what, count in sorted(self.world.tally.items()))
        duration = "until the kill" if self.fault.deadly else f"for {seconds:.2f} s"
        return f"{monitor.injected} errors {duration}; edits: {tally}"
