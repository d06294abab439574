"""Runs a player and an attack on one server, and measures latency, memory, connections and processor time."""

import contextlib
import dataclasses
import os
import pathlib
import re
import statistics
import threading
import time

from player import ADDRESS, Player  # first, as it makes `client` known
from client import ask
from server_process import ServerProcess
from wire import Wire

TICKS = os.sysconf("SC_CLK_TCK")
KINDS = ("read", "edit", "event")
WARM_UP = 0.5  # seconds of play before the first measurement


@dataclasses.dataclass
class Result:
    """The measurements of one attack. Times are the player's, in milliseconds; memory is in resident bytes."""

    name: str
    what: str
    times: dict
    faults: list
    memory: tuple  # before the attack, at its peak, after all connections were closed
    connections: int  # the most that the server had during the attack
    processor: tuple  # shares of one core without and with the attack
    left_open: int
    answers: dict  # of the attack, by status

    def p99(self, phase, kind):
        return self.percentile(99, phase, kind)

    def percentile(self, percent, phase, kind):
        values = sorted(self.times.get(phase, {}).get(kind, []))
        return statistics.quantiles(values, n=100)[percent - 1] if len(values) >= 2 else float("nan")

    def ratio(self, kind):
        return self.p99("attack", kind) / self.p99("calm", kind)

    @property
    def bytes_each(self):
        """The peak of resident memory for each connection of the attack."""
        return (self.memory[1] - self.memory[0]) / max(self.connections, 1)

    @property
    def retained(self):
        """Resident memory that was not released after all connections were closed."""
        return self.memory[2] - self.memory[0]


class Observer:
    """Measures the server's process through /proc."""

    def __init__(self, server):
        self.folder = pathlib.Path(f"/proc/{server.pid}")
        self.peak = self.most_sockets = 0
        self.is_over = threading.Event()

    def memory(self):
        return int(re.search(r"VmRSS:\s+(\d+)", (self.folder / "status").read_text()).group(1)) * 1024

    def sockets(self):
        count = 0
        for one in os.listdir(self.folder / "fd"):
            with contextlib.suppress(FileNotFoundError):
                count += os.readlink(self.folder / "fd" / one).startswith("socket:")
        return count

    def processor(self):
        fields = (self.folder / "stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @contextlib.contextmanager
    def recording_peaks(self):
        def look():
            while not self.is_over.wait(0.1):
                self.peak = max(self.peak, self.memory())
                self.most_sockets = max(self.most_sockets, self.sockets())

        watching = threading.Thread(target=look, daemon=True)
        watching.start()
        yield
        self.is_over.set()
        watching.join()
        self.is_over.clear()

    def wait_until_closed(self, wanted, limit=120.0):
        """Waits until at most `wanted` sockets are open; returns the surplus after `limit` seconds."""
        deadline = time.monotonic() + limit
        while (many := self.sockets()) > wanted and time.monotonic() < deadline:
            time.sleep(0.05)
        return max(0, many - wanted)


def duel(kind, seconds, rounds=1, size=1.0, calm=True):
    """Measures a player without and during an attack, `rounds` times in turn, on a new server."""
    with ServerProcess(*kind.arguments, wrapper=kind.wrapper) as server:
        attack = kind(server, size)
        attack.prepare()
        with Player(server) as player:
            watch, shares = Observer(server), {"calm": [], "attack": []}
            player.begin("warm-up")
            time.sleep(WARM_UP)
            before, sockets = watch.memory(), watch.sockets()
            left = 0
            for _ in range(rounds):
                if calm:
                    shares["calm"].append(_phase(watch, player, "calm", seconds))
                with watch.recording_peaks():
                    player.begin("begin")
                    attack.begin()
                    shares["attack"].append(_phase(watch, player, "attack", seconds))
                player.begin("after")
                attack.end()
                left = watch.wait_until_closed(sockets)
            # Each answer follows a turn of the server's loop, in which it releases what the connections held. It still
            # may refuse the attackers' address, because their connections that it has yet to accept count.
            for _ in range(2):
                with Wire(server, source=ADDRESS) as wire:
                    ask(server, "GET", "/healthz", wire=wire)
            after = watch.memory()
            report = player.end()
        assert server.running, f"the server ended with {server.exit_code}"
    share = [statistics.fmean(values) if values else 0.0 for values in shares.values()]
    what = " ".join(kind.__doc__.split())
    memory = before, max(watch.peak, before), after
    connections = watch.most_sockets - sockets
    return Result(kind.__name__, what, report["times"], report["faults"], memory, connections, tuple(share), left, attack.answers)


def _phase(watch, player, name, seconds):
    """Plays one phase; returns the server's share of a core."""
    player.begin(name)
    began, used = time.monotonic(), watch.processor()
    time.sleep(seconds)
    return (watch.processor() - used) / (time.monotonic() - began)
