"""Answers that a client does not read take bounded memory, and clients that read are served as before."""

import contextlib
import json
import pathlib
import resource

import pytest

from certificates import Certificate
from client import Closed, Wire, ask, eventually, new_game, resident
from server_clock import StoppedServer
from server_process import ServerProcess

CROWD = 250  # connections of an address
EVENTS = 10_000
BOUND = 16 << 20  # bytes of memory for an address, its connections included
RETAINED = 20_000_000  # bytes that the server may keep after its clients have left


@pytest.fixture(scope="module")
def long_game():
    """A long game on a server without limits."""
    with ServerProcess("--no-address-limits") as server:
        game = new_game(server)
        for turn in range(EVENTS // 25):
            game.fill("ABCDEFG"[turn % 7])
        yield game


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return Certificate(tmp_path_factory.mktemp("tls"))


@contextlib.contextmanager
def crowd(server, target, times=1, sources=(None,)):
    """Connections of each source that send requests and read almost nothing."""
    with contextlib.ExitStack() as open_wires:
        wires = [
            open_wires.enter_context(Wire(server, receive_buffer=4096, source=source))
            for source in sources
            for _ in range(CROWD)
        ]
        for _ in range(times):
            for wire in wires:
                # The server may cut a connection whose answers nobody reads.
                with contextlib.suppress(OSError):
                    wire.request("GET", target)
        yield wires


def processor(server):
    """The processor time of the server, in ticks of the kernel."""
    fields = pathlib.Path(f"/proc/{server.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def wait_until_idle(server):
    """Waits until the server has used no processor time for ten looks."""
    looks = []

    def is_idle():
        looks.append(processor(server))
        return len(looks) > 10 and looks[-1] == looks[-11]

    eventually(is_idle, what="handling all requests")


@pytest.mark.unsanitized("measures memory")
@pytest.mark.parametrize("target", ["/openapi.json", "/game.css"])
@pytest.mark.parametrize("secure", [False, True], ids=["plain", "TLS"])
def test_unread_answers_of_an_address_take_bounded_memory_whatever_the_body(certificate, secure, target):
    with certificate.serve() if secure else ServerProcess() as server:
        ask(server, "GET", target)
        before = resident(server)
        with crowd(server, target, times=200):
            wait_until_idle(server)
            assert resident(server) - before < BOUND
            with Wire(server) as reader:
                assert reader.request("GET", "/healthz").answer().status == 200, "others are served"
        eventually(lambda: resident(server) - before < RETAINED, what="releasing the memory")


@pytest.mark.nightly
@pytest.mark.unsanitized("measures memory")
@pytest.mark.parametrize("target", ["/openapi.json", "/game.css"])
@pytest.mark.parametrize("secure", [False, True], ids=["plain", "TLS"])
def test_eight_addresses_that_do_not_read_take_eight_times_as_much(certificate, secure, target):
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limits[1], limits[1]))
    sources = [f"127.0.0.{number}" for number in range(2, 10)]
    with certificate.serve() if secure else ServerProcess() as server:
        ask(server, "GET", target)
        before = resident(server)
        with crowd(server, target, times=200, sources=sources):
            wait_until_idle(server)
            assert resident(server) - before < len(sources) * BOUND
        eventually(lambda: resident(server) - before < RETAINED, what="releasing the memory")


@pytest.mark.unsanitized("measures memory")
def test_a_long_answer_is_503_while_too_much_waits_for_its_address(own_server):
    """Any long answer will do; this one does not need the store."""
    long_answer = ask(own_server, "GET", "/openapi.json").body
    with crowd(own_server, "/openapi.json") as wires:

        def is_full():
            # An address that asks for much is answered with 429 for a while.
            for wire in wires:
                with contextlib.suppress(OSError):
                    wire.request("GET", "/openapi.json")
            return ask(own_server, "GET", "/openapi.json").status == 503

        eventually(is_full, what="the limit")
        assert ask(own_server, "GET", "/board").status == 200, "short answers are still sent"
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
