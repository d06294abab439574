"""What the clients of one drill share: the server's address, the games, the letters, and the notebook."""

import asyncio
import collections
import random
import time

from connection import Broken, Connection, NotConnected
from records import Attempt, Clock, Creation, Seating

FIRST_LETTER, LAST_LETTER = 0x4E00, 0x9FA5
PAUSE = 0.02


class Letters:
    """Letters that were never used before: each (game, cell, letter) belongs to one operation."""

    def __init__(self):
        self._next = {}

    def take(self, game, cell):
        code = self._next.get((game, cell), FIRST_LETTER)
        assert code <= LAST_LETTER, "all letters of this cell are used"
        self._next[game, cell] = code + 1
        return chr(code)


class World:
    """One drill's clients, games and notes; `playing` turns false when everybody should finish.

    `busy` are the statuses by which a reader is told to come again, and shown nothing.
    """

    busy = frozenset({429, 503})

    def __init__(self, address, recorder, seed):
        self.address, self.recorder, self.dice = address, recorder, random.Random(seed)
        self.letters, self.games, self.created, self.playing = Letters(), [], [], True
        self.clients = set()  # those whose coming back after an outage is measured
        self.operations = dict.fromkeys(("ok", "refused", "unknown", "settled"), 0)
        self.tally = collections.Counter()  # attempts by what came of them
        self.reads = collections.Counter()  # readers' answers by status
        self.outages, self._outage, self.forgotten = [], None, 0
        recorder.add(Clock(time.monotonic(), time.time()))

    # What happens to the server, and when clients are back.

    def server_ended(self):
        """Notes that the server was ended just now."""
        self._outage = {"ended": time.monotonic(), "started": None, "answered": None, "back": {}}
        self.outages.append(self._outage)

    def server_starts(self):
        if self._outage:
            self._outage["started"] = time.monotonic()

    def heard(self, client):
        """Notes that a client has just been answered."""
        outage = self._outage
        if outage and outage["started"]:
            outage["answered"] = outage["answered"] or time.monotonic()
            if client in self.clients:
                outage["back"].setdefault(client, time.monotonic())

    # What happens to operations.

    def note(self, attempt: Attempt):
        self.recorder.add(attempt)
        self.tally[" ".join(filter(None, (str(attempt.status or ""), attempt.why)))] += 1
        self.forgotten += attempt.status in (401, 404)
        if attempt.outcome != "unknown" or attempt.status:
            self.heard(attempt.client)

    def settled(self, outcome, was_unknown):
        self.operations[outcome] += 1
        if was_unknown and outcome != "unknown":
            self.operations["settled"] += 1

    @property
    def played(self):
        """Operations whose outcome counts: acknowledged, or unknown for good."""
        return self.operations["ok"] + self.operations["unknown"]

    async def pause(self, seconds=PAUSE):
        await asyncio.sleep(seconds * (0.5 + self.dice.random()))


async def insist(world, client, method, path, body, wanted, token=None):
    """Asks until the answer has the wanted status; for what has no move id: games and seats."""
    line = Connection(world.address)
    while True:
        invoked = time.monotonic()
        try:
            answer = await line.ask(method, path, body, token)
            if answer.status == wanted:
                line.close()
                return answer.json, invoked, time.monotonic()
        except (NotConnected, Broken, TimeoutError):
            if not world.playing:
                raise
        await world.pause()


async def create(world, client, title):
    """A new open game, recorded; returns (id, host's token)."""
    body = {"rules": "free", "title": title, "options": {"open": True}}
    made, invoked, completed = await insist(world, client, "POST", "/games", body, 201)
    world.recorder.add(Creation(client, made["id"], invoked, completed))
    world.created.append(made["id"])
    return made["id"], made["host"]["token"]


async def sit(world, client, game, name):
    """A seat at a game, recorded; returns its token."""
    path, body = f"/games/{game}/seats", {"name": name}
    seat, invoked, completed = await insist(world, client, "POST", path, body, 201)
    world.recorder.add(Seating(client, game, seat["seat"], seat["name"], invoked, completed))
    return seat["token"]
