"""The command-line options of benchmarks that run in rounds."""

import argparse
import pathlib

import report


def parser(description):
    """A parser of `--rounds`, `--seconds`, `--server` and `--no-results`; a benchmark can add options."""
    arguments = argparse.ArgumentParser(description=description.splitlines()[0])
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--seconds", type=int, default=5, help="duration of each load")
    arguments.add_argument("--server", type=pathlib.Path, default=report.ROOT / ".build/release/GameServer")
    arguments.add_argument("--no-results", action="store_true", help="print the results without updating the pages")
    return arguments


def parse(arguments):
    """Parses and checks the command line; exits with a message if it is invalid."""
    options = arguments.parse_args()
    if options.rounds < 1 or options.seconds < 1:
        arguments.error("--rounds and --seconds must be at least 1")
    if not options.server.exists():
        arguments.error(f"{options.server} does not exist; run `make build` first")
    options.server = options.server.resolve()
    return options
