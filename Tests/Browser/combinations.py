"""Combinations of looks, sizes and languages: a check of a change sees each of them once, the nightly run every pair."""

import itertools

import pytest


def pairs(first, second):
    """Every pair as parameters of a test; those that show nothing new in either place are left to the nightly run."""
    first, second = list(first), list(second)
    count = max(len(first), len(second))
    shown = {(number % len(first), number % len(second)) for number in range(count)}
    return [
        pytest.param(first[row], second[column], marks=() if (row, column) in shown else pytest.mark.nightly)
        for row, column in itertools.product(range(len(first)), range(len(second)))
    ]
