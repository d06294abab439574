"""Candidates and fills by brute force, for short lists of words."""

import itertools
import re

from words_reference import ACROSS, DOWN, letters_of

LINES = ACROSS + DOWN


def fits(word, pattern):
    """Whether a word can stand in a pattern of letters and empty cells."""
    return all(sign in (".", letter) for sign, letter in zip(pattern, word, strict=True))


def candidates(text, words):
    """For each empty cell the letters that leave a word possible across and down."""
    cells, letters, listed = letters_of(text), {}, "\n".join(words)
    for line in LINES:
        fitting = re.findall("^" + "".join(cells[place] for place in line) + "$", listed, re.MULTILINE)
        for place, index in enumerate(line):
            here = {word[place] for word in fitting}
            letters[index] = letters.get(index, here) & here
    return {str(index): "".join(sorted(letters[index])) for index in range(25) if cells[index] == "."}


def fills(text, words, distinct):
    """Every completion of which all ten lines are words, as a set of texts."""
    possible = [[word for word in words if fits(word, row)] for row in text.split("/")]
    beginnings = {word[:length] for word in words for length in range(6)}
    found = set()

    def extend(rows, columns):
        if len(rows) == 5:
            if not distinct or len(set(rows + columns)) == 10:
                found.add("/".join(rows))
            return
        for word in possible[len(rows)]:
            longer = []
            for column, letter in zip(columns, word, strict=True):
                if column + letter not in beginnings:
                    break
                longer.append(column + letter)
            else:
                extend([*rows, word], longer)

    extend([], [""] * 5)
    return found


def is_square(text, words, distinct=True):
    """Whether all ten lines of a full board are words, and different ones."""
    lines = ["".join(letters_of(text)[place] for place in line) for line in LINES]
    return all(line in words for line in lines) and (not distinct or len(set(lines)) == 10)


def completes(text, board):
    """Whether a full board keeps all that the unfinished one has."""
    return fits(letters_of(board), letters_of(text))


def short_list(random, count=27, letters="ABC", length=5):
    """Made-up words of an alphabet of three letters, so that squares of them exist in plenty."""
    words = set()
    while len(words) < count:
        words.add("".join(random.choice(letters) for _ in range(length)))
    return sorted(words)


def stretches(text):
    """The cells of each run of two or more between blocks and edges, across and down."""
    cells, runs = letters_of(text), []
    for line in LINES:
        run = []
        for place in line:
            if cells[place] == "#":
                runs.append(run)
                run = []
            else:
                run.append(place)
        runs.append(run)
    return [run for run in runs if len(run) > 1]


def stands(text, words, distinct=True):
    """Whether every run of a full board is a word, and no two are the same."""
    cells = letters_of(text)
    found = ["".join(cells[place] for place in run) for run in stretches(text)]
    return all(word in words for word in found) and (not distinct or len(set(found)) == len(found))


def fills_by_letters(text, words, letters, distinct):
    """Every completion of a board with few holes, by trying all letters in them."""
    cells = list(letters_of(text))
    holes = [index for index in range(25) if cells[index] == "."]
    found = set()
    for chosen in itertools.product(letters, repeat=len(holes)):
        for index, letter in zip(holes, chosen, strict=True):
            cells[index] = letter
        board = "/".join("".join(cells[row * 5 : row * 5 + 5]) for row in range(5))
        if stands(board, words, distinct):
            found.add(board)
    return found
