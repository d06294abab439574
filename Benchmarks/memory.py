"""Measures the start of the server, and the memory of a live game and of a sleeping one; see `run.py`."""

import json
import tempfile

import bulk
import servers
import tables
from command_line import CACHE, show

HEADING = "Memory of games"
TEXT = """\
The growth of the process per game, compared with the server's own count, which `--game-memory` limits. MEMORY.md breaks
the bytes down.

{}"""
STARTS = 10
GAMES = 100_000
#: The number of games for measurements that need several requests per game.
PLAYED = 10_000
#: Games created before the measurement, so that the server's fixed allocations are not counted.
FIRST = 2_000
LIMIT_KILOBYTES = 8
#: The limit for a sleeping game, which has no memory itself but a share of the store's page cache.
SLEEPING_BYTES = 32
LETTERS = "FIVEBYFIVEWORDGAMESONLINEX"


def measure(program, _options):
    """The text of the section."""
    command = program.serve("--store", "memory")
    show("starting the server ten times")
    starts = [servers.start_milliseconds(command) for _ in range(STARTS)]
    rows = [tables.limit_row("start to first response", starts, "ms", 60)]
    with servers.Server("FiveByFive", command) as server:
        server.ask("GET", "/board")
        rows.append(tables.limit_row("memory after start", [server.resident_megabytes()], "MB", 30))
    with tempfile.TemporaryDirectory(prefix="memory-", dir=CACHE) as folder:
        with server_of(program, folder) as server:
            rows += live_rows(server)
        rows.append(asleep_row(program, folder))
    return TEXT.format(tables.table(rows))


def server_of(program, folder):
    return servers.Server("FiveByFive", program.serve("--data", folder, "--game-memory", "16384"), pinned=False)


def live_rows(server):
    """Rows for new games and for played games."""
    bulk.make_games(server, FIRST)
    ids = []
    steps = (
        (f"a new game (of {GAMES:,})", GAMES, lambda _: ids.extend(bulk.make_games(server, GAMES)), LIMIT_KILOBYTES),
        (f"… with two players and 25 letters (of {PLAYED:,})", PLAYED, lambda some: fill(server, some),
         LIMIT_KILOBYTES),
        ("… after a read of its JSON and of its board", PLAYED, lambda some: read(server, some), None),
        ("… after 100 more edits with move ids", PLAYED, lambda some: edit_with_moves(server, some, 100), None),
    )
    size, rows = Growth(0, 0), []
    for label, count, step, limit in steps:
        show(label)
        size = size + Growth.of_games(server, lambda step=step: step(ids[:PLAYED]), count)
        rows.append(size.row(label, limit))
    return rows


class Growth:
    """Bytes per game: the growth of the process, and of the server's own count."""

    def __init__(self, resident, counted):
        self.resident, self.counted = resident, counted

    @classmethod
    def of_games(cls, server, work, count):
        """The growth per game caused by `work` on `count` games."""
        before = measured(server)
        work()
        after = measured(server)
        return cls(*((later - earlier) / count for earlier, later in zip(before, after)))

    def __add__(self, other):
        return Growth(self.resident + other.resident, self.counted + other.counted)

    def row(self, label, limit=None):
        goal = (f"≤ {limit} KB", tables.verdict(self.resident <= limit * 1024)) if limit else ("", "")
        return (
            label, f"{self.resident:,.0f} bytes", f"{self.counted:,.0f} as counted by the server",
            f"{self.resident / self.counted:.2f}", "", *goal)


def measured(server):
    return server.resident_megabytes() * (1 << 20), server.metrics()["game_bytes"]


def fill(server, ids):
    """Seats two players, who write the 25 letters in turn."""
    tokens = []
    for name in ("Ann", "Ben"):
        sit = (bulk.request("POST", f"/games/{game}/seats", {"name": name}) for game in ids)
        tokens.append([json.loads(body)["token"] for body in bulk.send(server, sit, 201)])
    for cell in range(25):
        writes = (
            bulk.request("POST", f"/games/{game}/board/cells/{cell}", {"value": LETTERS[cell]}, token)
            for game, token in zip(ids, tokens[cell % 2]))
        for _ in bulk.send(server, writes, 200):
            pass


def read(server, ids):
    for path in ("", "/board"):
        for _ in bulk.send(server, (bulk.request("GET", f"/games/{game}{path}") for game in ids), 200):
            pass


def edit_with_moves(server, ids, count):
    for number in range(count):
        value = LETTERS[(number + number // 25 + 1) % 26]
        writes = (
            bulk.request("POST", f"/games/{game}/board/cells/{number % 25}", {"value": value, "move": f"m{number}"})
            for game in ids)
        for _ in bulk.send(server, writes, 200):
            pass


def asleep_row(program, folder):
    """A row for the same games after a restart: the size of the server, less that of one without games."""
    show("starting with all games asleep")
    sizes = []
    with tempfile.TemporaryDirectory(dir=CACHE) as empty:
        for data in (folder, empty):
            with server_of(program, data) as server:
                server.ask("GET", "/board")
                sizes.append(server.resident_megabytes() * (1 << 20))
    each = (sizes[0] - sizes[1]) / GAMES
    return (
        f"a sleeping game (of {GAMES:,})", f"{each:,.1f} bytes", "of the store's page cache", "", "", "0",
        tables.verdict(each < SLEEPING_BYTES))
