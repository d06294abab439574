"""Edits at a pace, and how long each takes until it comes over the streams of other nodes."""

import contextlib
import json
import re
import selectors
import socket
import time

import many
import replies

RATE = 200
GAMES = 20
CHANGED = re.compile(rb"id: (\d+)\nevent: cell\.changed\n")
HEAD = re.compile(rb"HTTP/1\.1 200 .*?content-length: (\d+)\r\n.*?\r\n\r\n", re.IGNORECASE | re.DOTALL)
#: How long one waits for the last events, in seconds.
PATIENCE = 10


class Line:
    """A connection of this benchmark, and what has come over it and was not understood yet."""

    def __init__(self, node, game):
        self.game, self.came = game, b""
        self.socket = socket.create_connection((node.host, node.port), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def take(self):
        part = self.socket.recv(1 << 16)
        replies.expect(part, "a node has ended a connection")
        self.came += part

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()


class Stream(Line):
    """Follows one game."""

    def __init__(self, node, game):
        super().__init__(node, game)
        self.socket.sendall(many.request("GET", f"/games/{game}/events"))
        while b"event: snapshot" not in self.came or not self.came.endswith(b"\n\n\r\n"):
            self.take()
        self.came = b""

    def sequences(self):
        """The numbers of the events that have come whole."""
        self.take()
        found = list(CHANGED.finditer(self.came))
        if found:
            self.came = self.came[found[-1].end():]
        return [int(one[1]) for one in found]


class Writer(Line):
    """Writes letters into one game, one after the other; each is timed from when it was due."""

    def __init__(self, node, game):
        super().__init__(node, game)
        status, _, body = node.ask("GET", f"/games/{game}/board")
        replies.expect(status == 200, f"the board was answered {status}")
        self.sequence = json.loads(body)["sequence"]
        self.due, self.answered, self.waiting = {}, [], []

    def write(self, moment):
        """Sends the next letter, or keeps it until what was sent before is answered."""
        self.waiting.append(moment)
        if len(self.waiting) == 1:
            self._send()

    def _send(self):
        letter = chr(65 + self.sequence // 25 % 26)
        path, move = f"/games/{self.game}/board/cells/{self.sequence % 25}", f"paced-{self.sequence}"
        self.sequence += 1
        self.due[self.sequence] = self.waiting[0]
        self.socket.sendall(many.request("POST", path, {"value": letter, "move": move}))

    def hear(self):
        self.take()
        head = HEAD.match(self.came)
        if not head and self.came[9:12] not in (b"", b"200"):
            raise SystemExit(f"an edit was answered {self.came!r}")
        if head and len(self.came) >= head.end() + int(head[1]):
            self.came = b""
            self.answered.append(time.perf_counter() - self.waiting.pop(0))
            if self.waiting:
                self._send()


def measure(group, games, seconds):
    """Writes for some seconds; milliseconds until an answer, and until each stream of another node, in order.

    With one node only the streams are its own.
    """
    count = len(group.nodes)
    with contextlib.ExitStack() as stack, selectors.DefaultSelector() as selector:
        writers, streams = {}, []
        for number, game in enumerate(games):
            home = number % count
            writers[game] = stack.enter_context(Writer(group.nodes[home], game))
            others = [node for place, node in enumerate(group.nodes) if place != home] or group.nodes
            streams += [stack.enter_context(Stream(node, game)) for node in others]
        for line in (*writers.values(), *streams):
            selector.register(line.socket, selectors.EVENT_READ, line)
        return play(selector, writers, len(streams) // len(games), seconds)


def play(selector, writers, streams_each, seconds):
    reached, sent, total = [], 0, RATE * seconds
    begin = time.perf_counter()
    order = list(writers.values())
    while len(reached) < total * streams_each:
        next_moment = begin + sent / RATE
        now = time.perf_counter()
        replies.expect(now < begin + seconds + PATIENCE, "an event did not reach every stream")
        if sent < total and now >= next_moment:
            order[sent % len(order)].write(next_moment)
            sent += 1
            continue
        for key, _ in selector.select(max(next_moment - now, 0) if sent < total else 0.1):
            hear(key.data, writers, reached)
    answered = [moment for writer in order for moment in writer.answered]
    return sorted(1000 * one for one in answered), sorted(1000 * one for one in reached)


def hear(line, writers, reached):
    if isinstance(line, Writer):
        return line.hear()
    sequences = line.sequences()
    now = time.perf_counter()
    due = writers[line.game].due
    reached.extend(now - due[sequence] for sequence in sequences)
