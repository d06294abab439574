"""The mini crossword in the page: keys, clues, check and reveal, pencil, pause, shared boards and races."""

import re

import pytest
from playwright.sync_api import expect

from mini_puzzles import ipuz
from page_server import PHONE
from solving_window import BLANK, EMPTY, SolvingWindow, fill, new_mini, correct_cells


@pytest.fixture
def game(api):
    """A mini with a known puzzle.

    #DOTS   1 across DOTS · 5 FETAL · 6 ULTRA · 7 STEEP · 8 EARS
    FETAL   1 down DELTA · 2 OTTER · 3 TARES · 4 SLAP · 5 FUSE
    ULTRA
    STEEP
    EARS#
    """
    return new_mini(api)["id"]


@pytest.fixture
def ann(new_window, game):
    return new_window(kind=SolvingWindow).sit(game, "Ann").is_in("play").draws(EMPTY)


@pytest.fixture
def ben(new_window, game, ann):
    return new_window(kind=SolvingWindow).sit(game, "Ben", "#e76f51").is_in("play").draws(EMPTY)


# ------------------------------------------------------------------------------------------------------- the keys


def test_letters_typed_before_the_first_frame_with_the_clues_follow_them(new_window, game):
    ann = new_window(kind=SolvingWindow).visit(f"/g/{game}")
    ann.page.locator("#join-open").click()
    ann.page.locator("#name").fill("Ann")
    ann.page.evaluate("() => { window.held = []; window.draw = requestAnimationFrame; "
                      "requestAnimationFrame = (frame) => window.held.push(frame); }")
    ann.press("Enter")
    expect(ann.page.locator("dialog")).to_have_count(0)
    # The page has heard of the seat: it keeps the state for an offline start.
    ann.page.wait_for_function("game => JSON.parse(localStorage[`5x5:game:${game}`] ?? null)?.seat", arg=game, polling=50)
    ann.page.locator("#letters").focus()
    ann.page.keyboard.type("dotsfetal")
    ann.page.evaluate("() => { requestAnimationFrame = window.draw; window.held.forEach(frame => frame()); }")
    ann.draws("#DOTS/FETAL/...../...../....#")


def test_the_cursor_starts_at_the_first_clue(ann):
    ann.is_at("b1").clue("1", "Across")
    expect(ann.cell("b1")).to_have_attribute("aria-label", "empty, 1 of 4, 1 across: Hint 1 across")
    expect(ann.cell("a1")).to_have_attribute("aria-label", "a1, block")


def test_an_arrow_across_the_direction_turns_before_it_moves(ann):
    ann.press("ArrowDown").is_at("b1").clue("1", "Down")
    ann.press("ArrowDown").is_at("b2").clue("1", "Down")
    ann.press("ArrowRight").is_at("b2").clue("5", "Across").press("ArrowRight").is_at("c2").clue("5", "Across")


def test_arrows_step_over_blocks_and_stop_at_the_edge(ann):
    ann.press("ArrowLeft").is_at("b1").press("ArrowUp", "ArrowUp").is_at("b1").clue("1", "Down")
    ann.choose("d5").press("ArrowRight", "ArrowRight").is_at("d5")


def test_space_and_a_click_on_the_current_square_turn_the_direction(ann):
    ann.press("Space").is_at("b1").clue("1", "Down").press("Space").clue("1", "Across")
    ann.choose("c3").is_at("c3").clue("6", "Across").choose("c3").clue("2", "Down").choose("c3").clue("6", "Across")


def test_tab_and_enter_go_to_the_first_empty_square_of_the_next_clue(ann, server, game):
    fill(server.url, game, ann.token, {"a2": "F", "b2": "E"})
    ann.shows("b2", "E").press("Tab").is_at("c2").clue("5", "Across").press("Enter").is_at("a3").clue("6", "Across")
    ann.press("Shift+Tab").is_at("c2").clue("5", "Across").press("Shift+Enter").is_at("b1").clue("1", "Across")


def test_tab_after_the_last_clue_and_shift_tab_before_the_first_leave_the_board(ann):
    for name, direction, square in (("5", "Across", "a2"), ("6", "Across", "a3"), ("7", "Across", "a4"),
                                    ("8", "Across", "a5"), ("1", "Down", "b1"), ("2", "Down", "c1"),
                                    ("3", "Down", "d1"), ("4", "Down", "e1"), ("5", "Down", "a2")):
        ann.press("Tab").is_at(square).clue(name, direction)
    assert ann.focused == "letters"
    ann.press("Tab")
    assert ann.focused != "letters"
    ann.press("Shift+Tab")
    assert ann.focused == "letters"
    ann.choose("b1").press("Space").clue("1", "Across").press("Shift+Tab")
    assert ann.focused != "letters"


def test_enter_after_the_last_clue_returns_to_the_first(ann):
    ann.press("Shift+Enter").is_at("a2").clue("5", "Down").press("Enter").is_at("b1").clue("1", "Across")


def test_typing_skips_to_the_next_empty_square_of_the_word(ann, server, game):
    fill(server.url, game, ann.token, {"c1": "O"})
    ann.shows("c1", "O").page.keyboard.type("dts")
    ann.draws("#DOTS/...../...../...../....#").is_at("a2").clue("5", "Across").is_saved()


def test_typing_past_the_end_of_a_word_goes_on_in_the_next_clue_with_an_empty_square(ann, server, game):
    fill(server.url, game, ann.token, {"a2": "F", "b2": "E", "c2": "T", "d2": "A", "e2": "L", "a3": "U"})
    ann.shows("a3", "U").page.keyboard.type("dotsl")
    ann.draws("#DOTS/FETAL/UL.../...../....#").is_at("c3").clue("6", "Across").is_saved()


def test_replacing_letters_of_a_full_word_goes_on_square_by_square(ann, server, game):
    fill(server.url, game, ann.token, {"b1": "X", "c1": "X", "d1": "X", "e1": "X"})
    ann.shows("e1", "X").choose("b1").page.keyboard.type("dot")
    ann.is_at("e1").page.keyboard.type("s")
    ann.draws("#DOTS/...../...../...../....#").is_at("a2").clue("5", "Across").is_saved()


def test_a_full_board_keeps_the_caret_in_its_word(ann, server, game):
    wrong = {square: "X" for square in correct_cells() if square != "d5"}
    fill(server.url, game, ann.token, wrong)
    ann.shows("c5", "X").choose("d5").page.keyboard.type("s")
    ann.is_at("d5").is_saved()


def test_typing_at_the_end_of_a_word_returns_to_its_first_empty_square(ann):
    ann.choose("d1").page.keyboard.type("ts")
    ann.is_at("b1").page.keyboard.type("do")
    ann.draws("#DOTS/...../...../...../....#").is_saved()


def test_backspace_clears_the_square_or_the_one_before_within_the_word(ann):
    ann.page.keyboard.type("do")
    ann.is_at("d1").press("Backspace").is_at("c1").draws("#D.../...../...../...../....#")
    ann.press("Backspace").is_at("b1").draws(EMPTY).press("Backspace").is_at("b1").is_saved()


def test_delete_clears_and_stays(ann):
    ann.page.keyboard.type("dot")
    ann.choose("c1").press("Delete").is_at("c1").draws("#D.T./...../...../...../....#").is_saved()


def test_home_and_end_go_to_the_ends_of_the_word(ann):
    ann.choose("c1").press("End").is_at("e1").press("Home").is_at("b1")
    ann.press("Space", "End").is_at("b5").press("Home").is_at("b1").clue("1", "Down")


def test_undo_removes_the_players_own_last_letter(ann, ben):
    ann.page.keyboard.type("do")
    ann.is_saved()
    ben.write("a5", "E").is_saved().shows("c1", "O")
    ann.shows("a5", "E").press("Control+z").draws("#D.../...../...../...../E...#").is_at("c1")
    ben.draws("#D.../...../...../...../E...#").tool("undo").click()
    ann.draws("#D.../...../...../...../....#")


# ------------------------------------------------------------------------------------------------------ the clues


def test_the_clue_list_follows_the_cursor_and_can_be_pressed(ann):
    across, down = (ann.page.locator(f"#clues-{each}").get_by_role("button") for each in ("across", "down"))
    assert across.all_text_contents() == [f"{n}Hint {n} across" for n in (1, 5, 6, 7, 8)]
    assert down.all_text_contents() == [f"{n}Hint {n} down" for n in (1, 2, 3, 4, 5)]
    expect(across.nth(0)).to_have_attribute("aria-current", "true")
    across.nth(3).click()
    ann.is_at("a4").clue("7", "Across")
    assert ann.focused == "letters"
    expect(across.nth(3)).to_have_attribute("aria-current", "true")
    expect(across.nth(0)).to_have_attribute("aria-current", "false")
    ann.page.keyboard.type("steep")
    expect(across.nth(3)).to_contain_class("filled")
    down.nth(4).click()
    ann.is_at("a2").clue("5", "Down").is_saved()


def test_the_current_clue_has_arrows_and_turns_the_direction_when_pressed(ann):
    ann.page.get_by_role("button", name="Next clue").click()
    ann.clue("5", "Across").page.get_by_role("button", name="Previous clue").click()
    ann.clue("1", "Across").page.locator("#clue-text").click()
    ann.clue("1", "Down")


def test_a_screen_reader_hears_the_letter_its_place_in_the_word_and_the_clue(ann):
    ann.page.keyboard.type("do")
    here, clue = ann.cell("d1"), ann.page.locator("#clue-text")
    ann.is_at("d1")
    expect(here).to_have_attribute("aria-label", "empty, 3 of 4, 1 across: Hint 1 across")
    expect(clue).to_have_attribute("aria-live", "off")
    ann.press("Space")
    expect(here).to_have_attribute("aria-label", "empty, 1 of 5, 3 down: Hint 3 down")
    expect(clue).to_have_attribute("aria-live", "polite")  # the caret's cell is not read again
    ann.press("ArrowDown").is_at("d2")
    expect(ann.cell("d2")).to_have_attribute("aria-label", "empty, 2 of 5, 3 down: Hint 3 down")
    expect(clue).to_have_attribute("aria-live", "off")


def test_a_screen_reader_hears_what_check_has_found_and_reveal_has_shown(ann):
    ann.page.keyboard.type("dxxs")
    ann.is_saved().choose("b1").help("Check", "Word").announces("2 letters are wrong")
    ann.help("Check", "Word").announces("Nothing new to check")
    ann.write("a2", "F").is_saved().choose("a2").help("Check", "Letter").announces("No mistakes")
    ann.choose("c3").help("Reveal", "Letter").announces("Revealed: T")


# ------------------------------------------------------------------------------------------------ help and marks


def test_check_marks_a_letter_a_word_and_the_board(ann):
    ann.page.keyboard.type("dxts")
    ann.choose("b1").help("Check", "Letter").marks(".r.../...../...../...../.....")
    ann.help("Check", "Word").marks(".rxrr/...../...../...../.....")
    ann.write("a2", "QE").help("Check", "Board").marks(".rxrr/xr.../...../...../.....")
    expect(ann.cell("c1")).to_have_attribute("aria-label", "X, wrong, 2 of 4, 1 across: Hint 1 across")
    expect(ann.cell("b1")).to_have_attribute("aria-label", "D, right, 1 of 4, 1 across: Hint 1 across")


def test_a_checked_letter_is_locked_if_right_and_marked_until_changed_if_wrong(ann):
    ann.page.keyboard.type("dx")
    ann.is_saved().choose("b1").help("Check", "Word").marks(".rx../...../...../...../.....")
    ann.choose("b1").page.keyboard.type("q")
    ann.shows("b1", "D").choose("c1").page.keyboard.type("o")
    ann.draws("#DO../...../...../...../....#").marks(".r.../...../...../...../.....").is_saved()


def test_reveal_writes_a_letter_a_word_and_after_consent_the_board(ann, ben):
    ann.choose("c3").help("Reveal", "Letter").draws("#..../...../..T../...../....#")
    ann.marks("...../...../..s../...../.....")
    ann.help("Reveal", "Word").draws("#..../...../ULTRA/...../....#").marks("...../...../sssss/...../.....")
    ann.help("Reveal", "Board")
    ben.page.locator("dialog").get_by_role("button", name="Reveal").click()
    for each in (ann, ben):
        each.is_in("end")


def test_reset_clears_a_letter_a_word_and_the_board_but_no_letter_checked_right(ann):
    ann.page.keyboard.type("dotsfeq")
    ann.write("a5", "E").choose("b1").help("Check", "Letter").marks(".r.../...../...../...../.....")
    ann.choose("e1").help("Reset", "Letter").draws("#DOT./FEQ../...../...../E...#")
    ann.help("Reset", "Word").draws("#D.../FEQ../...../...../E...#")
    ann.help("Reset", "Board").draws("#D.../...../...../...../....#")


def test_letters_in_ink_are_written_over_pencil(ann):
    ann.choose("c2").tool("pencil").click()
    ann.page.keyboard.type("rx")
    ann.choose("a2").page.keyboard.type("ma")
    ann.draws("#..../MARX./...../...../....#").tool("pencil").click()
    ann.choose("a2").page.keyboard.type("maria")
    ann.draws("#..../MARIA/...../...../....#").marks(BLANK).is_at("a3").is_saved()


def test_pencil_after_an_empty_square_is_written_over_but_makes_a_word_full(ann):
    ann.choose("b2").tool("pencil").click()
    ann.page.keyboard.type("e")
    ann.tool("pencil").click()
    ann.choose("a2").page.keyboard.type("f")
    ann.is_at("b2").choose("c2").page.keyboard.type("tal")
    ann.draws("#..../FETAL/...../...../....#").marks("...../.p.../...../...../.....").is_at("a3").is_saved()


def test_a_word_that_is_written_in_pencil_ends_as_one_in_ink(ann):
    ann.tool("pencil").click()
    ann.page.keyboard.type("dots")
    ann.is_at("a2").page.keyboard.type("fetal")
    ann.is_at("a3").draws("#DOTS/FETAL/...../...../....#").is_saved()


def test_every_player_sees_pencil_marks(ann, ben):
    ann.tool("pencil").click()
    expect(ann.tool("pencil")).to_have_attribute("aria-pressed", "true")
    ann.page.keyboard.type("do")
    ann.tool("pencil").click()
    ann.page.keyboard.type("t")
    for each in (ann, ben):
        each.draws("#DOT./...../...../...../....#").marks(".pp../...../...../...../.....")
    expect(ben.cell("b1")).to_have_attribute("aria-label", "D, by Ann, in pencil, 1 of 4, 1 across: Hint 1 across")


def test_a_full_board_with_mistakes_does_not_reveal_them(ann, ben, server, game):
    fill(server.url, game, ann.token, {**correct_cells(skip=("b1",)), "b1": "X"})
    for each in (ann, ben):
        each.says("The board is full, but not all of it is right.").marks("...../...../...../...../.....").is_in("play")
    ann.write("b1", "D")
    for each in (ann, ben):
        each.is_in("end")


def test_a_bar_ends_a_word_and_is_drawn(new_window, api):
    game = new_mini(api, kind={"bars": {7: "RB"}})["id"]
    ann = new_window(kind=SolvingWindow).sit(game, "Ann").draws(EMPTY)
    ann.choose("a2").page.keyboard.type("f")
    expect(ann.page.locator("#grid .line")).to_have_count(3)
    edges = ann.cell("c2").evaluate("""cell => {
        const style = getComputedStyle(cell);
        return [style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth].map(parseFloat);
    }""")
    assert edges[0] > 2 and edges[1] > 2 and edges[2] == 0


def test_digits_of_a_puzzle_are_typed_and_have_keys(new_window, api):
    game = new_mini(api, kind={"rebus": {1: "4", 23: "7"}})["id"]
    ann = new_window(kind=SolvingWindow, **PHONE).sit(game, "Ann").draws(EMPTY)
    ann.choose("b1").page.keyboard.type("4")
    ann.shows("b1", "4").is_saved()
    ann.choose("d5")
    ann.page.locator("#keys").get_by_role("button", name="7", exact=True).click()
    ann.shows("d5", "7").is_saved()


def test_a_square_can_hold_several_letters(new_window, api):
    game = new_mini(api, kind={"rebus": {1: "DO"}})["id"]
    ann = new_window(kind=SolvingWindow).sit(game, "Ann").draws(EMPTY)
    ann.rebus("do").shows("b1", "DO").is_saved().help("Check", "Letter").marks(".r.../...../...../...../.....")
    ann.choose("c1").press("Escape", "Escape").is_empty("c1")
    assert ann.focused == "letters"
    fill(ann.url, game, ann.token, correct_cells(skip=("b1", "d5")))
    ann.shows("c5", "R").choose("d5").press("s").is_in("end")


# ---------------------------------------------------------------------------------------- pause and other players


def test_pause_hides_the_board_and_the_clues_until_a_player_resumes(ann, ben):
    ann.page.keyboard.type("dots")
    ben.shows("e1", "S")
    ann.is_saved().tool("pause").click()
    for each in (ann, ben):
        expect(each.page.get_by_role("button", name="Paused. Press to continue.")).to_be_visible()
        expect(each.page.locator("#clues")).to_be_hidden()
        expect(each.page.locator("#clue")).to_be_hidden()
        expect(each.page.locator("#grid .letter")).to_have_count(0)
    ben.page.get_by_role("button", name="Continue", exact=True).click()
    for each in (ann, ben):
        each.draws("#DOTS/...../...../...../....#")
        expect(each.page.locator("#clues")).to_be_visible()
    ben.write("a2", "F")
    ann.shows("a2", "F")


def test_players_see_each_others_letters_colours_and_cursors(ann, ben):
    ann.page.keyboard.type("do")
    ben.shows("c1", "O").choose("d1").page.keyboard.type("ts")
    for each in (ann, ben):
        each.draws("#DOTS/...../...../...../....#")
        by_ann, by_ben = ("" if each is own else f", by {name}" for own, name in ((ann, "Ann"), (ben, "Ben")))
        expect(each.cell("c1")).to_have_attribute("aria-label", f"O{by_ann}, 2 of 4, 1 across: Hint 1 across")
        expect(each.cell("d1")).to_have_attribute("aria-label", f"T{by_ben}, 3 of 4, 1 across: Hint 1 across")
        inks = [each.cell(square).evaluate("cell => cell.style.getPropertyValue('--solid')") for square in ("c1", "d1")]
        assert inks == ["#2a9d8f", "#e76f51"]
    ben.choose("c4")
    expect(ann.cell("c4").locator(".peer .tag")).to_have_text("Ben")


def test_a_race_shows_only_how_many_squares_a_rival_has_filled(new_window, api):
    made = new_mini(api, mode="race")
    ann = new_window(kind=SolvingWindow).sit(made["id"], "Ann").is_in("room")
    ben = new_window(kind=SolvingWindow, **PHONE).sit(made["id"], "Ben").is_in("room")
    api("POST", f"/games/{made['id']}/actions/start", {}, made["host"]["token"])
    ann.is_in("play").draws(EMPTY).page.keyboard.type("dots")
    ben.is_in("play").draws(EMPTY)
    for each in (ann, ben):
        expect(each.page.locator(".seat", has_text="Ann")).to_contain_text("4 of 23 filled")
    ann.choose("e1").press("Backspace")
    for each in (ann, ben):
        expect(each.page.locator(".seat", has_text="Ann")).to_contain_text("3 of 23 filled")
    expect(ann.tool("pause")).to_be_hidden()
    ben.draws(EMPTY)
    fill(ann.url, made["id"], ann.token, correct_cells())
    for each in (ann, ben):
        expect(each.page.locator(".seat", has_text="Ann")).to_contain_text("Winner")
        expect(each.page.locator(".seat", has_text="Ann").locator(".count")).to_have_text(re.compile(r"^\d:\d\d$"))
    ben.is_in("play").draws(EMPTY)
    fill(ann.url, made["id"], ben.token, correct_cells())
    for each in (ann, ben):
        each.is_in("end")


def test_a_visitor_without_a_seat_sees_the_board_and_is_offered_one(ann, game, new_window):
    ann.page.keyboard.type("dots")
    guest = new_window(kind=SolvingWindow).visit(f"/g/{game}").draws("#DOTS/...../...../...../....#")
    guest.shows_notice("Join to play.").join("Gil").write("a2", "F")
    ann.shows("a2", "F")


@pytest.mark.refusals
def test_a_letter_written_offline_waits_for_the_end_of_a_pause(ann, ben):
    ann.go_offline().write("b2", "E").shows("b2", "E")
    ben.tool("pause").click()
    expect(ben.page.locator("#paused")).to_be_visible()
    ann.go_online()
    expect(ann.page.locator("#paused")).to_be_visible(timeout=15_000)
    ben.tool("pause").click()
    ann.shows("b2", "E").is_saved()
    ben.shows("b2", "E")


def test_the_cursor_keeps_its_place_across_a_pause(ann):
    ann.choose("c3").press("Space").is_at("c3").clue("2", "Down")
    ann.tool("pause").click()
    expect(ann.page.locator("#paused")).to_be_visible()
    ann.tool("pause").click()
    ann.is_at("c3").clue("2", "Down")


def test_a_spectator_of_a_race_sees_no_board(new_window, api):
    game = new_mini(api, mode="race")
    seat = api("POST", f"/games/{game['id']}/seats", {"name": "Ann", "colour": "#2a9d8f"})
    watcher = new_window(kind=SolvingWindow).visit(f"/g/{game['id']}").is_in("room")
    api("POST", f"/games/{game['id']}/actions/start", {}, seat["token"])
    watcher.is_in("play")
    expect(watcher.page.locator("#frame")).to_be_hidden()
    expect(watcher.page.locator("#hint")).to_have_text("The boards are shown at the end.")
    expect(watcher.page.locator(".seat", has_text="Ann")).to_contain_text("0 of 23 filled")
    watcher.page.get_by_role("button", name="Play your own").click()
    expect(watcher.page.locator("body.ready")).to_be_attached()


def test_leaving_a_race_asks_for_confirmation(new_window, api):
    game = new_mini(api, mode="race")
    ann = new_window(kind=SolvingWindow).sit(game["id"], "Ann")
    api("POST", f"/games/{game['id']}/actions/start", {}, ann.token)
    ann.is_in("play").page.locator("#leave").click()
    dialog = ann.page.locator("dialog")
    expect(dialog).to_contain_text("You cannot come back to this game.")
    dialog.get_by_role("button", name="Cancel").click()
    expect(ann.page.locator(".seat", has_text="Ann")).to_contain_text("you")


# ---------------------------------------------------------------------------------------------------------- print


def test_the_empty_grid_and_the_clues_are_printed_on_one_sheet_black_on_white(ann, server, game):
    fill(server.url, game, ann.token, {"b1": "D", "c1": "X"})
    page = ann.shows("c1", "X").page
    page.wait_for_function("() => [...document.styleSheets].some(sheet => sheet.href?.endsWith('/print.css'))")
    look = "node => { const style = getComputedStyle(node); return [style.backgroundColor, style.color] }"
    black, white, clear = "rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"
    for scheme in ("light", "dark"):
        page.emulate_media(media="print", color_scheme=scheme)
        styles = {name: page.locator(selector).first.evaluate(look) for name, selector in {
            "page": "body", "block": "#grid .block", "cell": "#grid .cell:not(.block)", "clue": "#clues .clue"}.items()}
        assert styles["page"][0] == white and styles["block"][0] == black
        assert styles["cell"] == [white, black] and styles["clue"] == [clear, black]
        assert page.locator("#grid .block").first.evaluate("node => getComputedStyle(node).printColorAdjust") == "exact"
        expect(page.locator("#grid .letter:visible")).to_have_count(0)
        expect(page.locator("#clues .clue:visible")).to_have_count(page.locator("#clues .clue").count())
        expect(page.locator("button:visible:not(.clue)")).to_have_count(0)
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="Letter"))) == 1


# ---------------------------------------------------------------------------------------- letters of other keyboards


def solve_with_keys(window, letters):
    """Solves a puzzle of one word with the keys on the screen."""
    window.touch(window.cell("a1"))
    for letter in letters:
        window.touch(window.key(letter))
    window.is_in("end")


def open_puzzle(api, new_window, drawing, **options):
    made = api("POST", "/puzzles", ipuz(drawing))
    game = api("POST", "/games", {"rules": "mini", "options": {"puzzle": made["id"]}}, made["token"])
    return new_window(kind=SolvingWindow, **options).sit(game["id"], "Ann").is_in("play").until_live()


@pytest.mark.parametrize("row, typed", [("HÉART", "HEART"), ("ÄÑÇÓŠ", "ANCOS"), ("ÎLÔTS", "ILOTS")])
def test_plain_letters_of_the_keys_are_right_for_accented_ones(api, new_window, row, typed):
    ann = open_puzzle(api, new_window, f"{row}/#####/#####/#####/#####", **PHONE)
    expect(ann.key("É")).to_have_count(0)
    solve_with_keys(ann, typed)


def test_letters_that_are_no_accented_ones_have_keys(api, new_window):
    ann = open_puzzle(api, new_window, "ØSTŁÆ/#####/#####/#####/#####", **PHONE)
    solve_with_keys(ann, "ØSTŁÆ")


def test_a_puzzle_of_another_alphabet_has_its_keys(api, new_window):
    ann = open_puzzle(api, new_window, "СОЛЬ#/#####/#####/#####/#####", **PHONE)
    expect(ann.page.locator("#keys .row").first).to_have_text("ЙЦУКЕНГШЩЗХЪ")
    solve_with_keys(ann, "СОЛЬ")


def test_a_puzzle_of_syllables_is_written_with_the_phones_keyboard(api, new_window):
    ann = open_puzzle(api, new_window, "나무###/#####/#####/#####/#####", **PHONE)
    expect(ann.page.locator("#keys")).to_be_hidden()
    ann.choose("a1").page.keyboard.insert_text("나무")
    ann.is_in("end")
