"""One load: wrk for some seconds, and its output as numbers."""

import re
import subprocess

import servers
from progress import show

CONNECTIONS = 64
UNITS = {"B": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30}
MILLISECONDS = {"us": 0.001, "ms": 1, "s": 1000}


class Measurement:
    """What one run of wrk saw."""

    def __init__(self, output, cpu_seconds):
        done = re.search(r"(\d+) requests in [^,]+, ([\d.]+)([KMG]?B) read", output)
        self.requests = int(done[1])
        self.bytes_each = float(done[2]) * UNITS[done[3]] / max(self.requests, 1)
        self.per_second = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
        self.cpu_seconds = cpu_seconds
        slow = re.search(r"99%\s+([\d.]+)(us|ms|s)", output)
        self.p99_milliseconds = float(slow[1]) * MILLISECONDS[slow[2]] if slow else None
        refused = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
        self.refused = int(refused[1]) if refused else 0
        errors = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", output)
        self.socket_errors = sum(map(int, errors.groups())) if errors else 0


class Load:
    """A load on `server` from one thread on the second core, from now on for some seconds."""

    def __init__(self, server, seconds, arguments=(), connections=CONNECTIONS, script_arguments=()):
        self.server = server
        self.cpu_before = server.cpu_seconds()
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s", *arguments]
        command.append(f"{server.url}/board")
        command += ["--", *script_arguments] if script_arguments else []
        self.process = subprocess.Popen(
            servers.cores()[1] + command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        self.limit = seconds + 30

    def measured(self, reply_bytes, is_crowded=False):
        """Waits for the end and gives what was measured.

        Where it `is_crowded`, as when several servers write one game, the server may refuse, or answer nothing in so
        short a time: that is a figure then.

        Stops the benchmark on any refusal, and when the replies are not about as long as the one that was captured:
        a 304 where a board was wanted, or the other way round, would show there. Words come and go with the letters
        that are written meanwhile, so a board is sometimes a quarter longer than at other times.
        """
        output, _ = self.process.communicate(timeout=self.limit)
        measured = Measurement(output, self.server.cpu_seconds() - self.cpu_before)
        if is_crowded and not measured.socket_errors and (measured.refused or not measured.requests):
            return measured
        if measured.refused or measured.socket_errors or not measured.requests:
            raise SystemExit(f"{self.server.name} did not answer every request of the load as it should:\n{output}")
        if not 0.7 < measured.bytes_each / reply_bytes < 1.3:
            raise SystemExit(
                f"{self.server.name} sent {measured.bytes_each:.0f} bytes a reply under load, "
                f"but {reply_bytes} before it")
        return measured

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()


def run(server, seconds, reply_bytes, arguments=(), connections=CONNECTIONS, script_arguments=()):
    """Loads `server` and gives what was measured."""
    with Load(server, seconds, arguments, connections, script_arguments) as under_way:
        return under_way.measured(reply_bytes)


def rounds_of(what, pair, reply_bytes, arguments, options):
    """What each round measured, a list for each of two servers, and how many requests the first one answered.

    A first second for each server is not counted among the rounds.
    """
    measurements = [[], []]
    answered = 0
    for number in range(options.rounds + 1):
        for server, list_of in zip(pair, measurements):
            show(f"{what}: round {number} of {options.rounds}, {server.name}")
            measured = run(server, options.seconds if number else 1, reply_bytes, arguments)
            answered += measured.requests if server is pair[0] else 0
            if number:
                list_of.append(measured)
    return measurements, answered
