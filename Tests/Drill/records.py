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


@dataclasses.dataclass(slots=True)
class RoomChange:
    """A change of a room that was acknowledged, or whose outcome is unknown.

    `kind` is make, join, leave, remove, readmit, begin (the next game), or close (the present game); `player` and
    `game` say whose and which. `outcome` is `ok`, `asked` (the others decide), `unknown`, or `refused`: of `join`
    because the host has removed the player, of `leave` because the player is no member. A `join` of unknown outcome was
    refused too, after a lost answer. Other changes without effect are not recorded.
    """

    client: str
    room: str
    kind: str
    invoked: float
    completed: float
    outcome: str = "ok"
    player: str | None = None
    game: str | None = None
    sequence: int | None = None


@dataclasses.dataclass(slots=True)
class RoomObservation:
    """A room as a client was shown it; `source` is get, stream, or final (after the drill).

    `games` are the ids of all games, oldest first, the present one last, and `results` those with a result. `scored`
    has the players of the latest games with a result. An event of a stream shows its sequence, and `began` if it is
    `room.game`, or `scored` if it is `room.standings`. See `Observation` for the other fields.
    """

    client: str
    room: str
    source: str
    invoked: float
    completed: float
    sequence: int | None = None
    members: list | None = None
    host: str | None = None
    games: list | None = None
    results: list | None = None
    standings: dict | None = None
    scored: dict | None = None
    began: str | None = None
    connection: int = 0
    resumed: int | None = None
    status: int = 200


KINDS = {
    kind.__name__.lower(): kind
    for kind in (Clock, Attempt, Observation, Creation, Seating, Journal, Outage, RoomChange, RoomObservation)
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
