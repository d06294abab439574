"""A recorded history, sorted by game: what the checks look at."""

import collections
from typing import NamedTuple

from journal import Fold
from records import Attempt, Clock, Creation, Journal, Observation, Outage, Seating


class Violation(NamedTuple):
    """One broken promise: its number, the kind of breach, the game, and what was seen."""

    promise: int
    kind: str
    game: str
    text: str

    def __str__(self):
        return f"promise {self.promise}, {self.kind}, game {self.game}: {self.text}"


class Reading(NamedTuple):
    """What is promised of reads: which sources show all that anybody knew when they began.

    With `may_be_cut_off` that holds while the store answers; during an `Outage` they may show less, even
    less than the same client was shown before.
    """

    fresh: frozenset
    may_be_cut_off: bool = False


ONE_SERVER = Reading(frozenset({"get", "poll", "history"}))
# Polls and histories name what their client has seen: they are never older than that, but may be a moment
# behind other servers. A plain GET asks the store first, as long as it answers.
SEVERAL_SERVERS = Reading(frozenset({"get"}), may_be_cut_off=True)


class Operation:
    """All attempts of one move."""

    def __init__(self, attempts):
        self.attempts = sorted(attempts, key=lambda attempt: attempt.invoked)
        first = self.attempts[0]
        self.client, self.game, self.move, self.kind = first.client, first.game, first.move, first.kind
        self.cells, self.expect, self.invoked = first.cells, first.expect, first.invoked
        self.acknowledged = next((one for one in self._by_end() if one.outcome == "ok"), None)
        self.outcome = "ok" if self.acknowledged else self._unacknowledged()
        self.sequences = []  # the events that it made, as far as the checks have found out

    def __str__(self):
        return f"{self.kind} {self.move} of {self.client} {self.cells} ({self.outcome})"

    def _by_end(self):
        return sorted(self.attempts, key=lambda attempt: attempt.completed)

    def _unacknowledged(self):
        """A refusal settles what broke before it, but not what may still be on its way after a timeout."""
        if any(attempt.why == "timeout" for attempt in self.attempts):
            return "unknown"
        for attempt in reversed(self._by_end()):
            if attempt.outcome in ("refused", "unknown"):
                return attempt.outcome
        return "refused"


class GameHistory:
    """What was recorded of one game."""

    def __init__(self, game):
        self.game, self.journal, self.fold = game, None, None
        self.operations, self.observations, self.creations, self.seatings = [], [], [], []


class History:
    """All records, by game, with the difference between the wall clock and the monotonic one.

    `reading` is what was promised of reads; `excused` counts what it excuses, by the kind of breach that it
    would have been.
    """

    def __init__(self, records, reading=ONE_SERVER):
        self.games, self.wall, self.reading = {}, None, reading
        self.outages, self.excused = [], collections.Counter()
        attempts = collections.defaultdict(list)
        for record in records:
            if isinstance(record, Clock):
                self.wall = record.wall - record.monotonic
            elif isinstance(record, Outage):
                self.outages.append(record)
            elif isinstance(record, Attempt):
                attempts[record.client, record.game, record.move].append(record)
            else:
                self._keep(self.of(record.game), record)
        for (_, game, _), tries in attempts.items():
            self.of(game).operations.append(Operation(tries))

    def of(self, game):
        if game not in self.games:
            self.games[game] = GameHistory(game)
        return self.games[game]

    def is_fresh(self, one):
        """Whether an observation must show all that anybody knew when it began."""
        return one.source in self.reading.fresh and not self.is_cut_off(one)

    def is_cut_off(self, one):
        """Whether the store could not be asked for all of an observation, and that excuses it."""
        return (
            self.reading.may_be_cut_off
            and one.source in self.reading.fresh
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
