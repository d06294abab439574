"""One client that asks for one board after the other, and a clock for each."""

import gc
import json
import re
import socket
import statistics
import time

import replies


class Client:
    """A kept-alive connection, opened again when the server ends it."""

    def __init__(self, server):
        self.server = server
        self.connection = None

    def touch(self, game):
        """Asks for the board of `game`; gives its sequence number, and the milliseconds that took."""
        if not self.connection:
            self.connection = socket.create_connection((self.server.host, self.server.port), timeout=10)
            self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        head = f"GET /games/{game}/board HTTP/1.1\r\nHost: {self.server.host}:{self.server.port}\r\n\r\n"
        begin = time.perf_counter()
        self.connection.sendall(head.encode())
        head, body = self.answer()
        elapsed = time.perf_counter() - begin
        replies.expect(head.startswith("HTTP/1.1 200 "), f"the board of a stored game: {head!r}")
        if "connection: close" in head.lower():
            self.close()
        return json.loads(body)["sequence"], elapsed * 1000

    def answer(self):
        received = b""
        while b"\r\n\r\n" not in received:
            received += self.more()
        head, body = received.split(b"\r\n\r\n", 1)
        text = head.decode("latin-1")
        length = int(re.search(r"content-length: (\d+)", text, re.IGNORECASE)[1])
        while len(body) < length:
            body += self.more()
        return text, body

    def more(self):
        got = self.connection.recv(65536)
        replies.expect(got, "the connection ended within an answer")
        return got

    def close(self):
        if self.connection:
            self.connection.close()
            self.connection = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def touch_all(server, events):
    """The milliseconds of each touch of these games; each board must have come as far as its events."""
    times = []
    gc.disable()
    with Client(server) as client:
        for game, count in events.items():
            sequence, milliseconds = client.touch(game)
            replies.expect(sequence == count, f"the board of {game} is at {sequence}, not {count}")
            times.append(milliseconds)
    gc.enable()
    return times


def described(times):
    """Median, 99th percentile and the worst, in words."""
    return f"{statistics.median(times):.2f} ms, p99 {p99(times):.2f}, worst {max(times):.2f}"


def p99(times):
    return sorted(times)[int(len(times) * 0.99)]
