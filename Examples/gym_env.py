"""Environments of Gymnasium on a FiveByFive server: the hidden word and the word square for one player.

    import gymnasium, gym_env
    env = gymnasium.make("FiveByFive/Guess-v0", url="http://localhost:8080")  # or "FiveByFive/Square-v0"

Needs gymnasium; a server for training runs best with `--no-address-limits --store memory`.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import time
import urllib.parse
import uuid

import gymnasium
import numpy as np
from gymnasium.spaces import Dict, Discrete, MultiDiscrete

MARKS = {"miss": 1, "near": 2, "hit": 3}  # 0 is a cell without a mark


class Refused(ValueError):
    """The server refuses a request. `code` says why, such as `cell-taken`."""

    def __init__(self, problem: dict):
        super().__init__(problem["detail"])
        self.code = problem["code"]


class FiveByFive(gymnasium.Env):
    """What both games share. Each episode is a game on the server; `info["game"]` of a reset is its id.

    Observations are dictionaries. `board` has the 25 cells in reading order: 0 is empty, n is `letters[n]`.
    `reset(seed=…)` determines the game. The `options` of a reset are those of the game in `GET /rules`, such
    as `{"seed": 7}`. A step that the rules refuse changes nothing, costs 1 and has the reason in
    `info["refused"]`. Episodes end with `terminated`, never with `truncated`.

    Raises ConnectionError if the server does not answer or stays busy for 15 seconds, and Refused for a
    lexicon or options that it does not have.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}
    rules = ""
    fixed: dict = {}  # options that cannot be chosen

    def __init__(
        self, url: str = "http://localhost:8080", lexicon: str = "en", render_mode: str | None = None
    ):
        self.url, self.lexicon, self.render_mode = urllib.parse.urlsplit(url), lexicon, render_mode
        if self.url.scheme not in ("http", "https") or not self.url.netloc:
            raise ValueError("url is an address such as http://localhost:8080")
        kind = http.client.HTTPSConnection if self.url.scheme == "https" else http.client.HTTPConnection
        self.link, self.token, self.game, self.result = kind(self.url.netloc, timeout=30), None, None, None
        self.words = self.ask("GET", f"/lexicons/{urllib.parse.quote(lexicon, '')}.txt").split()
        known = self.ask("GET", "/lexicons")["lexicons"]
        self.letters = ["", *next(each["letters"] for each in known if each["id"] == lexicon)]
        self.board_space = MultiDiscrete(np.full(25, len(self.letters)))

    def ask(self, method: str, path: str, body: dict | None = None):
        """The JSON or the text of an answer. The server carries out a repeated request once, by its key."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        data = None if body is None else json.dumps(body)
        for pause in (0.1, 1, 2, 4, 8):
            try:
                self.link.request(method, self.url.path.rstrip("/") + path, data, headers)
                answer = self.link.getresponse()
                text = answer.read().decode()
            except (OSError, http.client.HTTPException):
                self.link.close()  # the next request opens it again
                time.sleep(pause)
                continue
            if answer.status in (429, 503):
                time.sleep(float(answer.headers.get("Retry-After", pause)))
            elif answer.status >= 400:
                raise Refused(json.loads(text))
            else:
                return json.loads(text) if "json" in answer.headers["Content-Type"] else text
        raise ConnectionError(f"{self.url.geturl()} does not answer, or is too busy.")

    def act(self, name: str, **body) -> None:
        """Performs an action, and takes over the events that it causes."""
        for event in self.ask("POST", f"/games/{self.game}/actions/{name}", body)["events"]:
            if event["type"] == "cell.changed":
                self.board[event["cell"]] = self.letters.index(event["value"])
            elif event["type"] == "cells.marked":
                for cell, mark in event["marks"].items():
                    self.marks[int(cell)] = MARKS[mark]
            elif event["type"] == "letter.called":
                self.called = self.letters.index(event["letter"])
            elif event["type"] == "game.finished":
                self.result = event["result"]

    def reset(self, *, seed: int | None = None, options: dict | None = None):
        super().reset(seed=seed)
        self.leave()
        self.board, self.marks, self.called = np.zeros(25, np.int64), np.zeros(25, np.int64), 0
        drawn = {"seed": int(self.np_random.integers(2**53))}
        options = {**drawn, **(options or {}), **self.fixed, "lexicon": self.lexicon}
        made = self.ask("POST", "/games", {"rules": self.rules, "options": options})
        self.game, self.token, self.result = made["id"], made["host"]["token"], None
        self.token = self.ask("POST", f"/games/{self.game}/seats", {"name": "Gymnasium", "bot": True})[
            "token"
        ]
        if self.rules == "square":
            self.act("start")
        return self.observation(), {"game": self.game, **self.hints()}

    def step(self, action):
        if not self.game:
            raise gymnasium.error.ResetNeeded("Call reset before the first step.")
        if not self.action_space.contains(action):
            raise gymnasium.error.InvalidAction(f"{action!r} is not in {self.action_space}.")
        try:
            reward, info = self.move(int(action)), {}
        except Refused as refused:
            reward, info = -1.0, {"refused": refused.code}
        return self.observation(), reward, self.result is not None, False, {**info, **self.hints()}

    def hints(self) -> dict:
        return {}

    def render(self):
        """Five lines of text, if the render mode is `ansi`."""
        letters = [self.letters[each] or "." for each in self.board]
        lines = ["".join(letters[start : start + 5]) for start in range(0, 25, 5)]
        return "\n".join(lines) if self.render_mode == "ansi" else None

    def leave(self) -> None:
        """Ends the game on the server, if it is not finished."""
        if self.game and self.result is None:
            with contextlib.suppress(Refused, ConnectionError):
                self.act("close")
        self.game, self.token = None, None

    def close(self):
        self.leave()
        self.link.close()


class Guess(FiveByFive):
    """The hidden word. An action n is the word `words[n]`. `marks` has 0 to 3 for each cell: none, MARKS.

    A guess costs 1, and not to find the word costs 1 more.
    """

    rules, fixed = "guess", {"mode": "solo"}

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.words = [word for word in self.words if len(word) == 5]
        self.action_space = Discrete(len(self.words))
        self.observation_space = Dict(board=self.board_space, marks=MultiDiscrete(np.full(25, 4)))

    def observation(self) -> dict:
        return {"board": self.board.copy(), "marks": self.marks.copy()}

    def move(self, action: int) -> float:
        row, word = 5 * (np.count_nonzero(self.marks) // 5), self.words[action]
        cells = {str(row + place): letter for place, letter in enumerate(word)}
        self.ask("PATCH", f"/games/{self.game}/board", {"cells": cells})
        self.act("submit")
        self.board[row : row + 5] = [self.letters.index(letter) for letter in word]
        return -1.0 if self.result is None or self.result["winners"] else -2.0


class Square(FiveByFive):
    """The word square. The server calls 25 letters; an action is the cell for the letter `letters[called]`.

    The points are the reward of the last step. `info["action_mask"]` is 1 for each empty cell.
    """

    rules, fixed = "square", {"end": "shared", "clock": None}

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.action_space = Discrete(25)
        self.observation_space = Dict(board=self.board_space, called=Discrete(len(self.letters)))

    def observation(self) -> dict:
        return {"board": self.board.copy(), "called": np.int64(self.called)}

    def hints(self) -> dict:
        return {"action_mask": (self.board == 0).astype(np.int8)}

    def move(self, action: int) -> float:
        self.act("place", cell=action)
        return 0.0 if self.result is None else float(self.result["scores"]["1"])


for name, game in {"Guess": Guess, "Square": Square}.items():
    gymnasium.register(f"FiveByFive/{name}-v0", entry_point=game)
