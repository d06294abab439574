"""A reference implementation of the marks of a guess."""

import collections

# answer, guess, marks
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
    """Marks hits first; then, from left to right, each other letter is near while copies of it are left."""
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
