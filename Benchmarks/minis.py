"""The generator of mini crosswords: how long a puzzle takes, whether any has a fault, and how much they vary."""

import tables
import words
from progress import show

CLUES = words.HERE.parent / "static" / "clues" / "en.tsv"
COUNT = 10_000


def measure(_options):
    """The rows of the table."""
    words.build()
    show(f"{COUNT:,} mini crosswords of each difficulty")
    found = words.figures("minis", words.LEXICONS / "en.txt", CLUES)
    rows = [tables.limit_row("generator ready", [found["generator"]], "ms", 50)]
    for difficulty in ("easy", "medium", "hard"):
        rows += rows_of(difficulty, {what: found[f"{difficulty}-{what}"] for what in (
            "missing", "faulty", "distinct", "words", "level", "most-used", "median", "p99", "slowest")})
    return rows


def rows_of(difficulty, found):
    faults = found["missing"] + found["faulty"]
    return [
        (f"{COUNT:,} puzzles, {difficulty}", f"{found['distinct']:,.0f} different",
         f"{faults:.0f} missing or faulty", "", "", "none", tables.verdict(faults == 0)),
        tables.plain_row(
            "… their words", f"{found['words']:,.0f}, mean level {found['level']:.2f}",
            f"one of them in {found['most-used'] / COUNT:.0%}"),
        ("… one of them", f"median {found['median']:.1f} ms", f"p99 {found['p99']:.1f} ms",
         f"slowest {found['slowest']:.1f} ms", "", "p99 < 50 ms", tables.verdict(found["p99"] < 50)),
    ]
