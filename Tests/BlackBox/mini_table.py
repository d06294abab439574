"""A mini crossword with seated players, on a puzzle whose answers the tests know."""

import time

from client import problem
from game_tables import GameTable, accepted, kinds
from mini_puzzles import BLOCK, DOTS, cells_of, clues, ipuz, offer, upload

PUZZLES = {}  # uploaded puzzles, by server and kind


def known_puzzle(server, solution=DOTS, **kind):
    """A private puzzle with this solution, uploaded on first use: the answer to its upload."""
    key = (server.pid, str(server.data), solution, repr(kind))
    if key not in PUZZLES:
        PUZZLES[key] = upload(server, solution, **kind)
    return PUZZLES[key]


class Mini(GameTable):
    """A mini. `kind` has the puzzle's arguments of `ipuz`; the option `puzzle` may be the answer to an upload."""

    rules = "mini"

    def __init__(self, server, *names, solution=DOTS, kind=None, **options):
        if not {"puzzle", "seed", "difficulty", "day"} & options.keys():
            options["puzzle"] = known_puzzle(server, solution, **(kind or {}))
        if isinstance(options.get("puzzle"), dict):  # its owner asks
            options["token"], options["puzzle"] = options["puzzle"]["token"], options["puzzle"]["id"]
        super().__init__(server, *names, **options)
        self.answers = cells_of(solution)

    def prepare(self):
        self.answers = cells_of(DOTS)

    def cell(self, index, seat=1):
        """A cell of the player's board."""
        return self.board(self.person(seat).token)["cells"][index]

    def marks(self, seat=1):
        """The marks on the player's board, by cell."""
        cells = self.board(self.person(seat).token)["cells"]
        return {cell["index"]: cell["mark"] for cell in cells if "mark" in cell}

    def right(self, *cells, but=()):
        """The solution of these cells, or of all except `but`, as the `cells` of a PATCH."""
        chosen = cells or [index for index, sign in enumerate(self.answers) if sign != BLOCK]
        return {str(index): self.answers[index] for index in chosen if index not in but}

    def patch(self, seat, cells, **more):
        return self.ask("PATCH", "/board", {"cells": cells, **more}, token=self.person(seat).token)

    def write(self, seat, cells, **more):
        """Writes several cells with one PATCH, which must be accepted; waits while the player has no edits left."""
        while (answer := self.patch(seat, cells, **more)).status == 429:
            time.sleep(0.1)
        return accepted(answer)

    def solve(self, seat=1, *cells, but=()):
        """Writes the solution of these cells, or of all except `but`."""
        return self.write(seat, self.right(*cells, but=but))


TABLE = Mini


def finish(room, **options):
    """A public puzzle whose solution the tests know is solved together."""
    if not {"puzzle", "seed"} & options.keys():
        options["puzzle"] = offer(room.server, ipuz(), "?public=true").json["id"]
    game = room.begin("mini", **options)
    game.solve()
    return game


def stages(server):
    """Minis with all kinds of marks and an open prompt, paused, as a race, over, waiting, and generated."""
    playing = Mini(server, "Ann", "Ben", kind={"rebus": {12: "HEART"}, "circles": [7]})
    playing.write(1, {"1": "D", "2": "X", "12": "HEART", "5": "Q"})
    playing.write(2, {"6": "E"}, pencil=True)
    playing.do(1, "check", scope="word", cell=1), playing.do(2, "reveal", scope="cell", cell=13)
    playing.opened = playing.do(1, "clear")
    paused = Mini(server, "Ann", "Ben")
    paused.solve(1, 1, 2), paused.do(2, "pause")
    paused.clock = paused.show()["clock"]
    race = Mini(server, "Ann", "Ben", mode="race", autocheck=True)
    race.write(1, {"1": "D", "2": "X"}), race.solve(2)
    over = Mini(server, "Ann")
    over.solve(1)
    made = Mini(server, "Ann", difficulty="hard")
    made.write(1, {str(made.show()["clues"]["across"][0]["cell"]): "Q"})
    games = {"playing": playing, "paused": paused, "race": race, "over": over, "made": made}
    return games | {"waiting": Mini(server)}


def go_on(games):
    playing, paused, race, made = (games[name] for name in ("playing", "paused", "race", "made"))
    assert playing.marks() == {1: "right", 2: "wrong", 6: "pencil", 13: "revealed"}
    problem(playing.people[0].edit(1, "X"), 423, "locked-cell")
    playing.agree(2, playing.opened)
    assert playing.cell(5)["value"] == "" and playing.cell(1)["value"] == "D"
    playing.write(1, playing.right(but=[1, 13]) | {"12": "H"})
    assert playing.result["assisted"] is True and playing.result["winners"] == [1, 2]

    problem(paused.people[0].edit(3, "T"), 409, "game-paused")
    assert paused.show()["clock"] == paused.clock
    paused.do(1, "resume"), paused.solve(1, but=[1, 2])
    assert paused.result["assisted"] is False

    problem(race.ask("GET", "/boards/2", token=race.people[0].token), 403, "hidden")
    assert kinds(race.solve(1, but=[1]))[-1] == "game.finished"
    assert [solve["seat"] for solve in race.result["solves"]] == [2, 1]

    assert kinds(made.do(1, "reveal"))[-1] == "game.finished"
    solution = made.result["answer"].replace("/", "")
    for direction, step in (("across", 1), ("down", 5)):
        for clue in made.show()["clues"][direction]:
            cells = [clue["cell"] + step * place for place in range(clue["length"])]
            assert clue["answer"] == "".join(solution[cell] for cell in cells)

    waiting = games["waiting"]
    waiting.people = [waiting.seat("Ann")]
    assert waiting.show()["clues"] == clues(DOTS)
    waiting.solve(1)
    games["over"].do(1, "rematch")
    assert games["over"].show()["next"] and waiting.result["answer"] == DOTS


def played(server):
    """A race in which Ben has help, and a shared board with a pause, a prompt and an undo."""
    race = Mini(server, "Ann", "Ben", mode="race", kind={"givens": [6], "circles": [7]})
    race.write(1, {"1": "X"}, pencil=True), race.write(2, {"1": "D", "2": "X"})
    race.do(2, "check"), race.do(2, "reveal", scope="word", cell=10), race.do(2, "reset")
    race.solve(2, but=[1, 6, 10, 11, 12, 13, 14])
    race.write(1, race.right(but=[6]) | {"2": "Q"}), race.write(1, {"2": "O"})
    shared = Mini(server, "Ann", "Ben")
    shared.write(1, {"1": "X"}), shared.do(1, "undo"), shared.do(2, "pause"), shared.do(1, "resume")
    shared.agree(2, shared.do(1, "clear"))
    shared.solve(1)
    return [race, shared]
