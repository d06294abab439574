"""With 100,000 stored games: the start, the first touch of a sleeping game, memory, bytes; see `run.py`."""

import random
import time

import durable_edits
import game_cache
import games
import servers
import tables
import touches
from progress import show

STARTS = 10
TOUCHED, REMEMBERED = 1000, 5000
IMPORTED = 1000
ROUNDS = 3
LIMIT = 5  # milliseconds


def measure(program, folder, cache):
    """The rows of figures; `folder` takes files, and `cache` has the games or will have them."""
    rows = [import_row(program, folder)]
    stored = game_cache.kept(program, cache)
    command = program.serve("--data", str(stored.folder))
    show("starting the server ten times, with 100,000 games")
    starts = [servers.start_milliseconds(command, pinned=False) for _ in range(STARTS)]
    rows.append(tables.limit_row("start to first answer, 100,000 games", starts, "ms", 200))
    short = list(stored.short.items())
    random.Random().shuffle(short)
    rows += cold_rows(command, stored, short)
    rows += warm_rows(command, stored, short)
    show("")
    each = durable_edits.stored_figure(program, stored.folder, "per event")
    events = durable_edits.stored_figure(program, stored.folder, "events")
    return [*rows, tables.plain_row("on disk for each event", f"{each} bytes", f"{events:,} events in all")]


def import_row(program, folder):
    """How quickly games are read that were exported."""
    show(f"importing {IMPORTED} games")
    documents = folder / "some-games.ndjson"
    counts = game_cache.write_documents(documents, games.make(IMPORTED, *game_cache.SHORT_EVENTS, seed=11))
    begin = time.perf_counter()
    program.run("import", documents, "--data", folder / "imported")
    elapsed = time.perf_counter() - begin
    games_rate, events_rate = IMPORTED / elapsed, sum(counts.values()) / elapsed
    return tables.plain_row("GameServer import", f"{games_rate:,.0f} games/s", f"{events_rate:,.0f} events/s")


def warm_rows(command, stored, short):
    """Touches while the system remembers the file, and the memory after many of them."""
    show("touching sleeping games")
    with open(stored.database, "rb") as file:
        while file.read(1 << 24):
            pass
    some, rounds = dict(short[:TOUCHED]), []
    for _ in range(ROUNDS):
        with servers.Server("the server", command, pinned=False) as server:
            rounds.append([touches.touch_all(server, wanted) for wanted in (some, some, stored.long)])
            touches.touch_all(server, dict(short[:REMEMBERED]))
            resident = server.resident_megabytes()
    first, awake, long = zip(*rounds)
    return [
        touch_row(f"… of {TOUCHED:,} others, from memory", first),
        tables.plain_row("… the same again, awake", touches.described(best(awake))),
        touch_row(f"… of {len(stored.long)} games of 1,000 to 1,500 events", long),
        tables.limit_row(f"memory after {REMEMBERED:,} games were touched", [resident], "MB", 100),
    ]


def cold_rows(command, stored, short):
    """Touches of games that have to come from the disk, as after a start of the machine."""
    show("touching games that the system has forgotten")
    game_cache.forget(stored.database)
    with servers.Server("the server", command, pinned=False) as server:
        times = touches.touch_all(server, dict(short[-TOUCHED:]))
    what = f"first touch of {TOUCHED:,} games, from the disk"
    return [tables.plain_row(what, touches.described(times), "the system has forgotten the file")]


def touch_row(what, rounds):
    """A row that reaches its target when each game was quick enough, as far as it lies with the game."""
    times = best(rounds)
    late = sum(milliseconds >= LIMIT for milliseconds in times)
    how = tables.verdict(not late) + (f": {late} of {len(times)} later" if late else "")
    beside = f"single touches: worst {max(map(max, rounds)):.2f} ms"
    return what, touches.described(times), beside, "", "", f"each < {LIMIT} ms", how


def best(rounds):
    """The best time of each game: a game that is slow is slow each time, other work of the machine is not."""
    return [min(times) for times in zip(*rounds)]
