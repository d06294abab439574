"""Measures the word engine: its speed, partly against plain C, and the strength of the bots and the solver."""

import tables
from command_line import CACHE, ROOT, build_package, run, show

HEADING = "Words"
TEXT = """\
The word engine in a separate program (`Words/`) with one thread. The boards come from games of the medium bot: full
boards, and boards with 0 to 24 letters. The time of a call is the best of five runs; parentheses show the range over the
rounds. All word squares are counted in turns with `Words/squares.c`, which uses the same method. The bots play the same 200
streams of 25 letters, drawn by frequency, with `family` points; their times are CPU time of the thread. BOTS.md lists the
alternatives that were tried.

{}"""
WORDS = ROOT / "Benchmarks" / "Words"
PACK = ROOT / "static" / "packs" / "en" / "words.tsv"


def word_list(name, wanted=lambda level, flags: True):
    """A file of the words of the English pack that are wanted, one a line."""
    rows = [line.split("\t") for line in PACK.read_text().splitlines() if not line.startswith("#")]
    file = CACHE / f"{name}.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f"{word}\n" for word, level, _, *flags in rows if wanted(int(level), "".join(flags))))
    return file


def all_words():
    return word_list("en")


def measure(_program, options):
    """The text of the section."""
    bench, peer = build_package(WORDS, "WordBench"), CACHE / "squares"
    run("cc", "-O2", "-o", peer, WORDS / "squares.c")
    return TEXT.format(tables.table(
        speed(bench, options) + squares(bench, peer, options) + bots(bench) + guesses(bench)))


def figures(bench, *arguments):
    """The figures that the program prints, by name."""
    lines = run(bench, *arguments).splitlines()
    return {name: float(value) for name, value in (line.split() for line in lines)}


def speed(bench, options):
    rounds = []
    for number in range(1, options.rounds + 1):
        show(f"scoring, candidates, fills: round {number} of {options.rounds}")
        rounds.append(figures(bench, "speed", all_words()))
    values = {name: [one[name] for one in rounds] for name in rounds[0]}
    return [
        tables.limit_row("creating the lexicon, 10,516 words", values["ready"], "ms", 100),
        tables.limit_row("memory of the lexicon", [value / 1e6 for value in values["bytes"]], "MB", 1),
        tables.limit_row("scoring a full board", values["score"], "ns", 500),
        tables.limit_row("finding candidates", values["candidates"], "ns", 500),
        tables.limit_row("random fill of an empty board", values["fill"], "ms", 5),
        tables.limit_row("… p99", values["fill-p99"], "ms", 5),
    ]


def squares(bench, peer, options):
    """Counts the word squares of the common words, in turns with plain C."""
    common = word_list("en-common", lambda level, flags: level < 6)
    ours, peers = [], []
    for number in range(1, options.rounds + 1):
        show(f"all squares of the common words: round {number} of {options.rounds}")
        found = figures(bench, "squares", common)
        count, seconds = run(peer, common).split()
        if int(count) != int(found["squares"]):
            raise SystemExit(f"The C program found {count} squares, the lexicon {found['squares']:.0f}.")
        ours.append(found["squares"] / found["seconds"])
        peers.append(found["squares"] / float(seconds))
    return [tables.ratio_row(
        f"all {found['squares']:,.0f} word squares of 4,442 words", ours, peers, "{:,.0f}/s", at_least=0.8,
        reference="{} in C")]


def bots(bench):
    show("bots, 200 streams")
    found = figures(bench, "bots", all_words())
    rows = [tables.plain_row("creating a bot's tables, en", f"{found['tables']:.0f} ms", "once")]
    for name in ("hard", "medium", "easy", "published"):
        mean = found[f"{name}-mean"]
        goal = ("≥ 36", tables.verdict(mean >= 36)) if name == "hard" else ("", "")
        rows.append((
            f"{name}, mean of 200 streams, en", f"{mean:.2f} ± {found[f'{name}-error']:.2f}",
            f"{found[f'{name}-ms']:.2f} ms per move", f"p99 {found[f'{name}-p99']:.2f} ms",
            f"max {found[f'{name}-max']:.2f} ms", *goal))
    return rows


def guesses(bench):
    """Runs the solver of hidden words for every answer, against a search by entropy alone over all words."""
    show("solving every hidden word")
    found = figures(bench, "guess", all_words(), word_list("en-answers", lambda level, flags: "a" in flags))
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
