"""Folds the final history of a game from the empty board: the text and the hash after each event.

The hash is FNV-1a 32 over "SEQUENCE, line feed, 0:TEXT", where TEXT is the board's rows joined by "/".
"""

import datetime

EMPTY = "...../...../...../...../....."
FIELDS_OF_STREAMS = {"hash"}


def fnv1a(text):
    """FNV-1a 32 of a text in UTF-8, as eight hex digits."""
    value = 2166136261
    for byte in text.encode():
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return f"{value:08x}"


def state_hash(sequence, text):
    """The hash of a game whose only board is board 0."""
    return fnv1a(f"{sequence}\n0:{text}")


def seconds(time):
    """An event's RFC 3339 time in seconds of the wall clock."""
    return datetime.datetime.fromisoformat(time).timestamp()


class Fold:
    """The states of one game by sequence; `faults` has (kind, text) for each event that does not fit."""

    def __init__(self, events):
        self.events, self.faults = events, []
        self.texts, self.hashes, self.times = [EMPTY], [state_hash(0, EMPTY)], [0.0]
        self._cells = ["."] * 25
        for place, event in enumerate(events, 1):
            self._apply(place, event)

    @property
    def last(self):
        return len(self.events)

    def event(self, sequence):
        return self.events[sequence - 1] if 1 <= sequence <= self.last else None

    def _apply(self, place, event):
        if event.get("sequence") != place:
            self.faults.append(("gap", f"event {place} has the sequence {event.get('sequence')}"))
        if event["type"] == "cell.changed":
            self._change(place, event)
        time = seconds(event["time"])
        if time < self.times[-1]:
            self.faults.append(("time-went-back", f"event {place} is earlier than the one before it"))
        text = "/".join("".join(self._cells[row : row + 5]) for row in range(0, 25, 5))
        self.texts.append(text)
        self.hashes.append(state_hash(place, text))
        self.times.append(time)

    def _change(self, place, event):
        shown = self._cells[event["cell"]].replace(".", "")
        if event["previous"] != shown:
            self.faults.append(("broken-fold", f"event {place} replaces {event['previous']!r}, not {shown}"))
        self._cells[event["cell"]] = event["value"] or "."


def same_event(one, other):
    """Whether two representations of an event are equal; one from a stream also has the hash."""
    keys = (one.keys() | other.keys()) - FIELDS_OF_STREAMS
    return all(key in one and key in other and one[key] == other[key] for key in keys)
