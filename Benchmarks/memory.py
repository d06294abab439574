"""Measures the memory of a live game and of a sleeping one; see `run.py`."""

import json
import pathlib
import tempfile

import bulk
import servers
import tables
from progress import show

GAMES = 100_000
#: The number of games for measurements that need several requests per game.
PLAYED = 10_000
#: Games created before the measurement, so that the server's fixed allocations are not counted.
FIRST = 2_000
LIMIT_KILOBYTES = 8
#: The limit for a sleeping game, which has no memory itself but a share of the store's page cache.
SLEEPING_BYTES = 32
LETTERS = "FIVEBYFIVEWORDGAMESONLINEX"


def measure(program, cache):
    """The rows of the table, for a server with SQLite and one with the store in memory."""
    rows = []
    for store in ("sqlite", "memory"):
        # On the disk of the checkout, because the default temporary folder may be in memory.
        with tempfile.TemporaryDirectory(prefix="memory-", dir=cache) as folder:
            command = program.serve("--store", store, "--data", folder, "--game-memory", "16384")
            with servers.Server("FiveByFive", command, pinned=False) as server:
                rows += live_rows(server, store)
            if store == "sqlite":
                rows.append(asleep_row(program, command, pathlib.Path(folder)))
    return rows


def live_rows(server, store):
    """Rows for new games and for played games."""
    Growth.of_games(server, lambda: bulk.make_games(server, FIRST), FIRST)
    ids = []
    show(f"{store}: making {GAMES:,} games")
    made = Growth.of_games(server, lambda: ids.extend(bulk.make_games(server, GAMES)), GAMES)
    # The target does not apply to the store in memory, whose bytes the process holds as well.
    limit = LIMIT_KILOBYTES if store == "sqlite" else None
    rows = [made.row(f"a new game (of {GAMES:,}), {store}", limit)]
    steps = (
        (f"… with two players and 25 letters (of {PLAYED:,})", lambda some: fill(server, some), limit),
        ("… after a read of its JSON and of its board", lambda some: read(server, some), None),
        ("… after 100 more edits with move ids", lambda some: edit_with_moves(server, some, 100), None),
    )
    size = made
    for label, step, limit in steps:
        show(f"{store}: {label}")
        size = size + Growth.of_games(server, lambda step=step: step(ids[:PLAYED]), PLAYED)
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


def asleep_row(program, command, folder):
    """A row for the same games after a restart: the size of the server, less that of one without games."""
    show("starting with all games asleep")
    sizes = []
    with tempfile.TemporaryDirectory(dir=folder.parent) as empty:
        for data in (folder, empty):
            here = [str(data) if argument == str(folder) else argument for argument in command]
            with servers.Server("FiveByFive", here, pinned=False) as server:
                server.ask("GET", "/board")
                sizes.append(server.resident_megabytes() * (1 << 20))
    each = (sizes[0] - sizes[1]) / GAMES
    return (
        f"a sleeping game (of {GAMES:,})", f"{each:,.1f} bytes", "of the store's page cache", "", "", "0",
        tables.verdict(each < SLEEPING_BYTES))
