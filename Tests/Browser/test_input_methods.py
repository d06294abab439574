"""Phones' keyboards and other input methods in every game: composition, correction, swipes and other scripts."""

import pytest
from playwright.sync_api import expect

from game_kinds import game_kinds
from games import game_of
from lattice_window import LatticeWindow, new_lattice
from page_server import PHONE
from solving_window import EMPTY, SolvingWindow, fill, new_guess, new_mini

ANDROID = {**PHONE, "user_agent": "Mozilla/5.0 (Linux; Android 15; Pixel) Chrome/130 Mobile"}
BLANK = "...../...../...../...../....."
KINDS = ["guess", "mini", "free"]
PLACES = {"guess": (BLANK, "a1"), "mini": (EMPTY, "a2"), "free": (BLANK, "a1")}


class InputMethod:
    """An input method that writes into the window's input, over the browser's protocol."""

    def __init__(self, window):
        self.devtools = window.page.context.new_cdp_session(window.page)

    def compose(self, *texts, **replaced):
        for text in texts:
            end = len(text)
            self.devtools.send("Input.imeSetComposition", {
                "text": text, "selectionStart": end, "selectionEnd": end, **replaced})
        return self

    def commit(self, text):
        self.devtools.send("Input.insertText", {"text": text})
        return self

    def press(self, code, composed=None, key="Process"):
        """Presses a key that belongs to the input method, which then composes a text."""
        event = {"key": key, "code": code, "windowsVirtualKeyCode": 229}
        self.devtools.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **event})
        if composed is not None:
            self.compose(composed)
        self.devtools.send("Input.dispatchKeyEvent", {"type": "keyUp", **event})
        return self


@pytest.fixture
def open_game(new_window, api, board):
    def open_game(kind, **options):
        window = new_window(kind=SolvingWindow, **options)
        if kind == "free":
            return window.open()
        game = {"guess": new_guess, "mini": new_mini}[kind](api)
        return window.sit(game["id"], "Ann").is_in("play").until_live()
    return open_game


def with_row(kind, letters):
    """The blank board of a kind with the row in which the tests write."""
    rows, place = PLACES[kind][0].split("/"), int(PLACES[kind][1][1]) - 1
    rows[place] = letters
    return "/".join(rows)


def typed(word):
    """What an input method composes while a word is typed."""
    return [word[:end] for end in range(1, len(word) + 1)]


def clear(window, kind):
    """Empties the row in which the tests write and goes to its first square."""
    row = int(PLACES[kind][1][1])
    written = window.is_saved().text.split("/")[row - 1]
    cells = {f"{column}{row}": "" for column, letter in zip("abcde", written) if letter not in ".#"}
    fill(window.url, window.game, getattr(window, "token", None), cells)
    return window.draws(PLACES[kind][0]).go_to(PLACES[kind][1])


@pytest.mark.parametrize("options", [ANDROID, PHONE, {}], ids=["android", "phone", "desktop"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_word_is_written_as_the_input_method_corrects_or_swipes_it(open_game, kind, options):
    # A corrected word replaces the typed one where it began.
    window = open_game(kind, **options).go_to(PLACES[kind][1])
    method = InputMethod(window).compose(*typed("fteal"))
    window.draws(with_row(kind, "FTEAL"))
    method.commit("fetal ")
    window.draws(with_row(kind, "FETAL")).is_saved()
    assert window.text == with_row(kind, "FETAL")

    # A word may become shorter, longer and start with another letter.
    clear(window, kind)
    method.compose("b", "bu", "but", "buts")
    window.draws(with_row(kind, "BUTS."))
    method.compose("bu")
    window.draws(with_row(kind, "BU..."))
    method.compose("cable")
    window.draws(with_row(kind, "CABLE"))
    method.compose("c", "").commit("table")
    window.draws(with_row(kind, "TABLE")).is_saved()

    # A swiped word comes at once, and its spaces are nothing.
    clear(window, kind)
    method.compose("heart").commit("heart").commit(" ")
    window.draws(with_row(kind, "HEART"))
    method.compose("heart", replacementStart=1, replacementEnd=7).commit("hears ")
    window.draws(with_row(kind, "HEARS")).is_saved()
    direction = window.page.locator("#frame").get_attribute("class")
    method.commit(" ")
    assert window.page.locator("#frame").get_attribute("class") == direction


def test_a_composed_word_of_a_mini_gives_letters_back_and_goes_over_the_end_of_a_clue(open_game, server):
    # Letters that a word had replaced come back.
    window = open_game("mini", **ANDROID)
    fill(server.url, window.game, window.token, {"c2": "T", "e2": "S"})
    window.shows("e2", "S").choose("c2")
    method = InputMethod(window).compose("a", "ab", "abc")
    window.draws(with_row("mini", "C.ABS"))
    method.compose("a")
    window.draws(with_row("mini", "..A.S"))
    method.compose("ab").commit("ad")
    window.draws(with_row("mini", "..ADS")).is_saved()

    # The word before is full but for its end, and the next clue with an empty square is another row.
    fill(server.url, window.game, window.token, {"b1": "D", "a2": "F", "b2": "E", "c2": "T", "d2": "A", "e2": "L"})
    window.draws("#D.../FETAL/...../...../....#").choose("c1")
    method.compose(*typed("otsrulta")).commit("otsultra ")
    window.draws("#DOTS/FETAL/ULTRA/...../....#").is_saved()


def test_a_word_is_written_on_where_the_caret_was_moved(open_game):
    window = open_game("free", **ANDROID).go_to("a1")
    method = InputMethod(window).compose("c", "ca")
    window.touch(window.cell("b3"))
    method.compose("x", "xy").commit("xyz")
    window.draws("CA.../...../.XYZ./...../.....").is_saved()


def test_composed_letters_are_drawn_in_the_next_frame_and_taken_back(open_game):
    window = open_game("guess", **ANDROID).go_to("a1")
    window.page.evaluate("""() => {
        window.frames_ = { input: [], letter: [] };
        addEventListener('input', () => requestAnimationFrame((time) => frames_.input.push(time)), true);
        new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => {
          if (node.classList?.contains('letter')) frames_.letter.push(document.timeline.currentTime);
        }))).observe(document.getElementById('grid'), { childList: true, subtree: true });
    }""")
    method = InputMethod(window)
    for text in typed("crane"):
        method.compose(text)
    window.draws("CRANE/...../...../...../.....")
    frames = window.page.evaluate("frames_")
    assert len(frames["letter"]) == len(frames["input"]) == 5
    assert all(letter <= input for letter, input in zip(frames["letter"], frames["input"]))

    # Backspace during and after a word takes its last letter.
    method.commit("crane")
    clear(window, "guess")
    method.compose("c", "ca", "cat", "ca")
    window.draws("CA.../...../...../...../.....").is_at("c1")
    method.commit("ca")
    window.page.evaluate("document.execCommand('delete')")
    window.draws("C..../...../...../...../.....").is_at("b1").press("Backspace")
    window.draws(BLANK).is_at("a1")
    method.compose("t", "te").commit("te")
    window.draws("TE.../...../...../...../.....").is_saved()


def test_a_called_letter_is_called_once_however_the_word_goes_on(new_window, api):
    square = game_of("square")
    game = square.make(api, **square.WAITING)
    ann = new_window(kind=square.Window, **ANDROID).store(f"host:{game['id']}", game["host"]["token"])
    ann.sit(game["id"], "Ann")
    api("POST", f"/games/{game['id']}/seats", {"name": "Ben", "colour": "#e9a23b"})
    api("POST", f"/games/{game['id']}/actions/start", {}, game["host"]["token"])
    called = []
    ann.page.on("request", lambda request: request.url.endswith("/call") and called.append(request.post_data_json))
    ann.is_in("play").until_live().page.locator("#letters").focus()
    method = InputMethod(ann).compose("e", "ea").commit("eat ")
    expect(ann.page.locator("#called")).to_have_text("E")
    method.commit(" ").compose("s").commit("s")
    ann.is_empty("a1")
    assert [each["letter"] for each in called] == ["E"]


def test_nothing_that_is_composed_changes_a_lattice(new_window, api):
    ann = new_window(kind=LatticeWindow, **ANDROID).sit(new_lattice(api)["id"], "Ann").is_in("play").has_left(15)
    before = ann.text
    ann.page.locator("#letters").focus()
    InputMethod(ann).compose("c", "cr").commit("crane ").commit(" ")
    ann.holds(None).has_left(15)
    assert ann.text == before
    ann.has_said_nothing()


# -------------------------------------------------------------------------------------------------- other scripts


def press_key(method, code, text):
    """Presses a key of another layout, without an input method."""
    event = {"key": text, "code": code, "windowsVirtualKeyCode": ord(code[-1])}
    method.devtools.send("Input.dispatchKeyEvent", {"type": "keyDown", "text": text, **event})
    method.devtools.send("Input.dispatchKeyEvent", {"type": "keyUp", **event})


@pytest.mark.parametrize("kind", ["guess", "mini"])
def test_the_keys_of_other_scripts_and_plain_forms_of_letters_count(open_game, kind):
    # With a Korean input method the keys count in an English puzzle.
    square = PLACES[kind][1]
    window = open_game(kind).go_to(square)
    method = InputMethod(window)
    for code, composed in (("KeyF", "ㄹ"), ("KeyE", "ㄷ"), ("KeyT", "ㅅ"), ("KeyA", "ㅁ"), ("KeyL", "ㅣ")):
        method.press(code, composed)
    window.draws(with_row(kind, "FETAL"))
    method.commit("")

    # A syllable that is committed late does not land, as on Windows, where the next key commits it first.
    clear(window, kind)
    method.press("KeyG", "ㅎ").press("KeyK", "하").press("KeyS", "한")
    method.commit("한").press("KeyE", "ㄷ").commit("ㄷ")
    window.draws(with_row(kind, "GKSE.")).press("Backspace").draws(with_row(kind, "GKS.."))

    # A Russian layout counts by its keys.
    clear(window, kind)
    for code, text in (("KeyF", "а"), ("KeyE", "у"), ("KeyT", "е")):
        press_key(method, code, text)
    window.draws(with_row(kind, "FET.."))

    # Accents and wide letters are the plain ones.
    for text, letter in (("é", "E"), ("Ａ", "A"), ("ö", "O"), ("ñ", "N")):
        clear(window, kind).page.keyboard.insert_text(text)
        window.shows(square, letter)
    window.is_saved()


@pytest.mark.parametrize("kind", ["guess", "mini"])
def test_a_letter_of_another_script_is_refused_where_the_key_is_not_known(open_game, kind):
    square = PLACES[kind][1]
    window = open_game(kind, **ANDROID).go_to(square)
    method, said = InputMethod(window), window.page.locator("#announcer")
    for letter in ("ㅗ", "한", "가", "ß", "Ж", "あ", "漢"):
        method.compose(letter).commit(letter)
        expect(window.cell(square)).to_contain_class("refused")
        expect(said).to_contain_text("This game does not use that letter.")
        window.is_at(square).page.keyboard.type("ab")
        window.draws(with_row(kind, "AB..."))
        clear(window, kind)
        expect(window.cell(square)).not_to_contain_class("refused")
        said.evaluate("node => { node.textContent = ''; }")

    # A refused letter of a paste ends it.
    window.page.keyboard.insert_text("ta한ch")
    third = "c" + square[1]
    window.draws(with_row(kind, "TA...")).is_at(third)
    expect(window.cell(third)).to_contain_class("refused")


def test_every_kind_of_game_is_tried():
    assert {*KINDS, "square", "lattice"} == set(game_kinds())
