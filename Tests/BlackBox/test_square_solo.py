"""Playing alone: the server calls, and the same seed gives the same letters."""

import collections

import pytest

from client import problem
from square_table import Table, accepted
from words_reference import PRESETS, total


@pytest.mark.parametrize("end, calls", [("shared", 25), ("free-last", 24)])
def test_the_server_calls_to_the_end(server, end, calls):
    game = Table(server, "Ann", end=end, seed=11)
    shown = game.view()
    assert shown["state"] == "playing" and "turn" not in shown and len(shown["called"]) == 1
    assert (shown["round"]["number"], shown["round"]["step"]) == (1, "place")
    game.play()
    called = [event for event in game.history() if event["type"] == "letter.called"]
    assert [event["number"] for event in called] == list(range(1, calls + 1))
    assert all("by" not in event and "cause" not in event for event in called)
    points = total(game.texts()[1])
    result = game.show()["result"]
    assert result["scores"] == {"1": points} and result["winners"] == [1]


def test_the_same_seed_gives_the_same_letters(server, own_free_server):
    games = [Table(running, "Ann", end="shared", seed=2026) for running in (server, server, own_free_server)]
    games[1].orders[1].reverse()
    one, two, three = (game.letters_to_the_end() for game in games)
    assert one == two == three and len(one) == 25
    other = Table(server, "Ann", end="shared", seed=2027).letters_to_the_end()
    assert other != one
    shorter = Table(server, "Ann", end="free-last", seed=2026).letters_to_the_end()
    assert shorter == one[:24]


def test_without_a_seed_the_letters_differ_from_game_to_game(server):
    letters = [Table(server, "Ann", end="shared").letters_to_the_end() for _ in range(2)]
    assert letters[0] != letters[1]


def test_a_seed_that_nobody_gave_is_not_told(server):
    """It would tell all letters that are still to come."""
    game = Table(server, "Ann")
    assert "seed" not in game.show()["options"] and "seed" not in game.view()["options"]
    assert "seed" not in game.ask("GET", "/history").text


def test_letters_come_about_as_often_as_in_words(server):
    letters = []
    for seed in range(5):
        letters += Table(server, "Ann", end="shared", seed=seed).letters_to_the_end()
    counts = collections.Counter(letters)
    assert sum(counts[letter] for letter in "EASORILTN") > len(letters) / 2
    assert sum(counts[letter] for letter in "QZXJ") < len(letters) / 8


def test_who_plays_alone_does_not_call(server):
    game = Table(server, "Ann", seed=1)
    assert "call" not in game.view()["actions"] and "place" in game.view()["actions"]
    problem(game.call(1, "E"), 409, ("not-your-turn", "already-called"))


def test_the_next_letter_comes_with_the_placement(server):
    game = Table(server, "Ann", seed=1)
    events = accepted(game.place(1, 0))["events"]
    assert [event["type"] for event in events] == ["cell.changed", "letter.called"]
    assert game.view()["called"] == events[1]["letter"]


def test_a_bot_beside_one_person_makes_two(server):
    game = Table(server, "Ann", bots=["easy"])
    shown = game.view()
    assert shown["turn"] == 1 and shown["round"]["step"] == "call" and "called" not in shown


def test_the_presets_are_played_alone_too(server):
    for preset in ("classic", "long"):
        game = Table(server, "Ann", preset=preset, seed=4)
        game.play()
        expected = total(game.texts()[1], scoring=PRESETS[preset])
        assert game.show()["result"]["scores"] == {"1": expected}
