"""Plays games to their end over HTTP, for the tests of the end screen."""

import time
import urllib.error

from lattice_window import solving_swaps, useless_swap

COLOURS = ["#2a9d8f", "#e76f51", "#5661b3", "#e9a23b"]
SQUARE = "HEARTEMBERABUSERESINTREND"
TIMEOUT = 10


class PlayedGame:
    """A game with its seats and their tokens, played over HTTP."""

    def __init__(self, api, rules, names, **options):
        self.api = api
        made = api("POST", "/games", {"rules": rules, "options": options})
        self.id, self.host = made["id"], made["host"]["token"]
        self.seats = [self.request("POST", "seats", {"name": name, "colour": colour})
                      for name, colour in zip(names, COLOURS)]
        if rules == "square" or options.get("mode") == "race":
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


def free(api, names=("Ann", "Ben"), rounds=0):
    """A closed free board with ten words; all its letters were overwritten `rounds` times before."""
    played = PlayedGame(api, "free", names)
    for turn in range(rounds):
        letters = {str(cell): "ABC"[(turn + cell) % 3] for cell in range(25)}
        retry_when_limited(played.write, letters, 1 + turn % len(names))
    for cell, letter in enumerate(SQUARE):
        retry_when_limited(played.write, {str(cell): letter}, 1 + cell % len(names))
    played.act("close", token=played.host)
    return played


def square(api, names=("Ann", "Ben"), bots=0, **options):
    """Ann builds the square of words; the others place each letter in the last free cell."""
    options = {"clock": None, "preset": "classic", **options}
    played = PlayedGame(api, "square", names, **options) if not bots else with_bots(api, names, bots, options)
    for letter in SQUARE if len(names) + bots > 1 else [None] * 25:
        caller = wait_until(lambda: played.game, lambda game: game["round"]["step"] == "call" or letter is None)
        if letter and caller.get("turn", 99) <= len(names):
            played.act("call", {"letter": letter}, caller["turn"])
        wait_until(lambda: played.game, lambda game: game["round"]["step"] == "place")
        for seat in range(1, len(names) + 1):
            board = played.request("GET", "board", token=played.token(seat))["cells"]
            free_cells = [cell["index"] for cell in board if not cell["value"]]
            called = played.game["called"]
            fitting = [cell for cell in free_cells if SQUARE[cell] == called and seat == 1]
            played.act("place", {"cell": (fitting or free_cells[::-1])[0]}, seat)
    wait_until(lambda: played.game, lambda game: game["state"] == "finished")
    return played


def with_bots(api, names, bots, options):
    class SquareWithBots(PlayedGame):
        def act(self, name, body=None, seat=1, token=None):
            if name == "start":
                for _ in range(bots):
                    self.request("POST", "bots", {"level": "easy"}, self.host)
            return super().act(name, body, seat, token)
    return SquareWithBots(api, "square", names, **options)


def answer_of(api, rules, **options):
    """The answer for a seed or a day, from a second game that is resigned at once."""
    twin = PlayedGame(api, rules, ["Twin"], **options)
    twin.act("resign")
    return twin.game["result"]["answer"]


def solution(answer):
    return {str(cell): sign for cell, sign in enumerate(answer.replace("/", "")) if sign != "#"}


def mini(api, names=("Ann",), seed=4, **options):
    """A solved mini: together with one wrong check and one reveal, or in a race by each player."""
    cells = solution(answer_of(api, "mini", seed=seed))
    played = PlayedGame(api, "mini", names, seed=seed, **options)
    first, second, *others = cells
    if options.get("mode") == "race":
        for seat in range(1, len(names) + 1):
            if seat == 2:
                played.act("reveal", {"scope": "cell", "cell": int(first)}, seat)
            played.write({cell: cells[cell] for cell in cells if seat != 2 or cell != first}, seat)
        return played
    played.write({first: "Q"})
    played.act("check", {"scope": "cell", "cell": int(first)})
    played.act("reveal", {"scope": "cell", "cell": int(second)})
    for turn, cell in enumerate([*others, first]):
        played.write({cell: cells[cell]}, 1 + turn % len(names))
    return played


def guess(api, names=("Ann",), seed=5, words=("CRANE", "SLOTH"), **options):
    """Each player guesses `words`, one fewer than the player before, and then the answer."""
    answer = answer_of(api, "guess", seed=seed)
    played = PlayedGame(api, "guess", names, seed=seed, **options)
    for seat in range(1, len(names) + 1):
        for row, word in enumerate([*words[seat - 1:], answer]):
            played.write({str(5 * row + place): letter for place, letter in enumerate(word)}, seat)
            played.act("submit", seat=seat)
    return played


def lattice(api, names=("Ann",), seed=3, **options):
    """A solved lattice: together, or in a race by each player; the first needs no useless swap, the second one."""
    answer = answer_of(api, "lattice", seed=seed)
    played = PlayedGame(api, "lattice", names, seed=seed, **options)
    for seat in range(1, len(names) + 1) if options.get("mode") == "race" else [1]:
        text = played.request("GET", "board", token=played.token(seat))["text"]
        useless = [useless_swap(text, answer)] * 2 if seat == 2 else []
        for turn, (one, other) in enumerate([*useless, *solving_swaps(text, answer)]):
            mover = seat if options.get("mode") == "race" else 1 + turn % len(names)
            played.act("swap", {"from": one, "to": other}, mover)
    return played


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


def daily_guess(api, name, tries):
    """A daily game of today in which a new player, called `name`, finds the word at try number `tries`."""
    day = time.strftime("%Y-%m-%d", time.gmtime())
    answer = answer_of(api, "guess", mode="daily", day=day)
    played = object.__new__(PlayedGame)
    key = api("POST", "/players", {"name": name, "colour": COLOURS[0]})["key"]
    made = api("POST", "/daily/guess", token=key)
    played.api, played.id = api, made["id"]
    played.seats = [{**made["seats"][0], "token": key}]
    wrong = [word for word in ("CRANE", "SLOTH", "BUMPY", "LIGHT") if word != answer]
    for row, word in enumerate([*wrong[:tries - 1], answer]):
        played.write({str(5 * row + place): letter for place, letter in enumerate(word)})
        played.act("submit")
    return played
