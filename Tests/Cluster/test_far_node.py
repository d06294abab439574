"""A node that hears from Redis late shows nobody less than they have seen, or than was known before."""

import asyncio
import contextlib

import pytest

from cluster import Cluster, Node
from connection import Connection, events
from wire import Wire

HELD = 0.3  # seconds in which a node could do what it should not
LONG = 300  # moves after which a game takes more than one reading


@pytest.fixture
def scene():
    """One node, and another, `far`, whose line to Redis is `wire`."""
    with contextlib.ExitStack() as ends:
        scene = Cluster(1)
        ends.callback(scene.close)
        scene.redis.start()
        scene.wire = Wire(scene.redis)
        ends.callback(scene.wire.close)
        scene.far = Node("far", scene.wire)
        scene.nodes.append(scene.far)
        for node in scene.nodes:
            node.start()
        yield scene


class Play:
    """A game, with a line to each node."""

    def __init__(self, scene):
        self.near, self.far = (Connection(node.address) for node in scene.nodes)
        self.line, self.scene, self.game = Connection(scene.far.address), scene, None
        self._letters = map(chr, range(0x4E00, 0x9FA5))

    async def begin(self, moves=1):
        made = await self.near.ask("POST", "/games", {"rules": "free", "options": {"open": True}})
        self.game = f"/games/{made.json['id']}"
        for _ in range(moves):
            await self.write()

    async def write(self):
        """Writes a letter by the near node; the (letter, number) that everybody may know from then on."""
        letter = next(self._letters)
        body = {"value": letter, "move": f"move-{ord(letter)}"}
        done = await self.near.ask("POST", f"{self.game}/board/cells/7", body)
        assert done.status == 200
        return letter, done.json["sequence"]

    async def sit_and_write(self):
        """Takes a seat by the near node, and writes with its token by the far one; what that says."""
        seat = await self.near.ask("POST", f"{self.game}/seats", {"name": "Ann"})
        body, token = {"value": next(self._letters)}, seat.json["token"]
        return await self.far.ask("POST", f"{self.game}/board/cells/3", body, token)


def test_who_comes_while_a_game_is_being_read_is_shown_what_was_known_then(scene):
    async def come_late():
        play = Play(scene)
        await play.begin(LONG)
        # Redis has answered, and only the beginning arrives.
        scene.wire.hold(after=3000)
        first = asyncio.create_task(play.line.ask("GET", f"{play.game}/board"))
        await asyncio.sleep(HELD)
        letter, number = await play.write()
        late = asyncio.create_task(play.far.ask("GET", f"{play.game}/board"))
        await asyncio.sleep(HELD)
        assert not first.done() and not late.done()
        scene.wire.release()
        await first
        assert (await late).json["sequence"] >= number, letter

    asyncio.run(come_late())


def test_a_seat_that_was_taken_while_a_game_is_being_read_counts(scene):
    async def come_late():
        play = Play(scene)
        await play.begin(LONG)
        scene.wire.hold(after=3000)
        first = asyncio.create_task(play.line.ask("GET", f"{play.game}/board"))
        await asyncio.sleep(HELD)
        late = asyncio.create_task(play.sit_and_write())
        await asyncio.sleep(HELD)
        assert not first.done() and not late.done()
        scene.wire.release()
        await first
        return (await late).status

    assert asyncio.run(come_late()) == 200


def test_a_token_is_not_denied_by_a_node_that_is_cut_off(scene):
    async def come_late():
        play = Play(scene)
        await play.begin()
        await play.far.ask("GET", f"{play.game}/board")
        scene.wire.hold()
        return (await play.sit_and_write()).status

    assert asyncio.run(come_late()) == 503


async def named(play, path, headers=()):
    """What the far node says to somebody who names what was seen, while it does not hear from Redis."""
    await play.begin()
    await play.far.ask("GET", f"{play.game}/board")
    play.scene.wire.hold()
    _, number = await play.write()
    answer = await play.far.ask("GET", play.game + path.format(number), headers=headers(number))
    return answer, number


@pytest.mark.parametrize("path", ["/board?after={}", "/board?after={}&wait=1", "/board"])
def test_a_poll_is_not_shown_less_than_it_names_by_a_node_that_is_cut_off(scene, path):
    def tag(number):
        return [("If-None-Match", f'"{number}"')] if path == "/board" else []

    answer, number = asyncio.run(named(Play(scene), path, tag))
    assert answer.status in (200, 304, 503)
    if answer.status != 503:
        assert answer.sequence >= number


def test_a_moment_that_was_seen_is_not_denied_by_a_node_that_is_cut_off(scene):
    answer, _ = asyncio.run(named(Play(scene), "/board?at={}", lambda _: ()))
    assert answer.status == 503


def test_a_stream_does_not_go_back_at_a_node_that_is_cut_off(scene):
    async def first_number():
        play = Play(scene)
        await play.begin()
        await play.far.ask("GET", f"{play.game}/board")
        scene.wire.hold()
        _, number = await play.write()
        status, pieces = await play.far.follow(f"{play.game}/events", number)
        if status != 200:
            return number, status
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5):
                async for _, id, _ in events(pieces):
                    if id is not None:
                        return number, int(id)
        return number, number

    number, shown = asyncio.run(first_number())
    assert shown >= number


@pytest.mark.parametrize("move", [None, "mine"], ids=["without id", "with id"])
@pytest.mark.parametrize("kind", ["delete", "expect"])
def test_what_changes_nothing_is_not_said_by_a_node_that_is_cut_off(scene, kind, move):
    """It would speak of a board that is no more: there is a letter of which the far node has not heard."""

    async def ask():
        play = Play(scene)
        await play.begin(0)
        await play.far.ask("GET", f"{play.game}/board")
        scene.wire.hold()
        letter, _ = await play.write()
        cell, headers = f"{play.game}/board/cells/7", [("Idempotency-Key", move)] if move else []
        if kind == "delete":
            return await play.far.ask("DELETE", cell, headers=headers)
        return await play.far.ask("POST", cell, {"value": "A", "expect": letter}, headers=headers)

    assert asyncio.run(ask()).status == 503
