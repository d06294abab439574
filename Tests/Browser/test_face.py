"""The page's own face: each game's hue, today's cards, the end of a day, games for one."""

import datetime
import io
import re

import pytest
from PIL import Image
from playwright.sync_api import expect

from finished_games import DailyGame, PlayedGame, answer_of_day, new_key, solution
from game_kinds import game_kinds
from games import game_of, guess, square
from home_window import HomeWindow
from page_server import DESKTOP, PHONE
from solving_window import SolvingWindow, correct_cells, fill, new_guess, new_mini
from test_appearance import contrast
from test_layout_shift import end_daily

ANN = {"name": "Ann", "colour": "#5661b3"}
TODAY = str(datetime.datetime.now(datetime.timezone.utc).date())


@pytest.fixture
def new_home(new_window):
    return lambda **options: new_window(kind=HomeWindow, **options).store_all(profile=ANN)


def open_daily(window, played):
    """Opens a player's game of the day at its end."""
    seat = played.seats[0]
    window.store_all(player={"player": seat["player"], "key": seat["token"], **ANN}, **{f"seat:{played.id}": seat})
    window.page.goto(f"{window.url}/g/{played.id}")
    expect(window.page.locator("#next-in")).to_be_visible()
    return window.page


# ------------------------------------------------------------------------------------------------------- hues


def colours_of(page, kind):
    """The hue of a game, the page's and the tile's ground, the current word, the text on both."""
    return page.evaluate("""async (kind) => {
        const { loadGame } = await import('/js/games/games.js');
        const node = document.createElement('div');
        document.body.append(node);
        (await loadGame(kind)).paintHue(node);
        node.classList.add('hued');
        const read = (name) => {
            node.style.color = `var(${name})`;
            const context = new OffscreenCanvas(1, 1).getContext('2d');
            context.fillStyle = getComputedStyle(node).color;
            context.fillRect(0, 0, 1, 1);
            return `rgb(${[...context.getImageData(0, 0, 1, 1).data].slice(0, 3).join(', ')})`;
        };
        return Object.fromEntries(['--accent', '--hue', '--word', '--paper', '--surface', '--ink', '--on-accent']
            .map((name) => [name.slice(2), read(name)]));
    }""", kind)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_hue_of_each_game_is_readable_and_parts_cell_word_and_rest(new_home, scheme):
    page = new_home(color_scheme=scheme).open().page
    seen = set()
    for kind in game_kinds():
        colours = colours_of(page, kind)
        seen.add(colours["hue"])
        assert colours["accent"] == colours["hue"]
        for ground in ("paper", "surface", "on-accent"):
            assert contrast(colours["hue"], colours[ground]) >= 4.5, (kind, ground)
        assert contrast(colours["word"], colours["surface"]) >= 1.4, kind
        assert contrast(colours["word"], colours["ink"]) >= 4.5, kind
        assert contrast(colours["word"], colours["hue"]) >= 3, kind
    assert len(seen) == len(game_kinds()), "each game has a hue of its own"


def test_one_player_has_the_games_hue_and_untinted_letters_and_several_have_colours_of_their_own(new_window, api):
    game = new_mini(api)["id"]
    ann = new_window(kind=SolvingWindow).sit(game, "Ann").is_in("play")
    ann.has_settled_colours()
    current = ann.page.locator(".cell.current")
    ground = "cell => getComputedStyle(cell).backgroundColor"
    own = current.evaluate(ground)
    assert own == "rgb(47, 98, 181)"
    ann.write("a2", "FE").is_saved()
    expect(ann.page.locator(".cell.painted")).to_have_count(0)
    # The word Paused over the board can be pressed.
    ann.tool("pause").click()
    ann.page.locator("#paused").click()
    expect(ann.page.locator("#paused")).to_be_hidden()

    api("POST", f"/games/{game}/seats", {"name": "Ben", "colour": "#e76f51"})
    expect(ann.page.locator("#seats")).to_contain_text("Ben")
    expect(ann.page.locator(".cell.painted")).to_have_count(2)
    ann.has_settled_colours()
    assert current.evaluate(ground) != own

    # A mistake that is mended at once is not told beside the result.
    fill(ann.url, game, ann.token, correct_cells(skip=("d5",)))
    ann.choose("d5").press("q").says("The board is full, but not all of it is right.")
    api("PATCH", f"/games/{game}/board", {"cells": {"d5": "S"}}, ann.token)
    ann.is_in("end")
    expect(ann.page.locator(".toast")).to_have_count(0)
    expect(ann.page.locator("#end-note")).to_contain_text("Solved in")


# ------------------------------------------------------------------------------------------------------- home


def test_todays_games_fit_on_one_screen_of_a_phone_and_stay_in_place_when_they_are_done(new_home, api, dailies):
    key, home = new_key(api), new_home(**PHONE).open()
    expect(home.page.locator(".day")).to_have_count(len(dailies))
    for card in home.page.locator(".day").all():
        box = card.bounding_box()
        assert box["y"] + box["height"] <= PHONE["viewport"]["height"]
        picture = card.locator(".pic").bounding_box()
        assert picture["height"] >= box["height"] * .4, "the picture is large"
        assert card.locator("b + span").evaluate("node => node.scrollWidth <= node.clientWidth")

    before = [card.bounding_box() for card in home.page.locator(".day").all()]
    for kind in dailies:
        played = DailyGame(api, kind, key)
        end_daily(api, played.id, key)
        known = {"day": TODAY, "game": played.id, "token": key, "name": "Ann"}
        home.page.evaluate("([key, value]) => localStorage[key] = JSON.stringify(value)", [f"5x5:daily:{kind}", known])
    expect(home.open().page.get_by_role("heading", name="Today")).to_have_text(f"Today · {len(dailies)} of {len(dailies)}")
    expect(home.page.locator("#date")).to_have_text("New at midnight")
    assert [card.bounding_box() for card in home.page.locator(".day").all()] == before
    uncut = home.page.locator(".day b + span, #date").evaluate_all(
        "all => all.map(each => each.scrollWidth <= each.clientWidth)")
    assert all(uncut)


# -------------------------------------------------------------------------------------------------------- end


def test_the_end_of_a_day_shows_figures_the_streak_from_its_first_day_and_the_next_game(new_home, api):
    home = new_home()
    home.page.clock.install()
    page = open_daily(home, guess.daily(api, "Ann", 3))
    expect(page.locator("#verdict")).to_have_text(re.compile("^(Sharp!|Beautifully found.)$"))
    expect(page.locator("#end-note")).to_contain_text("Got it in 3")
    expect(page.locator("#figures dt")).to_have_text(["Today", "Your average", "Your best"])
    expect(page.locator("#figures dd")).to_have_text(["3", "3", "3"])
    expect(page.locator("#day-bars .own")).to_have_text("31")
    expect(page.locator("#week li")).to_have_count(7)
    expect(page.locator("#week li").last).to_have_class("won")
    expect(page.locator("#streak")).to_have_text("Streak: day 1")
    expect(page.locator("#next-day")).to_have_text("Next: Mini crossword")
    expect(page.locator("#next-day")).to_have_attribute("href", "/today/mini")
    expect(page.locator("#finished-part .primary").locator("visible=true")).to_have_text(["Share"])
    expect(page.locator("#again")).to_be_hidden()

    # The countdown to the next day runs.
    clock = page.get_by_role("timer")
    before = clock.inner_text()
    page.clock.run_for(2000)
    expect(clock).not_to_have_text(before)
    page.clock.fast_forward(25 * 3600 * 1000)
    expect(page.locator("#next-in")).to_have_text("A new day: the next games are out.")


def test_a_day_that_was_lost_with_points_is_no_win(new_home, api):
    home = new_home().open().play_today("lattice").is_in("play")
    key, page = home.stored("player")["key"], home.page
    api("POST", f"/games/{home.game}/actions/resign", {}, key)
    assert api("GET", f"/games/{home.game}", token=key)["result"]["scores"] == {"1": 0}
    expect(page.locator("#week li").last).to_have_class("lost")
    expect(page.locator("#streak")).to_have_text("A new streak can start tomorrow.")
    home.open()
    expect(home.day("lattice")).to_have_class(re.compile(r"\bdone lost$"))
    page.locator("#statistics").click()
    page.get_by_role("radio", name="Lattice").check()
    expect(page.locator(".days [aria-current]")).to_have_attribute("data-state", "lost")


def play_daily_mini(api, key):
    played = DailyGame(api, "mini", key)
    played.write(solution(answer_of_day(api, "mini")))
    return played


def play_daily_square(api, key):
    played = DailyGame(api, "square", key)
    for cell in range(25):
        played.act("place", {"cell": cell, **({"letter": "S"} if cell == 24 else {})})
    return played


def test_a_result_that_is_opened_leaves_no_gap_above_its_board_and_leads_to_a_game_that_is_half_done(new_home, api):
    """The board of a word square that ends stays below the place of the call."""
    days = {TODAY: {"game": "done", "result": {"scores": {"1": 3}}}}
    home = new_home(**PHONE).store_all(**{"days:mini": days, "days:lattice": {TODAY: {"game": "half"}}})
    page = open_daily(home, play_daily_square(api, new_key(api)))
    title, board = (page.locator(each).bounding_box() for each in ("#title", "#boards .picture"))
    assert 0 <= board["y"] - title["y"] - title["height"] < 24
    expect(page.locator("#next-day")).to_have_text("Next: Lattice")


@pytest.mark.parametrize("play, kept, shown", [
    (play_daily_mini, "times", "1:35"), (play_daily_square, "scores", "95.4"),
], ids=["mini", "square"])
def test_the_end_of_the_second_day_compares_the_result_with_the_readers_average(new_home, api, play, kept, shown):
    played, home = play(api, new_key(api)), new_home()

    # A test cannot play several days, so a profile with another day is substituted.
    def amend(route):
        answer = route.fetch()
        body = answer.json()
        days = {"played": 2, "streak": 2, kept: {"best": 42, "average": 95.4}}
        body["statistics"][played.game["rules"]] |= days
        route.fulfill(response=answer, json=body)

    home.page.route("**/players/me", amend)
    page, result = open_daily(home, played), played.game["result"]
    own = result["scores"]["1"] if "scores" in result else f"0:{int(result['seconds']):02}"
    rows = page.get_by_role("list", name="Today and your average").get_by_role("listitem")
    expect(rows).to_have_text([f"Today{own}", f"Your average{shown}"])
    own, average = (bar.bounding_box() for bar in page.locator("#day-bars .length").all())
    assert own["width"] < average["width"] and own["x"] == average["x"]
    expect(page.locator("#week .won")).to_have_count(2)  # yesterday in another browser


def test_a_revealed_mini_is_not_solved(open_end, api):
    played = PlayedGame(api, "mini", ["Ann"], seed=4)
    played.act("reveal", {"scope": "board"})
    page = open_end(played)
    expect(page.locator("#end-note")).to_contain_text("Answer revealed")
    expect(page.locator("#summary")).not_to_contain_text("Solved")
    expect(page.locator("#summary")).not_to_contain_text("0:0")


@pytest.mark.parametrize("kind", ["square", "guess"])
def test_the_boards_of_two_stand_on_the_left_and_the_page_keeps_its_width(new_window, open_end, api, kind):
    one = open_end(game_of(kind).finish(api, names=["Ann"]))
    two = open_end(game_of(kind).finish(api, names=["Ann", "Ben"], **({"mode": "race"} if kind == "guess" else {})))
    assert one.locator("header").bounding_box() == two.locator("header").bounding_box()
    boards, summary = two.locator("#boards").bounding_box(), two.locator("#summary").bounding_box()
    assert boards["x"] + boards["width"] < summary["x"] and summary["y"] < 200
    assert summary["x"] + summary["width"] > DESKTOP["viewport"]["width"] * .8


def test_the_picture_is_of_the_readers_own_board(open_end, api):
    played = square.finish(api)
    for seat in (1, 2):
        page = open_end(played, seat=seat)
        with page.expect_download() as download:
            page.get_by_role("button", name="Save picture").click()
        picture = Image.open(download.value.path()).convert("RGB")
        tile = page.locator(f"[data-board='{seat}'] .cell").first.evaluate("node => getComputedStyle(node).backgroundColor")
        assert f"rgb{picture.getpixel((230, 150))}" == tile

    # A picture without letters shows the length of each word of a square.
    tiles = tiles_of(Image.open(io.BytesIO(bytes(page.evaluate(PICTURE_OF_WORDS)))))
    three, five, others = tiles[:3], tiles[16:21], [*tiles[3:16], *tiles[21:]]
    grounds = [{tile.getpixel((0, 0)) for tile in each} for each in (three, five, others)]
    assert [len(each) for each in grounds] == [1, 1, 1] and len(set.union(*grounds)) == 3, grounds
    assert all(len(tile.getcolors(10_000)) > 1 for tile in three + five), "a digit on each"
    assert all(len(tile.getcolors(10_000)) == 1 for tile in others), "nothing on letters without a word"


def tiles_of(picture):
    """The tiles of a saved picture, without their round corners."""
    edges = [(204 + 137.2 * (cell % 5), 134 + 137.2 * (cell // 5)) for cell in range(25)]
    return [picture.crop((round(x) + 12, round(y) + 12, round(x) + 112, round(y) + 112)) for x, y in edges]


def test_the_picture_of_a_daily_mini_shows_its_blocks_and_what_is_filled_but_no_letter(new_home, api):
    played = play_daily_mini(api, new_key(api))
    page = open_daily(new_home(), played)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    colours = {True: set(), False: set()}
    answer = played.game["result"]["answer"].replace("/", "")
    for tile, sign in zip(tiles_of(Image.open(download.value.path())), answer):
        colours[sign == "#"] |= {colour for _, colour in tile.getcolors(maxcolors=10_000)}
    assert len(colours[True]) == len(colours[False]) == 1 and colours[True] != colours[False], colours


PICTURE_OF_WORDS = """async () => {
    const { boardPicture } = await import('/js/end/picture.js');
    const { resultPicture } = await import('/js/end/share-picture.js');
    const cells = [...'CAT.Q...........HEART....'].map((sign) => ({ kind: 'letter', value: sign === '.' ? '' : sign }));
    const words = [['CAT', 0], ['HEART', 16]]
        .map(([text, cell]) => ({ text, cell, length: text.length, direction: 'across' }));
    const board = boardPicture('Ann', cells, { words });
    document.getElementById('boards').replaceChildren(board);
    const blob = await resultPicture(board, { title: '', verdict: '', note: '', link: '', letters: false });
    return Array.from(new Uint8Array(await blob.arrayBuffer()));
}"""


# ------------------------------------------------------------------------------------------------------- solo


def test_a_game_for_one_lists_no_players_and_has_no_host(new_window, api):
    game = new_guess(api, mode="solo")
    ann = new_window(kind=SolvingWindow)
    ann.store(f"host:{game['id']}", game["host"]["token"])
    ann.sit(game["id"], "Ann").is_in("play")
    for part in ("players", "recolour", "host", "leave"):
        expect(ann.page.locator(f"#{part}")).to_be_hidden()
    ann.tool("resign").click()
    expect(ann.page.get_by_role("button", name="Play on")).to_have_class("primary")
    expect(ann.page.locator("dialog").get_by_role("button", name="Give up")).not_to_have_class("primary")


def test_who_watches_does_not_count_themselves(new_window, board):
    first = new_window().open()
    first.has_state("live")
    expect(first.page.locator("#spectators")).to_have_text("")
    second = new_window().open()
    second.has_state("live")
    expect(first.page.locator("#spectators")).to_have_text("1 watching")


@pytest.mark.refusals
def test_a_game_that_does_not_exist_has_a_heading(new_window):
    window = new_window()
    window.page.goto(f"{window.url}/g/nope000000")
    expect(window.page.get_by_role("heading", level=1)).to_have_text("Game not found")


def test_one_person_in_a_waiting_room_is_led_to_invite_others(new_window, api):
    game = api("POST", "/games", {"rules": "square"})["id"]
    ann = new_window(**PHONE).sit(game, "Ann").is_in("room")
    expect(ann.page.locator("#invite")).to_have_class("primary")
    assert ann.page.locator("#invite").bounding_box()["y"] < ann.page.locator("#start").bounding_box()["y"]
    api("POST", f"/games/{game}/seats", {"name": "Ben", "colour": "#e76f51"})
    expect(ann.page.locator("#start")).to_have_class("primary")
