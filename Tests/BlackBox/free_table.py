"""A free board with seated players, as shared tests play it."""

from game_tables import GameTable, accepted

TABLE = GameTable


def finish(room, **options):
    """Letters are written, and the host closes the game."""
    game = room.begin("free", **options)
    accepted(game.people[0].edit(0, "A"))
    accepted(game.act("close", token=room.host.key))
    return game


def stages(server):
    games = {"going": GameTable(server, "Ann", "Ben"), "over": GameTable(server, "Ann")}
    for game in games.values():
        accepted(game.people[0].edit(0, "A"))
    accepted(games["over"].act("close", token=games["over"].host))
    return games


def go_on(games):
    accepted(games["going"].people[1].edit(1, "B"))
    assert games["going"].board()["text"].startswith("AB")


def played(server):
    return [stages(server)["over"]]
