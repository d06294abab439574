"""A table for word squares: people and bots take seats, call and place letters, and play to the end."""

import contextlib
import random
import re
import time

from client import Game, ask
from visible_state import stable_fields

LETTERS = "EEEEAAAAIIOOURRTTNNSSLLCDPMHGBFYWKVXZJQ"  # roughly as frequent as in English words
PATIENCE = 10  # seconds after which a test gives up waiting for a bot or a clock


def accepted(answer):
    """Asserts that a command was answered with 200; returns its JSON. The tag may name its viewer."""
    assert answer.status == 200, answer
    body = answer.json
    assert {"sequence", "hash", "events"} <= body.keys(), body
    assert re.fullmatch(rf'"{body["sequence"]}(-(s\d+|w))?"', answer.etag), answer
    numbers = [event["sequence"] for event in body["events"]]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True, numbers
    return body


def create(server, title=None, public=None, **options):
    """Requests a new word square with these options; returns the answer."""
    body = {"rules": "square", "options": options}
    body |= {} if title is None else {"title": title}
    body |= {} if public is None else {"public": public}
    return ask(server, "POST", "/games", body)


@contextlib.contextmanager
def unchanged(game):
    """Asserts that the `with` block adds no event."""
    before = game.history()
    yield
    assert game.history() == before, "the block added events"


class Table(Game):
    """A game with players, `people[0]` on the first seat, and bots; started unless `begin` is false.

    Each player fills the own board in the order of `orders[seat]`, which depends on `plan`.
    """

    def __init__(self, server, *names, bots=(), begin=True, title=None, public=None, plan=1, **options):
        options.setdefault("clock", None)
        answer = create(server, title, public, **options)
        assert answer.status == 201, answer
        super().__init__(server, answer.json["id"], answer.json["host"]["token"])
        self.chance = random.Random(plan)
        self.people = [self.seat(name) for name in names]
        self.robots = [self.bot(level) for level in bots]
        self.orders = {person.number: self.chance.sample(range(25), 25) for person in self.people}
        self.away = set()
        if begin:
            accepted(self.act("start", token=self.host))

    # ------------------------------------------------------------------------------------- single commands

    def bot(self, level=None):
        """Seats a bot as the host; returns its seat."""
        answer = self.ask("POST", "/bots", {} if level is None else {"level": level}, token=self.host)
        assert answer.status == 201, answer
        return answer.json

    def person(self, seat):
        return next(person for person in self.people if person.number == seat)

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

    def view(self, seat=None):
        """The game as the player on a seat sees it; by default the first player."""
        return self.show(self.person(seat).token if seat else self.people[0].token)

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
        deadline = time.monotonic() + 3 * PATIENCE
        while not over(shown := self.view()):
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


def all_views(game):
    """Everything that a spectator, the host and each player can read of a game, without running time."""
    seen = {}
    for token in (None, game.host, *(person.token for person in game.people)):
        seen[token] = stable_fields(game.show(token))
        seen["actions", token] = game.ask("GET", "/actions", token=token).json
        seen["history", token] = game.ask("GET", "/history", token=token).body
        for form in ("json", "txt", "svg"):
            answer = game.ask("GET", f"/board.{form}", token=token)
            seen[form, token] = (answer.status, answer.etag, answer.body if answer.status == 200 else b"")
    return seen
