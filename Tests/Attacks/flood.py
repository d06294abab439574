"""Floods a server from one address, route by route, while a player at another address plays; prints a table.

    python Tests/Attacks/flood.py --seconds 6 [--only history …]

The player's edits may take at most three times as long as without the flood, plus 3 ms, in the 99th percentile, and
no request of the player may be refused. The exit code is 1 if one was.
"""

import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "BlackBox")]

import floods  # noqa: E402
from duel import duel  # noqa: E402

TIMES, PLUS = 3, 3.0  # of the calm value, and milliseconds
HEAD = ("flood", "requests/s", "answers", "edit p50, ms", "edit p99, ms", "within")


def is_within(result):
    return result.p99("attack", "edit") <= TIMES * result.p99("calm", "edit") + PLUS


def row(result, seconds):
    total = sum(result.answers.values())
    answers = " ".join(f"{status}: {count / total:.0%}" for status, count in sorted(result.answers.items()))
    times = [
        f"{result.percentile(part, 'calm', 'edit'):.2f} → {result.percentile(part, 'attack', 'edit'):.2f}"
        for part in (50, 99)
    ]
    return (result.what, f"{total / seconds:,.0f}", answers, *times, "yes" if is_within(result) else "NO")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--only", nargs="+", default=[""], help="parts of the names of floods")
    options = parser.parse_args()
    print("| " + " | ".join(HEAD) + " |\n" + "|---" * len(HEAD) + "|", flush=True)
    faults, missed = [], []
    for kind in floods.ALL:
        if not any(part in kind.__name__ for part in options.only):
            continue
        result = duel(kind, options.seconds, options.rounds)
        print("| " + " | ".join(row(result, options.seconds * options.rounds)) + " |", flush=True)
        faults += [f"{kind.__name__}: {fault}" for fault in result.faults[:3]]
        missed += [] if is_within(result) else [kind.__name__]
    print(f"\nedits within {TIMES} times the calm p99 plus {PLUS:g} ms: {'not in ' + ', '.join(missed) if missed else 'in all floods'}")
    sys.exit("\n".join(faults) if faults else 0)


if __name__ == "__main__":
    main()
