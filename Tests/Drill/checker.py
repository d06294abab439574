"""Checks recorded histories for violations of promises 1 to 3, independently of the server.

    python Tests/Drill/checker.py HISTORY.jsonl [--several-servers]

The checker knows only the contract. No two operations write the same letter into the same cell, so that each
event identifies its operation. There is one file for each check:

    check_journal       the final history is dense and foldable, and has every promised game and seat
    check_moves         promises 1 and 2: acknowledged moves happened once, unknown ones at most once, refused never
    check_observations  promises 1 and 3: observations are prefixes; streams have no gap and no repeat
    check_order         promise 3: operations and reads respect real-time order
    check_rooms         all three promises for rooms: members, games and results are kept, in one order
"""

import collections
import sys

import check_journal
import check_moves
import check_observations
import check_order
import check_rooms
from history import ONE_SERVER, SEVERAL_SERVERS, History
from records import load

LINE = 400  # maximum characters of an example
CHECKS = (check_journal, check_moves, check_observations, check_order)


def check(records, guarantees=ONE_SERVER):
    """All violations in a recorded history."""
    return check_history(History(records, guarantees))


def check_history(history):
    """As `check`; violations that the history's `ReadGuarantees` excuse are counted in `history.excused`."""
    found = []
    for game in history.games.values():
        for part in CHECKS:
            found += part.check(game, history)
    for room in history.rooms.values():
        found += check_rooms.check(room, history)
    return found


def report(violations, examples=3, out=sys.stderr):
    """Prints the number of violations of each kind, with examples."""
    for kind, count in collections.Counter(one.kind for one in violations).most_common():
        print(f"{count} x {kind}", file=out)
        for one in [str(one) for one in violations if one.kind == kind][:examples]:
            print(f"    {one[:LINE]}", file=out)


if __name__ == "__main__":
    GUARANTEES = SEVERAL_SERVERS if "--several-servers" in sys.argv else ONE_SERVER
    VIOLATIONS = check(load(sys.argv[1]), GUARANTEES)
    report(VIOLATIONS, out=sys.stdout)
    print(f"{len(VIOLATIONS)} violations")
    sys.exit(1 if VIOLATIONS else 0)
