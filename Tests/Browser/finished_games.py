"""Plays games to their end over HTTP, for the tests of the end screen; `games` has how each kind is played."""

import itertools
import time
import urllib.error

COLOURS = ["#2a9d8f", "#e76f51", "#5661b3", "#e9a23b"]
SQUARE = "HEARTEMBERABUSERESINTREND"
TIMEOUT = 300  # seconds, for the first move of a bot


class PlayedGame:
    """A game with its seats and their tokens, played over HTTP."""

    def __init__(self, api, rules, names, **options):
        self.api = api
        made = api("POST", "/games", {"rules": rules, "options": options})
        self.id, self.host = made["id"], made["host"]["token"]
        self.seats = [self.request("POST", "seats", {"name": name, "colour": colour})
                      for name, colour in zip(names, itertools.cycle(COLOURS))]
        if self.game["state"] == "waiting":
            self.act("start", token=self.host)

    def request(self, method, path, body=None, token=None):
        return self.api(method, f"/games/{self.id}/{path}", body, token)

    def act(self, name, body=None, seat=1, token=None):
        return self.request("POST", f"actions/{name}", body or {}, token or self.token(seat))

    def token(self, seat):
        return self.seats[seat - 1]["token"]

    def write(self, cells, seat=1):
        return self.request("PATCH", "board", {"cells": cells}, self.token(seat))

    @property
    def game(self):
        return self.api("GET", f"/games/{self.id}")

    @property
    def texts(self):
        return {board["board"]: board["text"] for board in self.game["boards"]}


class DailyGame(PlayedGame):
    """A game of a day, by default of today, that a player has begun."""

    def __init__(self, api, rules, key, date=None):
        self.api = api
        made = api("POST", f"/daily/{rules}" + (f"?date={date}" if date else ""), token=key)
        self.id, self.seats = made["id"], [{**made["seats"][0], "token": key}]
        if made["state"] == "waiting":
            self.act("start")

    @property
    def game(self):
        return self.api("GET", f"/games/{self.id}", token=self.token(1))


def new_key(api, name="Ann"):
    """The key of a new player."""
    return api("POST", "/players", {"name": name, "colour": COLOURS[0]})["key"]


def answer_of_day(api, rules, date=None):
    """The answer of a day, from the game of another player, who gives up."""
    twin = DailyGame(api, rules, new_key(api, "Twin"), date)
    twin.act("resign")
    return twin.game["result"]["answer"]


def answer_of(api, rules, **options):
    """The answer for a seed or a day, from a second game that is resigned at once."""
    twin = PlayedGame(api, rules, ["Twin"], **options)
    twin.act("resign")
    return twin.game["result"]["answer"]


def solution(answer):
    return {str(cell): sign for cell, sign in enumerate(answer.replace("/", "")) if sign != "#"}


def wait_until(read, condition):
    """Reads the game until the condition holds or the game has finished; returns the game."""
    deadline = time.monotonic() + TIMEOUT
    while not (game := read())["state"] == "finished" and not condition(game):
        assert time.monotonic() < deadline, game
        time.sleep(0.02)
    return game


def retry_when_limited(command, *arguments):
    """Repeats a command while the server answers 429."""
    while True:
        try:
            return command(*arguments)
        except urllib.error.HTTPError as refusal:
            if refusal.code != 429:
                raise
            time.sleep(0.1)
