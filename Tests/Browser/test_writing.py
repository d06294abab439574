"""Writing on the board with keys, touch and input methods."""

import pytest
from playwright.sync_api import expect


def test_a_letter_typed_in_one_window_appears_in_the_other(window, new_window):
    other = new_window().open()
    window.write("c3", "A")
    other.shows("c3", "A")
    window.shows("c3", "A").is_saved()
    expect(other.cell("c3")).to_have_attribute("aria-label", "c3, A")


def test_letters_advance_along_the_row_and_flow_into_the_next(window):
    window.write("d1", "catt").shows("d1", "C").shows("e1", "A").shows("a2", "T").shows("b2", "T").is_at("c2")
    assert window.is_saved().text == "...CA/TT.../...../...../....."


def test_space_turns_the_direction_and_letters_go_down(window):
    window.choose("b1").shows_direction("across").press("Space").shows_direction("down")
    window.page.keyboard.type("UP")
    window.shows("b1", "U").shows("b2", "P").is_at("b3")


def test_clicking_the_current_square_turns_the_direction(window):
    window.choose("c3").shows_direction("across").choose("c3").shows_direction("down")
    window.choose("c3").shows_direction("across").choose("d3").shows_direction("across").is_at("d3")


def test_arrows_move_and_stop_at_the_edge(window):
    window.choose("a1").press("ArrowRight", "ArrowDown", "ArrowDown").is_at("b3")
    window.press("ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowUp").is_at("a1")


def test_home_and_end_go_to_the_ends_of_the_line_and_of_the_board(window):
    window.choose("c3").press("Home").is_at("a3").press("End").is_at("e3")
    window.press("Space", "Home").is_at("e1").press("Control+Home").is_at("a1").press("Control+End").is_at("e5")


def test_backspace_clears_the_square_or_the_one_before(window):
    window.write("a1", "CAT").is_at("d1").press("Backspace").is_at("c1").is_empty("c1")
    window.press("Backspace").is_at("b1").is_empty("b1").shows("a1", "C")
    window.choose("a1").press("Backspace").is_at("a1").is_empty("a1").is_saved()


def test_delete_clears_and_stays(window):
    window.write("a1", "CAT").choose("b1").press("Delete").is_at("b1").is_empty("b1").shows("c1", "T").is_saved()


def test_letters_of_the_lexicon_are_accepted_and_other_scripts_and_digits_are_not(window):
    window.choose("a1")
    for typed in ("ж", "é", "ω", "あ", "7", "!", "한", "b"):
        window.page.keyboard.insert_text(typed)
    window.is_saved()
    assert window.text == "EB.../...../...../...../....."


def test_a_pasted_word_fills_a_row(window):
    window.choose("a2").page.keyboard.insert_text("CRANE")
    window.is_saved()
    assert window.text == "...../CRANE/...../...../....."


def test_an_input_method_can_compose_before_it_commits(window):
    window.choose("a1")
    cdp = window.page.context.new_cdp_session(window.page)
    cdp.send("Input.imeSetComposition", {"text": "e", "selectionStart": 1, "selectionEnd": 1})
    cdp.send("Input.insertText", {"text": "é"})
    window.shows("a1", "E").is_at("b1").is_saved()


def test_on_android_each_letter_of_a_composition_shows_at_once(new_window):
    window = new_window(user_agent="Mozilla/5.0 (Linux; Android 15; Pixel) Chrome/130 Mobile").open()
    window.choose("a1")
    cdp = window.page.context.new_cdp_session(window.page)
    for composed in ("c", "ca", "car", "ca", "cat"):
        end = len(composed)
        cdp.send("Input.imeSetComposition", {"text": composed, "selectionStart": end, "selectionEnd": end})
    window.shows("a1", "C").shows("b1", "A").shows("c1", "T").is_at("d1")
    cdp.send("Input.insertText", {"text": "cat"})
    assert window.is_saved().text == "CAT../...../...../...../....."


def test_a_composed_letter_stays_in_its_square(new_window):
    window = new_window(user_agent="Mozilla/5.0 (Linux; Android 15; Pixel) Chrome/130 Mobile").open()
    window.write("b1", "X").is_saved().choose("a1")
    cdp = window.page.context.new_cdp_session(window.page)
    for composed in ("e", "é"):
        cdp.send("Input.imeSetComposition", {"text": composed, "selectionStart": 1, "selectionEnd": 1})
    window.shows("a1", "E").shows("b1", "X").is_at("b1")


def test_a_phone_that_sends_only_key_code_229_can_delete(window):
    window.write("a1", "AB").is_at("c1")
    # Android sends no usable key, only a deletion in the input.
    window.page.evaluate("document.execCommand('delete')")
    window.is_at("b1").is_empty("b1").shows("a1", "A").is_saved()


def test_typing_works_without_touching_the_board_first(window):
    window.page.keyboard.type("HI")
    window.shows("a1", "H").shows("b1", "I")


def test_arrows_skip_blocks(new_window, api):
    game = api("POST", "/games", {"rules": "free", "options": {"open": True, "board": "A#.../...../...../...../....."}})
    window = new_window().open(f"/g/{game['id']}")
    window.choose("a1").press("ArrowRight").is_at("c1").press("ArrowLeft").is_at("a1")
    expect(window.cell("b1")).to_have_attribute("aria-label", "b1, block")
    expect(window.cell("a1")).to_have_attribute("aria-label", "a1, A, given")


@pytest.mark.refusals
def test_a_refused_edit_restores_the_value_and_says_why(new_window, api):
    game = api("POST", "/games", {"rules": "free", "options": {"open": True, "board": "Q..../...../...../...../....."}})
    window = new_window().open(f"/g/{game['id']}")
    window.write("a1", "Z")
    window.says()
    window.shows("a1", "Q").is_saved()


def test_a_letter_is_shown_before_the_server_answers_and_marked_as_unsaved(window):
    held = []
    window.page.route("**/board/cells/*", lambda route: held.append(route))
    window.write("c3", "A").shows("c3", "A")
    expect(window.cell("c3")).to_have_attribute("aria-label", "c3, A, not yet saved")
    expect(window.page.locator("#connection-text")).to_have_text("Live · 1 not yet saved")
    window.first(held).continue_()
    window.is_saved().shows("c3", "A")
    expect(window.page.locator("#connection-text")).to_have_text("Live")


@pytest.mark.parametrize(
    "squares, kind", [(["c3", "d4", "e5"], "bar diagonal"), (["c3", "d2", "e1"], "bar diagonal rising")]
)
def test_a_diagonal_word_from_the_middle_is_marked_along_its_diagonal(window, api, squares, kind):
    game = api("POST", "/games", {"rules": "free", "options": {"open": True, "extras": {"diagonals": True}}})["id"]
    for square, letter in zip(squares, "CAT"):
        api("POST", f"/games/{game}/board/cells/{square}", {"value": letter})
    window.open(f"/g/{game}")
    expect(window.page.locator(".bar")).to_have_class(kind)
    expect(window.cell(squares[2])).to_have_attribute("aria-label", f"{squares[2]}, T, in CAT")


def test_a_typed_letter_is_drawn_in_the_next_frame_after_its_key(window):
    """Compares times of frames: the one after the key, and the latest one that started before the letter stood."""
    window.choose("a1").page.evaluate("""() => {
        window.frames_ = { key: [], letter: [] };
        addEventListener('keydown', () => requestAnimationFrame((time) => frames_.key.push(time)), true);
        new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => {
          if (node.classList?.contains('letter')) frames_.letter.push(document.timeline.currentTime);
        }))).observe(document.getElementById('grid'), { childList: true, subtree: true });
    }""")
    for letter in "HEARTEMBERABUSERESINTREND":
        window.press(letter.lower())
    window.draws("HEART/EMBER/ABUSE/RESIN/TREND")
    frames = window.page.evaluate("frames_")
    assert len(frames["letter"]) == len(frames["key"]) == 25
    assert all(letter <= key for letter, key in zip(frames["letter"], frames["key"]))
    window.is_saved()


def test_words_score_while_they_are_written(window):
    window.write("a1", "CAT").is_saved()
    expect(window.page.locator("#words .word")).to_have_text("CAT3")
    expect(window.page.locator("#score")).to_have_text("3 points")
    window.page.keyboard.type("S")
    expect(window.page.locator("#words .word")).to_have_text("CATS4")
    window.press("Backspace", "Backspace", "Backspace")
    expect(window.page.locator("#words")).to_contain_text("None yet.")


# ------------------------------------------------------------------------------------------------------ after a reload


def test_a_reload_keeps_the_square_and_the_direction(window):
    window.choose("c3").press("Space").page.reload()
    window.is_in("play").is_at("c3").shows_direction("down").choose("c3").press("ArrowRight").is_at("d3")


def test_a_reload_without_a_known_square_goes_to_the_first_empty_one(window):
    window.page.keyboard.type("ab")
    window.is_saved().page.evaluate("sessionStorage.clear()")
    window.page.reload()
    window.is_in("play").is_at("c1")
