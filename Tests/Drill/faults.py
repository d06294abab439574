"""Errors of the disk for a while: edits are told, reads go on, and all recovers without a restart."""

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

PATIENCE = 60.0
RECOVERED = 1.0  # seconds without trouble that count as recovered
AGONY = 0.5  # seconds of trouble before death


class Fault(NamedTuple):
    """What strace makes fail: these calls of each thread, by number: `N`, `first..last`, or with `+step`."""

    name: str
    call: str
    error: str
    when: str
    brief: bool = False  # it may be over before anybody has asked whether the server is ready
    deadly: bool = False  # the server is killed in the midst of the trouble

    def command(self, log):
        fault = ["-e", f"trace={self.call}", "-e", f"inject={self.call}:error={self.error}:when={self.when}"]
        return ["strace", "-D", "-f", "-qqq", "-o", log, *fault]


FAULTS = [
    Fault("some syncs fail", "fdatasync", "EIO", "20..40"),
    Fault("every third sync fails", "fdatasync", "EIO", "20..50+3", brief=True),
    Fault("writes fail", "pwrite64", "EIO", "60..100"),
    Fault("the disk is full", "pwrite64", "ENOSPC", "60..100"),
    Fault("all syncs fail until death", "fdatasync", "EIO", "30+", deadly=True),
    Fault("all writes fail until death", "pwrite64", "EIO", "90+", deadly=True),
]


class Monitor:
    """Asks all the while whether the server is ready, and for a board, and looks what strace has injected."""

    def __init__(self, world, log):
        self.world, self.log, self.line = world, log, Connection(world.address)
        self.reasons, self.boards, self.injected = [], set(), 0
        self.first = self.last = None  # moments of trouble

    async def run(self):
        path = f"/games/{self.world.games[0]}/board"
        try:
            while True:
                self._judge(await self.line.ask("GET", "/readyz"))
                self.boards.add((await self.line.ask("GET", path)).status)
                await asyncio.sleep(0.01)
        except (Broken, NotConnected, TimeoutError) as error:
            self.boards.add(repr(error))

    def _judge(self, ready):
        """Trouble is a call that strace has let fail since the last look, or a server that is not ready."""
        injected = self.log.read_text().count("INJECTED") if self.log.exists() else 0
        if ready.status != 200:
            self.reasons.append(ready.body.decode(errors="replace").strip())
        if injected > self.injected or ready.status != 200:
            self.injected, self.last = injected, time.monotonic()
            self.first = self.first or self.last

    @property
    def over(self):
        """Whether there was trouble, and none any more for a while."""
        return bool(self.last and time.monotonic() - self.last > RECOVERED)

    @property
    def in_agony(self):
        """Whether trouble has lasted for a while."""
        return bool(self.first and time.monotonic() - self.first > AGONY)


async def endure(fault, store="sqlite"):
    """Plays through one fault; returns (a line that tells of it, violations, problems)."""
    stage, violations = Stage(store), ["it broke off"]
    try:
        await _prepare(stage)
        ordeal = Ordeal(stage, fault)
        await ordeal.suffer()
        await ordeal.die_and_return()
        await stage.write_journals()
        violations = checker.check(stage.records())
        return ordeal.line(), violations, stage.problems
    finally:
        stage.keep = bool(violations or stage.problems)
        stage.close()


async def _prepare(stage):
    stage.start()
    for name in ("one", "two"):
        stage.world.games.append((await create(stage.world, "host", name))[0])
    stage.server.stop(signal.SIGTERM)


class Ordeal:
    """One fault, from before the first failure until the server was killed and has come back."""

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

    async def suffer(self):
        """Plays until the trouble has been over for a while, or has lasted for a while when it never ends."""
        monitor, deadline = self.monitor, time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.stage.server.running:
            if monitor.in_agony if self.fault.deadly else monitor.over:
                break
            await asyncio.sleep(0.05)
        self.stage.problems += self._complaints()
        if not self.fault.deadly:
            await self._go_on()
        self.tasks[1][0].cancel()

    async def _go_on(self):
        if not self.monitor.over:
            self.stage.problems.append(f"/readyz did not recover: {set(self.monitor.reasons)}")
        acknowledged = self.world.operations["ok"]
        await asyncio.sleep(0.5)
        if self.world.operations["ok"] == acknowledged:
            self.stage.problems.append("no edit is acknowledged after the trouble")

    def _complaints(self):
        """What the server should have done meanwhile, and did not."""
        server, tally = self.stage.server, self.world.tally
        if not server.running:
            yield f"the server ended with exit code {server.exit_code}: {server.stderr[-2000:]}"
        if not self.monitor.injected:
            yield "nothing was injected"
        if not self.monitor.reasons and not self.fault.brief:
            yield "/readyz never told of trouble"
        if self.monitor.boards != {200}:
            yield f"boards were answered {self.monitor.boards}"
        if not any(what.startswith("503") for what in tally):
            yield f"no edit was told of the trouble: {dict(tally)}"
        yield from (f"an edit was answered {what}" for what in tally if what.startswith(("500", "502")))

    async def die_and_return(self):
        """Kills the server, verifies the folder, starts anew, and lets everybody settle."""
        self.stage.kill()
        self.stage.verify()
        self.stage.replace_server()
        await asyncio.to_thread(self.stage.start)
        self.world.playing = False
        self.stage.problems += await finish(*self.tasks)

    def line(self):
        monitor = self.monitor
        lasted = (monitor.last or 0) - (monitor.first or 0)
        tally = ", ".join(f"{count} x {what}" for what, count in sorted(self.world.tally.items()))
        told = "until death" if self.fault.deadly else f"for {lasted:.2f} s"
        return f"{monitor.injected} injected, trouble {told}; edits: {tally}"
