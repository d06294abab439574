#!/usr/bin/env python3
"""A bot for FiveByFive. Change `choose`, which gets the game and returns a move. The rest plays the moves.

    python3 bot.py http://localhost:8080 GAME                     # joins a game, by its id or its link
    python3 bot.py http://localhost:8080 --new square --start 2   # makes a game, starts it when 2 are seated

`--help` lists the options.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import pathlib
import random
import re
import signal
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections import Counter
from functools import lru_cache, partial
from typing import Iterator

Game = dict  # what `GET /games/{id}` tells this seat, and "me", the number of the seat
Move = tuple  # an action and its parameters: ("place", {"cell": 7}); ("edit", {"cells": {…}}) writes letters

# ------------------------------------------------------------------------------------------------- strategy


def choose(game: Game) -> Move | None:
    """Returns a move, or None to wait until the game changes."""
    return STRATEGIES[game["rules"]](game)


def own_cells(game: Game) -> list[dict]:
    """The 25 cells of the bot's own board, or of the board (number 0) that all players share."""
    return next(board["cells"] for board in game["boards"] if board["board"] in (0, game["me"]))


@lru_cache(maxsize=None)
def words(name: str) -> list[str]:
    """A word list of the server: `en` has the words that count, `en-answers` those that a game can hide."""
    return server.call("GET", f"/lexicons/{name}.txt").split()


ROWS = [list(range(5 * row, 5 * row + 5)) for row in range(5)]
LINES = ROWS + [list(column) for column in zip(*ROWS)]


def square(game: Game) -> Move | None:
    """The word square: calls and places the letter for which a row and a column gain most."""
    if not {"call", "place"} & set(game["actions"]):
        return None
    lexicon, points = game["lexicon"], tuple(game["scoring"]["points"].items())
    board = [cell["value"] or "." for cell in own_cells(game)]
    holes = [cell for cell in range(25) if board[cell] == "."]

    def worth(board: list[str], cell: int) -> float:
        lines = ["".join(board[index] for index in line) for line in LINES if cell in line]
        return sum(value(line, points, lexicon["id"]) for line in lines)

    def gain(cell: int, letter: str) -> float:
        return worth([*board[:cell], letter, *board[cell + 1 :]], cell) - worth(board, cell)

    # The player chooses a letter to call and, under most presets, one for the last cell.
    letters = [game["called"]] if game["round"]["step"] == "place" else lexicon["letters"]
    _, cell, letter = max((gain(cell, letter), cell, letter) for cell in holes for letter in letters)
    if "call" in game["actions"]:
        return "call", {"letter": letter}
    return "place", {"cell": cell, "letter": letter}


@lru_cache(maxsize=None)
def value(line: str, points: tuple, lexicon: str) -> float:
    """The expected points of the best word in a line such as `CA.E.`. The guess, which plays well: a hole
    gets the letter that a word needs with a chance of 1 in 20."""
    expected, none_better = 0.0, 1.0
    for length, score in sorted(points, reverse=True):
        for start in range(6 - int(length)):
            part = line[start : start + int(length)]
            sets = [having(lexicon, len(part), *known) for known in enumerate(part) if known[1] != "."]
            count = len(frozenset.intersection(*sets or [having(lexicon, len(part), 0, ".")]))
            chance = min(1.0, count * 0.05 ** part.count("."))
            expected += none_better * chance * score
            none_better *= 1 - chance
    return expected


@lru_cache(maxsize=None)
def having(lexicon: str, length: int, place: int, letter: str) -> frozenset[str]:
    """The words of a length with a letter at a place, or with any (`.`)."""
    return frozenset(word for word in words(lexicon) if len(word) == length and letter in (word[place], "."))


def guess(game: Game) -> Move | None:
    """The hidden word: of the words that explain all marks, guesses one that splits them into many groups."""
    if "row" not in game:  # not started, or this board is finished
        return None
    cells, row = own_cells(game), ROWS[game["row"]]
    left = words(game["lexicon"]["id"] + "-answers")
    for line in ROWS[: game["row"]]:
        left = [word for word in left if marks(word, read(cells, line, "value")) == read(cells, line, "mark")]
    some = left[:: len(left) // 40 + 1]  # 40 of them are nearly as good as all, and faster
    word = max(some, key=lambda word: len({marks(answer, word) for answer in left}))
    if word == read(cells, row, "value"):
        return "submit", {}
    return "edit", {"cells": dict(zip(map(str, row), word))}


def read(cells: list[dict], line: list[int], key: str) -> str:
    """The letters (`value`) of a line, or the initials of its marks (`mark`)."""
    return "".join(cells[index][key][:1] for index in line)


def marks(answer: str, word: str) -> str:
    """What the server shows for a word, such as `hnmmm`: hit, near, miss."""
    found, unused = "", Counter(wanted for wanted, letter in zip(answer, word) if wanted != letter)
    for wanted, letter in zip(answer, word):
        found += "h" if wanted == letter else "n" if unused[letter] > 0 else "m"
        unused[letter] -= wanted != letter
    return found


SIX = [LINES[number] for number in (0, 5, 2, 7, 4, 9)]  # across and down in turn: each limits the next


def lattice(game: Game) -> Move | None:
    """The lattice: finds the six words, then swaps letters into their places, two at once if possible."""
    if "swap" not in game["actions"]:
        return None
    cells, answers = own_cells(game), words(game["lexicon"]["id"] + "-answers")
    have = [cell["value"] for cell in cells]
    fitting = [[word for word in answers if explains(word, line, cells)] for line in SIX]
    want = arrange({}, Counter(have), fitting)
    wrong = [index for index in want if have[index] != want[index]]
    swaps = [(one, other) for one in wrong for other in wrong if have[one] == want[other]]
    one, other = max(swaps, key=lambda swap: have[swap[1]] == want[swap[0]])
    return "swap", {"from": one, "to": other}


def explains(word: str, line: list[int], cells: list[dict]) -> bool:
    """Whether a word explains the marks of its line; where words cross, near may be due to the other one."""
    pairs = zip(line, marks(word, read(cells, line, "value")), read(cells, line, "mark"))
    return all(a == b or (a + b == "mn" and index % 2 == index // 5 % 2 == 0) for index, a, b in pairs)


def arrange(board: dict[int, str], unused: Counter, fitting: list, used: tuple = ()) -> dict[int, str]:
    """The letters of the cells when six different words use up all letters; empty if no words do."""
    if len(used) == 6:
        return board
    for word in fitting[len(used)]:
        cells = dict(zip(SIX[len(used)], word))
        new = Counter(letter for index, letter in cells.items() if index not in board)
        crosses = all(board.get(index, letter) == letter for index, letter in cells.items())
        if crosses and word not in used and not new - unused:
            if found := arrange({**board, **cells}, unused - new, fitting, (*used, word)):
                return found
    return {}


STRATEGIES = {"square": square, "guess": guess, "lattice": lattice}
say = partial(print, flush=True)

# --------------------------------------------------------------------------------------------------- server

LOST = (OSError, http.client.HTTPException)  # no answer, half of one, or (HTTPError is an OSError) a refusal


class Server:
    def __init__(self, url: str):
        self.url, self.token = url.rstrip("/"), None

    def open(self, method: str, path: str, body: dict | None = None, timeout: float = 15, **headers: str):
        """Sends a request once."""
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        return urllib.request.urlopen(request, timeout=timeout)

    def call(self, method: str, path: str, body: dict | None = None, once: bool = False):
        """Sends a request until its outcome is known. Moves may arrive twice: the server makes only one
        for each move id. `once` is for requests that it would carry out twice."""
        for _ in attempts():
            try:
                with self.open(method, path, body) as answer:
                    data = answer.read().decode()
                    return json.loads(data) if data.startswith("{") else data
            except LOST as error:
                raise_or_wait(error, once)

    def follow(self, path: str) -> Iterator[int]:
        """Yields the number of each event. After a break it names the last one, and the server sends what was
        missed, or a snapshot of the game, which has the number of its last event."""
        last: dict[str, str] = {}
        while True:
            for _ in attempts():
                heard = False
                try:
                    # The server sends a line every 15 s: after 40 s of silence the connection is dead.
                    with self.open("GET", path, timeout=40, Accept="application/x-ndjson", **last) as stream:
                        for line in stream:
                            heard = True  # beats are empty lines, and the last line may be cut off
                            event = json.loads(line) if line.endswith(b"}\n") else {}
                            if "id" in event:  # presence and cursors have none
                                last = {"Last-Event-ID": event["id"]}
                                yield event["data"]["sequence"]
                except LOST as error:
                    raise_or_wait(error)
                if heard:
                    break
            time.sleep(random.random() / 2)


def raise_or_wait(error: Exception, once: bool = False) -> None:
    """Waits as long as the server asks for; raises the error if the same request cannot succeed later."""
    status = getattr(error, "code", None)  # of an answer
    if status not in (None, 429, 503) or (once and status != 429):
        raise error
    if status:
        time.sleep(float(error.headers.get("Retry-After", 1)))


def attempts() -> Iterator[int]:
    """Attempts for five minutes. Pauses grow, and are random so that many bots do not come back at once."""
    end = time.monotonic() + 300
    for number in itertools.count():
        yield number
        if time.monotonic() > end:
            raise TimeoutError("no answer for five minutes")
        time.sleep(random.uniform(0.5, 1) * min(10, 0.1 * 2**number))


def detail(error: Exception) -> str:
    """What an error says: the server's own sentence if there is one."""
    try:
        return json.load(error)["detail"]
    except Exception:
        return str(getattr(error, "reason", error))


# ------------------------------------------------------------------------------------------------- the game


def play(path: str, me: int, start: int) -> Game:
    """Plays until the game is over, and returns it."""
    seen = -1  # the last event that needs no move any more
    for number in server.follow(path + "/events"):
        while number > seen:
            game = {**server.call("GET", path), "me": me}
            if game["state"] == "finished":
                return game
            move = routine(game, start) or (choose(game) if game["state"] == "playing" else None)
            # A refused move would be refused again: wait for the next event.
            if not move or not make(path, *move):
                seen = game["sequence"]


def routine(game: Game, start: int) -> Move | None:
    """The moves that need no strategy."""
    if "return" in game["actions"]:  # the bot had left, and the server plays for it
        return "return", {}
    return ("start", {}) if "start" in game["actions"] and 0 < start <= len(game["seats"]) else None


def make(path: str, name: str, body: dict) -> bool:
    """Makes a move; returns whether the server accepts it."""
    say(f"{name} {json.dumps(body)}")
    body = {**body, "move": uuid.uuid4().hex}  # one id for one move, however often it is sent
    try:
        if name == "edit":
            server.call("PATCH", f"{path}/board", body)
        else:
            server.call("POST", f"{path}/actions/{name}", body)
        return True
    except urllib.error.HTTPError as error:
        say(f"refused: {detail(error)}")
        return False


def sit_down(args: argparse.Namespace) -> tuple[str, int]:
    """Finds or makes the game and takes a seat; returns the game's path and the seat's number."""
    if args.new:
        game = server.call("POST", "/games", {"rules": args.new, "options": dict(args.option)}, once=True)
        say(f"The game, for people and for bots: {server.url}/g/{game['id']}")
    else:
        game = server.call("GET", f"/games/{args.game}", once=True)
    path = f"/games/{game['id']}"
    if game["rules"] not in STRATEGIES:
        sys.exit(f"This bot does not play {game['rules']}; it plays {', '.join(STRATEGIES)}.")
    if game["state"] == "finished":
        sys.exit("This game is over.")
    state = pathlib.Path(args.state) if args.state else None
    kept = json.loads(state.read_text()) if state and state.exists() else {}
    if kept.get("game") == server.url + path:
        server.token = kept["token"]
        try:
            server.call("GET", path)
            return path, kept["seat"]
        except urllib.error.HTTPError as error:
            if error.code != 401:  # else the bot left before the game began, and the seat is gone
                raise
    server.token = game.get("host", {}).get("token")  # the host stays host by taking a seat with this token
    seat = server.call("POST", f"{path}/seats", {"name": args.name, "bot": True}, once=True)
    server.token = seat["token"]
    if state:
        state.touch(0o600)  # the file contains the token of the seat
        kept = {"game": server.url + path, "seat": seat["seat"], "token": seat["token"]}
        state.write_text(json.dumps(kept))
    return path, seat["seat"]


def option(text: str) -> tuple[str, object]:
    """An option of a game: `seed=5` and `clock=null` are JSON, `mode=race` is text."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def main() -> None:
    global server
    parser = argparse.ArgumentParser(description="A bot for FiveByFive.")
    parser.add_argument("server", help="such as http://localhost:8080")
    parser.add_argument("game", nargs="?", help="the id or the link of a game to join")
    parser.add_argument("--new", metavar="RULES", help=f"make a game: {', '.join(STRATEGIES)}")
    parser.add_argument("--option", action="append", default=[], type=option, help="NAME=VALUE of a new game")
    parser.add_argument("--start", type=int, metavar="N", help="start when N are seated (1 for a new game)")
    parser.add_argument("--name", default="Python", help="the bot's name")
    parser.add_argument("--state", metavar="FILE", help="keeps the seat in a file, to come back to it")
    args = parser.parse_args()
    if bool(args.game) == bool(args.new):
        parser.error("give either a GAME or --new RULES")
    if link := re.search("/(?:g|games)/([^/?#]+)", args.game or ""):
        args.game = link[1]
    server = Server(args.server)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    path, game = None, None
    try:
        path, me = sit_down(args)
        game = play(path, me, args.start or (1 if args.new else 0))
        say(f"finished: {json.dumps(game.get('result'))}")
    except KeyboardInterrupt:
        pass
    except LOST as error:
        sys.exit(f"{server.url}: {detail(error)}")
    finally:
        # A finished game is not left: that would remove the bot from its result.
        if path and not game:
            try:
                server.open("DELETE", f"{path}/seats/{me}", timeout=3).close()
            except LOST as error:
                say(f"could not leave: {detail(error)}")


if __name__ == "__main__":
    main()
