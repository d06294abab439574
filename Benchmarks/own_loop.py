"""Measures reads on a loop of their own while writers keep the games' loop busy; see `run.py`.

The kernel chooses the loop of a connection, so connections are opened until enough of them are on the wanted one:
`/proc` tells which epoll descriptor, and so which loop, watches a connection. The reader's loop and the reader share
the second core, all other threads and the writers the first.
"""

import contextlib
import multiprocessing
import os
import pathlib
import re
import select
import socket
import time

import board_reads
import servers
import tables
from progress import show

WRITERS = 64
PAUSE_SECONDS = 0.001  # between two reads


def measure(program, folder, options):
    """A row for the 99th percentile of the reads; empty on a machine with one core."""
    if not servers.cores()[0]:
        return []
    first, second = sorted(os.sched_getaffinity(0))[:2]
    command = program.serve("--data", str(folder / "own-loop"), "--io-threads", "2")
    quiet, busy = [], []
    with servers.Server("durable", command, pinned=False) as server:
        loops = Loops(server)
        for thread in loops.threads():
            os.sched_setaffinity(thread, {second if thread == loops.other_thread else first})
        usable = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {second})
        for number in range(1, options.rounds + 1):
            show(f"GET /board on a loop of its own: round {number} of {options.rounds}")
            quiet.append(p99(loops, options.seconds))
            with writers(loops, first):
                busy.append(p99(loops, options.seconds))
        os.sched_setaffinity(0, usable)
    label = f"… {WRITERS} unthrottled writers, reads on a loop and core of their own"
    return [tables.ratio_row(label, busy, quiet, "{:.2f} ms", at_most=3, reference="{} without writers")]


class Loops:
    """The two event loops of a server."""

    def __init__(self, server):
        self.server = server
        self.folder = pathlib.Path("/proc", str(server.process.pid))
        waiting = {thread: self._awaited(thread) for thread in self.threads()}
        self.main_poll = waiting.pop(server.process.pid)
        ((self.other_thread, self.other_poll),) = ((key, poll) for key, poll in waiting.items() if poll is not None)

    def threads(self):
        return [int(task.name) for task in (self.folder / "task").iterdir()]

    def _awaited(self, thread):
        """The epoll descriptor that `thread` waits for; None for a thread that is no loop."""
        call, argument, *_ = (self.folder / "task" / str(thread) / "syscall").read_text().split()
        descriptor = int(argument, 16)
        link = self.folder / "fd" / str(descriptor)
        return descriptor if link.is_symlink() and "eventpoll" in os.readlink(link) else None

    def connect(self, poll):
        """A connection that the loop with this epoll descriptor serves."""
        while True:
            connection = socket.create_connection((self.server.host, self.server.port), timeout=10)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._poll_of(connection) == poll:
                return connection
            connection.close()

    def _poll_of(self, connection):
        """The epoll descriptor that watches the server's end of `connection`, once it is accepted."""
        while True:
            inode = self._inode(connection.getsockname()[1])
            targets = {link.name: self._target(link) for link in (self.folder / "fd").iterdir()}
            ours = [name for name, target in targets.items() if target == f"socket:[{inode}]"]
            for poll in (self.main_poll, self.other_poll):
                watched = (self.folder / "fdinfo" / str(poll)).read_text()
                if ours and re.search(rf"^tfd:\s+{ours[0]} ", watched, re.MULTILINE):
                    return poll
            time.sleep(0.001)

    def _inode(self, client_port):
        for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
            _, local, remote, *rest = line.split()
            if (int(local[-4:], 16), int(remote[-4:], 16)) == (self.server.port, client_port):
                return rest[6]
        return None

    @staticmethod
    def _target(link):
        with contextlib.suppress(FileNotFoundError):
            return os.readlink(link)


class Reader(board_reads.Client):
    """Reads over connections to the second loop."""

    def __init__(self, loops):
        super().__init__(loops.server)
        self.loops = loops

    def read(self, path):
        self.connection = self.connection or self.loops.connect(self.loops.other_poll)
        return super().read(path)


def p99(loops, seconds):
    """The 99th percentile of paced reads over one connection, in milliseconds."""
    times, end = [], time.monotonic() + seconds
    with Reader(loops) as reader:
        while time.monotonic() < end:
            times.append(reader.read("/board")[1])
            time.sleep(PAUSE_SECONDS)
    return board_reads.p99(times)


@contextlib.contextmanager
def writers(loops, core):
    """Edits cells over connections to the first loop, each edit as soon as the one before it is answered."""
    ready, done = multiprocessing.Event(), multiprocessing.Event()
    process = multiprocessing.Process(target=write, args=(loops, core, ready, done), daemon=True)
    process.start()
    if not ready.wait(timeout=30):
        raise SystemExit("the writers did not start")
    yield
    done.set()
    process.join()
    if process.exitcode != 0:
        raise SystemExit("the writers failed")


def write(loops, core, ready, done):
    os.sched_setaffinity(0, {core})
    poll, connections, number = select.epoll(), {}, 0

    def send(connection):
        nonlocal number
        number += 1
        body = b'{"value":"%c"}' % (ord("A") + number // 25 % 26)
        head = b"POST /board/cells/%d HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" % (number % 25)
        connection.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def add():
        connection = loops.connect(loops.main_poll)
        connections[connection.fileno()] = connection
        poll.register(connection, select.EPOLLIN)
        send(connection)

    for _ in range(WRITERS):
        add()
    ready.set()
    while not done.is_set():
        for descriptor, _ in poll.poll(0.1):
            reply = connections[descriptor].recv(1 << 16)
            assert reply.startswith(b"HTTP/1.1 200 "), reply
            if b"\r\nconnection: close\r\n" in reply.lower():
                poll.unregister(descriptor)
                connections.pop(descriptor).close()
                add()
            else:
                send(connections[descriptor])
