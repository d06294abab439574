"""Promises 1 and 3 of what was shown: every observation is a prefix of the final history."""

import collections

from history import Violation
from journal import same_event


def check(game, history):
    found = []
    for one in game.observations:
        if one.status != 200:
            text = f"{one.client} was answered {one.status} to a {one.source}"
            found.append(Violation(1, "forgotten", game.game, text))
        elif game.fold is not None:
            found += _of_prefix(game, one)
    return found + _of_streams(game)


def _of_prefix(game, one):
    """What was shown at a number is what the history makes at that number."""
    who = f"{one.client} saw by {one.source}"
    if one.sequence > game.fold.last:
        text = f"{who} number {one.sequence}, the history ends at {game.fold.last}"
        return [Violation(1, "lost-observation", game.game, text)]
    text, hash = game.fold.texts[one.sequence], game.fold.hashes[one.sequence]
    found = []
    if one.text is not None and one.text != text:
        found.append(f"{who} {one.text} at {one.sequence}, the history makes {text}")
    if one.hash is not None and one.hash != hash:
        found.append(f"{who} hash {one.hash} at {one.sequence}, the history makes {hash}")
    for event in one.events or ():
        kept = game.fold.event(event["sequence"])
        if kept is None or not same_event(kept, event):
            found.append(f"{who} {event}, the history has {kept}")
    return [Violation(1, "lost-observation", game.game, text) for text in found]


def _of_streams(game):
    """A connection goes on where it was asked to, or begins with a snapshot; then number by number."""
    connections = collections.defaultdict(list)
    for one in game.observations:
        if one.source == "stream" and one.status == 200:
            connections[one.client, one.connection].append(one)
    found = []
    for (client, number), shown in connections.items():
        found += _of_connection(game, f"connection {number} of {client}", shown)
    return found


def _of_connection(game, who, shown):
    found, at = [], shown[0].resumed
    for one in shown:
        snapshot = one.events is None
        if at is None and not snapshot:
            found.append((("stream-gap"), f"{who} begins with event {one.sequence}, not with a snapshot"))
        elif at is not None and one.sequence < at + (0 if snapshot else 1):
            found.append(("stream-repeat", f"{who} was at {at} and was given {one.sequence}"))
        elif at is not None and not snapshot and one.sequence > at + 1:
            found.append(("stream-gap", f"{who} was at {at} and was given {one.sequence}"))
        at = one.sequence
    return [Violation(3, kind, game.game, text) for kind, text in found]
