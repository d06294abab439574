"""One game played twice by the same calls, in which only the hidden placements of seat 2 differ."""

import random

from leak_survey import Survey, whole
from server_process import ServerProcess
from square_table import Table, accepted
from streams import Stream

ONE = random.Random(1).sample(range(10), 10), random.Random(2).sample(range(10, 25), 15)
TWO = random.Random(3).sample(range(10), 10), random.Random(4).sample(range(10, 25), 15)
LETTERS = "ESTARINOLEDCUPMEGHATBFYWKV"
LOOKS = {1: "early", 16: "late"}  # when Ben has placed the second, and the seventeenth, letter


def order(halves):
    """An order of all cells in which cells of two digits come where they come in every other such order."""
    ones, twos = list(halves[0]), list(halves[1])
    return [twos.pop() if number % 5 in (0, 2, 4) else ones.pop() for number in range(25)]


class Twin:
    """Ann, Ben, Eve and a bot. Ben plays by `hidden`, ends with `last`, and shows his cursor meanwhile."""

    def __init__(self, hidden, last):
        self.hidden, self.last = order(hidden), last

    def play(self):
        """Plays on a server of its own, surveys it on the way, and keeps what is seen at the end."""
        # On one loop: when another notices that a stream was left is chance, and everybody is told of it.
        with ServerProcess("--no-address-limits", "--io-threads", 1) as server:
            self.table = Table(
                server, "Ann", "Ben", "Eve", bots=["hard"], seed=42, public=True, title="Twin", begin=False
            )
            self.survey = Survey(self.table)
            self.stream = Stream(server, self.table.path + "/events", token=self.table.people[0].token)
            self.watching = Stream(server, self.table.path + "/events", lines=True)
            self.heard, self.sequence, self.looks = [], 0, 0
            try:
                self.rounds()
            finally:
                self.stream.close(), self.watching.close()
            self.log = self.survey.plain(server.stderr)
        self.answers = self.survey.answers
        return self

    # ----------------------------------------------------------------------------------------------- the game

    def hear(self, kind, by):
        """Waits until Ann's stream tells of such an event."""
        while True:
            event = self.stream.next()
            self.sequence = event.data["sequence"]
            self.heard.append(self.survey.plain(whole(event)))
            if event.name == kind and event.data.get("by") == by:
                return

    def rounds(self):
        table = self.table
        self.stream.next()
        self.sequence = table.view()["sequence"]
        self.survey.look("waiting", self.sequence)
        accepted(table.act("start", token=table.host))
        for number in range(24):
            self.call(number)
            self.place(number)
        self.hear("cell.changed", 4)
        accepted(table.place(2, self.hidden[24], self.last))
        self.hear("cell.changed", 2)
        self.look("the last letter")
        self.finish()

    def call(self, number):
        caller = 1 + number % 4
        if caller != 4:
            accepted(self.table.call(caller, LETTERS[number]))
        self.hear("letter.called", caller)

    def place(self, number):
        """The bot first, then Ben, whose board is surveyed before the others place."""
        table = self.table
        self.hear("cell.changed", 4)
        point = table.ask("POST", "/cursor", {"cell": self.hidden[number]}, token=table.people[1].token)
        assert point.status in (204, 409), point
        if number % 2:
            accepted(table.people[1].edit(self.hidden[number], self.letter()))
        else:
            accepted(table.place(2, self.hidden[number], move="same"[: 1 + number % 4] + str(number)))
        self.hear("cell.changed", 2)
        if number in LOOKS:
            self.look(LOOKS[number])
        for seat in (1, 3):
            accepted(table.place(seat, table.orders[seat][number]))
            self.hear("cell.changed", seat)

    def letter(self):
        return self.table.called

    def look(self, moment):
        self.survey.look(moment, self.sequence)
        self.looks += 1
        for viewer in ("seat 1" if self.looks % 2 else "seat 3", "spectator"):  # not too quick for anybody
            self.survey.try_to_move(moment, viewer, self.sequence, ONE[0][0])
        self.survey.ask(
            f"{moment}, Ben's id", "seat 1", "POST", self.table.path + "/actions/start", {"move": "s0"}
        )

    def finish(self):
        """The others end; then everything is to be seen."""
        table = self.table
        for seat in (1, 3):
            accepted(table.place(seat, table.orders[seat][24], "E"))
        while True:
            event = self.stream.next()
            if event.name == "game.finished":
                break
            self.heard.append(self.survey.plain(whole(event)))
        self.boards = {viewer: table.show(token)["boards"] for viewer, token in self.survey.viewers.items()}
        self.history = [event | {"time": ""} for event in table.history()]
        self.seen = self.survey.plain(self.watching_until_the_end())
        self.export = table.ask("GET", "/export").status

    def watching_until_the_end(self):
        """What a spectator's stream has told until just before the end, with its ephemeral events."""
        told = []
        while True:
            event = self.watching.any()
            if event.name == "game.finished":
                return "\n".join(told)
            if event.name != "presence":
                told.append(whole(event))
