"""The end screen: the verdict, the boards, the next steps and the replay."""

import json
import urllib.request

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import expect

import finished_games
from page_server import PHONE
from solving_window import SolvingWindow, new_mini

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
MARKUP = "<img src=x onerror=alert(1)>"


@pytest.fixture
def open_end(new_window):
    """Opens the end screen of a game as the player of a seat, or as a spectator (None); returns the page."""
    def open_end(played, seat=1, **options):
        window = new_window(**(options or DESKTOP))
        if seat:
            stored = json.dumps(json.dumps(played.seats[seat - 1]))
            window.page.add_init_script(f"localStorage.setItem('5x5:seat:{played.id}', {stored})")
        window.page.goto(f"{window.url}/g/{played.id}")
        expect(window.page.locator("#verdict")).to_be_visible()
        return window.page
    return open_end


def letters_of(pictures):
    """The boards in the API's text form."""
    read = """board => [...board.querySelectorAll('.cell')].map(
        tile => tile.classList.contains('block') ? '#' : tile.textContent || '.').join('')"""
    return ["/".join(row[at:at + 5] for at in range(0, 25, 5)) for row in (each.evaluate(read) for each in pictures)]


def pictures_of(page, within="#boards"):
    return page.locator(f"{within} .picture").all()


def marks_of(picture):
    return picture.evaluate("board => [...board.querySelectorAll('.cell')].map(tile => tile.dataset.mark || '')")


def test_a_square_shows_the_winner_and_every_scored_word_on_its_board(open_end, api):
    played = finished_games.square(api)
    page, game = open_end(played, seat=2), played.game
    expect(page.locator("#verdict")).to_have_text("Ann wins")
    ranking = sorted(game["boards"], key=lambda board: -board["score"])
    assert letters_of(pictures_of(page)) == [board["text"] for board in ranking]
    for board, panel in zip(ranking, page.locator(".panel").all()):
        counted = [word for word in board["words"] if word["counts"]]
        expect(panel.locator(".total")).to_have_text(f"{board['score']} points")
        assert panel.locator(".word").all_text_contents() == [f"{word['text']}{word['points']}" for word in counted]
        assert panel.locator(".bar").count() == len(counted)
        assert panel.locator(".bar.down").count() == sum(word["direction"] == "down" for word in counted)
    expect(page.locator(".crown")).to_have_count(1)


def test_the_best_line_is_marked_and_animated_once_and_again_when_pressed(open_end, api):
    page = open_end(finished_games.square(api))
    best = page.locator(".winner .cell.best")
    assert "".join(best.all_text_contents()) == "HEART"
    expect(page.locator(".picture.performs")).to_have_count(1)
    page.evaluate("Promise.all(document.getAnimations().map(each => each.finished)).then(() => true)")
    page.get_by_role("button", name="Best line: HEART, 10").click()
    assert page.evaluate("document.getAnimations().length") == 6, "five letters and their bar"


def test_reduced_motion_stops_the_animation_of_the_best_line(open_end, api):
    page = open_end(finished_games.square(api), reduced_motion="reduce")
    page.locator(".winner .picture").click()
    assert page.evaluate("document.getAnimations().length") == 0
    expect(page.locator(".winner .cell.best").first).not_to_have_css("box-shadow", "none")


def test_the_points_of_lines_diagonals_and_bonus_add_up_to_the_score(open_end, api):
    played = finished_games.square(api, extras={"diagonals": True, "fullLine": 7})
    page = open_end(played)
    page.locator(".winner summary").click()
    points = page.locator(".winner tbody td:last-child").all_text_contents()
    assert sum(map(int, points)) == max(board["score"] for board in played.game["boards"])
    expect(page.locator(".winner tbody")).to_contain_text("Full lines")


def test_the_verdict_of_a_solo_square_is_its_points(open_end, api):
    played = finished_games.square(api, names=["Ann"])
    score = played.game["result"]["scores"]["1"]
    page = open_end(played)
    expect(page.locator("#verdict")).to_have_text("1 point" if score == 1 else f"{score} points")
    expect(page.locator(".panel")).to_have_count(1)
    expect(page.locator(".crown")).to_have_count(0)


def test_a_mini_solved_together_shows_time_help_tints_marks_and_answers(open_end, api):
    played = finished_games.mini(api, names=["Ann", "Ben"])
    page, game = open_end(played), played.game
    expect(page.locator("#verdict")).to_have_text("Solved in 0:00")
    expect(page.locator("#end-note")).to_contain_text("With help")
    [board] = pictures_of(page)
    assert letters_of([board]) == [game["result"]["answer"]]
    assert marks_of(board) == [cell.get("mark", "") for cell in game["boards"][0]["cells"]]
    tints = page.locator("#boards .cell.painted").evaluate_all(
        "tiles => new Set(tiles.map(tile => tile.style.getPropertyValue('--solid'))).size")
    assert tints == 2
    for clue in [*game["clues"]["across"], *game["clues"]["down"]]:
        expect(page.locator(".answers li", has_text=clue["clue"])).to_contain_text(clue["answer"])


def test_a_mini_race_ranks_players_by_help_and_time(open_end, api):
    played = finished_games.mini(api, names=["Ann", "Ben", "Cleo"], mode="race")
    page = open_end(played, seat=None)
    assert [name.split("you")[0] for name in page.locator(".panel h3").all_text_contents()] == [
        next(seat["name"] for seat in played.game["seats"] if seat["seat"] == solve["seat"])
        for solve in played.game["result"]["solves"]
    ]
    expect(page.locator(".panel").last.locator(".total")).to_have_text("0:00 · with help")
    expect(page.locator("#again")).to_be_hidden()


def test_an_abandoned_mini_shows_the_answer_beside_the_players_letters(open_end, api):
    played = finished_games.PlayedGame(api, "mini", ["Ann"], seed=4)
    played.write({"0": "Q"})
    played.act("check", {"scope": "cell", "cell": 0})
    played.act("resign")
    page = open_end(played)
    expect(page.locator("#verdict")).to_have_text("Not solved")
    mine, answer = letters_of(pictures_of(page, "#finished-part"))
    assert mine.startswith("Q") and answer == played.game["result"]["answer"]
    expect(page.locator(".picture [data-mark=wrong]")).to_have_text("Q")


def test_a_guess_shows_the_answer_and_the_marks_of_every_row(open_end, api):
    played = finished_games.guess(api)
    page, game = open_end(played), played.game
    expect(page.locator("#verdict")).to_have_text("Found in 3 of 5")
    expect(page.locator("#end-note")).to_contain_text(f"The word was {game['result']['answer']}")
    [board] = pictures_of(page)
    assert marks_of(board) == [cell.get("mark", "") for cell in game["boards"][0]["cells"]]
    assert "C right place" in board.get_attribute("aria-label")


def test_a_guess_race_shows_every_players_rows_fewest_first(open_end, api):
    played = finished_games.guess(api, names=["Ann", "Ben"], mode="race")
    page = open_end(played)
    expect(page.locator("#verdict")).to_have_text("Ben wins")
    assert letters_of(pictures_of(page)) == [played.texts[2], played.texts[1]]
    assert [total.split(" · ")[0] for total in page.locator(".total").all_text_contents()] == ["2 of 5", "3 of 5"]


def test_a_closed_free_board_shows_points_time_and_words(open_end, api):
    page = open_end(finished_games.free(api))
    expect(page.locator("#verdict")).to_have_text("50 points")
    expect(page.locator("#end-note")).to_have_text("Played for 0:00")
    expect(page.locator("#end-more .word")).to_have_count(10)
    expect(page.locator("#copy-result")).to_be_hidden()
    assert letters_of(pictures_of(page)) == ["HEART/EMBER/ABUSE/RESIN/TREND"]


@pytest.mark.parametrize("names", [("Ann", "Ben"), ("Ann", "Ann")], ids=["two names", "the same name"])
def test_a_daily_game_shows_the_days_leaderboard_and_marks_the_players_own_row(open_end, api, names):
    for tries, name in enumerate(names, start=1):
        played = finished_games.daily_guess(api, name, tries)
    page = open_end(played)
    rows = page.locator("#end-more tbody tr")
    expect(rows).to_have_count(2)
    assert [row.split() for row in rows.evaluate_all("rows => rows.map(row => row.innerText)")] == [
        ["1", names[0], "1"], ["2", names[1], "2"]]
    expect(page.locator(".mine")).to_have_count(1)
    expect(page.locator(".mine td")).to_have_text(["2", names[1], "2"])


def test_the_copied_text_is_the_servers_share_text_with_the_link(open_end, api, server):
    played = finished_games.guess(api)
    page = open_end(played)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy result").click()
    expect(page.locator(".toast")).to_have_text("Result copied.")
    with urllib.request.urlopen(f"{server.url}/games/{played.id}/share") as answer:
        assert page.evaluate("navigator.clipboard.readText()") == answer.read().decode() + page.url


@pytest.mark.parametrize("make", [finished_games.square, finished_games.mini])
def test_the_saved_picture_is_a_png_of_the_board_in_the_colours_of_the_page(open_end, api, make):
    played = make(api)
    page = open_end(played)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    assert download.value.suggested_filename == f"fivebyfive-{played.id}.png"
    picture = Image.open(download.value.path())
    assert picture.size == (1080, 1080)
    assert picture.getpixel((2, 2))[:3] == (245, 243, 238)
    first = page.locator("#boards .picture").first.locator(".cell").first
    colour = first.evaluate("node => getComputedStyle(node).backgroundColor")
    assert f"rgb{picture.getpixel((210, 162))[:3]}" == colour


def test_a_finished_game_is_sent_through_the_systems_share_sheet_where_there_is_one(new_window, api):
    played = finished_games.daily_guess(api, "Ann", 2)
    window = new_window()
    stored = json.dumps(json.dumps(played.seats[0]))
    window.page.add_init_script(f"localStorage.setItem('5x5:seat:{played.id}', {stored})")
    window.page.add_init_script("""navigator.share = async ({ text, files }) => {
        window.shared = { text, files: files.map(({ name, type, size }) => [name, type, size > 5000]) };
    }; navigator.canShare = () => true;""")
    window.page.goto(f"{window.url}/g/{played.id}")
    window.page.get_by_role("button", name="Share result").click()
    window.page.wait_for_function("() => window.shared")
    shared = window.page.evaluate("window.shared")
    assert shared["files"] == [[f"fivebyfive-{played.id}.png", "image/png", True]]
    assert shared["text"].endswith(f"{window.url}/today/guess")


def open_replay(page):
    page.get_by_role("button", name="Replay").click()
    slider = page.get_by_role("slider", name="Position in the game")
    expect(slider).not_to_have_attribute("max", "0")
    return slider


@pytest.mark.parametrize("make, names", [
    (finished_games.square, ["Ann", "Ben"]), (finished_games.mini, ["Ann", "Ben"]),
    (finished_games.guess, ["Ann"]), (finished_games.lattice, ["Ann"]), (finished_games.free, ["Ann", "Ben"]),
])
def test_the_replay_matches_the_servers_board_at_any_sequence(open_end, api, make, names):
    played = make(api, names=names)
    page, last = open_end(played), played.game["sequence"]
    slider = open_replay(page)
    assert slider.get_attribute("max") == str(last)
    for at in (last, last // 3, last - 1, 2 * last // 3, last // 2):
        slider.fill(str(at))
        for number, picture in zip(sorted(played.texts), pictures_of(page, ".replay")):
            board = played.request("GET", f"boards/{number}?at={at}")
            assert letters_of([picture]) == [board["text"]]
            assert marks_of(picture) == [cell.get("mark", "") for cell in board["cells"]]


def test_the_replay_describes_each_move_and_is_controlled_by_keys(open_end, api):
    page = open_end(finished_games.guess(api))
    slider = open_replay(page)
    expect(slider).to_be_focused()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "0:00 Ann: C at a1")
    slider.fill("8")
    expect(page.locator(".replay")).to_contain_text("0:00 Ann, row 1: CRANE")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Back").press("Enter")
    expect(slider).to_have_value("6")
    page.keyboard.press("Escape")
    expect(slider).to_have_count(0)
    expect(page.get_by_role("button", name="Replay")).to_be_focused()


def test_the_replay_plays_pauses_and_restarts_from_the_end(open_end, api):
    page = open_end(finished_games.guess(api))
    slider = open_replay(page)
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(slider).to_have_value("2")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    slider.press("End")
    page.get_by_role("button", name="Fast").click()
    page.get_by_role("button", name="Play", exact=True).click()
    assert int(slider.input_value()) < int(slider.get_attribute("max"))
    expect(slider).to_have_attribute("aria-valuetext", "0:00 The game is over", timeout=10_000)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_board_whose_moves_fill_several_pages_of_its_history_can_be_replayed(open_end, api):
    played = finished_games.free(api, rounds=44)
    page = open_end(played)
    slider = open_replay(page)
    expect(slider).to_have_attribute("max", str(played.game["sequence"]))
    assert played.game["sequence"] > 1000
    slider.fill("900")
    assert letters_of(pictures_of(page, ".replay")) == [played.request("GET", "board?at=900")["text"]]


def test_names_with_markup_stay_text(open_end, api):
    page = open_end(finished_games.square(api, names=[MARKUP, "Ben"]))
    expect(page.locator("#verdict")).to_have_text("You win")
    expect(page.locator(".panel b", has_text=MARKUP)).to_be_visible()
    open_replay(page)
    expect(page.locator("figcaption", has_text=MARKUP)).to_be_visible()
    expect(page.locator("main img[src='x'], dialog img")).to_have_count(0)


@pytest.mark.parametrize("scheme, options", [("light", DESKTOP), ("dark", PHONE)], ids=["light", "dark"])
def test_axe_finds_no_violation_on_any_end_or_in_the_replay(open_end, api, scheme, options):
    for make, more in ((finished_games.square, {}), (finished_games.mini, {"names": ["Ann", "Ben"]}),
                       (finished_games.guess, {}), (finished_games.lattice, {}), (finished_games.free, {})):
        page = open_end(make(api, **more), color_scheme=scheme, reduced_motion="reduce", **options)
        for summary in page.locator("summary:visible").all():
            summary.click()
        check(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= options["viewport"]["width"]
        open_replay(page)
        check(page)


def check(page):
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("motion, pieces", [("no-preference", 90), ("reduce", 0)])
def test_a_win_is_celebrated_once_unless_the_reader_prefers_less_motion(new_window, api, motion, pieces):
    ann = new_window(kind=SolvingWindow, reduced_motion=motion).sit(new_mini(api)["id"], "Ann").solve().is_in("end")
    expect(ann.page.locator("#verdict")).to_be_focused()
    expect(ann.page.locator(".party i")).to_have_count(pieces)
    ann.page.reload()
    ann.is_in("end")
    expect(ann.page.locator("#verdict")).not_to_be_empty()
    expect(ann.page.locator(".party")).to_have_count(0)


@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_board_stays_where_it_was_played_and_the_result_comes_beneath_or_beside_it(new_window, api, options):
    ann = new_window(kind=SolvingWindow, reduced_motion="reduce", **options).sit(new_mini(api)["id"], "Ann")
    before = ann.page.locator("#grid").bounding_box()
    ann.solve().is_in("end")
    board = ann.page.locator("#boards .picture").bounding_box()
    verdict = ann.page.locator("#verdict").bounding_box()
    assert abs(board["x"] - before["x"]) <= 1 and abs(board["width"] - before["width"]) <= 1
    assert abs(board["y"] - before["y"]) <= 12
    if options is PHONE:
        assert verdict["y"] > board["y"] + board["height"]
        assert verdict["y"] + verdict["height"] < options["viewport"]["height"]
    else:
        assert verdict["x"] > board["x"] + board["width"] and verdict["y"] < board["y"] + board["height"]


def test_a_won_board_moves_to_the_result_and_dances_unless_the_reader_prefers_less_motion(new_window, api):
    moved = {}
    for motion in ("no-preference", "reduce"):
        ann = new_window(kind=SolvingWindow, reduced_motion=motion).sit(new_mini(api)["id"], "Ann").solve().is_in("end")
        moving = "board => board.getAnimations({ subtree: true }).filter(each => !(each instanceof CSSAnimation)).length"
        moved[motion] = ann.page.locator("#boards .picture").evaluate(moving)
    assert moved == {"no-preference": 26, "reduce": 0}


def test_a_stranger_at_a_finished_game_has_one_filled_button_which_leads_to_games_of_their_own(open_end, api):
    page = open_end(finished_games.guess(api), seat=None)
    filled = page.locator("#finished-part .primary").locator("visible=true")
    expect(filled).to_have_text(["Play your own"])
    filled.click()
    expect(page.locator("#days .day").first).to_be_visible()
