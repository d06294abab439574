"""Runs wrk for some seconds and parses its output."""

import pathlib
import re
import subprocess

import replies
import servers
from command_line import show

CONNECTIONS = 64
SCRIPT = pathlib.Path(__file__).resolve().parent / "load.lua"
UNITS = {"B": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30}
MILLISECONDS = {"us": 0.001, "ms": 1, "s": 1000}


class Measurement:
    """The figures of one run of wrk."""

    def __init__(self, output, cpu_seconds):
        done = re.search(r"(\d+) requests in [^,]+, ([\d.]+)([KMG]?B) read", output)
        self.requests = int(done[1])
        self.bytes_each = float(done[2]) * UNITS[done[3]] / max(self.requests, 1)
        self.per_second = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
        self.cpu_seconds = cpu_seconds
        self.median_milliseconds, self.p99_milliseconds = (percentile(output, share) for share in (50, 99))
        refused = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
        self.refused = int(refused[1]) if refused else 0
        errors = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", output)
        self.socket_errors = sum(map(int, errors.groups())) if errors else 0


def percentile(output, share):
    """The milliseconds within which `share` percent of the requests were answered."""
    found = re.search(rf"{share}%\s+([\d.]+)(us|ms|s)", output)
    return float(found[1]) * MILLISECONDS[found[2]]


class Load:
    """A running load on `server` from one wrk thread on the second core.

    `script` has the arguments of `load.lua`, and `headers` those of every request.
    """

    def __init__(self, server, seconds, script=(), connections=CONNECTIONS, path="/board", headers=()):
        self.server = server
        self.cpu_before = server.cpu_seconds()
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s", "--latency"]
        for header in headers:
            command += ["-H", header]
        command += ["-s", str(SCRIPT), server.url + path, "--", *script]
        self.process = subprocess.Popen(
            servers.cores()[1] + command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        self.limit = seconds + 30

    def finish(self, reply_bytes, may_refuse=False):
        """Waits for the end of the load and returns its measurement.

        Exits on any refusal, and if the average reply is not about `reply_bytes` long, which would reveal, say, a 304
        instead of a board. The tolerance is wide because a board with more words is up to a quarter longer.

        `may_refuse` allows refusals and an empty result, as when several servers write one game.
        """
        output, _ = self.process.communicate(timeout=self.limit)
        measured = Measurement(output, self.server.cpu_seconds() - self.cpu_before)
        if may_refuse and not measured.socket_errors and (measured.refused or not measured.requests):
            return measured
        if measured.refused or measured.socket_errors or not measured.requests:
            raise SystemExit(f"{self.server.name} did not answer every request of the load successfully:\n{output}")
        if not 0.7 < measured.bytes_each / reply_bytes < 1.3:
            raise SystemExit(
                f"{self.server.name} sent {measured.bytes_each:.0f} bytes per reply under load, "
                f"but {reply_bytes} before")
        return measured

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()


def run(server, seconds, reply_bytes, script=(), **how):
    """Loads `server` and returns the measurement."""
    with Load(server, seconds, script, **how) as one:
        return one.finish(reply_bytes)


def run_edits(server, seconds, reply_bytes, *script, connections=CONNECTIONS):
    """Edits the lobby; exits if too many edits change nothing, because such edits are cheaper."""
    before = server.sequence()
    measured = run(server, seconds, reply_bytes, ["edits=1", *script], connections=connections)
    replies.check_edits(server.sequence() - before, measured.requests)
    return measured


def in_turns(label, loads, options, warm_up=1):
    """Runs `loads`, functions of seconds by name, in turns, so that other work on the machine affects all of them.

    Returns the list of the results of each by name, without those of a first round of `warm_up` seconds.
    """
    measured = {name: [] for name in loads}
    for number in range(options.rounds + 1):
        for name, load in loads.items():
            show(f"{label}: round {number} of {options.rounds}, {name if isinstance(name, str) else ', '.join(name)}")
            result = load(options.seconds if number else warm_up)
            if number:
                measured[name].append(result)
    return measured
