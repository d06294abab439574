"""A recorded history, sorted by game: what the checks look at."""

import collections
from typing import NamedTuple

from journal import Fold
from records import Attempt, Clock, Creation, Journal, Observation, Seating


class Violation(NamedTuple):
    """One broken promise: its number, the kind of breach, the game, and what was seen."""

    promise: int
    kind: str
    game: str
    text: str

    def __str__(self):
        return f"promise {self.promise}, {self.kind}, game {self.game}: {self.text}"


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
    """All records, by game, with the difference between the wall clock and the monotonic one."""

    def __init__(self, records):
        self.games, self.wall = {}, None
        attempts = collections.defaultdict(list)
        for record in records:
            if isinstance(record, Clock):
                self.wall = record.wall - record.monotonic
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
