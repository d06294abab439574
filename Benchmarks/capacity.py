"""Computes from measured costs how many players nodes and a Redis can serve, for `deploy/CAPACITY.md`."""

import dataclasses
import math

import tables

PAGE_MARKS = ("<!-- begin: written by make bench-cluster -->", "<!-- end: written by make bench-cluster -->")
MICRO, MEGA, GIGA = 1e-6, 1e6, 1e9
HOUR = 3600


@dataclasses.dataclass(frozen=True)
class Costs:
    """Measured costs. Times are microseconds of CPU time, sizes are bytes."""

    #: An edit on the node of its game, and on each further node that has the game in memory.
    edit: float
    news: float
    #: The same in Redis, and the highest measured rate of edits per second.
    edit_in_redis: float
    news_in_redis: float
    edits_of_redis: float
    #: An event to one stream, and a poll that finds a change or none.
    delivery: float
    changed_poll: float
    unchanged_poll: float
    #: An idle game with two streams, per second.
    idle_game: float
    idle_game_in_redis: float
    #: Memory of a node.
    node_bytes: float
    game_bytes: float
    stream_bytes: float
    #: In Redis: a game of 27 events, each further event, and the growth of the log per event.
    game_in_redis: float
    event_in_redis: float
    event_in_log: float
    #: Output of a node.
    edit_reply: float
    delivered: float
    board: float
    unchanged: float
    #: Traffic between a node and Redis per edit.
    edit_to_redis: float
    edit_from_redis: float


@dataclasses.dataclass(frozen=True)
class Scenario:
    """Assumptions about players and machines; all other inputs are measured."""

    players: int
    players_of_game: int = 2
    edits_each: float = 0.2
    streaming: float = 0.9
    poll_seconds: float = 2
    #: A node: the utilization of its one core, and its limits in systemd.
    utilization: float = 0.6
    node_memory: float = 1 << 30
    node_descriptors: int = 65_536
    #: The memory for data of a Redis; it also has one core with the same utilization.
    redis_memory: float = 48e9
    #: Ports that a proxy can use for each address of a node.
    ports: int = 28_000

    @property
    def games(self):
        return self.players / self.players_of_game

    @property
    def edits(self):
        return self.players * self.edits_each

    @property
    def streams(self):
        return self.players * self.streaming

    @property
    def polls(self):
        return self.players * (1 - self.streaming) / self.poll_seconds

    @property
    def deliveries(self):
        return self.edits * self.players_of_game * self.streaming

    @property
    def changed(self):
        """The share of polls that find a change, if edits arrive at random."""
        return 1 - math.exp(-self.edits_each * self.players_of_game * self.poll_seconds)


@dataclasses.dataclass(frozen=True)
class Demand:
    """The resources that a scenario needs. Cores are seconds of CPU time per second."""

    scenario: Scenario
    costs: Costs

    @property
    def cores_for_edits(self):
        return self.scenario.edits * self.costs.edit * MICRO

    @property
    def cores_for_deliveries(self):
        return self.scenario.deliveries * self.costs.delivery * MICRO

    @property
    def cores_for_polls(self):
        changed = self.scenario.changed
        return self.scenario.polls * weighted(changed, self.costs.changed_poll, self.costs.unchanged_poll) * MICRO

    @property
    def cores_for_idle_games(self):
        return self.scenario.games * self.costs.idle_game * MICRO

    @property
    def cores(self):
        return self.cores_for_edits + self.cores_for_deliveries + self.cores_for_polls + self.cores_for_idle_games

    @property
    def nodes_by_cpu(self):
        return math.ceil(self.cores / self.scenario.utilization)

    @property
    def nodes_with_every_game(self):
        """The number of nodes if every node has every game; None if the other nodes' edits alone exceed a node."""
        everywhere = (self.scenario.edits * self.costs.news + self.scenario.games * self.costs.idle_game) * MICRO
        memory = self.costs.node_bytes + self.scenario.games * self.costs.game_bytes
        if everywhere >= self.scenario.utilization or memory >= self.scenario.node_memory:
            return None
        return math.ceil((self.cores - everywhere) / (self.scenario.utilization - everywhere))

    @property
    def memory(self):
        return self.scenario.games * self.costs.game_bytes + self.descriptors * self.costs.stream_bytes

    @property
    def nodes_by_memory(self):
        return math.ceil(self.memory / (self.scenario.node_memory - self.costs.node_bytes))

    @property
    def descriptors(self):
        """A stream, if any, and a keep-alive connection per player."""
        return self.scenario.streams + self.scenario.players

    @property
    def nodes_by_descriptors(self):
        return math.ceil(self.descriptors / self.scenario.node_descriptors)

    @property
    def nodes_by_ports(self):
        return math.ceil(self.scenario.streams / self.scenario.ports)

    @property
    def nodes(self):
        return max(
            self.nodes_by_cpu, self.nodes_by_memory, self.nodes_by_descriptors, self.nodes_by_ports)

    @property
    def sent(self):
        polls = self.scenario.polls * weighted(self.scenario.changed, self.costs.board, self.costs.unchanged)
        edits = self.scenario.edits * self.costs.edit_reply
        return polls + edits + self.scenario.deliveries * self.costs.delivered

    @property
    def redis_cores(self):
        idle = self.scenario.games * self.costs.idle_game_in_redis
        return (self.scenario.edits * self.costs.edit_in_redis + idle) * MICRO

    @property
    def redis_by_cpu(self):
        return math.ceil(self.redis_cores / self.scenario.utilization)

    @property
    def redis_by_rate(self):
        return math.ceil(self.scenario.edits / (self.scenario.utilization * self.costs.edits_of_redis))

    @property
    def redis_growth(self):
        """Bytes of memory per second: every edit is a further event."""
        return self.scenario.edits * self.costs.event_in_redis

    @property
    def hours_until_full(self):
        """The time until one Redis with all these games is full."""
        free = self.scenario.redis_memory - self.scenario.games * self.costs.game_in_redis
        return max(free, 0) / self.redis_growth / HOUR


def weighted(share, one, other):
    return share * one + (1 - share) * other


LINES = (
    ("games", lambda demand: f"{demand.scenario.games:,.0f}"),
    ("edits per second", lambda demand: f"{demand.scenario.edits:,.0f}"),
    ("stream events per second", lambda demand: f"{demand.scenario.deliveries:,.0f}"),
    ("polls per second", lambda demand: f"{demand.scenario.polls:,.0f}"),
    ("**nodes:** cores for edits", lambda demand: f"{demand.cores_for_edits:,.1f}"),
    ("… for stream events", lambda demand: f"{demand.cores_for_deliveries:,.1f}"),
    ("… for polls", lambda demand: f"{demand.cores_for_polls:,.1f}"),
    ("… for idle games", lambda demand: f"{demand.cores_for_idle_games:,.1f}"),
    ("memory of games and connections", lambda demand: f"{demand.memory / GIGA:,.1f} GB"),
    ("descriptors", lambda demand: f"{demand.descriptors:,.0f}"),
    ("output to players", lambda demand: f"{8 * demand.sent / MEGA:,.0f} Mbit/s"),
    ("nodes by CPU", lambda demand: f"{demand.nodes_by_cpu:,}"),
    ("nodes by memory", lambda demand: f"{demand.nodes_by_memory:,}"),
    ("nodes by descriptors", lambda demand: f"{demand.nodes_by_descriptors:,}"),
    ("nodes by ports of a proxy address", lambda demand: f"{demand.nodes_by_ports:,}"),
    ("**nodes**, each game on one node", lambda demand: f"**{demand.nodes:,}**"),
    ("nodes by CPU, every game on all nodes", lambda demand: everywhere(demand)),
    ("**Redis:** cores", lambda demand: f"{demand.redis_cores:,.1f}"),
    ("input and output", lambda demand: redis_traffic(demand)),
    ("growth of the log before a rewrite", lambda demand: per_hour(demand.scenario.edits * demand.costs.event_in_log)),
    ("growth of the memory", lambda demand: per_hour(demand.redis_growth)),
    ("time until one Redis is full", lambda demand: f"{demand.hours_until_full:,.1f} h"),
    ("**primaries** by CPU", lambda demand: f"**{demand.redis_by_cpu:,}**"),
    ("primaries by the measured edit rate", lambda demand: f"{demand.redis_by_rate:,}"),
)


def everywhere(demand):
    return f"{demand.nodes_with_every_game or 'impossible'}"


def redis_traffic(demand):
    rates = (demand.scenario.edits * size for size in (demand.costs.edit_to_redis, demand.costs.edit_from_redis))
    return " and ".join(f"{8 * rate / MEGA:,.0f}" for rate in rates) + " Mbit/s"


def per_hour(bytes_per_second):
    return f"{bytes_per_second * HOUR / GIGA:,.1f} GB/h"


def table(costs):
    """The demands of two scenarios."""
    demands = [Demand(Scenario(players), costs) for players in (100_000, 1_000_000)]
    rows = [(label, *(line(demand) for demand in demands)) for label, line in LINES]
    return tables.table(rows, ("concurrent players", *(f"{demand.scenario.players:,}" for demand in demands)))


def single_table(costs):
    """The number of players that one node and one Redis can serve, by each limit."""
    players = 1_000_000
    one = Demand(Scenario(players), costs)
    limits = (
        ("a node, by CPU", players * one.scenario.utilization / one.cores),
        ("a node, by memory", players * (one.scenario.node_memory - costs.node_bytes) / one.memory),
        ("a node, by descriptors", players * one.scenario.node_descriptors / one.descriptors),
        ("a node, by ports of a proxy address", players * one.scenario.ports / one.scenario.streams),
        ("any number of nodes, every game on all nodes", players_with_every_game(costs, one.scenario)),
        ("a Redis, by CPU", players * one.scenario.utilization / one.redis_cores),
        ("a Redis, by the measured edit rate",
         players * one.scenario.utilization * costs.edits_of_redis / one.scenario.edits),
    )
    rows = [(label, f"{math.floor(limit / 100) * 100:,}") for label, limit in limits]
    return tables.table(rows, ("limit", "concurrent players"))


def players_with_every_game(costs, scenario):
    """The number of players whose edits and idle games occupy every node, if every node has every game."""
    return scenario.utilization / MICRO / (scenario.edits_each * costs.news + costs.idle_game / scenario.players_of_game)


def cost_table(costs):
    rows = (
        ("an edit", f"{costs.edit:,.0f} µs on its node, {costs.edit_in_redis:,.0f} µs in Redis"),
        ("… on each further node with the game in memory",
         f"{costs.news:,.0f} µs on that node, {costs.news_in_redis:,.0f} µs in Redis"),
        ("an event to one stream", f"{costs.delivery:,.1f} µs, {costs.delivered:,.0f} bytes"),
        ("a poll that finds a change", f"{costs.changed_poll:,.1f} µs, {costs.board:,.0f} bytes"),
        ("a poll that finds no change", f"{costs.unchanged_poll:,.1f} µs, {costs.unchanged:,.0f} bytes"),
        ("an idle game with two streams, per second",
         f"{costs.idle_game:,.2f} µs on its node, {costs.idle_game_in_redis:,.2f} µs in Redis"),
        ("a node without games", f"{costs.node_bytes / MEGA:,.0f} MB"),
        ("a game of 27 events",
         f"{costs.game_bytes:,.0f} bytes on its node, {costs.game_in_redis:,.0f} in Redis"),
        ("a stream", f"{costs.stream_bytes:,.0f} bytes"),
        ("a further event in Redis",
         f"{costs.event_in_redis:,.0f} bytes of memory, {costs.event_in_log:,.0f} of log"),
        ("highest edit rate of one Redis", f"{costs.edits_of_redis:,.0f}/s"),
    )
    return tables.table(rows, ("operation", "measured cost"))


def page(costs, made):
    """The text between the marks."""
    return f"""{made}

{cost_table(costs)}

The capacity of one node and one Redis, by each limit alone:

{single_table(costs)}

The demand of two scenarios:

{table(costs)}"""


def write(path, text):
    """Replaces the text between the marks of the page at `path`."""
    begin_mark, end_mark = PAGE_MARKS
    before, rest = path.read_text(encoding="utf-8").split(begin_mark)
    path.write_text(f"{before}{begin_mark}\n\n{text}\n\n{end_mark}{rest.split(end_mark)[1]}", encoding="utf-8")
