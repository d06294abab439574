"""What one node has answered another knows at once, where it matters: two clients in turn, no trouble."""

import asyncio
import collections
import time

import pytest

from cluster import Cluster
from connection import Connection
from world import create

ROUNDS = 150


@pytest.fixture(scope="module")
def scene():
    scene = Cluster(2)
    try:
        scene.start()
        yield scene
    finally:
        scene.close()


async def turns(scene, ask):
    """Lets `ask` look by one node at a letter that was just written by the other, again and again."""
    game, _ = await create(scene.world, "host", "turns")
    lines = [Connection(node.address) for node in scene.nodes]
    # Both know the game, and hear of it.
    for line in lines:
        await line.ask("GET", f"/games/{game}/board")
    faults = []
    for number in range(ROUNDS):
        writer, reader = lines[number % 2], lines[1 - number % 2]
        letter = chr(0x4E00 + number)
        done = await writer.ask("POST", f"/games/{game}/board/cells/7", {"value": letter})
        assert done.status == 200
        found = await ask(reader, f"/games/{game}", letter, done.json)
        faults += [f"round {number}: {text}" for text in found]
    for line in lines:
        line.close()
    return faults


async def clear(line, game, letter, done):
    answer = await line.ask("DELETE", f"{game}/board/cells/7")
    if [event["previous"] for event in answer.json.get("events", [])] != [letter]:
        yield f"a delete found no {letter}: {answer.body}"


async def expect(line, game, letter, done):
    answer = await line.ask("POST", f"{game}/board/cells/7", {"value": "A", "expect": letter})
    if answer.status != 200:
        yield f"it does not expect {letter}: {answer.body}"


async def same(line, game, letter, done):
    answer = await line.ask("POST", f"{game}/board/cells/7", {"value": letter})
    if answer.json["sequence"] < done["sequence"]:
        yield f"it was {done['sequence']}, now {answer.json['sequence']}"


async def look(line, game, letter, done):
    for path in (game, f"{game}/board", f"{game}/board.txt", f"{game}/history"):
        answer = await line.ask("GET", path)
        if letter not in answer.body.decode():
            yield f"{path} does not show {letter}"


@pytest.mark.parametrize("ask", [clear, expect, same, look], ids=lambda ask: ask.__name__)
def test_a_command_or_a_plain_read_is_never_behind_what_another_node_has_answered(scene, ask):
    async def all_of(*arguments):
        return [text async for text in ask(*arguments)]

    faults = asyncio.run(turns(scene, all_of))
    assert faults == [], f"{len(faults)} of {ROUNDS}"


@pytest.mark.parametrize("listener", [0, 1], ids=["which has made the game", "which has not"])
def test_what_one_node_saves_is_told_at_once_by_a_node(scene, listener):
    async def news():
        maker = Connection(scene.nodes[0].address)
        made = await maker.ask("POST", "/games", {"rules": "free", "options": {"open": True}})
        maker.close()
        return await slowest_news(scene, listener, f"/games/{made.json['id']}")

    assert asyncio.run(news()) < 1.0, "seconds"


@pytest.mark.parametrize("listener", [0, 1])
def test_what_one_node_saves_on_the_house_board_is_told_at_once_by_another(scene, listener):
    assert asyncio.run(slowest_news(scene, listener, "")) < 1.0, "seconds"


async def slowest_news(scene, listener, game):
    """The longest time in which a poll that is parked at a node hears of a move at the other."""
    times = []
    poller, writer = (Connection(scene.nodes[place].address) for place in (listener, 1 - listener))
    last = (await poller.ask("GET", f"{game}/board")).json["sequence"]
    for number in range(5):
        parked = asyncio.create_task(poller.ask("GET", f"{game}/board?after={last}&wait=5"))
        await asyncio.sleep(0.2)
        began = time.monotonic()
        await writer.ask("POST", f"{game}/board/cells/7", {"value": "ABCDE"[number]})
        await parked
        times.append(time.monotonic() - began)
        last += 1
    for line in (poller, writer):
        line.close()
    return max(times)


def test_a_seat_that_was_taken_at_one_node_counts_at_once_at_another(scene):
    async def seats():
        one, two = (Connection(node.address) for node in scene.nodes)
        statuses = []
        for number in range(ROUNDS):
            made = await one.ask("POST", "/games", {"rules": "free"})
            game = f"/games/{made.json['id']}"
            # Both nodes know the game without the seat.
            await two.ask("GET", game)
            taker, other = (one, two) if number % 2 else (two, one)
            seat = await taker.ask("POST", f"{game}/seats", {"name": "Ann"})
            body, token = {"value": "A", "move": "first"}, seat.json["token"]
            statuses.append((await other.ask("POST", f"{game}/board/cells/7", body, token)).status)
        return statuses

    assert asyncio.run(seats()) == [200] * ROUNDS


def test_many_who_write_at_once_through_all_nodes_are_told_of_no_trouble(scene):
    async def write(game, node, name):
        line, statuses = Connection(node.address), []
        for number in range(ROUNDS):
            body = {"value": chr(0x4E00 + number), "move": f"{name}-{number}"}
            cell = f"{game}/board/cells/{(name + number) % 25}"
            statuses.append((await line.ask("POST", cell, body)).status)
        line.close()
        return statuses

    async def crowd():
        game, _ = await create(scene.world, "host", "crowd")
        nodes = scene.nodes * 6
        groups = [write(f"/games/{game}", node, name) for name, node in enumerate(nodes)]
        return collections.Counter(status for group in await asyncio.gather(*groups) for status in group)

    assert dict(asyncio.run(crowd())) == {200: 12 * ROUNDS}
