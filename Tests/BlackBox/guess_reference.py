"""The hidden word by its definition: marks, what remains, and how good a guess is."""

import collections

VECTORS = [
    ("MAXIM", "MAMMA", "hhnmm"),
    ("SKILL", "LABEL", "nmmmh"),
    ("APPLE", "PANDA", "nnmmm"),
    ("APPLE", "AROMA", "hmmmm"),
    ("REBUS", "RIVER", "hmmnm"),
    ("AWARD", "ADORE", "hnmhm"),
    ("ABBEY", "SPEED", "mmmhm"),
    ("SURER", "SEVEN", "hmmhm"),
]


def marks_of(guess, answer):
    """Hits first; then, left to right, each other letter is near while copies of it are left."""
    left = collections.Counter(answer)
    marks = ["m"] * 5
    for place in range(5):
        if guess[place] == answer[place]:
            marks[place] = "h"
            left[guess[place]] -= 1
    for place in range(5):
        if marks[place] == "m" and left[guess[place]] > 0:
            marks[place] = "n"
            left[guess[place]] -= 1
    return "".join(marks)


def remaining(words, rows):
    """The words that every row allows."""
    return [word for word in words if all(marks_of(guess, word) == marks for guess, marks in rows)]


def expected(guess, words):
    """How many answers are left on average after that guess; where it was the word itself one, or none."""
    groups = collections.Counter(marks_of(guess, word) for word in words)
    with_itself = sum(count * count for count in groups.values()) / len(words)
    solved = groups["hhhhh"]
    return with_itself, with_itself - solved / len(words)
