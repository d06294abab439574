"""Floods: one address sends requests of one route, or of a mix of routes, as fast as it can.

The server has its limits per address, and a long game. There is a flood for every operation of /openapi.json.
"""

import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "BlackBox")]

from attacks import Attack  # noqa: E402
from wire import Wire  # noqa: E402

DOCUMENT = HERE.parent.parent / "static" / "openapi.json"
METHODS = {"get", "post", "put", "patch", "delete"}
LONG = 2500  # events of the long game
EMPTY = "/".join(["....."] * 5)
JSON = {"Content-Type": "application/json"}
# The bodies of requests; {n} in a path or body is a different number in each of a few requests.
BODIES = {
    "PATCH /games/{id}/board": {"cells": {str(cell): "ABCD"[cell % 4] for cell in range(25)}},
    "POST /games/{id}/board/cells/{cell}": {"value": "A"},
    "PUT /games/{id}/board/cells/{cell}": {"value": "B"},
    "POST /games": {"rules": "mini", "options": {"seed": "{n}"}},
    "POST /games/import": {"format": "fivebyfive.game"},
    "POST /games/{id}/actions/{name}": {},
    "POST /games/{id}/seats": {"name": "Mal"},
    "POST /games/{id}/bots": {"level": "hard"},
    "POST /games/{id}/seats/{seat}/token": {},
    "POST /games/{id}/prompts/{prompt}": {"button": 1},
    "POST /games/{id}/cursor": {"cell": 7},
    "POST /games/{id}/reactions": {"reaction": "👏"},
    "POST /puzzles": {"version": "http://ipuz.org/v2"},
    "POST /puzzles/generate": {"seed": "{n}"},
    "POST /daily/{rules}": {},
    "POST /players": {"name": "Mal"},
    "PATCH /players/me": {"name": "Mallory"},
    "POST /players/me/codes": {},
    "POST /players/me/recovery": {},
    "POST /players/link": {"code": "ZZZ-ZZZ"},
    "POST /rooms/join": {"code": "000000"},
    "POST /analysis/score": {"board": "CRANE/...../SLATE/...../.....", "preset": "classic"},
    "POST /analysis/candidates": {"board": "C...E/" + EMPTY[6:]},
    "POST /analysis/fill": {"board": EMPTY, "limit": 100, "options": None},
    "POST /analysis/place": {"board": "C...E/" + EMPTY[6:], "letter": None, "points": {"2": 1, "3": "{n}"}},
    "POST /analysis/guess": {"rows": []},
}
VALUES = {
    "cell": "12", "board": "0", "name": "clear", "seat": "9", "prompt": "1", "rules": "guess", "puzzle": "nothing",
    "lexicon": "en", "word": "crane", "code": "not-found", "number": "9",
}
QUERIES = {
    "GET /games": ["", "?state=finished", "?state=waiting&limit=100"],
    "GET /games/{id}/history": ["?limit=10000"],
    "GET /games/{id}/board": ["", "?at=1300", "?at=2400"],
    "GET /games/{id}/board.svg": [""],
    "GET /leaderboards/{rules}": ["?period=all&limit=100", "?period=week", "?period=all&date=2026-01-{n}"],
}


def operations():
    """The method and path of every operation; paths at the root, which mean the lobby, are left out."""
    paths = json.loads(DOCUMENT.read_text())["paths"]
    for path, item in paths.items():
        if not any(f"/games/{{id}}{alias}" in paths for alias in [path, path.replace("/board/", "/board/")]):
            yield from (f"{method.upper()} {path}" for method in item if method in METHODS)


class Flood(Attack):
    """64 connections that send one request after another, as fast as they can."""

    arguments = ()
    names = ()
    connections = 64
    reset = None

    def prepare(self):
        self.game = long_game(self.server)

    def begin(self):
        requests = [text for name in self.names for text in self.requests(name)]
        plan = {
            "host": self.server.host, "port": self.server.port, "connections": self.scaled(self.connections),
            "requests": requests, "reset": self.reset,
        }
        self.process = subprocess.Popen(
            [sys.executable, HERE / "attacker.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.process.stdin.write(json.dumps(plan) + "\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "ready\n"

    def end(self):
        out, _ = self.process.communicate("", timeout=60)
        for status, count in json.loads(out).items():
            self.answers[status] = self.answers.get(status, 0) + count

    def requests(self, name):
        method, path = name.split(" ")
        path = path.replace("{id}", self.game)
        for key, value in VALUES.items():
            path = path.replace("{" + key + "}", value)
        for query in QUERIES.get(name, [""]):
            for number in range(1, 20):
                target = (path + query).replace("{n}", f"{number:02}")
                body = BODIES.get(name)
                text = json.dumps(body).replace('"{n}"', str(number)) if body is not None else None
                yield self.request(target, method, text, JSON if text else ()).decode("latin-1")
                if "{n}" not in path + query + (text or ""):
                    break


class ResetHistory(Flood):
    """60 connections ask for a long history and are reset after 2 ms."""

    names = ("GET /games/{id}/history",)
    connections = 60
    reset = 0.002


class Everything(Flood):
    """64 connections send requests of all routes in turn."""

    names = tuple(name for name in operations() if not name.endswith("/events"))


def long_game(server):
    """Makes a game with many events from several addresses, each within its limits; returns its id."""
    made = Wire(server, source="127.0.1.1").request(
        "POST", "/games", json.dumps({"rules": "free", "options": {"open": True}, "public": True}), JSON
    ).answer("POST")
    game = made.json["id"]
    written = 0
    for host in range(2, 250):
        wire = Wire(server, source=f"127.0.1.{host}")
        for _ in range(7):
            letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[written // 25 % 26]
            body = json.dumps({"cells": {str(cell): letter for cell in range(25)}})
            answer = wire.request("PATCH", f"/games/{game}/board", body, JSON).answer("PATCH")
            assert answer.status == 200, answer
            written += 25
        wire.close()
        if written >= LONG:
            return game


ROUTES = tuple(
    type(name, (Flood,), {"__doc__": name, "names": (name,)}) for name in operations() if name != "GET /healthz"
)
ALL = (*ROUTES, ResetHistory, Everything)
