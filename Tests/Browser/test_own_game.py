"""A game that somebody adds to the server, Examples/OwnGame, on the page without a line of JavaScript by its author."""

import os
import pathlib
import re

import pytest
from playwright.sync_api import expect

from own_window import OwnWindow
from page_server import DESKTOP, LANGUAGES, ROOT, SMALL
from room_party import Party
from screen_window import ScreenWindow, window_of
from server_process import ServerProcess

BINARY = pathlib.Path(os.environ.get("OWNGAME", ROOT / "Examples/OwnGame/.build/debug/OwnGame"))
# A full board on which no letter stands next to itself.
ROWS = ("ABABA", "CDCDC", "ABABA", "CDCDC", "ABABA")
BLANK = "...../...../...../...../....."

# The example is another package, which is built for these tests. A refusal is a failed request, which Chromium logs.
pytestmark = [pytest.mark.nightly, pytest.mark.refusals]


@pytest.fixture(scope="module")
def own_server():
    if not os.access(BINARY, os.X_OK):
        pytest.fail(f"{BINARY} is missing; build it with `make own-game`")
    with ServerProcess("--no-address-limits", "--static", ROOT / "static", program=BINARY) as process:
        yield process


@pytest.fixture
def server(own_server):
    """The example's server with the page of this checkout."""
    return own_server


@pytest.fixture
def pair(new_window, api):
    """Makes Ann's window on a desktop and Ben's on a phone, both with seats at one game."""
    def sit(**options):
        game = api("POST", "/games", {"rules": "apart", "options": options})
        ann, ben = new_window(kind=OwnWindow, **DESKTOP), new_window(kind=OwnWindow, **SMALL)
        ann.store(f"host:{game['id']}", game["host"]["token"])
        return ann.sit(game["id"], "Ann").is_in("play"), ben.sit(game["id"], "Ben", "#e76f51").is_in("play")
    return sit


def test_a_whole_game_from_the_card_to_the_replay(new_window):
    ann = new_window(kind=OwnWindow, **DESKTOP).open()
    expect(ann.card("apart")).to_contain_text("Fill the board; no letter may stand next to itself.")
    ann.set_options("apart")
    expect(ann.dialog.locator("label", has_text="Diagonals")).to_contain_text("Diagonals count too.")
    ann.confirm().begin("apart", "Play").is_in("play")
    ben = new_window(kind=OwnWindow, **SMALL)
    ben.sit(ann.game, "Ben", "#e76f51").is_in("play")

    ann.write("a1", "ABA").is_saved()
    ben.shows("c1", "A")
    ann.write("d1", "A").says("A would stand next to itself.").is_empty("d1")
    ann.fit("d1").shows("d1", "B").is_at("d1")
    expect(ann.page.locator("#announcer")).to_contain_text("B at d1")
    ben.shows("d1", "B")
    ann.page.reload()
    ann.until_live().draws("ABAB./...../...../...../.....")
    ben.fit("e1").shows("e1", "A")
    ann.write("a2", "".join(ROWS[1:])[:-1]).is_saved()
    ben.draws("ABABA/CDCDC/ABABA/CDCDC/ABAB.").fit("e5")

    for window, verdict in ((ann, "You win"), (ben, f"{ann.seat['name']} wins")):
        window.is_in("end")
        expect(window.page.locator("#verdict")).to_have_text(verdict)
        expect(window.page.locator(".people h3", has_text=ann.seat["name"])).to_contain_text("23 points")
        expect(window.page.locator(".people h3", has_text="Ben")).to_contain_text("2 points")
        expect(window.page.get_by_role("img", name="Winner")).to_have_count(1)
        window.has_no_violation()
    ann.page.get_by_role("button", name="Replay").click()
    slider = ann.dialog.get_by_role("slider")
    expect(slider).not_to_have_attribute("max", "0")
    slider.press("End")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("The game is over"))


def test_the_options_of_the_form_are_those_of_the_new_game(new_window, api):
    ann = new_window(kind=OwnWindow).open().set_options("apart")
    ann.field("diagonals").check()
    ann.confirm()
    expect(ann.options_line("apart")).to_have_text("Diagonals")
    ann.begin("apart", "Play").is_in("play")
    assert api("GET", f"/games/{ann.game}")["options"] == {"diagonals": True}
    ann.write("a1", "A").is_saved().write("b2", "A").says("A would stand next to itself.").is_empty("b2")


def test_the_page_shows_only_tools_that_the_game_has(pair):
    ann, ben = pair()
    expect(ann.tool("clear")).to_be_hidden()
    expect(ann.tool("undo")).to_be_hidden()
    expect(ann.page.locator("#close")).to_be_visible()
    expect(ann.page.locator("#lock")).to_be_hidden()
    expect(ben.page.locator("#host")).to_be_hidden()
    expect(ann.actions).to_have_text(["Fit"])
    ann.write("a1", "A").is_saved()
    ann.tool("undo").click()
    ann.is_empty("a1")


def test_an_action_that_is_not_allowed_has_no_button(new_window, pair):
    ann, _ = pair()
    watcher = new_window(kind=OwnWindow).visit(ann.path)
    expect(watcher.page.locator("#join-open")).to_be_visible()
    expect(watcher.actions).to_have_count(0)
    watcher.join("Cleo")
    expect(watcher.actions).to_have_text(["Fit"])


def test_a_dialog_checks_the_square_and_can_be_cancelled(pair):
    ann, _ = pair()
    ann.choose("b2")
    ann.action("Fit").click()
    field = ann.field("cell")
    expect(field).to_be_focused()
    for wrong in ("z9", "25"):
        field.fill(wrong)
        ann.press("Enter")
        expect(ann.dialog).to_be_visible()
    ann.press("Escape")
    expect(ann.dialog).to_have_count(0)
    assert ann.text == BLANK


def test_keys_alone_perform_an_action_and_keep_the_focus_on_its_button(pair):
    ann, _ = pair()
    ann.tab_to(ann.action("Fit")).press("Enter")
    ann.field("cell").fill("C3")
    ann.press("Enter").shows("c3", "A").is_at("c3")
    expect(ann.action("Fit")).to_be_focused()


def test_a_rematch_is_offered_and_asks_the_other_players(pair, api):
    ann, ben = pair()
    for number, row in enumerate(ROWS, 1):
        (ann if number % 2 else ben).write(f"a{number}", row).is_saved()
    for window in (ann, ben):
        window.is_in("end")
    first = ann.game
    ann.page.get_by_role("button", name="Play again").click()
    ben.dialog.get_by_role("button", name="Play again").click()
    for window in (ann, ben):
        window.page.wait_for_url(lambda url: not url.endswith(first))
        window.is_in("play")


@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=["desktop", "small"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_no_violation_and_nothing_scrolls_sideways(new_window, api, size, language):
    ann = new_window(kind=OwnWindow, locale=language, **size).open().has_no_violation()
    ann.set_options("apart").has_no_violation()
    game = api("POST", "/games", {"rules": "apart"})["id"]
    ann = new_window(kind=OwnWindow, locale=language, **size).sit(game, "Ann").is_in("play")
    expect(ann.actions).to_have_text(["Fit"])
    ann.has_no_violation().touch(ann.action("Fit"))
    expect(ann.dialog).to_be_visible()
    ann.has_no_violation()


def test_games_with_a_folder_load_nothing_for_those_without(new_window, api):
    ann = new_window(kind=OwnWindow)
    loaded = []
    ann.page.on("request", lambda request: loaded.append(request.url))
    ann.sit(api("POST", "/games", {"rules": "free"})["id"], "Ann").until_live()
    assert not [url for url in loaded if "/generic/" in url or url.endswith("/form.js")]


def test_its_board_and_its_winner_are_shown_on_the_big_screen(server, api, new_window):
    with Party(api, server.url) as party:
        screen = new_window(kind=ScreenWindow, **window_of("720")).open(party.room)
        game = party.begin("apart")
        letters = "".join(ROWS)
        for cell, letter in enumerate(letters):
            if cell == 24:
                expect(screen.shows("board").page.locator(".live .cell").nth(23)).to_have_text(letters[23])
                screen.fits().has_no_violation()
            game.request("POST", f"board/cells/{cell}", {"value": letter}, int(cell < 2))
        expect(screen.shows("end").part("verdict")).to_have_text("Ann wins")
        expect(screen.page.locator("#tv-boards h3", has_text="Ann")).to_contain_text("23 points")
        screen.fits().has_no_violation()


@pytest.mark.parametrize("look", [DESKTOP, SMALL], ids=["desktop", "phone"])
def test_a_game_for_two_waits_says_whose_turn_it_is_and_marks_plain_letters(new_window, api, look):
    game = api("POST", "/games", {"rules": "dig"})
    ann = new_window(kind=OwnWindow, **look).store(f"host:{game['id']}", game["host"]["token"])
    ann.sit(game["id"], "Ann").is_in("room")
    expect(ann.page.locator("#start-note")).to_have_text("Waits for one more player.")
    expect(ann.page.locator("#start")).to_be_hidden()
    expect(ann.page.locator("#steps li").first).to_have_text("Write an X to dig.")
    ann.page.locator("#bots").get_by_role("button", name="Easy").click()
    ann.is_in("play")
    expect(ann.page.locator("#hint")).to_have_text("Your turn")
    if look is SMALL:
        expect(ann.page.locator("#keys .key[data-key=X]")).to_have_count(1)
        expect(ann.page.locator("#keys .key[data-key=A]")).to_have_count(0)
    ann.write("a1", "X").is_saved()
    expect(ann.cell("a1")).to_have_attribute("data-mark", re.compile("hit|near|miss"))
    expect(ann.page.locator("#hint")).to_have_text(re.compile("Your turn"))
    ann.has_no_violation()
