"""Brute force for reviews: what a guess tells, and how many guesses a few words still take."""

import collections
import functools
import math
import time

from guess_reference import marks_of
from server_process import ROOT

TABLE = ROOT / "static" / "packs" / "en" / "words.tsv"
ROWS = [line.split("\t") for line in TABLE.read_text().splitlines() if not line.startswith("#")]
marks = functools.cache(marks_of)


WORDS = sorted(word for word, *_ in ROWS if len(word) == 5)
ANSWERS = sorted(word for word, _, _, *flags in ROWS if len(word) == 5 and "a" in "".join(flags))


def after(group, guess, answer):
    """The words of `group` that are possible after the marks of a guess."""
    return [word for word in group if marks(guess, word) == marks(guess, answer)]


def parts(guess, group):
    """The words that are left by each of the marks that a guess can get, without the guess itself."""
    found = collections.defaultdict(list)
    for word in group:
        found[marks(guess, word)].append(word)
    found.pop("hhhhh", None)
    return [tuple(part) for part in found.values()]


def bits(guess, group):
    """The information to be expected from the marks of a guess."""
    sizes = collections.Counter(marks(guess, word) for word in group).values()
    return sum(size / len(group) * math.log2(len(group) / size) for size in sizes)


def guesses_with(guess, group, rows):
    """The guesses to be expected if `guess` comes next and `rows` are left; one more for a word that is not found."""
    return cost_with(guess, tuple(group), rows) / len(group)


def least_guesses(group, rows):
    return cost(tuple(group), rows) / len(group)


def cost_with(guess, group, rows):
    return len(group) + sum(cost(part, rows - 1) for part in parts(guess, group))


@functools.cache
def cost(group, rows):
    """The least sum of guesses over all words of `group`."""
    if rows == 0 or not group:
        return len(group)
    if len(group) <= 2 or rows == 1:
        return 2 * len(group) - 1
    best = math.inf
    for guess in [*group, *WORDS]:
        left = parts(guess, group)
        bound = len(group) + sum(2 * len(part) - 1 for part in left)
        if bound < best and max(map(len, left), default=0) < len(group):
            best = min(best, cost_with(guess, group, rows))
        if best == 2 * len(group) - 1:
            break
    return best


def balanced(review):
    """Asserts that losses and luck add up; returns the review."""
    summary, moves = review["summary"], review["moves"]
    lost, luck = (sum(move[name] for move in moves) for name in ("loss", "luck"))
    assert review["more"] == (review["unit"] == "points")
    better = luck - lost if review["more"] else lost - luck
    for found, told in (
        (lost, summary["lost"]),
        (luck, summary["luck"]),
        (summary["expected"] + better, summary["reached"]),
    ):
        assert math.isclose(found, told, abs_tol=1e-6), summary
    assert all(move["loss"] >= 0 and move["mark"] in ("best", "good", "slip", "blunder") for move in moves)
    return review


def review(game, query="", token=None):
    """The review of a finished game, once it is ready; it must add up."""
    deadline = time.monotonic() + 120
    while (answer := game.ask("GET", f"/review{query}", token=token)).status == 202:
        assert time.monotonic() < deadline and int(answer.header("Retry-After")) >= 1 and not answer.json["ready"]
        time.sleep(0.05)
    assert answer.status == 200, answer
    assert "authorization" in answer.header("Vary").lower()
    shown = game.show(token)
    assert (answer.json["game"], answer.json["rules"]) == (game.id, shown["rules"])
    return balanced(answer.json)
