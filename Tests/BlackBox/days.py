"""Games of a day, and a twin server on which their words can be looked up by giving up."""

import datetime

from client import Game, Seat, ask
from mini_puzzles import BLOCK
from square_table import accepted


def today(days=0):
    return day_of(datetime.datetime.now(datetime.UTC).date(), days)


def day_of(day, days=0):
    """The day so many days after, as text."""
    day = datetime.date.fromisoformat(day) if isinstance(day, str) else day
    return (day + datetime.timedelta(days)).isoformat()


def daily(server, rules, date=None, token=None):
    """What `GET /daily/…` answers."""
    return ask(server, "GET", f"/daily/{rules}" + (f"?date={date}" if date else ""), token=token)


def open_daily(server, rules, date=None, token=None):
    """The game to which a viewer is sent."""
    answer = daily(server, rules, date, token)
    assert answer.status == 303, answer
    location = answer.header("Location")
    assert location.startswith("/games/")
    return Game(server, location.removeprefix("/games/"))


def seated(server, rules, date=None, name="Ann", token=None):
    """A game of the day in which somebody sits: newly seated, or by a token that it carries over."""
    game = open_daily(server, rules, date, token)
    if token is None:
        game.me = game.seat(name)
        if game.show()["state"] == "waiting":
            accepted(game.me.act("start"))
    else:
        game.me = Seat(game, 1, name, None, token)
    return game


class Answers:
    """Looks words of days up on a server of its own, so that nobody's totals change."""

    def __init__(self, twin):
        self.twin, self.known = twin, {}

    def of(self, rules, date):
        """The answer of that day."""
        if (rules, date) not in self.known:
            game = seated(self.twin, rules, date, "Twin")
            accepted(game.me.act("resign"))
            self.known[rules, date] = game.show()["result"]["answer"]
        return self.known[rules, date]


def solve_mini(game, token, answer, but=()):
    """Writes a whole solution."""
    cells = {
        str(index): sign
        for index, sign in enumerate(answer.replace("/", ""))
        if sign != BLOCK and index not in but
    }
    return accepted(game.ask("PATCH", "/board", {"cells": cells}, token=token))


def guess_word(game, token, word):
    """Writes a word into the current row and submits it."""
    row = game.show(token)["row"] + 1
    cells = {f"{column}{row}": letter for column, letter in zip("abcde", word, strict=True)}
    accepted(game.ask("PATCH", "/board", {"cells": cells}, token=token))
    return accepted(game.act("submit", {}, token))


def place_all(game, token, order=range(25)):
    """Plays a solo word square to its end by this order of cells."""
    for cell in order:
        step = game.show(token)["round"]["step"] if cell == order[-1] else "place"
        body = {"cell": cell} | ({"letter": "S"} if step == "last" else {})
        accepted(game.act("place", body, token))
    shown = game.show()
    assert shown["state"] == "finished"
    return shown["result"]
