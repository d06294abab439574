"""Tests of the trend: it distinguishes growth from noise."""

import random

import pytest

from picture import draw
from readings import Reading, Trend


def points(slope, noise, minutes=20, seed=1):
    """A point every five seconds, with this slope a minute and normal noise."""
    rng = random.Random(seed)
    return [(second, slope * second / 60 + rng.gauss(0, noise)) for second in range(0, minutes * 60, 5)]


def test_noise_around_a_constant_is_not_growth():
    grown = [Trend.of(points(0, 1000, seed=seed)).grows for seed in range(200)]
    assert sum(grown) <= 15, "the expected share of false alarms is 2.5 %"


def test_growth_is_found_with_its_slope():
    for seed in range(20):
        trend = Trend.of(points(100, 200, seed=seed))
        assert trend.grows and abs(trend.slope - 100) < 30


def test_the_interval_contains_the_true_slope_in_95_percent_of_cases():
    hits = 0
    for seed in range(400):
        trend = Trend.of(points(50, 500, seed=seed))
        hits += abs(trend.slope - 50) <= trend.margin
    assert hits / 400 == pytest.approx(0.95, abs=0.03)


def test_too_few_readings_show_no_growth():
    assert not Trend.of(points(1000, 0, minutes=2)).grows


def test_the_picture_shows_every_reading():
    readings = [
        Reading(second, 50_000_000, 20_000_000, 20, 5, 0.1, 2, games=3) for second in range(0, 300, 5)
    ]
    picture = draw(readings, 100)
    assert picture.count("<polyline") == 3
    assert all(len(line.split('"')[1].split()) == 60 for line in picture.splitlines() if "<polyline" in line)
