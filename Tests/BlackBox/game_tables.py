"""Games with seated players, and what shared tests need to know about each kind of game.

That is in the module `{kind}_table.py`, which is found by the name of the kind. It has
- `TABLE`, the class of the kind's games;
- `finish(room, **options)`: plays a game of a room, with the members who are present, to its result;
- `played(server)`: finished games with all kinds of events;
- `stages(server)`: games at each stage, by its name, and `go_on(games)`: plays them on and checks what comes of it.
"""

import contextlib
import functools
import importlib
import importlib.util
import re

from client import Game, ask
from visible_state import stable_fields


@functools.cache
def table_of(kind):
    return importlib.import_module(f"{kind}_table")


def class_of(kind):
    """The class of a kind's games, also of a kind that only the tests of another program know."""
    return table_of(kind).TABLE if importlib.util.find_spec(f"{kind}_table") else GameTable


def create(server, rules, title=None, public=None, token=None, **options):
    """Requests a new game with these options; returns the answer."""
    body = {"rules": rules, "options": options}
    body |= {} if title is None else {"title": title}
    body |= {} if public is None else {"public": public}
    return ask(server, "POST", "/games", body, token=token)


def accepted(answer):
    """Asserts that a command was answered with 200; returns its JSON. The tag may name its viewer."""
    assert answer.status == 200, answer
    body = answer.json
    assert {"sequence", "hash", "events"} <= body.keys(), body
    assert re.fullmatch(rf'"{body["sequence"]}(-(s\d+|w))?"', answer.etag), answer
    numbers = [event["sequence"] for event in body["events"]]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True, numbers
    return body


def kinds(body):
    """The types of the events in an answer."""
    return [event["type"] for event in body["events"]]


@contextlib.contextmanager
def unchanged(game):
    """Asserts that the `with` block adds no event."""
    before = game.history()
    yield
    assert game.history() == before, "the block added events"


class GameTable(Game):
    """A game with players, `people`, the first of them on the first seat, and bots; races have begun.

    `begin=False` leaves a game waiting that somebody has to start; `made` is the answer to a request that made it.
    """

    rules = "free"

    def __init__(self, server, *names, bots=(), begin=True, made=None, title=None, public=None, token=None, **options):
        answer = made or create(server, self.rules, title, public, token, **options)
        assert answer.status == 201, answer
        super().__init__(server, answer.json["id"], answer.json["host"]["token"])
        self.people = [self.seat(name) for name in names]
        for level in bots:
            self.bot(level)
        self.prepare()
        if begin and self.must_be_started(options):
            accepted(self.act("start", token=self.host))

    @classmethod
    def of(cls, server, id, host):
        """The table of a game that exists already; its `people` are seated by `take`."""
        table = cls.__new__(cls)
        Game.__init__(table, server, id, host)
        return table

    def take(self, people):
        self.people = people
        self.prepare()
        return self

    def prepare(self):
        """Prepares what the kind needs to play. By default nothing."""

    def must_be_started(self, options):
        return options.get("mode") == "race"

    def bot(self, level=None):
        """Seats a bot as the host; returns its seat."""
        answer = self.ask("POST", "/bots", {} if level is None else {"level": level}, token=self.host)
        assert answer.status == 201, answer
        return answer.json

    def person(self, seat):
        return next(person for person in self.people if person.number == seat)

    def view(self, seat=None):
        """The game as the player on a seat sees it; by default the first player."""
        return self.show((self.person(seat) if seat else self.people[0]).token)

    def do(self, seat, name, **body):
        """Performs an action, which must be accepted."""
        return accepted(self.person(seat).act(name, body))

    def agree(self, seat, opened, button=1):
        """Answers the prompt that the answer `opened` contains."""
        (event,) = [event for event in opened["events"] if event["type"] == "prompt.opened"]
        return accepted(self.person(seat).answer(event["prompt"]["id"], button))

    @property
    def result(self):
        return self.show()["result"]

    @property
    def viewers(self):
        """The tokens of a spectator, the host and each player."""
        return [None, self.host, *(person.token for person in self.people)]


def all_views(game):
    """Everything that a spectator, the host and each player can read of a game, without running time."""
    seen = {}
    for token in game.viewers:
        seen[token] = stable_fields(game.show(token))
        for path in ("/actions", "/history", "/board.json", "/board.txt", "/board.svg"):
            answer = game.ask("GET", path, token=token)
            seen[path, token] = (answer.status, answer.etag, answer.body if answer.status == 200 else b"")
    return seen
