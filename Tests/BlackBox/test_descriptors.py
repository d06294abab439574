"""The limit of connections, and a process without free descriptors."""

import contextlib
import pathlib
import re
import resource
import time

import pytest

from client import Wire, accepted, ask, descriptors, eventually, lobby
from server_process import ServerProcess

SPARE = 64


def emfile_count(log):
    return log.read_text().count("EMFILE")


def counter(server, name, wire=None):
    """A counter in /metrics; 0 before its first increment."""
    text = ask(server, "GET", "/metrics", wire=wire).text
    found = re.search(rf"^fivebyfive_{name} (\d+)", text, re.MULTILINE)
    return int(found.group(1)) if found else 0


@contextlib.contextmanager
def descriptor_limit(server, soft):
    """Sets the soft limit of descriptors of the process for the `with` block."""
    before = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (soft, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, before)


def test_accept_pauses_after_emfile_and_then_serves(tmp_path):
    """strace makes the first five accepts fail with EMFILE; the listener must pause 100 ms after each."""
    log = tmp_path / "accepts"
    fault = ["-e", "trace=accept4", "-e", "inject=accept4:error=EMFILE:when=1..5"]
    with ServerProcess(
        "--io-threads", 1, wrapper=["strace", "-D", "-f", "-qq", "-o", log, *fault]
    ) as server:
        began = time.monotonic()
        assert ask(server, "GET", "/healthz").status == 200
        waited = time.monotonic() - began
        assert emfile_count(log) == 5
        assert waited >= 0.4, "five failures with a pause of 100 ms between them"
        assert "fivebyfive_accept_failures_total 5" in ask(server, "GET", "/metrics").text


def test_the_soft_limit_of_descriptors_is_raised_to_the_hard_limit():
    with ServerProcess(wrapper=["prlimit", "--nofile=100:300"]) as server:
        limits = pathlib.Path(f"/proc/{server.pid}/limits").read_text()
        assert re.search(r"Max open files\s+300\s+300", limits), limits


@pytest.mark.parametrize("loops", [1, 2])
def test_at_the_connection_limit_new_clients_wait_until_a_tenth_has_left(loops):
    hard = 164
    limit = ["prlimit", f"--nofile={hard}:{hard}"]
    with ServerProcess("--no-address-limits", "--io-threads", loops, wrapper=limit) as server:
        inside = []
        while len(inside) < hard and (not inside or is_served(inside[-1])):
            inside.append(Wire(server))
        outside = inside.pop()
        assert len(inside) <= hard - SPARE
        if loops == 1:
            assert len(inside) == hard - SPARE, "several loops divide the limit"
        for wire in inside[:5]:
            assert wire.request("GET", "/board").answer().status == 200, "open connections are served"
        assert accepted(lobby(server).edit(0, "A", wire=inside[0]))["sequence"] == 1
        assert inside[0].request("GET", "/readyz").answer().status == 200, "files can still be opened"
        assert outside.silent(0.2), "further connections wait in the kernel, unanswered"
        for wire in inside[len(inside) // 2 :]:
            wire.close()
        assert outside.answer().status == 200, "a waiting connection is accepted once there is room"
        for wire in inside + [outside]:
            wire.close()


def is_served(wire):
    """Whether the server answers a connection within half a second; the request stays sent."""
    wire.request("GET", "/healthz")
    if wire.silent(0.5):
        return False
    return wire.answer().status == 200


def test_without_free_descriptors_open_connections_are_served_and_new_ones_wait():
    """The limit falls below the number of open descriptors, so that every accept fails."""
    with ServerProcess("--no-address-limits", "--io-threads", 1) as server, Wire(server) as inside:
        accepted(lobby(server).edit(0, "A", wire=inside))
        with descriptor_limit(server, 3):
            outside = [Wire(server).request("GET", "/healthz") for _ in range(50)]
            eventually(lambda: counter(server, "accept_failures_total", inside) > 2)
            failures, began = counter(server, "accept_failures_total", inside), time.monotonic()
            for number in range(100):
                accepted(lobby(server).edit(number % 25, "BCDE"[number // 25], wire=inside))
            assert outside[0].silent(0.5)
            pauses = (time.monotonic() - began) / 0.1
            more = counter(server, "accept_failures_total", inside) - failures
            assert more <= pauses + 2, "a pause of 100 ms after each failure"
        for wire in outside:
            assert wire.answer().status == 200
            wire.close()


def test_beyond_twice_the_limit_of_an_address_connections_are_closed_without_an_answer(own_server):
    inside = [Wire(own_server) for _ in range(256)]
    assert inside[-1].request("GET", "/healthz").answer().status == 200
    refused = [Wire(own_server) for _ in range(256)]
    assert refused[-1].answer().status == 503
    closed = Wire(own_server)
    assert closed.ended(), "closed without an answer"
    assert descriptors(own_server) < 256 + 256 + SPARE
    assert inside[0].request("GET", "/board").answer().status == 200
    for wire in inside + refused + [closed]:
        wire.close()


def test_sockets_have_no_delay_a_user_timeout_and_a_backlog_of_1024(tmp_path):
    log = tmp_path / "calls"
    calls = ["strace", "-D", "-f", "-qq", "-o", log, "-e", "trace=setsockopt,listen"]
    with ServerProcess(wrapper=calls) as server:
        assert ask(server, "GET", "/healthz").status == 200
    text = log.read_text()
    assert re.search(r"listen\(\d+, 1024\)\s+= 0", text)
    assert re.search(r"TCP_NODELAY, \[1\], 4\) = 0", text)
    assert re.search(r"TCP_USER_TIMEOUT, \[30000\], 4\) = 0", text)
