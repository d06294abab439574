"""Measures the word engine: its speed, partly against plain C, and the strength of the bots and the solver."""

import pathlib
import re
import subprocess

import tables
from progress import show

HERE = pathlib.Path(__file__).resolve().parent
CACHE = HERE.parent / ".build" / "benchmarks"
BUILD = CACHE / "words"
LEXICONS = HERE.parent / "static" / "lexicons"
# The list that published results use. It comes with Debian's package wamerican-large and may be missing.
LARGE_LIST = pathlib.Path("/usr/share/dict/american-english-large")


def measure(options):
    build()
    return speed(options) + squares(options) + bots() + guesses()


def build():
    show("building the word benchmark" + ("" if (BUILD / "release/WordBench").exists() else ", which takes two minutes"))
    CACHE.mkdir(parents=True, exist_ok=True)
    run("swift", "build", "-c", "release", "--package-path", HERE / "Words", "--scratch-path", BUILD)
    run("cc", "-O2", "-o", CACHE / "squares", HERE / "Words" / "squares.c")


def run(*command):
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{done.stdout}\n{command[0]} failed.")
    return done.stdout


def figures(*arguments):
    lines = run(BUILD / "release" / "WordBench", *arguments).splitlines()
    return {name: float(value) for name, value in (line.split() for line in lines)}


def speed(options):
    rounds = []
    for number in range(1, options.rounds + 1):
        show(f"scoring, candidates, fills: round {number} of {options.rounds}")
        rounds.append(figures("speed", LEXICONS / "en.txt"))
    values = {name: [one[name] for one in rounds] for name in rounds[0]}
    return [
        tables.limit_row("creating the lexicon, 10,516 words", values["ready"], "ms", 100),
        tables.limit_row("memory of the lexicon", [value / 1e6 for value in values["bytes"]], "MB", 1),
        tables.limit_row("scoring a full board", values["score"], "ns", 500),
        tables.limit_row("finding candidates", values["candidates"], "ns", 500),
        tables.limit_row("random fill of an empty board", values["fill"], "ms", 5),
        tables.limit_row("… p99", values["fill-p99"], "ms", 5),
    ]


def squares(options):
    """Counts the word squares of the common words, in turns with plain C, and once those of the whole list."""
    common = LEXICONS / "en-common.txt"
    ours, peers = [], []
    for number in range(1, options.rounds + 1):
        show(f"all squares of the common words: round {number} of {options.rounds}")
        found = figures("squares", common)
        count, seconds = run(CACHE / "squares", common).split()
        if int(count) != int(found["squares"]):
            raise SystemExit(f"The C program found {count} squares, the lexicon {found['squares']:.0f}.")
        ours.append(found["squares"] / found["seconds"])
        peers.append(found["squares"] / float(seconds))
    show("all squares of the whole list, which takes two minutes")
    whole = figures("squares", LEXICONS / "en.txt")
    return [
        tables.ratio_row(
            f"all {found['squares']:,.0f} word squares of 4,442 words", ours, peers, "{:,.0f}/s", at_least=0.8,
            reference="{} in C"),
        tables.plain_row(
            "word squares of all 6,445 words", f"{whole['squares']:,.0f}", f"{whole['seconds']:.0f} s"),
    ]


def bots():
    show("bots, 200 streams")
    rows = rows_of_bots("en", figures("bots", LEXICONS / "en.txt"))
    if LARGE_LIST.exists():
        words = CACHE / "large.txt"
        lines = LARGE_LIST.read_text(encoding="utf-8").split()
        words.write_text("".join(word.upper() + "\n" for word in lines if re.fullmatch("[a-z]{2,5}", word)))
        rows += rows_of_bots("11,505 words", figures("bots", words))
    return rows


def rows_of_bots(lexicon, found):
    rows = [tables.plain_row(f"creating a bot's tables, {lexicon}", f"{found['tables']:.0f} ms", "once")]
    for name in ("hard", "medium", "easy", "published"):
        mean = found[f"{name}-mean"]
        goal = ("≥ 36", tables.verdict(mean >= 36)) if name == "hard" else ("", "")
        rows.append((
            f"{name}, mean of 200 streams, {lexicon}", f"{mean:.2f} ± {found[f'{name}-error']:.2f}",
            f"{found[f'{name}-ms']:.2f} ms per move", f"p99 {found[f'{name}-p99']:.2f} ms",
            f"max {found[f'{name}-max']:.2f} ms", *goal))
    return rows


def guesses():
    """Runs the solver of hidden words for every answer, against a search by entropy alone over all words."""
    show("solving every hidden word")
    found = figures("guess", LEXICONS / "en.txt", LEXICONS / "en-answers.txt")
    entropy, ratio = found["entropy-mean"], found["solver-mean"] / found["entropy-mean"]
    strict = found["answers"] - sum(found[f"strict-{count}"] for count in range(1, 6))
    return [
        (f"guesses for {found['answers']:,.0f} answers, mean", f"{found['solver-mean']:.3f}",
         f"{entropy:.3f} by entropy alone", f"{ratio:.3f}", histogram(found), "≤ 1.03", tables.verdict(ratio <= 1.03)),
        ("… maximum", f"{found['solver-worst']:.0f}", f"{found['entropy-worst']:.0f} by entropy alone",
         "", "", "≤ 5", tables.verdict(found["solver-worst"] <= 5)),
        tables.plain_row("… in hard mode, mean", f"{found['strict-mean']:.3f}", f"{strict:.0f} not found in five"),
        ("time per guess", f"median {found['solver-median']:.1f} ms", "", "", f"max {found['solver-max']:.1f} ms",
         "< 20 ms", tables.verdict(found["solver-max"] < 20)),
        ("… after random rows", f"max {found['any-max']:.1f} ms", "", "", "",
         "< 20 ms", tables.verdict(found["any-max"] < 20)),
        tables.plain_row(
            "creating the solver", f"{found['ready']:.0f} ms", f"peak memory +{found['memory']:.0f} MB"),
    ]


def histogram(found):
    return " / ".join(f"{found[f'solver-{count}']:.0f}" for count in range(1, 6)) + " with 1–5"
