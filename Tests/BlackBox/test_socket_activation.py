"""Socket activation: a supervisor holds the listening socket, so a restart refuses and resets no client."""

import collections
import contextlib
import signal
import socket
import threading

import pytest

import supervisor
from client import Closed, Wire, accepted, ask, eventually, lobby, new_game
from fold import Copy
from refused_starts import refusal, start
from streams import Stream
from supervisor import Supervisor

LOOPS = pytest.mark.parametrize("more", [[], ["--io-threads", "2"]], ids=["one loop", "two loops"])
INHERITED = pytest.mark.parametrize("by_option", [False, True], ids=["LISTEN_FDS", "--listen-fd"])


@LOOPS
@INHERITED
def test_the_server_listens_on_the_inherited_socket(more, by_option):
    with Supervisor(*more, by_option=by_option) as server:
        assert server.first_line == f"listening on http://127.0.0.1:{server.port}/"
        for number in range(10):
            assert accepted(lobby(server).edit(number, "A"))["sequence"] == number + 1
        assert server.stop() == 0


def test_a_listen_pid_of_another_process_is_ignored(monkeypatch):
    """The server leaves descriptor 3 alone and opens its own port."""
    wrong_pid = supervisor.BY_ENVIRONMENT.replace("os.getpid()", "os.getppid()")
    monkeypatch.setattr(supervisor, "BY_ENVIRONMENT", wrong_pid)
    with Supervisor("--port", "0") as server:
        assert server.first_line != f"listening on http://127.0.0.1:{server.port}/"
        assert server.first_line.startswith("listening on http://127.0.0.1:")


class Clients:
    """Threads that read and edit, with a new connection for each request, and count the outcomes."""

    def __init__(self, server, count=3):
        self.server, self.stopped = server, threading.Event()
        self.outcomes, self.acknowledged = collections.Counter(), []
        self.threads = [threading.Thread(target=self.run, args=(number,)) for number in range(count)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        for thread in self.threads:
            thread.join()

    def play_on(self):
        """Waits until the clients have had a hundred more answers."""
        wanted = self.outcomes["200"] + 100
        eventually(lambda: self.outcomes["200"] >= wanted, what="a hundred answers")

    def run(self, number):
        turn = 0
        while not self.stopped.is_set():
            turn += 1
            try:
                self.record(self.request(number, turn), f"{number}-{turn}" if turn % 2 else None)
            except (ConnectionError, Closed, TimeoutError) as error:
                self.outcomes[repr(error)] += 1

    def request(self, number, turn):
        if turn % 2 == 0:
            return ask(self.server, "GET", "/board")
        body = {"value": "ABCDEFG"[turn % 7], "move": f"{number}-{turn}"}
        return ask(self.server, "POST", f"/board/cells/{number * 8 + turn // 2 % 8}", body)

    def record(self, answer, move):
        code = answer.json["code"] if answer.status >= 400 else ""
        self.outcomes[f"{answer.status} {code}".strip()] += 1
        if move and answer.status == 200:
            self.acknowledged.append((answer.json["sequence"], bool(answer.json["events"])))


@LOOPS
def test_restarts_under_load_refuse_and_reset_no_client(more):
    """503 `shutting-down` is allowed: it is an answer, and it has Retry-After."""
    with Supervisor(*more) as server, Clients(server) as clients:
        for _ in range(3):
            clients.play_on()
            assert server.restart(signal.SIGTERM) == 0
        clients.play_on()
        clients.__exit__()
        assert clients.outcomes.keys() <= {"200", "503 shutting-down"}, clients.outcomes
        assert clients.outcomes["503 shutting-down"] <= clients.outcomes["200"] / 10, clients.outcomes
        numbers = sorted(sequence for sequence, changed in clients.acknowledged if changed)
        history = [event["sequence"] for event in lobby(server).history()]
        assert history == list(range(1, len(history) + 1)) and set(numbers) <= set(history)


@LOOPS
def test_a_client_that_connects_between_two_servers_waits_and_is_served(more):
    with Supervisor(*more) as server:
        game = new_game(server)
        server.stop()
        with contextlib.ExitStack() as stack:
            wires = [stack.enter_context(Wire(server)) for _ in range(20)]
            for cell, wire in enumerate(wires):
                wire.request("POST", f"{game.path}/board/cells/{cell}", {"value": "A"})
            server.start()
            assert sorted(accepted(wire.answer())["sequence"] for wire in wires) == list(range(1, 21))


@LOOPS
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["SIGTERM", "kill -9"])
def test_a_stream_resumes_after_a_restart(more, ending):
    with Supervisor(*more) as server:
        game = lobby(server)
        game.edit(0, "A")
        with Stream(server, "/events") as stream:
            copy = Copy.of(stream.next().data)
            game.edit(1, "B")
            copy.apply(stream.next().data)
            server.send(ending)
            stream.rest_of_stream()
        server.wait()
        server.start()
        game.edit(2, "C")
        resumed = {"Last-Event-ID": str(copy.sequence)}
        with Stream(server, "/events", headers=resumed) as stream:
            copy.apply(stream.next().data)
        assert copy.hash == game.board()["hash"]


def assert_descriptor_refused(file, tmp_path):
    number = file.fileno()
    line = refusal("--listen-fd", number, "--data", tmp_path / "data", inherited=[number])
    assert str(number) in line


def test_a_descriptor_that_is_not_a_listening_socket_is_reported_in_one_line(tmp_path):
    one, other = socket.socketpair()
    with one, other, socket.socket() as idle, open(tmp_path / "file", "w") as file:
        for wrong in (file, idle, one):
            assert_descriptor_refused(wrong, tmp_path)


def test_a_closed_descriptor_is_reported_in_one_line(tmp_path):
    assert "777" in refusal("--listen-fd", 777, "--data", tmp_path / "data")


@pytest.mark.parametrize("number", ["-1", "x", ""])
def test_an_invalid_descriptor_number_is_reported(tmp_path, number):
    done = start(f"--listen-fd={number}", "--data", tmp_path / "data")
    assert done.returncode > 0 and done.stderr.count("Error: ") == 1 and "Fatal" not in done.stderr
