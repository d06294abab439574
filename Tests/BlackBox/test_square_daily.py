"""The square of the day: the same letters for everybody."""

import datetime

import pytest

from client import Game, ask, problem
from square_table import accepted


def today(days=0):
    return (datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days)).isoformat()


def open_daily(server, date=None):
    """The game that a viewer is sent to."""
    answer = ask(server, "GET", "/daily/square" + (f"?date={date}" if date else ""))
    assert answer.status == 303, answer
    location = answer.header("Location")
    assert location.startswith("/games/")
    return Game(server, location.removeprefix("/games/"))


def play(game, count=25):
    """Sits down, begins if need be, and places so many letters; returns those that were called."""
    ann = game.seat("Ann")
    if game.show()["state"] == "waiting":
        accepted(ann.act("start"))
    for cell in range(count):
        if game.show(ann.token)["round"]["step"] == "last":
            break
        accepted(ann.act("place", {"cell": cell}))
    return [event["letter"] for event in game.history() if event["type"] == "letter.called"][:count]


def test_today_sends_to_a_solo_game(server):
    game = open_daily(server)
    shown = game.show()
    assert shown["rules"] == "square" and shown["state"] in ("waiting", "playing")
    letters = play(game, 5)
    assert len(letters) == 5 and "turn" not in game.show()


def test_everybody_gets_the_same_letters_on_every_server(server, own_free_server):
    date = "2026-11-20"
    games = [open_daily(running, date) for running in (server, server, own_free_server)]
    one, two, three = (play(game) for game in games)
    assert one == two == three and len(one) >= 24


def test_another_day_has_other_letters(server):
    one, two = (play(open_daily(server, date), 12) for date in ("2026-11-19", "2026-11-18"))
    assert one != two


def test_without_a_date_it_is_today_s(server):
    assert play(open_daily(server), 12) == play(open_daily(server, today()), 12)


def test_tomorrow_is_not_told(server):
    for date in (today(2), "2999-01-01", "9999-12-31"):
        problem(ask(server, "GET", f"/daily/square?date={date}"), 422)


@pytest.mark.parametrize(
    "date",
    ["", "x", "2026-13-01", "2026-02-30", "20261121", "2026-1-1", "-1", "2026-11-21T00:00:00Z", "9" * 40],
)
def test_a_day_that_is_none_is_refused(server, date):
    problem(ask(server, "GET", f"/daily/square?date={date}"), (400, 422))


def test_other_rules_have_no_day_yet(server):
    for rules in ("free", "chess", "", "square/x"):
        problem(ask(server, "GET", f"/daily/{rules}"), (404, 422))
    problem(ask(server, "POST", "/daily/square"), 405)


def test_the_letters_to_come_are_not_told(server):
    game = open_daily(server)
    assert "seed" not in game.ask("GET").text


def test_head_makes_no_game_or_says_where_it_is(server):
    answer = ask(server, "HEAD", "/daily/square")
    assert answer.status in (303, 405) and answer.body == b""
