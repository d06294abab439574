"""Without faults, an edit that one node has acknowledged is visible at another at once."""

import asyncio
import collections

import pytest

from cluster import Cluster
from connection import Connection
from server_clock import StoppedServer
from world import LETTERS, create, make_room, register

ROUNDS = 150


@pytest.fixture(scope="module")
def scene():
    scene = Cluster(2)
    try:
        scene.start()
        yield scene
    finally:
        scene.close()


async def alternate(scene, ask):
    """Writes at one node and runs `ask` at the other, in turn; returns the faults that `ask` reports."""
    game, _ = await create(scene.world, "host", "turns")
    connections = [Connection(node.address) for node in scene.nodes]
    # Both nodes load the game and subscribe to it.
    for connection in connections:
        await connection.ask("GET", f"/games/{game}/board")
    faults = []
    for number in range(ROUNDS):
        writer, reader = connections[number % 2], connections[1 - number % 2]
        letter = LETTERS[number]
        done = await writer.ask("POST", f"/games/{game}/board/cells/7", {"value": letter})
        assert done.status == 200
        found = await ask(reader, f"/games/{game}", letter, done.json)
        faults += [f"round {number}: {text}" for text in found]
    for connection in connections:
        connection.close()
    return faults


async def clear(connection, game, letter, done):
    answer = await connection.ask("DELETE", f"{game}/board/cells/7")
    if [event["previous"] for event in answer.json.get("events", [])] != [letter]:
        yield f"a delete did not find {letter}: {answer.body}"


async def expect(connection, game, letter, done):
    answer = await connection.ask("POST", f"{game}/board/cells/7", {"value": "A", "expect": letter})
    if answer.status != 200:
        yield f"an edit did not find the expected {letter}: {answer.body}"


async def same(connection, game, letter, done):
    answer = await connection.ask("POST", f"{game}/board/cells/7", {"value": letter})
    if answer.json["sequence"] < done["sequence"]:
        yield f"the sequence was {done['sequence']} and is now {answer.json['sequence']}"


async def read(connection, game, letter, done):
    for path in (game, f"{game}/board", f"{game}/board.txt", f"{game}/history"):
        answer = await connection.ask("GET", path)
        if letter not in answer.body.decode():
            yield f"{path} does not show {letter}"


@pytest.mark.parametrize("ask", [clear, expect, same, read], ids=lambda ask: ask.__name__)
def test_a_command_or_a_plain_get_is_never_behind_an_answer_of_another_node(scene, ask):
    async def all_of(*arguments):
        return [text async for text in ask(*arguments)]

    faults = asyncio.run(alternate(scene, all_of))
    assert faults == [], f"{len(faults)} of {ROUNDS}"


@pytest.fixture(scope="module")
def silent_scene():
    """Two nodes, of which the clock of the second stands still, so that it never asks for what it was not told."""
    scene = Cluster(1, kinds=[StoppedServer])
    try:
        scene.start()
        yield scene
    finally:
        scene.close()


@pytest.mark.parametrize("maker", [0, 1, None], ids=["a game of the other node", "a game of this node", "the lobby"])
def test_a_poll_at_one_node_hears_of_an_edit_at_the_other(silent_scene, maker):
    async def deliveries():
        writer, poller, monitor = (Connection(silent_scene.nodes[place].address) for place in (0, 1, 1))
        game = ""
        if maker is not None:
            made = await (writer, poller)[maker].ask("POST", "/games", {"rules": "free", "options": {"open": True}})
            game = f"/games/{made.json['id']}"
        last = (await poller.ask("GET", f"{game}/board")).json["sequence"]
        for number in range(5):
            parked = asyncio.create_task(poller.ask("GET", f"{game}/board?after={last}&wait=25"))
            while b"\nfivebyfive_parked_polls 1\n" not in (await monitor.ask("GET", "/metrics")).body:
                await asyncio.sleep(0.01)
            done = await writer.ask("POST", f"{game}/board/cells/7", {"value": "ABCDE"[number]})
            last = done.json["sequence"]
            assert (await parked).sequence == last
        for connection in (poller, writer, monitor):
            connection.close()

    asyncio.run(deliveries())


def test_a_seat_taken_at_one_node_is_valid_at_once_at_another(scene):
    async def seats():
        one, two = (Connection(node.address) for node in scene.nodes)
        statuses = []
        for number in range(ROUNDS):
            made = await one.ask("POST", "/games", {"rules": "free"})
            game = f"/games/{made.json['id']}"
            # Both nodes have loaded the game before the seat is taken.
            await two.ask("GET", game)
            taker, other = (one, two) if number % 2 else (two, one)
            seat = await taker.ask("POST", f"{game}/seats", {"name": "Ann"})
            body, token = {"value": "A", "move": "first"}, seat.json["token"]
            statuses.append((await other.ask("POST", f"{game}/board/cells/7", body, token)).status)
        return statuses

    assert asyncio.run(seats()) == [200] * ROUNDS


async def room_at_two_nodes(scene, name):
    """Makes a room that both nodes have loaded; returns (connections, path, host's key, another player and key)."""
    _, host = await make_room(scene.world, "host", name)
    connections = [Connection(node.address) for node in scene.nodes]
    guest, key = await register(scene.world, "guest", "Ben")
    for connection in connections:
        for token in (host, key):
            assert (await connection.ask("GET", f"/rooms/{name}", token=token)).status == 200
    return connections, f"/rooms/{name}", host, guest, key


def test_a_member_who_joins_at_one_node_is_a_member_at_once_at_another(scene):
    async def visits():
        connections, room, host, guest, key = await room_at_two_nodes(scene, "visits")
        statuses = []
        for number in range(ROUNDS):
            here, there = connections[number % 2], connections[1 - number % 2]
            joined = await here.ask("POST", f"{room}/members", {}, key)
            # A member who is not the host is told `not-allowed`; a stranger would be told `not-a-member`.
            begun = await there.ask("POST", f"{room}/games", {"rules": "free"}, key)
            removed = await there.ask("DELETE", f"{room}/members/{guest}", None, host)
            refused = await here.ask("POST", f"{room}/members", {}, key)
            readmitted = await there.ask("POST", f"{room}/members", {"player": guest}, host)
            statuses.append((joined.status, begun.json["code"], removed.status, refused.status, readmitted.status))
        return collections.Counter(statuses)

    assert asyncio.run(visits()) == {(200, "not-allowed", 204, 403, 200): ROUNDS}


def test_a_player_who_joins_at_two_nodes_at_the_same_time_is_one_member(scene):
    async def visits():
        connections, room, *_ = await room_at_two_nodes(scene, "pairs")
        members = []
        for number in range(ROUNDS):
            # One player may not join and leave so often.
            guest, key = await register(scene.world, f"pair{number}", "Ben")
            both = [connection.ask("POST", f"{room}/members", {}, key) for connection in connections]
            assert [answer.status for answer in await asyncio.gather(*both)] == [200, 200]
            shown = (await connections[0].ask("GET", room)).json["members"]
            members.append([one["player"] for one in shown].count(guest))
            assert (await connections[1].ask("DELETE", f"{room}/members/{guest}", None, key)).status == 204
        return members

    assert asyncio.run(visits()) == [1] * ROUNDS


def test_a_member_who_leaves_while_the_host_removes_them_at_another_node_is_gone(scene):
    async def visits():
        connections, room, host, guest, key = await room_at_two_nodes(scene, "partings")
        statuses = []
        for number in range(ROUNDS):
            here, there = connections[number % 2], connections[1 - number % 2]
            assert (await here.ask("POST", f"{room}/members", {}, key)).status == 200
            member = f"{room}/members/{guest}"
            leave, remove = here.ask("DELETE", member, None, key), there.ask("DELETE", member, None, host)
            both = await asyncio.gather(leave, remove)
            statuses += [answer.status for answer in both]
            assert (await there.ask("POST", f"{room}/members", {"player": guest}, host)).json["removed"] == []
        return statuses

    statuses = asyncio.run(visits())
    assert set(statuses) <= {204, 404} and statuses.count(204) == ROUNDS


def test_many_concurrent_writers_at_all_nodes_get_only_200(scene):
    async def write(game, node, name):
        connection, statuses = Connection(node.address), []
        for number in range(ROUNDS):
            body = {"value": LETTERS[number], "move": f"{name}-{number}"}
            cell = f"{game}/board/cells/{(name + number) % 25}"
            statuses.append((await connection.ask("POST", cell, body)).status)
        connection.close()
        return statuses

    async def crowd():
        game, _ = await create(scene.world, "host", "crowd")
        nodes = scene.nodes * 6
        groups = [write(f"/games/{game}", node, name) for name, node in enumerate(nodes)]
        return collections.Counter(status for group in await asyncio.gather(*groups) for status in group)

    assert dict(asyncio.run(crowd())) == {200: 12 * ROUNDS}
