"""People who stream from different nodes see each other come, look about and leave."""

import asyncio
import contextlib
import json
import signal
import time

import pytest

from cluster import Cluster
from connection import Connection, events
from server_process import PATIENCE

SOON = 3.0 * PATIENCE
LIFE = 25.0  # seconds for which a node is believed that is not heard any more
REPETITION = 10.0


@pytest.fixture
def scene():
    with contextlib.ExitStack() as ends:
        scene = Cluster(2)
        ends.callback(scene.close)
        scene.redis.start()
        for node in scene.nodes:
            node.start()
        yield scene


class Watcher:
    """A stream, and what was last told on it."""

    def __init__(self, node, game, token=None):
        self._line, self._path = Connection(node.address), game + "/events"
        self._headers = [("Authorization", f"Bearer {token}")] if token else []
        self.people, self.cells, self.heard, self._reading = None, {}, 0, None

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
                told = json.loads(data)
                if name == "presence":
                    present = sorted(seat["seat"] for seat in told["seats"] if seat["present"])
                    self.people = (present, told["spectators"])
                if name == "cursor":
                    self.heard += 1
                    self.cells[told["seat"]] = told["cell"]

    async def sees(self, people, within=SOON):
        await until(lambda: self.people == people, within, lambda: self.people)


async def until(is_so, within=SOON, found=lambda: None):
    end = time.monotonic() + within
    while not is_so():
        assert time.monotonic() < end, found()
        await asyncio.sleep(0.02)


class Table:
    """A game with a seat for Ann; a line to each node."""

    def __init__(self, scene):
        self.scene, self.lines = scene, [Connection(node.address) for node in scene.nodes]

    async def begin(self):
        made = await self.lines[0].ask("POST", "/games", {"rules": "free", "options": {"open": True}})
        self.game = f"/games/{made.json['id']}"
        seat = await self.lines[0].ask("POST", f"{self.game}/seats", {"name": "Ann"})
        self.token = seat.json["token"]
        return self

    def watch(self, node, token=None):
        return Watcher(self.scene.nodes[node], self.game, token)

    async def look(self, node, cell):
        done = await self.lines[node].ask("POST", f"{self.game}/cursor", {"cell": cell}, self.token)
        assert done.status == 204

    async def show(self, node):
        return (await self.lines[node].ask("GET", self.game)).json


def test_people_on_two_nodes_see_each_other_come_look_about_and_leave(scene):
    async def play():
        table = await Table(scene).begin()
        async with table.watch(1) as far:
            await far.sees(([], 1))
            async with table.watch(0, table.token) as near:
                for watcher in (near, far):
                    await watcher.sees(([1], 1))
                # Her requests go to whichever node nginx chooses.
                for cell in range(10):
                    await table.look(cell % 2, cell)
                for watcher in (near, far):
                    await until(lambda w=watcher: w.cells.get(1) == 9, found=lambda w=watcher: w.cells)
                # Who comes later is told at once.
                async with table.watch(1) as late:
                    await until(lambda: late.cells.get(1) == 9)
                    await near.sees(([1], 2))
                shown = await table.show(1)
                assert shown["seats"][0]["present"] is True
            await far.sees(([], 1))
            await until(lambda: far.cells[1] is None)
        assert (await table.show(0))["sequence"] == 1

    asyncio.run(play())


def test_a_node_that_wakes_a_game_asks_who_is_there(scene):
    async def play():
        table = await Table(scene).begin()
        async with table.watch(0, table.token) as near:
            await near.sees(([1], 0))
            await table.look(0, 5)
            began = time.monotonic()
            async with table.watch(1) as far:
                await far.sees(([1], 1))
                await until(lambda: far.cells.get(1) == 5)
            assert time.monotonic() - began < REPETITION / 2

    asyncio.run(play())


def test_a_node_that_ends_in_order_takes_leave(scene):
    async def play():
        table = await Table(scene).begin()
        async with table.watch(0) as near, table.watch(1, table.token):
            await near.sees(([1], 1))
            await asyncio.to_thread(scene.nodes[1].end, signal.SIGTERM)
            await near.sees(([], 1))

    asyncio.run(play())


def test_of_a_node_that_was_killed_nobody_is_there_for_ever(scene):
    async def play():
        table = await Table(scene).begin()
        async with table.watch(0) as near, table.watch(1, table.token):
            await near.sees(([1], 1))
            await table.look(1, 3)
            await until(lambda: near.cells.get(1) == 3)
            await asyncio.to_thread(scene.nodes[1].end, signal.SIGKILL)
            await near.sees(([], 1), within=LIFE + SOON)
            await until(lambda: near.cells[1] is None)

    asyncio.run(play())


def test_a_paused_redis_breaks_nothing(scene):
    async def play():
        table = await Table(scene).begin()
        async with table.watch(0, table.token) as near, table.watch(1) as far:
            await far.sees(([1], 1))
            scene.redis.send(signal.SIGSTOP)
            try:
                # Whoever is at the same node is seen all the same.
                async with table.watch(0) as other:
                    for cell in range(20):
                        await table.look(0, cell)
                    await until(lambda: other.cells.get(1) == 19)
                    await asyncio.sleep(6)
            finally:
                scene.redis.send(signal.SIGCONT)
            await near.sees(([1], 1))
            await until(lambda: far.cells.get(1) == 19, REPETITION + SOON)
            await table.look(0, 20)
            await until(lambda: far.cells.get(1) == 20)
            await far.sees(([1], 1))

    asyncio.run(play())
