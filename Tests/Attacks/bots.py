"""Measures how fast a player's bot answers while another address keeps the bots and the analyses busy.

    python Tests/Attacks/bots.py [--rounds 20]

The other address plays twenty word squares against eleven hard bots each, every one with its own scoring, so that the
server has to prepare each anew, and asks for analyses on 80 connections. The exit code is 1 if the player's bot takes
longer than 1.5 s once.
"""

import argparse
import itertools
import json
import pathlib
import statistics
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "BlackBox")]

from client import ask  # noqa: E402
from server_process import ServerProcess  # noqa: E402
from wire import Closed, Wire  # noqa: E402

LIMIT = 1.5  # seconds for a bot's move
GAMES, BOTS, ANALYSES = 20, 11, 80
MALLORY, ANN = "127.0.0.1", "127.0.0.2"
LETTERS = "EARIOTNSLC"
PATIENCE = 60


class Square:
    """A word square of one person against hard bots, played from one address."""

    def __init__(self, server, source, bots=1, **options):
        self.server, self.wire = server, Wire(server, timeout=PATIENCE, source=source)
        made = self.ask("POST", "/games", {"rules": "square", "options": {"clock": None, **options}})
        self.path, host = f"/games/{made.json['id']}", made.json["host"]["token"]
        self.token = self.ask("POST", self.path + "/seats", {"name": "Ann"}).json["token"]
        for _ in range(bots):
            self.ask("POST", self.path + "/bots", {"level": "hard"}, host)
        self.ask("POST", self.path + "/actions/start", {}, host)

    def ask(self, method, path, body=None, token=None):
        """Sends a request, again and again while the server is too busy for this address."""
        text = json.dumps(body) if body is not None else None
        while True:
            answer = ask(self.server, method, path, text, {"Content-Type": "application/json"}, token, wire=self.wire)
            if answer.status not in (429, 503):
                return answer
            time.sleep(0.05)

    def show(self):
        return self.ask("GET", self.path, token=self.token).json

    def wait(self, check):
        """Waits until `check` accepts the game; returns it."""
        deadline = time.monotonic() + PATIENCE
        while not check(shown := self.show()):
            if time.monotonic() > deadline:
                raise TimeoutError(f"the bots do not move: {shown['round']}")
            time.sleep(0.01)
        return shown

    def play_round(self):
        """Plays one letter; returns the seconds until the bots had called, if it was their turn, and placed."""
        began = time.monotonic()
        shown = self.wait(lambda shown: shown["round"]["step"] != "call" or shown["turn"] == 1 or is_over(shown))
        if is_over(shown):
            return None
        if shown["round"]["step"] == "call":
            number = len(shown["round"]["letters"])
            self.ask("POST", self.path + "/actions/call", {"letter": LETTERS[number % 10]}, self.token)
            began = time.monotonic()
            due = number + 1
        else:
            due = len(shown["round"]["letters"])
        self.wait(lambda shown: all(seat["filled"] >= due for seat in shown["seats"] if seat["bot"]))
        seconds = time.monotonic() - began
        self.ask("POST", self.path + "/actions/place", {"cell": due - 1}, self.token)
        return seconds


def is_over(shown):
    return shown["state"] == "finished" or shown["round"]["step"] == "last"


def play_on(server, number, busy):
    """Starts one game after another with a scoring of its own, and plays it as fast as the bots do."""
    for turn in itertools.count():
        points = {str(length): (number + turn * GAMES + length * 7) % 100 + 1 for length in (3, 4, 5)}
        square = Square(server, MALLORY, BOTS, points=points)
        while not busy.is_set() and square.play_round() is not None:
            pass
        if busy.is_set():
            return


def analyse(server, number, busy):
    body = json.dumps({"board": "C...E/...../...../...../.....", "letter": None, "level": "hard", "points": {"3": number}})
    while not busy.is_set():
        try:
            with Wire(server, timeout=PATIENCE, source=MALLORY) as wire:
                while not busy.is_set():
                    wire.request("POST", "/analysis/place", body, {"Content-Type": "application/json"}).answer("POST")
        except (Closed, OSError):
            time.sleep(0.05)


def ignoring_the_end(work):
    def run(*arguments):
        try:
            work(*arguments)
        except (Closed, OSError):
            if not arguments[-1].is_set():
                raise

    return run


def measure(rounds):
    """The seconds that the player's bot took in each round, in each phase."""
    with ServerProcess() as server:
        times = {"calm": play(Square(server, ANN), rounds)}
        busy = threading.Event()
        threads = [threading.Thread(target=ignoring_the_end(play_on), args=(server, number, busy)) for number in range(GAMES)]
        threads += [threading.Thread(target=analyse, args=(server, number, busy)) for number in range(ANALYSES)]
        for thread in threads:
            thread.start()
        time.sleep(3)
        try:
            times["attacked"] = play(Square(server, ANN), rounds)
            times["attacked, a new scoring in each game"] = [
                play(Square(server, ANN, points={"3": 60 + number, "4": 3}), 1)[0] for number in range(10)
            ]
            return times
        finally:
            busy.set()
            for thread in threads:
                thread.join()


def play(square, rounds):
    """Plays at most so many rounds; returns the seconds of the bot in each."""
    return [seconds for _ in range(rounds) if (seconds := square.play_round()) is not None]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=24, help="letters of a game, up to 24")
    phases = measure(parser.parse_args().rounds)
    print("| a hard bot calls or places, seconds | median | most |\n| --- | ---: | ---: |")
    for name, times in phases.items():
        print(f"| {name} | {statistics.median(times):.2f} | {max(times):.2f} |")
    sys.exit(0 if max(map(max, phases.values())) <= LIMIT else 1)


if __name__ == "__main__":
    main()
