"""One game played twice by the same requests, which differ only in the hidden placements of seat 2."""

import random

from leak_survey import Survey, event_text
from server_process import ServerProcess
from square_table import Table, accepted
from streams import Stream
from terminal import LiveBoard

ONE = random.Random(1).sample(range(10), 10), random.Random(2).sample(range(10, 25), 15)
TWO = random.Random(3).sample(range(10), 10), random.Random(4).sample(range(10, 25), 15)
LETTERS = "ESTARINOLEDCUPMEGHATBFYWKV"
SURVEYS = {1: "early", 16: "late"}  # after Ben has placed the second and the seventeenth letter


def order(halves):
    """An order of all cells with the two-digit ones at fixed positions, so that answers keep their length."""
    ones, twos = list(halves[0]), list(halves[1])
    return [twos.pop() if number % 5 in (0, 2, 4) else ones.pop() for number in range(25)]


class Twin:
    """A game of Ann, Ben, Eve and a bot. Ben places in the order `hidden`, with `last` as his last letter."""

    def __init__(self, hidden, last):
        self.hidden, self.last = order(hidden), last

    def play(self):
        """Plays on a separate server, surveys it during the game and records the end."""
        # One loop: with several, the time at which a closed stream ends and presence changes is chance.
        with ServerProcess("--no-address-limits", "--io-threads", 1) as server:
            self.table = Table(
                server, "Ann", "Ben", "Eve", bots=["hard"], seed=42, public=True, title="Twin", begin=False
            )
            self.survey = Survey(self.table)
            self.stream = Stream(server, self.table.path + "/events", token=self.table.people[0].token)
            self.spectator = Stream(server, self.table.path + "/events", lines=True)
            self.live = LiveBoard(self.table, token=self.table.people[0].token)
            self.events, self.sequence, self.surveys = [], 0, 0
            try:
                self.rounds()
            finally:
                self.stream.close(), self.spectator.close(), self.live.close()
            self.log = self.survey.normalized(server.stderr)
        self.answers = self.survey.answers
        return self

    # ----------------------------------------------------------------------------------------------- the game

    def wait_for(self, kind, by):
        """Reads Ann's stream until an event of this type by this seat."""
        while True:
            event = self.stream.next()
            self.sequence = event.data["sequence"]
            self.live.at(self.sequence)
            self.events.append(self.survey.normalized(event_text(event)))
            if event.name == kind and event.data.get("by") == by:
                return

    def rounds(self):
        table = self.table
        self.stream.next()
        self.sequence = table.view()["sequence"]
        self.survey.run("waiting", self.sequence)
        accepted(table.act("start", token=table.host))
        for number in range(24):
            self.call(number)
            self.place(number)
        self.wait_for("cell.changed", 4)
        accepted(table.place(2, self.hidden[24], self.last))
        self.wait_for("cell.changed", 2)
        self.survey_all("the last letter")
        self.finish()

    def call(self, number):
        caller = 1 + number % 4
        if caller != 4:
            accepted(self.table.call(caller, LETTERS[number]))
        self.wait_for("letter.called", caller)

    def place(self, number):
        """Places for the bot, then for Ben, whose board is then surveyed, then for the others."""
        table = self.table
        self.wait_for("cell.changed", 4)
        point = table.ask("POST", "/cursor", {"cell": self.hidden[number]}, token=table.people[1].token)
        assert point.status in (204, 409), point
        if number % 2:
            accepted(table.people[1].edit(self.hidden[number], self.letter()))
        else:
            accepted(table.place(2, self.hidden[number], move="same"[: 1 + number % 4] + str(number)))
        self.wait_for("cell.changed", 2)
        if number in SURVEYS:
            self.survey_all(SURVEYS[number])
        for seat in (1, 3):
            accepted(table.place(seat, table.orders[seat][number]))
            self.wait_for("cell.changed", seat)

    def letter(self):
        return self.table.called

    def survey_all(self, moment):
        self.survey.run(moment, self.sequence)
        self.surveys += 1
        # Seats alternate, so that none exceeds its rate of edits.
        for viewer in ("seat 1" if self.surveys % 2 else "seat 3", "spectator"):
            self.survey.make_refused_moves(moment, viewer, self.sequence, ONE[0][0])
        self.survey.ask(f"{moment}, Ben's id", "seat 1", "POST", self.table.path + "/actions/start", {"move": "s0"})

    def finish(self):
        """Fills the other boards, which ends the game and makes everything visible."""
        table, self.pictures = self.table, list(self.live.pictures)
        for seat in (1, 3):
            accepted(table.place(seat, table.orders[seat][24], "E"))
        while True:
            event = self.stream.next()
            if event.name == "game.finished":
                break
            self.events.append(self.survey.normalized(event_text(event)))
        self.boards = {viewer: table.show(token)["boards"] for viewer, token in self.survey.viewers.items()}
        self.history = [event | {"time": ""} for event in table.history()]
        self.spectator_events = self.survey.normalized(self.read_spectator_stream())
        self.export = table.ask("GET", "/export").status

    def read_spectator_stream(self):
        """The events of the spectator's stream before the end, including cursors."""
        texts = []
        while True:
            event = self.spectator.next_any()
            if event.name == "game.finished":
                return "\n".join(texts)
            if event.name != "presence":
                texts.append(event_text(event))
