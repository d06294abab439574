"""What is measured of several servers: nodes in groups, each group on one Redis of its own or on SQLite."""

import contextlib
import dataclasses
import itertools
import json
import pathlib
import random
import socket
import string
import sys

import load
import replies
import servers

ROOT = pathlib.Path(__file__).resolve().parent.parent
EDITS = pathlib.Path(__file__).resolve().parent / "edit_games.lua"
sys.path += [str(ROOT / "Tests"), str(ROOT / "Tests" / "Cluster")]
import processes  # noqa: E402 -- from the folder of the tests

#: Of all nodes of a group together.
CONNECTIONS = 60
#: How far on in the alphabet each node begins from the one before, which may edit the same games.
LETTERS_APART = 8


class Redis(processes.Redis):
    """A Redis as `deploy/` sets it up, with its own counts."""

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def info(self, section):
        """What `INFO` tells in a section, as texts by their names."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as line, line.makefile("rb") as lines:
            line.sendall(f"INFO {section}\r\n".encode())
            length = int(lines.readline()[1:])
            return dict(row.split(":", 1) for row in lines.read(length).decode().splitlines() if ":" in row)

    def cpu_seconds(self):
        """Its processor time, that of rewriting its log included."""
        return sum(float(value) for name, value in self.info("cpu").items() if "main_thread" not in name)

    def number(self, section, name):
        return int(self.info(section)[name])

    def calls(self):
        """How often each command was called so far, from outside and within functions."""
        return {
            name.removeprefix("cmdstat_"): int(text.split("calls=")[1].split(",")[0])
            for name, text in self.info("commandstats").items()}


@dataclasses.dataclass
class Usage:
    """What was used by a moment, or in between two: seconds of the processor, bytes of Redis, calls of its commands."""

    nodes: float
    redis: float = 0
    received: int = 0
    sent: int = 0
    calls: dict = dataclasses.field(default_factory=dict)

    def __sub__(self, other):
        calls = {name: count - other.calls.get(name, 0) for name, count in self.calls.items()}
        return Usage(
            self.nodes - other.nodes, self.redis - other.redis, self.received - other.received,
            self.sent - other.sent, calls)

    def __add__(self, other):
        calls = {name: self.calls.get(name, 0) + other.calls.get(name, 0) for name in {**self.calls, **other.calls}}
        return Usage(
            self.nodes + other.nodes, self.redis + other.redis, self.received + other.received,
            self.sent + other.sent, calls)


class Group:
    """Some nodes that share their games, and the Redis that keeps them; on SQLite it is one without Redis."""

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
        stats = self.redis.info("stats")
        return Usage(
            nodes, self.redis.cpu_seconds(), int(stats["total_net_input_bytes"]),
            int(stats["total_net_output_bytes"]), self.redis.calls())

    def boards(self, games_of_nodes):
        """The boards of these games, of each node's apart; each is asked for where it is awake anyway."""
        homes = {game: node for node, games in zip(self.nodes, games_of_nodes) for game in games}
        found = {game: json.loads(node.ask("GET", f"/games/{game}/board")[2]) for game, node in homes.items()}
        return [[found[game] for game in games] for games in games_of_nodes]

    def sequences(self, games_of_nodes):
        """How many events these games have in all."""
        boards = itertools.chain(*self.boards(games_of_nodes))
        return sum({board["game"]: board["sequence"] for board in boards}.values())


@dataclasses.dataclass
class Edited:
    """What one load of edits came to, over all nodes of a group."""

    per_second: float
    requests: int
    p99_milliseconds: float
    usage: Usage
    reply_bytes: int
    #: How many were refused, and how many edits the node made that made the fewest, beside an equal share.
    refused: int
    least_share: float


class Spent:
    """What one edit of several loads took: microseconds of nodes and of Redis, bytes to and from Redis, calls there."""

    def __init__(self, usages, edits):
        total = sum(usages, Usage(0))
        self.nodes, self.redis = total.nodes / edits * 1e6, total.redis / edits * 1e6
        self.received, self.sent = total.received / edits, total.sent / edits
        self._calls, self._edits = total.calls, edits

    @classmethod
    def of(cls, rounds):
        return cls([one.usage for one in rounds], sum(one.requests for one in rounds))

    @property
    def both(self):
        return self.nodes + self.redis

    def calls(self, *names):
        """How many calls of these commands, or of all where none is named."""
        return sum(self._calls.get(name, 0) for name in names or self._calls) / self._edits


def rarest_letter(boards_of_nodes):
    """The number of the letter to begin with, so that the fewest squares hold already what is written first."""
    def held(first):
        letters = (string.ascii_uppercase[(first + LETTERS_APART * number) % 26] for number in itertools.count())
        return sum(board["text"].count(letter) for letter, boards in zip(letters, boards_of_nodes) for board in boards)
    return min(range(26), key=held)


def edit(group, games_of_nodes, seconds):
    """Loads all nodes of `group` at once, each with edits of its list of games, and looks whether they were made."""
    game = games_of_nodes[0][0]
    reply = len(replies.send_json(group.nodes[0], f"/games/{game}/board/cells/24", {"value": "a", "move": "m"}).raw)
    first, name = rarest_letter(group.boards(games_of_nodes)), f"{random.getrandbits(40):x}"
    saved, before = group.sequences(games_of_nodes), group.usage()
    with contextlib.ExitStack() as stack:
        loads = []
        for number, (node, own) in enumerate(zip(group.nodes, games_of_nodes)):
            told = [f"{name}{number}", str(first + LETTERS_APART * number), *own]
            loads.append(stack.enter_context(load.Load(
                node, seconds, ["--latency", "-s", str(EDITS)], CONNECTIONS // len(group.nodes), told)))
        measured = [one.measured(reply, is_crowded=len(loads) > len(games_of_nodes[0])) for one in loads]
    used = group.usage() - before
    made = [one.requests - one.refused for one in measured]
    # Where several nodes edit the same games, one may write what another has written.
    replies.check_edits(group.sequences(games_of_nodes) - saved, sum(made), at_least=0.9)
    return Edited(
        sum(one.per_second * count / max(one.requests, 1) for one, count in zip(measured, made)), sum(made),
        max(one.p99_milliseconds for one in measured), used, reply, sum(one.refused for one in measured),
        min(made) * len(made) / max(sum(made), 1))
