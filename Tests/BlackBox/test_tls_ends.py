"""Clients that end TLS and then break the connection, while answers wait for them."""

import contextlib
import socket
import ssl
import struct

import pytest

from certificates import Certificate, client_context
from client import ask, eventually, open_sockets
from wire import LIMIT, compose

RESET = struct.pack("ii", 1, 0)  # SO_LINGER: close with RST
CROWD = 40  # more than the callbacks that libevent defers within one turn of the loop


class SilentClient:
    """A TLS client that asks for long answers, does not read them, and whose next bytes the test chooses."""

    def __init__(self, server):
        incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        context = client_context(server.certificate)
        self.session = context.wrap_bio(incoming, self.outgoing, server_hostname=server.host)
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(LIMIT)
        self.socket.connect((server.host, server.port))
        while True:
            try:
                self.session.do_handshake()
                break
            except ssl.SSLWantReadError:
                self.flush()
                incoming.write(self.socket.recv(65536))
        self.session.write(compose(server, "GET", "/openapi.json") * 8)
        self.flush()

    def flush(self):
        self.socket.sendall(self.outgoing.read())

    def wait_for_answers(self):
        """The answers fill what the kernel holds for this client once they begin to arrive."""
        self.socket.recv(1, socket.MSG_PEEK)

    def close_notify(self):
        with pytest.raises(ssl.SSLWantReadError):
            self.session.unwrap()
        self.flush()

    def end_sending(self):
        # The server may have closed the connection when TLS ended: that is what the tests wait for.
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_WR)

    def reset(self):
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self.socket.close()


def ended_and_reset(client):
    client.close_notify()
    client.reset()


def ended_twice_and_reset(client):
    client.close_notify()
    client.end_sending()
    client.reset()


def reset_in_silence(client):
    client.reset()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return Certificate(tmp_path_factory.mktemp("tls"))


@pytest.mark.parametrize("loops", [1, 2])
@pytest.mark.parametrize("leave", [ended_and_reset, ended_twice_and_reset, reset_in_silence])
def test_clients_that_reset_with_unread_answers_are_gone_at_once(certificate, loops, leave):
    """Their sockets are closed long before the timeout of a client that takes nothing."""
    with certificate.serve("--io-threads", loops) as server:
        before = open_sockets(server)
        clients = [SilentClient(server) for _ in range(CROWD)]
        for client in clients:
            client.wait_for_answers()
        for client in clients:
            leave(client)
        eventually(lambda: open_sockets(server) <= before, 10, "closing the connections")
        assert ask(server, "GET", "/healthz").status == 200


def test_a_client_that_ends_tls_and_stays_gets_its_answers(certificate):
    with certificate.serve() as server:
        client = SilentClient(server)
        client.wait_for_answers()
        client.close_notify()
        received = 0
        while part := client.socket.recv(1 << 16):
            received += len(part)
        assert received > 8 * len(ask(server, "GET", "/openapi.json").body)
