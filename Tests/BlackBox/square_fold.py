"""A viewer's copy of a game with private boards: the visible boards, folded from events, and their hash."""

from fold import EMPTY, fnv1a


def projection_hash(sequence, boards):
    """The hash of the part of a game that a viewer sees; `boards` are texts by number."""
    return fnv1a(str(sequence) + "".join(f"\n{number}:{boards[number]}" for number in sorted(boards)))


def shown_hash(shown):
    """The hash of a game's JSON, computed from the boards in it."""
    return projection_hash(shown["sequence"], {board["board"]: board["text"] for board in shown["boards"]})


class Viewer:
    """Folds the events that a player, or a spectator (seat None), receives, and checks each hash."""

    def __init__(self, seat=None):
        self.seat, self.sequence, self.cells = seat, 0, None
        self.over, self.hidden = False, True

    @property
    def boards(self):
        if self.cells is None:
            return {}
        rows = ["".join(self.cells[row * 5 : row * 5 + 5]) for row in range(5)]
        return {self.seat: "/".join(rows)}

    def apply(self, event):
        assert event["sequence"] == self.sequence + 1, f"{event} does not follow {self.sequence}"
        # The last placement is visible: the game ends with it.
        ends = event["type"] == "game.finished"
        assert self.hidden or ends, f"a hidden placement was visible before {event}"
        self.sequence += 1
        if event["type"] == "game.started" and self.seat:
            self.cells = list(EMPTY.replace("/", ""))
        if event["type"] == "cell.changed":
            self.change(event)
        self.over = self.over or ends
        if "hash" in event and not self.over:
            assert event["hash"] == projection_hash(self.sequence, self.boards), event
        return self

    def change(self, event):
        if event["board"] != self.seat:
            self.hidden = self.hidden and not {"cell", "value", "previous"} & event.keys()
            return
        assert self.cells[event["cell"]] == "." and event["previous"] == "", event
        self.cells[event["cell"]] = event["value"]
