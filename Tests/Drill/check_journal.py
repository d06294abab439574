"""Checks the final history (dense, foldable, ordered in time) and that promised games and seats exist."""

from history import Violation


def check(game, history):
    if game.journal is None or game.fold is None:
        return _check_missing(game)
    found = [Violation(3, kind, game.game, text) for kind, text in game.fold.faults]
    return found + _check_board(game) + _check_seats(game)


def _check_missing(game):
    """A game may be missing only if no client was promised or shown it."""
    promised = bool(game.creations or game.seatings or any(one.acknowledged for one in game.operations))
    seen = any(one.status == 200 for one in game.observations)
    if not (promised or seen):
        return []
    return [Violation(1, "lost-game", game.game, "the game is gone")]


def _check_board(game):
    """The final board is the fold of the whole history."""
    journal, fold = game.journal, game.fold
    actual = (journal.sequence, journal.text, journal.hash)
    expected = (fold.last, fold.texts[-1], fold.hashes[-1])
    if actual == expected:
        return []
    return [Violation(3, "board-differs", game.game, f"the board is {actual}, its history folds to {expected}")]


def _check_seats(game):
    taken = {(one["seat"], one["name"]) for one in game.fold.events if one["type"] == "seat.taken"}
    return [
        Violation(1, "lost-seat", game.game, f"seat {one.seat} of {one.name!r} is in no event")
        for one in game.seatings
        if (one.seat, one.name) not in taken
    ]
