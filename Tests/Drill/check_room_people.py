"""Checks who is a member of a room, who sits in its games, and what these add up to for its players."""

import collections

from history import Violation

ARRIVALS, DEPARTURES = ("make", "join"), ("leave", "remove")


def check(room, history):
    seen = sorted((one for one in room.observations if one.status == 200), key=lambda one: one.sequence)
    people = _by_player(room)
    found = _check_members(room, people, seen, history) + _check_refusals(room, people)
    games = {game: history.games[game] for game in _games(seen) if game in history.games}
    seats = {id: Seats(game.fold.events) for id, game in games.items() if game.fold}
    return found + _check_seats(room, people, seats, seen) + _check_standings(room, seats, seen)


class Seats:
    """The players who sit in a game at its end, by seat; `first` are those who sat down first in each seat."""

    def __init__(self, events):
        self.first, self.last, self.everybody, self.faults = {}, {}, set(), []
        self.finished = any(event["type"] == "game.finished" for event in events)
        for event in events:
            if event["type"] == "seat.taken" and "player" in event:
                seat, player = event["seat"], event["player"]
                if player in self.last.values():
                    self.faults.append(f"{player} sat down twice, at last in seat {seat}")
                self.first.setdefault(seat, player)
                self.last[seat] = player
                self.everybody.add(player)
            elif event["type"] == "seat.left":
                self.last.pop(event["seat"], None)


def _violations(room, promise, kind, texts):
    return [Violation(promise, kind, room.room, text) for text in texts]


def _by_player(room):
    people = collections.defaultdict(list)
    for one in sorted(room.changes, key=lambda one: one.invoked):
        if one.kind in (*ARRIVALS, *DEPARTURES, "readmit"):
            people[one.player].append(one)
    return people


def _games(seen):
    return {game for one in seen for game in one.games or ()}


def _of(changes, *kinds, outcomes=("ok", "unknown")):
    return [one for one in changes if one.kind in kinds and one.outcome in outcomes]


def _may_follow(one, causes, cures):
    """Whether `one` may be the effect of a cause: one that began before it ended, without a cure in between."""
    return any(
        cause.invoked < one.completed
        and not any(cure.invoked > cause.completed and cure.completed < one.invoked for cure in cures)
        for cause in causes
    )


def _windows(causes, cures):
    """The times from the end of each cause to the first cure that is not known to have come before it."""
    for cause in causes:
        ends = [cure.invoked for cure in cures if cure.completed > cause.invoked]
        yield cause.completed, min(ends, default=float("inf"))


def _must_follow(one, windows):
    """Whether `one` came after a cause, without a cure that may have been in between."""
    return any(begin < one.invoked and one.completed <= end for begin, end in windows)


def _check_members(room, people, seen, history):
    """A member who has joined is there, once, until the member leaves or is removed, and no longer."""
    texts = []
    reads = [one for one in seen if one.source == "final" or one.source == "get" and history.must_be_fresh(one)]
    for player, changes in people.items():
        arrivals, departures = _of(changes, *ARRIVALS), _of(changes, *DEPARTURES)
        joined = _of(changes, *ARRIVALS, outcomes=("ok",))
        there, gone = list(_windows(joined, departures)), list(_windows(departures, arrivals))
        for one in reads:
            if _must_follow(one, gone if player in one.members else there):
                texts.append(f"{one.client} saw {one.members} at {one.sequence}, and {player} has changed that before")
    found = _violations(room, 1, "other-members", texts)
    twice = [one for one in seen if one.members and len(set(one.members)) < len(one.members)]
    return found + _violations(room, 2, "doubled-member", [f"{one.client} saw {one.members}" for one in twice])


def _check_refusals(room, people):
    """Removed players are kept out until the host lets them back in, and nobody else is."""
    ignored, unfounded = [], []
    for player, changes in people.items():
        removals, readmissions = _of(changes, "remove"), _of(changes, "readmit")
        barred = list(_windows(_of(removals, "remove", outcomes=("ok",)), readmissions))
        for one in _of(changes, "join", outcomes=("ok",)):
            if _must_follow(one, barred):
                ignored.append(f"{player} joined again at {one.sequence}")
        for one in _of(changes, "join", outcomes=("refused", "unknown")):
            if not _may_follow(one, removals, readmissions):
                unfounded.append(f"{player} could not join, as if removed")
        for one in _of(changes, "leave", outcomes=("refused",)):
            if not _may_follow(one, removals, _of(changes, *ARRIVALS, outcomes=("ok",))):
                unfounded.append(f"{player} could not leave, as if no member")
    return _violations(room, 1, "removal-ignored", ignored) + _violations(room, 1, "unfounded-refusal", unfounded)


def _check_seats(room, people, seats, seen):
    """The members sit in the room's games, each in one seat, the host in the first; removed players do not."""
    doubled = [f"{game}: {fault}" for game, shown in seats.items() for fault in shown.faults]
    found, texts = _violations(room, 2, "doubled-seat", doubled), []
    hosts = {one.client: one.player for one in room.changes if one.kind == "make"}
    for one in room.changes:
        if one.kind != "begin" or one.outcome != "ok" or one.game not in seats:
            continue
        first = seats[one.game].first
        if one.client in hosts and first.get(1) != hosts[one.client]:
            texts.append(f"{one.game} was begun by {one.client}, and seat 1 was taken by {first.get(1)}")
        for player in first.values():
            if not _may_follow(one, _of(people[player], *ARRIVALS), _of(people[player], *DEPARTURES)):
                texts.append(f"{player} was no member, and sat down in {one.game}")
    found += _violations(room, 3, "wrong-seat", texts)
    last = next((one.games[-1] for one in reversed(seen) if one.source == "final" and one.games), None)
    stayed = []
    # Who has played a game to its end stays in its result.
    for player in set(seats[last].last.values()) if last in seats and not seats[last].finished else ():
        changes = _of(people[player], "remove", *ARRIVALS)
        if changes and changes[-1].kind == "remove" and changes[-1].outcome == "ok":
            stayed.append(f"{player} was removed, and still sits in {last}")
    return found + _violations(room, 1, "seat-of-removed-player", stayed)


def _check_standings(room, seats, seen):
    """The players of a result are those who sat in its game, and the final standings add up the results."""
    scored = {}
    for one in seen:
        scored |= one.scored or {}
    texts = [
        f"the result of {game} is of {players}, and {sorted(seats[game].last.values())} sat there in the end"
        for game, players in scored.items()
        if game in seats and not set(seats[game].last.values()) <= set(players) <= seats[game].everybody
    ]
    found = _violations(room, 2, "wrong-players", texts)
    final = next((one for one in reversed(seen) if one.source == "final"), None)
    if final is None:
        return found
    # A result whose players nobody was shown may be of anybody.
    unknown = {game for one in seen for game in one.results or ()} - set(scored)
    for player, games in final.standings.items():
        known = sum(player in players for players in scored.values())
        text = f"{player} has played {games} games with a result, and was shown in {known} of {len(scored)}"
        if games < known:
            found += _violations(room, 1, "lost-standing", [text])
        elif games > known + len(unknown):
            found += _violations(room, 2, "doubled-standing", [text])
    return found
