"""The board as a client keeps it: a fold of events, with the hash that proves that it is in step."""

EMPTY = "...../...../...../...../....."


def fnv1a(text):
    """The FNV-1a 32 hash of a text in UTF-8, as eight hex digits."""
    value = 2166136261
    for byte in text.encode():
        value = (value ^ byte) * 16777619 % 2**32
    return f"{value:08x}"


def state_hash(sequence, text):
    """The hash of a game with one visible board, number 0."""
    return fnv1a(f"{sequence}\n0:{text}")


class Copy:
    """A copy of board 0 at a sequence number. `apply` accepts the event with the next number only."""

    def __init__(self, sequence=0, text=EMPTY, cells=None):
        self.sequence = sequence
        self.cells = list(cells) if cells else list(text.replace("/", ""))
        assert len(self.cells) == 25, text

    @classmethod
    def of(cls, game):
        """A copy from the JSON of `GET /games/{id}` or of a board."""
        board = game["boards"][0] if "boards" in game else game
        cells = ["#" if cell["kind"] == "block" else cell["value"] or "." for cell in board["cells"]]
        return cls(game["sequence"], cells=cells)

    @property
    def text(self):
        return "/".join("".join(self.cells[row * 5 : row * 5 + 5]) for row in range(5))

    @property
    def hash(self):
        return state_hash(self.sequence, self.text)

    def apply(self, event):
        assert event["sequence"] == self.sequence + 1, f"{event} does not follow {self.sequence}"
        self.sequence += 1
        if event["type"] == "cell.changed":
            assert event["board"] == 0, event
            held = self.cells[event["cell"]].replace(".", "")
            assert event["previous"] == held, f"{event}: the cell held {held!r}"
            self.cells[event["cell"]] = event["value"] or "."
        if "hash" in event:
            assert event["hash"] == self.hash, (
                f"{event}: the hash of {self.text} at {self.sequence} is {self.hash}"
            )
        return self


def prefixes(events, text=EMPTY):
    """(text, hash) after 0, 1, 2 … events, indexed by sequence number."""
    copy = Copy(0, text)
    states = [(copy.text, copy.hash)]
    for event in events:
        copy.apply(event)
        states.append((copy.text, copy.hash))
    return states
