"""Clients that write: each move has an id, and is sent again with it until its outcome is known."""

import time

from connection import Broken, Connection, NotConnected
from records import Attempt
from world import create, sit

SEATED_PAUSE = 0.07  # seated players may edit 20 times a second
GIVE_UP = 0.3  # of those who are told that their move has not happened, this part leaves it at that
KINDS = {"write": 72, "patch": 15, "clear": 5, "delete": 4, "expect": 4}
CERTAIN = {"store-unavailable", "store-busy"}


class Move:
    """One operation: how it is asked for, and how it is recorded."""

    def __init__(self, client, game, id, kind, cells, expect=None):
        self.client, self.game, self.id, self.kind = client, game, id, kind
        self.cells, self.expect = cells, expect

    def request(self):
        """(method, path, body, headers) of each attempt: always the same."""
        board, (cell, value) = f"/games/{self.game}/board", self.cells[0]
        if self.kind == "delete":
            return "DELETE", f"{board}/cells/{cell}", None, [("Idempotency-Key", self.id)]
        if self.kind == "patch":
            return "PATCH", board, {"cells": {str(i): v for i, v in self.cells}, "move": self.id}, ()
        body = {"value": value, "move": self.id}
        if self.expect is not None:
            body["expect"] = self.expect
        return "POST", f"{board}/cells/{cell}", body, ()

    def attempt(self, invoked, outcome, why="", status=0, answer=None):
        told = (answer["sequence"], answer["hash"], answer["events"]) if answer else (None, None, None)
        return Attempt(
            self.client, self.game, self.id, self.kind, self.cells, invoked, time.monotonic(),
            outcome, why, status, self.expect, *told,
        )  # fmt: skip


def judged(answer):
    """(outcome, why) of a whole answer."""
    if answer.status == 200:
        return "ok", ""
    if answer.status == 429:
        return "unavailable", "too-many"
    # What is no problem of the server's own is from somebody in between.
    code = answer.json.get("code", "") if "problem" in answer.headers.get("content-type", "") else ""
    if answer.status < 500:
        return "refused", code
    return ("unavailable", code) if code in CERTAIN else ("unknown", code)


class Writer:
    """One player: seated with a token, or anonymous at an open board. One move after the other."""

    def __init__(self, world, name, games, token=None, limit=None):
        self.world, self.name, self.games, self.token = world, name, games, token
        self.limit, self.moves = limit, 0
        self.line = Connection(world.address)
        self.mine, self.done = {}, []

    async def run(self):
        """Plays while the world does, at most `limit` moves; the last one is settled too."""
        try:
            while self.world.playing and (self.limit is None or self.moves < self.limit):
                if self.done and self.world.dice.random() < 0.03:
                    await self._try(self.world.dice.choice(self.done[-30:]))
                else:
                    await self._settle(self._new_move())
                if self.token:
                    await self.world.pause(SEATED_PAUSE)
        finally:
            self.line.close()

    def _new_move(self):
        world, game = self.world, self.world.dice.choice(self.games)
        self.moves += 1
        kind = world.dice.choices(list(KINDS), list(KINDS.values()))[0]
        own = self.mine.get(game)
        if kind in ("clear", "expect") and not own:
            kind = "write"
        cell = own[0] if kind in ("clear", "expect") else world.dice.randrange(25)
        expect = own[1] if kind in ("clear", "expect") else None
        if kind == "clear":
            self.mine.pop(game)
        return Move(self.name, game, f"{self.name}-{self.moves}", kind, self._cells(kind, game, cell), expect)

    def _cells(self, kind, game, cell):
        if kind in ("clear", "delete"):
            return [[cell, ""]]
        cells = [cell]
        if kind == "patch":
            cells = self.world.dice.sample(range(25), self.world.dice.randint(2, 5))
        return [[cell, self.world.letters.take(game, cell)] for cell in cells]

    async def _settle(self, move):
        """Sends a move again and again until it is known whether it happened."""
        was_unknown = False
        while True:
            outcome = await self._try(move)
            was_unknown = was_unknown or outcome == "unknown"
            if outcome in ("ok", "refused"):
                break
            if outcome == "unavailable" and not was_unknown and self.world.dice.random() < GIVE_UP:
                outcome = "refused"
                break
            await self.world.pause(0.1 if outcome == "unavailable" else 0.02)
        self.world.settled(outcome, was_unknown)
        if outcome == "refused":
            await self.world.pause()
        if outcome == "ok":
            self._remember(move)

    def _remember(self, move):
        self.done = [*self.done[-29:], move]
        if move.cells[0][1]:
            self.mine[move.game] = move.cells[0]

    async def _try(self, move):
        """One attempt, recorded; an attempt that could not even be sent is none."""
        method, path, body, headers = move.request()
        invoked = time.monotonic()
        try:
            answer = await self.line.ask(method, path, body, self.token, headers)
        except NotConnected:
            return "not-sent"
        except (Broken, TimeoutError) as error:
            why = "timeout" if isinstance(error, TimeoutError) else "broken"
            self.world.note(move.attempt(invoked, "unknown", why))
            return "unknown"
        outcome, why = judged(answer)
        told = answer.json if outcome == "ok" else None
        self.world.note(move.attempt(invoked, outcome, why, answer.status, told))
        return outcome


class Founder:
    """Makes games all the while; takes a seat at each and writes one letter with its token."""

    def __init__(self, world, name, every=0.5):
        self.world, self.name, self.every, self.founded = world, name, every, 0

    async def run(self):
        try:
            while self.world.playing:
                self.founded += 1
                await self._found(f"{self.name} {self.founded}")
                await self.world.pause(self.every)
        except (NotConnected, Broken, TimeoutError):
            return

    async def _found(self, title):
        game, _ = await create(self.world, self.name, title)
        token = await sit(self.world, self.name, game, title)
        await Writer(self.world, f"{self.name}-{self.founded}", [game], token, limit=1).run()
