"""Promise 3 in real time: what was known before something began is not newer than it.

Three rules. An operation that began when number N was known to anybody makes events after N. A read that
began then shows N or more. A client is never shown less than it was shown before; streams may lag behind
other clients, but not behind themselves. Which reads the second rule is for says the history's `Reading`,
and what it excuses is counted.
"""

import collections
import heapq

from history import Violation

READS = {"get", "poll", "history"}


def check(game, history):
    return _of_everybody(game, history) + _of_each_client(game, history)


def _knowledge(game):
    """(client, moment, number) of each number that somebody knew from that moment on."""
    for operation in game.operations:
        for attempt in operation.attempts:
            if attempt.outcome == "ok":
                yield attempt.client, attempt.completed, attempt.sequence
    for one in game.observations:
        if one.status == 200 and one.source != "replay":
            yield one.client, one.completed, one.sequence


def _questions(game):
    """(moment, least number, kind, what) of what began then and must not fall below what was known."""
    for operation in game.operations:
        if operation.sequences:
            yield operation.invoked, min(operation.sequences) - 1, "order", operation
        elif operation.acknowledged:
            yield operation.invoked, operation.acknowledged.sequence, "order", operation
    for one in game.observations:
        if one.status == 200 and one.source in READS:
            yield one.invoked, one.sequence, "stale-read", one


def _of_everybody(game, history):
    known = sorted((moment, number) for _, moment, number in _knowledge(game))
    found, place, floor = [], 0, 0
    for moment, number, kind, what in sorted(_questions(game), key=lambda question: question[0]):
        while place < len(known) and known[place][0] < moment:
            floor = max(floor, known[place][1])
            place += 1
        if number >= floor:
            continue
        if kind == "stale-read" and not history.is_fresh(what):
            history.excused[kind, what.source] += 1
        else:
            found.append(Violation(3, kind, game.game, f"{floor} was known when this began: {what}"))
    return found


def _of_each_client(game, history):
    shown = collections.defaultdict(list)
    for one in game.observations:
        if one.status == 200 and one.source != "replay":
            excused = history.is_cut_off(one)
            shown[one.client].append((one.invoked, one.completed, one.sequence, one.source, excused))
    for operation in game.operations:
        first = operation.acknowledged
        if first:
            begun = (operation.invoked, first.completed, first.sequence, operation.kind, False)
            shown[operation.client].append(begun)
    found = []
    for client, seen in shown.items():
        for text, source, excused in _steps_back(seen):
            if excused:
                history.excused["went-back", source] += 1
            else:
                found.append(Violation(3, "went-back", game.game, f"{client} {text}"))
    return found


def _steps_back(seen):
    """(text, source, excused) of each thing shown that is older than another, shown before it began."""
    ended, floor = [], 0
    for invoked, completed, number, source, excused in sorted(seen, key=lambda one: one[0]):
        while ended and (ended[0][0] < invoked or ended[0][0] == invoked and source == "stream"):
            floor = max(floor, heapq.heappop(ended)[1])
        if number < floor:
            yield f"was shown {number} by {source} after {floor}", source, excused
        heapq.heappush(ended, (completed, number))
