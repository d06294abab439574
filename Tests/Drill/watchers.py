"""Clients that read: long polls, boards and histories, and event streams."""

import asyncio
import json
import time

from connection import Broken, Connection, NotConnected, events
from records import Observation

POLL_SECONDS = 2
STREAM_LIFE = 6.0


class Watcher:
    """A client that reads one game again and again; `last` is the latest sequence that it has seen."""

    def __init__(self, world, name, game):
        self.world, self.name, self.game, self.last = world, name, game, 0
        self.path, self.connection = f"/games/{game}", Connection(world.address)

    async def run(self):
        """Reads until the drill ends or the task is cancelled."""
        try:
            while self.world.playing:
                try:
                    await self.observe()
                except (NotConnected, Broken, TimeoutError):
                    await self.world.pause()
        finally:
            self.connection.close()

    async def get(self, source, path, headers=()):
        """Sends a GET and records a status that is not 200, 304 or busy."""
        invoked = time.monotonic()
        answer = await self.connection.ask("GET", path, headers=headers)
        self.world.record_answer(self.name)
        self.world.reads[answer.status] += 1
        if answer.status in self.world.busy:
            await self.world.pause(0.1)
        elif answer.status not in (200, 304):
            self.record(source, invoked, status=answer.status)
            await self.world.pause(0.1)
        return answer, invoked

    def record(self, source, invoked, sequence=None, **more):
        self.world.recorder.add(
            Observation(self.name, self.game, source, invoked, time.monotonic(), sequence, **more)
        )
        if sequence is not None and source != "replay":
            # A board may be older than the last one while a store is away; what a client has seen, it has seen.
            self.last = max(self.last or 0, sequence)


class Poller(Watcher):
    """Sends long polls after the last sequence that it has seen."""

    async def observe(self):
        answer, invoked = await self.get("poll", f"{self.path}/board?after={self.last}&wait={POLL_SECONDS}")
        if answer.status == 200:
            board = answer.json
            self.record("poll", invoked, board["sequence"], hash=board["hash"], text=board["text"])
        elif answer.status == 304:
            self.record("poll", invoked, answer.sequence)


class Getter(Watcher):
    """Sends every kind of GET: the board, its text, the game, the latest history and an earlier board."""

    def __init__(self, world, name, game, every=0.05):
        super().__init__(world, name, game)
        self.every = every

    async def observe(self):
        await self.world.rng.choice((self._board, self._text, self._game, self._history, self._replay))()
        await self.world.pause(self.every)

    async def _board(self):
        answer, invoked = await self.get("get", f"{self.path}/board")
        if answer.status == 200:
            board = answer.json
            self.record("get", invoked, board["sequence"], hash=board["hash"], text=board["text"])

    async def _text(self):
        answer, invoked = await self.get("get", f"{self.path}/board.txt")
        if answer.status == 200:
            self.record("get", invoked, answer.sequence, text=answer.body.decode().strip().replace("\n", "/"))

    async def _game(self):
        answer, invoked = await self.get("get", self.path)
        if answer.status == 200:
            game = answer.json
            text = game["boards"][0]["text"]
            self.record("get", invoked, game["sequence"], hash=game["hash"], text=text)

    async def _history(self):
        answer, invoked = await self.get("history", f"{self.path}/history?after={self.last}")
        if answer.status == 200:
            shown = answer.lines
            self.record("history", invoked, shown[-1]["sequence"] if shown else self.last, events=shown)

    async def _replay(self):
        """Reads an earlier board; its sequence is the requested one."""
        moment = max(0, self.last - self.world.rng.randrange(20))
        answer, invoked = await self.get("replay", f"{self.path}/board?at={moment}")
        if answer.status == 200:
            board = answer.json
            self.record("replay", invoked, moment, hash=board["hash"], text=board["text"])


class StreamReader(Watcher):
    """Follows a game's stream, disconnects now and then, and resumes with Last-Event-ID."""

    def __init__(self, world, name, game):
        super().__init__(world, name, game)
        self.last, self.connection_number = None, 0

    async def observe(self):
        self.connection_number += 1
        resumed, life = self.last, STREAM_LIFE * (0.5 + self.world.rng.random())
        status, pieces = await self.connection.follow(f"{self.path}/events", resumed)
        self.world.record_answer(self.name)
        if status != 200:
            self.connection.close()
            if status not in self.world.busy:
                self.record("stream", time.monotonic(), status=status)
            return await self.world.pause(0.1)
        try:
            async with asyncio.timeout(life):
                async for name, id, data in events(pieces):
                    self._handle(name, id, data, resumed)
            await self.world.pause()
        except (OSError, asyncio.IncompleteReadError):
            pass  # the server ended, or the reader disconnects
        finally:
            self.connection.close()

    def _handle(self, name, id, data, resumed):
        if id is None:
            return
        now, data = time.monotonic(), json.loads(data)
        more = {"hash": data["hash"], "connection": self.connection_number, "resumed": resumed}
        if name == "snapshot":
            more["text"] = data["boards"][0]["text"]
        else:
            more["events"] = [data]
        self.record("stream", now, int(id), **more)
