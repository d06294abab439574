"""Writes edits at a fixed rate, and measures the delay until each reaches the streams of other nodes."""

import contextlib
import json
import re
import selectors
import socket
import time

import bulk
import replies

RATE = 200
GAMES = 20
CHANGED = re.compile(rb"id: (\d+)\nevent: cell\.changed\n")
HEAD = re.compile(rb"HTTP/1\.1 200 .*?content-length: (\d+)\r\n.*?\r\n\r\n", re.IGNORECASE | re.DOTALL)
#: The time to wait for the last events, in seconds.
EVENT_TIMEOUT = 10


class Connection:
    """A connection and the bytes received on it that are not parsed yet."""

    def __init__(self, node, game):
        self.game, self.received = game, b""
        self.socket = socket.create_connection((node.host, node.port), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def receive(self):
        part = self.socket.recv(1 << 16)
        replies.expect(part, "a node has closed a connection")
        self.received += part

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()


class Stream(Connection):
    """The event stream of one game."""

    def __init__(self, node, game):
        super().__init__(node, game)
        self.socket.sendall(bulk.request("GET", f"/games/{game}/events"))
        while b"event: snapshot" not in self.received or not self.received.endswith(b"\n\n\r\n"):
            self.receive()
        self.received = b""

    def sequences(self):
        """Receives bytes, and returns the sequences of the events that are complete."""
        self.receive()
        found = list(CHANGED.finditer(self.received))
        if found:
            self.received = self.received[found[-1].end():]
        return [int(one[1]) for one in found]


class Writer(Connection):
    """Writes letters into one game, one at a time; each is timed from the moment at which it was due."""

    def __init__(self, node, game):
        super().__init__(node, game)
        status, _, body = node.ask("GET", f"/games/{game}/board")
        replies.expect(status == 200, f"the board was answered with {status}")
        self.sequence = json.loads(body)["sequence"]
        self.due, self.answered, self.waiting = {}, [], []

    def write(self, due_time):
        """Sends the next letter, or queues it until the previous one is answered."""
        self.waiting.append(due_time)
        if len(self.waiting) == 1:
            self._send()

    def _send(self):
        letter = chr(65 + self.sequence // 25 % 26)
        path, move = f"/games/{self.game}/board/cells/{self.sequence % 25}", f"paced-{self.sequence}"
        self.sequence += 1
        self.due[self.sequence] = self.waiting[0]
        self.socket.sendall(bulk.request("POST", path, {"value": letter, "move": move}))

    def handle_readable(self):
        self.receive()
        head = HEAD.match(self.received)
        if not head and self.received[9:12] not in (b"", b"200"):
            raise SystemExit(f"an edit was answered with {self.received!r}")
        if head and len(self.received) >= head.end() + int(head[1]):
            self.received = b""
            self.answered.append(time.perf_counter() - self.waiting.pop(0))
            if self.waiting:
                self._send()


def measure(group, games, seconds):
    """Writes for some seconds; returns sorted response times and stream delays in milliseconds.

    The streams are on the other nodes, or on the only node.
    """
    count = len(group.nodes)
    with contextlib.ExitStack() as stack, selectors.DefaultSelector() as selector:
        writers, streams = {}, []
        for number, game in enumerate(games):
            home = number % count
            writers[game] = stack.enter_context(Writer(group.nodes[home], game))
            others = [node for index, node in enumerate(group.nodes) if index != home] or group.nodes
            streams += [stack.enter_context(Stream(node, game)) for node in others]
        for connection in (*writers.values(), *streams):
            selector.register(connection.socket, selectors.EVENT_READ, connection)
        return run(selector, writers, len(streams) // len(games), seconds)


def run(selector, writers, streams_each, seconds):
    delays, sent, total = [], 0, RATE * seconds
    begin = time.perf_counter()
    order = list(writers.values())
    while len(delays) < total * streams_each:
        next_due = begin + sent / RATE
        now = time.perf_counter()
        replies.expect(now < begin + seconds + EVENT_TIMEOUT, "an event did not reach every stream")
        if sent < total and now >= next_due:
            order[sent % len(order)].write(next_due)
            sent += 1
            continue
        for key, _ in selector.select(max(next_due - now, 0) if sent < total else 0.1):
            handle_readable(key.data, writers, delays)
    answered = [due_time for writer in order for due_time in writer.answered]
    return sorted(1000 * one for one in answered), sorted(1000 * one for one in delays)


def handle_readable(connection, writers, delays):
    if isinstance(connection, Writer):
        return connection.handle_readable()
    sequences = connection.sequences()
    now = time.perf_counter()
    due = writers[connection.game].due
    delays.extend(now - due[sequence] for sequence in sequences)
