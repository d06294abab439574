"""Floods a server from one address, route by route, while a player at another address plays; prints a table.

    python Tests/Attacks/flood.py --seconds 6 [--store redis] [--only history …]

The player's edits may take at most three times as long as without the flood, plus 3 ms, in the 99th percentile, and
no request of the player may be refused. A flood that misses this is measured twice more, as other work on the machine
shows in every 99th percentile; the median of the three counts. The exit code is 1 if a request was refused.
"""

import argparse
import pathlib
import statistics
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "BlackBox")]

import floods  # noqa: E402
from duel import duel  # noqa: E402
from redis_process import OwnRedis  # noqa: E402
from server_process import ServerProcess  # noqa: E402

TIMES, PLUS = 3, 3.0  # of the calm value, and milliseconds
HEAD = ("flood", "requests/s", "answers", "edit p50, ms", "edit p99, ms", "within")


class Flooded:
    """One or three results of one flood."""

    def __init__(self, kind, seconds):
        self.seconds, self.results = seconds, [duel(kind, seconds)]
        if not self.is_within:
            self.results += [duel(kind, seconds) for _ in range(2)]

    def median(self, part, phase):
        return statistics.median(result.percentile(part, phase, "edit") for result in self.results)

    @property
    def is_within(self):
        return self.median(99, "attack") <= TIMES * self.median(99, "calm") + PLUS

    @property
    def row(self):
        answers = self.results[-1].answers
        total = sum(answers.values())
        shares = " ".join(f"{status}: {count / total:.0%}" for status, count in sorted(answers.items()))
        times = [f"{self.median(part, 'calm'):.2f} → {self.median(part, 'attack'):.2f}" for part in (50, 99)]
        within = ("yes" if self.is_within else "NO") + (" (median of 3)" if len(self.results) > 1 else "")
        return self.results[0].what, f"{total / self.seconds:,.0f}", shares, *times, within


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--only", nargs="+", default=[""], help="parts of the names of floods")
    parser.add_argument("--store", choices=["sqlite", "redis"], default="sqlite", help="where the server keeps games")
    options = parser.parse_args()
    if options.store == "redis":
        ServerProcess.store_class = OwnRedis
    print("| " + " | ".join(HEAD) + " |\n" + "|---" * len(HEAD) + "|", flush=True)
    faults, missed = [], []
    for kind in floods.ALL:
        if not any(part in kind.__name__ for part in options.only):
            continue
        flooded = Flooded(kind, options.seconds)
        print("| " + " | ".join(flooded.row) + " |", flush=True)
        faults += [f"{kind.__name__}: {fault}" for result in flooded.results for fault in result.faults[:3]]
        missed += [] if flooded.is_within else [kind.__name__]
    print(f"\nedits within {TIMES} times the calm p99 plus {PLUS:g} ms: {'not in ' + ', '.join(missed) if missed else 'in all floods'}")
    sys.exit("\n".join(faults) if faults else 0)


if __name__ == "__main__":
    main()
