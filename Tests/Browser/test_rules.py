"""The rules of a game, shown to those who play it for the first time, and again when they are asked for."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games import game_of
from home_window import HomeWindow
from page_server import DESKTOP, PHONE
from solving_window import SolvingWindow, new_guess, new_mini


@pytest.fixture
def newcomer(new_window):
    """The home page of somebody who has played nothing."""
    return new_window(kind=HomeWindow, knows_rules=False, **PHONE).open()


def rules_of(window, title):
    dialog = window.page.get_by_role("dialog", name=title)
    expect(dialog.get_by_role("listitem").first).to_be_visible()
    return dialog


# What the rules of a game of the day say, and what belongs to games of several.
DAILY_RULES = {"square": (["3, 4 or 5 points", "last letter"], ["calls", "everybody"]),
               "guess": (["Green", "Orange", "Grey", "five rows"], ["others"]),
               "mini": (["clue"], ["race", "others"]), "lattice": (["Green", "15 swaps"], ["race", "others"])}


def test_the_first_daily_game_of_a_kind_begins_with_its_rules_and_the_second_without(newcomer, dailies):
    assert set(DAILY_RULES) == set(dailies)
    for number, (kind, (said, unsaid)) in enumerate(DAILY_RULES.items()):
        newcomer.day(kind).tap()
        dialog = rules_of(newcomer, game_of(kind).TITLE)
        steps = dialog.get_by_role("list").inner_text().lower()
        assert all(part.lower() in steps for part in said) and not any(part in steps for part in unsaid), steps
        expect(dialog.locator(".rules-board span")).to_have_count(25)
        found = Axe().run(newcomer.page)
        assert found.violations_count == 0, found.generate_report()

        # Enter goes on like the button; the kind is known from then on.
        dialog.get_by_role("button", name="Play").tap() if number % 2 else newcomer.press("Enter")
        newcomer.wait_for_game()
        assert kind in newcomer.stored("known")
        newcomer.open()
    newcomer.play_today(kind)


def test_no_game_is_made_before_the_reader_wants_to_play(newcomer, api):
    made = []
    newcomer.page.on("request", lambda request: request.method == "POST" and made.append(request.url))
    newcomer.button("free", "New board").tap()
    rules_of(newcomer, "Free board").get_by_role("button", name="Cancel").tap()

    # The rules of a race say what the others see.
    newcomer.button("mini", "Race").tap()
    race = rules_of(newcomer, "Mini crossword")
    expect(race).to_contain_text("the others see only how many letters you have")
    race.get_by_role("button", name="Cancel").tap()

    # The button to play is in sight on a small phone.
    newcomer.page.set_viewport_size({"width": 320, "height": 568})
    newcomer.day("lattice").tap()
    lattice = rules_of(newcomer, "Lattice")
    expect(lattice.get_by_role("button", name="Play")).to_be_in_viewport(ratio=1)
    lattice.get_by_role("button", name="Cancel").tap()

    assert not made
    newcomer.button("free", "New board").tap()
    rules_of(newcomer, "Free board").get_by_role("button", name="Play").tap()
    newcomer.wait_for_game()


def test_the_rules_and_the_page_of_todays_game_do_not_wait_for_each_other(new_window):
    # The rules come while the page is held.
    window, held = new_window(kind=HomeWindow, knows_rules=False), []
    window.page.route("**/g/lobby", lambda route: held.append(route), times=1)
    window.page.goto(window.url + "/today/guess")
    window.first(held)
    play = rules_of(window, "Hidden word").get_by_role("button", name="Play")
    held.pop().continue_()
    play.click()
    window.wait_for_game().is_in("play")

    # The page comes while the rules are held.
    window.page.route("**/js/dialogs/rules.js", lambda route: held.append(route), times=1)
    with window.page.expect_response("**/g/lobby"):
        window.page.goto(window.url + "/today/mini")
    window.first(held).continue_()
    rules_of(window, "Mini crossword").get_by_role("button", name="Play").click()
    window.wait_for_game().is_in("play")


def test_the_button_beside_the_title_brings_the_rules_back(new_window, api):
    window = new_window(kind=SolvingWindow, **PHONE).sit(new_mini(api)["id"], "Ann")
    window.page.get_by_role("button", name="How to play").tap()
    dialog = rules_of(window, "Mini crossword")
    expect(dialog.locator("kbd")).to_have_count(0)
    dialog.get_by_role("button", name="Close").tap()
    expect(dialog).to_have_count(0)


def test_with_a_keyboard_the_question_mark_shows_the_rules_and_the_keys(new_window, api):
    window = new_window(kind=SolvingWindow, **DESKTOP).sit(new_guess(api)["id"], "Ann")
    window.choose("a1").press("?")
    expect(rules_of(window, "Hidden word").locator("kbd")).to_have_text(["Enter", "Backspace"])
