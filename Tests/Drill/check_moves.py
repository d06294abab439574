"""Checks promises 1 and 2 for operations: attributes each event to an operation whose outcome allows it."""

import collections

from history import Violation
from journal import same_event

FORGETFUL = {401: "the token is unknown", 404: "the game is unknown"}
CLOCK_SLACK = 0.05


def check(game, history):
    found = _check_forgotten(game)
    if game.fold is None:
        return found
    claims = {}
    for operation in game.operations:
        if operation.acknowledged:
            found += _check_answers(game, operation)
            found += _check_events(game, operation, claims)
    found += _check_unclaimed_events(game, claims)
    return found + _check_times(game, history)


def _check_forgotten(game):
    """No game or token that a client was given becomes unknown."""
    return [
        Violation(1, "forgotten", game.game, f"{operation}: {FORGETFUL[attempt.status]}")
        for operation in game.operations
        for attempt in operation.attempts
        if attempt.status in FORGETFUL
    ]


def _check_answers(game, operation):
    """Every 200 to one move id equals the first, and its hash is the history's at its sequence."""
    found, first = [], operation.acknowledged
    for attempt in operation.attempts:
        answer = (attempt.sequence, attempt.hash, attempt.events)
        if attempt.outcome == "ok" and answer != (first.sequence, first.hash, first.events):
            found.append(Violation(2, "other-answer", game.game, f"{operation}: {attempt} after {first}"))
    if first.sequence > game.fold.last:
        text = f"{operation} was answered {first.sequence}, the history ends at {game.fold.last}"
        return [*found, Violation(1, "lost-move", game.game, text)]
    if first.hash != game.fold.hashes[first.sequence]:
        text = f"{operation}: {first.hash}, but {first.sequence} has {game.fold.hashes[first.sequence]}"
        found.append(Violation(1, "other-hash", game.game, text))
    return found


def _check_events(game, operation, claims):
    """The acknowledged events are in the history, match the request and belong to no other operation."""
    found, first = [], operation.acknowledged
    numbers = [event["sequence"] for event in first.events]
    for event in first.events:
        kept = game.fold.event(event["sequence"])
        if kept is None or not same_event(kept, event):
            text = f"{operation} was answered with {event}, the history has {kept}"
            found.append(Violation(1, "lost-move", game.game, text))
        if claims.setdefault(event["sequence"], operation) is not operation:
            text = f"{operation} and {claims[event['sequence']]} were answered with the same event"
            found.append(Violation(2, "shared-event", game.game, text))
    operation.sequences = numbers
    return found + _check_shape(game, operation, numbers)


def _check_shape(game, operation, numbers):
    """There is one event for each cell, with consecutive sequences, because a new letter changes its cell."""
    events = operation.acknowledged.events
    expected = sorted(map(tuple, operation.cells))
    actual = sorted((event["cell"], event["value"]) for event in events)
    fits = actual == expected or (operation.kind == "delete" and actual == [])
    dense = numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True
    last = not numbers or numbers[-1] == operation.acknowledged.sequence
    if fits and dense and last:
        return []
    text = f"{operation} was answered {operation.acknowledged.sequence} with {events}"
    return [Violation(2, "torn-move", game.game, text)]


def _check_unclaimed_events(game, claims):
    """The other events belong to operations of unknown outcome, each of which happened completely and once."""
    attribution = _Attribution(game)
    for event in game.fold.events:
        if event["type"] == "cell.changed" and event["sequence"] not in claims:
            attribution.assign(event)
    return attribution.found + attribution.torn()


class _Attribution:
    """Finds the operation that made an event, by the letter that was written or cleared, or by the cell."""

    def __init__(self, game):
        self.game, self.found = game, []
        self.writers, self.clearers, self.deleters = {}, {}, collections.defaultdict(list)
        for operation in game.operations:
            for cell, value in operation.cells:
                if operation.kind == "delete":
                    self.deleters[cell].append(operation)
                elif value:
                    self.writers[cell, value] = operation
                else:
                    self.clearers[cell, operation.expect] = operation

    def assign(self, event):
        cell, value, previous = event["cell"], event["value"], event["previous"]
        if value:
            return self._to(self.writers.get((cell, value)), event)
        clearer = self.clearers.get((cell, previous))
        if clearer and clearer.outcome == "unknown" and not clearer.sequences:
            return self._to(clearer, event)
        for deleter in self.deleters[cell]:
            if deleter.outcome == "unknown" and not deleter.sequences:
                return self._to(deleter, event)
        return self._to(None, event)

    def _to(self, operation, event):
        if operation is None:
            return self._add("unexplained-event", f"no operation made {event}")
        if operation.outcome == "ok":
            return self._add("doubled-move", f"{operation} made {event} in addition to the acknowledged events")
        if operation.outcome == "refused":
            return self._add("refused-move-happened", f"{operation} made {event}")
        done = {self.game.fold.event(number)["cell"] for number in operation.sequences}
        if event["cell"] in done:
            return self._add("doubled-move", f"{operation} made {event} in addition to {operation.sequences}")
        operation.sequences.append(event["sequence"])

    def _add(self, kind, text):
        self.found.append(Violation(2, kind, self.game.game, text))

    def torn(self):
        """Operations of unknown outcome that happened only in part."""
        return [
            Violation(2, "torn-move", self.game.game, f"of {operation} only {operation.sequences} happened")
            for operation in self.game.operations
            if operation.outcome == "unknown" and not _is_whole(operation)
        ]


def _is_whole(operation):
    sequences = operation.sequences
    return sequences == [] or sequences == list(range(sequences[0], sequences[0] + len(operation.cells)))


def _check_times(game, history):
    """The wall time of an event lies between its operation's first attempt and the answer."""
    found = []
    for operation in game.operations if history.wall_offset is not None else ():
        first = operation.acknowledged
        for number in operation.sequences if first else ():
            if number > game.fold.last:
                continue
            time = game.fold.times[number] - history.wall_offset
            if not operation.invoked - CLOCK_SLACK <= time <= first.completed + CLOCK_SLACK:
                text = f"{operation}: event {number} is {time - operation.invoked:+.3f} s from the first attempt"
                found.append(Violation(3, "time-outside", game.game, text))
    return found
