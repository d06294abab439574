"""A player and an attack on one server: how the player fares before and during it, and what the server keeps."""

import contextlib
import dataclasses
import os
import pathlib
import re
import statistics
import threading
import time

from player import Player
from server_process import ServerProcess

TICKS = os.sysconf("SC_CLK_TCK")
KINDS = ("read", "edit", "event")


@dataclasses.dataclass
class Result:
    """What came of one attack. Times are the player's, in milliseconds; memory is resident, in bytes."""

    name: str
    what: str
    times: dict
    faults: list
    memory: tuple  # before, at most during, after everybody left
    connections: int  # at most, of the server, during the attack
    processor: tuple  # shares of one core before and during
    left_open: int

    def p99(self, phase, kind):
        values = sorted(self.times.get(phase, {}).get(kind, []))
        return statistics.quantiles(values, n=100)[98] if len(values) >= 2 else float("nan")

    def ratio(self, kind):
        return self.p99("attack", kind) / self.p99("calm", kind)

    @property
    def bytes_each(self):
        """Resident memory that each connection of the attack cost at most."""
        return (self.memory[1] - self.memory[0]) / max(self.connections, 1)

    @property
    def kept(self):
        """Resident memory that stayed when everybody had left."""
        return self.memory[2] - self.memory[0]


class Observer:
    """Looks at the server's process from outside."""

    def __init__(self, server):
        self.folder = pathlib.Path(f"/proc/{server.pid}")
        self.peak = self.most = 0
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
    def noting_peaks(self):
        def look():
            while not self.is_over.wait(0.1):
                self.peak = max(self.peak, self.memory())
                self.most = max(self.most, self.sockets())

        watching = threading.Thread(target=look, daemon=True)
        watching.start()
        yield
        self.is_over.set()
        watching.join()
        self.is_over.clear()

    def when_left(self, wanted, limit=45.0):
        """Waits until no more sockets are open than before; gives how many too many there are."""
        deadline = time.monotonic() + limit
        while (many := self.sockets()) > wanted and time.monotonic() < deadline:
            time.sleep(0.05)
        return max(0, many - wanted)


def duel(kind, seconds, rounds=1, size=1.0, calm=True):
    """Lets a player play before and during an attack, so many times in turn, on a server of their own."""
    with ServerProcess(*kind.arguments, wrapper=kind.wrapper) as server:
        attack = kind(server, size)
        attack.prepare()
        with Player(server) as player:
            watch, shares = Observer(server), {"calm": [], "attack": []}
            player.begin("warm-up")
            time.sleep(0.5)
            before, sockets = watch.memory(), watch.sockets()
            left = 0
            for _ in range(rounds):
                if calm:
                    shares["calm"].append(_phase(watch, player, "calm", seconds))
                with watch.noting_peaks():
                    player.begin("begin")
                    attack.begin()
                    shares["attack"].append(_phase(watch, player, "attack", seconds))
                player.begin("after")
                attack.end()
                left = watch.when_left(sockets)
            time.sleep(0.3)
            after = watch.memory()
            told = player.end()
        assert server.running, f"the server ended with {server.exit_code}"
    share = [statistics.fmean(values) if values else 0.0 for values in shares.values()]
    what = " ".join(kind.__doc__.split())
    memory = before, max(watch.peak, before), after
    return Result(kind.__name__, what, told["times"], told["faults"], memory, watch.most - sockets, tuple(share), left)


def _phase(watch, player, name, seconds):
    """One phase; gives the server's share of a core."""
    player.begin(name)
    began, used = time.monotonic(), watch.processor()
    time.sleep(seconds)
    return (watch.processor() - used) / (time.monotonic() - began)
