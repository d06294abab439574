"""The on-screen keyboard: its rows in each language and alphabet."""

import pytest
from playwright.sync_api import expect

from board_window import call
from page_server import PHONE, SMALL, start_server


def rows(window):
    """The letters of each row from left to right, by their places on the screen."""
    places = window.page.locator("#keys .key:not(.command)").evaluate_all(
        "keys => keys.map((key) => { const { x, y } = key.getBoundingClientRect(); return [y, x, key.dataset.key]; })")
    lines = {}
    for y, _, letter in sorted(places):
        lines.setdefault(round(y), []).append(letter)
    return ["".join(line) for _, line in sorted(lines.items())]


@pytest.mark.parametrize("language, wanted", [
    ("en-GB", ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"]),
    ("ko-KR", ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"]),
    ("de-AT", ["QWERTZUIOP", "ASDFGHJKL", "YXCVBNM"]),
    ("fr-FR", ["AZERTYUIOP", "QSDFGHJKLM", "WXCVBN"]),
])
def test_the_rows_are_those_of_the_readers_language_at_every_width(new_window, language, wanted):
    window = new_window(**{**SMALL, "locale": language}).open()
    for width, height in ((320, 568), (390, 844), (844, 390), (1366, 657)):
        window.page.set_viewport_size({"width": width, "height": height})
        assert rows(window) == wanted, (width, height)


@pytest.mark.parametrize("name, words, wanted", [
    ("es", ["NIÑOS", "AEIOU", "BCDFG", "HJKLM", "PQRTV", "WXYZA"], ["QWERTYUIOP", "ASDFGHJKLÑ", "ZXCVBNM"]),
    ("el", ["ΛΕΞΕΙ", "ΑΒΓΔΖ"], ["ΑΒΓΔΕΖ", "ΙΛΞ"]),
])
def test_letters_of_other_alphabets_have_keys(new_window, tmp_path, name, words, wanted):
    """The server is one of the test's own, with a lexicon."""
    (tmp_path / "words.txt").write_text("\n".join(words))
    with start_server("--lexicon", f"{name}={tmp_path / 'words.txt'}") as server:
        window = new_window(**SMALL)
        window.url = server.url
        game = call(server.url, "POST", "/games", {"rules": "free", "options": {"lexicon": name, "open": True}})
        window.open(f"/g/{game['id']}")
        assert rows(window) == wanted
        window.page.context.close()


def test_every_key_writes_its_letter(new_window):
    window = new_window(**SMALL).open()
    window.touch(window.cell("a1"))
    for letter in "QPALZM":
        window.touch(window.key(letter))
    window.draws("QPALZ/M..../...../...../.....").touch(window.key("Backspace"))
    window.draws("QPALZ/...../...../...../.....").is_saved()


def test_the_on_screen_keyboard_replaces_the_phones_keyboard_until_the_player_switches(new_window):
    window = new_window(**PHONE).open()
    keys, letters = window.page.locator("#keys"), window.page.locator("#letters")
    expect(keys).to_be_visible()
    expect(letters).to_have_attribute("inputmode", "none")
    window.tool("keyboard").tap()
    expect(keys).to_be_hidden()
    expect(letters).to_have_attribute("inputmode", "text")
    window.page.reload()
    window.is_in("play")
    expect(letters).to_have_attribute("inputmode", "text")
    expect(keys).to_be_hidden()
    window.tool("keyboard").tap()
    expect(keys).to_be_visible()
    expect(letters).to_have_attribute("inputmode", "none")
