"""Where the drill of several servers plays: nodes on one Redis, nginx in front, and one world around them."""

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

DIRECTLY = 0.2  # this part of the connections goes to a node, and not to nginx
RECOVERY_LIMIT = 20.0 * PATIENCE
LOOKS = 3  # so often in a row a node says that it can save, until it is believed
LOOK = 0.1


class Node:
    """One server, which is started again when it ends, as systemd does it."""

    def __init__(self, name, redis):
        self.name, self.starts = name, []
        words = ["--store", redis.url, "--trusted-proxy", "127.0.0.1", "--no-address-limits"]
        self.process = ServerProcess(*words, "--log-level", "warning", port=free_port())
        self.address = ("127.0.0.1", self.process._wanted_port)
        self._lock = threading.Lock()

    def start(self, patience=RECOVERY_LIMIT):
        """Starts it, as often as it needs until Redis is there; the seconds of the last start are kept."""
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

    def end(self, number):
        """Ends it with this signal and returns the exit code."""
        with self._lock:
            return self.process.stop(number)

    def is_ready(self):
        """What /readyz says; None when nobody is there to ask."""
        try:
            url = "http://{}:{}/readyz".format(*self.address)
            with urllib.request.urlopen(url, timeout=2) as answer:
                return answer.status == 200
        except urllib.error.HTTPError:
            return False
        except OSError:
            return None if not self.process.running else False


class Cluster(Scene):
    """Redis, nodes and nginx in one folder. The world's clients find any door: mostly nginx, or a node."""

    def __init__(self, nodes=3, seed=None):
        super().__init__()
        self.redis = Redis(self.folder / "redis", free_port())
        self.nodes = [Node(f"node{number}", self.redis) for number in range(1, nodes + 1)]
        ports = [node.address[1] for node in self.nodes]
        self.nginx = Nginx(self.folder / "nginx", free_port(), ports)
        self.world = World(self._door, self.recorder, seed)
        # nginx says so when it reaches no node.
        self.world.busy = self.world.busy | {502, 504}
        self.recoveries = []

    def _door(self):
        dice = self.world.dice
        if dice.random() < DIRECTLY:
            return dice.choice(self.nodes).address
        return ("127.0.0.1", self.nginx.port)

    def start(self):
        self.redis.start()
        for node in self.nodes:
            node.start()
        self.nginx.start()

    def restart(self):
        """Ends all nodes in order and Redis by force, and starts everything again."""
        for node in self.nodes:
            if code := node.end(signal.SIGTERM):
                self.problems.append(f"SIGTERM ended {node.name} with exit code {code}")
        self.redis.stop(signal.SIGKILL)
        self.redis.start()
        for node in self.nodes:
            node.start()

    def outage(self, trouble):
        """Lets `trouble` happen to Redis and records for how long not every node could save."""
        began = time.monotonic()
        trouble()
        back = time.monotonic()
        self._await_recovery()
        ended = time.monotonic()
        self.recoveries.append(ended - back)
        self.recorder.add(Outage(began, ended))

    def _await_recovery(self):
        """Returns when every node that is there has said some times in a row that it can save."""
        deadline, row = time.monotonic() + RECOVERY_LIMIT, 0
        while row < LOOKS:
            row = 0 if any(node.is_ready() is False for node in self.nodes) else row + 1
            if time.monotonic() > deadline:
                late = [node.name for node in self.nodes if node.is_ready() is False]
                return self.problems.append(f"{late} cannot save {RECOVERY_LIMIT:.0f} s after Redis is back")
            time.sleep(LOOK)

    def close(self):
        """Ends everything, and keeps the nodes' logs with the rest if anything is kept."""
        for node in self.nodes:
            if node.process.running:
                node.end(signal.SIGKILL)
            if self.keep:
                (self.folder / f"{node.name}.log").write_text(node.process.stderr)
            node.process.__exit__(None, None, None)
        self.nginx.stop()
        self.redis.stop(signal.SIGKILL)
        super().close()
