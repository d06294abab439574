"""Measures streams: the time until an edit reaches all of them, and their memory; see `run.py`."""

import contextlib
import pathlib
import socket
import statistics
import struct
import subprocess
import subprocess
import tempfile

import bulk
import servers
import tables
from command_line import compile_c, show

HEADING = "Streams"
TEXT = """\
The server with its games in memory, compared with `Peers/fanout.c`, which sends the same bytes through libevent's
bufferevents and, like the server, writes each event to the kernel at once. `Peers/readers.c` reads from another core. The
time is from the first byte of the edit, or of the first of 1,000 edits over 64 connections, to the last byte of the last
event; the servers run in turns. The C program has no game logic, so with few streams per edit the ratio includes the cost
of the edit itself. The memory of a stream is the growth of the process for 8,000 streams after the first 2,000.

{}"""
#: The number of games, and of streams on each.
SHAPES = ((1, 100), (1, 1_000), (1, 10_000), (1_000, 10))
#: The total events of a round, which has at least five turns.
EVENTS = 150_000
WRITERS = 64
MAXIMUM_RATIO = 1.2
MAXIMUM_MEMORY_RATIO = 1.4


def measure(program, options):
    """The text of the section: times and memory compared with the C program, and allocations per stream."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        compile_peers(folder)
        rows = []
        for games, streams in SHAPES:
            with Comparison(program, folder, games, streams) as comparison:
                rows.append(comparison.time_row(options))
        rows += [memory_row(program, folder, games) for games in (1, 1_000)]
        rows.append(allocations_row(program, folder))
    return TEXT.format(tables.table(rows))


def compile_peers(folder):
    for name, flags in (("fanout", ()), ("readers", ()), ("malloc_count", ("-shared", "-fPIC"))):
        compile_c(name, folder, *flags)


def serve(program, *arguments):
    """The server with its games in memory, because the C program stores nothing."""
    return program.serve("--store", "memory", "--spectators", "20000", "--game-memory", "4096", *arguments)


class Readers:
    """A process on another core that reads the streams of one server and writes the edits."""

    def __init__(self, folder, server, games, streams, writers=None):
        """Opens `streams` streams of `games`; `writers` is the server that is edited, if that is another one."""
        plan = folder / f"plan-{server.port}"
        plan.write_text("".join(f"/games/{game}/events /games/{game}/board/cells/0\n" for game in games))
        self.letter = 0
        #: The bytes that all streams received in the last turn.
        self.bytes = 0
        self.process = subprocess.Popen(
            [*servers.cores()[1], folder / "readers", str(server.port), str(streams), str(min(WRITERS, len(games))),
             plan, str((writers or server).port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._line("open")

    def turn(self):
        """Edits every game once; returns the milliseconds until all streams had the event and all edits were answered."""
        self.letter = 1 - self.letter
        self.process.stdin.write("AB"[self.letter] + "\n")
        self.process.stdin.flush()
        reached, answered, self.bytes = map(float, self._line("edited"))
        return reached / 1000, answered / 1000

    def _line(self, word):
        words = self.process.stdout.readline().split()
        if not words or words[0] != word:
            raise SystemExit(f"unexpected output of the readers: {words!r}")
        return words[1:]

    def stop(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Comparison:
    """Both servers with the same games and streams."""

    def __init__(self, program, folder, games, streams):
        self.games, self.streams = games, streams
        self.label = f"{games:,} × {streams:,} streams" if games > 1 else f"{streams:,} streams"
        self.stack = contextlib.ExitStack()
        ours = self.stack.enter_context(servers.Server("FiveByFive", serve(program)))
        ids = bulk.make_games(ours, games)
        reference_server = self.stack.enter_context(servers.Server("the C program", peer(folder, ours)))
        self.sides = []
        for server, names in ((ours, ids), (reference_server, range(games))):
            show(f"{self.label}: opening them on {server.name}")
            readers = Readers(folder, server, names, games * streams)
            self.sides.append(self.stack.enter_context(readers))

    def time_row(self, options):
        rounds = [[], []]
        for number in range(1, options.rounds + 1):
            show(f"{self.label}: round {number} of {options.rounds}")
            turns = [[], []]
            for _ in range(min(max(EVENTS // (self.games * self.streams), 5), 60)):
                for readers, times in zip(self.sides, turns):
                    times.append(readers.turn()[0])
            for times, medians in zip(turns, rounds):
                medians.append(statistics.median(times))
        label = f"an edit to {self.label}" if self.games == 1 else f"an edit of each game to {self.label}"
        return tables.ratio_row(label, *rounds, "{:,.2f} ms", at_most=MAXIMUM_RATIO, reference="{} in C")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stack.close()


def memory_row(program, folder, games, first=2_000, more=8_000):
    """A row for the growth of the process per stream, after the first streams have used up free memory."""
    sizes = []
    with contextlib.ExitStack() as stack:
        ours = stack.enter_context(servers.Server("FiveByFive", serve(program)))
        ids = bulk.make_games(ours, games)
        reference_server = stack.enter_context(servers.Server("the C program", peer(folder, ours)))
        for server, names in ((ours, ids), (reference_server, range(games))):
            show(f"memory of a stream, {games:,} games: {server.name}")
            stack.enter_context(Readers(folder, server, names, first))
            before = server.resident_megabytes()
            stack.enter_context(Readers(folder, server, names, more))
            sizes.append([(server.resident_megabytes() - before) * (1 << 20) / more])
    label = f"memory per stream, {'one board' if games == 1 else f'{games:,} games'}"
    return tables.ratio_row(label, *sizes, "{:,.0f} bytes", at_most=MAXIMUM_MEMORY_RATIO, reference="{} in C")


def peer(folder, server):
    """The command of the C program, with bytes captured from the real server as arguments."""
    game = bulk.make_games(server, 1)[0]
    with socket.create_connection((server.host, server.port), timeout=5) as stream:
        stream.sendall(bulk.request("GET", f"/games/{game}/events"))
        head = until_quiet(stream)
        with socket.create_connection((server.host, server.port), timeout=5) as writer:
            writer.sendall(bulk.request("POST", f"/games/{game}/board/cells/0", {"value": "A"}))
            edited = until_quiet(writer)
        event = until_quiet(stream)
    if b"event: snapshot" not in head or b"event: cell.changed" not in event or b" 200 " not in edited[:20]:
        raise SystemExit(f"Unexpected reply: {head!r} {event!r} {edited!r}")
    paths = [folder / name for name in ("head", "event", "edited")]
    for path, content in zip(paths, (head, event, edited)):
        path.write_bytes(content)
    return [str(folder / "fanout"), *map(str, paths)]


def until_quiet(connection, seconds=0.5):
    """Receives until no bytes have arrived for some time."""
    connection.settimeout(seconds)
    parts = []
    with contextlib.suppress(TimeoutError):
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def allocations_row(program, folder, turns=50, streams=1_000):
    """A row for the allocations per stream and event: those with twice the streams, less those with once."""
    show("counting allocations")
    counts = [allocations_of(program, folder, turns, number) for number in (streams, 2 * streams)]
    each = (counts[1] - counts[0]) / (turns * streams)
    reference = f"{counts[0] / turns:,.0f} per edit with {streams:,}, {counts[1] / turns:,.0f} with {2 * streams:,}"
    return (
        "allocations per stream and event", f"{each:.4f}", reference, "", "", "none", tables.verdict(each < 0.01))


def allocations_of(program, folder, turns, streams):
    counter = folder / "count"
    counter.write_bytes(bytes(8))
    environment = ["env", f"LD_PRELOAD={folder / 'malloc_count'}", f"MALLOC_COUNT_FILE={counter}"]
    with servers.Server("the server", environment + serve(program)) as server:
        game = bulk.make_games(server, 1)
        with Readers(folder, server, game, streams) as readers:
            for _ in range(5):
                readers.turn()
            before = struct.unpack("=Q", counter.read_bytes())[0]
            for _ in range(turns):
                readers.turn()
            return struct.unpack("=Q", counter.read_bytes())[0] - before
