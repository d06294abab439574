#!/usr/bin/env python3
"""Compares FiveByFive with reference programs: `make bench`.

HTTP: a bare C server on libevent's evhttp that sends the same replies; the games are in memory. The two servers are
loaded in turns, so that other work on the machine affects both. Measures a board GET, a 304, an edit, the time from a
start to the first response, and the memory after it. EVENT_EPOLL_USE_CHANGELIST=1 in the environment saves evhttp some
system calls.

Peers: a bare C echo on bufferevents (the library's limit), evhttp, nginx, and the same small API on Hummingbird and on
Node's http. Loads: board, 304, edit, edit and read, 9 reads per edit, new game; with 64 and 1,000 connections. The
server under load has one core, wrk the other. The Hummingbird peer is built once, which takes some minutes.

Store: Redis, which syncs every write, the server with its games in memory, and a bare program on GRDB (`Store/`). Measures
edits with and without move ids, reads of a board while others write, and with 100,000 stored games the start, the first read of a sleeping game,
memory and disk space. These games are made once, which takes some minutes, and kept under .build.

Words: the times to score a board, find candidates and fill a board; all word squares of a list, in turns with plain C;
the bots on 200 streams of letters, compared with a published heuristic; and the guesses of the solver for every hidden
word, compared with a search by entropy alone.

Minis: 10,000 generated mini crosswords of each difficulty, timed and checked for faults. To print some:
`.build/benchmarks/words/release/WordBench minis static/lexicons/en.txt static/clues/en.tsv --print 30`.

Streams: the time from an edit to the last byte of the last of 100 to 10,000 streams, in turns with a bare C program that
writes the same bytes; the memory of a stream; and allocations per stream and event.

Memory: 100,000 new games, played games and sleeping games, in SQLite and in memory.

Rooms: the time from an edit to the last of 1,000 viewers of a room, in turns with those of a game; with 100,000 players
and 10,000 rooms stored the start, the first read of a room, and memory.

Every kind of reply is compared first, and every load is checked for refusals. A missed target is reported; only a wrong
reply ends the run with an error.
"""

import os
import pathlib
import sys
import tempfile

import bare_store
import evhttp_comparison
import command_line
import durable_edits
import fanout
import memory
import minis
import own_loop
import peers
import redis_edits
import report
import rooms
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
        "http": http, "peers": peer_comparison, "store": store, "fanout": streams, "memory": games_in_memory,
        "words": word_engine, "minis": mini_crosswords, "rooms": rooms_and_players}
    measured = {name: part(program, options) for name, part in parts.items() if options.only in (None, name)}
    if not options.no_results:
        report.write(measured, options, any(servers.cores()), load_average)
    print("\n\n".join(report.render(name, result) for name, result in measured.items()))


def read_options():
    parser = command_line.parser(__doc__)
    parser.add_argument(
        "--only", choices=("http", "peers", "store", "fanout", "memory", "words", "minis", "rooms"),
        help="measure one part and update its section only")
    return command_line.parse(parser)


def http(program, options):
    rows = evhttp_comparison.measure(program, options)
    show("")
    return rows


def peer_comparison(program, options):
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


def rooms_and_players(program, options):
    rows = rooms.measure(program, options, CACHE)
    show("")
    return rows


def store(program, options):
    CACHE.mkdir(parents=True, exist_ok=True)
    bare_store.build()
    # On the disk of the checkout, because the default temporary folder may be in memory.
    with tempfile.TemporaryDirectory(prefix="run-", dir=CACHE) as folder:
        rows = redis_edits.measure(program, pathlib.Path(folder), options)
        rows += durable_edits.measure(program, pathlib.Path(folder), options)
        rows += own_loop.measure(program, pathlib.Path(folder), options)
        rows += stored_games.measure(program, pathlib.Path(folder), CACHE)
    show("")
    return rows


if __name__ == "__main__":
    sys.exit(main())
