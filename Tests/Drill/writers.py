"""Clients that write: each move has an id, with which it is sent again until its outcome is known."""

import time

from connection import Broken, Connection, NotConnected
from records import Attempt
from world import create, sit

SEATED_PAUSE = 0.07  # seconds; a seat may make 20 edits a second
GIVE_UP_SHARE = 0.3  # of the moves that certainly did not happen; these are not sent again
KINDS = {"write": 72, "patch": 15, "clear": 5, "delete": 4, "expect": 4}
NOT_COMMITTED = {"store-unavailable", "store-busy"}


class Move:
    """One operation: its request and its records."""

    def __init__(self, client, game, id, kind, cells, expect=None):
        self.client, self.game, self.id, self.kind = client, game, id, kind
        self.cells, self.expect = cells, expect

    def request(self):
        """(method, path, body, headers), the same for each attempt."""
        board, (cell, value) = f"/games/{self.game}/board", self.cells[0]
        if self.kind == "delete":
            return "DELETE", f"{board}/cells/{cell}", None, [("Idempotency-Key", self.id)]
        if self.kind == "patch":
            return "PATCH", board, {"cells": {str(i): v for i, v in self.cells}, "move": self.id}, ()
        body = {"value": value, "move": self.id}
        if self.expect is not None:
            body["expect"] = self.expect
        return "POST", f"{board}/cells/{cell}", body, ()

    def record(self, invoked, outcome, why="", status=0, answer=None):
        fields = (answer["sequence"], answer["hash"], answer["events"]) if answer else (None, None, None)
        return Attempt(
            self.client, self.game, self.id, self.kind, self.cells, invoked, time.monotonic(),
            outcome, why, status, self.expect, *fields,
        )  # fmt: skip


def classify(answer):
    """(outcome, why) of an answer."""
    if answer.status == 200:
        return "ok", ""
    if answer.status == 429:
        return "unavailable", "too-many"
    # An answer without a problem body is from a proxy.
    code = answer.json.get("code", "") if "problem" in answer.headers.get("content-type", "") else ""
    if answer.status < 500:
        return "refused", code
    return ("unavailable", code) if code in NOT_COMMITTED else ("unknown", code)


class Writer:
    """A player who makes one move after the other: seated with a token, or anonymous on open boards."""

    def __init__(self, world, name, games, token=None, limit=None):
        self.world, self.name, self.games, self.token = world, name, games, token
        self.limit, self.moves = limit, 0
        self.connection = Connection(world.address)
        self.own_letters, self.acknowledged = {}, []

    async def run(self):
        """Plays until the drill ends or `limit` moves are made, and settles the last move."""
        try:
            while self.world.playing and (self.limit is None or self.moves < self.limit):
                if self.acknowledged and self.world.rng.random() < 0.03:
                    await self._attempt(self.world.rng.choice(self.acknowledged[-30:]))
                else:
                    await self._settle(self._new_move())
                if self.token:
                    await self.world.pause(SEATED_PAUSE)
        finally:
            self.connection.close()

    def _new_move(self):
        world, game = self.world, self.world.rng.choice(self.games)
        self.moves += 1
        kind = world.rng.choices(list(KINDS), list(KINDS.values()))[0]
        own = self.own_letters.get(game)
        if kind in ("clear", "expect") and not own:
            kind = "write"
        cell = own[0] if kind in ("clear", "expect") else world.rng.randrange(25)
        expect = own[1] if kind in ("clear", "expect") else None
        if kind == "clear":
            self.own_letters.pop(game)
        return Move(self.name, game, f"{self.name}-{self.moves}", kind, self._cells(kind, game, cell), expect)

    def _cells(self, kind, game, cell):
        if kind in ("clear", "delete"):
            return [[cell, ""]]
        cells = [cell]
        if kind == "patch":
            cells = self.world.rng.sample(range(25), self.world.rng.randint(2, 5))
        return [[cell, self.world.letters.take(game, cell)] for cell in cells]

    async def _settle(self, move):
        """Sends a move until its outcome is known."""
        was_unknown = False
        while True:
            outcome = await self._attempt(move)
            was_unknown = was_unknown or outcome == "unknown"
            if outcome in ("ok", "refused"):
                break
            if outcome == "unavailable" and not was_unknown and self.world.rng.random() < GIVE_UP_SHARE:
                outcome = "refused"
                break
            await self.world.pause(0.1 if outcome == "unavailable" else 0.02)
        self.world.record_outcome(outcome, was_unknown)
        if outcome == "refused":
            await self.world.pause()
        if outcome == "ok":
            self._remember(move)

    def _remember(self, move):
        self.acknowledged = [*self.acknowledged[-29:], move]
        if move.cells[0][1]:
            self.own_letters[move.game] = move.cells[0]

    async def _attempt(self, move):
        """Makes and records one attempt; one that could not be sent is not recorded."""
        method, path, body, headers = move.request()
        invoked = time.monotonic()
        try:
            answer = await self.connection.ask(method, path, body, self.token, headers)
        except NotConnected:
            return "not-sent"
        except (Broken, TimeoutError) as error:
            why = "timeout" if isinstance(error, TimeoutError) else "broken"
            self.world.record_attempt(move.record(invoked, "unknown", why))
            return "unknown"
        # Refused for what it is, no edit would ever be stored, and the drill would prove nothing.
        assert answer.status != 422, answer.json
        outcome, why = classify(answer)
        body = answer.json if outcome == "ok" else None
        self.world.record_attempt(move.record(invoked, outcome, why, answer.status, body))
        return outcome


class GameCreator:
    """Keeps creating games, takes a seat at each and writes one letter with its token."""

    def __init__(self, world, name, every=0.5):
        self.world, self.name, self.every, self.created = world, name, every, 0

    async def run(self):
        try:
            while self.world.playing:
                self.created += 1
                await self._create_game(f"{self.name} {self.created}")
                await self.world.pause(self.every)
        except (NotConnected, Broken, TimeoutError):
            return

    async def _create_game(self, title):
        game, _ = await create(self.world, self.name, title)
        token = await sit(self.world, self.name, game, title)
        await Writer(self.world, f"{self.name}-{self.created}", [game], token, limit=1).run()
