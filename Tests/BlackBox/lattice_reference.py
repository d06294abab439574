"""A literal reading of the rules of the lattice, on boards as text such as `ABBOT/L#A#W/LEDGE/O#G#E/TREAT`."""

import collections

from guess_reference import marks_of

SOLUTION = "ABBOT/L#A#W/LEDGE/O#G#E/TREAT"
START = "GTRGT/E#A#E/WOELD/O#A#E/BTLAB"
MARKS = "mmmmh/m#h#n/mmnnn/h#m#h/mnmhm"
HOLES = (6, 8, 16, 18)
WORDS = [[row * 5 + column for column in range(5)] for row in (0, 2, 4)]
WORDS += [[row * 5 + column for row in range(5)] for column in (0, 2, 4)]


def marks_on(board, solution):
    """The marks of all cells: `h`, `n` or `m`; `#` for a hole."""
    board, solution = board.replace("/", ""), solution.replace("/", "")
    marks = ["#" if cell in HOLES else "m" for cell in range(25)]
    for word in WORDS:
        found = marks_of([board[cell] for cell in word], [solution[cell] for cell in word])
        for cell, mark in zip(word, found, strict=True):
            marks[cell] = mark if marks[cell] == "m" else marks[cell]
    return "/".join("".join(marks[row : row + 5]) for row in range(0, 25, 5))


def counts(marks):
    """The number of marks of each kind, as a rival sees them."""
    found = collections.Counter(marks)
    return {"hit": found["h"], "near": found["n"], "miss": found["m"]}


def swapped(board, one, other):
    """The board with the letters of two cells exchanged."""
    cells = list(board.replace("/", ""))
    cells[one], cells[other] = cells[other], cells[one]
    return "/".join("".join(cells[row : row + 5]) for row in range(0, 25, 5))


def shortest(board, solution):
    """The swaps of a shortest solution, found by deepening the search."""
    board, solution = board.replace("/", ""), solution.replace("/", "")

    def search(cells, most):
        wrong = [cell for cell in range(25) if cells[cell] != solution[cell]]
        if not wrong:
            return []
        if len(wrong) > 2 * most:
            return None
        for cell in wrong[1:]:
            if cells[cell] == solution[wrong[0]]:
                after = list(cells)
                after[wrong[0]], after[cell] = after[cell], after[wrong[0]]
                rest = search(after, most - 1)
                if rest is not None:
                    return [(wrong[0], cell), *rest]
        return None

    return next(swaps for most in range(22) if (swaps := search(list(board), most)) is not None)
