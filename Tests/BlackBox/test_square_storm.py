"""All players send random commands at once: the rules hold, and every view stays consistent."""

import random
import signal
import threading

import pytest

from client import Closed, Wire, eventually
from square_referee import Referee
from square_table import Table, scores

SEATS = 6
LETTERS = "ESTARINOLDCUPMGHB"


def send_commands(game, person, count, statuses):
    """Sends random commands of one player, valid and invalid ones, on one connection."""
    chance = random.Random(person.number)
    with Wire(game.server, timeout=20) as wire:
        for _ in range(count):
            method, path, body = random_command(chance)
            answer = game.ask(method, path, body, token=person.token, wire=wire)
            statuses.add(answer.status)


def random_command(chance):
    cell, letter = chance.randrange(25), chance.choice(LETTERS)
    return chance.choice(
        [("POST", "/actions/call", {"letter": letter})] * 4
        + [("POST", "/actions/place", {"cell": cell})] * 6
        + [("POST", f"/board/cells/{cell}", {"value": letter})]
        + [("POST", "/actions/resign", {}), ("POST", "/actions/return", {}), ("GET", "", None)]
        + [("POST", "/actions/place", {"cell": cell, "letter": letter}), ("GET", "/board", None)]
    )


@pytest.mark.parametrize("end", ["free-last", "shared"])
def test_the_rules_hold_in_a_storm(server, end):
    game = Table(server, *(f"P{number}" for number in range(SEATS)), bots=["easy"], end=end)
    statuses, threads = set(), []
    for person in game.people:
        threads.append(threading.Thread(target=send_commands, args=(game, person, 60, statuses)))
        threads[-1].start()
    for thread in threads:
        thread.join()
    assert statuses <= {200, 403, 404, 409, 422, 429} and {200, 409} <= statuses
    check_to_the_end(game, end)


def check_to_the_end(game, end):
    """All players leave, bots finish the game, and the referee checks all of it."""
    for person in game.people:
        game.leave(person.number)
    shown = game.wait(lambda shown: shown["state"] == "finished", "the end")
    referee = Referee(end).read(game.history())
    assert referee.texts() == game.texts() and referee.over
    assert shown["result"]["scores"] == scores(game)


def test_the_rules_hold_in_a_storm_with_kills(own_free_server):
    game = Table(own_free_server, *(f"P{number}" for number in range(3)), bots=["easy"], end="shared")
    stop = threading.Event()
    threads = [threading.Thread(target=insist, args=(game, person, stop)) for person in game.people]
    for thread in threads:
        thread.start()
    for _ in range(3):
        before = game.view()["sequence"]
        eventually(lambda: game.view()["sequence"] > before + 5, seconds=10, what="the storm")
        own_free_server.restart(signal.SIGKILL)
    stop.set()
    for thread in threads:
        thread.join()
    check_to_the_end(game, "shared")


def insist(game, person, stop):
    """Sends random commands until `stop` is set, also while the server is down."""
    chance = random.Random(person.number)
    while not stop.wait(0.02):
        method, path, body = random_command(chance)
        try:
            game.ask(method, path, body, token=person.token)
        except (OSError, Closed):
            pass  # the server is killed on purpose
