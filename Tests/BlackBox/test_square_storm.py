"""All players send random commands at once, also while the server is killed: the referee finds every rule kept."""

import random
import signal
import threading

from client import Closed, eventually
from square_referee import Referee
from square_table import Table, scores

LETTERS = "ESTARINOLDCUPMGHB"


def random_command(chance):
    cell, letter = chance.randrange(25), chance.choice(LETTERS)
    return chance.choice(
        [("POST", "/actions/call", {"letter": letter})] * 4
        + [("POST", "/actions/place", {"cell": cell})] * 6
        + [("POST", f"/board/cells/{cell}", {"value": letter})]
        + [("POST", "/actions/resign", {}), ("POST", "/actions/return", {}), ("GET", "", None)]
        + [("POST", "/actions/place", {"cell": cell, "letter": letter}), ("GET", "/board", None)]
    )


def test_the_rules_hold_in_a_storm_with_kills(own_free_server):
    game = Table(own_free_server, *(f"P{number}" for number in range(4)), end="shared")
    stop, statuses = threading.Event(), set()

    def insist(person):
        """Sends commands, valid and invalid ones, until `stop` is set, also while the server is down."""
        chance = random.Random(person.number)
        while not stop.wait(0.02):
            method, path, body = random_command(chance)
            try:
                statuses.add(game.ask(method, path, body, token=person.token).status)
            except (OSError, Closed):
                pass  # the server is killed on purpose

    threads = [threading.Thread(target=insist, args=(person,)) for person in game.people]
    for thread in threads:
        thread.start()
    try:
        for _ in range(3):
            before = game.view()["sequence"]
            eventually(lambda: game.view()["sequence"] > before + 5, what="the storm")  # noqa: B023 -- called at once
            own_free_server.restart(signal.SIGKILL)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert statuses <= {200, 403, 404, 409, 422, 429} and {200, 409} <= statuses
    # All players leave, and bots finish the game.
    for person in game.people:
        game.leave(person.number)
    shown = game.wait(lambda shown: shown["state"] == "finished", "the end")
    referee = Referee("shared").read(game.history())
    assert referee.texts() == game.texts() and referee.over
    assert shown["result"]["scores"] == scores(game)
