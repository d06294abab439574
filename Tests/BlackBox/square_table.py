"""A table for the called-letters word square: people and bots sit down, call, place, and play to the end."""

import contextlib
import random
import re
import time

from client import Game, ask
from words_boards import LETTERS

PATIENCE = 10  # seconds that a bot, or a clock, may take before a test gives up


def accepted(answer):
    """Asserts a 200 of a command in such a game and returns its JSON; the tag may name its viewer."""
    assert answer.status == 200, answer
    body = answer.json
    assert {"sequence", "hash", "events"} <= body.keys(), body
    assert re.fullmatch(rf'"{body["sequence"]}(-(s\d+|w))?"', answer.etag), answer
    numbers = [event["sequence"] for event in body["events"]]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True, numbers
    return body


def create(server, title=None, public=None, **options):
    """Asks for a game of the called letters."""
    body = {"rules": "square", "options": options}
    body |= {} if title is None else {"title": title}
    body |= {} if public is None else {"public": public}
    return ask(server, "POST", "/games", body)


@contextlib.contextmanager
def unchanged(game):
    """Asserts that the body of the `with` adds no event."""
    before = game.history()
    yield
    assert game.history() == before, "something happened"


class Table(Game):
    """A game with these people and bots, started unless said; people are `people[0]`, … by their seats.

    Each person places letters in an order of its own, `orders[seat]`, which `seed` decides.
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

    # -------------------------------------------------------------------------------------------- one step

    def bot(self, level=None):
        """Seats a bot by the host's word; returns its seat as it was answered."""
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
        """Asks to leave; by its own token unless another is given."""
        return self.ask("DELETE", f"/seats/{seat}", token=token or self.person(seat).token)

    # ------------------------------------------------------------------------------------------ looking

    def view(self, seat=None):
        """The game as a seat sees it; as the first person unless said."""
        return self.show(self.person(seat).token if seat else self.people[0].token)

    def board_of(self, seat):
        """The 25 signs of a seat's own board, "" for an empty cell."""
        return [cell["value"] for cell in self.board(self.person(seat).token)["cells"]]

    @property
    def called(self):
        return self.view().get("called")

    @property
    def step(self):
        return self.view()["round"]["step"]

    def wait(self, check, what="it", seat=None):
        """Waits until the game, as a seat sees it, is as wanted; returns it."""
        deadline = time.monotonic() + PATIENCE
        while not check(shown := self.view(seat)):
            assert time.monotonic() < deadline, f"{what} did not happen: {shown}"
            self.pause(shown["sequence"], seat)
        return shown

    def pause(self, sequence, seat=None):
        """Waits until something happens after this number, a second at most."""
        token = (self.person(seat) if seat else self.people[0]).token
        answer = self.ask("GET", f"/board?after={sequence}&wait=1", token=token)
        assert answer.status in (200, 304), answer

    # ------------------------------------------------------------------------------------------ playing

    def next_cell(self, seat):
        """The first empty cell in the seat's order."""
        board = self.board_of(seat)
        return next(cell for cell in self.orders[seat] if board[cell] == "")

    def move(self):
        """One thing that a person of the table has to do now, if there is any; returns whether there was."""
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
        """Plays until the game is as wanted; returns it as the first person sees it."""
        deadline = time.monotonic() + 3 * PATIENCE
        while not over(shown := self.view()):
            assert time.monotonic() < deadline, f"the game does not go on: {shown}"
            if not self.move():
                self.pause(shown["sequence"])
        return shown

    def play_rounds(self, count):
        """Plays until so many letters have been called and placed by all."""
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
        """Plays a solo game with shared letters to its end; returns the letters."""
        self.play()
        return [event["letter"] for event in self.history() if event["type"] == "letter.called"]

    def texts(self):
        """The boards by seat, as texts, when the game is over."""
        return {board["board"]: board["text"] for board in self.show()["boards"]}
