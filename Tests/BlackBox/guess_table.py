"""A guess game with seated players."""

from client import Game, ask
from guess_reference import marks_of
from square_table import accepted

ANSWERS = {}  # the hidden words, by server and seed
MARK = {"hit": "h", "near": "n", "miss": "m"}


def create(server, public=None, **options):
    """Requests a new guess game."""
    body = {"rules": "guess", "options": options}
    body |= {} if public is None else {"public": public}
    return ask(server, "POST", "/games", body)


def answer_by(server, seed):
    """The hidden word of `seed`, which another game with this seed reveals by giving up."""
    key = (server.pid, seed)
    if key not in ANSWERS:
        game = Guess(server, "Twin", seed=seed)
        accepted(game.people[0].act("resign"))
        ANSWERS[key] = game.show()["result"]["answer"]
    return ANSWERS[key]


def kinds(body):
    """The types of the events in an answer."""
    return [event["type"] for event in body["events"]]


class Guess(Game):
    """A game with players named `names`, in `people` by seat, then `bots`; `begin` starts a race."""

    def __init__(self, server, *names, bots=(), begin=True, public=None, **options):
        answer = create(server, public=public, **options)
        assert answer.status == 201, answer
        super().__init__(server, answer.json["id"], answer.json["host"]["token"])
        self.people = [self.seat(name) for name in names]
        for level in bots:
            assert self.ask("POST", "/bots", {"level": level}, token=self.host).status == 201
        if options.get("mode") == "race" and begin:
            accepted(self.act("start", token=self.host))

    def view(self, seat=1):
        """The game as the player on `seat` sees it."""
        return self.show(self.people[seat - 1].token)

    def write(self, word, seat=1, row=None):
        """Writes a word into a row, by default the current one; returns the answer."""
        row = self.view(seat)["row"] if row is None else row
        cells = {f"{column}{row + 1}": letter for column, letter in zip("abcde", word, strict=False)}
        return self.ask("PATCH", "/board", {"cells": cells}, token=self.people[seat - 1].token)

    def submit(self, seat=1, **body):
        return self.people[seat - 1].act("submit", body)

    def guess(self, word, seat=1):
        """Writes and submits a word; returns the JSON of the answer to `submit`."""
        accepted(self.write(word, seat))
        return accepted(self.submit(seat))

    def rows(self, seat=1):
        """The marks of each submitted row of the player's board, as `hnmmm`."""
        cells = self.board(self.people[seat - 1].token)["cells"]
        marks = [MARK.get(cell.get("mark"), "") for cell in cells]
        return [row for row in ("".join(marks[start : start + 5]) for start in range(0, 25, 5)) if row]

    def wrong(self, answer, words, count):
        """Submits `count` wrong guesses from `words`, and compares their marks with the reference."""
        for word in [word for word in words if word != answer][:count]:
            body = self.guess(word)
            assert marks_in(body) == marks_of(word, answer), (word, answer)

    @property
    def result(self):
        return self.show()["result"]


def marks_in(body):
    """The marks in the answer to a `submit`, as `hnmmm`."""
    (event,) = [event for event in body["events"] if event["type"] == "cells.marked"]
    assert event["cause"] == "submit", event
    cells = sorted(map(int, event["marks"]))
    assert len(cells) == 5 and cells[0] % 5 == 0 and cells[4] - cells[0] == 4, event
    return "".join(MARK[event["marks"][str(cell)]] for cell in cells)
