"""What the end of only one kind of game shows."""

import re

import pytest
from playwright.sync_api import expect

from end_window import COUNT_PIECES, letters_of, marks_of, open_replay, pictures_of, show_end
from finished_games import PlayedGame
from games import free, guess, mini, square
from page_server import DESKTOP, MOVING, PHONE
from solving_window import SolvingWindow, correct_cells, fill, new_mini

MARKUP = "<img src=x onerror=alert(1)>"


@pytest.fixture
def open_ends(new_window):
    """Opens the ends of games one after the other in one window; see `show_end`."""
    window = new_window(**DESKTOP)
    return lambda played, seat=1: show_end(window, played, seat)


def test_a_square_shows_the_winner_every_scored_word_and_names_as_text(open_end, api):
    played = square.finish(api, names=[MARKUP, "Ben"], extras={"diagonals": True, "fullLine": 7})
    page, game = open_end(played, seat=2), played.game
    expect(page.locator("#verdict")).to_have_text(f"{MARKUP} wins")
    ranking = sorted(game["boards"], key=lambda board: -board["score"])
    assert letters_of(pictures_of(page)) == [board["text"] for board in ranking]
    for board, panel in zip(ranking, page.locator(".panel").all()):
        counted = [word for word in board["words"] if word["counts"]]
        expect(panel.locator(".total")).to_have_text(f"{board['score']} points")
        assert panel.locator(".word").all_text_contents() == [f"{word['text']}{word['points']}" for word in counted]
        assert panel.locator(".bar").count() == len(counted)
        assert panel.locator(".bar.down").count() == sum(word["direction"] == "down" for word in counted)
    expect(page.locator(".crown")).to_have_count(1)

    # Reduced motion stops the animation of the best line.
    page.locator(".winner .picture").click()
    assert page.evaluate("document.getAnimations().length") == 0
    expect(page.locator(".winner .cell.best").first).not_to_have_css("box-shadow", "none")

    # The points of lines, diagonals and bonus add up to the score.
    page.locator(".winner summary").click()
    points = page.locator(".winner tbody td:last-child").all_text_contents()
    assert sum(map(int, points)) == max(board["score"] for board in game["boards"])
    expect(page.locator(".winner tbody")).to_contain_text("Full lines")

    # Names with markup stay text.
    expect(page.locator(".panel b", has_text=MARKUP)).to_be_visible()
    open_replay(page)
    expect(page.locator("figcaption", has_text=MARKUP)).to_be_visible()
    expect(page.locator("main img[src='x'], dialog img")).to_have_count(0)


def test_the_best_line_is_marked_and_animated_once_and_again_when_pressed(open_end, api):
    page = open_end(square.finish(api), **MOVING, **DESKTOP)
    expect(page.locator("#verdict")).to_have_text("You win")
    best = page.locator(".winner .cell.best")
    assert "".join(best.all_text_contents()) == "HEART"
    expect(page.locator(".picture.performs")).to_have_count(1)
    page.evaluate("Promise.all(document.getAnimations().map(each => each.finished)).then(() => true)")
    page.get_by_role("button", name="Best line: HEART, 10").click()
    assert page.evaluate("document.getAnimations().length") == 6, "five letters and their bar"


def test_the_end_of_a_solo_square_says_its_points(open_end, api):
    played = square.finish(api, names=["Ann"])
    score = played.game["result"]["scores"]["1"]
    page = open_end(played)
    expect(page.locator("#verdict")).to_have_text(re.compile("[.!]$"))
    expect(page.locator("#end-note")).to_contain_text("1 point" if score == 1 else f"{score} points")
    expect(page.locator(".panel")).to_have_count(1)
    expect(page.locator(".crown")).to_have_count(0)


def test_a_mini_shows_time_help_tints_marks_and_answers_and_ranks_a_race(open_ends, api):
    played = mini.finish(api, names=["Ann", "Ben"])
    page, game = open_ends(played), played.game
    expect(page.locator("#end-note")).to_have_text(re.compile(r"Finished in \d+:\d\d · With hints"))
    [board] = pictures_of(page)
    assert letters_of([board]) == [game["result"]["answer"]]
    assert marks_of(board) == [cell.get("mark", "") for cell in game["boards"][0]["cells"]]
    tints = page.locator("#boards .cell.painted").evaluate_all(
        "tiles => new Set(tiles.map(tile => tile.style.getPropertyValue('--solid'))).size")
    assert tints == 2
    for clue in [*game["clues"]["across"], *game["clues"]["down"]]:
        expect(page.locator(".answers li", has_text=clue["clue"])).to_contain_text(clue["answer"])

    # A race ranks players by help and time.
    played = mini.finish(api, names=["Ann", "Ben", "Cleo"], mode="race")
    page = open_ends(played, seat=None)
    assert [name.split("you")[0] for name in page.locator(".panel h3").all_text_contents()] == [
        next(seat["name"] for seat in played.game["seats"] if seat["seat"] == solve["seat"])
        for solve in played.game["result"]["solves"]
    ]
    expect(page.locator(".panel").last.locator(".total")).to_have_text(re.compile(r"\d+:\d\d · with hints"))
    expect(page.locator("#again")).to_be_hidden()

    # An abandoned mini shows the answer beside the player's letters.
    played = PlayedGame(api, "mini", ["Ann"], seed=4)
    played.write({"0": "Q"})
    played.act("check", {"scope": "cell", "cell": 0})
    played.act("resign")
    page = open_ends(played)
    expect(page.locator("#verdict")).to_have_text(re.compile("Not this time|This one won"))
    mine, answer = letters_of(pictures_of(page, "#finished-part"))
    assert mine.startswith("Q") and answer == played.game["result"]["answer"]
    expect(page.locator(".picture [data-mark=wrong]")).to_have_text("Q")


def test_a_guess_shows_the_answer_and_the_marks_of_every_row_and_a_race_the_fewest_rows_first(open_ends, api):
    played = guess.finish(api)
    page, game = open_ends(played), played.game
    expect(page.locator("#end-note")).to_contain_text("Got it in 3")
    expect(page.locator("#end-note")).to_contain_text(f"The word was {game['result']['answer']}")
    [board] = pictures_of(page)
    assert marks_of(board) == [cell.get("mark", "") for cell in game["boards"][0]["cells"]]
    assert "C right place" in board.get_attribute("aria-label")

    # A race shows every player's rows, fewest first.
    played = guess.finish(api, names=["Ann", "Ben"], mode="race")
    page = open_ends(played)
    expect(page.locator("#verdict")).to_have_text("Ben wins")
    assert letters_of(pictures_of(page)) == [played.texts[2], played.texts[1]]
    assert [total.split(" · ")[0] for total in page.locator(".total").all_text_contents()] == ["2 of 5", "3 of 5"]


def test_a_closed_free_board_shows_points_time_and_words(open_end, api):
    page = open_end(free.finish(api))
    expect(page.locator("#verdict")).to_have_text("50 points")
    expect(page.locator("#end-note")).to_have_text(re.compile(r"Played for \d+:\d\d"))
    expect(page.locator("#end-more .word")).to_have_count(10)
    expect(page.locator("#copy-result")).to_be_hidden()
    assert letters_of(pictures_of(page)) == ["HEART/EMBER/ABUSE/RESIN/TREND"]


# ------------------------------------------------------------------------------------------------------ a win


def about_to_win(window, api):
    """Seats Ann in the window at a mini that lacks one letter."""
    game = new_mini(api)["id"]
    window.sit(game, "Ann").is_in("play")
    fill(window.url, game, window.token, correct_cells(skip=("d5",)))
    return window.shows("c5", "R").choose("d5")


@pytest.mark.parametrize("motion, pieces, moving", [("no-preference", 90, 26), ("reduce", 0, 0)])
def test_a_won_board_dances_and_is_celebrated_once_unless_the_reader_prefers_less_motion(
        new_window, api, motion, pieces, moving):
    ann = new_window(kind=SolvingWindow, reduced_motion=motion)
    ann.page.add_init_script(COUNT_PIECES)
    ann.page.add_init_script("""window.moved = 0; const { animate } = Element.prototype;
        Element.prototype.animate = function (...all) {
            if (this.closest('#boards')) window.moved += 1;
            return animate.apply(this, all);
        };""")
    about_to_win(ann, api).press("s").is_in("end")
    expect(ann.page.locator("#verdict")).to_be_focused()
    ann.page.wait_for_function("count => pieces === count", arg=pieces)
    assert ann.page.evaluate("moved") == moving
    assert ann.page.locator("#verdict").evaluate("node => getComputedStyle(node).outlineStyle") == "none"
    ann.page.reload()
    expect(ann.is_in("end").page.locator("#verdict")).not_to_be_empty()
    assert ann.page.evaluate("pieces") == 0


def test_a_board_that_is_revealed_is_not_celebrated(new_window, api):
    ann = new_window(kind=SolvingWindow, **MOVING)
    ann.page.add_init_script(COUNT_PIECES)
    about_to_win(ann, api)
    api("POST", f"/games/{ann.game}/actions/reveal", {"scope": "board"}, ann.token)
    expect(ann.is_in("end").page.locator("#verdict")).to_be_focused()  # from then on a win is celebrated
    ann.page.evaluate("() => new Promise(requestAnimationFrame)")
    assert ann.page.evaluate("pieces") == 0


@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_board_stays_where_it_was_played_and_the_result_comes_beneath_or_beside_it(new_window, api, options):
    ann = about_to_win(new_window(kind=SolvingWindow, **options), api)
    before = ann.page.locator("#grid").bounding_box()
    ann.press("s").is_in("end")
    board = ann.page.locator("#boards .picture").bounding_box()
    verdict = ann.page.locator("#verdict").bounding_box()
    assert abs(board["x"] - before["x"]) <= 1 and abs(board["width"] - before["width"]) <= 1
    assert abs(board["y"] - before["y"]) <= 1
    if options is PHONE:
        assert verdict["y"] > board["y"] + board["height"]
        assert verdict["y"] + verdict["height"] < options["viewport"]["height"]
    else:
        assert verdict["x"] > board["x"] + board["width"] and verdict["y"] < board["y"] + board["height"]
