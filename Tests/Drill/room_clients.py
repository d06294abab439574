"""Clients of rooms: a host who begins and closes games, guests who come and go, and readers."""

import asyncio
import itertools
import json
import time

from connection import Broken, Connection, NotConnected, events
from records import Creation, Observation, RoomChange, RoomObservation
from watchers import STREAM_LIFE
from writers import Writer

CLOSE_SHARE = 0.6  # of the games; the others are ended by the next one
AGREE_SHARE = 0.8  # of the answers to a question
LEAVE_SHARE = 0.15  # of a guest's turns
REMOVE_SHARE = 0.1  # of the host's turns in which nobody is removed
READMIT_SHARE = 0.3  # of the others
SCORED = 3  # the latest games whose players are recorded
LETTERS = 3  # that a member writes in a turn
PAUSE = 0.15  # seconds between turns
# Of the clients: after a removal, nobody new joins from the address of the removed one.
HOSTS = (f"127.0.{number // 250 + 1}.{number % 250 + 1}" for number in itertools.count())


def describe(shown):
    """The fields of a `RoomObservation` of a whole room."""
    past = shown["games"][::-1]
    games = [game["id"] for game in past]
    if shown["game"] and shown["game"]["id"] not in games[-1:]:
        games.append(shown["game"]["id"])
    return {
        "sequence": shown["sequence"],
        "members": [member.get("player") for member in shown["members"]],
        "host": shown.get("host"),
        "games": games,
        "results": [game["id"] for game in past if game["result"] is not None],
        "standings": {row["player"]: row["games"] for row in shown["standings"] if "player" in row},
        "scored": latest_players(shown["games"]),
    }


def describe_message(name, data):
    """The fields of a `RoomObservation` of a message on a stream of the room."""
    if name == "snapshot":
        return describe(data)
    fields = {"sequence": data["sequence"], "began": data.get("game")}
    return fields | ({"scored": latest_players(data["games"])} if name == "room.standings" else {})


def latest_players(games):
    """The players of the latest of the past games that have a result, by game."""
    return {game["id"]: sorted(game["players"].values()) for game in games[:SCORED] if game["result"] is not None}


def settled(kind, status, is_repeated):
    """The outcome of a change of the members; None for an answer that a room does not give.

    `none` is a change without effect. After a lost answer, somebody who is no member any more may have left or been
    removed by the first request, and somebody who may not join may have joined by it and been removed since.
    """
    if status in (200, 204):
        return "ok"
    if (kind, status) == ("remove", 404):
        return "unknown" if is_repeated else "none"
    if (kind, status) == ("leave", 404):
        return "ok" if is_repeated else "refused"
    if (kind, status) == ("join", 403):
        return "unknown" if is_repeated else "refused"
    return None


class RoomClient:
    """A client of one room, with the key of a player or without one."""

    def __init__(self, world, name, room, player=None, key=None):
        self.world, self.name, self.room, self.player, self.key = world, name, room, player, key
        self.path, self.turns = f"/rooms/{room}", 0
        self.connection = Connection(world.address, source=next(HOSTS))

    async def run(self):
        try:
            while self.world.playing:
                try:
                    await self.take_turn()
                except (NotConnected, Broken, TimeoutError):
                    pass
                await self.world.pause(PAUSE)
        finally:
            self.connection.close()

    async def look(self):
        """Reads and records the room; returns it, or None."""
        invoked = time.monotonic()
        answer = await self.connection.ask("GET", self.path, token=self.key)
        self.world.reads[answer.status] += 1
        if answer.status in self.world.busy:
            return await self.world.pause(0.1)
        fields = describe(answer.json) if answer.status == 200 else {"status": answer.status}
        self.observe("get", invoked, **fields)
        if answer.status != 200:
            self.world.forgotten += 1
            return await self.world.pause(0.1)
        shown = answer.json
        if shown["game"]:
            self.world.find(shown["game"]["id"])
        return shown

    def observe(self, source, invoked, **fields):
        self.world.recorder.add(RoomObservation(self.name, self.room, source, invoked, time.monotonic(), **fields))

    def record(self, kind, invoked, **fields):
        self.world.recorder.add(RoomChange(self.name, self.room, kind, invoked, time.monotonic(), **fields))

    async def settle(self, kind, player, method, path, body=None):
        """Changes who is a member: asks again until the outcome is certain, and records it.

        Returns False if the change was refused in the end, which is recorded too.
        """
        invoked, is_repeated = time.monotonic(), False
        while True:
            try:
                answer = await self.connection.ask(method, self.path + path, body, self.key)
            except NotConnected:
                await self.world.pause()
                continue
            except (Broken, TimeoutError):
                is_repeated = True
                continue
            if answer.status < 500 and answer.status not in self.world.busy:
                break
            is_repeated = True
            await self.world.pause(0.1)
        outcome = settled(kind, answer.status, is_repeated)
        if outcome is None:
            self.observe("get", invoked, status=answer.status)
            self.world.forgotten += 1
        elif outcome != "none":
            sequence = answer.json["sequence"] if answer.status == 200 else None
            self.record(kind, invoked, player=player, outcome=outcome, sequence=sequence)
        return outcome == "ok"

    async def write(self, game, key=None):
        """Writes a few letters into an open game."""
        self.turns += 1
        await Writer(self.world, f"{self.name}-{self.turns}", [game], key, limit=LETTERS).run()


class RoomHost(RoomClient):
    """Begins one game after another, closes some of them before, and removes a guest now and then."""

    async def take_turn(self):
        shown = await self.look()
        if shown is None:
            return
        await self._change_members(shown)
        if shown["prompts"]:
            return
        if await self._begin() == "ok":
            game = (await self.look() or {}).get("game")
            if game:
                await self.write(game["id"], self.key)
                if self.world.rng.random() < CLOSE_SHARE:
                    await self._close(game["id"])

    async def _change_members(self, shown):
        """Removes a guest, or lets a removed one come back."""
        rng = self.world.rng
        if shown["removed"]:
            if rng.random() < READMIT_SHARE:
                player = rng.choice(shown["removed"])
                await self.settle("readmit", player, "POST", "/members", {"player": player})
        elif rng.random() < REMOVE_SHARE:
            guests = [member["player"] for member in shown["members"] if not member["host"]]
            if guests:
                player = rng.choice(guests)
                await self.settle("remove", player, "DELETE", f"/members/{player}")

    async def _begin(self):
        """Asks for the next game once; returns the outcome."""
        invoked, body = time.monotonic(), {"rules": "free", "options": {"open": True}}
        try:
            answer = await self.connection.ask("POST", f"{self.path}/games", body, self.key)
        except (Broken, TimeoutError):
            self.record("begin", invoked, outcome="unknown")
            return "unknown"
        if answer.status == 202:
            self.record("begin", invoked, outcome="asked")
            return "asked"
        if answer.status == 201:
            game = answer.json["id"]
            self.world.recorder.add(Creation(self.name, game, invoked, time.monotonic()))
            self.record("begin", invoked, game=game)
            self.world.find(game)
            return "ok"
        if answer.status >= 500:
            # An answer of a proxy, or one whose outcome is unknown, may follow a game that has begun.
            self.record("begin", invoked, outcome="unknown")
        return "refused"

    async def _close(self, game):
        """Closes a game, and records it once that is certain."""
        invoked = time.monotonic()
        answer = await self.connection.ask("POST", f"/games/{game}/actions/close", {"move": f"close-{game}"}, self.key)
        if answer.status == 200 and any(event["type"] == "game.finished" for event in answer.json["events"]):
            self.record("close", invoked, game=game)


class Guest(RoomClient):
    """Joins, plays along, answers questions, leaves, and comes back."""

    is_member = False

    async def take_turn(self):
        if not self.is_member:
            self.is_member = await self.settle("join", self.player, "POST", "/members", {})
        elif self.world.rng.random() < LEAVE_SHARE:
            await self.settle("leave", self.player, "DELETE", f"/members/{self.player}")
            self.is_member = False
        shown = await self.look()
        if shown is None or not self.is_member:
            return
        for prompt in shown["prompts"]:
            button = {"button": int(self.world.rng.random() < AGREE_SHARE)}
            await self.connection.ask("POST", f"{self.path}/prompts/{prompt['id']}", button, self.key)
        if shown["game"]:
            await self.write(shown["game"]["id"])


class RoomGetter(RoomClient):
    """Reads the room, and what is being played in it under the room's address."""

    async def take_turn(self):
        await self.look()
        invoked = time.monotonic()
        answer = await self.connection.ask("GET", f"{self.path}/board")
        self.world.reads[answer.status] += 1
        if answer.status == 200:
            board = answer.json
            state = {key: board[key] for key in ("sequence", "hash", "text")}
            self.world.find(board["game"])
            self.world.recorder.add(
                Observation(self.name, board["game"], "get", invoked, time.monotonic(), **state)
            )


class RoomReader(RoomClient):
    """Follows the room's stream from game to game, disconnects now and then, and resumes with Last-Event-ID."""

    def __init__(self, world, name, room, key=None):
        super().__init__(world, name, room, key=key)
        self.last, self.connection_number, self.seen, self.resumed = None, 0, {}, {}
        self.named = None  # the game that the last id names, or None for the room
        self.present = None  # the game that the stream follows

    async def take_turn(self):
        self.connection_number += 1
        # What the last id names: the last event of a game, or of the room itself under None.
        self.resumed = {self.named: self.seen[self.named]} if self.last else {}
        life = STREAM_LIFE * (0.5 + self.world.rng.random())
        status, pieces = await self.connection.follow(f"{self.path}/events", self.last, self.key)
        if status != 200:
            self.connection.close()
            if status not in self.world.busy:
                self.observe("stream", time.monotonic(), status=status)
            return
        try:
            async with asyncio.timeout(life):
                async for name, id, data in events(pieces):
                    if id is not None:
                        self.last = id
                        self._handle(name, json.loads(data))
        except (OSError, asyncio.IncompleteReadError):
            pass  # the server ended, or the reader disconnects
        finally:
            self.connection.close()

    def _handle(self, name, data):
        now = time.monotonic()
        more = {"connection": self.connection_number}
        if name.startswith("room.") or "members" in data:
            self.observe("stream", now, resumed=self.resumed.get(None), **more, **describe_message(name, data))
            self.named, self.seen[None] = None, data["sequence"]
            return
        game = self.present = data["id"] if name == "snapshot" else self.present
        self.world.find(game)
        more |= {"hash": data["hash"], "resumed": self.resumed.get(game)}
        more |= {"text": data["boards"][0]["text"]} if name == "snapshot" else {"events": [data]}
        self.world.recorder.add(Observation(self.name, game, "stream", now, now, data["sequence"], **more))
        self.named, self.seen[game] = game, data["sequence"]
