"""A node that receives Redis's replies late never shows a client an older state than it may expect."""

import asyncio
import contextlib
import json

import pytest

from cluster import SOON, Cluster, Node, wait_until
from connection import Connection, events
from redis_proxy import RedisProxy
from world import LETTERS, make_room

LONG = 300  # moves; the node reads such a game from Redis in several pieces


@pytest.fixture
def scene():
    """Two nodes; the second, `far`, is connected to Redis through `proxy`."""
    with contextlib.ExitStack() as ends:
        scene = Cluster(1)
        ends.callback(scene.close)
        scene.redis.start()
        scene.proxy = RedisProxy(scene.redis)
        ends.callback(scene.proxy.close)
        scene.far = Node("far", scene.proxy)
        scene.nodes.append(scene.far)
        for node in scene.nodes:
            node.start()
        yield scene


class FarGame:
    """A game, with a connection to the near node and two to the far one."""

    def __init__(self, scene):
        self.near, self.far = (Connection(node.address) for node in scene.nodes)
        self.second, self.scene, self.path = Connection(scene.far.address), scene, None
        self._letters = iter(LETTERS)

    async def begin(self, moves=1):
        made = await self.near.ask("POST", "/games", {"rules": "free", "options": {"open": True}})
        self.path = f"/games/{made.json['id']}"
        for _ in range(moves):
            await self.write()

    async def write(self):
        """Writes a letter at the near node; returns (letter, sequence)."""
        letter = next(self._letters)
        body = {"value": letter, "move": f"move-{letter.encode().hex()}"}
        done = await self.near.ask("POST", f"{self.path}/board/cells/7", body)
        assert done.status == 200
        return letter, done.json["sequence"]

    async def serve_others(self):
        """Returns when the far node has answered requests that need no Redis after those that wait for it."""
        other = Connection(self.scene.far.address)
        for _ in range(3):
            assert (await other.ask("GET", "/healthz")).status == 200
        other.close()

    async def sit_and_write(self):
        """Takes a seat at the near node and writes with its token at the far one; returns the answer."""
        seat = await self.near.ask("POST", f"{self.path}/seats", {"name": "Ann"})
        body, token = {"value": next(self._letters)}, seat.json["token"]
        return await self.far.ask("POST", f"{self.path}/board/cells/3", body, token)


async def start_loading(game):
    """Starts a read at the far node and holds Redis's reply in the middle; returns the task of the read."""
    game.scene.proxy.hold(after=3000)
    read = asyncio.create_task(game.second.ask("GET", f"{game.path}/board"))
    await wait_until(lambda: game.scene.proxy.is_blocked)
    return read


def test_a_request_during_the_loading_of_a_game_sees_everything_known_when_it_began(scene):
    async def read_late():
        game = FarGame(scene)
        await game.begin(LONG)
        first = await start_loading(game)
        letter, sequence = await game.write()
        late = asyncio.create_task(game.far.ask("GET", f"{game.path}/board"))
        await game.serve_others()
        assert not first.done() and not late.done()
        scene.proxy.release()
        await first
        assert (await late).json["sequence"] >= sequence, letter

    asyncio.run(read_late())


def test_a_seat_taken_during_the_loading_of_a_game_is_valid(scene):
    async def write_late():
        game = FarGame(scene)
        await game.begin(LONG)
        first = await start_loading(game)
        late = asyncio.create_task(game.sit_and_write())
        await game.serve_others()
        assert not first.done() and not late.done()
        scene.proxy.release()
        await first
        return (await late).status

    assert asyncio.run(write_late()) == 200


def test_a_node_cut_off_from_redis_does_not_deny_a_token(scene):
    async def write_at_the_far_node():
        game = FarGame(scene)
        await game.begin()
        await game.far.ask("GET", f"{game.path}/board")
        scene.proxy.hold()
        return (await game.sit_and_write()).status

    assert asyncio.run(write_at_the_far_node()) == 503


async def read_at_the_far_node(game, path, headers=()):
    """Asks the far node, cut off from Redis, for a state that it has not seen; returns (answer, sequence)."""
    await game.begin()
    await game.far.ask("GET", f"{game.path}/board")
    game.scene.proxy.hold()
    _, sequence = await game.write()
    answer = await game.far.ask("GET", game.path + path.format(sequence), headers=headers(sequence))
    return answer, sequence


@pytest.mark.parametrize("path", ["/board?after={}", "/board?after={}&wait=1", "/board"])
def test_a_node_cut_off_from_redis_never_answers_a_poll_with_an_older_state_than_it_names(scene, path):
    def tag(sequence):
        return [("If-None-Match", f'"{sequence}"')] if path == "/board" else []

    answer, sequence = asyncio.run(read_at_the_far_node(FarGame(scene), path, tag))
    assert answer.status in (200, 304, 503)
    if answer.status != 503:
        assert answer.sequence >= sequence


def test_a_node_cut_off_from_redis_does_not_deny_a_sequence_that_a_client_has_seen(scene):
    answer, _ = asyncio.run(read_at_the_far_node(FarGame(scene), "/board?at={}", lambda _: ()))
    assert answer.status == 503


def test_a_node_cut_off_from_redis_never_resumes_a_stream_with_an_older_state(scene):
    async def resume():
        game = FarGame(scene)
        await game.begin()
        await game.far.ask("GET", f"{game.path}/board")
        scene.proxy.hold()
        _, sequence = await game.write()
        status, pieces = await game.far.follow(f"{game.path}/events", sequence)
        if status != 200:
            return sequence, status
        await game.serve_others()
        scene.proxy.release()
        await game.write()
        with contextlib.suppress(TimeoutError, asyncio.IncompleteReadError):
            async with asyncio.timeout(SOON):
                async for _, id, _ in events(pieces):
                    if id is not None:
                        return sequence, int(id)
        return sequence, sequence

    sequence, shown = asyncio.run(resume())
    assert shown >= sequence


def test_a_node_cut_off_from_redis_never_resumes_a_rooms_stream_with_an_older_game(scene):
    async def resume():
        _, key = await make_room(scene.world, "host", "far")
        near, watching, far = (Connection(scene.nodes[place].address) for place in (0, 0, 1))
        made = await near.ask("POST", "/rooms/far/games", {"rules": "free", "options": {"open": True}, "start": False}, key)
        game = f"/games/{made.json['id']}"
        for path in ("/rooms/far", game):
            await far.ask("GET", path)
        _, pieces = await watching.follow("/rooms/far/events")
        scene.proxy.hold()
        done = await near.ask("POST", f"{game}/board/cells/7", {"value": "A"})
        async for name, id, _ in events(pieces):
            if name == "cell.changed":
                break
        status, pieces = await far.follow("/rooms/far/events", id)
        scene.proxy.release()
        last = await near.ask("POST", f"{game}/board/cells/8", {"value": "B"})
        shown = await sequences_of_game(pieces, last.json["sequence"]) if status == 200 else []
        return done.json["sequence"], shown

    sequence, shown = asyncio.run(resume())
    assert all(number >= sequence for number in shown), shown


async def sequences_of_game(pieces, last):
    """The sequences of a game that a room's stream shows up to the last one, or until it ends."""
    shown = []
    with contextlib.suppress(TimeoutError, asyncio.IncompleteReadError):
        async with asyncio.timeout(SOON):
            async for _, id, data in events(pieces):
                shown += [json.loads(data)["sequence"]] if id and '"members"' not in data else []
                if shown and shown[-1] >= last:
                    break
    return shown


@pytest.mark.parametrize("move", [None, "mine"], ids=["without id", "with id"])
@pytest.mark.parametrize("kind", ["delete", "expect"])
def test_a_node_cut_off_from_redis_does_not_report_an_edit_as_unnecessary(scene, kind, move):
    """The edit would change the board, because it has a letter that the far node does not know."""

    async def edit():
        game = FarGame(scene)
        await game.begin(0)
        await game.far.ask("GET", f"{game.path}/board")
        scene.proxy.hold()
        letter, _ = await game.write()
        cell, headers = f"{game.path}/board/cells/7", [("Idempotency-Key", move)] if move else []
        if kind == "delete":
            return await game.far.ask("DELETE", cell, headers=headers)
        return await game.far.ask("POST", cell, {"value": "A", "expect": letter}, headers=headers)

    assert asyncio.run(edit()).status == 503
