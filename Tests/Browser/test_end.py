"""The end screen of every kind of game: the next steps, the shared result and the replay."""

import json
import re
import urllib.request

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import expect

from end_window import letters_of, marks_of, open_replay, pictures_of
from game_kinds import game_kinds
from games import game_of, guess
from home_window import HomeWindow
from page_server import DESKTOP, PHONE


@pytest.mark.own_server("it counts the rows of the day's leaderboard")
def test_a_daily_game_shows_the_days_leaderboard_and_marks_the_players_own_row(open_end, api):
    for tries, name in enumerate(["Ann", "Ben", "Ann"], start=1):
        played = guess.daily(api, name, tries)
    page = open_end(played)
    rows = page.locator("#end-more tbody tr")
    expect(rows).to_have_count(3)
    assert [row.split() for row in rows.evaluate_all("rows => rows.map(row => row.innerText)")] == [
        ["1", "Ann", "1"], ["2", "Ben", "2"], ["3", "Ann", "3"]]
    expect(page.locator(".mine")).to_have_count(1)
    expect(page.locator(".mine td")).to_have_text(["3", "Ann", "3"])


def test_a_player_without_a_name_is_asked_once_at_the_first_result(new_window, api):
    first, second = guess.daily(api, "Brave Otter", 1), guess.finish(api)
    key, number = first.seats[0]["token"], api("GET", f"/games/{first.id}")["seats"][0]["player"]
    window = new_window(kind=HomeWindow, **PHONE).store_all(**{
        "player": {"player": number, "key": key, "name": "Brave Otter", "colour": "#2a9d8f"},
        "nickname": {"name": "Brave Otter", "colour": "#2a9d8f"},
        f"seat:{first.id}": first.seats[0], f"seat:{second.id}": second.seats[0]})
    page, form = window.page, window.page.locator("#ask-name")
    page.goto(f"{window.url}/g/{first.id}")
    expect(form).to_be_visible()
    board = page.locator("#boards .picture").bounding_box()
    assert form.bounding_box()["y"] >= board["y"] + board["height"], "it never covers the board"
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    form.get_by_role("textbox", name="What’s your name?").fill(" Zoë ")
    form.get_by_role("button", name="Save").tap()
    expect(page.locator("#ask-name")).to_have_text("Nice to meet you, Zoë.")
    expect(page.locator(".mine td").nth(1)).to_have_text("Zoë")
    assert api("GET", "/players/me", token=key)["name"] == "Zoë" and window.stored("profile")["name"] == "Zoë"
    page.goto(f"{window.url}/g/{second.id}")
    expect(page.locator("#verdict")).to_be_visible()
    expect(form).to_have_count(0)


def test_a_picture_is_named_after_whose_board_it_is_and_a_shared_board_after_itself(open_end, api):
    alone = open_end(guess.finish(api, ["Ann"]))
    expect(alone.locator("#boards").get_by_role("img", name=re.compile("^Board: C "))).to_have_count(1)
    race = open_end(guess.finish(api, ["Ann", "Ben"], mode="race"))
    for name in ("Ann", "Ben"):
        expect(race.locator("#boards").get_by_role("img", name=re.compile(f"^Board of {name}: "))).to_have_count(1)


def test_who_gives_no_name_is_not_asked_again(new_window, api):
    games = [guess.finish(api) for _ in range(2)]
    window = new_window(kind=HomeWindow, **DESKTOP).store_all(**{f"seat:{each.id}": each.seats[0] for each in games})
    for each, count in zip([*games, games[0]], (1, 0, 1)):
        window.page.goto(f"{window.url}/g/{each.id}")
        expect(window.page.locator("#replay")).to_be_visible()
        expect(window.page.locator("#ask-name")).to_have_count(count)


@pytest.mark.parametrize("kind", game_kinds())
def test_the_picture_and_the_replay_of_a_game_are_those_of_its_boards(open_end, api, kind):
    played = game_of(kind).finish(api)
    page, last = open_end(played), played.game["sequence"]
    assert_picture_is_of_the_board(page, played.id)
    slider = open_replay(page)
    assert slider.get_attribute("max") == str(last)
    for at in (last, last // 3, last - 1, 2 * last // 3, last // 2):
        slider.fill(str(at))
        for number, picture in zip(sorted(played.texts), pictures_of(page, ".replay")):
            board = played.request("GET", f"boards/{number}?at={at}")
            assert letters_of([picture]) == [board["text"]]
            assert marks_of(picture) == [cell.get("mark", "") for cell in board["cells"]]


def assert_picture_is_of_the_board(page, game):
    """The saved picture is a PNG of the board in the colours of the page."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    assert download.value.suggested_filename == f"fivebyfive-{game}.png"
    picture = Image.open(download.value.path())
    assert picture.size == (1080, 1080)
    assert picture.getpixel((2, 2))[:3] == (245, 243, 238)
    first = page.locator("#boards .picture").first.locator(".cell").first
    colour = first.evaluate("node => getComputedStyle(node).backgroundColor")
    assert f"rgb{picture.getpixel((210, 162))[:3]}" == colour


def test_a_finished_game_is_sent_through_the_systems_share_sheet_where_there_is_one(new_window, api):
    played = guess.daily(api, "Ann", 2)
    window = new_window()
    stored = json.dumps(json.dumps(played.seats[0]))
    window.page.add_init_script(f"localStorage.setItem('5x5:seat:{played.id}', {stored})")
    window.page.add_init_script("""navigator.share = async ({ text, files }) => {
        window.shared = { text, files: files.map(({ name, type, size }) => [name, type, size > 5000]) };
    }; navigator.canShare = () => true;""")
    window.page.goto(f"{window.url}/g/{played.id}")
    window.page.get_by_role("button", name="Share", exact=True).click()
    window.page.wait_for_function("() => window.shared")
    shared = window.page.evaluate("window.shared")
    assert shared["files"] == [[f"fivebyfive-{played.id}.png", "image/png", True]]
    assert shared["text"].endswith(f"{window.url}/today/guess")


def test_the_replay_describes_moves_follows_keys_plays_and_the_result_is_copied(open_end, api, server):
    played = guess.finish(api)
    page = open_end(played)
    slider = open_replay(page)
    expect(slider).to_be_focused()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^\d+:\d\d Ann: C at a1$"))
    slider.fill("8")
    expect(page.locator(".replay")).to_contain_text("Ann, row 1: CRANE")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Back").press("Enter")
    expect(slider).to_have_value("6")
    page.keyboard.press("Escape")
    expect(slider).to_have_count(0)
    expect(page.get_by_role("button", name="Replay")).to_be_focused()

    # It plays, pauses, and restarts from the end.
    open_replay(page)
    slider.evaluate("""slider => {
        window.values = [];
        new MutationObserver(() => values.push(Number(slider.value))).observe(slider, { attributes: true });
    }""")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function("() => values.includes(2)")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    slider.press("End")
    page.get_by_role("button", name="Fast").click()
    page.evaluate("values.length = 0")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => values.length > 1")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^\d+:\d\d The game is over$"))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    values = page.evaluate("values")
    assert values == sorted(values) and values[0] < values[-1] == int(slider.get_attribute("max"))

    # The copied text is the server's share text with the link.
    page.keyboard.press("Escape")
    expect(slider).to_have_count(0)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Share", exact=True).click()
    page.wait_for_function("() => toasts.includes('Result copied.')")
    with urllib.request.urlopen(f"{server.url}/games/{played.id}/share") as answer:
        assert page.evaluate("navigator.clipboard.readText()") == answer.read().decode() + page.url


def test_a_board_whose_moves_fill_several_pages_of_its_history_can_be_replayed(open_end, api):
    played = game_of("free").finish(api, names="ABCDEFGHIJKL", rounds=44)  # each may write so much at once
    page = open_end(played)
    slider = open_replay(page)
    expect(slider).to_have_attribute("max", str(played.game["sequence"]))
    assert played.game["sequence"] > 1000
    slider.fill("900")
    assert letters_of(pictures_of(page, ".replay")) == [played.request("GET", "board?at=900")["text"]]


def test_a_stranger_at_a_finished_game_has_one_filled_button_which_leads_to_games_of_their_own(open_end, api):
    page = open_end(guess.finish(api), seat=None)
    filled = page.locator("#finished-part .primary").locator("visible=true")
    expect(filled).to_have_text(["Play your own"])
    filled.click()
    expect(page.locator("#days .day").first).to_be_visible()
