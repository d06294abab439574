"""Measures a server with 100,000 stored games: start, first read of a sleeping game, memory, disk; see `run.py`."""

import random
import time

import durable_edits
import game_cache
import games
import servers
import tables
import board_reads
from progress import show

STARTS = 10
GAMES_READ, GAMES_KEPT = 1000, 5000
IMPORTED = 1000
ROUNDS = 3
LIMIT = 5  # milliseconds


def measure(program, folder, cache):
    """The rows of the table. Temporary files go to `folder`, and the stored games are kept in `cache`."""
    rows = [import_row(program, folder)]
    stored = game_cache.load_or_make(program, cache)
    command = program.serve("--data", str(stored.folder))
    show("starting the server ten times, with 100,000 games")
    starts = [servers.start_milliseconds(command, pinned=False) for _ in range(STARTS)]
    rows.append(tables.limit_row("start to first response, 100,000 games", starts, "ms", 200))
    short = list(stored.short.items())
    random.Random().shuffle(short)
    rows += cold_rows(command, stored, short)
    rows += warm_rows(command, stored, short)
    show("")
    each = durable_edits.stored_figure(program, stored.folder, "per event")
    events = durable_edits.stored_figure(program, stored.folder, "events")
    return [*rows, tables.plain_row("disk space per event", f"{each} bytes", f"{events:,} events in all")]


def import_row(program, folder):
    """A row for the speed of `GameServer import`."""
    show(f"importing {IMPORTED} games")
    documents = folder / "some-games.ndjson"
    counts = game_cache.write_documents(documents, games.make(IMPORTED, *game_cache.SHORT_EVENTS, seed=11))
    begin = time.perf_counter()
    program.run("import", documents, "--data", folder / "imported")
    elapsed = time.perf_counter() - begin
    games_rate, events_rate = IMPORTED / elapsed, sum(counts.values()) / elapsed
    return tables.plain_row("GameServer import", f"{games_rate:,.0f} games/s", f"{events_rate:,.0f} events/s")


def warm_rows(command, stored, short):
    """Rows for first reads with the file in the page cache, and for the memory after many of them."""
    show("reading sleeping games")
    with open(stored.database, "rb") as file:
        while file.read(1 << 24):
            pass
    some, rounds = dict(short[:GAMES_READ]), []
    for _ in range(ROUNDS):
        with servers.Server("the server", command, pinned=False) as server:
            rounds.append([board_reads.read_all(server, wanted) for wanted in (some, some, stored.long)])
            board_reads.read_all(server, dict(short[:GAMES_KEPT]))
            resident = server.resident_megabytes()
    first, awake, long = zip(*rounds)
    return [
        read_row(f"… of {GAMES_READ:,} others, warm page cache", first),
        tables.plain_row("… again, awake", board_reads.summary(best(awake))),
        read_row(f"… of {len(stored.long)} games with 1,000 to 1,500 events", long),
        tables.limit_row(f"memory after reading {GAMES_KEPT:,} games", [resident], "MB", 100),
    ]


def cold_rows(command, stored, short):
    """Rows for first reads with a cold page cache, as after a reboot."""
    show("reading sleeping games from the disk")
    game_cache.drop_page_cache(stored.database)
    with servers.Server("the server", command, pinned=False) as server:
        times = board_reads.read_all(server, dict(short[-GAMES_READ:]))
    label = f"first read of {GAMES_READ:,} games, cold page cache"
    return [tables.plain_row(label, board_reads.summary(times))]


def read_row(label, rounds):
    """A row that meets its target if the best read of each game is below the limit."""
    times = best(rounds)
    late = sum(milliseconds >= LIMIT for milliseconds in times)
    verdict = tables.verdict(not late) + (f": {late} of {len(times)} slower" if late else "")
    reference = f"slowest single read {max(map(max, rounds)):.2f} ms"
    return label, board_reads.summary(times), reference, "", "", f"each < {LIMIT} ms", verdict


def best(rounds):
    """The best time of each game over the rounds, which excludes delays by other work of the machine."""
    return [min(times) for times in zip(*rounds)]
