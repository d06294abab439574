"""Who plays in a drill: writers with and without seats, and readers of every kind."""

from watchers import Getter, Poller, StreamReader
from world import create, sit
from writers import Founder, Writer

SEATED = 5  # one writer in so many has a seat and a token


async def crowd(world, options):
    """The clients, `options.clients` of them writing on `options.games` games: (writers, watchers)."""
    for number in range(options.games):
        world.games.append((await create(world, "host", f"drill {number}"))[0])
    writers = [await _writer(world, number) for number in range(options.clients)]
    writers.append(Founder(world, "founder"))
    watchers = [Getter(world, f"getter{n}", game) for n, game in enumerate(world.games[::4])]
    for kind, name in ((Poller, "poller"), (StreamReader, "stream")):
        watchers += [kind(world, f"{name}{n}", game) for n, game in enumerate(world.games)]
    world.clients = {one.name for one in (*writers, *watchers)} - {"founder"}
    return writers, watchers


async def _writer(world, number):
    name = f"writer{number}"
    if number % SEATED:
        return Writer(world, name, world.dice.sample(world.games, min(4, len(world.games))))
    game = world.games[number // SEATED % len(world.games)]
    return Writer(world, name, [game], await sit(world, name, game, f"Player {number}"))
