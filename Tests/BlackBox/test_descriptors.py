"""What happens at the limit of connections, and when the process has no descriptors left."""

import contextlib
import pathlib
import re
import resource
import time

import pytest

from client import Wire, accepted, ask, descriptors, eventually, lobby
from server_process import ServerProcess

SPARE = 64


def attempts(log):
    return log.read_text().count("EMFILE")


def counted(server, name, wire=None):
    """A counter of /metrics; 0 before it first moved."""
    text = ask(server, "GET", "/metrics", wire=wire).text
    found = re.search(rf"^fivebyfive_{name} (\d+)", text, re.MULTILINE)
    return int(found.group(1)) if found else 0


@contextlib.contextmanager
def limited(server, soft):
    """While the `with` lasts the process may open so many descriptors."""
    before = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (soft, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, before)


def test_accept_without_descriptors_waits_instead_of_spinning_and_then_serves(tmp_path):
    """strace lets the first accepts fail with EMFILE; the listener must rest 100 ms after each."""
    log = tmp_path / "accepts"
    fault = ["-e", "trace=accept4", "-e", "inject=accept4:error=EMFILE:when=1..5"]
    with ServerProcess(
        "--io-threads", 1, wrapper=["strace", "-D", "-f", "-qq", "-o", log, *fault]
    ) as server:
        began = time.monotonic()
        assert ask(server, "GET", "/healthz").status == 200
        waited = time.monotonic() - began
        assert attempts(log) == 5
        assert waited >= 0.4, "five refusals with a rest of 100 ms between them"
        assert "fivebyfive_accept_failures_total 5" in ask(server, "GET", "/metrics").text


def test_the_soft_limit_of_descriptors_is_raised_to_the_hard_one():
    with ServerProcess(wrapper=["prlimit", "--nofile=100:300"]) as server:
        limits = pathlib.Path(f"/proc/{server.pid}/limits").read_text()
        assert re.search(r"Max open files\s+300\s+300", limits), limits


@pytest.mark.parametrize("loops", [1, 2])
def test_at_the_limit_of_connections_nobody_more_is_let_in_until_a_tenth_has_left(loops):
    hard = 164
    limit = ["prlimit", f"--nofile={hard}:{hard}"]
    with ServerProcess("--no-address-limits", "--io-threads", loops, wrapper=limit) as server:
        inside = []
        while len(inside) < hard and (not inside or answers(inside[-1])):
            inside.append(Wire(server))
        outside = inside.pop()
        assert len(inside) <= hard - SPARE
        if loops == 1:
            assert len(inside) == hard - SPARE, "with several loops each has its share"
        for wire in inside[:5]:
            assert wire.request("GET", "/board").answer().status == 200, "those inside are served as before"
        assert accepted(lobby(server).edit(0, "A", wire=inside[0]))["sequence"] == 1
        assert inside[0].request("GET", "/readyz").answer().status == 200, "files can still be opened"
        assert outside.silent(0.2), "who comes too late waits in the kernel, unanswered"
        for wire in inside[len(inside) // 2 :]:
            wire.close()
        assert outside.answer().status == 200, "and is let in when there is room"
        for wire in inside + [outside]:
            wire.close()


def answers(wire):
    """Whether the server lets a connection in; its request stays sent."""
    wire.request("GET", "/healthz")
    if wire.silent(0.5):
        return False
    return wire.answer().status == 200


def test_when_the_system_has_no_descriptors_left_those_inside_play_on_and_later_ones_are_let_in():
    """The limit falls below what is open, so that every accept really fails."""
    with ServerProcess("--no-address-limits", "--io-threads", 1) as server, Wire(server) as inside:
        accepted(lobby(server).edit(0, "A", wire=inside))
        with limited(server, 3):
            outside = [Wire(server).request("GET", "/healthz") for _ in range(50)]
            eventually(lambda: counted(server, "accept_failures_total", inside) > 2)
            failures, began = counted(server, "accept_failures_total", inside), time.monotonic()
            for number in range(100):
                accepted(lobby(server).edit(number % 25, "BCDE"[number // 25], wire=inside))
            assert outside[0].silent(0.5)
            rests = (time.monotonic() - began) / 0.1
            more = counted(server, "accept_failures_total", inside) - failures
            assert more <= rests + 2, "a rest of 100 ms after each failure, and no spinning"
        for wire in outside:
            assert wire.answer().status == 200
            wire.close()


def test_more_than_twice_as_many_connections_as_an_address_may_have_are_cut_without_a_word(own_server):
    inside = [Wire(own_server) for _ in range(256)]
    assert inside[-1].request("GET", "/healthz").answer().status == 200
    told = [Wire(own_server) for _ in range(256)]
    assert told[-1].answer().status == 503
    cut = Wire(own_server)
    assert cut.ended(), "no word, but the end"
    assert descriptors(own_server) < 256 + 256 + SPARE
    assert inside[0].request("GET", "/board").answer().status == 200
    for wire in inside + told + [cut]:
        wire.close()


def test_sockets_are_made_for_small_answers_and_clients_that_vanish(tmp_path):
    """No delay of small segments, 30 s for what is not acknowledged, 1024 clients may wait to be accepted."""
    log = tmp_path / "calls"
    calls = ["strace", "-D", "-f", "-qq", "-o", log, "-e", "trace=setsockopt,listen"]
    with ServerProcess(wrapper=calls) as server:
        assert ask(server, "GET", "/healthz").status == 200
    text = log.read_text()
    assert re.search(r"listen\(\d+, 1024\)\s+= 0", text)
    assert re.search(r"TCP_NODELAY, \[1\], 4\) = 0", text)
    assert re.search(r"TCP_USER_TIMEOUT, \[30000\], 4\) = 0", text)
