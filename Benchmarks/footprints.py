"""Measures the memory and idle CPU time of games and streams, on a node and in Redis; see `cluster.py`."""

import time

import fanout
import bulk
import memory
from progress import show

GAMES = 10_000
#: The number of games for measurements that need several requests per game.
PLAYED = 1_000
MORE_EDITS = 100
#: The events of a played game: two seats and 25 letters.
PLAYED_EVENTS = 27
#: The numbers of games that all streams share.
SHAPES = (1, 1_000)
#: The first streams reuse free memory, so the growth is measured on the others.
FIRST_STREAMS, MORE_STREAMS = 2_000, 8_000
TURNS = 20
#: The durations of the idle measurements, without streams and with two streams per game.
IDLE_SECONDS, IDLE_WATCHED_SECONDS = 9, 30
#: Server options for these numbers of games and streams.
OPTIONS = ("--game-memory", "4096", "--spectators", "20000")


def games(group):
    """The figures by name: bytes per game and per event, and microseconds of CPU time per second for an idle game."""
    node, figures = group.nodes[0], {}
    figures["node"] = node.resident_megabytes() * (1 << 20)
    bulk.make_games(node, memory.FIRST)
    if group.redis:
        # A rewrite would hide the growth of the log.
        group.redis.execute("CONFIG SET auto-aof-rewrite-percentage 0")
    show(f"{group.name}: making {GAMES:,} games")
    ids, before = [], redis_bytes(group)
    figures["new game"] = memory.Growth.of_games(node, lambda: ids.extend(bulk.make_games(node, GAMES)), GAMES).resident
    made = redis_bytes(group)
    figures["idle game"], figures["idle game, Redis"] = idle(group, IDLE_SECONDS, GAMES + memory.FIRST)
    some = ids[:PLAYED]
    show(f"{group.name}: playing {PLAYED:,} games")
    filled = memory.Growth.of_games(node, lambda: memory.fill(node, some), PLAYED).resident
    played = redis_bytes(group)
    edited = memory.Growth.of_games(node, lambda: memory.edit_with_moves(node, some, MORE_EDITS), PLAYED).resident
    figures["played game"] = figures["new game"] + filled
    figures["long game"] = figures["played game"] + edited
    for index, label in enumerate(("memory", "log")):
        figures[f"new game, {label}"] = (made[index] - before[index]) / GAMES
        figures[f"played game, {label}"] = figures[f"new game, {label}"] + (played[index] - made[index]) / PLAYED
        figures[f"event, {label}"] = (redis_bytes(group)[index] - played[index]) / PLAYED / MORE_EDITS
    if group.redis:
        figures["event, rewritten log"] = rewritten_log_bytes(group.redis) / (PLAYED * (PLAYED_EVENTS + MORE_EDITS))
    return figures


def redis_bytes(group):
    """The bytes of Redis's memory and of its log."""
    if not group.redis:
        return 0, 0
    return group.redis.number("memory", "used_memory"), group.redis.number("persistence", "aof_current_size")


def rewritten_log_bytes(redis):
    """Rewrites the log, and returns its size."""
    redis.execute("BGREWRITEAOF")
    while True:
        time.sleep(0.2)
        state = redis.info("persistence")
        if "0" == state["aof_rewrite_in_progress"] == state["aof_rewrite_scheduled"]:
            return int(state["aof_current_size"])


def idle(group, seconds, count):
    """Idle CPU time of node and Redis, in microseconds per second for each of `count` games."""
    show(f"{group.name}: idle for {seconds} s")
    time.sleep(1)
    before = group.usage()
    time.sleep(seconds)
    used = group.usage() - before
    return used.nodes / seconds / count * 1e6, used.redis / seconds / count * 1e6


def streams(group, count, folder):
    """The figures of streams on `count` games by name; the cost of a delivery is measured on several games only."""
    node, figures = group.nodes[0], {}
    ids = bulk.make_games(node, count)
    show(f"{group.name}: streams of {count:,} games")
    if count > 1:
        # With separate readers, because the server closes the idle connections of writers.
        with fanout.Readers(folder, node, ids, FIRST_STREAMS):
            figures["watched game"], figures["watched game, Redis"] = idle(group, IDLE_WATCHED_SECONDS, count)
    with fanout.Readers(folder, node, ids, FIRST_STREAMS) as first:
        before = node.resident_megabytes()
        with fanout.Readers(folder, node, ids, MORE_STREAMS):
            figures["stream"] = (node.resident_megabytes() - before) * (1 << 20) / MORE_STREAMS
        if count > 1:
            show(f"{group.name}: events to streams of {count:,} games")
            baseline = cpu_of_turn(node, first)
            with fanout.Readers(folder, node, ids, MORE_STREAMS) as more:
                # The other writers must not write the letter that is already in the cell.
                more.letter = first.letter
                figures["delivery"] = (cpu_of_turn(node, more) - baseline) / MORE_STREAMS * 1e6
                figures["bytes of a delivery"] = more.bytes / MORE_STREAMS
    return figures


def cpu_of_turn(node, readers):
    """The node's CPU seconds for one edit of every game, with its events to all streams."""
    readers.turn()
    before = node.cpu_seconds()
    for _ in range(TURNS):
        readers.turn()
    return (node.cpu_seconds() - before) / TURNS
