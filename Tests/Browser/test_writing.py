"""Writing on the board with keys, touch and input methods."""

import json

import pytest
from playwright.sync_api import expect

from board_window import index_of


def test_the_caret_moves_by_keys_and_clicks_and_keeps_its_place_after_a_reload(window):
    # One can type without touching the board first.
    window.page.keyboard.type("HI")
    window.shows("a1", "H").shows("b1", "I")

    # A click on the current square turns the direction, as Space does.
    window.choose("c3").shows_direction("across").choose("c3").shows_direction("down")
    window.choose("c3").shows_direction("across").choose("d3").shows_direction("across").is_at("d3")
    window.choose("b1").shows_direction("across").press("Space").shows_direction("down")
    window.page.keyboard.type("UP")
    window.shows("b1", "U").shows("b2", "P").is_at("b3").press("Space").shows_direction("across")

    # Arrows stop at the edge.
    window.choose("a1").press("ArrowRight", "ArrowDown", "ArrowDown").is_at("b3")
    window.press("ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowUp").is_at("a1")

    # Home and End go to the ends of the line, and with Control of the board.
    window.choose("c3").press("Home").is_at("a3").press("End").is_at("e3")
    window.press("Space", "Home").is_at("e1").press("Control+Home").is_at("a1").press("Control+End").is_at("e5")

    # A reload keeps the square and the direction; without a known square it goes to the first empty one.
    window.is_saved().choose("c3").shows_direction("down").page.reload()
    window.is_in("play").is_at("c3").shows_direction("down").choose("c3").press("ArrowRight").is_at("d3")
    window.page.evaluate("sessionStorage.clear()")
    window.page.reload()
    window.is_in("play").is_at("c1")


def test_letters_fill_rows_and_backspace_and_delete_clear_them(window):
    window.write("d1", "catt").shows("d1", "C").shows("e1", "A").shows("a2", "T").shows("b2", "T").is_at("c2")
    assert window.is_saved().text == "...CA/TT.../...../...../....."

    # Backspace clears the square or the one before.
    window.write("a3", "CAT").is_at("d3").press("Backspace").is_at("c3").is_empty("c3")
    window.press("Backspace").is_at("b3").is_empty("b3").shows("a3", "C")
    window.choose("a3").press("Backspace").is_at("a3").is_empty("a3").is_saved()

    # Delete clears and stays.
    window.write("a4", "CAT").choose("b4").press("Delete").is_at("b4").is_empty("b4").shows("c4", "T").is_saved()

    # A phone that sends only the key code 229 sends no usable key, only a deletion in the input.
    window.write("a5", "AB").is_at("c5").page.evaluate("document.execCommand('delete')")
    window.is_at("b5").is_empty("b5").shows("a5", "A").is_saved()
    assert window.text == "...CA/TT.../...../C.T../A...."


def compose(window, *texts):
    """Lets an input method show these texts one after the other; returns the session, in which it commits the last."""
    session = window.page.context.new_cdp_session(window.page)
    for text in texts:
        where = {"selectionStart": len(text), "selectionEnd": len(text)}
        session.send("Input.imeSetComposition", {"text": text, **where})
    return session


def test_letters_of_the_lexicon_are_accepted_and_other_scripts_and_digits_are_not(window):
    window.choose("a1")
    for typed in ("ж", "é", "ω", "あ", "7", "!", "한", "b"):
        window.page.keyboard.insert_text(typed)
    window.is_saved()
    assert window.text == "EB.../...../...../...../....."

    window.choose("a2").page.keyboard.insert_text("CRANE")  # as a pasted word
    window.is_saved()
    assert window.text == "EB.../CRANE/...../...../....."

    # An input method can compose before it commits.
    compose(window.is_at("a3"), "e").send("Input.insertText", {"text": "é"})
    window.shows("a3", "E").is_at("b3").is_saved()


def test_on_android_each_letter_of_a_composition_shows_at_once(new_window):
    window = new_window(user_agent="Mozilla/5.0 (Linux; Android 15; Pixel) Chrome/130 Mobile").open()
    session = compose(window.choose("a1"), "c", "ca", "car", "ca", "cat")
    window.shows("a1", "C").shows("b1", "A").shows("c1", "T").is_at("d1")
    session.send("Input.insertText", {"text": "cat"})
    assert window.is_saved().text == "CAT../...../...../...../....."

    # A composed letter stays in its square.
    window.write("b3", "X").is_saved().choose("a3")
    compose(window, "e", "é")
    window.shows("a3", "E").shows("b3", "X").is_at("b3")


@pytest.mark.refusals
def test_a_given_letter_cannot_be_replaced_and_arrows_skip_blocks(new_window, api):
    game = api("POST", "/games", {"rules": "free", "options": {"open": True, "board": "A#.../...../...../...../....."}})
    window = new_window().open(f"/g/{game['id']}")
    window.choose("a1").press("ArrowRight").is_at("c1").press("ArrowLeft").is_at("a1")
    expect(window.cell("b1")).to_have_attribute("aria-label", "b1, block")
    expect(window.cell("a1")).to_have_attribute("aria-label", "a1, A, given")

    # A refused edit restores the value and says why.
    window.write("a1", "Z")
    window.says()
    window.shows("a1", "A").is_saved()


@pytest.mark.refusals
def test_neither_a_refused_letter_nor_the_log_in_page_of_a_network_loses_a_letter(window, api, board):
    def refuse(route):
        problem = {"type": "/problems/hidden", "title": "Hidden", "status": 403, "detail": "Paused.", "code": "hidden"}
        route.fulfill(status=403, content_type="application/problem+json", body=json.dumps(problem))

    # A refused letter does not block the letters after it.
    window.page.route(f"**/board/cells/{index_of('a1')}", refuse)
    window.write("a1", "ABC").is_saved()
    assert api("GET", f"/games/{board}/board")["text"] == ".BC../...../...../...../....."
    window.page.unroute(f"**/board/cells/{index_of('a1')}")

    # A log-in page does not count as an acknowledgement.
    window.page.route("**/board/cells/*", lambda route: route.fulfill(status=200, body="<h1>Welcome</h1>"))
    window.write("a1", "A")
    expect(window.page.locator("#connection-text")).to_have_text("Live · 1 not yet saved")
    window.page.unroute("**/board/cells/*")
    window.is_saved()
    assert api("GET", f"/games/{board}/board")["text"] == "ABC../...../...../...../....."


def test_a_letter_is_shown_at_once_and_after_the_servers_answer_in_other_windows_and_in_the_score(window, new_window):
    other, held = new_window().open(), []
    window.page.route("**/board/cells/*", lambda route: held.append(route))
    window.write("c3", "A").shows("c3", "A")
    expect(window.cell("c3")).to_have_attribute("aria-label", "c3, A, not yet saved")
    expect(window.page.locator("#connection-text")).to_have_text("Live · 1 not yet saved")
    window.first(held).continue_()
    window.page.unroute("**/board/cells/*")
    other.shows("c3", "A")
    window.is_saved().shows("c3", "A")
    expect(window.page.locator("#connection-text")).to_have_text("Live")
    expect(other.cell("c3")).to_have_attribute("aria-label", "c3, A")

    # Words score while they are written.
    window.write("a1", "CAT").is_saved()
    expect(window.page.locator("#words .word")).to_have_text("CAT3")
    expect(window.page.locator("#score")).to_have_text("3 points")
    window.page.keyboard.type("S")
    expect(window.page.locator("#words .word")).to_have_text("CATS4")
    window.press("Backspace", "Backspace", "Backspace")
    expect(window.page.locator("#words")).to_contain_text("None yet.")


def test_a_diagonal_word_from_the_middle_is_marked_along_its_diagonal(new_window, api):
    game = api("POST", "/games", {"rules": "free", "options": {"open": True, "extras": {"diagonals": True}}})["id"]
    for square, letter in {"c3": "C", "d2": "O", "e1": "B", "d4": "A", "e5": "T"}.items():
        api("POST", f"/games/{game}/board/cells/{square}", {"value": letter})
    window = new_window().open(f"/g/{game}")
    expect(window.page.locator(".bar")).to_have_count(2)
    for kind, square, letter, word in (("bar diagonal", "e5", "T", "CAT"), ("bar diagonal rising", "e1", "B", "COB")):
        expect(window.page.locator(f".bar[class='{kind}']")).to_have_count(1)
        expect(window.cell(square)).to_have_attribute("aria-label", f"{square}, {letter}, in {word}")


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
