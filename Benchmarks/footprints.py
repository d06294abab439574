"""Measures memory, log and idle CPU time of games and streams on a node and in its Redis; see `cluster.py`."""

import time

import bulk
import fanout
import memory
import tables
from command_line import show

GAMES = 10_000
#: The number of games for measurements that need several requests per game, and of games with streams.
PLAYED = 1_000
MORE_EDITS = 100
#: The first streams reuse free memory, so the growth is measured on the others.
FIRST_STREAMS, MORE_STREAMS = 2_000, 8_000
TURNS = 20
#: The durations of the idle measurements, without streams and with two streams per game.
IDLE_SECONDS, IDLE_WATCHED_SECONDS = 9, 30
#: Server options for these numbers of games and streams.
OPTIONS = ("--game-memory", "4096", "--spectators", "20000")
SIZE, TIME = "{:,.0f} bytes", "{:,.2f} µs"


def table(group, streaming, folder):
    """The table, from a group for games and from one for streams, each with one node."""
    return tables.table(game_rows(group) + stream_rows(streaming, folder), ("measurement", "on its node", "in Redis"))


def game_rows(group):
    node = group.nodes[0]
    empty = node.resident_megabytes() * (1 << 20)
    bulk.make_games(node, memory.FIRST)
    # A rewrite would hide the growth of the log.
    group.redis.execute("CONFIG SET auto-aof-rewrite-percentage 0")
    ids = []

    def growth(label, work, count):
        """The growth of the node, of Redis's memory and of its log, for each of `count` games or events."""
        show(f"{group.name}: {label}")
        before = redis_bytes(group)
        on_node = memory.Growth.of_games(node, work, count).resident
        return on_node, *((after - sooner) / count for after, sooner in zip(redis_bytes(group), before))

    new = growth(f"making {GAMES:,} games", lambda: ids.extend(bulk.make_games(node, GAMES)), GAMES)
    idle = idle_times(group, IDLE_SECONDS, GAMES + memory.FIRST)
    some = ids[:PLAYED]
    filled = growth(f"playing {PLAYED:,} games", lambda: memory.fill(node, some), PLAYED)
    longer = growth("more edits", lambda: memory.edit_with_moves(node, some, MORE_EDITS), PLAYED * MORE_EDITS)
    played = [one + other for one, other in zip(new, filled)]
    return [
        ("a node without games", f"{empty / 1e6:,.1f} MB", ""),
        ("a new game", SIZE.format(new[0]), SIZE.format(new[1])),
        ("… with two players and 25 letters", SIZE.format(played[0]), SIZE.format(played[1])),
        ("… each further event with a move id", *map(SIZE.format, longer[:2])),
        ("… in the log", "", SIZE.format(longer[2])),
        ("an idle game, per second", *map(TIME.format, idle)),
    ]


def stream_rows(group, folder):
    node = group.nodes[0]
    ids = bulk.make_games(node, PLAYED)
    # With separate readers, because the server closes the idle connections of writers.
    with fanout.Readers(folder, node, ids, FIRST_STREAMS):
        idle = idle_times(group, IDLE_WATCHED_SECONDS, PLAYED)
    show(f"{group.name}: streams of {PLAYED:,} games")
    with fanout.Readers(folder, node, ids, FIRST_STREAMS) as first:
        baseline, before = seconds_of_turn(node, first), node.resident_megabytes()
        with fanout.Readers(folder, node, ids, MORE_STREAMS) as more:
            size = (node.resident_megabytes() - before) * (1 << 20) / MORE_STREAMS
            # The other writers must not write the letter that is already in the cell.
            more.letter = first.letter
            delivery = (seconds_of_turn(node, more) - baseline) / MORE_STREAMS
            sent = more.bytes / MORE_STREAMS
    return [
        ("an idle game with two streams, per second", *map(TIME.format, idle)),
        (f"a stream, on {PLAYED:,} games", SIZE.format(size), ""),
        (f"an event of {sent:,.0f} bytes to one stream", TIME.format(delivery * 1e6), ""),
    ]


def redis_bytes(group):
    """The bytes of Redis's memory and of its log."""
    return group.redis.number("memory", "used_memory"), group.redis.number("persistence", "aof_current_size")


def idle_times(group, seconds, count):
    """Idle CPU time of node and Redis, in microseconds per second for each of `count` games."""
    show(f"{group.name}: idle for {seconds} s")
    time.sleep(1)
    before = group.usage()
    time.sleep(seconds)
    used = group.usage() - before
    return used.nodes / seconds / count * 1e6, used.redis / seconds / count * 1e6


def seconds_of_turn(node, readers):
    """The node's CPU time for one edit of every game, with its events to all streams."""
    readers.turn()
    before = node.cpu_seconds()
    for _ in range(TURNS):
        readers.turn()
    return (node.cpu_seconds() - before) / TURNS
