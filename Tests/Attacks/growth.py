"""Stores as much as one address can for some minutes, in every way; prints a table beside the limit of a day.

    python Tests/Attacks/growth.py [--minutes 10]

An address has a budget of bytes, from which the server takes an estimate of what each request stores. Each way of
storing runs on a server of its own; the table compares the bytes of its data folder with that estimate. In a day
an address can store the budget times the worst of these ratios.
"""

import argparse
import itertools
import json
import pathlib
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "BlackBox")]

from client import Game, ask  # noqa: E402
from puzzle_files import document  # noqa: E402
from server_process import ServerProcess  # noqa: E402
from wire import Wire  # noqa: E402

MB = 1e6
BUDGET = 50 * MB  # of an address and day: 25 MB at once, and 25 MB more in the course of the day
EVENT, GAME = 256, 8192  # bytes that the server charges; see `Settings`
JSON = {"Content-Type": "application/json"}
CELLS = [{str(cell): letter for cell in range(25)} for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]


class Way:
    """One way of storing: `requests` yields (what the server charges for it, an answer) for ever."""

    def __init__(self, server):
        self.server, self.wire = server, Wire(server)
        self.charged = self.stored = self.count = 0

    def send(self, method, path, body, token=None):
        text = json.dumps(body)
        return len(text), ask(self.server, method, path, text, JSON, token, wire=self.wire)

    def games(self):
        """Games, one after another, each until it is full."""
        while True:
            size, answer = self.send("POST", "/games", {"rules": "free", "options": {"open": True}})
            yield GAME + size, answer
            if answer.status == 201:
                yield from self.fill(Game(self.server, answer.json["id"], answer.json["host"]["token"]))

    def fill(self, game):
        return ()


class Games(Way):
    """empty games with long titles"""

    def requests(self):
        while True:
            size, answer = self.send("POST", "/games", {"rules": "mini", "title": "家" * 80, "public": True})
            yield GAME + size, answer


class Edits(Way):
    """edits of 25 cells with long move ids"""

    requests = Way.games

    def fill(self, game):
        status = 200
        for number in itertools.count():
            if status == 409:
                return
            body = {"cells": CELLS[number % 26], "move": f"{number:064}"}
            size, answer = self.send("PATCH", game.path + "/board", body)
            status = answer.status
            yield (25 * EVENT + size if status == 200 else 0), answer


class Letters(Way):
    """edits of one cell with long move ids"""

    requests = Way.games

    def fill(self, game):
        status = 200
        for number in itertools.count():
            if status == 409:
                return
            size, answer = self.send(
                "POST", f"{game.path}/board/cells/{number % 25}", {"value": "AB"[number // 25 % 2], "move": f"{number:064}"}
            )
            status = answer.status
            yield EVENT + size, answer


class Seats(Way):
    """seats with long names, taken and left"""

    requests = Way.games

    def fill(self, game):
        status = 201
        while status != 409:
            size, answer = self.send("POST", game.path + "/seats", {"name": "家" * 32})
            status = answer.status
            yield EVENT + size, answer
            if status == 201:
                seat = answer.json
                while True:
                    answer = self.send("DELETE", f"{game.path}/seats/{seat['seat']}", {}, seat["token"])[1]
                    yield EVENT, answer
                    if answer.status != 429:
                        break


class Puzzles(Way):
    """puzzle files of 64 kB"""

    def requests(self):
        for number in itertools.count():
            size, answer = self.send("POST", "/puzzles", document(title=str(number), **{"org.example:x": "x" * 62_000}))
            yield GAME + size, answer


class Dailies(Way):
    """daily games, given up"""

    def requests(self):
        while True:
            size, answer = self.send("POST", "/daily/guess", {})
            yield GAME + size, answer
            if answer.status == 201:
                game = new_seat(self, answer.json["id"])
                yield EVENT, self.send("POST", f"{game.path}/actions/resign", {}, game.token)[1]


class Players(Way):
    """players with long names, and codes that link devices"""

    def requests(self):
        while True:
            size, answer = self.send("POST", "/players", {"name": "家" * 32})
            yield GAME + size, answer
            if answer.status == 201:
                key = answer.json["key"]
                code = self.send("POST", "/players/me/codes", {}, key)[1]
                yield 0, code
                if code.status == 201:
                    yield 0, self.send("POST", "/players/link", {"code": code.json["code"]})[1]
                # Renaming and linking are limited, but charge no bytes.
                yield 0, self.send("PATCH", "/players/me", {"name": "山" * 32}, key)[1]


def new_seat(way, id):
    game = Game(way.server, id)
    game.token = way.send("POST", game.path + "/seats", {"name": "Mal"})[1].json.get("token")
    return game


WAYS = (Games, Edits, Letters, Seats, Puzzles, Dailies, Players)


def run(way, until):
    """Sends requests until the time `until`, as many as the server accepts."""
    for charge, answer in way.requests():
        if answer.status < 300:
            way.charged += charge
            way.count += 1
        elif answer.status in (429, 503):
            time.sleep(0.1)
        if time.monotonic() > until:
            return


def size(folder):
    return sum(path.stat().st_size for path in pathlib.Path(folder).rglob("*") if path.is_file())


def measure(kind, minutes, rows):
    with ServerProcess() as server:
        # Once a server has stopped, the write-ahead log is part of the database.
        server.stop()
        before = size(server.data)
        server.start()
        way = kind(server)
        run(way, time.monotonic() + minutes * 60)
        server.stop()
        rows[kind] = way.count, way.charged, size(server.data) - before


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    minutes = parser.parse_args().minutes
    rows = {}
    threads = [threading.Thread(target=measure, args=(kind, minutes, rows)) for kind in WAYS]
    for thread in threads:
        thread.start()
    began = time.monotonic()
    while any(thread.is_alive() for thread in threads):
        time.sleep(1)
        if sys.stderr.isatty():
            print(f"\r{(time.monotonic() - began) / 60:.1f} of {minutes:g} minutes", end="", file=sys.stderr)
    print(f"| what one address stores in {minutes:g} minutes | accepted | charged, MB | stored, MB | ratio | at most in a day, MB |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for kind, (count, charged, stored) in sorted(rows.items(), key=lambda item: WAYS.index(item[0])):
        ratio = stored / charged
        print(
            f"| {kind.__doc__} | {count:,} | {charged / MB:.1f} | {stored / MB:.1f} | {ratio:.2f} | {ratio * BUDGET / MB:.0f} |"
        )
    print(f"\nThe limit of a day is {BUDGET / MB:.0f} MB.")
    sys.exit(0 if len(rows) == len(WAYS) else 1)


if __name__ == "__main__":
    main()
