#!/usr/bin/env python3
"""Measures FiveByFive beside yardsticks: `make bench`.

HTTP: the server with its games in memory, beside a bare C server on libevent's evhttp that sends the same replies. Both
run at once, one of them loaded at a time, in turns, so that whatever else the machine does falls on both. Measured are
a board GET, the same answered by 304, an edit, the time from a start to the first answer, and the memory after it.
With EVENT_EPOLL_USE_CHANGELIST=1 in the environment evhttp saves system calls, and is a harder yardstick.

Peers: the server on one loop beside the library's limit (a bare C echo on bufferevents), evhttp, nginx, and the same
small API on Hummingbird and on Node's http; board, 304, edit, edit and read, 9 reads for an edit, new game; 64 and
1,000 connections. The one that is loaded has one core, in memory or durably; wrk has the other. The peer on Hummingbird is
built once, which takes some minutes.

The store: the server that keeps its games on the disk, beside itself with its games in memory, and beside a bare
program on GRDB (`Store/`). Measured are edits with and without move ids, the reading of a board while others write,
and with 100,000 stored games: the start, the first touch of a sleeping game, memory and bytes on disk. These games are
made once, which takes some minutes, and kept under .build.

Words: how long a board takes to be scored, asked for candidates and filled; all word squares of a list beside plain C of the
same method, in turns; how well the bots play 200 streams of letters, beside the published heuristic; and how many
guesses the solver of hidden words needs for every answer, beside a search by entropy alone.

Minis: 10,000 generated mini crosswords of each difficulty, timed and looked through for faults. To read some:
`.build/benchmarks/words/release/WordBench minis static/lexicons/en.txt static/clues/en.tsv --print 30`.

Streams: the time from an edit to the last byte at the last of 100 to 10,000 streams, beside a bare C program that writes the
same bytes to as many, in turns; the memory of a stream beside that program's; and allocations for each stream and event.

Memory: 100,000 live games in SQLite and in memory, as they are made and after usual play, and the same games asleep.

Every kind of reply is checked first, and every load is checked for refusals. A figure that misses its target is said
to fall short; only a wrong reply ends the run with an error.
"""

import os
import pathlib
import sys
import tempfile

import bare_store
import beside_evhttp
import command_line
import durable_edits
import fanout
import memory
import minis
import peers
import report
import servers
import stored_games
import words
from progress import show

CACHE = report.ROOT / ".build" / "benchmarks"


def main():
    options = read_options()
    load_average = os.getloadavg()[0]
    program = servers.Program(options.server)
    parts = {
        "http": http, "peers": beside_peers, "store": store, "fanout": streams, "memory": games_in_memory,
        "words": word_engine, "minis": mini_crosswords}
    measured = {name: part(program, options) for name, part in parts.items() if options.only in (None, name)}
    if not options.no_results:
        report.write(measured, options, any(servers.cores()), load_average)
    print("\n\n".join(report.shown(name, result) for name, result in measured.items()))


def read_options():
    parser = command_line.parser(__doc__)
    parser.add_argument(
        "--only", choices=("http", "peers", "store", "fanout", "memory", "words", "minis"),
        help="one part; its section alone is written anew")
    return command_line.read(parser)


def http(program, options):
    rows = beside_evhttp.measure(program, options)
    show("")
    return rows


def beside_peers(program, options):
    measured = peers.measure(program, options, CACHE)
    show("")
    return measured


def word_engine(_program, options):
    rows = words.measure(options)
    show("")
    return rows


def mini_crosswords(_program, options):
    rows = minis.measure(options)
    show("")
    return rows


def streams(program, options):
    rows = fanout.measure(program, options)
    show("")
    return rows


def games_in_memory(program, _options):
    CACHE.mkdir(parents=True, exist_ok=True)
    rows = memory.measure(program, CACHE)
    show("")
    return rows


def store(program, options):
    """The files lie on the disk of the checkout: where temporary files go may be memory."""
    CACHE.mkdir(parents=True, exist_ok=True)
    bare_store.build()
    with tempfile.TemporaryDirectory(prefix="run-", dir=CACHE) as folder:
        rows = durable_edits.measure(program, pathlib.Path(folder), options)
        rows += stored_games.measure(program, pathlib.Path(folder), CACHE)
    show("")
    return rows


if __name__ == "__main__":
    sys.exit(main())
