"""Groups of nodes, each group on its own Redis or on SQLite, and loads on them."""

import contextlib
import dataclasses
import itertools
import json
import random
import socket
import statistics
import string
import sys

import load
import replies
import servers
from command_line import ROOT

sys.path += [str(ROOT / "Tests"), str(ROOT / "Tests" / "Drill")]
import processes  # noqa: E402 -- in Tests/Drill

#: All connections to a group.
CONNECTIONS = 60
#: The distance in the alphabet between the first letters of nodes that may edit the same games.
LETTERS_APART = 8


class Redis(processes.Redis):
    """A Redis with the configuration of `deploy/`."""

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def info(self, section):
        """The texts of a section of `INFO`, by name."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as line, line.makefile("rb") as lines:
            line.sendall(f"INFO {section}\r\n".encode())
            length = int(lines.readline()[1:])
            return dict(row.split(":", 1) for row in lines.read(length).decode().splitlines() if ":" in row)

    def cpu_seconds(self):
        """Its CPU time, including rewrites of its log."""
        return sum(float(value) for name, value in self.info("cpu").items() if "main_thread" not in name)

    def number(self, section, name):
        return int(self.info(section)[name])


@dataclasses.dataclass
class Usage:
    """Resources used so far, or between two readings: CPU seconds, and bytes to and from Redis."""

    nodes: float = 0
    redis: float = 0
    received: int = 0
    sent: int = 0

    def __sub__(self, other):
        return Usage(*(one - two for one, two in zip(dataclasses.astuple(self), dataclasses.astuple(other))))


class Group:
    """Nodes that share a Redis, or a single node on SQLite."""

    def __init__(self, name, stack, program, folder, count=1, on_redis=True, pinned=False, options=()):
        self.name = name
        self.redis = stack.enter_context(Redis(folder / "redis", servers.free_port())) if on_redis else None
        where = ["--store", self.redis.url] if on_redis else ["--data", str(folder / "data")]
        command = program.serve(*where, "--io-threads", "1", *options)
        self.nodes = [stack.enter_context(servers.Server(name, command, pinned=pinned)) for _ in range(count)]

    def usage(self):
        nodes = sum(node.cpu_seconds() for node in self.nodes)
        if not self.redis:
            return Usage(nodes)
        return Usage(
            nodes, self.redis.cpu_seconds(), self.redis.number("stats", "total_net_input_bytes"),
            self.redis.number("stats", "total_net_output_bytes"))

    def boards(self, games_of_nodes):
        """The board of each game by its id, read from a node that has the game in memory."""
        homes = {game: node for node, games in zip(self.nodes, games_of_nodes) for game in games}
        return {game: json.loads(node.ask("GET", f"/games/{game}/board")[2]) for game, node in homes.items()}


@dataclasses.dataclass
class LoadResult:
    """The result of one load of edits on all nodes of a group."""

    per_second: float
    requests: int
    p99_milliseconds: float
    usage: Usage
    #: The number of refused edits, and the edits of the slowest node relative to an equal share.
    refused: int
    least_share: float


class EditCost:
    """The average cost of an edit over all rounds: microseconds of nodes and Redis, bytes to and from Redis."""

    def __init__(self, rounds):
        edits = sum(one.requests for one in rounds)
        totals = [sum(figures) / edits for figures in zip(*(dataclasses.astuple(one.usage) for one in rounds))]
        self.nodes, self.redis = totals[0] * 1e6, totals[1] * 1e6
        self.received, self.sent = totals[2:]

    @property
    def both(self):
        return self.nodes + self.redis


def best_first_letter(boards, games_of_nodes):
    """The index of the first letter to write, such that the fewest cells already contain it."""
    def held(first):
        letters = (string.ascii_uppercase[(first + LETTERS_APART * number) % 26] for number in itertools.count())
        return sum(boards[game]["text"].count(letter) for letter, own in zip(letters, games_of_nodes) for game in own)
    return min(range(26), key=held)


def load_edits(group, games_of_nodes, seconds):
    """Loads all nodes of `group` at once, each with edits of its list of games, and checks that they were made."""
    name, cell = f"{random.getrandbits(40):x}", f"/games/{games_of_nodes[0][0]}/board/cells/24"
    # The second of the two edits changes the cell, so its reply has an event, like the replies under load.
    _, reply = [len(replies.send_json(group.nodes[0], cell, {"value": value, "move": f"{name}-{value}"}).raw)
                for value in ("b", "a")]
    boards, before = group.boards(games_of_nodes), group.usage()
    first = best_first_letter(boards, games_of_nodes)
    with contextlib.ExitStack() as stack:
        loads = []
        for number, (node, own) in enumerate(zip(group.nodes, games_of_nodes)):
            letter = first + LETTERS_APART * number
            script = ["edits=1", f"moves={name}{number}", f"first={letter}", f"games={','.join(own)}"]
            loads.append(stack.enter_context(load.Load(node, seconds, script, CONNECTIONS // len(group.nodes))))
        measured = [one.finish(reply, may_refuse=len(loads) > len(games_of_nodes[0])) for one in loads]
    used = group.usage() - before
    made = [one.requests - one.refused for one in measured]
    changes = sum(board["sequence"] - boards[game]["sequence"] for game, board in group.boards(games_of_nodes).items())
    # Nodes that edit the same games may write a letter that another node has just written.
    replies.check_edits(changes, sum(made), at_least=0.9)
    return LoadResult(
        sum(one.per_second * count / max(one.requests, 1) for one, count in zip(measured, made)), sum(made),
        max(one.p99_milliseconds for one in measured), used, sum(one.refused for one in measured),
        min(made) * len(made) / max(sum(made), 1))


def median(rounds, name):
    """The median of a figure of `LoadResult`."""
    return statistics.median(getattr(one, name) for one in rounds)
