"""Writes RESULTS.md, in which each section names the commit that was measured."""

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

Written by `make bench`; `run.py` describes the measurements. Each section names its date, commit and machine.

Rates are medians over the rounds. The ratio compares FiveByFive with the reference, with the lowest and the highest ratio
of a round in parentheses. "Per CPU second" is the ratio of the requests per second of CPU time, which other work on the
machine hardly changes.
"""


def write(measured, options, pinned, load_average):
    """Replaces the sections of the measured parts and keeps the others."""
    texts = {
        "http": http, "peers": peer_comparison, "store": store, "fanout": fanout, "memory": memory, "words": words,
        "minis": minis, "rooms": rooms}
    origin = provenance(options, load_average)
    new = {}
    for part, result in measured.items():
        heading, text = texts[part](result, pinned)
        new[heading] = f"{origin}\n\n{text.strip()}"
    sections.replace(RESULTS, TITLE, new)


def render(part, result):
    """The result of a part for the terminal."""
    return f"{peers.comparison_table(result)}\n\n{peers.target_table(result)}" if part == "peers" else tables.table(result)


def http(rows, pinned):
    pinning = "the servers have one core, wrk another" if pinned else "wrk shares their core, which distorts the figures"
    return "HTTP", f"""
The server with its games in memory, compared with a bare C server on libevent's evhttp that sends the same replies;
{pinning}.

{tables.table(rows)}"""


def peer_comparison(measured, pinned):
    pinning = "wrk has the other" if pinned else "wrk shares it, which distorts the figures"
    return "Peers", f"""
FiveByFive with one event loop, compared with fixed-reply servers and with small servers on other frameworks, in turns
(`peers.py`, `Peers/`). Each server has one core for all its threads, including the store's thread of the durable server,
which syncs every commit; {pinning}. FiveByFive and nginx close a connection after 1,000 requests, the others keep it.

- bufferevent: bare C on libevent that searches the end of a request head and sends fixed bytes: the library's limit.
- evhttp: bare C on libevent's HTTP server with fixed replies, including that to an edit.
- nginx: Debian's package with one worker, the body in its configuration, and no log.
- Hummingbird, Node: the same small API in memory, which encodes a board on the first request after a change; without
  words, streams, history and move ids. Hummingbird has one event loop that also runs Swift's tasks; Node uses `http`.

In parentheses: the ratio of FiveByFive, and of the durable FiveByFive, to this server.

{peers.comparison_table(measured)}

The targets, at 64 connections. The time to encode a changed board with its headers is the main thread's time multiplied
by the share of perf's samples in the encoding, while each of 64 games is edited and then read.

{peers.target_table(measured)}"""


def store(rows, _pinned):
    return "Store", f"""
The server with its games in SQLite, synced at every commit, compared with the server with its games in memory. The thread
of the games and the store's thread run on any core; wrk has the second core. The files are on the disk of the checkout.
"Bare GRDB" is `Store/`: one connection that inserts events as fast as it can. Redis runs with `appendfsync always` on the
same disk; `redis-benchmark` sends it SET commands with 100 bytes, on any core.

Four connections read the board about 1,300 times per second while 64 others write. Two processes of wrk and two threads of
the server then share the cores, so reads also wait for a core and for the edits before them on the thread of the games.
The comparison with games in memory shows the store's part of that. With `--io-threads 2`, one reader has the second loop
and the second core, and the writers and all other threads share the first.

A first read asks for the board of a sleeping game over one keep-alive connection. The short games have {SHORT[0]} to {SHORT[1]}
events and were inserted as rows; the long ones were imported, each with a snapshot at its end. The server is started three
times, and the best read of each game counts, which excludes delays by other work on the machine; the slowest single read
is in the next column.

{tables.table(rows)}"""


def fanout(rows, _pinned):
    return "Streams", f"""
The server with its games in memory, compared with `Peers/fanout.c`, which sends the same bytes through libevent's
bufferevents and, like the server, writes each event to the kernel at once. `Peers/readers.c` reads from another core. The
time is from the first byte of the edit, or of the first of 1,000 edits over 64 connections, to the last byte of the last
event; the servers run in turns. The C program has no game logic, so with few streams per edit the ratio includes the cost
of the edit itself. The memory of a stream is the growth of the process for 8,000 streams after the first 2,000.

{tables.table(rows)}"""


def memory(rows, _pinned):
    return "Memory of games", f"""
The growth of the process per game, compared with the server's own count, which `--game-memory` limits. MEMORY.md breaks
the bytes down.

{tables.table(rows)}"""


def rooms(rows, _pinned):
    return "Rooms and players", f"""
Streams: one server with its games in memory, and in turns an edit of a room's game and of another game, each with its own
viewers. Stored: the server with SQLite and 100,000 players, 30,000 of whom are members of 10,000 rooms, each with a game.
A first read asks for a room over one keep-alive connection, which wakes the room and its game; the best read of each room
counts, over three starts of the server.

{tables.table(rows)}"""


def words(rows, _pinned):
    return "Words", f"""
The word engine in a separate program (`Words/`) with one thread. The boards come from games of the medium bot: full
boards, and boards with 0 to 24 letters. The time of a call is the best of five runs; parentheses show the range over the
rounds. All word squares are counted in turns with `Words/squares.c`, which uses the same method. The bots play the same 200
streams of 25 letters, drawn by frequency, with `family` points; their times are CPU time of the thread. BOTS.md lists the
alternatives that were tried.

{tables.table(rows)}"""


def minis(rows, _pinned):
    return "Mini crosswords", f"""
The generator with the shipped words and clues; times are CPU time of its thread. Code independent of the generator checks
each puzzle: every run of letters is a word with one of its clues, the blocks are symmetric, and no word or clue occurs
twice. Distinct puzzles differ in their letters. The level of a word is from 1 for the most common to 5.

{tables.table(rows)}"""


# ------------------------------------------------------------------------------------------------- provenance


def provenance(options, load_average):
    """The command, date, commit, machine and versions of the measurement."""
    only = f" ONLY={options.only}" if options.only else ""
    today = datetime.datetime.now(datetime.timezone.utc)
    return f"""- Command: `make bench ROUNDS={options.rounds} SECONDS={options.seconds}{only}` on {today:%Y-%m-%d}
- Commit: {commit()}
- Machine: {machine()}; load average {load_average:.1f} at the start
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
        *((name, output("dpkg-query", "--show", "--showformat", "${Version}", package))
          for name, package in (("wrk", "wrk"), ("nginx", "nginx"), ("Redis", "redis-server"))),
        ("Node", output("node", "--version").removeprefix("v")),
        ("Hummingbird", hummingbird()),
    ]
    return ", ".join(f"{name} {version or 'of unknown version'}" for name, version in named)


def hummingbird():
    manifest = (peers.PEERS / "HummingbirdPeer" / "Package.swift").read_text(encoding="utf-8")
    return re.search(r'exact: "([^"]+)"', manifest)[1]


def output(*command):
    """The output of a command; empty if it fails."""
    try:
        done = subprocess.run(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
