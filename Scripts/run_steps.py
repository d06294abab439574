"""Runs make targets one after another, each with its output in a log, and says in one last line what passed.

    .venv/bin/python Scripts/run_steps.py test build-tests test-swift test-smoke
    .venv/bin/python Scripts/run_steps.py test-nightly --release "count drill" build count drill fuzz

With `--release` it says for each step whether a release needs it. A step that fails does not stop the next ones, unless its name begins with `build`. The output of a failed step is
shown from its end. The logs are in .build/logs/NAME; a second run of NAME replaces them.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHOWN = 120  # lines of the log of a failed step
SWIFT = re.compile(r"Test run with (\d+) tests? .*passed", re.MULTILINE)
PYTEST = re.compile(r"^=*\s*(?:.*, )?(\d+) passed\b.* in [\d.]+s", re.MULTILINE)


class Step:
    """A make target with its log; `passed` is the number of tests that it reports."""

    def __init__(self, target, folder, number, note=""):
        self.target, self.log, self.note = target, folder / f"{number}-{target}.log", note
        self.seconds, self.succeeded, self.passed = 0.0, False, 0

    def run(self):
        began = time.monotonic()
        with self.log.open("wb") as log:
            command = [os.environ.get("MAKE", "make"), "--no-print-directory", self.target]
            done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        self.seconds, self.succeeded = time.monotonic() - began, done.returncode == 0
        text = self.log.read_text(errors="replace")
        self.passed = sum(int(found) for pattern in (SWIFT, PYTEST) for found in pattern.findall(text))
        if not self.succeeded:
            print("\n".join(text.splitlines()[-SHOWN:]), flush=True)

    @property
    def line(self):
        outcome = "ok" if self.succeeded else "FAILED"
        return f"{self.target:<16} {outcome:<7} {duration(self.seconds):>12}{self.tests:>13}  {self.note}".rstrip()

    @property
    def tests(self):
        return f"{self.passed:,} tests" if self.passed else ""


def duration(seconds):
    """`74 s` or `2 min 40 s`."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def main(name, *targets):
    folder = ROOT / ".build" / "logs" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    needed = set()
    if targets[0] == "--release":
        needed, targets = {"build", *targets[1].split()}, targets[2:]
    began, steps = time.monotonic(), []
    for number, target in enumerate(targets, 1):
        print(f"{target} …", flush=True)
        step = Step(target, folder, number, "needed for a release" if target in needed else "")
        step.run()
        steps.append(step)
        print(step.line, flush=True)
        if not step.succeeded and target.startswith("build"):
            break
    failed = [step.target for step in steps if not step.succeeded]
    tested = ", ".join(f"{step.tests} in {step.target}" for step in steps if step.passed)
    where = f"{duration(time.monotonic() - began)}; details in {folder.relative_to(ROOT)}"
    if failed:
        print(f"make {name} FAILED in {' and '.join(failed)}, after {where}")
        return 1
    print(f"make {name} passed: {tested or 'no tests'}; {where}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
