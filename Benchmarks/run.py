#!/usr/bin/env python3
"""Compares FiveByFive with reference programs: `make bench`.

Peers: a bare C echo on bufferevents (the library's limit), evhttp, nginx, and the same small API on Hummingbird and on
Node's http. Loads: board, 304, edit, edit and read, 9 reads per edit, new game; with 64 and 1,000 connections. The
server under load has one core, wrk the other. The Hummingbird peer is built once, which takes some minutes.

Store: durable edits beside Redis, which syncs every write too, and beside the server with its games in memory; edits with
move ids; reads of a board while others write.

Streams: the time from an edit to the last byte of the last of 100 to 10,000 streams, in turns with a bare C program that
writes the same bytes; the memory of a stream; and allocations per stream and event.

Memory: the start of the server, and 100,000 new games, played games and sleeping games.

Words: the times to score a board, find candidates and fill a board; all word squares of a list, in turns with plain C;
the bots on 200 streams of letters, compared with a published heuristic; and the guesses of the solver for every hidden
word, compared with a search by entropy alone.

Every kind of reply is compared first, and every load is checked for refusals. A missed target is reported; only a wrong
reply ends the run with an error.
"""

import command_line
import durable_edits
import fanout
import memory
import peers
import report
import servers
import words

PARTS = {"peers": peers, "store": durable_edits, "fanout": fanout, "memory": memory, "words": words}


def main():
    parser = command_line.parser_with_rounds(__doc__)
    parser.add_argument("--only", choices=PARTS, help="measure one part and update its section only")
    options = command_line.parse(parser)
    origin = report.Origin("make bench", options)
    program = servers.Program(options.server)
    parts = [part for name, part in PARTS.items() if options.only in (None, name)]
    texts = {part.HEADING: part.measure(program, options) for part in parts}
    command_line.show("")
    origin.write(texts, options)


if __name__ == "__main__":
    main()
