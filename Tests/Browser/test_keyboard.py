"""The on-screen keyboard: its rows in each language and alphabet."""

import pytest
from playwright.sync_api import expect

from board_window import call
from page_server import SMALL, start_server


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
def test_the_rows_are_those_of_the_readers_language_and_replace_the_phones_until_the_player_switches(
        new_window, language, wanted):
    window = new_window(**{**SMALL, "locale": language}).open()
    for width, height in ((320, 568), (390, 844), (844, 390), (1366, 657), (320, 568)):
        window.page.set_viewport_size({"width": width, "height": height})
        assert rows(window) == wanted, (width, height)

    # Every key writes its letter.
    window.touch(window.cell("a1"))
    for letter in "QPALZM":
        window.touch(window.key(letter))
    window.draws("QPALZ/M..../...../...../.....").touch(window.key("Backspace"))
    window.draws("QPALZ/...../...../...../.....").is_saved()

    # The phone's own keyboard comes when the player switches, also after a reload.
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


# Each list has the alphabet of its language, in words of five letters.
LISTS = {
    "es": "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ", "de": "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜß", "sv": "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ",
    "tr": "ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ", "pl": "AĄBCĆDEĘFGHIJKLŁMNŃOÓPQRSŚTUVWXYZŹŻ", "el": "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ",
    "ru": "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ", "uk": "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ",
    "he": "אבגדהוזחטיךכלםמןנסעףפץצקרשת", "ar": "ابتثجحخدذرزسشصضطظعغفقكلمنهويءئىةؤ", "some-greek": "ΑΒΓΔΕΖΙΛΞ",
    "armenian": "ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ",
    "ru-class": "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЫЬЮЯ", "fr": "ABEILNORSTUÉ", "fr-26": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "de-kids": "ABEHMNSTUZÄ",
    "many": "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝ",
}
ROWS = {
    "es": ["QWERTYUIOP", "ASDFGHJKLÑ", "ZXCVBNM"], "de": ["QWERTZUIOPÜ", "ASDFGHJKLÖÄ", "YXCVBNMß"],
    "sv": ["QWERTYUIOPÅ", "ASDFGHJKLÖÄ", "ZXCVBNM"], "tr": ["ERTYUIOPĞÜ", "ASDFGHJKLŞİ", "ZCVBNMÖÇ"],
    "pl": ["ĄĆĘŁŃÓŚŹŻ", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"], "el": ["ΕΡΤΥΘΙΟΠ", "ΑΣΔΦΓΗΞΚΛ", "ΖΧΨΩΒΝΜ"],
    "ru": ["ЙЦУКЕНГШЩЗХЪ", "ФЫВАПРОЛДЖЭ", "ЯЧСМИТЬБЮЁ"], "uk": ["ЙЦУКЕНГШЩЗХЇ", "ФІВАПРОЛДЖЄ", "ЯЧСМИТЬБЮҐ"],
    "he": ["קראטוןםפ", "שדגכעיחלךף", "זסבהנמצתץ"], "ar": ["ضصثقفغعهخحجد", "شسيبلاتنمكطذ", "ئءؤرىةوزظ"],
    "some-greek": ["ΕΙ", "ΑΔΓΞΛ", "ΖΒ"], "ru-class": ["ЦУКЕНГШЗХ", "ФЫВАПРОЛДЖ", "ЯЧСМИТЬБЮ"],
    "fr": ["É", "AERTUIO", "SL", "BN"],
    "fr-26": ["AZERTYUIOP", "QSDFGHJKLM", "WXCVBN"], "de-kids": ["ETZU", "ASHÄ", "BNM"],
}


@pytest.fixture(scope="module")
def lexicon_server(tmp_path_factory):
    """A server with a lexicon for each alphabet."""
    folder, arguments = tmp_path_factory.mktemp("lists"), []
    for name, letters in LISTS.items():
        words = [letters[at:at + 5] for at in range(0, len(letters), 5)]
        (folder / name).write_text("\n".join((word + letters)[:5] for word in words))
        arguments += ["--lexicon", f"{name}={folder / name}"]
    with start_server(*arguments) as server:
        yield server


@pytest.fixture
def open_board(new_window, lexicon_server):
    """Opens a board of a lexicon, whose server is another one than that of most tests."""
    windows = []

    def open_board(name, rules="free", **options):
        window = new_window(**options)
        window.url = lexicon_server.url
        windows.append(window)
        more = {"open": True} if rules == "free" else {}
        game = call(window.url, "POST", "/games", {"rules": rules, "options": {"lexicon": name, **more}})
        return window.sit(game["id"], "Ann").is_in("play").until_live()

    yield open_board
    for window in windows:
        window.page.context.close()


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "ko-KR"])
@pytest.mark.parametrize("name", ROWS)
def test_the_keys_of_an_alphabet_stand_as_on_its_languages_keyboard(open_board, name, language):
    window = open_board(name, **{**SMALL, "locale": language})
    wanted = ROWS[name]
    if name == "pl" and language == "de-DE":  # the layout has no letters of the language: the reader's own
        wanted = [wanted[0], "QWERTZUIOP", "ASDFGHJKL", "YXCVBNM"]
    expect(window.page.locator("#keys .key").first).to_be_visible()
    assert rows(window) == wanted


BOXES = """keys => keys.map((key) => {
    const { x, right, bottom, width } = key.getBoundingClientRect();
    return { x, right, bottom, width }; })"""


@pytest.mark.parametrize("rules", ["free", "guess"])
@pytest.mark.parametrize("name", LISTS)
def test_all_keys_of_an_alphabet_are_on_the_screen_of_a_phone(open_board, name, rules):
    window = open_board(name, rules, **SMALL)
    for width, height in ((320, 568), (390, 844), (844, 390)):
        window.page.set_viewport_size({"width": width, "height": height})
        expect(window.key("Backspace")).to_be_in_viewport(ratio=1)
        assert window.page.evaluate("document.documentElement.scrollWidth") <= width
        boxes = window.page.locator("#keys .key").evaluate_all(BOXES)
        assert all(0 <= box["x"] and box["right"] <= width and box["width"] >= 18 for box in boxes)
        assert all(box["bottom"] <= height for box in boxes), (width, height, boxes[-1])
    letters = window.page.locator("#keys .key:not(.command)").evaluate_all("all => all.map(key => key.dataset.key)")
    assert sorted(letters) == sorted(LISTS[name])


def test_a_german_word_is_typed_with_its_own_letters_on_the_keyboard_that_the_reader_has_chosen(open_board):
    window = open_board("de", "guess", **SMALL)
    window.touch(window.cell("a1")).page.keyboard.insert_text("äöüße")
    window.draws("ÄÖÜßE/...../...../...../.....").is_saved()
    window.store("settings", {"keyboard": "azerty"}).page.reload()
    window.is_in("play")
    assert rows(window) == ["ÄÖßÜ", "AZERTYUIOP", "QSDFGHJKLM", "WXCVBN"]


@pytest.mark.parametrize("name, word", [("he", "שלוםכ"), ("ar", "سلامء")])
def test_words_run_from_right_to_left_where_their_script_does(open_board, name, word):
    window = open_board(name)
    window.choose("a1").page.keyboard.insert_text(word)
    window.draws(f"{word}/...../...../...../.....").is_saved()
    places = [window.cell(square).bounding_box()["x"] for square in ("a1", "b1", "c1", "d1", "e1")]
    assert places == sorted(places, reverse=True)
    window.choose("c3").press("ArrowLeft").is_at("d3").press("ArrowRight", "ArrowRight").is_at("b3")
    box, cell = window.page.locator("#letters").bounding_box(), window.cell("b3").bounding_box()
    assert abs(box["x"] - cell["x"]) < 1 and abs(box["y"] - cell["y"]) < 1
