"""Measures rooms and players: their streams, and a server with many of them stored; see `run.py`."""

import gc
import json
import pathlib
import random
import statistics
import tempfile

import board_reads
import bulk
import fanout
import servers
import stored_games
import tables
from progress import show

VIEWERS = 1_000
MAXIMUM_RATIO = 1.10  # of a room's stream to a game's
PLAYERS, ROOMS = 100_000, 10_000
MEMBERS = 3
READ, KEPT = 1_000, 5_000
PAGES_READ = 20_000  # profiles of players


def measure(program, options, cache):
    """The rows of the table."""
    cache.mkdir(parents=True, exist_ok=True)
    # On the disk of the checkout, because the default temporary folder may be in memory.
    with tempfile.TemporaryDirectory(prefix="rooms-", dir=cache) as name:
        folder = pathlib.Path(name)
        fanout.compile_peers(folder)
        return [stream_row(program, folder, options), *stored_rows(program, folder)]


def stream_row(program, folder, options):
    """A row for the time until all viewers of a room have an edit, compared with the viewers of a game."""
    with servers.Server("FiveByFive", fanout.serve(program)) as server:
        (game,) = bulk.make_games(server, 1)
        (host,) = make_players(server, 1)
        (room,) = make_rooms(server, [[host]])
        begun = bulk.request("POST", f"/rooms/{room}/games", {"rules": "free", "options": {"open": True}}, host)
        (reply,) = bulk.send(server, [begun], 201)
        show(f"opening {2 * VIEWERS:,} streams")
        sides = [fanout.Readers(folder, server, [json.loads(reply)["id"]], VIEWERS, f"/rooms/{room}/events"),
                 fanout.Readers(folder, server, [game], VIEWERS)]
        rounds = [[], []]
        for number in range(1, options.rounds + 1):
            show(f"{VIEWERS:,} viewers: round {number} of {options.rounds}")
            turns = [[], []]
            for _ in range(60):
                for readers, times in zip(sides, turns):
                    times.append(readers.turn()[0])
            for times, medians in zip(turns, rounds):
                medians.append(statistics.median(times))
        for readers in sides:
            readers.stop()
    return tables.ratio_row(
        f"an edit to {VIEWERS:,} viewers of a room", *rounds, "{:,.2f} ms", at_most=MAXIMUM_RATIO,
        reference="{} in a game")


def stored_rows(program, folder):
    """Rows for a server with many players and rooms that sleep."""
    command = program.serve("--data", str(folder / "data"))
    with servers.Server("the server", command, pinned=False) as server:
        show(f"making {PLAYERS:,} players")
        keys = make_players(server, PLAYERS)
        show(f"making {ROOMS:,} rooms")
        rooms = make_rooms(server, [keys[MEMBERS * number:][:MEMBERS] for number in range(ROOMS)])
        begun = (bulk.request("POST", f"/rooms/{room}/games", {"rules": "free"}, keys[MEMBERS * number])
                 for number, room in enumerate(rooms))
        for _ in bulk.send(server, begun, 201):
            pass
    show("starting the server ten times")
    starts = [servers.start_milliseconds(command, pinned=False) for _ in range(stored_games.STARTS)]
    label = f"start to first response, {PLAYERS:,} players, {ROOMS:,} rooms"
    random.Random(22).shuffle(rooms)
    return [tables.limit_row(label, starts, "ms", 200), *read_rows(command, rooms, keys)]


def read_rows(command, rooms, keys):
    show("reading sleeping rooms")
    rounds = []
    for _ in range(stored_games.ROUNDS):
        with servers.Server("the server", command, pinned=False) as server:
            rounds.append([read_all(server, rooms[:READ]), read_all(server, rooms[:READ])])
            first = server.resident_megabytes()
            read_all(server, rooms[:KEPT])
            resident, counted = server.resident_megabytes(), server.metrics()["game_bytes"] / (1 << 20)
            profiles = (bulk.request("GET", "/players/me", token=key) for key in keys[:PAGES_READ])
            for _ in bulk.send(server, profiles, 200):
                pass
            players = server.resident_megabytes()
    touched, awake = zip(*rounds)
    return [
        stored_games.read_row(f"first read of {READ:,} rooms, warm page cache", touched),
        tables.plain_row("… again, awake", board_reads.summary(stored_games.best(awake))),
        tables.limit_row(f"memory after reading {KEPT:,} rooms", [resident], "MB", 100),
        tables.plain_row("… of which games and rooms, as counted by the server", f"{counted:,.1f} MB",
                         f"{first:,.1f} MB after {READ:,} rooms"),
        tables.plain_row(f"… and {PAGES_READ:,} profiles of players", f"{players:,.1f} MB"),
    ]


def read_all(server, rooms):
    """Reads each room, and returns the times in milliseconds."""
    times = []
    gc.disable()
    with board_reads.Client(server) as client:
        for room in rooms:
            found, milliseconds = client.read(f"/rooms/{room}")
            assert len(found["members"]) == MEMBERS and found["game"], found
            times.append(milliseconds)
    gc.enable()
    return times


def make_players(server, count):
    """Makes players, and returns their keys."""
    message = bulk.request("POST", "/players", {"name": "Ann"})
    return [json.loads(body)["key"] for body in bulk.send(server, [message] * count, 201)]


def make_rooms(server, groups):
    """Makes a room for each group of keys, the first of which is the host's, and returns the names."""
    made = bulk.send(server, (bulk.request("POST", "/rooms", {}, keys[0]) for keys in groups), 201)
    names = [json.loads(body)["room"] for body in made]
    joined = [bulk.request("POST", f"/rooms/{name}/members", {}, key)
              for name, keys in zip(names, groups) for key in keys[1:]]
    for _ in bulk.send(server, joined, 200):
        pass
    return names
