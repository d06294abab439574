"""Games that are played to their end over HTTP, so that a test begins where the page shows the end."""

import time
import urllib.error

COLOURS = ["#2a9d8f", "#e76f51", "#5661b3", "#e9a23b"]
SQUARE = "HEARTEMBERABUSERESINTREND"
PATIENCE = 10


class Played:
    """A finished game: `id`, the seats as they were taken (with tokens), and the game as the server shows it."""

    def __init__(self, api, rules, names, **options):
        self.api = api
        made = api("POST", "/games", {"rules": rules, "options": options})
        self.id, self.host = made["id"], made["host"]["token"]
        self.seats = [self.ask("POST", "seats", {"name": name, "colour": colour})
                      for name, colour in zip(names, COLOURS)]
        if rules == "square" or options.get("mode") == "race":
            self.act("start", token=self.host)

    def ask(self, method, path, body=None, token=None):
        return self.api(method, f"/games/{self.id}/{path}", body, token)

    def act(self, name, body=None, seat=1, token=None):
        return self.ask("POST", f"actions/{name}", body or {}, token or self.token(seat))

    def token(self, seat):
        return self.seats[seat - 1]["token"]

    def write(self, cells, seat=1):
        return self.ask("PATCH", "board", {"cells": cells}, self.token(seat))

    @property
    def game(self):
        return self.api("GET", f"/games/{self.id}")

    @property
    def texts(self):
        return {board["board"]: board["text"] for board in self.game["boards"]}


def free(api, names=("Ann", "Ben"), rounds=0):
    """A free board with ten words; `rounds` times all its letters were written before."""
    played = Played(api, "free", names)
    for turn in range(rounds):
        patiently(played.write, {str(cell): "ABC"[(turn + cell) % 3] for cell in range(25)}, 1 + turn % len(names))
    for cell, letter in enumerate(SQUARE):
        patiently(played.write, {str(cell): letter}, 1 + cell % len(names))
    played.act("close", token=played.host)
    return played


def square(api, names=("Ann", "Ben"), bots=0, **options):
    """Ann places the letters of a square of words where they belong, everybody else as they come."""
    options = {"clock": None, "preset": "classic", **options}
    played = Played(api, "square", names, **options) if not bots else with_bots(api, names, bots, options)
    for letter in SQUARE if len(names) + bots > 1 else [None] * 25:
        caller = until(lambda: played.game, lambda game: game["round"]["step"] == "call" or letter is None)
        if letter and caller.get("turn", 99) <= len(names):
            played.act("call", {"letter": letter}, caller["turn"])
        until(lambda: played.game, lambda game: game["round"]["step"] == "place")
        for seat in range(1, len(names) + 1):
            board = played.ask("GET", "board", token=played.token(seat))["cells"]
            free_cells = [cell["index"] for cell in board if not cell["value"]]
            called = played.game["called"]
            fitting = [cell for cell in free_cells if SQUARE[cell] == called and seat == 1]
            played.act("place", {"cell": (fitting or free_cells[::-1])[0]}, seat)
    until(lambda: played.game, lambda game: game["state"] == "finished")
    return played


def with_bots(api, names, bots, options):
    class Beside(Played):
        def act(self, name, body=None, seat=1, token=None):
            if name == "start":
                for _ in range(bots):
                    self.ask("POST", "bots", {"level": "easy"}, self.host)
            return super().act(name, body, seat, token)
    return Beside(api, "square", names, **options)


def answer_of(api, rules, **options):
    """What is to be found in a game of this seed or day: somebody gives up."""
    twin = Played(api, rules, ["Twin"], **options)
    twin.act("resign")
    return twin.game["result"]["answer"]


def solution(answer):
    return {str(cell): sign for cell, sign in enumerate(answer.replace("/", "")) if sign != "#"}


def mini(api, names=("Ann",), seed=4, **options):
    """Together: a letter checked and wrong, one revealed, then all written in turn. In a race each solves alone."""
    cells = solution(answer_of(api, "mini", seed=seed))
    played = Played(api, "mini", names, seed=seed, **options)
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
    """Everybody writes the words, one fewer than who sits before, then the answer."""
    answer = answer_of(api, "guess", seed=seed)
    played = Played(api, "guess", names, seed=seed, **options)
    for seat in range(1, len(names) + 1):
        for row, word in enumerate([*words[seat - 1:], answer]):
            played.write({str(5 * row + place): letter for place, letter in enumerate(word)}, seat)
            played.act("submit", seat=seat)
    return played


def until(look, wanted):
    deadline = time.monotonic() + PATIENCE
    while not (seen := look())["state"] == "finished" and not wanted(seen):
        assert time.monotonic() < deadline, seen
        time.sleep(0.02)
    return seen


def patiently(command, *arguments):
    """Again as long as the server says that it is too fast."""
    while True:
        try:
            return command(*arguments)
        except urllib.error.HTTPError as refusal:
            if refusal.code != 429:
                raise
            time.sleep(0.1)


def daily_guess(api, name, tries):
    """Today's word, found by somebody at this try."""
    day = time.strftime("%Y-%m-%d", time.gmtime())
    answer = answer_of(api, "guess", mode="daily", day=day)
    played = object.__new__(Played)
    played.api, played.id = api, api("GET", "/daily/guess")["id"]
    played.seats = [played.ask("POST", "seats", {"name": name, "colour": COLOURS[0]})]
    wrong = [word for word in ("CRANE", "SLOTH", "BUMPY", "LIGHT") if word != answer]
    for row, word in enumerate([*wrong[:tries - 1], answer]):
        played.write({str(5 * row + place): letter for place, letter in enumerate(word)})
        played.act("submit")
    return played
