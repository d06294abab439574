"""Future letters cannot be computed from anything that a client can read."""

from client import Game, Seat, ask
from square_table import Table, accepted


def next_seed(seed):
    """The first number of SplitMix64 (Steele, Lea, Flood) for a seed."""
    mask = 2**64 - 1
    state = (seed + 0x9E3779B97F4A7C15) & mask
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
    state = (state ^ state >> 27) * 0x94D049BB133111EB & mask
    return state ^ state >> 31


def letters_with_seed(server, setup, seed):
    """The letters of a solo game imported with this seed; None if the import is refused."""
    document = {"format": "fivebyfive-game", "version": 1, "written": setup["created"], "events": []}
    document["setup"] = {**setup, "seed": f"{seed:016x}"}
    answer = ask(server, "POST", "/games/import", document)
    if answer.status != 201:
        return None
    game = Game(server, answer.json["id"], answer.json["host"]["token"])
    return letters_of(game, game.seat("Eve"))


def letters_of(game, seat, count=12):
    """Plays a solo game until `count` letters are called; returns them."""
    if game.show()["state"] == "waiting":
        accepted(seat.act("start"))
    for cell in range(count - 1):
        accepted(game.act("place", {"cell": cell}, seat.token))
    return [event["letter"] for event in game.history() if event["type"] == "letter.called"]


def test_the_export_of_a_finished_game_does_not_reveal_the_next_rounds_letters(server):
    game = Table(server, "Ann", end="shared")
    game.play()
    accepted(game.people[0].act("rematch"))
    setup = game.ask("GET", "/export").json["setup"]
    ann = game.people[0]
    following = Game(server, game.show()["next"], game.host)
    seat = Seat(following, ann.number, ann.name, ann.colour, ann.token)
    actual = letters_of(following, seat)
    if "seed" in setup:
        known = int(setup["seed"], 16)
        setup = {key: value for key, value in setup.items() if key not in ("seed", "previous")}
        for seed in (known, next_seed(known), known + 1):
            assert letters_with_seed(server, setup, seed) != actual, "the next seed can be predicted"
