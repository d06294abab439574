"""The records of a drill, stored as one JSON object a line.

Times are seconds of the monotonic clock; `Clock` relates it to the wall clock.
"""

import dataclasses
import json


@dataclasses.dataclass(slots=True)
class Clock:
    """The start of the history on both clocks."""

    monotonic: float
    wall: float


@dataclasses.dataclass(slots=True)
class Attempt:
    """One attempt to make a move. All attempts with the same client, game and move are one operation.

    `outcome` is `ok`, `refused` (4xx), `unavailable` (this attempt certainly did not happen) or `unknown`;
    `why` is then `broken`, `timeout` or `outcome-unknown`. `cells` are the requested [index, letter] pairs.
    """

    client: str
    game: str
    move: str
    kind: str
    cells: list
    invoked: float
    completed: float
    outcome: str
    why: str = ""
    status: int = 0
    expect: str | None = None
    sequence: int | None = None
    hash: str | None = None
    events: list | None = None


@dataclasses.dataclass(slots=True)
class Observation:
    """A state or events that a client was shown; `source` is get, poll, history, replay or stream.

    For a stream, `connection` counts the client's connections and `resumed` is the Last-Event-ID that the
    connection was opened with. A `status` other than 200 shows nothing.
    """

    client: str
    game: str
    source: str
    invoked: float
    completed: float
    sequence: int | None = None
    hash: str | None = None
    text: str | None = None
    events: list | None = None
    connection: int = 0
    resumed: int | None = None
    status: int = 200


@dataclasses.dataclass(slots=True)
class Creation:
    """A game whose creation was answered with 201."""

    client: str
    game: str
    invoked: float
    completed: float


@dataclasses.dataclass(slots=True)
class Seating:
    """A seat that was taken with 201."""

    client: str
    game: str
    seat: int
    name: str
    invoked: float
    completed: float


@dataclasses.dataclass(slots=True)
class Journal:
    """The final history and board of a game; None if the game is gone."""

    game: str
    events: list | None
    sequence: int | None = None
    hash: str | None = None
    text: str | None = None


@dataclasses.dataclass(slots=True)
class Outage:
    """A period in which the shared store did not answer every server."""

    began: float
    ended: float


KINDS = {
    kind.__name__.lower(): kind
    for kind in (Clock, Attempt, Observation, Creation, Seating, Journal, Outage)
}


class Recorder:
    """Writes records to a file as they happen, so that an interrupted drill keeps them.

    Any thread may add records: the file is binary, because Python's text files mix concurrent writes.
    """

    def __init__(self, path):
        self.path, self.counts = path, dict.fromkeys(KINDS, 0)
        self._file = open(path, "wb")

    def add(self, record):
        kind = type(record).__name__.lower()
        self.counts[kind] += 1
        fields = {name: getattr(record, name) for name in record.__slots__}
        self._file.write((json.dumps({"record": kind, **fields}, ensure_ascii=False) + "\n").encode())

    def flush(self):
        self._file.flush()

    def close(self):
        self._file.close()


def load(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            fields = json.loads(line)
            yield KINDS[fields.pop("record")](**fields)
