"""Measures the cost of TLS: the memory of an idle connection and an idle stream, and the time of a handshake and a GET.

    python3 Benchmarks/tls.py [SERVER]

Compares the server with TLS to the server without. Memory is the growth of the process per connection; time is CPU time
of the server's main thread.
"""

import contextlib
import pathlib
import socket
import ssl
import sys
import tempfile

import bulk
import servers

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path += [str(ROOT / "Tests"), str(ROOT / "Tests" / "BlackBox")]
import certificates  # noqa: E402 -- in Tests/BlackBox
import server_process  # noqa: E402

#: The first connections reuse free memory, so the growth is measured on the others.
FIRST = 2_000
MORE = 3_000
#: The number of timed connections, and of requests on each.
TIMED = 10
REQUESTS = 800
BOARD = bulk.request("GET", "/board")
EVENTS = bulk.request("GET", "/events")


class Setup:
    """A new server with or without TLS, and its clients."""

    def __init__(self, options, context):
        command = servers.Program(server_process.binary()).serve(
            "--store", "memory", "--spectators", "20000", "--io-threads", "1", *map(str, options))
        # `servers.Server` reads the port from an http:// address only.
        port = servers.free_port()
        command[command.index("--port") + 1] = str(port)
        self.context = context
        self.server = servers.Server("FiveByFive", command, port=port)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.stop()

    def connect(self):
        plain = socket.create_connection((self.server.host, self.server.port), timeout=10)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self.context.wrap_socket(plain, server_hostname="localhost") if self.context else plain

    def bytes_of_each(self, message, end):
        """The growth of the server per connection that has sent `message` and received a reply ending with `end`."""
        with contextlib.ExitStack() as stack:
            self._open(stack, FIRST, message, end)
            before = self.server.resident_megabytes()
            self._open(stack, MORE, message, end)
            return (self.server.resident_megabytes() - before) * (1 << 20) / MORE

    def _open(self, stack, count, message, end):
        for _ in range(count):
            exchange(stack.enter_context(self.connect()), message, end)

    def microseconds(self):
        """CPU time of the main thread for a new connection with its first GET, and for a further GET."""
        opening = reading = 0
        for _ in range(TIMED):
            begin = self.server.main_thread_nanoseconds()
            with self.connect() as connection:
                exchange(connection, BOARD, b"}")
                opened = self.server.main_thread_nanoseconds()
                for _ in range(REQUESTS):
                    exchange(connection, BOARD, b"}")
                end = self.server.main_thread_nanoseconds()
            opening += opened - begin
            reading += end - opened
        return opening / TIMED / 1000, reading / TIMED / REQUESTS / 1000


def exchange(connection, message, end):
    connection.sendall(message)
    received = b""
    while not received.endswith(end) or b"\r\n\r\n" not in received:
        part = connection.recv(65_536)
        if not part:
            raise SystemExit(f"the connection was closed after {received!r}")
        received += part


def main():
    if len(sys.argv) > 1:
        server_process.os.environ["GAMESERVER"] = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        certificate = certificates.Certificate(folder)
        trusting = ssl.create_default_context(cafile=certificate.path)
        columns = [measured((), None), measured(certificate.options, trusting)]
    labels = (
        "an idle connection, bytes", "an idle stream, bytes", "opening and first GET, µs",
        "a further GET of the board, µs")
    print(f"{'':32}{'plain':>10}{'TLS':>10}")
    for label, *figures in zip(labels, *columns):
        print(f"{label:32}" + "".join(f"{figure:>10,.0f}" if figure >= 100 else f"{figure:>10,.1f}" for figure in figures))


def measured(options, context):
    """The four figures. Each memory figure needs a new server, which has no freed memory to reuse."""
    figures = []
    for message, end in ((BOARD, b"}"), (EVENTS, b"\n\n\r\n")):
        with Setup(options, context) as setup:
            figures.append(setup.bytes_of_each(message, end))
    with Setup(options, context) as setup:
        return [*figures, *setup.microseconds()]


if __name__ == "__main__":
    main()
