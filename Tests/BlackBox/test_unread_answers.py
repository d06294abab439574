"""Long answers that a client does not read take bounded memory and do not affect short answers."""

import contextlib
import json

import pytest

from client import Closed, Wire, ask, eventually, new_game, resident
from server_clock import StoppedServer
from server_process import ServerProcess

CROWD = 250  # connections; each would hold half a megabyte
EVENTS = 10_000
BOUND = 32 << 20  # twice the limit of unread bytes of an address, since buffers are larger than their content


@pytest.fixture(scope="module")
def long_game():
    """A long game on a server without limits."""
    with ServerProcess("--no-address-limits") as server:
        game = new_game(server)
        for turn in range(EVENTS // 25):
            game.fill("ABCDEFG"[turn % 7])
        yield game


@contextlib.contextmanager
def crowd(server, target, times=1):
    """Connections that send requests and read almost nothing."""
    with contextlib.ExitStack() as open_wires:
        wires = [open_wires.enter_context(Wire(server, receive_buffer=4096)) for _ in range(CROWD)]
        for wire in wires:
            for _ in range(times):
                wire.request("GET", target)
        yield wires


@pytest.mark.unsanitized("measures memory")
def test_unread_answers_of_an_address_take_bounded_memory(own_server):
    """Any long answer will do; this one does not need the store."""
    long_answer = ask(own_server, "GET", "/openapi.json").body
    before = resident(own_server)
    with crowd(own_server, "/openapi.json", times=20):
        # What an address has not read is at its limit once a further long answer is replaced.
        eventually(lambda: ask(own_server, "GET", "/openapi.json").status == 503, what="the limit")
        assert resident(own_server) - before < BOUND
        assert ask(own_server, "GET", "/board").status == 200, "short answers are still sent"
        assert resident(own_server) - before < BOUND
    eventually(lambda: ask(own_server, "GET", "/openapi.json").body == long_answer)


@pytest.mark.unsanitized("libfaketime and the sanitizers replace the same functions")
def test_unread_exports_of_an_address_are_limited_to_4_and_take_little_memory():
    """By a clock that stands still, what the address asks for takes no time and is not refused for that."""
    with StoppedServer("--no-address-limits") as server:
        game = new_game(server)
        for turn in range(EVENTS // 25):
            game.fill("ABCDEFG"[turn % 7])
        server.args.remove("--no-address-limits")
        server.restart()
        assert len(game.history("?limit=10000")) == EVENTS
        before = resident(server)
        with crowd(server, game.path + "/export") as wires:
            statuses = [wire.head()[1] for wire in wires]
            assert statuses.count(200) == 4 and statuses.count(429) == CROWD - 4
            assert resident(server) - before < 16 << 20
        server.let_run()
        eventually(lambda: ask(server, "GET", game.path + "/export").status == 200)


def test_a_slow_reader_gets_the_whole_export(long_game):
    with Wire(long_game.server, receive_buffer=4096) as wire:
        document = json.loads(wire.request("GET", long_game.path + "/export").answer().body)
    assert [event["sequence"] for event in document["events"]] == list(range(1, EVENTS + 1))


def read_to_end(wire):
    try:
        while True:
            wire.receive()
    except Closed as end:
        return end.got


@pytest.mark.parametrize("version", ["HTTP/1.0", "HTTP/1.1"])
def test_a_long_export_is_one_document_in_http_1_0_and_1_1(long_game, version):
    with Wire(long_game.server) as wire:
        wire.request("GET", long_game.path + "/export", version=version)
        if version == "HTTP/1.1":
            body = wire.answer().body
        else:
            assert wire.head()[1] == 200
            body = read_to_end(wire)
    assert len(json.loads(body)["events"]) == EVENTS


def test_head_of_a_long_export_has_no_body(long_game):
    with Wire(long_game.server) as wire:
        assert wire.request("HEAD", long_game.path + "/export").answer("HEAD").status == 200
        assert wire.ended()
