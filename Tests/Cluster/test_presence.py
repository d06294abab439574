"""Presence and cursors are shared between the nodes."""

import asyncio
import contextlib
import json
import signal

import pytest

from cluster import SOON, Cluster, wait_until
from connection import Connection, events
from server_clock import StoppedServer

NODE_TIMEOUT = 25.0  # seconds after which the players of a silent node count as gone
ABSENT = object()


@contextlib.contextmanager
def cluster(*more):
    scene = Cluster(*more)
    try:
        scene.redis.start()
        for node in scene.nodes:
            node.start()
        yield scene
    finally:
        scene.close()


@pytest.fixture
def scene():
    with cluster(2) as scene:
        yield scene


class Watcher:
    """A stream, with the latest presence and cursors that it has received."""

    def __init__(self, node, game, token=None):
        self._line, self._path = Connection(node.address), game + "/events"
        self._headers = [("Authorization", f"Bearer {token}")] if token else []
        self.presence, self.cells, self.reactions, self._reading = None, {}, [], None

    async def __aenter__(self):
        await self._line._open()
        self._line._writer.write(
            self._line._request(
                "GET", self._path, None, None, [("Accept", "text/event-stream"), *self._headers]
            )
        )
        status, _ = await self._line._head()
        assert status == 200
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_):
        self._reading.cancel()
        self._line.close()

    async def _read(self):
        with contextlib.suppress(asyncio.IncompleteReadError, OSError):
            async for name, _, data in events(self._line._chunks()):
                event = json.loads(data)
                if name == "presence":
                    present = sorted(seat["seat"] for seat in event["seats"] if seat["present"])
                    self.presence = (present, event["spectators"])
                if name == "cursor":
                    self.cells[event["seat"]] = event["cell"]
                if name == "reaction":
                    self.reactions.append((event["seat"], event["reaction"]))

    async def sees(self, presence, within=SOON):
        """Waits for this presence: (present seats, number of spectators)."""
        await wait_until(lambda: self.presence == presence, within, lambda: self.presence)

    async def sees_cursor(self, cell, within=SOON):
        """Waits until the cursor of seat 1 is at this cell."""
        await wait_until(lambda: self.cells.get(1, ABSENT) == cell, within, lambda: self.cells)


class TwoNodeGame:
    """A game with a seat for Ann, and a connection to each node."""

    def __init__(self, scene):
        self.scene, self.connections = scene, [Connection(node.address) for node in scene.nodes]

    async def begin(self):
        made = await self.connections[0].ask("POST", "/games", {"rules": "free", "options": {"open": True}})
        self.path = f"/games/{made.json['id']}"
        seat = await self.connections[0].ask("POST", f"{self.path}/seats", {"name": "Ann"})
        self.token = seat.json["token"]
        return self

    def watch(self, node, token=None):
        return Watcher(self.scene.nodes[node], self.path, token)

    async def move_cursor(self, node, cell):
        done = await self.connections[node].ask("POST", f"{self.path}/cursor", {"cell": cell}, self.token)
        assert done.status == 204

    async def react(self, node, reaction):
        done = await self.connections[node].ask(
            "POST", f"{self.path}/reactions", {"reaction": reaction}, self.token
        )
        assert done.status == 204

    async def read(self, node):
        return (await self.connections[node].ask("GET", self.path)).json


def test_players_at_two_nodes_see_each_other_connect_move_and_leave(scene):
    async def play():
        game = await TwoNodeGame(scene).begin()
        async with game.watch(1) as far:
            await far.sees(([], 1))
            async with game.watch(0, game.token) as near:
                for watcher in (near, far):
                    await watcher.sees(([1], 1))
                # Behind nginx, a player's requests reach any node.
                for cell in range(10):
                    await game.move_cursor(cell % 2, cell)
                for watcher in (near, far):
                    await watcher.sees_cursor(9)
                # A later stream gets the cursors at once.
                async with game.watch(1) as late:
                    await late.sees_cursor(9)
                    await near.sees(([1], 2))
                shown = await game.read(1)
                assert shown["seats"][0]["present"] is True
            await far.sees(([], 1))
            await far.sees_cursor(None)
        assert (await game.read(0))["sequence"] == 1

    asyncio.run(play())


def test_a_reaction_at_either_node_is_seen_once_at_both(scene):
    async def play():
        game = await TwoNodeGame(scene).begin()
        async with game.watch(0, game.token) as near, game.watch(1) as far:
            await far.sees(([1], 1))
            await game.react(0, "👏")
            await game.react(1, "❤️")
            for watcher in (near, far):
                await wait_until(lambda: len(watcher.reactions) == 2, SOON, lambda: watcher.reactions)
                assert sorted(watcher.reactions) == sorted([(1, "👏"), (1, "❤️")])

    asyncio.run(play())


def test_a_node_that_wakes_a_game_asks_who_is_present():
    """The clock of Ann's node takes three steps, so that it does not repeat by itself who is present."""

    async def play(scene):
        game = await TwoNodeGame(scene).begin()
        near_server = scene.nodes[1].process
        async with game.watch(1, game.token) as near:
            await asyncio.to_thread(near_server.advance, 1)
            await near.sees(([1], 0))
            await game.move_cursor(1, 5)
            await asyncio.to_thread(near_server.advance, 1)
            async with game.watch(0) as far:
                await asyncio.to_thread(near_server.advance, 1)
                await far.sees(([1], 1))
                await far.sees_cursor(5)

    with cluster(1, None, [StoppedServer]) as scene:
        asyncio.run(play(scene))


def test_the_players_of_a_stopped_node_are_gone_at_once(scene):
    async def play():
        game = await TwoNodeGame(scene).begin()
        async with game.watch(0) as near, game.watch(1, game.token):
            await near.sees(([1], 1))
            await asyncio.to_thread(scene.nodes[1].stop, signal.SIGTERM)
            await near.sees(([], 1))

    asyncio.run(play())


def test_the_players_of_a_killed_node_time_out(scene):
    async def play():
        game = await TwoNodeGame(scene).begin()
        async with game.watch(0) as near, game.watch(1, game.token):
            await near.sees(([1], 1))
            await game.move_cursor(1, 3)
            await near.sees_cursor(3)
            await asyncio.to_thread(scene.nodes[1].stop, signal.SIGKILL)
            await near.sees(([], 1), within=NODE_TIMEOUT + SOON)
            await near.sees_cursor(None)

    asyncio.run(play())


def test_presence_survives_a_paused_redis(scene):
    async def play():
        game = await TwoNodeGame(scene).begin()
        async with game.watch(0, game.token) as near, game.watch(1) as far:
            await far.sees(([1], 1))
            scene.redis.send(signal.SIGSTOP)
            try:
                # Players at the same node still see each other.
                async with game.watch(0) as other:
                    for cell in range(20):
                        await game.move_cursor(0, cell)
                    await other.sees_cursor(19)
                    # Until the node has noticed that Redis is silent.
                    await wait_until(lambda: scene.nodes[0].is_ready() is False)
            finally:
                scene.redis.send(signal.SIGCONT)
            await near.sees(([1], 1))
            await far.sees_cursor(19, 2 * SOON)
            await game.move_cursor(0, 20)
            await far.sees_cursor(20)
            await far.sees(([1], 1))

    asyncio.run(play())
