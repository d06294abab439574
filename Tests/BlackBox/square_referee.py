"""A referee without code of the server: checks the history of a whole word square against the rules."""

EMPTY = "."


class Referee:
    """Folds the events of a whole game; fails at the first event that the rules do not allow."""

    def __init__(self, end):
        self.calls = 24 if end == "free-last" else 25
        self.order, self.letters, self.boards, self.missing, self.over = [], [], {}, set(), False

    def read(self, events):
        for number, event in enumerate(events, 1):
            assert event["sequence"] == number and not self.over, event
            kind = event["type"].replace(".", "_")
            getattr(self, kind, lambda event: None)(event)
        return self

    def game_started(self, event):
        self.order = event["order"]
        assert event["calls"] == self.calls and not self.boards, event
        self.boards = {seat: [EMPTY] * 25 for seat in self.order}

    def letter_called(self, event):
        assert not self.missing, f"{event}: {self.missing} have not placed"
        self.letters.append(event["letter"])
        assert event["number"] == len(self.letters) <= self.calls, event
        turn = self.order[(len(self.letters) - 1) % len(self.order)]
        assert event.get("by", turn) == turn, f"{event}: it was the turn of {turn}"
        self.missing = set(self.order)

    def cell_changed(self, event):
        seat = event["by"]
        assert event["board"] == seat and event["previous"] == "", event
        assert self.boards[seat][event["cell"]] == EMPTY, event
        if self.missing or len(self.letters) < self.calls:
            assert event["value"] == self.letters[-1], event
            self.missing.remove(seat)
        self.boards[seat][event["cell"]] = event["value"]

    def game_finished(self, event):
        self.over = True
        assert all(EMPTY not in board for board in self.boards.values()), event

    def texts(self):
        return {
            seat: "/".join("".join(board[row * 5 : row * 5 + 5]) for row in range(5))
            for seat, board in self.boards.items()
        }
