"""A recorded history, grouped by game, for the checks."""

import collections
from typing import NamedTuple

from journal import Fold
from records import Attempt, Clock, Creation, Journal, Observation, Outage, RoomChange, RoomObservation, Seating


class Violation(NamedTuple):
    """One broken promise: its number, the kind of violation, the game or room, and a description."""

    promise: int
    kind: str
    game: str
    text: str

    def __str__(self):
        return f"promise {self.promise}, {self.kind}, game {self.game}: {self.text}"


class ReadGuarantees(NamedTuple):
    """Which reads are fresh: they show everything that any client knew when they began.

    With `weaker_in_outages`, a read during an `Outage` may show an older state, even one that is older than
    the same client was shown before.
    """

    fresh: frozenset
    weaker_in_outages: bool = False


ONE_SERVER = ReadGuarantees(frozenset({"get", "poll", "history"}))
# A poll or a history names the sequence that its client has seen, and is never older, but may lag behind
# other servers. A plain GET asks the store first, as long as the store answers.
SEVERAL_SERVERS = ReadGuarantees(frozenset({"get"}), weaker_in_outages=True)


class Operation:
    """All attempts of one move."""

    def __init__(self, attempts):
        self.attempts = sorted(attempts, key=lambda attempt: attempt.invoked)
        first = self.attempts[0]
        self.client, self.game, self.move, self.kind = first.client, first.game, first.move, first.kind
        self.cells, self.expect, self.invoked = first.cells, first.expect, first.invoked
        self.acknowledged = next((one for one in self._by_end() if one.outcome == "ok"), None)
        self.outcome = "ok" if self.acknowledged else self._unacknowledged()
        self.sequences = []  # of its events, filled in by the checks

    def __str__(self):
        return f"{self.kind} {self.move} of {self.client} {self.cells} ({self.outcome})"

    def _by_end(self):
        return sorted(self.attempts, key=lambda attempt: attempt.completed)

    def _unacknowledged(self):
        """A refusal settles earlier broken attempts, but after a timeout a request may still arrive."""
        if any(attempt.why == "timeout" for attempt in self.attempts):
            return "unknown"
        for attempt in reversed(self._by_end()):
            if attempt.outcome in ("refused", "unknown"):
                return attempt.outcome
        return "refused"


class GameHistory:
    def __init__(self, game):
        self.game, self.journal, self.fold = game, None, None
        self.operations, self.observations, self.creations, self.seatings = [], [], [], []


class RoomHistory:
    def __init__(self, room):
        self.room, self.changes, self.observations = room, [], []


class History:
    """All records by game, and those of rooms by room; `wall_offset` is the wall clock minus the monotonic clock.

    `excused` counts the violations that `guarantees` excuse, by (kind, source).
    """

    def __init__(self, records, guarantees=ONE_SERVER):
        self.games, self.wall_offset, self.guarantees = {}, None, guarantees
        self.outages, self.excused, self.rooms = [], collections.Counter(), {}
        attempts = collections.defaultdict(list)
        for record in records:
            if isinstance(record, Clock):
                self.wall_offset = record.wall - record.monotonic
            elif isinstance(record, Outage):
                self.outages.append(record)
            elif isinstance(record, Attempt):
                attempts[record.client, record.game, record.move].append(record)
            elif isinstance(record, RoomChange):
                self.room(record.room).changes.append(record)
            elif isinstance(record, RoomObservation):
                self.room(record.room).observations.append(record)
            else:
                self._keep(self.game(record.game), record)
        for (_, game, _), tries in attempts.items():
            self.game(game).operations.append(Operation(tries))

    def game(self, game):
        if game not in self.games:
            self.games[game] = GameHistory(game)
        return self.games[game]

    def room(self, room):
        if room not in self.rooms:
            self.rooms[room] = RoomHistory(room)
        return self.rooms[room]

    def must_be_fresh(self, one):
        """Whether an observation must show everything that any client knew when it began."""
        return one.source in self.guarantees.fresh and not self.is_excused_by_outage(one)

    def is_excused_by_outage(self, one):
        """Whether an observation overlaps an outage that excuses it.

        A stream that names nothing that its client has seen is like a plain GET.
        """
        return (
            self.guarantees.weaker_in_outages
            and (one.source in self.guarantees.fresh or one.source == "stream" and one.resumed is None)
            and any(one.invoked <= gap.ended and gap.began <= one.completed for gap in self.outages)
        )

    @staticmethod
    def _keep(game, record):
        if isinstance(record, Journal):
            game.journal = record
            game.fold = None if record.events is None else Fold(record.events)
        elif isinstance(record, Observation):
            game.observations.append(record)
        elif isinstance(record, Creation):
            game.creations.append(record)
        elif isinstance(record, Seating):
            game.seatings.append(record)
