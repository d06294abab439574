"""A lattice with seated players."""

from client import Game, ask
from lattice_reference import START, shortest
from square_table import accepted

ANSWERS = {}  # the solutions, by server and seed


def create(server, public=None, **options):
    """Requests a new lattice."""
    body = {"rules": "lattice", "options": options}
    body |= {} if public is None else {"public": public}
    return ask(server, "POST", "/games", body)


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
        accepted(game.people[0].act("resign"))
        ANSWERS[key] = game.show()["result"]["answer"]
    return ANSWERS[key]


class Lattice(Game):
    """A game with players named `names`, in `people` by seat; `begin` starts a race; `made` is an import."""

    def __init__(self, server, *names, begin=True, public=None, made=None, **options):
        answer = made or create(server, public=public, **options)
        assert answer.status == 201, answer
        super().__init__(server, answer.json["id"], answer.json["host"]["token"])
        self.people = [self.seat(name) for name in names]
        if options.get("mode") == "race" and begin:
            accepted(self.act("start", token=self.host))

    def view(self, seat=1):
        """The game as the player on `seat` sees it."""
        return self.show(self.people[seat - 1].token)

    def swap(self, one, other, seat=1, **body):
        return self.people[seat - 1].act("swap", {"from": one, "to": other, **body})

    def text(self, seat=1):
        return self.board(self.people[seat - 1].token)["text"]

    def marks(self, seat=1):
        """The marks of the player's board, drawn like a board."""
        cells = self.board(self.people[seat - 1].token)["cells"]
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
