"""The coach at the end of a game: opened by a press, one screen, and nothing is fetched for it before."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from game_kinds import game_kinds
from games import game_of
from page_server import DESKTOP, PHONE


def open_coach(page):
    page.locator("#coach summary").click()
    expect(page.locator(".coach")).to_be_visible(timeout=120_000)
    return page.locator(".coach")


@pytest.mark.parametrize("kind", game_kinds())
def test_the_coach_shows_the_moves_of_every_game_with_a_review(open_end, api, kind):
    (rules,) = [each for each in api("GET", "/rules")["rules"] if each["name"] == kind]
    played = game_of(kind).finish(api)
    page = open_end(played)
    if not rules["review"]:
        return expect(page.locator("#coach")).to_have_count(0)
    coach = open_coach(page)
    count = len(api("GET", f"/games/{played.id}/review?seat=1")["moves"])
    expect(coach.locator(".picture .cell")).to_have_count(25)
    where = coach.locator(".note").first
    for step, last in (("Next", count), ("Back", 1)):
        button = coach.get_by_role("button", name=step, exact=True)
        while button.is_enabled():
            button.click()
            assert coach.locator(".played").count() > 0
        expect(where).to_have_text(f"Move {last} of {count}")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("size", [DESKTOP, PHONE, {**PHONE, "viewport": {"width": 320, "height": 568}}], ids=str)
def test_the_coach_is_fetched_when_it_is_opened_and_fits_beside_or_below_the_board(new_window, api, size):
    played, window, requested = game_of("guess").finish(api), new_window(**size), []
    window.store(f"seat:{played.id}", played.seats[0])
    page = window.page
    page.on("request", lambda request: requested.append(request.url))
    page.goto(f"{window.url}/g/{played.id}")
    expect(page.locator("#coach summary")).to_be_visible()
    assert not [url for url in requested if "coach" in url or "/review" in url]
    coach = open_coach(page)
    assert [url for url in requested if "/coach/" in url] and [url for url in requested if "/review" in url]

    coach.scroll_into_view_if_needed()
    width = page.viewport_size["width"]
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    box = coach.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
