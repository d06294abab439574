"""What games and streams take on a node, and in Redis; see `cluster.py`."""

import time

import fanout
import many
import memory
from progress import show

GAMES = 10_000
#: Of these games all is measured that must be done to each of them.
PLAYED = 1_000
MORE_EDITS = 100
#: Two seats and 25 letters.
USUAL_EVENTS = 27
#: Games, and streams of all of them, the first of which take the memory that was free before.
SHAPES = (1, 1_000)
FIRST_STREAMS, MORE_STREAMS = 2_000, 8_000
TURNS = 20
#: Games are looked at for so many seconds in which nothing happens; with two streams each for so many.
IDLE_SECONDS, IDLE_WATCHED_SECONDS = 9, 30
#: For servers that are to hold all this.
OPTIONS = ("--game-memory", "4096", "--spectators", "20000")


def games(group):
    """Figures by their names: bytes for each game and event, and microseconds of a second for an idle game."""
    node, figures = group.nodes[0], {}
    figures["node"] = node.resident_megabytes() * (1 << 20)
    many.make_games(node, memory.FIRST)
    if group.redis:
        # What the log grows by is wanted, not what is left of it.
        group.redis.ask("CONFIG SET auto-aof-rewrite-percentage 0")
    show(f"{group.name}: making {GAMES:,} games")
    ids, before = [], in_redis(group)
    figures["new game"] = memory.Growth.of_games(node, lambda: ids.extend(many.make_games(node, GAMES)), GAMES).resident
    made = in_redis(group)
    figures["idle game"], figures["idle game, Redis"] = idle(group, IDLE_SECONDS, GAMES + memory.FIRST)
    some = ids[:PLAYED]
    show(f"{group.name}: {PLAYED:,} games are played")
    filled = memory.Growth.of_games(node, lambda: memory.fill(node, some), PLAYED).resident
    played = in_redis(group)
    edited = memory.Growth.of_games(node, lambda: memory.edit_with_moves(node, some, MORE_EDITS), PLAYED).resident
    figures["usual game"] = figures["new game"] + filled
    figures["long game"] = figures["usual game"] + edited
    for place, what in enumerate(("memory", "log")):
        figures[f"new game, {what}"] = (made[place] - before[place]) / GAMES
        figures[f"usual game, {what}"] = figures[f"new game, {what}"] + (played[place] - made[place]) / PLAYED
        figures[f"event, {what}"] = (in_redis(group)[place] - played[place]) / PLAYED / MORE_EDITS
    if group.redis:
        figures["event, log as rewritten"] = rewritten(group.redis) / (PLAYED * (USUAL_EVENTS + MORE_EDITS))
    return figures


def in_redis(group):
    """Bytes of Redis's memory, and of its log."""
    if not group.redis:
        return 0, 0
    return group.redis.number("memory", "used_memory"), group.redis.number("persistence", "aof_current_size")


def rewritten(redis):
    """Bytes of the log when it is as short as can be."""
    redis.ask("BGREWRITEAOF")
    while True:
        time.sleep(0.2)
        state = redis.info("persistence")
        if "0" == state["aof_rewrite_in_progress"] == state["aof_rewrite_scheduled"]:
            return int(state["aof_current_size"])


def idle(group, seconds, count):
    """Microseconds of a processor, of node and Redis, that each of `count` things takes in a second of doing nothing."""
    show(f"{group.name}: doing nothing for {seconds} s")
    time.sleep(1)
    before = group.usage()
    time.sleep(seconds)
    used = group.usage() - before
    return used.nodes / seconds / count * 1e6, used.redis / seconds / count * 1e6


def streams(group, count, folder):
    """Figures by their names, for streams of `count` games; what an event costs each stream where there are several."""
    node, figures = group.nodes[0], {}
    ids = many.make_games(node, count)
    show(f"{group.name}: streams of {count:,} games")
    if count > 1:
        # Apart, as the server closes writers that write nothing for so long.
        with fanout.Readers(folder, node, ids, FIRST_STREAMS):
            figures["watched game"], figures["watched game, Redis"] = idle(group, IDLE_WATCHED_SECONDS, count)
    with fanout.Readers(folder, node, ids, FIRST_STREAMS) as first:
        before = node.resident_megabytes()
        with fanout.Readers(folder, node, ids, MORE_STREAMS):
            figures["stream"] = (node.resident_megabytes() - before) * (1 << 20) / MORE_STREAMS
        if count > 1:
            show(f"{group.name}: events to streams of {count:,} games")
            few = cpu_of_turn(node, first)
            with fanout.Readers(folder, node, ids, MORE_STREAMS) as more:
                # Whoever writes what is there already writes nothing.
                more.letter = first.letter
                figures["delivery"] = (cpu_of_turn(node, more) - few) / MORE_STREAMS * 1e6
                figures["bytes of a delivery"] = more.bytes / MORE_STREAMS
    return figures


def cpu_of_turn(node, readers):
    """Seconds of the node's processor for one edit of every game, and its events to all streams."""
    readers.turn()
    before = node.cpu_seconds()
    for _ in range(TURNS):
        readers.turn()
    return (node.cpu_seconds() - before) / TURNS
