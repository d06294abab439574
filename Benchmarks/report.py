"""The table of figures beside their targets, and the page that keeps it with the commit that it measures."""

import datetime
import pathlib
import platform
import re
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "Benchmarks" / "RESULTS.md"


def ratio_row(what, ours, yardstick, target):
    """A row for requests a second: medians, their ratio, and how far single rounds were apart."""
    mine, other = ([measured.per_second for measured in side] for side in (ours, yardstick))
    ratio = statistics.median(mine) / statistics.median(other)
    rounds = [one / two for one, two in zip(mine, other)]
    by_cpu = per_cpu_second(ours) / per_cpu_second(yardstick)
    return (
        what, f"{statistics.median(mine):,.0f}/s", f"{statistics.median(other):,.0f}/s",
        f"{ratio:.2f} ({min(rounds):.2f}–{max(rounds):.2f})", f"{by_cpu:.2f}",
        f"≥ {target:.1f}", verdict(ratio >= target))


def per_cpu_second(rounds):
    """Requests for each second of processor time, over all rounds."""
    return sum(measured.requests for measured in rounds) / max(sum(measured.cpu_seconds for measured in rounds), 0.01)


def limit_row(what, values, unit, limit):
    """A row for a figure that has to stay below a limit: its median, and its range."""
    median = statistics.median(values)
    measured = f"{median:.1f} {unit}"
    if len(values) > 1:
        measured += f" ({min(values):.1f}–{max(values):.1f})"
    return what, measured, "", "", "", f"< {limit} {unit}", verdict(median < limit)


def verdict(is_reached):
    return "reached" if is_reached else "falls short"


def table(rows):
    """The rows as a Markdown table that reads well as plain text too."""
    heads = ("what", "FiveByFive", "bare C on evhttp", "ratio (rounds)", "per CPU second", "target", "")
    cells = [heads, *rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(heads))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in cells]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def write(rows, rounds, seconds, pinned, body_bytes, load_average):
    """Writes RESULTS.md anew."""
    pinning = "the server on one core, wrk on another" if pinned else "one core for both: take the figures with care"
    RESULTS.write_text(f"""# Benchmark results

Made by `make bench ROUNDS={rounds} SECONDS={seconds}`; see `run.py` for what is measured and how.

- Commit: {commit()}
- Date: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}
- Machine: {machine()}
- Versions: {versions()}
- Load: wrk with 1 thread and 64 kept-alive connections, {rounds} rounds of {seconds} s each in turn; {pinning}
- Other work on the machine: load average {load_average:.1f} when it began
- The reply to `GET /board` has {body_bytes} bytes of body

Requests a second are medians of the rounds; in brackets the lowest and the highest ratio of a single round.
The next ratio is that of requests for each second of processor time: it hardly changes when the machine has other work.

{table(rows)}
""", encoding="utf-8")


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
    named = [
        ("Linux", platform.release()),
        ("Swift", swift[1] if swift else ""),
        ("libevent", output("pkg-config", "--modversion", "libevent")),
        ("cc", output("cc", "-dumpfullversion") or output("cc", "-dumpversion")),
        ("wrk", output("dpkg-query", "--show", "--showformat", "${Version}", "wrk")),
    ]
    return ", ".join(f"{name} {version or 'of unknown version'}" for name, version in named)


def output(*command):
    """What a command prints, or nothing if it cannot be run."""
    try:
        done = subprocess.run(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
