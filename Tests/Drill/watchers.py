"""Clients that look: long pollers, readers of boards and histories, and readers of streams."""

import asyncio
import json
import time

from connection import Broken, Connection, NotConnected, events
from records import Observation

POLL_SECONDS = 2
STREAM_LIFE = 6.0


class Watcher:
    """One reader of one game: asks again and again, and keeps the last number that it has seen."""

    def __init__(self, world, name, game):
        self.world, self.name, self.game, self.last = world, name, game, 0
        self.path, self.line = f"/games/{game}", Connection(world.address)

    async def run(self):
        """Looks while the world plays; cancelled at its end."""
        try:
            while self.world.playing:
                try:
                    await self.look()
                except (NotConnected, Broken, TimeoutError):
                    await self.world.pause()
        finally:
            self.line.close()

    async def get(self, source, path, headers=()):
        """A GET; whoever is neither shown something nor told that it is busy is recorded as refused."""
        invoked = time.monotonic()
        answer = await self.line.ask("GET", path, headers=headers)
        self.world.heard(self.name)
        self.world.reads[answer.status] += 1
        if answer.status in self.world.busy:
            await self.world.pause(0.1)
        elif answer.status not in (200, 304):
            self.saw(source, invoked, status=answer.status)
            await self.world.pause(0.1)
        return answer, invoked

    def saw(self, source, invoked, sequence=None, **more):
        self.world.recorder.add(
            Observation(self.name, self.game, source, invoked, time.monotonic(), sequence, **more)
        )
        if sequence is not None and source != "replay":
            self.last = sequence


class Poller(Watcher):
    """Parks a long poll behind the last number that it has seen."""

    async def look(self):
        answer, invoked = await self.get("poll", f"{self.path}/board?after={self.last}&wait={POLL_SECONDS}")
        if answer.status == 200:
            board = answer.json
            self.saw("poll", invoked, board["sequence"], hash=board["hash"], text=board["text"])
        elif answer.status == 304:
            self.saw("poll", invoked, answer.sequence)


class Getter(Watcher):
    """Reads in every form: the board, its text, the game, the history since, and the board as it was."""

    def __init__(self, world, name, game, every=0.05):
        super().__init__(world, name, game)
        self.every = every

    async def look(self):
        await self.world.dice.choice((self._board, self._text, self._game, self._history, self._replay))()
        await self.world.pause(self.every)

    async def _board(self):
        answer, invoked = await self.get("get", f"{self.path}/board")
        if answer.status == 200:
            board = answer.json
            self.saw("get", invoked, board["sequence"], hash=board["hash"], text=board["text"])

    async def _text(self):
        answer, invoked = await self.get("get", f"{self.path}/board.txt")
        if answer.status == 200:
            self.saw("get", invoked, answer.sequence, text=answer.body.decode().strip().replace("\n", "/"))

    async def _game(self):
        answer, invoked = await self.get("get", self.path)
        if answer.status == 200:
            game = answer.json
            text = game["boards"][0]["text"]
            self.saw("get", invoked, game["sequence"], hash=game["hash"], text=text)

    async def _history(self):
        answer, invoked = await self.get("history", f"{self.path}/history?after={self.last}")
        if answer.status == 200:
            shown = answer.lines
            self.saw("history", invoked, shown[-1]["sequence"] if shown else self.last, events=shown)

    async def _replay(self):
        """The past is asked for in text, without the ETag's number: it is the number that was asked for."""
        moment = max(0, self.last - self.world.dice.randrange(20))
        answer, invoked = await self.get("replay", f"{self.path}/board?at={moment}")
        if answer.status == 200:
            board = answer.json
            self.saw("replay", invoked, moment, hash=board["hash"], text=board["text"])


class StreamReader(Watcher):
    """Follows a game's stream; leaves now and then, and goes on with Last-Event-ID."""

    def __init__(self, world, name, game):
        super().__init__(world, name, game)
        self.last, self.connection = None, 0

    async def look(self):
        self.connection += 1
        resumed, life = self.last, STREAM_LIFE * (0.5 + self.world.dice.random())
        status, pieces = await self.line.follow(f"{self.path}/events", resumed)
        self.world.heard(self.name)
        if status != 200:
            self.line.close()
            if status not in self.world.busy:
                self.saw("stream", time.monotonic(), status=status)
            return await self.world.pause(0.1)
        try:
            async with asyncio.timeout(life):
                async for name, id, data in events(pieces):
                    self._take(name, id, data, resumed)
            await self.world.pause()
        except (OSError, asyncio.IncompleteReadError):
            pass  # the server ended, or this reader leaves
        finally:
            self.line.close()

    def _take(self, name, id, data, resumed):
        if id is None:
            return
        now, data = time.monotonic(), json.loads(data)
        more = {"hash": data["hash"], "connection": self.connection, "resumed": resumed}
        if name == "snapshot":
            more["text"] = data["boards"][0]["text"]
        else:
            more["events"] = [data]
        self.saw("stream", now, int(id), **more)
