"""Writes RESULTS.md, in which each section names the commit that was measured."""

import datetime
import os
import pathlib
import platform
import re
import subprocess

from command_line import PEERS, ROOT

RESULTS = ROOT / "Benchmarks" / "RESULTS.md"
TITLE = """# Benchmark results

Written by `make bench`; `run.py` describes the measurements. Each section names its date, commit and machine.

Rates are medians over the rounds. The ratio compares FiveByFive with the reference, with the lowest and the highest ratio
of a round in parentheses. "Per CPU second" is the ratio of the requests per second of CPU time, which other work on the
machine hardly changes.
"""


def replace(path, title, sections, with_title=False):
    """Writes `sections`, a dictionary of texts by heading, into the page at `path` and keeps its other sections.

    `title` starts a new page; `with_title` also replaces the start of an existing page.
    """
    text = path.read_text(encoding="utf-8") if path.exists() else title
    first, *others = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    page = {part.split("\n", 1)[0][3:].strip(): part.rstrip() for part in others}
    page |= {heading: f"## {heading}\n\n{body.strip()}" for heading, body in sections.items()}
    path.write_text("\n\n".join([(title if with_title else first).rstrip(), *page.values()]) + "\n", encoding="utf-8")


class Origin:
    """The command, date, commit, machine and versions of a measurement that starts now."""

    def __init__(self, command, options):
        only = f" ONLY={options.only}" if getattr(options, "only", None) else ""
        today = datetime.datetime.now(datetime.timezone.utc)
        self.text = f"""\
- Command: `{command} ROUNDS={options.rounds} SECONDS={options.seconds}{only}` on {today:%Y-%m-%d}
- Commit: {commit()}
- Machine: {machine()}; load average {os.getloadavg()[0]:.1f} at the start
- Versions: {versions()}"""

    def write(self, texts, options):
        """Prints the texts of sections by heading and, unless the options forbid it, writes them into the page."""
        sections = {heading: f"{self.text}\n\n{text.strip()}" for heading, text in texts.items()}
        if not options.no_results:
            replace(RESULTS, TITLE, sections)
        print("\n\n".join(f"## {heading}\n\n{text}" for heading, text in sections.items()))


def commit():
    name = output("git", "rev-parse", "HEAD") or "none yet"
    changed = output("git", "status", "--porcelain", "--", ":!Benchmarks/RESULTS.md")
    return name + (" with uncommitted changes" if changed else "")


def machine():
    text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    model = re.search(r"model name\s*: (.*)", text)
    count = len(re.findall(r"^processor\s*:", text, re.MULTILINE))
    return f"{count} cores, {model[1] if model else platform.machine()}"


def versions():
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))
    manifest = (PEERS / "HummingbirdPeer" / "Package.swift").read_text(encoding="utf-8")
    named = [
        ("Linux", platform.release()),
        ("Swift", swift[1] if swift else ""),
        ("libevent", output("pkg-config", "--modversion", "libevent")),
        ("SQLite", output("pkg-config", "--modversion", "sqlite3")),
        ("cc", output("cc", "-dumpfullversion") or output("cc", "-dumpversion")),
        *((name, output("dpkg-query", "--show", "--showformat", "${Version}", package))
          for name, package in (("wrk", "wrk"), ("nginx", "nginx"), ("Redis", "redis-server"))),
        ("Node", output("node", "--version").removeprefix("v")),
        ("Hummingbird", re.search(r'exact: "([^"]+)"', manifest)[1]),
    ]
    return ", ".join(f"{name} {version or 'of unknown version'}" for name, version in named)


def output(*command):
    """The output of a command; empty if it fails."""
    try:
        done = subprocess.run(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
