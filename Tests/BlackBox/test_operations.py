"""Health checks, metrics and the command line."""

import re
import subprocess

import pytest

from client import Wire, ask, curl, eventually, lobby, wait_for_polls
from server_process import ServerProcess, binary
from streams import Stream

SAMPLE = re.compile(
    r'[a-zA-Z_:][a-zA-Z0-9_:]*(\{([a-zA-Z_][a-zA-Z0-9_]*="(\\.|[^"\\\n])*",?)*\})?'
    r" (NaN|[+-]?Inf|[-+0-9.eE]+)( \d+)?"
)


def run(*args, seconds=60):
    return subprocess.run([str(binary()), *args], capture_output=True, text=True, timeout=seconds)


def metrics(server):
    """Every sample, by its name with labels."""
    answer = ask(server, "GET", "/metrics")
    assert answer.status == 200 and answer.media == "text/plain", answer
    samples = {}
    for line in answer.text.splitlines():
        if not line or line.startswith("#"):
            continue
        assert SAMPLE.fullmatch(line), f"not a Prometheus sample: {line!r}"
        name, value = (
            line.split(" ")[:2]
            if "}" not in line
            else (line[: line.rindex("}") + 1], line[line.rindex("}") + 2 :])
        )
        assert name not in samples, f"{name} appears twice"
        samples[name] = float(value.split(" ")[0])
    return samples


def total(samples, *words):
    return sum(
        value
        for name, value in samples.items()
        if all(word in name.lower() for word in words)
        and not re.search(r"_(bucket|sum)\b", name.split("{")[0])
    )


def test_without_proc_the_server_obeys_its_options():
    """strace hides the file in which Swift would look for the arguments."""
    hide = ["strace", "-D", "-f", "-o", "/dev/null", "--quiet=attach,exit,path-resolution", "-e", "trace=openat"]
    hide += ["-P", "/proc/self/maps", "-e", "inject=openat:error=ENOENT"]
    with ServerProcess("--public-host", "play.example", wrapper=hide) as server:
        assert curl(server, "/version", "--header", "Host: play.example").status == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_the_server_is_healthy_and_ready(server, path):
    assert curl(server, path).status == 200


@pytest.mark.parametrize("word", ["request", "game", "seat", "stream", "poll", "edit", "refus", "resident"])
def test_the_metrics_cover_every_bounded_resource(server, word):
    ask(server, "POST", "/board/cells/0", "7")  # refused: a labelled metric is absent before its first sample
    assert [name for name in metrics(server) if word in name.lower()], f"no metric for {word}"


def test_the_metrics_have_types_and_a_latency_histogram(server):
    text = ask(server, "GET", "/metrics").text
    kinds = dict(re.findall(r"^# TYPE (\S+) (\w+)$", text, re.M))
    assert (
        set(kinds.values()) <= {"counter", "gauge", "histogram", "summary", "untyped"}
        and "histogram" in kinds.values()
    )
    for name in (name for name, kind in kinds.items() if kind == "histogram"):
        assert re.search(rf'^{name}_bucket\{{.*le="\+Inf".*\}} ', text, re.M), name
        assert re.search(rf"^{name}_count", text, re.M) and re.search(rf"^{name}_sum", text, re.M)


def test_the_metrics_count_requests_edits_refusals_streams_polls_and_seats(own_server):
    before = metrics(own_server)
    game = lobby(own_server)
    game.edit(0, "A")
    game.seat()
    game.edit(0, "7")
    with Stream(own_server, "/events") as stream, Wire(own_server) as poll:
        stream.next()
        poll.request("GET", "/board?after=99&wait=25")
        wait_for_polls(own_server)
        during = metrics(own_server)
    for words in (("request",), ("edit",), ("refus",)):
        assert total(during, *words) > total(before, *words), words
    for words in (("stream",), ("poll",), ("seat",)):
        assert total(during, *words) > total(before, *words), words


def test_the_latency_histogram_counts_every_request(own_server):
    def counted():
        return sum(
            value
            for name, value in metrics(own_server).items()
            if "request" in name and name.endswith("_count")
        )

    before = counted()
    with Wire(own_server) as wire:
        for number in range(20):
            ask(own_server, "GET", "/board", wire=wire)
            ask(own_server, "POST", f"/board/cells/{number}", "A", wire=wire)
            ask(own_server, "GET", f"/nothing/{number}", wire=wire)
    assert counted() >= before + 60, "answers, edits and refusals"


def test_no_metric_label_contains_client_input(own_server):
    """A label that a client can choose would make the table of metrics unbounded."""
    for number in range(200):
        ask(own_server, "GET", f"/nothing-{number}")
        ask(own_server, "GET", f"/games/none-{number}")
    assert not [name for name in metrics(own_server) if "nothing-" in name or "none-" in name]


def test_help_lists_the_main_options():
    shown = run("serve", "--help")
    assert shown.returncode == 0
    for option in (
        "--host",
        "--port",
        "--static",
        "--io-threads",
        "--no-address-limits",
        "--public-host",
        "--trusted-proxy",
        "--proxy-header",
        "--log-level",
    ):
        assert option in shown.stdout, option
    assert run("--help").returncode == 0 and "serve" in run("--help").stdout


@pytest.mark.parametrize(
    "args",
    [
        ["serve", "--port", "99999"],
        ["serve", "--port", "x"],
        ["serve", "--nonsense"],
        ["serve", "--port", "-1"],
        ["nonsense"],
        ["serve", "--io-threads", "0", "--port", "0"],
        ["serve", "--host", "256.1.1.1", "--port", "0"],
        ["serve", "--static", "/no/such/folder", "--port", "0"],
        ["serve", "--log-level", "loud", "--port", "0"],
    ],
    ids=" ".join,
)
def test_an_invalid_option_is_reported_without_a_crash(args):
    done = run(*args)
    assert done.returncode not in (0, None) and done.returncode > 0, done
    assert done.stderr.strip() and "Fatal error" not in done.stderr, done.stderr


@pytest.mark.parametrize("more", [[], ["--io-threads", "2"]], ids=["one loop", "two loops"])
def test_a_port_in_use_is_reported_with_its_number(more):
    with ServerProcess(*more) as server:
        done = run("serve", "--port", str(server.port), "--store", "memory", *more)
        assert done.returncode > 0
        assert "in use" in done.stderr.lower() and str(server.port) in done.stderr, done.stderr
        assert "Fatal error" not in done.stderr and "listening" not in done.stdout
        assert curl(server, "/healthz").status == 200


def test_the_first_line_on_stdout_is_the_address_and_the_logs_go_to_stderr(own_server):
    assert own_server.first_line == f"listening on http://127.0.0.1:{own_server.port}/"
    eventually(lambda: "libevent" in own_server.stderr.lower(), what="logging the libevent version")
