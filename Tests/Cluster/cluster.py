"""The environment of the cluster drill: nodes on one Redis behind nginx, and the world of the clients."""

import asyncio
import signal
import threading
import time
import urllib.error
import urllib.request

from processes import Nginx, Redis
from records import Outage
from server_process import PATIENCE, ServerDidNotStart, ServerProcess
from stage import Scene, free_port
from world import World

DIRECT_SHARE = 0.2  # of the connections; these bypass nginx
RECOVERY_LIMIT = 60.0 * PATIENCE
SOON = 30.0 * PATIENCE  # seconds; ends a test of something that happens at once
READY_CHECKS = 3  # consecutive checks in which every node is ready
READY_INTERVAL = 0.1


async def wait_until(condition, within=SOON, describe=lambda: None):
    """Waits until a condition holds; fails after `within` seconds with the description."""
    deadline = time.monotonic() + within
    while not condition():
        assert time.monotonic() < deadline, describe()
        await asyncio.sleep(0.02)


class Node:
    """A server on Redis, of the type `kind`."""

    def __init__(self, name, redis, kind=ServerProcess):
        self.name, self.starts = name, []
        words = ["--store", redis.url, "--trusted-proxy", "127.0.0.1", "--no-address-limits", "--game-events", "1000000000"]
        self.process = kind(*words, "--log-level", "warning", port=free_port())
        self.address = ("127.0.0.1", self.process.port)
        self._lock = threading.Lock()

    def start(self, patience=RECOVERY_LIMIT):
        """Starts the node, again and again until Redis answers; records how long the last start took."""
        deadline = time.monotonic() + patience
        with self._lock:
            while True:
                began = time.monotonic()
                try:
                    self.process.start()
                    return self.starts.append(time.monotonic() - began)
                except ServerDidNotStart:
                    if time.monotonic() > deadline:
                        raise
                    time.sleep(0.2)

    def stop(self, signal_number):
        """Ends the node with a signal and returns the exit code."""
        with self._lock:
            return self.process.stop(signal_number)

    def is_ready(self):
        """Whether /readyz answers with 200; None if the process is not running."""
        try:
            url = "http://{}:{}/readyz".format(*self.address)
            with urllib.request.urlopen(url, timeout=10) as answer:
                return answer.status == 200
        except urllib.error.HTTPError:
            return False
        except OSError:
            return None if not self.process.running else False


class Cluster(Scene):
    """Redis, nodes and nginx in one folder. Clients connect to nginx, or sometimes directly to a node."""

    def __init__(self, nodes=3, seed=None, kinds=()):
        """`kinds` are the types of further nodes' servers."""
        super().__init__()
        self.redis = Redis(self.folder / "redis", free_port())
        kinds = [ServerProcess] * nodes + list(kinds)
        self.nodes = [Node(f"node{number}", self.redis, kind) for number, kind in enumerate(kinds, 1)]
        ports = [node.address[1] for node in self.nodes]
        self.nginx = Nginx(self.folder / "nginx", free_port(), ports)
        self.world = World(self._choose_address, self.recorder, seed)
        # nginx answers with these if it reaches no node.
        self.world.busy = self.world.busy | {502, 504}
        self.recoveries = []

    def _choose_address(self):
        rng = self.world.rng
        if rng.random() < DIRECT_SHARE:
            return rng.choice(self.nodes).address
        return ("127.0.0.1", self.nginx.port)

    def start(self):
        self.redis.start()
        for node in self.nodes:
            node.start()
        self.nginx.start()

    def restart(self):
        """Stops all nodes with SIGTERM, kills Redis, and starts everything again."""
        for node in self.nodes:
            if code := node.stop(signal.SIGTERM):
                self.problems.append(f"SIGTERM ended {node.name} with exit code {code}")
        self.redis.stop(signal.SIGKILL)
        self.redis.start()
        for node in self.nodes:
            node.start()

    def outage(self, disturb):
        """Runs `disturb` on Redis and records the time until every node can save again."""
        began = time.monotonic()
        disturb()
        back = time.monotonic()
        self._await_recovery()
        ended = time.monotonic()
        self.recoveries.append(ended - back)
        self.recorder.add(Outage(began, ended))

    def _await_recovery(self):
        """Waits until all running nodes were ready in `READY_CHECKS` consecutive checks."""
        deadline, passed = time.monotonic() + RECOVERY_LIMIT, 0
        while passed < READY_CHECKS:
            passed = 0 if any(node.is_ready() is False for node in self.nodes) else passed + 1
            if time.monotonic() > deadline:
                late = [node.name for node in self.nodes if node.is_ready() is False]
                return self.problems.append(f"{late} cannot save {RECOVERY_LIMIT:.0f} s after Redis is back")
            time.sleep(READY_INTERVAL)

    def close(self):
        """Ends every process. If the folder is kept, it also gets the nodes' logs."""
        for node in self.nodes:
            if node.process.running:
                node.stop(signal.SIGKILL)
            if self.keep:
                (self.folder / f"{node.name}.log").write_text(node.process.stderr)
            node.process.__exit__(None, None, None)
        self.nginx.stop()
        self.redis.stop(signal.SIGKILL)
        super().close()
