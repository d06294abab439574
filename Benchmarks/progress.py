"""How far a benchmark has come, on standard error."""

import sys


def show(line):
    """One line that is written over on a terminal; lines one below the other elsewhere."""
    if sys.stderr.isatty():
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)
    elif line:
        print(line, file=sys.stderr, flush=True)
