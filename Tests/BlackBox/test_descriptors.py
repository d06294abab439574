"""The limit of connections, and a process without free descriptors."""

import contextlib
import pathlib
import re
import resource

import pytest

from client import Wire, accepted, ask, descriptors, eventually, lobby, metric
from server_process import ServerProcess

SPARE = 64


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
        "--io-threads", 1, wrapper=["strace", "-D", "-f", "-qq", "-ttt", "-o", log, *fault]
    ) as server:
        assert ask(server, "GET", "/healthz").status == 200
        assert metric(server, "accept_failures_total") == 5
    times = [float(line.split()[1]) for line in log.read_text().splitlines() if "EMFILE" in line]
    assert len(times) == 5
    assert all(after - before >= 0.08 for before, after in zip(times, times[1:], strict=False)), times


def test_the_soft_limit_of_descriptors_is_raised_to_the_hard_limit():
    with ServerProcess(wrapper=["prlimit", "--nofile=100:300"]) as server:
        limits = pathlib.Path(f"/proc/{server.pid}/limits").read_text()
        assert re.search(r"Max open files\s+300\s+300", limits), limits


@pytest.mark.parametrize("loops", [1, 2])
def test_at_the_connection_limit_new_clients_wait_until_a_tenth_has_left(loops):
    hard = 164
    limit = ["prlimit", f"--nofile={hard}:{hard}"]
    with ServerProcess("--no-address-limits", "--io-threads", loops, wrapper=limit) as server:
        # Each of the loops has room for its share of these.
        inside = [Wire(server) for _ in range((hard - SPARE) // loops)]
        while is_accepted(outside := Wire(server), inside):
            inside.append(outside)
        assert len(inside) <= hard - SPARE
        if loops == 1:
            assert len(inside) == hard - SPARE, "several loops divide the limit"
        for wire in inside[:5]:
            assert wire.request("GET", "/board").answer().status == 200, "open connections are served"
        assert accepted(lobby(server).edit(0, "A", wire=inside[0]))["sequence"] == 1
        assert inside[0].request("GET", "/readyz").answer().status == 200, "files can still be opened"
        assert outside.silent(0), "further connections wait in the kernel, unanswered"
        for wire in inside[len(inside) // 2 :]:
            wire.close()
        assert outside.answer().status == 200, "a waiting connection is accepted once there is room"
        for wire in inside + [outside]:
            wire.close()


def is_accepted(wire, others):
    """Whether the server answers a new connection, while some others are served three times."""
    wire.request("GET", "/healthz")
    for _ in range(3):
        for other in others[:20]:
            assert other.request("GET", "/healthz").answer().status == 200
    return not wire.silent(0) and wire.answer().status == 200


def test_without_free_descriptors_open_connections_are_served_and_new_ones_wait():
    """The limit falls below the number of open descriptors, so that every accept fails."""
    with ServerProcess("--no-address-limits", "--io-threads", 1) as server, Wire(server) as inside:
        accepted(lobby(server).edit(0, "A", wire=inside))
        with descriptor_limit(server, 3):
            outside = [Wire(server).request("GET", "/healthz") for _ in range(50)]
            eventually(lambda: metric(server, "accept_failures_total", inside) > 2, what="failures")
            for number in range(100):
                accepted(lobby(server).edit(number % 25, "BCDE"[number // 25], wire=inside))
            assert outside[0].silent(0), "no descriptor is free"
            # A listener that does not pause fails as often as it is asked, tens of thousands of times a second.
            uptime = metric(server, "uptime_seconds", inside) + 2
            assert metric(server, "accept_failures_total", inside) <= uptime / 0.1, "100 ms after each failure"
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
