"""The sheet of daily games: figures, and the calendar of what was played."""

import datetime
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games import guess
from home_window import HomeWindow
from page_server import PHONE

ANN = {"name": "Ann", "colour": "#5661b3"}


@pytest.fixture
def new_home(new_window):
    return lambda **options: new_window(kind=HomeWindow, **options).store_all(profile=ANN)


def open_statistics(home, game):
    home.page.locator("#statistics").click()
    sheet = home.page.get_by_role("dialog", name="Statistics")
    sheet.get_by_role("radio", name=game).check()
    return sheet


def check(home):
    found = Axe().run(home.page)
    assert found.violations_count == 0, found.generate_report()


def day_name(day):
    return f"{day.day} {day:%B}"


def test_the_sheet_shows_the_statistics_that_the_server_keeps(new_home, api):
    played = guess.daily(api, "Ann", 2)
    key = played.seats[0]["token"]
    game = f"/games/{api('POST', '/daily/mini', {}, key)['id']}"
    api("POST", f"{game}/seats", {}, key)
    api("POST", f"{game}/actions/reveal", {"scope": "board"}, key)
    home = new_home(**PHONE).store_all(player={**ANN, "player": played.seats[0]["player"], "key": key}).open()
    sheet = open_statistics(home, "Hidden word")
    facts = dict(sheet.locator(".results dl > div").evaluate_all(
        "all => all.map(({ children: [name, fact] }) => [name.textContent, fact.textContent])"))
    assert list(facts.items())[:4] == [("Played", "1"), ("Won", "1"), ("Streak", "1"), ("Longest streak", "1")]
    assert list(facts)[4:] == ["Best time", "Average time"]
    assert re.search(r"2\s*× 1", sheet.get_by_role("list", name="Hidden word: how often with each result").inner_text())
    check(home)
    assert sheet.evaluate("node => node.scrollWidth - node.clientWidth") <= 0

    # A game whose results are times shows figures and no distribution.
    sheet.get_by_role("radio", name="Mini crossword").check()
    results = sheet.locator(".results")
    expect(results.get_by_role("list", name="how often with each result")).to_have_count(0)
    expect(results).to_contain_text("Played")
    assert results.evaluate("node => [...node.childNodes].map(each => each.nodeName)") == ["DL"]


def test_the_calendar_shows_the_days_that_were_begun_won_and_lost(new_home):
    today = datetime.datetime.now(datetime.timezone.utc).date()
    first = today.replace(day=1)
    days = {first.isoformat(): {"game": "a", "result": {"solves": [{"guesses": 3, "seconds": 40}]}}}
    if today.day > 1:
        days[today.isoformat()] = {"game": "b"}
    lost = (first - datetime.timedelta(days=1))
    days[lost.isoformat()] = {"game": "c", "result": {}}
    home = new_home().store_all(**{"days:guess": days}).open()
    sheet = open_statistics(home, "Hidden word")
    expect(sheet.get_by_role("button", name=f"{day_name(first)} · 3 of 5", exact=True)).to_have_attribute(
        "data-state", "won")
    if today.day > 1:
        expect(sheet.get_by_role("button", name=f"{day_name(today)} · begun", exact=True)).to_be_enabled()
    sheet.get_by_role("button", name="Earlier month").click()
    expect(sheet.get_by_role("button", name=f"{day_name(lost)} · Not this time")).to_have_attribute("data-state", "lost")
    expect(sheet.get_by_role("button", name="Later month")).to_be_enabled()


def test_a_reader_who_has_played_nothing_plays_an_earlier_day_which_does_not_count(new_home, api):
    home = new_home(**PHONE).open()
    sheet = open_statistics(home, "Mini crossword")
    expect(sheet).to_contain_text("Your results of daily games show up here.")
    expect(sheet.locator(".days button:not([data-state=open])")).to_have_count(0)
    check(home)

    # Days to come cannot be pressed.
    sheet.get_by_role("radio", name="Hidden word").check()
    today = datetime.datetime.now(datetime.timezone.utc).date()
    tomorrow = today + datetime.timedelta(days=1)
    if tomorrow.month == today.month:
        expect(sheet.get_by_role("button", name=day_name(tomorrow), exact=True)).to_be_disabled()

    # An earlier day opens its game.
    sheet.get_by_role("button", name="Earlier month").click()
    last = today.replace(day=1) - datetime.timedelta(days=1)
    sheet.get_by_role("button", name=day_name(last), exact=True).click()
    home.wait_for_game()
    expect(home.page.get_by_role("heading", level=1)).to_have_text(
        re.compile(rf"^Hidden word · {last.day}\s{last:%b}"))  # September is "Sept" in British English
    key = home.stored("player")["key"]
    assert api("GET", f"/games/{home.game}", token=key)["day"] == last.isoformat()
    assert api("GET", "/players/me", token=key)["statistics"].get("guess", {}).get("played", 0) == 0
    home.open()
    expect(home.day("guess")).to_contain_text("Play")
    sheet = open_statistics(home, "Hidden word")
    sheet.get_by_role("button", name="Earlier month").click()
    expect(sheet.get_by_role("button", name=f"{day_name(last)} · begun", exact=True)).to_be_visible()
