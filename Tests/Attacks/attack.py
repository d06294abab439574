"""Attacks a server in every way of `attacks.py` while somebody plays, and says what the player notices.

    python Tests/Attacks/attack.py --seconds 8 --rounds 2 [--only FloodRead …]

Calm and attack take turns in one run, each so many seconds; the table has the 99th percentiles of both and their
ratio, which is to stay below 2. Ends with 1 when an answer was wrong, or when connections or memory stayed behind.
"""

import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "BlackBox")]

import attacks  # noqa: E402
from duel import KINDS, duel  # noqa: E402

TARGET = 2.0
MANY = 100  # connections from which on memory can be told for each
KEPT = 32 << 20  # bytes that an allocator may hold on to after an attack
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


def faults(result):
    """What must not be."""
    yield from result.faults[:5]
    if result.left_open:
        yield f"{result.left_open} connections were left open"
    if result.kept > KEPT:
        yield f"{result.kept / 1e6:.0f} MB stayed"


def main():
    names = [kind.__name__ for kind in attacks.ALL]
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    parser.add_argument("--table", type=pathlib.Path, help="writes the table there too")
    options = parser.parse_args()
    lines, wrong = ["| " + " | ".join(HEAD) + " |", "|---" * len(HEAD) + "|"], []
    print("\n".join(lines), flush=True)
    short = []
    for kind in attacks.ALL:
        if kind.__name__ not in options.only:
            continue
        result = duel(kind, options.seconds, options.rounds)
        lines.append("| " + " | ".join(row(result)) + " |")
        print(lines[-1], flush=True)
        wrong += [f"{kind.__name__}: {fault}" for fault in faults(result)]
        short += [f"{kind.__name__} ({name})" for name in KINDS if not result.ratio(name) < TARGET]
    print(f"\np99 below {TARGET:g} times normal: " + ("everywhere" if not short else "not in " + ", ".join(short)))
    if options.table:
        options.table.write_text("\n".join(lines) + "\n")
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
