"""One load: wrk for some seconds, and its output as numbers."""

import re
import subprocess

import servers

CONNECTIONS = 64
UNITS = {"B": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30}


class Measurement:
    """What one run of wrk saw."""

    def __init__(self, output, cpu_seconds):
        done = re.search(r"(\d+) requests in [^,]+, ([\d.]+)([KMG]?B) read", output)
        self.requests = int(done[1])
        self.bytes_each = float(done[2]) * UNITS[done[3]] / max(self.requests, 1)
        self.per_second = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
        self.cpu_seconds = cpu_seconds
        refused = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
        self.refused = int(refused[1]) if refused else 0
        errors = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", output)
        self.socket_errors = sum(map(int, errors.groups())) if errors else 0


def run(server, seconds, reply_bytes, arguments=()):
    """Loads `server` with 64 connections from one thread on the other core.

    Stops the benchmark on any refusal, and when the replies are not about as long as the one that was captured:
    a 304 where a board was wanted, or the other way round, would show there.
    """
    command = servers.cores()[1] + ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", *arguments]
    cpu_before = server.cpu_seconds()
    done = subprocess.run(
        command + [f"{server.url}/board"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=seconds + 30, check=True)
    measured = Measurement(done.stdout, server.cpu_seconds() - cpu_before)
    if measured.refused or measured.socket_errors or not measured.requests:
        raise SystemExit(f"{server.name} did not answer every request of the load as it should:\n{done.stdout}")
    if not 0.85 < measured.bytes_each / reply_bytes < 1.15:
        raise SystemExit(
            f"{server.name} sent {measured.bytes_each:.0f} bytes a reply under load, but {reply_bytes} before it")
    return measured
