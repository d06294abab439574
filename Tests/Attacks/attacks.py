"""The attacks. Each runs in the background until it is ended, and is bounded in connections, bytes and time.

`size` scales the number of connections; 1 is the full attack.
"""

import itertools
import pathlib
import resource
import socket
import struct
import subprocess
import sys
import threading

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent.parent / "BlackBox")]

from wire import compose  # noqa: E402

RESET = struct.pack("ii", 1, 0)
PAUSE = 0.02


class Attack:
    """One attack on one server, which is started with `arguments` and `wrapper`."""

    arguments = ("--no-address-limits",)
    wrapper = ()

    def __init__(self, server, size=1.0):
        self.server, self.size, self.sockets, self.threads = server, size, [], []
        self.answers = {}  # of attacks that read them: the number of answers by status
        self.is_over = threading.Event()

    def prepare(self):
        """Runs once before the measurement."""

    def begin(self):
        """Starts the attack in threads or processes."""

    def end(self):
        """Stops the attack and closes its connections."""
        self.is_over.set()
        for thread in self.threads:
            thread.join()
        for one in self.sockets:
            one.close()
        self.sockets, self.threads = [], []
        self.is_over.clear()

    def scaled(self, count):
        return max(1, int(count * self.size))

    def connect(self, receive_buffer=None, blocking=False):
        one = socket.socket()
        if receive_buffer:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        one.settimeout(30)
        one.connect((self.server.host, self.server.port))
        one.setblocking(blocking)
        self.sockets.append(one)
        return one

    def request(self, target, method="GET", body=None, headers=()):
        return compose(self.server, method, target, body, headers)

    def repeat(self, work):
        """Repeats `work` in a thread until the attack ends; ignores broken connections."""

        def run():
            while not self.is_over.is_set():
                try:
                    work()
                except OSError:
                    pass
                self.is_over.wait(PAUSE)

        thread = threading.Thread(target=run, daemon=True)
        self.threads.append(thread)
        thread.start()


class SlowHTTPTest(Attack):
    """One of slowhttptest's attacks, with 500 connections at 250 a second."""

    options = ()
    target = "/board"

    def begin(self):
        count = self.scaled(500)
        command = ["slowhttptest", *self.options, "-c", count, "-r", self.scaled(250), "-l", 60, "-v", 0]
        command += ["-p", 20, "-u", self.server.url + self.target]
        self.process = subprocess.Popen(
            list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def end(self):
        self.process.kill()
        self.process.wait()


class SlowHeaders(SlowHTTPTest):
    """slowhttptest -H: request heads that never end."""

    options = ("-H", "-i", 1, "-x", 24)


class SlowBodies(SlowHTTPTest):
    """slowhttptest -B: request bodies that never end."""

    options = ("-B", "-i", 1, "-s", 8192, "-x", 10)
    target = "/board/cells/1"


class SlowReads(SlowHTTPTest):
    """slowhttptest -X: answers read a few bytes at a time."""

    options = ("-X", "-k", 3, "-n", 1, "-z", 32, "-w", 512, "-y", 1024)
    target = "/history?limit=1000"

    def prepare(self):
        write_history(self, 1000)


class SlowHeadersWithLimits(SlowHeaders):
    """slowhttptest -H against a server with limits for each address."""

    arguments = ()


class FloodUnread(Attack):
    """100 clients keep sending requests and never read an answer."""

    def begin(self):
        bytes = self.request("/board") * 400
        for _ in range(self.scaled(100)):
            self.connect()

        def push():
            for one in list(self.sockets):
                try:
                    one.send(bytes)
                except BlockingIOError:
                    continue
                except OSError:
                    one.close()
                    self.sockets.remove(one)
                    self.connect()

        self.repeat(push)


class FloodRead(Attack):
    """Two clients pipeline a thousand requests, read all answers, and start again."""

    def begin(self):
        bytes = self.request("/board") * 1000

        def flood():
            room = bytearray(1 << 20)
            with socket.create_connection((self.server.host, self.server.port), timeout=30) as one:
                sending = threading.Thread(target=one.sendall, args=(bytes,), daemon=True)
                sending.start()
                while one.recv_into(room):
                    pass
                sending.join(30)

        for _ in range(2):
            self.repeat(flood)


class FloodEdits(Attack):
    """Four clients pipeline a hundred edits, read all answers, and start again."""

    def begin(self):
        bytes = b"".join(
            self.request(f"/board/cells/{number % 25}", "POST", "ABCD"[number // 25 % 4]) for number in range(100)
        )

        def flood():
            with socket.create_connection((self.server.host, self.server.port), timeout=30) as one:
                while not self.is_over.is_set():
                    one.sendall(bytes)
                    answered = b""
                    while answered.count(b"HTTP/1.1 ") < 100:
                        part = one.recv(1 << 20)
                        if not part:
                            return  # the server closes a connection after a thousand requests
                        answered += part

        for _ in range(4):
            self.repeat(flood)


class UnreadAnswers(Attack):
    """100 clients request twenty large answers each and never read them."""

    def prepare(self):
        write_history(self, 1000)

    def begin(self):
        for _ in range(self.scaled(100)):
            self.connect(receive_buffer=2048).send(self.request("/history?limit=1000") * 20)


class UnreadStreams(Attack):
    """200 streams that are never read, on a board that keeps changing."""

    def begin(self):
        for _ in range(self.scaled(200)):
            self.connect(receive_buffer=2048).send(self.request("/events"))
        letters = itertools.cycle("ABC")

        def write():
            letter = next(letters)
            with socket.create_connection((self.server.host, self.server.port), timeout=30) as one:
                for cell in range(10):
                    one.sendall(self.request(f"/board/cells/{cell}", "POST", letter))
                    one.recv(65536)

        self.repeat(write)


class WritesIntoStreams(Attack):
    """Clients open streams and send garbage on the same connection."""

    def begin(self):
        def talk():
            for _ in range(5):
                one = self.connect(blocking=True)
                one.sendall(self.request("/events"))
                one.recv(65536)
                one.sendall(b"x" * 8192)
            for one in self.sockets[:-20]:
                one.close()
            del self.sockets[:-20]

        self.repeat(talk)


class ConnectionResets(Attack):
    """About a thousand clients a second connect, send a partial request and reset the connection."""

    def begin(self):
        def storm():
            for _ in range(30):
                one = self.connect()
                one.send(b"GET /boa")
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                one.close()
            self.sockets.clear()

        self.repeat(storm)


class IdleConnections(Attack):
    """10,000 idle connections."""

    count = 10_000

    def begin(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        for _ in range(self.scaled(min(self.count, hard - 200))):
            self.connect()


class TooManyConnections(Attack):
    """Twice as many connections as the server's descriptors allow."""

    wrapper = ("prlimit", "--nofile=256:256")

    def begin(self):
        for _ in range(400):
            self.connect()


class NoDescriptors(Attack):
    """The server's descriptor limit is lowered, so that every accept fails."""

    def begin(self):
        self.limit = resource.prlimit(self.server.pid, resource.RLIMIT_NOFILE)
        # The limit applies only to new descriptors; the store's files stay open.
        resource.prlimit(self.server.pid, resource.RLIMIT_NOFILE, (1, self.limit[1]))
        for _ in range(self.scaled(300)):
            self.connect()

    def end(self):
        resource.prlimit(self.server.pid, resource.RLIMIT_NOFILE, self.limit)
        super().end()


def write_history(attack, count):
    """Makes `count` edits on the lobby board, so that its history is a large answer."""
    for start in range(0, count, 500):
        edits = [
            attack.request(f"/board/cells/{number % 25}", "POST", "AB"[number // 25 % 2])
            for number in range(start, min(start + 500, count))
        ]
        with socket.create_connection((attack.server.host, attack.server.port), timeout=30) as one:
            one.sendall(b"".join(edits))
            answered = b""
            while answered.count(b"HTTP/1.1 200 ") < len(edits):
                answered += one.recv(1 << 20)


ALL = (
    SlowHeaders,
    SlowBodies,
    SlowReads,
    SlowHeadersWithLimits,
    FloodUnread,
    FloodRead,
    FloodEdits,
    UnreadAnswers,
    UnreadStreams,
    WritesIntoStreams,
    ConnectionResets,
    IdleConnections,
    TooManyConnections,
    NoDescriptors,
)
