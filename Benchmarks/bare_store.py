"""The yardstick of the store: the package `Store/`, which inserts such rows as fast as one connection can."""

import pathlib
import subprocess

from progress import show

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE.parent / ".build" / "benchmarks" / "bare-store"
BINARY = BUILD / "release" / "BareStore"


def build():
    """Builds the yardstick; says nothing of it unless that fails."""
    show("building the bare GRDB program" + ("" if BINARY.exists() else ", which takes two minutes"))
    command = ["swift", "build", "-c", "release", "--package-path", HERE / "Store", "--scratch-path", BUILD]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{done.stdout}\nThe bare GRDB program could not be built.")


def rounds(folder, options):
    """Rows inserted a second, one in a transaction and a hundred: two lists with a figure for each round."""
    figures = [[], []]
    for number in range(1, options.rounds + 1):
        for rows, list_of in zip((1, 100), figures):
            show(f"bare GRDB, {rows} in a transaction: round {number} of {options.rounds}")
            list_of.append(rows_per_second(folder / f"bare-{rows}.sqlite", rows, max(options.seconds / 2, 1)))
    return figures


def rows_per_second(path, rows, seconds):
    command = [BINARY, path, str(rows), str(seconds)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    inserted, took = done.stdout.split()
    return int(inserted) / float(took)
