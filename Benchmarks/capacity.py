"""How many players nodes and a Redis carry, worked out from what was measured; the table of `deploy/CAPACITY.md`."""

import dataclasses
import math

import tables

PAGE_MARKS = ("<!-- written by make bench-cluster -->", "<!-- end of what make bench-cluster writes -->")
MICRO, MEGA, GIGA = 1e-6, 1e6, 1e9
HOUR = 3600


@dataclasses.dataclass(frozen=True)
class Costs:
    """What was measured. Times are microseconds of a processor, sizes are bytes."""

    #: An edit at the node of its game; the same at each further node that has the game awake.
    edit: float
    news: float
    #: The same in Redis, and how many edits a second one Redis took here.
    edit_in_redis: float
    news_in_redis: float
    edits_of_redis: float
    #: An event to one stream; a poll that finds the board changed, or not.
    delivery: float
    changed_poll: float
    unchanged_poll: float
    #: A game with two streams, for each second in which nothing happens.
    idle_game: float
    idle_game_in_redis: float
    #: Memory of a node.
    node_bytes: float
    game_bytes: float
    stream_bytes: float
    #: In Redis: a game of 27 events, each further one, and what the log grows by with that.
    game_in_redis: float
    event_in_redis: float
    event_in_log: float
    #: What a node sends.
    edit_reply: float
    delivered: float
    board: float
    unchanged: float
    #: What goes between a node and Redis for an edit.
    edit_to_redis: float
    edit_from_redis: float


@dataclasses.dataclass(frozen=True)
class Crowd:
    """What is assumed of players and machines; only this is no measurement."""

    players: int
    players_of_game: int = 2
    edits_each: float = 0.2
    streaming: float = 0.9
    poll_seconds: float = 2
    #: A node: one core, of which this part is to be busy, and what systemd lets it have.
    busy: float = 0.6
    node_memory: float = 1 << 30
    node_descriptors: int = 65_536
    #: A Redis: one core, as busy, and its memory, of which a rewrite of the log may need some more.
    redis_memory: float = 48e9
    #: A proxy reaches each address of a node by so many ports of its own.
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
        """The part of the polls that find the board changed, where edits come at random."""
        return 1 - math.exp(-self.edits_each * self.players_of_game * self.poll_seconds)


@dataclasses.dataclass(frozen=True)
class Need:
    """What a crowd takes: cores are seconds of a processor for each second."""

    crowd: Crowd
    costs: Costs

    @property
    def cores_for_edits(self):
        return self.crowd.edits * self.costs.edit * MICRO

    @property
    def cores_for_deliveries(self):
        return self.crowd.deliveries * self.costs.delivery * MICRO

    @property
    def cores_for_polls(self):
        changed = self.crowd.changed
        return self.crowd.polls * mix(changed, self.costs.changed_poll, self.costs.unchanged_poll) * MICRO

    @property
    def cores_for_waiting(self):
        return self.crowd.games * self.costs.idle_game * MICRO

    @property
    def cores(self):
        return self.cores_for_edits + self.cores_for_deliveries + self.cores_for_polls + self.cores_for_waiting

    @property
    def nodes_by_processor(self):
        return math.ceil(self.cores / self.crowd.busy)

    @property
    def nodes_where_all_have_every_game(self):
        """Each node then hears of every edit and holds every game; None where that alone is too much for one."""
        everywhere = (self.crowd.edits * self.costs.news + self.crowd.games * self.costs.idle_game) * MICRO
        memory = self.costs.node_bytes + self.crowd.games * self.costs.game_bytes
        if everywhere >= self.crowd.busy or memory >= self.crowd.node_memory:
            return None
        return math.ceil((self.cores - everywhere) / (self.crowd.busy - everywhere))

    @property
    def memory(self):
        return self.crowd.games * self.costs.game_bytes + self.descriptors * self.costs.stream_bytes

    @property
    def nodes_by_memory(self):
        return math.ceil(self.memory / (self.crowd.node_memory - self.costs.node_bytes))

    @property
    def descriptors(self):
        """Of each player a stream, if any, and a connection that is kept for requests."""
        return self.crowd.streams + self.crowd.players

    @property
    def nodes_by_descriptors(self):
        return math.ceil(self.descriptors / self.crowd.node_descriptors)

    @property
    def nodes_by_ports(self):
        return math.ceil(self.crowd.streams / self.crowd.ports)

    @property
    def nodes(self):
        return max(
            self.nodes_by_processor, self.nodes_by_memory, self.nodes_by_descriptors, self.nodes_by_ports)

    @property
    def sent(self):
        polls = self.crowd.polls * mix(self.crowd.changed, self.costs.board, self.costs.unchanged)
        edits = self.crowd.edits * self.costs.edit_reply
        return polls + edits + self.crowd.deliveries * self.costs.delivered

    @property
    def redis_cores(self):
        waiting = self.crowd.games * self.costs.idle_game_in_redis
        return (self.crowd.edits * self.costs.edit_in_redis + waiting) * MICRO

    @property
    def redis_by_processor(self):
        return math.ceil(self.redis_cores / self.crowd.busy)

    @property
    def redis_by_rate(self):
        return math.ceil(self.crowd.edits / (self.crowd.busy * self.costs.edits_of_redis))

    @property
    def redis_growth(self):
        """Bytes of memory a second: every edit is one event more."""
        return self.crowd.edits * self.costs.event_in_redis

    @property
    def hours_until_full(self):
        """How long one Redis takes in all of it when the games are there already."""
        free = self.crowd.redis_memory - self.crowd.games * self.costs.game_in_redis
        return max(free, 0) / self.redis_growth / HOUR


def mix(part, one, other):
    return part * one + (1 - part) * other


ASSUMED = Crowd(players=0)
LINES = (
    ("games", lambda need: f"{need.crowd.games:,.0f}"),
    ("edits a second", lambda need: f"{need.crowd.edits:,.0f}"),
    ("events to streams a second", lambda need: f"{need.crowd.deliveries:,.0f}"),
    ("polls a second", lambda need: f"{need.crowd.polls:,.0f}"),
    ("**of nodes:** cores for edits", lambda need: f"{need.cores_for_edits:,.1f}"),
    ("… for events to streams", lambda need: f"{need.cores_for_deliveries:,.1f}"),
    ("… for polls", lambda need: f"{need.cores_for_polls:,.1f}"),
    ("… for games in which nothing happens", lambda need: f"{need.cores_for_waiting:,.1f}"),
    ("memory of games and connections", lambda need: f"{need.memory / GIGA:,.1f} GB"),
    ("descriptors", lambda need: f"{need.descriptors:,.0f}"),
    ("sent to players", lambda need: f"{8 * need.sent / MEGA:,.0f} Mbit/s"),
    ("nodes by processor", lambda need: f"{need.nodes_by_processor:,}"),
    ("nodes by memory", lambda need: f"{need.nodes_by_memory:,}"),
    ("nodes by descriptors", lambda need: f"{need.nodes_by_descriptors:,}"),
    ("nodes by ports of one proxy address", lambda need: f"{need.nodes_by_ports:,}"),
    ("**nodes**, each game at one of them", lambda need: f"**{need.nodes:,}**"),
    ("nodes by processor, every game at all of them", lambda need: everywhere(need)),
    ("**of Redis:** cores", lambda need: f"{need.redis_cores:,.1f}"),
    ("sent to it and by it", lambda need: between_nodes_and_redis(need)),
    ("its log grows, before it is rewritten", lambda need: per_hour(need.crowd.edits * need.costs.event_in_log)),
    ("its memory grows", lambda need: per_hour(need.redis_growth)),
    ("one Redis is full after", lambda need: f"{need.hours_until_full:,.1f} h"),
    ("**primaries** by processor", lambda need: f"**{need.redis_by_processor:,}**"),
    ("primaries by the edits that one took beside nodes and load", lambda need: f"{need.redis_by_rate:,}"),
)


def everywhere(need):
    return f"{need.nodes_where_all_have_every_game or 'no number'}"


def between_nodes_and_redis(need):
    rates = (need.crowd.edits * size for size in (need.costs.edit_to_redis, need.costs.edit_from_redis))
    return " and ".join(f"{8 * rate / MEGA:,.0f}" for rate in rates) + " Mbit/s"


def per_hour(bytes_a_second):
    return f"{bytes_a_second * HOUR / GIGA:,.1f} GB an hour"


def table(costs):
    """The arithmetic for two crowds."""
    needs = [Need(Crowd(players), costs) for players in (100_000, 1_000_000)]
    rows = [(what, *(line(need) for need in needs)) for what, line in LINES]
    return tables.table(rows, ("players at once", *(f"{need.crowd.players:,}" for need in needs)))


def single(costs):
    """How many players one node and one Redis carry alone, by each limit."""
    one = Need(Crowd(players=1_000_000), costs)
    share = 1_000_000
    limits = (
        ("a node, by its processor", share * one.crowd.busy / one.cores),
        ("a node, by its memory", share * (one.crowd.node_memory - costs.node_bytes) / one.memory),
        ("a node, by its descriptors", share * one.crowd.node_descriptors / one.descriptors),
        ("a node, by the ports of one proxy address", share * one.crowd.ports / one.crowd.streams),
        ("nodes that all have every game, however many", everywhere_at_most(costs, one.crowd)),
        ("a Redis, by its processor", share * one.crowd.busy / one.redis_cores),
        ("a Redis, by the edits that it took beside nodes and load",
         share * one.crowd.busy * costs.edits_of_redis / one.crowd.edits),
    )
    rows = [(what, f"{math.floor(players / 100) * 100:,}") for what, players in limits]
    return tables.table(rows, ("what", "players at once"))


def everywhere_at_most(costs, crowd):
    """Players whose edits and waiting games fill every node, as all of them are told of all."""
    return crowd.busy / MICRO / (crowd.edits_each * costs.news + costs.idle_game / crowd.players_of_game)


def measured(costs):
    """The figures that go in, by their names."""
    rows = (
        ("an edit", f"{costs.edit:,.0f} µs of its node, {costs.edit_in_redis:,.0f} µs of Redis"),
        ("… at each further node where the game is awake",
         f"{costs.news:,.0f} µs there, {costs.news_in_redis:,.0f} µs of Redis"),
        ("an event to one stream", f"{costs.delivery:,.1f} µs, {costs.delivered:,.0f} bytes"),
        ("a poll that finds a change", f"{costs.changed_poll:,.1f} µs, {costs.board:,.0f} bytes"),
        ("a poll that finds none", f"{costs.unchanged_poll:,.1f} µs, {costs.unchanged:,.0f} bytes"),
        ("a game with two streams, a second of waiting",
         f"{costs.idle_game:,.2f} µs of its node, {costs.idle_game_in_redis:,.2f} µs of Redis"),
        ("a node without games", f"{costs.node_bytes / MEGA:,.0f} MB"),
        ("a game of 27 events",
         f"{costs.game_bytes:,.0f} bytes at its node, {costs.game_in_redis:,.0f} in Redis"),
        ("a stream", f"{costs.stream_bytes:,.0f} bytes"),
        ("a further event in Redis",
         f"{costs.event_in_redis:,.0f} bytes of memory, {costs.event_in_log:,.0f} of its log"),
        ("the most edits a second of one Redis here", f"{costs.edits_of_redis:,.0f}"),
    )
    return tables.table(rows, ("measured", ""))


def page(costs, made):
    """All between the marks."""
    return f"""{made}

{measured(costs)}

So much one alone carries, while nothing else is short:

{single(costs)}

And groups of them:

{table(costs)}"""


def write(path, text):
    """Puts `text` between the marks of the page at `path`."""
    first, last = PAGE_MARKS
    before, rest = path.read_text(encoding="utf-8").split(first)
    path.write_text(f"{before}{first}\n\n{text}\n\n{last}{rest.split(last)[1]}", encoding="utf-8")
