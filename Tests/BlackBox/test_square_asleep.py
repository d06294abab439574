"""Word squares that have left the memory: hidden boards, bots and clocks when they come back."""

import time

import pytest

from server_process import ServerProcess
from square_table import Table, accepted
from test_sleeping_games import send_to_sleep
from test_square_restart import picture


@pytest.fixture
def small_server():
    with ServerProcess("--no-address-limits", "--game-memory", 1) as running:
        yield running


def test_a_game_comes_back_as_it_was_and_goes_on(small_server):
    game = Table(small_server, "Ann", "Ben", bots=["easy"])
    game.play_rounds(3)
    before = picture(game)
    send_to_sleep(small_server)
    assert picture(game) == before
    game.play_rounds(5)


def test_a_clock_that_runs_out_meanwhile_has_run_out(small_server):
    """Whether the game stays awake for its clock or is woken, its players' time is over."""
    game = Table(small_server, "Ann", "Ben", clock={"call": 1, "place": 60})
    send_to_sleep(small_server)
    time.sleep(1)
    shown = game.wait(lambda shown: shown.get("called"), "the call")
    events = game.history()
    call = next(event for event in events if event["type"] == "letter.called")
    assert call["cause"] == "bot" and shown["turn"] == 1
    assert shown["clock"]["remaining"] > 50


def test_a_bot_has_moved_when_its_game_comes_back(small_server):
    game = Table(small_server, "Ann", bots=["hard"])
    accepted(game.call(1, "E"))
    send_to_sleep(small_server)
    game.wait(lambda shown: shown["seats"][1]["filled"] == 1, "the bot's placement")
