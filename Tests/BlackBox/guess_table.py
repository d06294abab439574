"""A guess game with seated players."""

from game_tables import GameTable, accepted, kinds
from guess_reference import marks_of

ANSWERS = {}  # the hidden words, by server and seed
MARK = {"hit": "h", "near": "n", "miss": "m"}
SEED = 12


def answer_by(server, seed):
    """The hidden word of `seed`, which another game with this seed reveals by giving up."""
    key = (server.pid, seed)
    if key not in ANSWERS:
        game = Guess(server, "Twin", seed=seed)
        game.do(1, "resign")
        ANSWERS[key] = game.result["answer"]
    return ANSWERS[key]


class Guess(GameTable):
    rules = "guess"

    def write(self, word, seat=1, row=None):
        """Writes a word into a row, by default the current one; returns the answer."""
        row = self.view(seat)["row"] if row is None else row
        cells = {f"{column}{row + 1}": letter for column, letter in zip("abcde", word, strict=False)}
        return self.ask("PATCH", "/board", {"cells": cells}, token=self.person(seat).token)

    def submit(self, seat=1, **body):
        return self.person(seat).act("submit", body)

    def guess(self, word, seat=1):
        """Writes and submits a word; returns the JSON of the answer to `submit`."""
        accepted(self.write(word, seat))
        return accepted(self.submit(seat))

    def rows(self, seat=1):
        """The marks of each submitted row of the player's board, as `hnmmm`."""
        cells = self.board(self.person(seat).token)["cells"]
        marks = [MARK.get(cell.get("mark"), "") for cell in cells]
        return [row for row in ("".join(marks[start : start + 5]) for start in range(0, 25, 5)) if row]

    def wrong(self, answer, words, count):
        """Submits `count` wrong guesses from `words`, and compares their marks with the reference."""
        for word in [word for word in words if word != answer][:count]:
            body = self.guess(word)
            assert marks_in(body) == marks_of(word, answer), (word, answer)


def marks_in(body):
    """The marks in the answer to a `submit`, as `hnmmm`."""
    (event,) = [event for event in body["events"] if event["type"] == "cells.marked"]
    assert event["cause"] == "submit", event
    cells = sorted(map(int, event["marks"]))
    assert len(cells) == 5 and cells[0] % 5 == 0 and cells[4] - cells[0] == 4, event
    return "".join(MARK[event["marks"][str(cell)]] for cell in cells)


TABLE = Guess


def finish(room, seed=3):
    game = room.begin("guess", mode="together", seed=seed)
    game.guess(answer_by(room.server, seed))
    return game


def stages(server):
    """A word begun, a race in which Ben has found the word, a shared board, and a game that is over."""
    begun, race = Guess(server, "Ann"), Guess(server, "Ann", "Ben", mode="race", seed=SEED)
    accepted(begun.write("CRA"))
    race.guess("CRANE", 1), race.guess(answer_by(server, SEED), 2), accepted(race.write("SLO", 1))
    together, over = (Guess(server, "Ann", mode="together", seed=SEED) for _ in range(2))
    together.people.append(together.seat("Ben"))
    together.guess("CRANE", 2)
    over.do(1, "resign")
    return {"begun": begun, "race": race, "together": together, "over": over}


def go_on(games):
    begun, race, together, over = games.values()
    answer = over.result["answer"]
    accepted(begun.edit("d1", "N", begun.people[0].token)), accepted(begun.edit("e1", "E", begun.people[0].token))
    assert kinds(accepted(begun.submit()))[0] == "cells.marked"
    together.guess(answer, 1)
    assert together.result["winners"] == [1, 2]
    assert race.guess(answer, 1)["events"][-1]["result"]["winners"] == [2]


def played(server):
    game = Guess(server, "Ann", "Ben", mode="race", seed=SEED)
    game.guess("CRANE", 1), game.guess("SLOTH", 2), game.guess(answer_by(server, SEED), 2)
    game.do(1, "resign")
    return [game]
