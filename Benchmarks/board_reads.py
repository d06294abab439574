"""Reads boards one after the other over one connection, and times each read."""

import gc
import json
import re
import socket
import statistics
import time

import replies


class Client:
    """A keep-alive connection, reopened when the server closes it."""

    def __init__(self, server):
        self.server = server
        self.connection = None

    def read(self, path):
        """Returns what a GET of `path` is answered, and the time of the request in milliseconds."""
        if not self.connection:
            self.connection = socket.create_connection((self.server.host, self.server.port), timeout=10)
            self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        head = f"GET {path} HTTP/1.1\r\nHost: {self.server.host}:{self.server.port}\r\n\r\n"
        begin = time.perf_counter()
        self.connection.sendall(head.encode())
        head, body = self.response()
        elapsed = time.perf_counter() - begin
        replies.expect(head.startswith("HTTP/1.1 200 "), f"response to a GET of {path}: {head!r}")
        if "connection: close" in head.lower():
            self.close()
        return json.loads(body), elapsed * 1000

    def response(self):
        received = b""
        while b"\r\n\r\n" not in received:
            received += self.receive()
        head, body = received.split(b"\r\n\r\n", 1)
        text = head.decode("latin-1")
        length = int(re.search(r"content-length: (\d+)", text, re.IGNORECASE)[1])
        while len(body) < length:
            body += self.receive()
        return text, body

    def receive(self):
        part = self.connection.recv(65536)
        replies.expect(part, "the connection was closed within a response")
        return part

    def close(self):
        if self.connection:
            self.connection.close()
            self.connection = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def read_all(server, events):
    """Reads the board of each game, and returns the times in milliseconds.

    `events` is the number of events by game; each board must be at that sequence.
    """
    times = []
    gc.disable()
    with Client(server) as client:
        for game, count in events.items():
            board, milliseconds = client.read(f"/games/{game}/board")
            sequence = board["sequence"]
            replies.expect(sequence == count, f"the board of {game} is at sequence {sequence}, not {count}")
            times.append(milliseconds)
    gc.enable()
    return times


def summary(times):
    """Formats median, 99th percentile and maximum."""
    return f"{statistics.median(times):.2f} ms, p99 {p99(times):.2f}, max {max(times):.2f}"


def p99(times):
    return sorted(times)[int(len(times) * 0.99)]
