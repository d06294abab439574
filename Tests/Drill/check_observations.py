"""Checks promises 1 and 3 for observations: each is a prefix of the final history."""

import collections

from history import Violation
from journal import same_event


def check(game, history):
    found = []
    for one in game.observations:
        if one.status != 200:
            text = f"a {one.source} of {one.client} was answered with {one.status}"
            found.append(Violation(1, "forgotten", game.game, text))
        elif game.fold is not None:
            found += _check_prefix(game, one)
    return found + _check_streams(game)


def _check_prefix(game, one):
    """An observation at a sequence equals the fold of the history at that sequence."""
    who = f"{one.client} saw by {one.source}"
    if one.sequence > game.fold.last:
        text = f"{who} sequence {one.sequence}, the history ends at {game.fold.last}"
        return [Violation(1, "lost-observation", game.game, text)]
    text, hash = game.fold.texts[one.sequence], game.fold.hashes[one.sequence]
    found = []
    if one.text is not None and one.text != text:
        found.append(f"{who} {one.text} at {one.sequence}, the history folds to {text}")
    if one.hash is not None and one.hash != hash:
        found.append(f"{who} hash {one.hash} at {one.sequence}, the history has {hash}")
    for event in one.events or ():
        kept = game.fold.event(event["sequence"])
        if kept is None or not same_event(kept, event):
            found.append(f"{who} {event}, the history has {kept}")
    return [Violation(1, "lost-observation", game.game, text) for text in found]


def _check_streams(game):
    """A connection resumes at its Last-Event-ID or begins with a snapshot, without gaps and repeats."""
    connections = collections.defaultdict(list)
    for one in game.observations:
        if one.source == "stream" and one.status == 200:
            connections[one.client, one.connection].append(one)
    found = []
    for (client, number), shown in connections.items():
        found += _check_connection(game, f"connection {number} of {client}", shown)
    return found


def _check_connection(game, who, shown):
    found, at = [], shown[0].resumed
    for one in shown:
        snapshot = one.events is None
        if at is None and not snapshot:
            found.append(("stream-gap", f"{who} begins with event {one.sequence}, not with a snapshot"))
        elif at is not None and one.sequence < at + (0 if snapshot else 1):
            found.append(("stream-repeat", f"{who} was at {at} and was given {one.sequence}"))
        elif at is not None and not snapshot and one.sequence > at + 1:
            found.append(("stream-gap", f"{who} was at {at} and was given {one.sequence}"))
        at = one.sequence
    return [Violation(3, kind, game.game, text) for kind, text in found]
