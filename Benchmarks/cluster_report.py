"""The section about several servers on the page of results; see `cluster.py`."""

import statistics

import kept
import nodes
import paced
import tables

HEADING = "Several servers"
SQLITE, ONE, THREE = "one node on SQLite", "one node on Redis", "three nodes on Redis"
OWN, EVERYWHERE, TOGETHER = "a game for each connection", "… the same games at all nodes", "all on one game"
PLAIN, CHANGED, UNCHANGED = "GET /board", "GET /board?after=, one event behind", "GET /board, 304"
#: Milliseconds within which 99 of 100 events reach streams of other nodes.
NEWS_LIMIT = 50
#: Requests a second of pollers beside those of a node with a store of its own.
POLLS_AT_LEAST = 0.95


def section(measured):
    """The text of the section."""
    has_hiredis = any("hiredis" in name for name in measured["libraries"])
    return f"""One node on SQLite, one node on a Redis of its own and three nodes on one Redis, on this machine, in turns (`cluster.py`);
Redis as `deploy/redis.conf` has it, its log on the same disk as SQLite's file. No nginx: {nodes.CONNECTIONS} connections go to the
nodes, shared equally. Nodes, Redis and wrk share the machine's cores, so the rates say what this machine can do, and the
processor time what a larger one could: it is that of all nodes together, and of Redis with the rewriting of its log. Every edit
has a move id, as the page sends them. Where games are at all nodes, each edit is told to two others.

{edits(measured["edits"])}

{crowd(measured["edits"][TOGETHER, THREE])}

Reads of a full board over 64 connections, the node on one core, wrk on another, Redis where there is room. A plain GET asks Redis
first; who says what they have seen is answered from what the node knows, as with a store of its own.

{polls(*measured["polls"])}

An edit at one node until it comes over the stream: {paced.RATE} edits a second, in turn in {paced.GAMES} games, over loopback, from
the moment at which the edit was due. With three nodes the streams are at the two others, with one they are its own.

{news(measured["news"])}

What an edit costs Redis. Calls within functions are those of the function that appends; messages are of publish and
subscribe.

{redis(measured)}

Memory and log. Games are {kept.GAMES:,}, of which {kept.PLAYED:,} are played: two seats, 25 letters, then {kept.MORE_EDITS} edits with move
ids. What the log grows by is counted before Redis rewrites it. Streams are {kept.MORE_STREAMS:,} more than {kept.FIRST_STREAMS:,}; time is of a
processor.

{sizes(measured["games"], measured["streams"])}

The server needs {"hiredis as a library of the system" if has_hiredis else "no library for Redis"}: {tables.verdict(not has_hiredis)}."""


def edits(measured):
    rows = []
    for (shape, name), rounds in measured.items():
        spent = nodes.Spent.of(rounds)
        beside = measured.get((shape, SQLITE), measured[OWN, SQLITE])
        ratio = ratios([one.per_second for one in rounds], [one.per_second for one in beside])
        rows.append((
            shape, name, f"{statistics.median(one.per_second for one in rounds):,.0f}/s",
            "" if name == SQLITE else ratio, f"{statistics.median(one.p99_milliseconds for one in rounds):,.1f} ms",
            f"{spent.nodes:,.0f} µs", f"{spent.redis:,.0f} µs" if spent.redis else "",
            "" if name == SQLITE else f"{nodes.Spent.of(beside).both / spent.both:.2f}"))
    return tables.table(rows, (
        "edits", "by", "all nodes", "beside SQLite (rounds)", "p99", "nodes, each edit", "Redis, each edit",
        "edits per CPU second beside SQLite"))


def crowd(rounds):
    """How the nodes got on with each other in one game."""
    least, refused = statistics.median(one.least_share for one in rounds), sum(one.refused for one in rounds)
    return (
        f"Three nodes that write one game overtake each other: whoever was slower does it anew. The node that came off worst made "
        f"{least:.2f} of\nan equal share, and {refused:,} edits of {sum(one.requests for one in rounds):,} were refused.")


def ratios(mine, other):
    each = [one / two for one, two in zip(mine, other)]
    return f"{statistics.median(mine) / statistics.median(other):.2f} ({min(each):.2f}–{max(each):.2f})"


def polls(measured, reply_bytes):
    rows = [
        tables.throughput_row(
            f"{what}, {reply_bytes[what]:,} bytes", by_name[ONE], by_name[SQLITE],
            None if what == PLAIN else POLLS_AT_LEAST, "{} on SQLite")
        for what, by_name in measured.items()]
    return tables.table(rows, ("what", "on Redis", *tables.COLUMNS[2:]))


def news(measured):
    rows = []
    for name, (times, used) in measured.items():
        # Answers are the first list of each round, streams the second.
        for place, what in ((1, "to the streams"), (0, "to the answer")):
            half, most = ([at(one[place], part) for one in times] for part in (0.5, 0.99))
            goal = ("", "")
            if place == 1 and name == THREE:
                goal = (f"p99 < {NEWS_LIMIT} ms", tables.verdict(statistics.median(most) < NEWS_LIMIT))
            rows.append((f"{name}, {what}", spread(half), spread(most), *goal))
    return tables.table(rows, ("what", "p50 (rounds)", "p99 (rounds)", "target", ""))


def at(ordered, part):
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)]


def spread(milliseconds):
    return f"{statistics.median(milliseconds):.2f} ms ({min(milliseconds):.2f}–{max(milliseconds):.2f})"


def redis(measured):
    times, used = measured["news"][THREE]
    pace = nodes.Spent(used, sum(len(answers) for answers, _ in times))
    loads = [
        (f"{shape}, {name}", nodes.Spent.of(rounds))
        for (shape, name), rounds in measured["edits"].items() if name != SQLITE]
    rows = [
        (what, f"{spent.calls('fcall'):.2f}", f"{spent.calls('fcall_ro'):.2f}", f"{inner(spent):.1f}",
         f"{spent.calls('publish'):.2f}", f"{spent.received:,.0f}", f"{spent.sent:,.0f}", f"{spent.redis:,.0f} µs",
         f"{spent.nodes:,.0f} µs")
        for what, spent in [*loads, (f"{paced.RATE} edits a second, {THREE}, with streams", pace)]]
    return tables.table(rows, (
        "each edit", "functions that write", "that read", "calls within", "messages", "bytes to Redis", "bytes from it",
        "Redis", "nodes"))


def inner(spent):
    return spent.calls() - spent.calls("fcall", "fcall_ro", "info", "ping", "config|get", "subscribe")


def sizes(games, streams):
    def both(what, unit, of=games):
        return unit.format(of[ONE][what]), unit.format(of[SQLITE][what])

    board, several = ({name: streams[name][place] for name in streams} for place in (0, 1))
    size, micro = "{:,.0f} bytes", "{:,.2f} µs"
    rows = [
        ("a node without games", *(f"{games[name]['node'] / 1e6:,.1f} MB" for name in (ONE, SQLITE))),
        ("a game as it was made, at its node", *both("new game", size)),
        ("… two seated and 25 letters written", *both("usual game", size)),
        (f"… {kept.MORE_EDITS} more edits with move ids", *both("long game", size)),
        ("… waiting, for each second", *both("idle game", micro)),
        ("… with two streams, for each second", *both("watched game", micro, several)),
        ("a stream, all of one board", *both("stream", size, board)),
        (f"… of {kept.SHAPES[1]:,} games", *both("stream", size, several)),
        ("an event to one stream of several", *both("delivery", micro, several)),
        ("Redis: a game as it was made, memory", size.format(games[ONE]["new game, memory"]), ""),
        ("… two seated and 25 letters written", size.format(games[ONE]["usual game, memory"]), ""),
        ("… each further event with its move id", size.format(games[ONE]["event, memory"]), ""),
        ("… the same in the log", size.format(games[ONE]["event, log"]), ""),
        ("… in the log once it is rewritten, all in all", size.format(games[ONE]["event, log as rewritten"]), ""),
        ("… a game that waits, for each second", micro.format(games[ONE]["idle game, Redis"]), ""),
        ("… with two streams, for each second", micro.format(several[ONE]["watched game, Redis"]), ""),
    ]
    return tables.table(rows, ("what", "on Redis", "on SQLite"))
