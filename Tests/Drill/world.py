"""State that the clients of a drill share: the server's address, the games, the letters and the recorder."""

import asyncio
import collections
import random
import time
import unicodedata

from connection import Broken, Connection, NotConnected
from records import Attempt, Clock, Creation, RoomChange, Seating

PAUSE = 0.02
A_TO_Z = [chr(code) for code in range(ord("A"), ord("Z") + 1)]


def is_a_to_z_with_accents(letter):
    base, *accents = unicodedata.normalize("NFD", letter)
    return bool(accents) and base in A_TO_Z and all(map(unicodedata.combining, accents))


# An English board takes these 268: A to Z, and Á, Ấ, Ạ, Ḃ …, which Unicode has in these blocks.
LETTERS = A_TO_Z + [letter for letter in map(chr, range(0xC0, 0x1F00)) if is_a_to_z_with_accents(letter)]


class Letters:
    """Unused letters: each (game, cell, letter) belongs to one operation."""

    def __init__(self):
        self._unused = collections.defaultdict(lambda: iter(LETTERS))

    def take(self, game, cell):
        letter = next(self._unused[game, cell], None)
        assert letter, "all letters of this cell are used: play on more games"
        return letter


class World:
    """The shared state of one drill; clients finish when `playing` becomes false.

    `busy` has the statuses after which a reader tries again.
    """

    busy = frozenset({429, 503})

    def __init__(self, address, recorder, seed):
        self.address, self.recorder, self.rng = address, recorder, random.Random(seed)
        self.letters, self.games, self.created, self.playing = Letters(), [], [], True
        self.rooms, self._found = [], set()
        self.clients = set()  # names of the clients whose recovery after an outage is measured
        self.operations = dict.fromkeys(("ok", "refused", "unknown", "settled"), 0)
        self.tally = collections.Counter()  # attempts by status and reason
        self.reads = collections.Counter()  # answers to reads by status
        self.outages, self._outage, self.forgotten = [], None, 0
        recorder.add(Clock(time.monotonic(), time.time()))

    def find(self, game):
        """Adds a game of a room to those whose histories are recorded in the end."""
        if game not in self._found:
            self._found.add(game)
            self.created.append(game)

    # Outages.

    def record_server_end(self):
        self._outage = {"ended": time.monotonic(), "started": None, "answered": None, "back": {}}
        self.outages.append(self._outage)

    def record_server_start(self):
        if self._outage:
            self._outage["started"] = time.monotonic()

    def record_answer(self, client):
        """Records that the server has just answered a client."""
        outage = self._outage
        if outage and outage["started"]:
            outage["answered"] = outage["answered"] or time.monotonic()
            if client in self.clients:
                outage["back"].setdefault(client, time.monotonic())

    # Operations.

    def record_attempt(self, attempt: Attempt):
        self.recorder.add(attempt)
        self.tally[" ".join(filter(None, (str(attempt.status or ""), attempt.why)))] += 1
        self.forgotten += attempt.status in (401, 404)
        if attempt.outcome != "unknown" or attempt.status:
            self.record_answer(attempt.client)

    def record_outcome(self, outcome, was_unknown):
        self.operations[outcome] += 1
        if was_unknown and outcome != "unknown":
            self.operations["settled"] += 1

    @property
    def played(self):
        """The number of operations that are acknowledged or finally unknown."""
        return self.operations["ok"] + self.operations["unknown"]

    async def pause(self, seconds=PAUSE):
        await asyncio.sleep(seconds * (0.5 + self.rng.random()))


async def request_until(world, client, method, path, body, wanted, token=None):
    """Repeats a request until its answer has a wanted status. Games and seats have no move id."""
    connection = Connection(world.address)
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    while True:
        invoked = time.monotonic()
        try:
            answer = await connection.ask(method, path, body, token)
            if answer.status in wanted:
                connection.close()
                return answer.json, invoked, time.monotonic()
        except (NotConnected, Broken, TimeoutError):
            if not world.playing:
                raise
        await world.pause()


async def create(world, client, title):
    """Creates and records an open game; returns (id, host token)."""
    body = {"rules": "free", "title": title, "options": {"open": True}}
    made, invoked, completed = await request_until(world, client, "POST", "/games", body, 201)
    world.recorder.add(Creation(client, made["id"], invoked, completed))
    world.created.append(made["id"])
    return made["id"], made["host"]["token"]


async def sit(world, client, game, name):
    """Takes and records a seat; returns its token."""
    path, body = f"/games/{game}/seats", {"name": name}
    seat, invoked, completed = await request_until(world, client, "POST", path, body, 201)
    world.recorder.add(Seating(client, game, seat["seat"], seat["name"], invoked, completed))
    return seat["token"]


async def register(world, client, name):
    """Makes a player; returns (id, key)."""
    made, _, _ = await request_until(world, client, "POST", "/players", {"name": name}, 201)
    return made["player"], made["key"]


async def sit_by_key(world, client, game, name):
    """Makes a player, who takes and keeps a seat by key; records the seat and returns the key.

    A seat that is taken already is answered with 200.
    """
    _, key = await register(world, client, name)
    seat, invoked, completed = await request_until(world, client, "POST", f"/games/{game}/seats", {}, (200, 201), key)
    world.recorder.add(Seating(client, game, seat["seat"], seat["name"], invoked, completed))
    return key


async def make_room(world, client, name):
    """Makes a room and records it; returns (its host's id, its host's key)."""
    player, key = await register(world, client, client)
    # The answer may be lost after the room was made; then its name is taken, by this player.
    await request_until(world, client, "POST", "/rooms", {"name": name}, (201, 409), key)
    shown, invoked, completed = await request_until(world, client, "GET", f"/rooms/{name}", None, 200)
    change = RoomChange(client, name, "make", invoked, completed, player=player, sequence=shown["sequence"])
    world.recorder.add(change)
    world.rooms.append(name)
    return player, key
