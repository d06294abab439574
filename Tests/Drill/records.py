"""What is written down while clients play: plain records, one JSON object a line.

Times are seconds of the monotonic clock; `Clock` says what the wall clock showed beside it.
"""

import dataclasses
import json


@dataclasses.dataclass(slots=True)
class Clock:
    """Where the history begins: the same moment on the monotonic and on the wall clock."""

    monotonic: float
    wall: float


@dataclasses.dataclass(slots=True)
class Attempt:
    """One try of one move. All attempts with the same client, game and move are one operation.

    `outcome` is `ok`, `refused` (4xx), `unavailable` (surely not happened this time) or `unknown`, and then
    `why` says `broken`, `timeout` or `outcome-unknown`. `cells` are the wanted [index, letter] pairs.
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
    """Something that a client was shown: `source` is get, poll, history, replay or stream.

    `events` are those that were shown as events. `connection` numbers a stream's connections, `resumed` is
    the Last-Event-ID with which that connection asked to go on. A `status` other than 200 shows nothing.
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
    """A game whose creation was answered 201."""

    client: str
    game: str
    invoked: float
    completed: float


@dataclasses.dataclass(slots=True)
class Seating:
    """A seat whose taking was answered 201."""

    client: str
    game: str
    seat: int
    name: str
    invoked: float
    completed: float


@dataclasses.dataclass(slots=True)
class Journal:
    """All of one game at the end: its history, and its board; None when the game is gone."""

    game: str
    events: list | None
    sequence: int | None = None
    hash: str | None = None
    text: str | None = None


@dataclasses.dataclass(slots=True)
class Outage:
    """A time in which the store that several servers share did not answer all of them."""

    began: float
    ended: float


KINDS = {
    kind.__name__.lower(): kind
    for kind in (Clock, Attempt, Observation, Creation, Seating, Journal, Outage)
}


class Recorder:
    """Writes records to a file as they happen, so that nothing is lost when a drill breaks off.

    From any thread: as bytes, since Python's text files lose and mix what two threads write at once.
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
    """The records of a file, in the order in which they were written."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            fields = json.loads(line)
            yield KINDS[fields.pop("record")](**fields)
