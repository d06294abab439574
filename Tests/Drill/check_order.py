"""Checks promise 3: operations and reads respect real-time order.

There are three rules. An operation that begins after any client knows sequence N makes events after N. A read
that begins then shows N or a later sequence. No client is shown an older state than before; a stream may lag
behind other clients, but not behind itself. The history's `ReadGuarantees` say to which reads the second rule
applies; excused violations are counted.
"""

import collections
import heapq

from history import Violation

READS = {"get", "poll", "history"}


def check(game, history):
    return _check_all_clients(game, history) + _check_each_client(game, history)


def _knowledge(game):
    """(client, time, sequence) for each sequence that a client knew from that time on."""
    for operation in game.operations:
        for attempt in operation.attempts:
            if attempt.outcome == "ok":
                yield attempt.client, attempt.completed, attempt.sequence
    for one in game.observations:
        if one.status == 200 and one.source != "replay":
            yield one.client, one.completed, one.sequence


def _constraints(game):
    """(start, sequence, kind, record): the sequence must not be below those that were known at the start."""
    for operation in game.operations:
        if operation.sequences:
            yield operation.invoked, min(operation.sequences) - 1, "order", operation
        elif operation.acknowledged:
            yield operation.invoked, operation.acknowledged.sequence, "order", operation
    for one in game.observations:
        if one.status == 200 and one.source in READS:
            yield one.invoked, one.sequence, "stale-read", one


def _check_all_clients(game, history):
    known = sorted((moment, number) for _, moment, number in _knowledge(game))
    found, place, floor = [], 0, 0
    for moment, number, kind, what in sorted(_constraints(game), key=lambda question: question[0]):
        while place < len(known) and known[place][0] < moment:
            floor = max(floor, known[place][1])
            place += 1
        if number >= floor:
            continue
        if kind == "stale-read" and not history.must_be_fresh(what):
            history.excused[kind, what.source] += 1
        else:
            found.append(Violation(3, kind, game.game, f"{floor} was known before this began: {what}"))
    return found


def _check_each_client(game, history):
    shown = collections.defaultdict(list)
    for one in game.observations:
        if one.status == 200 and one.source != "replay":
            excused = history.is_excused_by_outage(one)
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
    """(text, source, excused) for each state that is older than one shown before it was requested."""
    ended, floor = [], 0
    for invoked, completed, number, source, excused in sorted(seen, key=lambda one: one[0]):
        while ended and (ended[0][0] < invoked or ended[0][0] == invoked and source == "stream"):
            floor = max(floor, heapq.heappop(ended)[1])
        if number < floor:
            yield f"was shown {number} by {source} after {floor}", source, excused
        heapq.heappush(ended, (completed, number))
