"""The reader's day: the date where the reader is, by the server's clock, and the reader's midnight."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from finished_games import DailyGame, answer_of_day, new_key, solution
from home_window import HomeWindow
from test_face import open_daily


@pytest.fixture
def new_home(new_window):
    return lambda **options: new_window(kind=HomeWindow, **options)


def zone_with_another_date():
    """A time zone in which it is not the date of UTC now, and its date: east of it from 10 o'clock on, west before."""
    now = datetime.datetime.now(datetime.UTC)
    hours, name = (14, "Pacific/Kiritimati") if now.hour >= 10 else (-12, "Etc/GMT+12")
    return name, (now + datetime.timedelta(hours=hours)).date().isoformat()


def test_the_reader_plays_the_game_of_the_date_where_they_are(new_home, api):
    zone, date = zone_with_another_date()
    home = new_home(timezone_id=zone).open()
    home.play_today("mini")
    key = home.stored("player")["key"]
    game = api("GET", f"/games/{home.game}", token=key)
    assert game["day"] == date != datetime.datetime.now(datetime.UTC).date().isoformat()
    api("PATCH", f"/games/{home.game}/board", {"cells": solution(answer_of_day(api, "mini", date))}, token=key)
    page = home.page
    expect(page.locator("#streak")).to_have_text("Streak: day 1")
    expect(page.locator("#week li").last).to_have_class("won")
    expect(page.locator("caption", has_text="Best of")).to_be_attached()
    home.open()
    expect(home.day("mini")).to_have_class(re.compile("done"))
    expect(home.day("mini")).to_contain_text("1 day")


@pytest.mark.parametrize("zone", ["Asia/Seoul", "America/Los_Angeles", "Asia/Kathmandu"])
def test_the_next_games_come_out_at_the_readers_midnight(new_home, api, zone):
    home = new_home(timezone_id=zone)
    page = home.open().page
    home.play_today("guess")
    api("POST", f"/games/{home.game}/actions/resign", {}, token=home.stored("player")["key"])
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^(\d+:)?\d\d?:\d\d$"))
    shown, until_midnight = page.evaluate("""() => {
        const parts = document.querySelector('[role=timer]').textContent.split(':').map(Number);
        const now = new Date();
        return [parts.reduce((sum, part) => sum * 60 + part, 0), (new Date(now).setHours(24, 0, 0, 0) - now) / 1000];
    }""")
    assert abs(shown - until_midnight) < 90


def test_a_missed_day_that_is_forgiven_is_told(new_home, api):
    played, home = DailyGame(api, "mini", new_key(api)), new_home()
    played.write(solution(answer_of_day(api, "mini")))

    # A test cannot play several days, so a profile with a longer streak is substituted.
    def amend(route):
        answer = route.fetch()
        body = answer.json()
        body["statistics"]["mini"] |= {"streak": 5, "best": 5, "graceUsed": True}
        route.fulfill(response=answer, json=body)

    home.page.route("**/players/me", amend)
    page = open_daily(home, played)
    expect(page.locator("#streak")).to_have_text("5 days in a row · one missed day forgiven")
    expect(page.locator("#week .won")).to_have_count(1)  # this browser knows of one of them
