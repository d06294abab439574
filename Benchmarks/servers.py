"""Starts and stops the measured servers."""

import contextlib
import http.client
import json
import os
import re
import select
import socket
import subprocess
import time

START_LIMIT_SECONDS = 30.0


def cores():
    """The `taskset` prefixes for the server's core and the load's core."""
    first, second, *_ = sorted(os.sched_getaffinity(0))
    return ["taskset", "-c", str(first)], ["taskset", "-c", str(second)]


class Program:
    """The GameServer executable."""

    def __init__(self, binary):
        self.binary = str(binary)

    def serve(self, *arguments):
        """The command that serves on a free port without address limits."""
        return [self.binary, "serve", "--port", "0", "--no-address-limits", "--log-level", "error", *arguments]

    def run(self, *arguments):
        """Runs another command of the executable and returns its output."""
        done = subprocess.run(
            [self.binary, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{self.binary} {arguments[0]} failed: {done.stdout}{done.stderr}")
        return done.stdout


class Server:
    """A running server. Its first line is `listening on http://HOST:PORT/`, unless `port` is given.

    If `pinned`, all its threads share one core; otherwise the system schedules them.
    """

    def __init__(self, name, command, pinned=True, port=None):
        self.name = name
        # A variable, as older versions, which are compared with this one, refuse options that they do not know.
        endless = os.environ | {"FIVEBYFIVE_GAME_EVENTS": str(10**9)}
        self.process = subprocess.Popen(
            (cores()[0] if pinned else []) + list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=endless)
        self.host, self.port = self._address() if port is None else self._wait_for("127.0.0.1", port)

    def _wait_for(self, host, port):
        end = time.monotonic() + START_LIMIT_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            with contextlib.suppress(ConnectionRefusedError), socket.create_connection((host, port), timeout=1):
                return host, port
            time.sleep(0.02)
        self.stop()
        raise SystemExit(f"{self.name} did not start on port {port}")

    def _address(self):
        ready, _, _ = select.select([self.process.stdout], [], [], START_LIMIT_SECONDS)
        line = self.process.stdout.readline().decode() if ready else ""
        match = re.match(r"listening on http://([^/]+):(\d+)/", line)
        if not match:
            self.stop()
            raise SystemExit(f"{self.name} did not start: its first line was {line!r}")
        return match[1], int(match[2])

    @property
    def url(self):
        return f"http://{self.host}:{self.port}"

    def ask(self, method, path, body=None, headers=None):
        """Sends one request on a new connection; returns status, headers and body."""
        with contextlib.closing(http.client.HTTPConnection(self.host, self.port, timeout=5)) as connection:
            connection.request(method, path, body=body, headers=headers or {})
            reply = connection.getresponse()
            return reply.status, reply.headers, reply.read()

    def resident_megabytes(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(re.search(r"VmRSS:\s+(\d+) kB", status.read())[1]) / 1024

    def metrics(self):
        """The metrics without labels, by name without the prefix `fivebyfive_`."""
        text = self.ask("GET", "/metrics")[2].decode()
        found = re.findall(r"^fivebyfive_(\w+) (\S+)$", text, re.MULTILINE)
        return {name: float(value) for name, value in found}

    def sequence(self):
        """The sequence of the lobby."""
        return json.loads(self.ask("GET", "/board")[2])["sequence"]

    def cpu_seconds(self):
        """The CPU time of the process so far, in all threads."""
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as stat:
            user, system = stat.read().rsplit(")", 1)[1].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def free_port():
    """A port that is free at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start_milliseconds(command):
    """The time from the start of a server to its first response."""
    begin = time.perf_counter()
    with Server("the server", command) as server:
        status, _, _ = server.ask("GET", "/board")
        elapsed = time.perf_counter() - begin
    if status != 200:
        raise SystemExit(f"the first response after a start was {status}, not 200")
    return elapsed * 1000
