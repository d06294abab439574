"""The page that keeps the figures, each section with the commit that it was measured of."""

import datetime
import pathlib
import platform
import re
import subprocess

import peers
import sections
import tables
from game_cache import SHORT_EVENTS as SHORT

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "Benchmarks" / "RESULTS.md"
TITLE = """# Benchmark results

Made by `make bench`; see `run.py` for what is measured and how. Each section says when, of which commit and on which
machine.

Requests a second are medians of the rounds; in brackets the lowest and the highest ratio of a single round.
The next ratio is that of requests for each second of processor time: it hardly changes when the machine has other work.
"""


def write(measured, options, pinned, load_average):
    """Writes the sections of what was measured, by part, and leaves the others as they are."""
    texts = {
        "http": http, "peers": beside_peers, "store": store, "fanout": fanout, "memory": memory, "words": words,
        "minis": minis}
    made = provenance(options, load_average)
    written = {}
    for part, result in measured.items():
        heading, text = texts[part](result, pinned)
        written[heading] = f"{made}\n\n{text}"
    sections.replace(RESULTS, TITLE, written)


def shown(part, result):
    """What was measured, as it is printed."""
    return f"{peers.race(result)}\n\n{peers.targets(result)}" if part == "peers" else tables.table(result)


def http(rows, pinned):
    pinning = "the server on one core, wrk on another" if pinned else "one core for both: take the figures with care"
    return "HTTP", f"""
The server, with its games in memory, beside a bare C server on libevent's evhttp that sends the same replies;
{pinning}.

{tables.table(rows)}"""


def beside_peers(measured, pinned):
    pinning = "wrk has the other" if pinned else "there is but one, so take the figures with care"
    return "Peers", f"""
One loop of FiveByFive beside what cannot be faster and beside what one would write instead, in turns (`peers.py`,
`Peers/`). Each has one core for all its threads, that of the durable server's store included, which syncs every commit;
{pinning}. FiveByFive and nginx keep a connection for 1,000 requests, the others for as long as it lives.

- bufferevent: bare C on libevent, looks for the end of a request's head and sends the same bytes; the library's limit.
- evhttp: bare C on libevent's HTTP server with fixed replies; the edit too is one that was captured.
- nginx: Debian's, one worker, the body in its configuration, no log.
- Hummingbird, Node: the same small API in memory, a board encoded when it is asked for after a change; no words, no
  streams, no history, no move ids. Hummingbird with one event loop that also runs Swift's tasks; Node's own `http`.

In brackets: how many times as many requests FiveByFive answers, and the durable FiveByFive.

{peers.race(measured)}

The targets, at 64 connections. What it costs to encode a changed board, headers and all, is the share of the first
thread's time in which perf saw it at that, while each of 64 games is edited and then read.

{peers.targets(measured)}"""


def store(rows, _pinned):
    return "The store", f"""
The server with its games in SQLite, synced at every commit: a thread for the games and one for the store, both on
whatever core is free, and so is the server beside it that keeps them in memory. wrk has the second core. The files
lie on the disk of the checkout. "Bare GRDB" is `Store/`: one connection that inserts such events as fast as it can.

The board is read by 4 connections, some 1,300 times a second, while 64 others write. Two wrks and two threads of the
server share the cores then, so reads also wait for a processor, and for the edits that came before them on the one
thread of the games: the same with the games in memory shows how much of that is the store's.

A game is touched first when it sleeps in the store and somebody asks for its board, over one kept-alive connection.
The short games have {SHORT[0]} to {SHORT[1]} events and were inserted as if they had been played; the long ones were
imported, each with a snapshot at its end. The server is started three times, and the best touch of a game counts:
what is slow then is the game, not other work of the machine; the worst of all single touches stands beside it.

{tables.table(rows)}"""


def fanout(rows, _pinned):
    return "Streams", f"""
The server, its games in memory, beside `Peers/fanout.c`: libevent's bufferevents, and for each event the same bytes given
to the kernel at once, as the server does. `Peers/readers.c` reads from another core. The time is from the first byte of the
edit, or of the first of 1,000 edits over 64 connections, to the last byte of the last event; the rounds take turns. The
C program plays no game: where few streams follow each edit, the edit itself shows. The memory of a stream is by how much
the process grows for each of 8,000 more when there are 2,000.

{tables.table(rows)}"""


def memory(rows, _pinned):
    return "Memory of games", f"""
By how much the process grows for each game, and by how much the server itself says that it does, which is what
`--game-memory` bounds; the ratio is that of the two. MEMORY.md says where the bytes are.

{tables.table(rows)}"""


def words(rows, _pinned):
    return "Words", f"""
The word engine in a program of its own (`Words/`), one thread. Boards are as bots leave them: full ones, and ones after
0 to 24 letters. The best of five runs counts for times of single calls; in brackets the lowest and highest of the rounds.
All squares are counted here and, in turns, by `Words/squares.c` with the same method. Bots play the same 200 streams of 25
letters, drawn by their frequency, `family` points; times are processor time of the thread. BOTS.md says what was tried.

{tables.table(rows)}"""


def minis(rows, _pinned):
    return "Mini crosswords", f"""
The generator with the shipped words and clues, one thread; times are processor time of it. Each puzzle is looked through
by other means than the generator's: every run of letters is a word with one of its clues, the blocks are symmetric,
nothing comes twice. Different puzzles differ in their letters. A word's level is 1 when it is among the commonest, and 5
at most; beside the words stands in how many puzzles the most frequent one is.

{tables.table(rows)}"""


# ------------------------------------------------------------------------------------------------- provenance


def provenance(options, load_average):
    """By whom the figures were made, of what, and where."""
    only = f" ONLY={options.only}" if options.only else ""
    today = datetime.datetime.now(datetime.timezone.utc)
    return f"""- Made by `make bench ROUNDS={options.rounds} SECONDS={options.seconds}{only}` on {today:%Y-%m-%d}
- Commit: {commit()}
- Machine: {machine()}; other work on it: load average {load_average:.1f} when it began
- Versions: {versions()}"""


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
        ("SQLite", output("pkg-config", "--modversion", "sqlite3")),
        ("cc", output("cc", "-dumpfullversion") or output("cc", "-dumpversion")),
        *((name, output("dpkg-query", "--show", "--showformat", "${Version}", name)) for name in ("wrk", "nginx")),
        ("Node", output("node", "--version").removeprefix("v")),
        ("Hummingbird", hummingbird()),
    ]
    return ", ".join(f"{name} {version or 'of unknown version'}" for name, version in named)


def hummingbird():
    manifest = (peers.PEERS / "HummingbirdPeer" / "Package.swift").read_text(encoding="utf-8")
    return re.search(r'exact: "([^"]+)"', manifest)[1]


def output(*command):
    """What a command prints, or nothing if it cannot be run."""
    try:
        done = subprocess.run(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
