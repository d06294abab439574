"""Daily games, and their answers, which another server reveals."""

import datetime
import functools
import json
import urllib.request

from client import Game, Seat, ask
from game_tables import accepted
from mini_puzzles import BLOCK
from server_process import ServerProcess


@functools.cache
def daily_kinds():
    """The names of the kinds that have a game of the day; starts a server once for each test process."""
    with ServerProcess("--store", "memory") as server, urllib.request.urlopen(f"{server.url}/rules") as answer:
        return tuple(each["name"] for each in json.load(answer)["rules"] if each["daily"])


def today(days=0):
    """The date of today in UTC, or of so many days later."""
    return (datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days)).isoformat()


def daily(server, rules, date=None, token=None, method="POST"):
    return ask(server, method, f"/daily/{rules}" + (f"?date={date}" if date else ""), token=token)


class DailyGame(Game):
    """A personal game: its requests carry the token of its player unless they name another one.

    `Game(server, id)` asks as somebody else.
    """

    def __init__(self, server, id, token=None):
        super().__init__(server, id)
        self.token = token

    def ask(self, method, path="", body=None, headers=(), token=None, wire=None):
        return super().ask(method, path, body, headers, self.token if token is None else token, wire)


def open_daily(server, rules, date=None, token=None):
    """The game that `POST /daily/{rules}` starts or finds for the holder of `token`."""
    answer = daily(server, rules, date, token)
    assert answer.status in (200, 201), answer
    location = answer.header("Location")
    assert location.startswith("/games/")
    return DailyGame(server, location.removeprefix("/games/"), token)


def seated(server, rules, date=None, name="Ann", token=None):
    """A daily game that has started, with its player as `me`.

    It is a new one of somebody without a key, or that of the holder of `token`, which may be a key.
    """
    game = open_daily(server, rules, date, token)
    game.me = Seat(game, 1, name, None, token) if token else game.seat(name)
    game.token = game.me.token
    if game.show()["state"] == "waiting":
        accepted(game.me.act("start"))
    return game


class Answers:
    """Finds the answers of days by giving up on the server `twin`; None if the kind has none."""

    def __init__(self, twin):
        self.twin, self.known = twin, {}

    def of(self, rules, date):
        if (rules, date) not in self.known:
            game = seated(self.twin, rules, date, "Twin")
            accepted(game.me.act("resign"))
            self.known[rules, date] = game.show().get("result", {}).get("answer")
        return self.known[rules, date]


def solve_mini(game, answer):
    """Writes the whole solution."""
    cells = {str(index): sign for index, sign in enumerate(answer.replace("/", "")) if sign != BLOCK}
    accepted(game.ask("PATCH", "/board", {"cells": cells}, token=game.me.token))


def guess_word(game, word):
    """Writes a word into the current row and submits it."""
    row = game.show(game.me.token)["row"] + 1
    cells = {f"{column}{row}": letter for column, letter in zip("abcde", word, strict=True)}
    accepted(game.ask("PATCH", "/board", {"cells": cells}, token=game.me.token))
    return accepted(game.me.act("submit"))


def place_all(game):
    """Plays a word square alone to its end, cell by cell."""
    for cell in range(24):
        accepted(game.me.act("place", {"cell": cell}))
    accepted(game.me.act("place", {"cell": 24, "letter": "S"}))
    return game.show()["result"]
