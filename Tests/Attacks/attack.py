"""Runs every attack of `attacks.py` against a server with a normal player, and prints the player's latencies.

    python Tests/Attacks/attack.py --seconds 8 --rounds 2 [--only FloodRead …]

Phases without and with the attack alternate. The table has the 99th percentiles of both and their ratio,
which should stay below 2. The exit code is 1 if an answer was wrong, or if connections or memory leaked.
"""

import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "BlackBox")]

import attacks  # noqa: E402
from duel import KINDS, duel  # noqa: E402

TARGET = 2.0
MANY = 100  # connections; with fewer, the memory for each is not meaningful
RETAINED_LIMIT = 32 << 20  # bytes that the allocator may keep after an attack
HEAD = ("attack", "connections", *(f"{kind} p99, ms" for kind in KINDS), "memory, MB", "for each", "of a core")


def row(result):
    def times(kind):
        return f"{result.p99('calm', kind):.2f} → {result.p99('attack', kind):.2f} ({result.ratio(kind):.1f}×)"

    before, peak, after = (amount / 1e6 for amount in result.memory)
    return (
        result.what.rstrip("."),
        f"{result.connections:,}",
        *(times(kind) for kind in KINDS),
        f"{before:.0f} → {peak:.0f} → {after:.0f}",
        f"{result.bytes_each / 1000:.1f} kB" if result.connections >= MANY else "",
        f"{result.processor[0]:.2f} → {result.processor[1]:.2f}",
    )


def faults(result, retained=RETAINED_LIMIT):
    """Descriptions of wrong answers and of resources that were not released; `retained` bytes may be kept."""
    yield from result.faults[:5]
    if result.left_open:
        yield f"{result.left_open} connections were left open"
    if result.retained > retained:
        yield f"{result.retained / 1e6:.0f} MB were not released"


def main():
    names = [kind.__name__ for kind in attacks.ALL]
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    parser.add_argument("--table", type=pathlib.Path, help="also write the table to this file")
    options = parser.parse_args()
    lines, wrong = ["| " + " | ".join(HEAD) + " |", "|---" * len(HEAD) + "|"], []
    print("\n".join(lines), flush=True)
    missed = []
    for kind in attacks.ALL:
        if kind.__name__ not in options.only:
            continue
        result = duel(kind, options.seconds, options.rounds)
        lines.append("| " + " | ".join(row(result)) + " |")
        print(lines[-1], flush=True)
        wrong += [f"{kind.__name__}: {fault}" for fault in faults(result)]
        missed += [f"{kind.__name__} ({name})" for name in KINDS if not result.ratio(name) < TARGET]
    where = "not in " + ", ".join(missed) if missed else "in all attacks"
    print(f"\np99 below {TARGET:g} times normal: {where}")
    if options.table:
        options.table.write_text("\n".join(lines) + "\n")
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
