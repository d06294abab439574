"""Writes the section "Cluster" of RESULTS.md; see `cluster.py`."""

import statistics

import footprints
import nodes
import paced
import tables

HEADING = "Cluster"
SQLITE, ONE, THREE = "one node on SQLite", "one node on Redis", "three nodes on Redis"
OWN, EVERYWHERE, TOGETHER = "one game per connection", "… each game on all nodes", "one game for all connections"
PLAIN, CHANGED, UNCHANGED = "GET /board", "GET /board?after=, one event behind", "GET /board, 304"
#: The target for the 99th percentile of the delay to streams of other nodes, in milliseconds.
NEWS_LIMIT = 50
#: The target for the rate of polls, relative to a node on SQLite.
POLLS_AT_LEAST = 0.95


def section(measured):
    """The text of the section."""
    has_hiredis = any("hiredis" in name for name in measured["libraries"])
    return f"""One node on SQLite, one node on its own Redis and three nodes on one Redis, in turns on one machine (`cluster.py`).
Redis runs with `deploy/redis.conf`, and its log is on the same disk as SQLite's file. There is no nginx: the nodes share
{nodes.CONNECTIONS} connections equally. Nodes, Redis and wrk share the cores, so the rates show the capacity of this machine, and the
CPU times that of a larger one. CPU times are sums over all nodes; those of Redis include rewriting its log. Every edit
has a move id, like the edits of the page. With each game on all nodes, two other nodes receive each edit.

{edits(measured["edits"])}

{contention(measured["edits"][TOGETHER, THREE])}

Reads of a full board over 64 connections, with the node on one core and wrk on another; Redis is not pinned. For a plain
GET the node asks Redis first. A client that names the sequence it knows is answered from the node's memory, as on SQLite.

{polls(*measured["polls"])}

The delay from an edit on one node to its stream event and to its response, over loopback, from the time at which the
edit was due: {paced.RATE} edits per second, in {paced.GAMES} games in turn. With three nodes the streams are on the two other nodes.

{news(measured["news"])}

The cost of an edit in Redis. "Calls in functions" are the commands that the functions call; messages are those of
publish and subscribe.

{redis(measured)}

Memory and log, for {footprints.GAMES:,} games, of which {footprints.PLAYED:,} are played: two seats, 25 letters, then {footprints.MORE_EDITS} edits with
move ids. Automatic rewrites of the log are off. The memory of a stream is the growth for {footprints.MORE_STREAMS:,} streams
after the first {footprints.FIRST_STREAMS:,}. Times are CPU time.

{sizes(measured["games"], measured["streams"])}

The server needs {"the shared library of hiredis" if has_hiredis else "no shared library for Redis"}: target {tables.verdict(not has_hiredis)}."""


def edits(measured):
    rows = []
    for (shape, name), rounds in measured.items():
        spent = nodes.EditCost.of(rounds)
        reference = measured.get((shape, SQLITE), measured[OWN, SQLITE])
        ratio = ratios([one.per_second for one in rounds], [one.per_second for one in reference])
        rows.append((
            shape, name, f"{statistics.median(one.per_second for one in rounds):,.0f}/s",
            "" if name == SQLITE else ratio, f"{statistics.median(one.p99_milliseconds for one in rounds):,.1f} ms",
            f"{spent.nodes:,.0f} µs", f"{spent.redis:,.0f} µs" if spent.redis else "",
            "" if name == SQLITE else f"{nodes.EditCost.of(reference).both / spent.both:.2f}"))
    return tables.table(rows, (
        "edits", "setup", "all nodes", "ratio to SQLite (rounds)", "p99", "node CPU per edit", "Redis CPU per edit",
        "edits per CPU second, ratio to SQLite"))


def contention(rounds):
    """A sentence about nodes that edit the same game."""
    least, refused = statistics.median(one.least_share for one in rounds), sum(one.refused for one in rounds)
    return (
        "When three nodes write one game, the losing node applies its edit again. The slowest node made "
        f"{least:.2f} of an\nequal share, and {refused:,} of {sum(one.requests for one in rounds):,} edits were refused.")


def ratios(ours, theirs):
    each = [one / two for one, two in zip(ours, theirs)]
    return f"{statistics.median(ours) / statistics.median(theirs):.2f} ({min(each):.2f}–{max(each):.2f})"


def polls(measured, reply_bytes):
    rows = [
        tables.throughput_row(
            f"{label}, {reply_bytes[label]:,} bytes", by_name[ONE], by_name[SQLITE],
            None if label == PLAIN else POLLS_AT_LEAST, "{} on SQLite")
        for label, by_name in measured.items()]
    return tables.table(rows, ("measurement", "on Redis", *tables.COLUMNS[2:]))


def news(measured):
    rows = []
    for name, (times, used) in measured.items():
        # Each round has a list of response times and a list of stream delays.
        for index, label in ((1, "stream event"), (0, "response")):
            p50, p99 = ([percentile(one[index], fraction) for one in times] for fraction in (0.5, 0.99))
            goal = ("", "")
            if index == 1 and name == THREE:
                goal = (f"p99 < {NEWS_LIMIT} ms", tables.verdict(statistics.median(p99) < NEWS_LIMIT))
            rows.append((f"{name}, {label}", spread(p50), spread(p99), *goal))
    return tables.table(rows, ("measurement", "p50 (rounds)", "p99 (rounds)", "target", "result"))


def percentile(ordered, fraction):
    return ordered[min(int(len(ordered) * fraction), len(ordered) - 1)]


def spread(milliseconds):
    return f"{statistics.median(milliseconds):.2f} ms ({min(milliseconds):.2f}–{max(milliseconds):.2f})"


def redis(measured):
    times, used = measured["news"][THREE]
    pace = nodes.EditCost(used, sum(len(answers) for answers, _ in times))
    loads = [
        (f"{shape}, {name}", nodes.EditCost.of(rounds))
        for (shape, name), rounds in measured["edits"].items() if name != SQLITE]
    rows = [
        (label, f"{spent.calls('fcall'):.2f}", f"{spent.calls('fcall_ro'):.2f}", f"{calls_in_functions(spent):.1f}",
         f"{spent.calls('publish'):.2f}", f"{spent.received:,.0f}", f"{spent.sent:,.0f}", f"{spent.redis:,.0f} µs",
         f"{spent.nodes:,.0f} µs")
        for label, spent in [*loads, (f"{paced.RATE} edits per second, {THREE}, with streams", pace)]]
    return tables.table(rows, (
        "per edit", "writing functions", "reading functions", "calls in functions", "messages", "bytes to Redis",
        "bytes from Redis", "Redis CPU", "node CPU"))


def calls_in_functions(spent):
    return spent.calls() - spent.calls("fcall", "fcall_ro", "info", "ping", "config|get", "subscribe")


def sizes(games, streams):
    def both(label, unit, of=games):
        return unit.format(of[ONE][label]), unit.format(of[SQLITE][label])

    board, several = ({name: streams[name][index] for name in streams} for index in (0, 1))
    size, micro = "{:,.0f} bytes", "{:,.2f} µs"
    rows = [
        ("a node without games", *(f"{games[name]['node'] / 1e6:,.1f} MB" for name in (ONE, SQLITE))),
        ("a new game, on its node", *both("new game", size)),
        ("… with two players and 25 letters", *both("played game", size)),
        (f"… after {footprints.MORE_EDITS} more edits with move ids", *both("long game", size)),
        ("… idle, per second", *both("idle game", micro)),
        ("… idle with two streams, per second", *both("watched game", micro, several)),
        ("a stream, all streams on one board", *both("stream", size, board)),
        (f"… on {footprints.SHAPES[1]:,} games", *both("stream", size, several)),
        ("an event to one stream", *both("delivery", micro, several)),
        ("Redis: memory of a new game", size.format(games[ONE]["new game, memory"]), ""),
        ("… with two players and 25 letters", size.format(games[ONE]["played game, memory"]), ""),
        ("… of each further event with a move id", size.format(games[ONE]["event, memory"]), ""),
        ("… log of each further event with a move id", size.format(games[ONE]["event, log"]), ""),
        ("… rewritten log, per event in it", size.format(games[ONE]["event, rewritten log"]), ""),
        ("… idle game, per second", micro.format(games[ONE]["idle game, Redis"]), ""),
        ("… idle game with two streams, per second", micro.format(several[ONE]["watched game, Redis"]), ""),
    ]
    return tables.table(rows, ("measurement", "on Redis", "on SQLite"))
