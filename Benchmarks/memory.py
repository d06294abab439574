"""What a live game takes of the memory, and a sleeping one; see `run.py`."""

import json
import pathlib
import tempfile

import many
import servers
import tables
from progress import show

GAMES = 100_000
#: Of these games all is measured that must be done to each of them.
PLAYED = 10_000
#: Before these the server has memory that it keeps in any case.
FIRST = 2_000
LIMIT_KILOBYTES = 8
#: What of a store's few pages in memory falls to a sleeping game, which has nothing there itself.
SLEEPING_BYTES = 32
LETTERS = "FIVEBYFIVEWORDGAMESONLINEX"


def measure(program, cache):
    """The rows of figures, of a server with SQLite and of one that keeps the games in memory besides."""
    rows = []
    for store in ("sqlite", "memory"):
        # On the disk of the checkout: where temporary files go may be memory.
        with tempfile.TemporaryDirectory(prefix="memory-", dir=cache) as folder:
            command = program.serve("--store", store, "--data", folder, "--game-memory", "16384")
            with servers.Server("FiveByFive", command, pinned=False) as server:
                rows += live_rows(server, store)
            if store == "sqlite":
                rows.append(asleep_row(program, command, pathlib.Path(folder)))
    return rows


def live_rows(server, store):
    """Games as they are made, then with what usual games have behind them."""
    Growth.of_games(server, lambda: many.make_games(server, FIRST), FIRST)
    ids = []
    show(f"{store}: making {GAMES:,} games")
    made = Growth.of_games(server, lambda: ids.extend(many.make_games(server, GAMES)), GAMES)
    # A store in memory is no part of the game, but of the process.
    limit = LIMIT_KILOBYTES if store == "sqlite" else None
    rows = [made.row(f"a live game of {GAMES:,}, as it was made, {store}", limit)]
    steps = (
        (f"… of {PLAYED:,}, two seated and 25 letters written", lambda some: fill(server, some), limit),
        ("… read as JSON by its players, and its board", lambda some: read(server, some), None),
        ("… 100 more edits, each with a move id", lambda some: edit_with_moves(server, some, 100), None),
    )
    size = made
    for what, step, limit in steps:
        show(f"{store}: {what}")
        size = size + Growth.of_games(server, lambda step=step: step(ids[:PLAYED]), PLAYED)
        rows.append(size.row(what, limit))
    return rows


class Growth:
    """Bytes for each game: of the process, and as the server counts them itself."""

    def __init__(self, resident, counted):
        self.resident, self.counted = resident, counted

    @classmethod
    def of_games(cls, server, work, count):
        """By how much each of `count` games has grown through `work`."""
        before = measured(server)
        work()
        after = measured(server)
        return cls(*((later - earlier) / count for earlier, later in zip(before, after)))

    def __add__(self, other):
        return Growth(self.resident + other.resident, self.counted + other.counted)

    def row(self, what, limit=None):
        goal = (f"≤ {limit} KB", tables.verdict(self.resident <= limit * 1024)) if limit else ("", "")
        return (
            what, f"{self.resident:,.0f} bytes", f"{self.counted:,.0f} as counted",
            f"{self.resident / self.counted:.2f}", "", *goal)


def measured(server):
    return server.resident_megabytes() * (1 << 20), server.metrics()["game_bytes"]


def fill(server, ids):
    """Two people sit down and write the 25 letters in turn."""
    tokens = []
    for name in ("Ann", "Ben"):
        sit = (many.request("POST", f"/games/{game}/seats", {"name": name}) for game in ids)
        tokens.append([json.loads(body)["token"] for body in many.send(server, sit, 201)])
    for cell in range(25):
        writes = (
            many.request("POST", f"/games/{game}/board/cells/{cell}", {"value": LETTERS[cell]}, token)
            for game, token in zip(ids, tokens[cell % 2]))
        for _ in many.send(server, writes, 200):
            pass


def read(server, ids):
    for path in ("", "/board"):
        for _ in many.send(server, (many.request("GET", f"/games/{game}{path}") for game in ids), 200):
            pass


def edit_with_moves(server, ids, count):
    for number in range(count):
        value = LETTERS[(number + number // 25 + 1) % 26]
        writes = (
            many.request("POST", f"/games/{game}/board/cells/{number % 25}", {"value": value, "move": f"m{number}"})
            for game in ids)
        for _ in many.send(server, writes, 200):
            pass


def asleep_row(program, command, folder):
    """The same games after a restart: by how much a server is larger than one that has none."""
    show("starting with all of them asleep")
    sizes = []
    with tempfile.TemporaryDirectory(dir=folder.parent) as empty:
        for data in (folder, empty):
            here = [str(data) if argument == str(folder) else argument for argument in command]
            with servers.Server("FiveByFive", here, pinned=False) as server:
                server.ask("GET", "/board")
                sizes.append(server.resident_megabytes() * (1 << 20))
    each = (sizes[0] - sizes[1]) / GAMES
    return (
        f"a sleeping game of {GAMES:,}", f"{each:,.1f} bytes", "of the store's page cache", "", "", "0",
        tables.verdict(each < SLEEPING_BYTES))
