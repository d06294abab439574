"""The final history itself: dense, a fold, in time; and what was promised of games and seats."""

from history import Violation


def check(game, history):
    if game.journal is None or game.fold is None:
        return _of_no_journal(game)
    found = [Violation(3, kind, game.game, text) for kind, text in game.fold.faults]
    return found + _of_board(game) + _of_seats(game)


def _of_no_journal(game):
    """A game that nobody was promised may be missing; one that was created or seen may not."""
    promised = bool(game.creations or game.seatings or any(one.acknowledged for one in game.operations))
    seen = any(one.status == 200 for one in game.observations)
    if not (promised or seen):
        return []
    return [Violation(1, "lost-game", game.game, "the game is gone")]


def _of_board(game):
    """The board at the end is the fold of the whole history."""
    shown, fold = game.journal, game.fold
    told = (shown.sequence, shown.text, shown.hash)
    wanted = (fold.last, fold.texts[-1], fold.hashes[-1])
    if told == wanted:
        return []
    return [Violation(3, "board-differs", game.game, f"the board is {told}, its history makes {wanted}")]


def _of_seats(game):
    taken = {(one["seat"], one["name"]) for one in game.fold.events if one["type"] == "seat.taken"}
    return [
        Violation(1, "lost-seat", game.game, f"seat {one.seat} of {one.name!r} is in no event")
        for one in game.seatings
        if (one.seat, one.name) not in taken
    ]
