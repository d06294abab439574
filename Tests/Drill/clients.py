"""Creates the clients of a drill: writers with and without seats, and watchers of every kind."""

from watchers import Getter, Poller, StreamReader
from world import create, sit
from writers import GameCreator, Writer

SEATED = 5  # one in five writers has a seat and a token


async def create_clients(world, options):
    """Creates `options.games` games and their clients; returns (writers, watchers)."""
    for number in range(options.games):
        world.games.append((await create(world, "host", f"drill {number}"))[0])
    writers = [await _writer(world, number) for number in range(options.clients)]
    writers.append(GameCreator(world, "creator"))
    watchers = [Getter(world, f"getter{n}", game) for n, game in enumerate(world.games[::4])]
    for kind, name in ((Poller, "poller"), (StreamReader, "stream")):
        watchers += [kind(world, f"{name}{n}", game) for n, game in enumerate(world.games)]
    world.clients = {one.name for one in (*writers, *watchers)} - {"creator"}
    return writers, watchers


async def _writer(world, number):
    name = f"writer{number}"
    if number % SEATED:
        return Writer(world, name, world.rng.sample(world.games, min(4, len(world.games))))
    game = world.games[number // SEATED % len(world.games)]
    return Writer(world, name, [game], await sit(world, name, game, f"Player {number}"))
