"""Measures the generator of mini crosswords: time per puzzle, faults and variety."""

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
    rows = [tables.limit_row("creating the generator", [found["generator"]], "ms", 50)]
    for difficulty in ("easy", "medium", "hard"):
        rows += rows_of(difficulty, {label: found[f"{difficulty}-{label}"] for label in (
            "missing", "faulty", "distinct", "words", "level", "most-used", "median", "p99", "slowest")})
    return rows


def rows_of(difficulty, found):
    faults = found["missing"] + found["faulty"]
    return [
        (f"{COUNT:,} puzzles, {difficulty}", f"{found['distinct']:,.0f} distinct",
         f"{faults:.0f} missing or faulty", "", "", "none", tables.verdict(faults == 0)),
        tables.plain_row(
            "… distinct words", f"{found['words']:,.0f}, mean level {found['level']:.2f}",
            f"most frequent word in {found['most-used'] / COUNT:.0%}"),
        ("… time per puzzle", f"median {found['median']:.1f} ms", f"p99 {found['p99']:.1f} ms",
         f"max {found['slowest']:.1f} ms", "", "p99 < 50 ms", tables.verdict(found["p99"] < 50)),
    ]
