"""An independent checker of recorded histories: records in, violations of promises 1 to 3 out.

    python Tests/Drill/checker.py HISTORY.jsonl [--several-servers]

It knows the contract and nothing of the server. Each operation writes letters that no other one writes into
the same cell, so that an event tells which operation made it. The checks, one file each:

    check_journal       the final history is dense, folds, and holds the games and seats that were promised
    check_moves         promises 1 and 2 of operations: acknowledged once, refused never, unknown at most once
    check_observations  promise 1 and 3 of what was shown: always a prefix, streams without gap or repeat
    check_order         promise 3 in real time: nobody sees the past after the present
"""

import collections
import sys

import check_journal
import check_moves
import check_observations
import check_order
from history import ONE_SERVER, SEVERAL_SERVERS, History
from records import load

LINE = 400  # characters of an example
CHECKS = (check_journal, check_moves, check_observations, check_order)


def check(records, reading=ONE_SERVER):
    """All violations that a history shows; an empty list is what everybody wants."""
    return check_history(History(records, reading))


def check_history(history):
    """As `check`; what the history's `Reading` excuses is counted there."""
    found = []
    for game in history.games.values():
        for part in CHECKS:
            found += part.check(game, history)
    return found


def report(violations, examples=3, out=sys.stderr):
    """Tells how many of each kind there are, with examples."""
    for kind, count in collections.Counter(one.kind for one in violations).most_common():
        print(f"{count} x {kind}", file=out)
        for one in [str(one) for one in violations if one.kind == kind][:examples]:
            print(f"    {one[:LINE]}", file=out)


if __name__ == "__main__":
    READING = SEVERAL_SERVERS if "--several-servers" in sys.argv else ONE_SERVER
    VIOLATIONS = check(load(sys.argv[1]), READING)
    report(VIOLATIONS, out=sys.stdout)
    print(f"{len(VIOLATIONS)} violations")
    sys.exit(1 if VIOLATIONS else 0)
