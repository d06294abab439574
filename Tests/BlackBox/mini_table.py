"""A mini crossword with seated players, on a puzzle whose answers the tests know."""

import time

from client import Game, ask
from mini_puzzles import BLOCK, DOTS, cells_of, upload
from square_table import accepted

PUZZLES = {}  # uploaded puzzles, by server and kind


def create(server, title=None, public=None, **options):
    """Requests a new mini; the option `puzzle` may be the answer to an upload, whose owner then asks."""
    token = None
    if isinstance(options.get("puzzle"), dict):
        token, options["puzzle"] = options["puzzle"]["token"], options["puzzle"]["id"]
    body = {"rules": "mini", "options": options}
    body |= {} if title is None else {"title": title}
    body |= {} if public is None else {"public": public}
    return ask(server, "POST", "/games", body, token=token)


def known_puzzle(server, solution=DOTS, **kind):
    """A private puzzle with this solution, uploaded on first use: the answer to its upload."""
    key = (server.pid, str(server.data), solution, repr(kind))
    if key not in PUZZLES:
        PUZZLES[key] = upload(server, solution, **kind)
    return PUZZLES[key]


def kinds(body):
    """The types of the events in an answer."""
    return [event["type"] for event in body["events"]]


class Mini(Game):
    """A mini with players named `names`, in `people` by seat; `begin` starts a race.

    `kind` has the puzzle's arguments of `ipuz` (`rebus`, `givens`, `circles`); `options` are the game's.
    """

    def __init__(self, server, *names, solution=DOTS, kind=None, begin=True, public=None, **options):
        self.solution, self.answers = solution, cells_of(solution)
        if not {"puzzle", "seed", "difficulty", "day"} & options.keys():
            options["puzzle"] = known_puzzle(server, solution, **(kind or {}))
        answer = create(server, public=public, **options)
        assert answer.status == 201, answer
        super().__init__(server, answer.json["id"], answer.json["host"]["token"])
        self.people = [self.seat(name) for name in names]
        if options.get("mode") == "race" and begin:
            accepted(self.act("start", token=self.host))

    def view(self, seat=1):
        """The game as the player on `seat` sees it."""
        return self.show(self.people[seat - 1].token)

    def cell(self, index, seat=1):
        """A cell of the player's board."""
        return self.board(self.people[seat - 1].token)["cells"][index]

    def marks(self, seat=1):
        """The marks on the player's board, by cell."""
        cells = self.board(self.people[seat - 1].token)["cells"]
        return {cell["index"]: cell["mark"] for cell in cells if "mark" in cell}

    def right(self, *cells, but=()):
        """The solution of these cells, or of all except `but`, as the `cells` of a PATCH."""
        chosen = cells or [index for index, sign in enumerate(self.answers) if sign != BLOCK]
        return {str(index): self.answers[index] for index in chosen if index not in but}

    def patch(self, seat, cells, **more):
        return self.ask("PATCH", "/board", {"cells": cells, **more}, token=self.people[seat - 1].token)

    def write(self, seat, cells, **more):
        """Writes several cells with one PATCH, which must be accepted; waits while the player has no edits left."""
        while (answer := self.patch(seat, cells, **more)).status == 429:
            time.sleep(0.1)
        return accepted(answer)

    def solve(self, seat=1, *cells, but=()):
        """Writes the solution of these cells, or of all except `but`."""
        return self.write(seat, self.right(*cells, but=but))

    def do(self, seat, name, **body):
        """Performs an action, which must be accepted."""
        return accepted(self.people[seat - 1].act(name, body))

    def agree(self, seat, opened, button=1):
        """Answers the prompt that the answer `opened` contains."""
        (event,) = [event for event in opened["events"] if event["type"] == "prompt.opened"]
        return accepted(self.people[seat - 1].answer(event["prompt"]["id"], button))

    @property
    def result(self):
        return self.show()["result"]
