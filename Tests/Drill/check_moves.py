"""Promises 1 and 2 of operations: which events did each one make, and was it allowed to?"""

import collections

from history import Violation
from journal import same_event

FORGETFUL = {401: "the token is unknown", 404: "the game is unknown"}
CLOCK_SLACK = 0.05


def check(game, history):
    found = _forgotten(game)
    if game.fold is None:
        return found
    claims = {}
    for operation in game.operations:
        if operation.acknowledged:
            found += _of_answers(game, operation)
            found += _of_events(game, operation, claims)
    found += _of_the_rest(game, claims)
    return found + _of_times(game, history)


def _forgotten(game):
    """A refusal that says that game or token are unknown forgets what was promised."""
    return [
        Violation(1, "forgotten", game.game, f"{operation}: {FORGETFUL[attempt.status]}")
        for operation in game.operations
        for attempt in operation.attempts
        if attempt.status in FORGETFUL
    ]


def _of_answers(game, operation):
    """Every 200 to one move id is the first answer, and its hash that of the prefix which it names."""
    found, first = [], operation.acknowledged
    for attempt in operation.attempts:
        told = (attempt.sequence, attempt.hash, attempt.events)
        if attempt.outcome == "ok" and told != (first.sequence, first.hash, first.events):
            found.append(Violation(2, "other-answer", game.game, f"{operation}: {attempt} after {first}"))
    if first.sequence > game.fold.last:
        text = f"{operation} was answered {first.sequence}, the history ends at {game.fold.last}"
        return [*found, Violation(1, "lost-move", game.game, text)]
    if first.hash != game.fold.hashes[first.sequence]:
        text = f"{operation}: {first.hash}, but {first.sequence} has {game.fold.hashes[first.sequence]}"
        found.append(Violation(1, "other-hash", game.game, text))
    return found


def _of_events(game, operation, claims):
    """The answered events are in the history, fit what was asked, are whole and nobody else's."""
    found, first = [], operation.acknowledged
    numbers = [event["sequence"] for event in first.events]
    for event in first.events:
        kept = game.fold.event(event["sequence"])
        if kept is None or not same_event(kept, event):
            text = f"{operation} was answered {event}, the history has {kept}"
            found.append(Violation(1, "lost-move", game.game, text))
        if claims.setdefault(event["sequence"], operation) is not operation:
            text = f"{operation} and {claims[event['sequence']]} were answered the same event"
            found.append(Violation(2, "shared-event", game.game, text))
    operation.sequences = numbers
    return found + _of_shape(game, operation, numbers)


def _of_shape(game, operation, numbers):
    """Writing a letter that was never there changes its cell: one event for each cell, side by side."""
    events = operation.acknowledged.events
    wanted = sorted(map(tuple, operation.cells))
    made = sorted((event["cell"], event["value"]) for event in events)
    fits = made == wanted or (operation.kind == "delete" and made == [])
    dense = numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True
    last = not numbers or numbers[-1] == operation.acknowledged.sequence
    if fits and dense and last:
        return []
    text = f"{operation} was answered {operation.acknowledged.sequence} with {events}"
    return [Violation(2, "torn-move", game.game, text)]


def _of_the_rest(game, claims):
    """Events that no answer told must be the work of operations of unknown outcome, whole and once each."""
    book = _Book(game)
    for event in game.fold.events:
        if event["type"] == "cell.changed" and event["sequence"] not in claims:
            book.assign(event)
    return book.found + book.torn()


class _Book:
    """Who may have made an event: by the letter that was written or cleared, or a clearing of the cell."""

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
            return self._add("unexplained-event", f"nobody made {event}")
        if operation.outcome == "ok":
            return self._add("doubled-move", f"{operation} made {event} besides what was answered")
        if operation.outcome == "refused":
            return self._add("refused-move-happened", f"{operation} made {event}")
        done = {self.game.fold.event(number)["cell"] for number in operation.sequences}
        if event["cell"] in done:
            return self._add("doubled-move", f"{operation} made {event} besides {operation.sequences}")
        operation.sequences.append(event["sequence"])

    def _add(self, kind, text):
        self.found.append(Violation(2, kind, self.game.game, text))

    def torn(self):
        """Operations of unknown outcome of which only a part happened."""
        return [
            Violation(2, "torn-move", self.game.game, f"of {operation} only {operation.sequences} happened")
            for operation in self.game.operations
            if operation.outcome == "unknown" and not _whole(operation)
        ]


def _whole(operation):
    made = operation.sequences
    return made == [] or made == list(range(made[0], made[0] + len(operation.cells)))


def _of_times(game, history):
    """An event's time lies between the first try of its operation and the answer, as the wall clock goes."""
    found = []
    for operation in game.operations if history.wall is not None else ():
        first = operation.acknowledged
        for number in operation.sequences if first else ():
            if number > game.fold.last:
                continue
            time = game.fold.times[number] - history.wall
            if not operation.invoked - CLOCK_SLACK <= time <= first.completed + CLOCK_SLACK:
                text = f"{operation}: event {number} is {time - operation.invoked:+.3f} s from its first try"
                found.append(Violation(3, "time-outside", game.game, text))
    return found
