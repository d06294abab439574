"""The reference of the store: the package `Store/`, which inserts events as fast as one connection can."""

import pathlib
import subprocess

from progress import show

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE.parent / ".build" / "benchmarks" / "bare-store"
BINARY = BUILD / "release" / "BareStore"


def build():
    """Builds the program; prints the output of the build only if it fails."""
    show("building the bare GRDB program" + ("" if BINARY.exists() else ", which takes two minutes"))
    command = ["swift", "build", "-c", "release", "--package-path", HERE / "Store", "--scratch-path", BUILD]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{done.stdout}\nThe bare GRDB program could not be built.")


def rounds(folder, options):
    """Rows inserted per second in each round: a list for one row per transaction, and one for a hundred."""
    figures = [[], []]
    for number in range(1, options.rounds + 1):
        for rows, rates in zip((1, 100), figures):
            show(f"bare GRDB, {rows} rows per transaction: round {number} of {options.rounds}")
            rates.append(rows_per_second(folder / f"bare-{rows}.sqlite", rows, max(options.seconds / 2, 1)))
    return figures


def rows_per_second(path, rows, seconds):
    command = [BINARY, path, str(rows), str(seconds)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    inserted, took = done.stdout.split()
    return int(inserted) / float(took)
