"""Checks all promises for rooms: what was acknowledged is kept, and every client is shown one order.

A room's own history cannot be read, so its observations are compared with each other. There are two kinds: whole
rooms (`get`, the snapshots of streams, `final`), and single events of streams.
"""

import collections

import check_room_people
from history import Violation

LISTED = 100  # past games that a room lists


def check(room, history):
    found = _check_forgotten(room)
    seen = sorted((one for one in room.observations if one.status == 200), key=lambda one: one.sequence)
    order, faults = _order_of_games(room, seen)
    found += faults + _check_same(room, seen) + _check_games(room, order) + _check_results(room, seen)
    found += _check_kept_results(room, seen)
    found += _check_freshness(room, seen, order, history) + _check_each_client(room, seen, history)
    return found + _check_streams(room, seen) + check_room_people.check(room, history)


def whole(one):
    """Whether an observation shows a whole room."""
    return one.games is not None


def _violations(room, promise, kind, texts):
    return [Violation(promise, kind, room.room, text) for text in texts]


def _check_forgotten(room):
    """A room that was made, or seen, never becomes unknown."""
    lost = [one for one in room.observations if one.status != 200]
    texts = [f"a {one.source} of {one.client} was answered with {one.status}" for one in lost]
    return _violations(room, 1, "forgotten", texts)


def _order_of_games(room, seen):
    """(all games in order, violations): each observation shows the end of a prefix of one list."""
    order, places, faults, last = [], set(), [], None
    for one in seen:
        shown = one.games if whole(one) else [one.began] if one.began else []
        if shown == last and whole(one):
            continue
        last = shown if whole(one) else last
        known = [game for game in shown if game in places]
        new = shown[len(known) :]
        if len(set(shown)) < len(shown):
            faults.append(f"{one.client} saw a game twice at {one.sequence}: {shown}")
        elif whole(one) and len(shown) < min(len(order), LISTED):
            faults.append(f"{one.client} saw {shown} at {one.sequence}, of {order}")
        elif shown[: len(known)] != known or known != order[len(order) - len(known) :]:
            faults.append(f"{one.client} saw {shown} at {one.sequence}, after {order}")
        else:
            order += new
            places.update(new)
            last = last if whole(one) or not new else None
    return order, _violations(room, 3, "games-out-of-order", faults)


def _check_same(room, seen):
    """All who are shown a room at one sequence are shown the same."""
    first, texts = {}, []
    for one in filter(whole, seen):
        shown = (one.members, one.host, one.games, one.results, one.standings)
        other = first.setdefault(one.sequence, (shown, one))
        if other[0] != shown:
            texts.append(f"{one.client} saw {shown} at {one.sequence}, {other[1].client} saw {other[0]}")
    return _violations(room, 3, "room-differs", texts)


def _check_games(room, order):
    """Each acknowledged next game is there, in real-time order, and no game begins without a request."""
    places, found = {game: place for place, game in enumerate(order)}, []
    begun = [one for one in room.changes if one.kind == "begin"]
    acknowledged = sorted((one for one in begun if one.outcome == "ok"), key=lambda one: one.completed)
    lost = [f"{one.game} was answered to {one.client}" for one in acknowledged if one.game not in places]
    found += _violations(room, 1, "lost-next-game", lost)
    texts, last, done = [], -1, collections.deque(acknowledged)
    for one in sorted(acknowledged, key=lambda one: one.invoked):
        while done and done[0].completed < one.invoked:
            last = max(last, places.get(done.popleft().game, -1))
        if places.get(one.game, last + 1) <= last:
            texts.append(f"{one.game} is before {order[last]}, which was answered before it was requested")
    found += _violations(room, 3, "games-out-of-order", texts)
    own = {one.game for one in acknowledged}
    others = [game for game in order if game not in own]
    if len(others) > sum(one.outcome != "ok" for one in begun):
        found += _violations(room, 2, "unexplained-game", [f"nobody has begun all of {others}"])
    return found


def _check_results(room, seen):
    """A game whose end was acknowledged has a result."""
    finals = [one for one in seen if one.source == "final"]
    if not finals:
        return []
    final, begun = finals[-1], [one for one in room.changes if one.kind == "begin"]
    texts = []
    since = {one.game: one.invoked for one in begun if one.outcome == "ok"}
    for one in room.changes:
        if one.kind != "close" or one.game not in since:
            continue
        # A question to the others, or a lost answer, may have ended the game before.
        others = [other for other in begun if since[one.game] < other.invoked <= one.completed]
        if not others and one.game in final.games and one.game not in final.results:
            texts.append(f"{one.client} closed {one.game}, and the room has no result of it")
    return _violations(room, 1, "lost-result", texts)


def _check_kept_results(room, seen):
    """A result that a client was shown stays in the list of past games."""
    shown, texts = {}, []
    for one in filter(whole, seen):
        lost = sorted((shown.keys() & set(one.games)) - set(one.results))
        texts += [f"{one.client} saw no result of {game} at {one.sequence}, after {shown[game]}" for game in lost]
        shown |= {game: one.sequence for game in one.results if game not in shown}
    return _violations(room, 1, "lost-result", texts)


def _check_freshness(room, seen, order, history):
    """A read shows everything that any client knew when it began: sequences, and games that had begun."""
    places = {game: place for place, game in enumerate(order)}
    known = [(one.completed, one.sequence, -1) for one in seen]
    known += [
        (one.completed, one.sequence or 0, places.get(one.game, -1)) for one in room.changes if one.outcome == "ok"
    ]
    known.sort()
    texts, place, floor, game = [], 0, 0, -1
    for one in sorted((one for one in seen if one.source in ("get", "final")), key=lambda one: one.invoked):
        while place < len(known) and known[place][0] < one.invoked:
            floor, game = max(floor, known[place][1]), max(game, known[place][2])
            place += 1
        latest = max((places.get(shown, -1) for shown in one.games), default=-1)
        if one.sequence >= floor and latest >= game:
            continue
        if one.source == "get" and not history.must_be_fresh(one):
            history.excused["stale-room", one.source] += 1
        else:
            texts.append(f"{one.client} saw {one.sequence} with game {latest}, after {floor} with game {game}")
    return _violations(room, 3, "stale-room", texts)


def _check_each_client(room, seen, history):
    """No client is shown an older room than before."""
    shown, texts = collections.defaultdict(list), []
    for one in seen:
        shown[one.client].append(one)
    for client, observations in shown.items():
        ended, floor = [], 0
        for one in sorted(observations, key=lambda one: (one.invoked, one.sequence)):
            floor = max([floor, *(sequence for completed, sequence in ended if completed <= one.invoked)])
            ended = [pair for pair in ended if pair[0] > one.invoked] + [(one.completed, one.sequence)]
            if one.sequence < floor:
                if history.is_excused_by_outage(one):
                    history.excused["room-went-back", one.source] += 1
                else:
                    texts.append(f"{client} was shown {one.sequence} by {one.source} after {floor}")
    return _violations(room, 3, "room-went-back", texts)


def _check_streams(room, seen):
    """A connection begins with a snapshot, or goes on where the last one ended; its sequences have no gap."""
    connections, found = collections.defaultdict(list), []
    for one in room.observations:
        if one.source == "stream" and one.status == 200:
            connections[one.client, one.connection].append(one)
    for (client, number), shown in connections.items():
        at = shown[0].resumed
        for one in shown:
            who = f"connection {number} of {client} was at {at} and was given {one.sequence}"
            if not whole(one) and (at is None or one.sequence > at + 1):
                found += _violations(room, 3, "stream-gap", [who])
            elif at is not None and one.sequence < at + (0 if whole(one) else 1):
                found += _violations(room, 3, "stream-repeat", [who])
            at = one.sequence
    return found
