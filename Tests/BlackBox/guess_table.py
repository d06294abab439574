"""A table for the hidden word."""

from client import Game, ask, problem
from guess_reference import marks_of
from square_table import accepted

ANSWERS = {}  # by server, lexicon and seed
MARK = {"hit": "h", "near": "n", "miss": "m"}


def create(server, title=None, public=None, **options):
    """Asks for a game of the hidden word."""
    body = {"rules": "guess", "options": options}
    body |= {} if title is None else {"title": title}
    body |= {} if public is None else {"public": public}
    return ask(server, "POST", "/games", body)


def answer_by(server, seed, **options):
    """The word of a seed, as a game tells that was given up."""
    key = (server.pid, seed, repr(options))
    if key not in ANSWERS:
        game = Guess(server, "Twin", seed=seed, **options)
        accepted(game.people[0].act("resign"))
        ANSWERS[key] = game.show()["result"]["answer"]
    return ANSWERS[key]


def kinds(body):
    """The types of the events in an answer."""
    return [event["type"] for event in body["events"]]


class Guess(Game):
    """A game with these people; `people[0]` sits on seat 1. A race is begun unless said."""

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
        """The game as a seat sees it."""
        return self.show(self.people[seat - 1].token)

    def write(self, word, seat=1, row=None):
        """Writes a word into a row, the current one unless said; gives the answer."""
        row = self.view(seat)["row"] if row is None else row
        cells = {f"{column}{row + 1}": letter for column, letter in zip("abcde", word, strict=False)}
        return self.ask("PATCH", "/board", {"cells": cells}, token=self.people[seat - 1].token)

    def submit(self, seat=1, **body):
        return self.people[seat - 1].act("submit", body)

    def guess(self, word, seat=1):
        """Writes and submits; returns what was answered to that."""
        accepted(self.write(word, seat))
        return accepted(self.submit(seat))

    def refuse(self, word, status, code, seat=1):
        """Writes a word whose submission must be refused; then the row is empty again."""
        accepted(self.write(word, seat))
        body = problem(self.submit(seat), status, code)
        row = self.view(seat)["row"]
        accepted(
            self.ask(
                "PATCH",
                "/board",
                {"cells": {f"{column}{row + 1}": "" for column in "abcde"}},
                token=self.people[seat - 1].token,
            )
        )
        return body

    def rows(self, seat=1):
        """The marks of each submitted row, as `hnmmm`, from the cells of the seat's own board."""
        cells = self.board(self.people[seat - 1].token)["cells"]
        marks = [MARK.get(cell.get("mark"), "") for cell in cells]
        return [row for row in ("".join(marks[start : start + 5]) for start in range(0, 25, 5)) if row]

    def wrong(self, answer, words, count, seat=1):
        """Guesses so many words, none the answer, and compares the marks with the definition."""
        for word in [word for word in words if word != answer][:count]:
            body = self.guess(word, seat)
            assert told(body) == marks_of(word, answer), (word, answer)

    @property
    def result(self):
        return self.show()["result"]


def told(body):
    """The marks that an answer to `submit` tells, as `hnmmm`."""
    (event,) = [event for event in body["events"] if event["type"] == "cells.marked"]
    assert event["cause"] == "submit", event
    cells = sorted(map(int, event["marks"]))
    assert len(cells) == 5 and cells[0] % 5 == 0 and cells[4] - cells[0] == 4, event
    return "".join(MARK[event["marks"][str(cell)]] for cell in cells)
