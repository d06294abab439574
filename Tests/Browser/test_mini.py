"""The mini crossword in the page: keys, clues, check and reveal, pencil, pause, shared boards and races."""

import re

import pytest
from playwright.sync_api import expect

from mini_puzzles import ipuz
from page_server import PHONE
from solving_window import BLANK, EMPTY, SolvingWindow, fill, new_mini, correct_cells, replace_letters


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


def test_the_cursor_starts_at_the_first_clue_and_moves_and_turns_by_keys_and_clicks(ann):
    ann.is_at("b1").clue("1", "Across")
    expect(ann.cell("b1")).to_have_attribute("aria-label", "empty, 1 of 4, 1 across: Hint 1 across")
    expect(ann.cell("a1")).to_have_attribute("aria-label", "a1, block")

    # Space and a click on the current square turn the direction.
    ann.press("Space").is_at("b1").clue("1", "Down").press("Space").clue("1", "Across")
    ann.choose("c3").is_at("c3").clue("6", "Across").choose("c3").clue("2", "Down").choose("c3").clue("6", "Across")

    # An arrow across the direction turns before it moves.
    ann.choose("b1").clue("1", "Across").press("ArrowDown").is_at("b1").clue("1", "Down")
    ann.press("ArrowDown").is_at("b2").clue("1", "Down")
    ann.press("ArrowRight").is_at("b2").clue("5", "Across").press("ArrowRight").is_at("c2").clue("5", "Across")

    # Arrows step over blocks and stop at the edge.
    ann.choose("b1").clue("1", "Across").press("ArrowLeft").is_at("b1")
    ann.press("ArrowUp", "ArrowUp").is_at("b1").clue("1", "Down")
    ann.choose("d5").press("ArrowRight", "ArrowRight").is_at("d5").clue("8", "Across")

    # Home and End go to the ends of the word.
    ann.choose("c1").press("End").is_at("e1").press("Home").is_at("b1")
    ann.press("Space", "End").is_at("b5").press("Home").is_at("b1").clue("1", "Down")


def test_tab_and_enter_go_through_the_clues_and_to_their_first_empty_squares(ann, server, game):
    for name, direction, square in (("5", "Across", "a2"), ("6", "Across", "a3"), ("7", "Across", "a4"),
                                    ("8", "Across", "a5"), ("1", "Down", "b1"), ("2", "Down", "c1"),
                                    ("3", "Down", "d1"), ("4", "Down", "e1"), ("5", "Down", "a2")):
        ann.press("Tab").is_at(square).clue(name, direction)
    # Tab leaves the board after the last clue, and Shift+Tab before the first.
    assert ann.focused == "letters"
    ann.press("Tab")
    assert ann.focused != "letters"
    ann.press("Shift+Tab")
    assert ann.focused == "letters"
    ann.choose("b1").press("Space").clue("1", "Across").press("Shift+Tab")
    assert ann.focused != "letters"

    # Enter returns from the last clue to the first.
    ann.choose("c1").clue("1", "Across").press("Shift+Enter").is_at("a2").clue("5", "Down")
    ann.press("Enter").is_at("b1").clue("1", "Across")

    fill(server.url, game, ann.token, {"a2": "F", "b2": "E"})
    ann.shows("b2", "E").press("Tab").is_at("c2").clue("5", "Across").press("Enter").is_at("a3").clue("6", "Across")
    ann.press("Shift+Tab").is_at("c2").clue("5", "Across").press("Shift+Enter").is_at("b1").clue("1", "Across")


def test_the_caret_goes_on_to_the_next_empty_square_while_one_writes(ann):
    for before, square, typed, after, next_square, clue in (
        # It skips the letters of a word, but in a full word it goes on square by square.
        ("#.O../...../...../...../....#", "b1", "dts", "#DOTS/...../...../...../....#", "a2", "5"),
        ("#DOTS/...../...../...../....#", "b1", "xyz", "#XYZS/...../...../...../....#", "e1", "1"),
        ("#XYZS/...../...../...../....#", "e1", "w", "#XYZW/...../...../...../....#", "a2", "5"),
        # At the end of a word it goes on in the next clue with an empty square, or returns to the first empty one.
        ("#..../FETAL/U..../...../....#", "b1", "dotsl", "#DOTS/FETAL/UL.../...../....#", "c3", "6"),
        ("#DOTS/FETAL/UL.../...../....#", "d3", "ra", "#DOTS/FETAL/UL.RA/...../....#", "c3", "6"),
        ("#DOTS/FETAL/UL.RA/...../....#", "c3", "t", "#DOTS/FETAL/ULTRA/...../....#", "a4", "7"),
        # On a full board it stays in its word.
        ("#DOTS/FETAL/ULTRA/ADORE/TEN.#", "d5", "s", "#DOTS/FETAL/ULTRA/ADORE/TENS#", "d5", "8"),
    ):
        replace_letters(ann, before).go_to(square).page.keyboard.type(typed)
        ann.draws(after).is_at(next_square).clue(clue, "Across").is_saved()


def test_backspace_clears_the_square_or_the_one_before_within_the_word_and_delete_stays(ann):
    ann.page.keyboard.type("do")
    ann.is_at("d1").press("Backspace").is_at("c1").draws("#D.../...../...../...../....#")
    ann.press("Backspace").is_at("b1").draws(EMPTY).press("Backspace").is_at("b1").is_saved()

    ann.page.keyboard.type("dot")
    ann.choose("c1").press("Delete").is_at("c1").draws("#D.T./...../...../...../....#").is_saved()


# ------------------------------------------------------------------------------------------------------ the clues


def test_the_clue_list_and_a_screen_reader_follow_the_cursor(ann):
    across, down = (ann.page.locator(f"#clues-{each}").get_by_role("button") for each in ("across", "down"))
    assert across.all_text_contents() == [f"{n}Hint {n} across" for n in (1, 5, 6, 7, 8)]
    assert down.all_text_contents() == [f"{n}Hint {n} down" for n in (1, 2, 3, 4, 5)]
    expect(across.nth(0)).to_have_attribute("aria-current", "true")

    # The current clue has arrows, and turns the direction when it is pressed.
    ann.page.get_by_role("button", name="Next clue").click()
    ann.clue("5", "Across").page.get_by_role("button", name="Previous clue").click()
    ann.clue("1", "Across").page.locator("#clue-text").click()
    ann.clue("1", "Down").page.locator("#clue-text").click()
    ann.clue("1", "Across").choose("c1").is_at("c1")

    # A screen reader hears the letter, its place in the word and the clue.
    ann.page.keyboard.type("o")
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

    # The list can be pressed.
    across.nth(3).click()
    ann.is_at("a4").clue("7", "Across")
    assert ann.focused == "letters"
    expect(across.nth(3)).to_have_attribute("aria-current", "true")
    expect(across.nth(0)).to_have_attribute("aria-current", "false")
    ann.page.keyboard.type("steep")
    expect(across.nth(3)).to_contain_class("filled")
    down.nth(4).click()
    ann.is_at("a2").clue("5", "Down").is_saved()


# ------------------------------------------------------------------------------------------------ help and marks


def test_check_marks_and_locks_letters_and_reset_clears_all_but_the_right_ones(ann):
    ann.page.keyboard.type("dxxs")
    ann.is_saved().choose("b1").help("Check", "Letter").marks(".r.../...../...../...../.....").announces("No mistakes")
    ann.help("Check", "Word").marks(".rxxr/...../...../...../.....").announces("2 letters are wrong")
    ann.help("Check", "Word").announces("Nothing new to check")
    ann.write("a2", "QE").help("Check", "Board").marks(".rxxr/xr.../...../...../.....")
    expect(ann.cell("c1")).to_have_attribute("aria-label", "X, wrong, 2 of 4, 1 across: Hint 1 across")
    expect(ann.cell("b1")).to_have_attribute("aria-label", "D, right, 1 of 4, 1 across: Hint 1 across")

    # A letter is locked if it is right, and marked until it is changed if it is wrong.
    ann.choose("b1").page.keyboard.type("q")
    ann.shows("b1", "D").is_at("c1").page.keyboard.type("o")
    ann.draws("#DOXS/QE.../...../...../....#").marks(".r.xr/xr.../...../...../.....").is_saved()

    ann.write("a5", "E").is_saved().choose("d1").help("Reset", "Letter").draws("#DO.S/QE.../...../...../E...#")
    ann.help("Reset", "Word").draws("#D..S/QE.../...../...../E...#")
    ann.help("Reset", "Board").draws("#D..S/.E.../...../...../....#")


def test_every_player_sees_what_is_in_pencil_and_what_is_revealed(ann, ben):
    ann.tool("pencil").click()
    expect(ann.tool("pencil")).to_have_attribute("aria-pressed", "true")
    ann.page.keyboard.type("do")
    ann.tool("pencil").click()
    ann.page.keyboard.type("t")
    for each in (ann, ben):
        each.draws("#DOT./...../...../...../....#").marks(".pp../...../...../...../.....")
    expect(ben.cell("b1")).to_have_attribute("aria-label", "D, by Ann, in pencil, 1 of 4, 1 across: Hint 1 across")

    # Reveal writes a letter, a word, and after consent the board.
    replace_letters(ann, EMPTY).choose("c3").help("Reveal", "Letter").draws("#..../...../..T../...../....#")
    ann.announces("Revealed: T").marks("...../...../..s../...../.....")
    ann.help("Reveal", "Word").draws("#..../...../ULTRA/...../....#").marks("...../...../sssss/...../.....")
    ann.help("Reveal", "Board")
    ben.page.locator("dialog").get_by_role("button", name="Reveal").click()
    for each in (ann, ben):
        each.is_in("end")


def test_letters_in_ink_are_written_over_pencil(ann):
    ann.choose("c2").tool("pencil").click()
    ann.page.keyboard.type("rx")
    ann.choose("a2").page.keyboard.type("ma")
    ann.draws("#..../MARX./...../...../....#").tool("pencil").click()
    ann.choose("a2").page.keyboard.type("maria")
    ann.draws("#..../MARIA/...../...../....#").marks(BLANK).is_at("a3").is_saved()

    # Pencil after an empty square is written over, but makes a word full.
    replace_letters(ann, EMPTY).choose("b2").tool("pencil").click()
    ann.page.keyboard.type("e")
    ann.tool("pencil").click()
    ann.choose("a2").page.keyboard.type("f")
    ann.is_at("b2").choose("c2").page.keyboard.type("tal")
    ann.draws("#..../FETAL/...../...../....#").marks("...../.p.../...../...../.....").is_at("a3").is_saved()

    # A word that is written in pencil ends as one in ink.
    replace_letters(ann, EMPTY).choose("b1").tool("pencil").click()
    ann.page.keyboard.type("dots")
    ann.is_at("a2").page.keyboard.type("fetal")
    ann.is_at("a3").draws("#DOTS/FETAL/...../...../....#").is_saved()


def test_bars_digits_and_squares_with_several_letters_are_drawn_and_solved(new_window, api):
    game = new_mini(api, kind={"bars": {7: "RB"}, "rebus": {1: "DO", 2: "4", 23: "7"}})["id"]
    ann = new_window(kind=SolvingWindow, **PHONE).sit(game, "Ann").draws(EMPTY)
    # A bar ends a word.
    ann.choose("a2").page.keyboard.type("f")
    expect(ann.page.locator("#grid .line")).to_have_count(3)
    edges = ann.cell("c2").evaluate("""cell => {
        const style = getComputedStyle(cell);
        return [style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth].map(parseFloat);
    }""")
    assert edges[0] > 2 and edges[1] > 2 and edges[2] == 0

    ann.choose("b1").rebus("do").shows("b1", "DO").is_saved().help("Check", "Letter")
    ann.marks(".r.../...../...../...../.....").choose("c1").press("Escape", "Escape").is_empty("c1")
    assert ann.focused == "letters"

    # Digits are typed and have keys.
    ann.page.keyboard.type("4")
    ann.shows("c1", "4").is_saved()
    fill(ann.url, game, ann.token, correct_cells(skip=("b1", "c1", "d5")))
    ann.shows("c5", "R").choose("d5")
    ann.page.locator("#keys").get_by_role("button", name="7", exact=True).click()
    ann.is_in("end")


# ---------------------------------------------------------------------------------------- pause and other players


@pytest.mark.refusals
def test_players_see_each_others_letters_cursors_and_pauses(ann, ben, server, game, console_errors):
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

    # A pause hides the board and the clues until a player resumes; the cursor keeps its place.
    ann.choose("c3").press("Space").is_at("c3").clue("2", "Down").is_saved().tool("pause").click()
    for each in (ann, ben):
        expect(each.page.get_by_role("button", name="Paused. Press to continue.")).to_be_visible()
        expect(each.page.locator("#clues")).to_be_hidden()
        expect(each.page.locator("#clue")).to_be_hidden()
        expect(each.page.locator("#grid .letter")).to_have_count(0)
    ben.page.get_by_role("button", name="Continue", exact=True).click()
    for each in (ann, ben):
        each.draws("#DOTS/...../...../...../....#")
        expect(each.page.locator("#clues")).to_be_visible()
    ann.is_at("c3").clue("2", "Down")
    ben.write("a2", "F")
    ann.shows("a2", "F")

    # A letter written offline waits for the end of a pause.
    assert console_errors == []
    ann.go_offline().write("b2", "E").shows("b2", "E")
    ben.tool("pause").click()
    expect(ben.page.locator("#paused")).to_be_visible()
    ann.go_online()
    expect(ann.page.locator("#paused")).to_be_visible()
    ben.tool("pause").click()
    ann.shows("b2", "E").is_saved()
    ben.shows("b2", "E")

    # A full board with mistakes does not reveal them.
    fill(server.url, game, ann.token, {**correct_cells(skip=("b1",)), "b1": "X"})
    for each in (ann, ben):
        each.says("The board is full, but not all of it is right.").marks("...../...../...../...../.....").is_in("play")
    ann.write("b1", "D")
    for each in (ann, ben):
        each.is_in("end")


def test_a_visitor_is_offered_a_seat_and_undo_removes_the_players_own_last_letter(ann, game, new_window):
    ann.page.keyboard.type("do")
    ann.is_saved()
    guest = new_window(kind=SolvingWindow).visit(f"/g/{game}").draws("#DO../...../...../...../....#")
    guest.shows_notice("Join to play.").join("Gil").write("a5", "E").is_saved()
    ann.shows("a5", "E").press("Control+z").draws("#D.../...../...../...../E...#").is_at("c1")
    guest.draws("#D.../...../...../...../E...#").tool("undo").click()
    ann.draws("#D.../...../...../...../....#")


def test_a_race_shows_only_how_many_squares_a_rival_has_filled(new_window, api):
    made = new_mini(api, mode="race")
    ann = new_window(kind=SolvingWindow).sit(made["id"], "Ann").is_in("room")
    ben = new_window(kind=SolvingWindow, **PHONE).sit(made["id"], "Ben").is_in("room")
    watcher = new_window(kind=SolvingWindow).visit(f"/g/{made['id']}").is_in("room")
    api("POST", f"/games/{made['id']}/actions/start", {}, made["host"]["token"])
    # A spectator sees no board.
    watcher.is_in("play")
    expect(watcher.page.locator("#frame")).to_be_hidden()
    expect(watcher.page.locator("#hint")).to_have_text("The boards are shown at the end.")
    expect(watcher.page.locator(".seat", has_text="Ann")).to_contain_text("0 of 23 filled")
    watcher.page.get_by_role("button", name="Play your own").click()
    expect(watcher.page.locator("body.ready")).to_be_attached()

    # Leaving asks for confirmation.
    ann.is_in("play").draws(EMPTY).page.locator("#leave").click()
    dialog = ann.page.locator("dialog")
    expect(dialog).to_contain_text("You cannot come back to this game.")
    dialog.get_by_role("button", name="Cancel").click()
    expect(ann.page.locator(".seat", has_text="Ann")).to_contain_text("you")

    ann.choose("c1").write("b1", "dots")
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


def test_the_clues_are_printed_before_the_style_for_paper_has_loaded(new_window, game):
    ann, held = new_window(kind=SolvingWindow), []
    ann.page.route("**/print.css", lambda route: held.append(route))
    page = ann.sit(game, "Ann").is_in("play").draws(EMPTY).page
    page.emulate_media(media="print")
    expect(page.locator("#clues .clue:visible")).to_have_count(10)
    expect(page.locator("button:visible:not(.clue)")).to_have_count(0)


# ---------------------------------------------------------------------------------------- letters of other keyboards


def solve_with_keys(window, letters):
    """Solves a puzzle of one word with the keys on the screen."""
    window.touch(window.cell("a1"))
    for letter in letters:
        window.touch(window.key(letter))
    window.is_in("end")


def test_plain_letters_and_those_of_the_puzzles_alphabet_have_keys(api, new_window):
    ann = new_window(kind=SolvingWindow, **PHONE)

    def open_puzzle(drawing):
        made = api("POST", "/puzzles", ipuz(drawing))
        game = api("POST", "/games", {"rules": "mini", "options": {"puzzle": made["id"]}}, made["token"])
        ann.sit(game["id"], "Ann").is_in("play").until_live()

    # Plain letters are right for accented ones; letters that are no accented ones have keys.
    open_puzzle("HÉART/ÄÑÇÓŠ/ÎLÔTS/#####/ØSTŁÆ")
    expect(ann.key("Ø")).to_be_visible()
    expect(ann.key("É")).to_have_count(0)
    solve_with_keys(ann, "HEARTANCOSILOTSØSTŁÆ")

    open_puzzle("СОЛЬ#/#####/#####/#####/#####")
    expect(ann.page.locator("#keys .row").first).to_have_text("ЙЦУКЕНГШЩЗХЪ")
    solve_with_keys(ann, "СОЛЬ")

    # Syllables are written with the phone's keyboard.
    open_puzzle("나무###/#####/#####/#####/#####")
    expect(ann.page.locator("#keys")).to_be_hidden()
    ann.choose("a1").page.keyboard.insert_text("나무")
    ann.is_in("end")
