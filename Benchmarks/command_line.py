"""The options of the benchmarks, their progress on standard error, and the programs that they build."""

import argparse
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PEERS = ROOT / "Benchmarks" / "Peers"
#: On the disk of the checkout, because the default temporary folder may be in memory.
CACHE = ROOT / ".build" / "benchmarks"


def parser(description):
    """A parser of `--seconds` and `--server`; a benchmark can add options."""
    arguments = argparse.ArgumentParser(description=description.splitlines()[0])
    arguments.add_argument("--seconds", type=int, default=5, help="duration of each load")
    arguments.add_argument("--server", type=pathlib.Path, default=ROOT / ".build/release/GameServer")
    return arguments


def parser_with_rounds(description):
    """A parser that also has `--rounds` and `--no-results`."""
    arguments = parser(description)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--no-results", action="store_true", help="print the results without updating RESULTS.md")
    return arguments


def parse(arguments):
    """Parses and checks the command line; exits with a message if it is invalid."""
    options = arguments.parse_args()
    if options.seconds < 1 or getattr(options, "rounds", 1) < 1:
        arguments.error("--rounds and --seconds must be at least 1")
    if not options.server.exists():
        arguments.error(f"{options.server} does not exist; run `make build` first")
    if len(os.sched_getaffinity(0)) < 2:
        arguments.error("a benchmark needs two cores: one for the servers, one for the load")
    options.server = options.server.resolve()
    CACHE.mkdir(parents=True, exist_ok=True)
    return options


def show(line):
    """Replaces the current line on a terminal; elsewhere prints a new line."""
    if sys.stderr.isatty():
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)
    elif line:
        print(line, file=sys.stderr, flush=True)


def run(*command):
    """The output of a command; prints it and exits if the command fails."""
    done = subprocess.run(
        list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{done.stdout}\n{command[0]} failed.")
    return done.stdout


def build_package(path, name):
    """Builds a Swift package like the server itself; returns the path of its program."""
    folder = CACHE / name
    binary = folder / "release" / name
    show(f"building {name}" + ("" if binary.exists() else ", which takes some minutes"))
    run("swift", "build", "-c", "release", "--static-swift-stdlib", "--package-path", path, "--scratch-path", folder)
    return binary


def compile_c(name, folder, *flags):
    """Compiles a C program of `Peers/` into `folder`, with libevent unless `flags` are given; returns its path."""
    flags = flags or run("pkg-config", "--cflags", "--libs", "libevent").split()
    run("cc", "-O2", "-Wall", "-Wextra", "-o", folder / name, PEERS / f"{name}.c", *flags)
    return folder / name
