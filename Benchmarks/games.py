"""Generates games: two players take seats, then they write letters. Each event has the correct state hash.

The seed determines the games. They enter a data folder through `GameServer import`, or faster as the rows that
the server would have written; the rows follow `Sources/GameStore/SQLite/Schema.swift`.
"""

import datetime
import random

ID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PLAYERS = (("Ann", "#2a9d8f"), ("Ben", "#e76f51"))
FIRST_DAY = 1_767_225_600_000  # milliseconds since 1970
OFFSET_BASIS, PRIME = 2166136261, 16777619  # of FNV-1a, 32 bits


def make(count, shortest, longest, seed):
    """Yields `count` games of `shortest` to `longest` events."""
    rng = random.Random(seed)
    for number in range(count):
        yield Game(rng, number, rng.randint(shortest, longest))


class Game:
    """One game; an event is a tuple of sequence, time in milliseconds, state hash and change as JSON."""

    def __init__(self, rng, number, count):
        self.id = "".join(rng.choices(ID_LETTERS, k=10))
        self.is_public = number % 4 == 0
        self.created = FIRST_DAY + 60_000 * number
        self.tokens = [rng.randbytes(32) for _ in range(1 + len(PLAYERS))]
        self.events = list(journal(rng, self.created, count))

    @property
    def setup(self):
        public = "true" if self.is_public else "false"
        return (
            f'{{"id":"{self.id}","rules":"free","options":{{"open":false}},"public":{public},'
            f'"created":"{rfc3339(self.created)}"}}')

    @property
    def document(self):
        """The game as one line of an export."""
        events = ",".join(
            f'{{"sequence":{sequence},"time":"{rfc3339(time)}",{change[1:-1]},"hash":"{state_hash:08x}"}}'
            for sequence, time, state_hash, change in self.events)
        return (
            f'{{"format":"fivebyfive-game","version":1,"written":"{rfc3339(self.events[-1][1])}",'
            f'"setup":{self.setup},"events":[{events}]}}')

    def insert(self, database):
        """Writes the rows that playing the game would have written, except move ids."""
        add = database.execute
        add(
            "INSERT INTO game (id, rules, public, setup) VALUES (?, 'free', ?, ?)",
            (self.id, self.is_public, self.setup))
        database.executemany(
            "INSERT INTO event (game, sequence, time, away, hash, change) VALUES (?, ?, ?, 0, ?, ?)",
            ((self.id, *event) for event in self.events))
        for seat, (name, colour) in enumerate(PLAYERS, 1):
            add("INSERT INTO seat VALUES (?, ?, ?, ?, ?)", (self.id, seat, name, colour, seat))
        for seat, digest in enumerate(self.tokens):
            since = seat or None
            add("INSERT INTO token VALUES (?, ?, ?, ?, ?)", (self.id, digest, seat or None, seat == 0, since))


def journal(rng, created, count):
    """The events of one game: two seats, then letters."""
    cells = ["."] * 25
    for sequence in range(1, count + 1):
        if sequence <= len(PLAYERS):
            name, colour = PLAYERS[sequence - 1]
            change = f'{{"type":"seat.taken","seat":{sequence},"name":"{name}","colour":"{colour}"}}'
        else:
            change = letter_written(rng, cells, 1 + sequence % 2)
        yield sequence, created + 2000 * sequence, state_hash(sequence, cells), change


def letter_written(rng, cells, seat):
    """A change of a random cell to a different letter."""
    cell = int(rng.random() * 25)
    previous = cells[cell]
    while cells[cell] == previous:
        cells[cell] = LETTERS[int(rng.random() * 26)]
    before = "" if previous == "." else previous
    return (
        f'{{"type":"cell.changed","board":0,"cell":{cell},"value":"{cells[cell]}","previous":"{before}",'
        f'"by":{seat}}}')


def state_hash(sequence, cells):
    """FNV-1a of the game's canonical text; see `Sources/GameCore/Game/StateHash.swift`."""
    text = "".join(cells)
    value = OFFSET_BASIS
    for byte in f"{sequence}\n0:{text[:5]}/{text[5:10]}/{text[10:15]}/{text[15:20]}/{text[20:]}".encode():
        value = (value ^ byte) * PRIME & 0xFFFFFFFF
    return value


def rfc3339(milliseconds):
    """Formats a time as in RFC 3339."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc):%Y-%m-%dT%H:%M:%S}.{rest:03d}Z"
