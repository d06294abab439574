"""A lattice with seated players."""

from client import ask
from game_tables import GameTable, accepted
from lattice_reference import START, shortest

ANSWERS = {}  # the solutions, by server and seed
SEED = 5


def offer(server, solution, start=START, **options):
    """Imports a lattice that nobody has played, with this solution."""
    when = "2026-11-23T12:00:00.000Z"
    setup = {"id": "lattice001", "rules": "lattice", "options": options, "created": when, "public": True}
    setup |= {"answer": {"solution": solution, "start": start}}
    document = {"format": "fivebyfive-game", "version": 1, "written": when, "setup": setup, "events": []}
    return ask(server, "POST", "/games/import", document)


def answer_by(server, seed):
    """The solution of `seed`, which another game with this seed reveals by giving up."""
    key = (server.pid, seed)
    if key not in ANSWERS:
        game = Lattice(server, "Twin", seed=seed)
        game.do(1, "resign")
        ANSWERS[key] = game.result["answer"]
    return ANSWERS[key]


class Lattice(GameTable):
    rules = "lattice"

    def swap(self, one, other, seat=1, **body):
        return self.person(seat).act("swap", {"from": one, "to": other, **body})

    def text(self, seat=1):
        return self.board(self.person(seat).token)["text"]

    def marks(self, seat=1):
        """The marks of the player's board, drawn like a board."""
        cells = self.board(self.person(seat).token)["cells"]
        signs = ["#" if cell["kind"] == "block" else cell["mark"][0] for cell in cells]
        return "/".join("".join(signs[row : row + 5]) for row in range(0, 25, 5))

    def solve(self, solution, seat=1, most=15):
        """Makes the swaps of a shortest solution, at most so many; returns the answers."""
        swaps = shortest(self.text(seat), solution)[:most]
        return [accepted(self.swap(*swap, seat)) for swap in swaps]

    def waste(self, count, solution, seat=1):
        """Exchanges two letters that are wrong in both places, again and again."""
        text, answer = self.text(seat).replace("/", ""), solution.replace("/", "")
        wrong = [cell for cell in range(25) if text[cell] != answer[cell]]
        one, other = next(
            (one, other)
            for one in wrong
            for other in wrong
            if text[one] not in (text[other], answer[other]) and text[other] != answer[one]
        )
        return [accepted(self.swap(one, other, seat)) for _ in range(count)]


TABLE = Lattice


def finish(room, seed=7):
    game = room.begin("lattice", mode="together", seed=seed)
    game.solve(answer_by(room.server, seed))
    return game


def stages(server):
    """A board with five swaps made, a race in which Ben has swapped, and a game that is over."""
    alone, race = Lattice(server, "Ann", seed=SEED), Lattice(server, "Ann", "Ben", mode="race", seed=SEED)
    over = Lattice(server, "Ann", seed=SEED)
    over.do(1, "resign")
    alone.solve(over.result["answer"], most=5), race.solve(over.result["answer"], 2, most=3)
    return {"alone": alone, "race": race, "over": over}


def go_on(games):
    alone, race, over = games.values()
    answer = over.result["answer"]
    alone.solve(answer), race.solve(answer, 2), race.solve(answer, 1)
    assert alone.result["scores"] == {"1": 5} and race.result["scores"] == {"1": 5, "2": 5}


def played(server):
    answer = answer_by(server, SEED)
    race, lost = Lattice(server, "Ann", "Ben", mode="race", seed=SEED), Lattice(server, "Ann", seed=SEED)
    race.waste(1, answer, 2), race.solve(answer, 1), race.solve(answer, 2), lost.waste(15, answer)
    return [race, lost]
