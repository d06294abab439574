"""Whole games of every kind: on a desktop and a phone at once through a crash, by keys, and from the home page."""

import signal

import pytest
from playwright.sync_api import expect

from game_kinds import game_kinds
from games import game_of
from home_window import HomeWindow
from page_server import DESKTOP, MOVING, PHONE

# Requests fail while the server is down.
pytestmark = pytest.mark.refusals


@pytest.mark.smoke
@pytest.mark.own_server("it is killed during the game")
@pytest.mark.parametrize("kind", game_kinds())
def test_a_game_is_played_on_a_desktop_and_a_phone_through_a_crash(new_window, server, api, kind):
    known = game_of(kind)
    game = known.make(api, **known.PAIR)
    ann, ben = (new_window(kind=known.Window, **size) for size in ({**DESKTOP, **MOVING}, PHONE))
    ann.store(f"host:{game['id']}", game["host"]["token"]).sit(game["id"], "Ann")
    ben.sit(game["id"], "Ben", "#e76f51")

    def crash(during_outage=lambda: None):
        server.stop(signal.SIGKILL)
        during_outage()
        server.restart()

    known.together(ann, ben, api, crash)
    for each in (ann, ben):
        expect(each.is_in("end").page.locator("#verdict")).not_to_be_empty()


@pytest.mark.parametrize("kind", game_kinds())
def test_a_game_is_played_by_keys_alone(new_window, api, kind):
    known = game_of(kind)
    game = known.make(api)
    window = new_window(kind=known.Window, **DESKTOP)
    window.store(f"host:{game['id']}", game["host"]["token"]).visit(f"/g/{game['id']}")
    window.tab_to(window.page.locator("#join-open")).press("Enter")
    expect(window.page.locator("#name")).to_be_focused()
    window.page.keyboard.type("Ann")
    window.press("Enter")
    expect(window.page.locator(".seat", has_text="Ann")).to_contain_text("you")
    known.by_keys(window, api)
    window.is_in("end").tab_to(window.page.locator("#again"))


@pytest.mark.smoke
@pytest.mark.parametrize("kind", game_kinds())
def test_one_press_on_the_home_page_creates_a_game_and_seats_the_player(new_window, api, kind):
    ann = {"name": "Ann", "colour": "#5661b3"}
    home = new_window(kind=HomeWindow, **DESKTOP).store_all(profile=ann)
    for button, state, mode, names in game_of(kind).BUTTONS:
        home.open().begin(kind, button)
        game = api("GET", f"/games/{home.game}", token=home.seat["token"])
        assert (game["rules"], game["state"], game["options"].get("mode")) == (kind, state, mode)
        # None is a bot, which has a name of its own.
        assert [None if seat["bot"] else seat["name"] for seat in game["seats"]] == names
        assert game["seats"][0]["colour"] == ann["colour"] and not game["public"]
        assert home.stored(f"host:{home.game}")
