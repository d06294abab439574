"""A table for word squares: people and bots take seats, call and place letters, and play to the end."""

import random
import time

from client import ask
from game_tables import GameTable, accepted, all_views, unchanged  # noqa: F401 -- re-exported for the tests

LETTERS = "EEEEAAAAIIOOURRTTNNSSLLCDPMHGBFYWKVXZJQ"  # roughly as frequent as in English words
PATIENCE = 120  # seconds to wait for a clock or a bot, whose first move takes a debug build ten seconds of work


class Table(GameTable):
    """A word square, started unless `begin` is false. Each player fills the board in the order of `orders[seat]`."""

    rules = "square"

    def __init__(self, server, *names, **options):
        super().__init__(server, *names, **{"clock": None} | options)

    def prepare(self):
        self.chance, self.away = random.Random(1), set()
        self.orders = {person.number: self.chance.sample(range(25), 25) for person in self.people}

    def must_be_started(self, options):
        return True

    # ------------------------------------------------------------------------------------- single commands

    def call(self, seat, letter, **more):
        return self.person(seat).act("call", {"letter": letter, **more})

    def place(self, seat, cell, letter=None, **more):
        body = {"cell": cell} if cell is not None else {}
        body |= {} if letter is None else {"letter": letter}
        return self.person(seat).act("place", body | more)

    def leave(self, seat, token=None):
        """Requests that the seat's player leaves, with the player's token or another one."""
        return self.ask("DELETE", f"/seats/{seat}", token=token or self.person(seat).token)

    # ------------------------------------------------------------------------------------------------ views

    def board_of(self, seat):
        """The 25 values on a player's own board, "" for an empty cell."""
        return [cell["value"] for cell in self.board(self.person(seat).token)["cells"]]

    @property
    def called(self):
        return self.view().get("called")

    def wait(self, check, what="it", seat=None):
        """Waits until `check` accepts the game as a player sees it; returns the game."""
        deadline = time.monotonic() + PATIENCE
        while not check(shown := self.view(seat)):
            assert time.monotonic() < deadline, f"{what} did not happen: {shown}"
            self.wait_for_event(shown["sequence"], seat)
        return shown

    def wait_for_event(self, sequence, seat=None):
        """Waits until the game has an event after this sequence number, for a second at most."""
        token = (self.person(seat) if seat else self.people[0]).token
        answer = self.ask("GET", f"/board?after={sequence}&wait=1", token=token)
        assert answer.status in (200, 304), answer

    # ---------------------------------------------------------------------------------------------- playing

    def next_cell(self, seat):
        """The first empty cell in the player's order."""
        board = self.board_of(seat)
        return next(cell for cell in self.orders[seat] if board[cell] == "")

    def move(self):
        """Makes all due moves of the players who are present; returns False if no move was due."""
        shown = self.view()
        if shown["state"] != "playing":
            return False
        seats = {seat["seat"]: seat for seat in shown["seats"]}
        active = [person.number for person in self.people if person.number not in self.away]
        step = shown["round"]["step"]
        letters = LETTERS if shown["lexicon"]["id"] == "en" else shown["lexicon"]["letters"]
        if step == "call" and shown.get("turn") in active:
            accepted(self.call(shown["turn"], self.chance.choice(letters)))
            return True
        due = 25 if step == "last" else len(shown["round"]["letters"])
        waiting = [seat for seat in active if seats[seat]["filled"] < due]
        for seat in waiting:
            letter = self.chance.choice(letters) if step == "last" else None
            accepted(self.place(seat, self.next_cell(seat), letter))
        return bool(waiting)

    def play_until(self, over):
        """Plays until `over` accepts the game as the first player sees it; returns the game."""
        last, deadline = None, 0
        while not over(shown := self.view()):
            if shown["sequence"] != last:
                last, deadline = shown["sequence"], time.monotonic() + PATIENCE
            assert time.monotonic() < deadline, f"the game does not go on: {shown}"
            if not self.move():
                self.wait_for_event(shown["sequence"])
        return shown

    def play_rounds(self, count):
        """Plays until `count` letters have been called and placed by all players."""
        return self.play_until(
            lambda shown: (
                shown["state"] == "finished"
                or len(shown["round"]["letters"]) >= count
                and all(seat["filled"] >= count for seat in shown["seats"])
            )
        )

    def play(self):
        """Plays to the end."""
        return self.play_until(lambda shown: shown["state"] == "finished")

    def letters_to_the_end(self):
        """Plays a solo game with a shared end; returns the called letters."""
        self.play()
        return [event["letter"] for event in self.history() if event["type"] == "letter.called"]

    def texts(self):
        """The boards of a finished game as texts, by seat."""
        return {board["board"]: board["text"] for board in self.show()["boards"]}


def scores(game, **scoring):
    """The points of each board of a finished game, by seat, as POST /analysis/score counts them."""
    points = {}
    for seat, text in game.texts().items():
        answer = ask(game.server, "POST", "/analysis/score", {"board": text, **scoring})
        assert answer.status == 200, answer
        points[str(seat)] = answer.json["total"]
    return points


TABLE = Table


def finish(room, **options):
    game = room.begin("square", **{"clock": None} | options)
    if game.show()["state"] == "waiting":
        accepted(game.act("start", token=room.host.key))
    game.play()
    return game


def stages(server):
    """A game at each step, alone, and over."""
    waiting = Table(server, "Ann", "Ben", bots=["hard"], begin=False, public=True)
    calling, placing = Table(server, "Ann", "Ben"), Table(server, "Ann", "Ben", "Eve")
    calling.play_rounds(4)
    accepted(placing.call(1, "E")), accepted(placing.place(2, 7))
    last, alone = Table(server, "Ann", "Ben", end="free-last"), Table(server, "Ann", seed=8, end="shared")
    last.play_rounds(24)
    accepted(last.place(1, None, "S"))
    alone.play_rounds(6)
    over = Table(server, "Ann", "Ben", end="shared", preset="long")
    over.play()
    return {"waiting": waiting, "calling": calling, "placing": placing, "last": last, "alone": alone, "over": over}


def go_on(games):
    games["waiting"].do(1, "start")
    assert games["waiting"].view()["turn"] == 1
    for name in ("calling", "placing", "last", "alone"):
        assert games[name].play()["result"]["scores"] == scores(games[name]), name


def played(server):
    """A game with a bot, in which a player leaves and returns."""
    game = Table(server, "Ann", "Ben", bots=["easy"], seed=12)
    game.play_rounds(4)
    assert game.leave(2).status == 204
    game.away.add(2)
    game.play_rounds(7)
    game.do(2, "return")
    game.away.discard(2)
    game.play()
    return [game]
