"""The options that benchmarks of several rounds share."""

import argparse
import pathlib

import report


def parser(description):
    """Reads `--rounds`, `--seconds`, `--server` and `--no-results`; a benchmark adds its own."""
    made = argparse.ArgumentParser(description=description.splitlines()[0])
    made.add_argument("--rounds", type=int, default=5)
    made.add_argument("--seconds", type=int, default=5, help="length of one load")
    made.add_argument("--server", type=pathlib.Path, default=report.ROOT / ".build/release/GameServer")
    made.add_argument("--no-results", action="store_true", help="print only, leave the pages as they are")
    return made


def read(made):
    """What the command line says, or the end of the program with the reason why it makes no sense."""
    options = made.parse_args()
    if options.rounds < 1 or options.seconds < 1:
        made.error("--rounds and --seconds are at least 1")
    if not options.server.exists():
        made.error("there is no server to measure; `make build` makes it")
    options.server = options.server.resolve()
    return options
