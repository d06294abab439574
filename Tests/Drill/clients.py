"""Creates the clients of a drill: writers with and without seats, members of rooms, and watchers of every kind."""

from room_clients import Guest, RoomGetter, RoomHost, RoomReader
from watchers import Getter, Poller, StreamReader
from world import create, make_room, register, sit, sit_by_key
from writers import GameCreator, Writer

SEATED = 5  # one in five writers has a seat; every second of these has a key, the others a token
GUESTS = 2  # of a room, beside its host
GAMES_FOR_A_ROOM = 4  # there is a room for as many games


async def create_clients(world, options):
    """Creates `options.games` games, rooms, and their clients; returns (writers, watchers)."""
    for number in range(options.games):
        world.games.append((await create(world, "host", f"drill {number}"))[0])
    writers = [await _writer(world, number) for number in range(options.clients)]
    writers.append(GameCreator(world, "creator"))
    watchers = [Getter(world, f"getter{n}", game) for n, game in enumerate(world.games[::4])]
    for kind, name in ((Poller, "poller"), (StreamReader, "stream")):
        watchers += [kind(world, f"{name}{n}", game) for n, game in enumerate(world.games)]
    for number in range(max(1, options.games // GAMES_FOR_A_ROOM)):
        for group, more in zip((writers, watchers), await _room(world, f"room{number}"), strict=True):
            group += more
    world.clients = {one.name for one in (*writers, *watchers)} - {"creator"}
    return writers, watchers


async def _writer(world, number):
    name = f"writer{number}"
    if number % SEATED:
        return Writer(world, name, world.rng.sample(world.games, min(4, len(world.games))))
    game = world.games[number // SEATED % len(world.games)]
    seat = sit_by_key if number // SEATED % 2 else sit
    return Writer(world, name, [game], await seat(world, name, game, f"Player {number}"))


async def _room(world, room):
    """The (writers, watchers) of a room: its host and guests, and readers with and without a key."""
    player, key = await make_room(world, f"{room}-host", room)
    people = [RoomHost(world, f"{room}-host", room, player, key)]
    for number in range(GUESTS):
        name = f"{room}-guest{number}"
        people.append(Guest(world, name, room, *await register(world, name, name)))
    readers = [RoomReader(world, f"{one.name}-stream", room, one.key) for one in people]
    readers += [RoomReader(world, f"{room}-stream", room), RoomGetter(world, f"{room}-getter", room)]
    return people, readers
