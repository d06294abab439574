"""A data folder with 100,000 games, made once and reused."""

import hashlib
import json
import os
import pathlib
import shutil
import sqlite3

import games
from progress import show

SHORT, LONG = 99_750, 250
SHORT_EVENTS, LONG_EVENTS = (10, 30), (1000, 1500)
SOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources"
MADE_BY = (
    pathlib.Path(__file__), pathlib.Path(games.__file__), SOURCES / "GameStore" / "SQLite" / "Schema.swift",
    SOURCES / "GameJSON" / "State+JSON.swift")


class Games:
    """The folder, and the number of events of each short and each long game by id."""

    def __init__(self, folder, short, long):
        self.folder, self.short, self.long = folder, short, long
        self.database = folder / "games.sqlite"


def load_or_make(program, cache):
    """The games in `cache`; makes them again if the code that makes them has changed."""
    folder, stamp = cache / "games", digest()
    index = cache / "games.json"
    if index.exists() and folder.exists():
        known = json.loads(index.read_text(encoding="utf-8"))
        if known["stamp"] == stamp:
            return Games(folder, known["short"], known["long"])
    index.unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    made = Games(folder, *make(program, folder))
    index.write_text(json.dumps({"stamp": stamp, "short": made.short, "long": made.long}), encoding="utf-8")
    return made


def digest():
    return hashlib.sha256(b"".join(path.read_bytes() for path in MADE_BY)).hexdigest()


def make(program, folder):
    """Imports the long games, so that they have snapshots, and inserts the short ones."""
    show(f"making {LONG} long games, which takes a minute")
    documents = folder.parent / "long-games.ndjson"
    long = write_documents(documents, games.make(LONG, *LONG_EVENTS, seed=7))
    program.run("import", documents, "--data", folder)
    documents.unlink()
    short = insert(folder / "games.sqlite", games.make(SHORT, *SHORT_EVENTS, seed=5))
    return short, long


def write_documents(path, wanted):
    """Writes the games as an export, and returns the number of events by id."""
    counts = {}
    with path.open("w", encoding="utf-8") as file:
        for game in wanted:
            file.write(game.document + "\n")
            counts[game.id] = len(game.events)
    return counts


def insert(path, wanted):
    """Inserts the games as rows, and returns the number of events by id."""
    counts = {}
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA synchronous = OFF")
    database.execute("BEGIN")
    for game in wanted:
        if len(counts) % 10_000 == 0:
            show(f"making short games: {len(counts):,} of {SHORT:,}")
        game.insert(database)
        counts[game.id] = len(game.events)
    database.execute("COMMIT")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    sync(path)
    return counts


def sync(path):
    """Writes the file through to the disk."""
    descriptor = os.open(path, os.O_RDWR)
    os.fsync(descriptor)
    os.close(descriptor)


def drop_page_cache(path):
    """Evicts the file from the page cache, as after a reboot."""
    descriptor = os.open(path, os.O_RDWR)
    os.fsync(descriptor)
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(descriptor)
