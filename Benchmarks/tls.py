"""What TLS costs: memory of an idle connection and of an idle stream, and time of a handshake and of a GET.

    python3 Benchmarks/tls.py [SERVER]

The same is measured without TLS beside it. Memory is by how much the process grows for each connection, time is that
of the server's main thread.
"""

import contextlib
import pathlib
import socket
import ssl
import sys
import tempfile

import many
import servers

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path += [str(ROOT / "Tests"), str(ROOT / "Tests" / "BlackBox")]
import certificates  # noqa: E402 -- from the folder of the tests
import server_process  # noqa: E402

#: Connections before the measurement, which take the memory that was free.
FIRST = 2_000
MORE = 3_000
#: Times are of so many connections, each with so many requests.
TIMED = 10
REQUESTS = 800
BOARD = many.request("GET", "/board")
EVENTS = many.request("GET", "/events")


class Side:
    """A fresh server, plain or with TLS, and its clients."""

    def __init__(self, options, context):
        command = servers.Program(server_process.binary()).serve(
            "--store", "memory", "--spectators", "20000", "--io-threads", "1", *map(str, options))
        # The first line of a server with TLS names its address as https.
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
        """By how much the server grows for each connection that has sent `message` and got all up to `end`."""
        with contextlib.ExitStack() as stack:
            self._open(stack, FIRST, message, end)
            before = self.server.resident_megabytes()
            self._open(stack, MORE, message, end)
            return (self.server.resident_megabytes() - before) * (1 << 20) / MORE

    def _open(self, stack, count, message, end):
        for _ in range(count):
            ask(stack.enter_context(self.connect()), message, end)

    def microseconds(self):
        """Of the main thread: for opening a connection with its first GET, and for a further GET."""
        opening = asking = 0
        for _ in range(TIMED):
            begin = self.server.main_thread_nanoseconds()
            with self.connect() as connection:
                ask(connection, BOARD, b"}")
                opened = self.server.main_thread_nanoseconds()
                for _ in range(REQUESTS):
                    ask(connection, BOARD, b"}")
                asked = self.server.main_thread_nanoseconds()
            opening += opened - begin
            asking += asked - opened
        return opening / TIMED / 1000, asking / TIMED / REQUESTS / 1000


def ask(connection, message, end):
    connection.sendall(message)
    got = b""
    while not got.endswith(end) or b"\r\n\r\n" not in got:
        part = connection.recv(65_536)
        if not part:
            raise SystemExit(f"the connection was closed after {got!r}")
        got += part


def main():
    if len(sys.argv) > 1:
        server_process.os.environ["GAMESERVER"] = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        certificate = certificates.Certificate(folder)
        trusting = ssl.create_default_context(cafile=certificate.path)
        columns = [measured((), None), measured(certificate.options, trusting)]
    whats = (
        "an idle connection, bytes", "an idle stream, bytes", "opening and a first GET, µs",
        "a further GET of the board, µs")
    print(f"{'':32}{'plain':>10}{'TLS':>10}")
    for what, *figures in zip(whats, *columns):
        print(f"{what:32}" + "".join(f"{figure:>10,.0f}" if figure >= 100 else f"{figure:>10,.1f}" for figure in figures))


def measured(options, context):
    """The four figures, each memory of a fresh server: what another measurement has freed would be used again."""
    figures = []
    for what in ((BOARD, b"}"), (EVENTS, b"\n\n\r\n")):
        with Side(options, context) as side:
            figures.append(side.bytes_of_each(*what))
    with Side(options, context) as side:
        return [*figures, *side.microseconds()]


if __name__ == "__main__":
    main()
