"""Shows the progress of a benchmark on standard error."""

import sys


def show(line):
    """Replaces the current line on a terminal; elsewhere prints a new line."""
    if sys.stderr.isatty():
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)
    elif line:
        print(line, file=sys.stderr, flush=True)
