"""Words and their points by brute force: what the server's scoring is compared with."""

import itertools
import pathlib
from dataclasses import dataclass, field, replace

from server_process import ROOT

SIDE = 5
ACROSS = [[row * 5 + column for column in range(5)] for row in range(5)]
DOWN = [[row * 5 + column for row in range(5)] for column in range(5)]
DIAGONALS = [[0, 6, 12, 18, 24], [20, 16, 12, 8, 4]]
OVERLAPS = ("single", "split", "maximal", "all", "anchored")


def read_words(path):
    """The words of a list, upper case."""
    return frozenset(pathlib.Path(path).read_text(encoding="utf-8").upper().split())


ENGLISH = read_words(ROOT / "static" / "lexicons" / "en.txt")


@dataclass(frozen=True)
class Scoring:
    """The knobs of scoring; `points` by length."""

    points: dict = field(default_factory=lambda: {3: 3, 4: 4, 5: 5})
    minimum: int = 3
    overlap: str = "single"
    diagonals: bool = False
    full_line: int = 0
    end: str = "free-last"

    @property
    def lines(self):
        """Cells, direction and index of each line, in the order of the answer."""
        kinds = [("across", ACROSS), ("down", DOWN)] + ([("diagonal", DIAGONALS)] if self.diagonals else [])
        return [(cells, kind, index) for kind, lines in kinds for index, cells in enumerate(lines)]

    @property
    def knobs(self):
        """The same as options of a request."""
        options = {
            "minimumLength": self.minimum,
            "points": {str(length): points for length, points in self.points.items()},
            "overlap": self.overlap,
        }
        extras = {"diagonals": True} if self.diagonals else {}
        extras |= {"fullLine": self.full_line} if self.full_line else {}
        return options | ({"extras": extras} if extras else {})

    def changed(self, **knobs):
        return replace(self, **knobs)


PRESETS = {
    "family": Scoring(),
    "classic": Scoring({3: 1, 4: 5, 5: 10}, end="shared"),
    "classic-all": Scoring({3: 1, 4: 5, 5: 10}, overlap="all", end="shared"),
    "wordsworth": Scoring({3: 3, 4: 4, 5: 10}, end="shared"),
    "scorewords": Scoring({3: 1, 4: 2, 5: 4}, overlap="maximal", end="shared"),
    "long": Scoring({2: 2, 3: 3, 4: 5, 5: 10}, 2, "split", end="shared"),
    "teacher": Scoring({2: 2, 3: 3, 4: 4, 5: 6}, 2, "split", end="shared"),
    "tournament": Scoring({2: 2, 3: 3, 4: 4, 5: 10}, 2, "split", end="shared"),
}


def letters_of(text):
    """The 25 signs of a board's text."""
    cells = text.replace("/", "")
    assert len(cells) == 25, text
    return cells


def words_in(line, lexicon, minimum):
    """(start, length) of each word in five signs."""
    return [
        (start, length)
        for start in range(5)
        for length in range(minimum, 6 - start)
        if line[start : start + length] in lexicon
    ]


def cells_of(word):
    return set(range(word[0], word[0] + word[1]))


def apart(words):
    """Whether no two of the words share a letter."""
    return all(not cells_of(one) & cells_of(two) for one, two in itertools.combinations(words, 2))


def choices(words, scoring):
    """Every set of words that may count: more than one only where the rules leave a tie open."""

    def worth(chosen):
        return sum(scoring.points.get(length, 0) for _, length in chosen)

    if scoring.overlap == "single":
        best = max((worth([word]) for word in words), default=0)
        tied = [word for word in words if worth([word]) == best]
        first = min((start for start, _ in tied), default=0)
        return [(word,) for word in tied if word[0] == first] or [()]
    if scoring.overlap == "split":
        sets = [
            chosen
            for count in range(len(words) + 1)
            for chosen in itertools.combinations(words, count)
            if apart(chosen)
        ]
        best = max(map(worth, sets))
        return [chosen for chosen in sets if worth(chosen) == best]
    if scoring.overlap == "maximal":
        return [tuple(one for one in words if not any(cells_of(one) < cells_of(two) for two in words))]
    if scoring.overlap == "anchored":
        return [tuple(word for word in words if word[0] == 0)]
    return [tuple(words)]


def points_of(chosen, scoring):
    """The points of a line in which these words count."""
    covered = set().union(*map(cells_of, chosen)) if chosen else set()
    bonus = scoring.full_line if len(covered) == 5 else 0
    return sum(scoring.points.get(length, 0) for _, length in chosen) + bonus


@dataclass
class Line:
    """One line of a board: all its words, the sets of them that may count, and the points of each set."""

    direction: str
    index: int
    words: list
    choices: list
    points: list


def score_lines(text, lexicon, scoring):
    """Every line of the board, scored."""
    cells, lines = letters_of(text), []
    for places, direction, index in scoring.lines:
        words = words_in("".join(cells[place] for place in places), lexicon, scoring.minimum)
        sets = choices(words, scoring)
        lines.append(Line(direction, index, words, sets, [points_of(chosen, scoring) for chosen in sets]))
    return lines


def total(text, lexicon=ENGLISH, scoring=PRESETS["family"]):
    """The points of a whole board; only for scorings without open ties."""
    sums = [set(line.points) for line in score_lines(text, lexicon, scoring)]
    assert all(len(points) == 1 for points in sums), "the rules leave a tie open"
    return sum(points.pop() for points in sums)
