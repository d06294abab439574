"""Streams: how long one edit takes to reach all that follow, and what a stream costs in memory; see `run.py`."""

import contextlib
import pathlib
import socket
import statistics
import struct
import subprocess
import tempfile

import many
import servers
import tables
from progress import show

PEERS = pathlib.Path(__file__).resolve().parent / "Peers"
#: Games, and streams of each.
SHAPES = ((1, 100), (1, 1_000), (1, 10_000), (1_000, 10))
#: Events that all streams get in one round, but no fewer than five turns.
EVENTS = 150_000
WRITERS = 64
MAXIMUM_RATIO = 1.25
MAXIMUM_MEMORY_RATIO = 1.5


def measure(program, options):
    """The rows of figures: times and memory beside the bare C program, and allocations for each stream."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        compile_peers(folder)
        rows = []
        for games, streams in SHAPES:
            with Stage(program, folder, games, streams) as stage:
                rows.append(stage.time_row(options))
        rows += [memory_row(program, folder, games) for games in (1, 1_000)]
        return [*rows, allocations_row(program, folder)]


def compile_peers(folder):
    flags = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "libevent"], capture_output=True, text=True, check=True).stdout.split()
    compiled = (("fanout", flags), ("readers", []), ("malloc_count", ["-shared", "-fPIC"]))
    for name, extra in compiled:
        subprocess.run(
            ["cc", "-O2", "-Wall", "-Wextra", "-o", folder / name, PEERS / f"{name}.c", *extra], check=True)


def serve(program, *arguments):
    """The server with its games in memory: the C program keeps nothing either."""
    return program.serve("--store", "memory", "--spectators", "20000", "--game-memory", "4096", *arguments)


class Readers:
    """The streams of one server, read by a program of their own on another core."""

    def __init__(self, folder, server, games, streams):
        plan = folder / f"plan-{server.port}"
        plan.write_text("".join(f"/games/{game}/events /games/{game}/board/cells/0\n" for game in games))
        self.letter = 0
        #: Of all streams in the last turn.
        self.bytes = 0
        self.process = subprocess.Popen(
            [*servers.cores()[1], folder / "readers", str(server.port), str(streams), str(min(WRITERS, len(games))),
             plan], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._line("open")

    def turn(self):
        """Edits every game once; the milliseconds until all streams had it, and until all edits were answered."""
        self.letter = 1 - self.letter
        self.process.stdin.write("AB"[self.letter] + "\n")
        self.process.stdin.flush()
        reached, answered, self.bytes = map(float, self._line("edited"))
        return reached / 1000, answered / 1000

    def _line(self, word):
        words = self.process.stdout.readline().split()
        if not words or words[0] != word:
            raise SystemExit(f"the readers said {words!r}")
        return words[1:]

    def stop(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Stage:
    """Both servers, with the same streams of the same games."""

    def __init__(self, program, folder, games, streams):
        self.games, self.streams = games, streams
        self.what = f"{games:,} × {streams:,} streams" if games > 1 else f"{streams:,} streams"
        self.stack = contextlib.ExitStack()
        ours = self.stack.enter_context(servers.Server("FiveByFive", serve(program)))
        ids = many.make_games(ours, games)
        yardstick = self.stack.enter_context(servers.Server("the yardstick", peer(folder, ours)))
        self.sides = []
        for server, names in ((ours, ids), (yardstick, range(games))):
            show(f"{self.what}: {server.name} opens them")
            readers = Readers(folder, server, names, games * streams)
            self.sides.append(self.stack.enter_context(readers))

    def time_row(self, options):
        rounds = [[], []]
        for number in range(1, options.rounds + 1):
            show(f"{self.what}: round {number} of {options.rounds}")
            turns = [[], []]
            for _ in range(min(max(EVENTS // (self.games * self.streams), 5), 60)):
                for readers, times in zip(self.sides, turns):
                    times.append(readers.turn()[0])
            for times, medians in zip(turns, rounds):
                medians.append(statistics.median(times))
        what = f"an edit reaches {self.what}" if self.games == 1 else f"an edit of each reaches {self.what}"
        return tables.ratio_row(what, *rounds, "{:,.2f} ms", at_most=MAXIMUM_RATIO, beside="{} in C")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stack.close()


def memory_row(program, folder, games, first=2_000, more=8_000):
    """By how much a process grows for each stream, when some have taken the memory that was free before."""
    sizes = []
    with contextlib.ExitStack() as stack:
        ours = stack.enter_context(servers.Server("FiveByFive", serve(program)))
        ids = many.make_games(ours, games)
        yardstick = stack.enter_context(servers.Server("the yardstick", peer(folder, ours)))
        for server, names in ((ours, ids), (yardstick, range(games))):
            show(f"memory of a stream, {games:,} games: {server.name}")
            stack.enter_context(Readers(folder, server, names, first))
            before = server.resident_megabytes()
            stack.enter_context(Readers(folder, server, names, more))
            sizes.append([(server.resident_megabytes() - before) * (1 << 20) / more])
    what = f"memory of a stream, {'one board' if games == 1 else f'{games:,} games'}"
    return tables.ratio_row(what, *sizes, "{:,.0f} bytes", at_most=MAXIMUM_MEMORY_RATIO, beside="{} in C")


def peer(folder, server):
    """The command of the C program, with the bytes of the real server: what it sends must be the same."""
    game = many.make_games(server, 1)[0]
    with socket.create_connection((server.host, server.port), timeout=5) as stream:
        stream.sendall(many.request("GET", f"/games/{game}/events"))
        head = until_quiet(stream)
        with socket.create_connection((server.host, server.port), timeout=5) as writer:
            writer.sendall(many.request("POST", f"/games/{game}/board/cells/0", {"value": "A"}))
            edited = until_quiet(writer)
        event = until_quiet(stream)
    if b"event: snapshot" not in head or b"event: cell.changed" not in event or b" 200 " not in edited[:20]:
        raise SystemExit(f"The replies are not what is to be measured: {head!r} {event!r} {edited!r}")
    paths = [folder / name for name in ("head", "event", "edited")]
    for path, content in zip(paths, (head, event, edited)):
        path.write_bytes(content)
    return [str(folder / "fanout"), *map(str, paths)]


def until_quiet(connection, seconds=0.5):
    """What comes until nothing has come for a while."""
    connection.settimeout(seconds)
    parts = []
    with contextlib.suppress(TimeoutError):
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def allocations_row(program, folder, turns=50, streams=1_000):
    """How many more allocations an edit takes for each stream more: of twice the streams, less those of once."""
    show("counting allocations")
    counts = [allocations_of(program, folder, turns, number) for number in (streams, 2 * streams)]
    each = (counts[1] - counts[0]) / (turns * streams)
    beside = f"{counts[0] / turns:,.0f} an edit with {streams:,}, {counts[1] / turns:,.0f} with {2 * streams:,}"
    return (
        "allocations of a stream for each event", f"{each:.4f}", beside, "", "", "none", tables.verdict(each < 0.01))


def allocations_of(program, folder, turns, streams):
    counter = folder / "count"
    counter.write_bytes(bytes(8))
    environment = ["env", f"LD_PRELOAD={folder / 'malloc_count'}", f"MALLOC_COUNT_FILE={counter}"]
    with servers.Server("the server", environment + serve(program)) as server:
        game = many.make_games(server, 1)
        with Readers(folder, server, game, streams) as readers:
            for _ in range(5):
                readers.turn()
            before = struct.unpack("=Q", counter.read_bytes())[0]
            for _ in range(turns):
                readers.turn()
            return struct.unpack("=Q", counter.read_bytes())[0] - before
