"""The clock of a word square: when it has run out, a bot's move is made."""

import time

import pytest

from client import problem
from square_table import Table, accepted, create

QUICK = {"call": 1, "place": 1}


def moves(game):
    return [event for event in game.history() if event["type"] in ("letter.called", "cell.changed")]


def seconds(event):
    """The time of day of an event, in seconds."""
    hours, minutes, rest = event["time"][11:].rstrip("Z").split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


def test_a_clock_runs_unless_it_is_off(server):
    game = Table(server, "Ann", "Ben", clock={"call": 60, "place": 45})
    clock = game.view()["clock"]
    assert clock["running"] is True and 58 < clock["remaining"] <= 60
    accepted(game.call(1, "E"))
    assert 43 < game.view()["clock"]["remaining"] <= 45
    accepted(game.place(1, 0)), accepted(game.place(2, 0))
    assert 58 < game.view()["clock"]["remaining"] <= 60, "the next to call has all of it"
    assert "remaining" not in Table(server, "Ann", "Ben", clock=None).view()["clock"]


def test_a_minute_to_call_and_three_quarters_to_place_are_usual(server):
    made = create(server)
    assert made.status == 201
    game = Table(server, "Ann", "Ben", clock={"call": 60, "place": 45})
    assert made.json["options"].get("clock", {"call": 60, "place": 45}) == {"call": 60, "place": 45}
    assert 58 < game.view()["clock"]["remaining"] <= 60


def test_before_the_start_no_clock_runs_out(server):
    game = Table(server, "Ann", "Ben", clock=QUICK, begin=False)
    assert "remaining" not in game.view()["clock"]


def test_who_does_nothing_gets_a_bots_moves_and_keeps_the_seat(server):
    """Ann sleeps: her call and her placement are made for her; Ben plays himself."""
    game = Table(server, "Ann", "Ben", clock=QUICK)
    began = time.monotonic()
    game.wait(lambda shown: shown.get("called"), "the call")
    accepted(game.place(2, 7))
    shown = game.wait(lambda shown: shown["round"]["step"] == "call" and shown["turn"] == 2, "the placement")
    assert 1.8 < time.monotonic() - began < 4
    called, ben, ann = moves(game)
    assert (called["by"], called["cause"]) == (1, "bot")
    assert (ben["by"], ben.get("cause")) == (2, None) and (ann["by"], ann["cause"]) == (1, "bot")
    assert 0.9 < seconds(ann) - seconds(called) < 2.5
    assert "away" not in shown["seats"][0], "she is only slow"
    accepted(game.call(2, "S"))
    assert accepted(game.place(1, game.next_cell(1)))["events"][0].get("cause") is None


def test_all_who_are_late_are_placed_at_once_and_come_too_late_then(server):
    game = Table(server, "Ann", "Ben", "Eve", clock=QUICK)
    accepted(game.call(1, "E"))
    game.wait(lambda shown: shown["round"]["step"] == "call", "the placements")
    problem(game.place(1, game.next_cell(1)), 409, "no-letter-called")
    placed = [event for event in moves(game) if event["type"] == "cell.changed"]
    assert sorted(event["by"] for event in placed) == [1, 2, 3]
    assert all(event["cause"] == "bot" for event in placed)


def test_the_last_letter_is_placed_by_the_clock_too(server):
    game = Table(server, "Ann", "Ben", clock={"call": 60, "place": 1}, end="free-last")
    game.play_rounds(24)
    accepted(game.place(1, None, "E"))
    shown = game.wait(lambda shown: shown["state"] == "finished", "the end")
    assert moves(game)[-1]["cause"] == "bot" and shown["seats"][1]["filled"] == 25
    assert shown["clock"]["running"] is False and "remaining" not in shown["clock"]


def test_a_solo_game_places_by_the_clock(server):
    game = Table(server, "Ann", clock=QUICK, seed=3)
    game.wait(lambda shown: shown["seats"][0]["filled"] >= 1, "the placement")
    first = next(event for event in moves(game) if event["type"] == "cell.changed")
    assert first["cause"] == "bot"


@pytest.mark.parametrize("clock", [QUICK, None])
def test_the_time_that_has_passed_is_told(server, clock):
    game = Table(server, "Ann", "Ben", clock=clock)
    one = game.view()["clock"]["elapsed"]
    time.sleep(0.2)
    assert 0.15 < game.view()["clock"]["elapsed"] - one < 2
