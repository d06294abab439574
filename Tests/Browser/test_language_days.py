"""A whole day in Korean by an input method, and in German with umlauts; other ways to write syllables."""

import re
import unicodedata

import pytest
from playwright.sync_api import expect

from finished_games import answer_of, new_key
from home_window import HomeWindow
from lattice_window import solving_swaps, square_of
from page_server import DESKTOP, PHONE, ROOT
from room_party import Party
from screen_window import ScreenWindow, window_of
from solving_window import SolvingWindow
from test_coach import open_coach
from test_input_methods import ANDROID, InputMethod

INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
FINALS = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
JAMO = {**{chr(0x1100 + index): letter for index, letter in enumerate(INITIALS)},
        **{chr(0x1161 + index): chr(0x314F + index) for index in range(21)},
        **{chr(0x11A8 + index): letter for index, letter in enumerate(FINALS)}}
BY_PLACE = "자판이 다른 글자로 되어 있어서 글쇠 자리대로 입력돼요."
KOREAN, GERMAN = {"locale": "ko-KR"}, {"locale": "de-DE"}


@pytest.fixture
def server(pack_server):
    return pack_server


def steps_of(syllable):
    """What an input method shows while a syllable is typed: ㅎ, 하, 한."""
    parts = unicodedata.normalize("NFD", syllable)
    initial = INITIALS[ord(parts[0]) - 0x1100]
    return [initial, *(unicodedata.normalize("NFC", parts[:end]) for end in range(2, len(parts) + 1))]


def compose(window, word):
    """Types a word as an input method does: a consonant may end a syllable until a vowel follows."""
    method = InputMethod(window)
    for syllable, after in zip(word, [*word[1:], ""], strict=True):
        method.compose(*steps_of(syllable))
        initial = after and steps_of(after)[0]
        parts = unicodedata.normalize("NFD", syllable)
        if len(parts) == 2 and initial and initial in FINALS:
            method.compose(unicodedata.normalize("NFC", parts + chr(0x11A8 + FINALS.index(initial))))
        method.commit(syllable)


def written_as(keys, fold):
    """The word of the Korean pack that these keys write."""
    lines = (ROOT / "static/packs/ko/words.tsv").read_text().splitlines()
    words = (line.split("\t")[0] for line in lines if not line.startswith("#"))
    return next(word for word in words if keys_of(word, fold) == keys)


def keys_of(word, fold):
    letters = (JAMO[part] for part in unicodedata.normalize("NFD", word))
    return "".join(fold.get(letter, letter) for letter in letters)


class Day:
    """A reader who plays all games of a day in a language, one after the other."""

    def __init__(self, window, api, lexicon, write):
        self.window, self.api, self.lexicon, self.write = window, api, lexicon, write

    def open(self, rules):
        self.window.page.goto(f"{self.window.url}/today/{rules}?lexicon={self.lexicon}")
        self.window.is_in("play").has_state("live")
        return self

    def begin(self, rules):
        """Opens the game of the day; returns its answer, from the game of a player who has given up."""
        self.open(rules)
        key = new_key(self.api, "Twin")
        twin = self.api("POST", f"/daily/{rules}?lexicon={self.lexicon}", token=key)
        self.api("POST", f"/games/{twin['id']}/actions/resign", {}, token=key)
        return self.api("GET", f"/games/{twin['id']}", token=key)["result"]["answer"]

    def ends(self, sentence=""):
        self.window.is_in("end")
        verdict = self.window.page.locator("#verdict")
        expect(verdict).to_contain_text(sentence)
        assert not re.search("[A-Za-z]{3}", verdict.inner_text()) or self.lexicon == "de"
        width = self.window.page.viewport_size["width"]
        assert self.window.page.evaluate("document.documentElement.scrollWidth") <= width
        return self

    def find_word(self, tries, word):
        """Guesses words and then the hidden one."""
        page = self.window.page
        for row, each in enumerate([*tries, word]):
            page.locator("#letters").focus()
            self.write(each)
            self.window.is_saved().touch(self.window.key("Enter"))
            expect(page.locator(f".cell[data-cell='{5 * row}']").first).not_to_have_attribute("data-mark", "")
        return self.ends()

    def solve_lattice(self, answer):
        window = self.window
        for one, other in solving_swaps(window.text, answer):
            before = window.text
            window.touch(window.cell(one)).touch(window.cell(other))
            window.until(lambda before=before: window.text != before, "a swap")
        return self.ends()

    def solve_mini(self, answer):
        """Row by row; the last letter wins."""
        for number, row in enumerate(answer.split("/")):
            for column, letter in enumerate(row):
                if letter == "#":
                    continue
                self.window.go_to(square_of(5 * number + column))
                self.write(letter)
        return self.ends()

    def write_last(self, last):
        """Places all letters but the last, which the player chooses, over HTTP."""
        key = self.window.stored("player")["key"]
        for cell in range(24):
            self.api("POST", f"/games/{self.window.game}/actions/place", {"cell": cell}, key)
        expect(self.window.page.locator("#grid .letter")).to_have_count(24)
        self.window.page.locator("#letters").focus()
        expect(self.window.page.locator("#keys")).to_be_visible()
        self.write(last)
        return self.ends()

    def fill_square(self, last):
        window, page = self.window, self.window.page
        for number in range(1, 25):
            window.touch(page.locator(f"#cell-{number - 1}"))
            window.until(lambda number=number: page.locator("#grid .letter").count() == number, "a letter")
            window.is_saved()
        page.locator("#letters").focus()
        expect(page.locator("#keys")).to_be_visible()
        self.write(last)
        return self.ends()


@pytest.mark.parametrize("size", [ANDROID, DESKTOP], ids=["phone", "desktop"])
def test_a_korean_day_is_played_with_an_input_method(new_window, api, size):
    window = new_window(kind=HomeWindow, **KOREAN, **size)
    fold = next(each for each in api("GET", "/lexicons")["lexicons"] if each["id"] == "ko")["fold"]
    day = Day(window, api, "ko", lambda word: compose(window, word))
    answer = written_as(day.begin("guess"), fold)
    tries = [word for word in ("토끼", "학교", "어깨") if word != answer][:2]
    day.find_word(tries, answer)
    expect(window.page.locator("#boards .beside li")).to_have_text([*tries, answer, "", ""])
    expect(window.page.locator("#end-note")).to_contain_text(answer)
    day.solve_lattice(day.begin("lattice"))
    expect(window.page.locator("#end-more .written")).to_have_text(re.compile("^([가-힣]{1,4}( · )?){6}$"))
    day.solve_mini(day.begin("mini"))
    day.open("square").fill_square("이")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_german_day_is_played_with_umlauts(new_window, api, size):
    window = new_window(kind=HomeWindow, **GERMAN, **size)
    day = Day(window, api, "de", window.page.keyboard.insert_text)
    answer = day.begin("guess")
    day.find_word(["mühe", "süß"], answer.lower())
    assert window.page.locator("#boards .cell").all_inner_texts()[:10] == [*"MUEHESUESS"]
    day.solve_lattice(day.begin("lattice"))
    day.solve_mini(day.begin("mini").lower())
    day.open("square").write_last("e")


# ----------------------------------------------------------------------------- other ways to write syllables


@pytest.fixture
def mini(new_window, api):
    """Opens a Korean mini, with the caret in its first cell; returns the window and that cell's name."""
    def mini(**options):
        game = api("POST", "/games", {"rules": "mini", "options": {"lexicon": "ko", "seed": 1}})
        window = new_window(kind=SolvingWindow, **KOREAN, **options).sit(game["id"], "Ann")
        window.is_in("play").has_state("live").page.locator("#letters").focus()
        return window, square_of(int(window.page.locator(".cell.current").get_attribute("data-cell")))
    return mini


def test_the_keys_of_a_phone_compose_syllables_in_a_mini(mini):
    window, first = mini(**PHONE)

    def tap(*keys):
        for key in keys:
            window.touch(window.key(key))
    letters = window.page.locator("#grid .letter")
    tap("ㅎ", "ㅏ", "ㄴ")
    expect(letters).to_have_text(["한"])
    window.shows(first, "한")
    tap("ㅏ")
    expect(letters).to_have_text(["하", "나"])
    tap("Backspace", "Backspace")
    expect(letters).to_have_text(["하"])
    tap("Shift", "ㄲ", "ㅣ")
    expect(letters).to_have_text(["하", "끼"])
    window.is_saved().has_said_nothing()


def test_a_syllable_under_composition_is_seen_and_stays_where_it_was_begun(mini):
    window, first = mini(**ANDROID)
    InputMethod(window).compose("ㅎ", "하", "한")
    window.shows(first, "한")
    other = window.page.locator(".cell:not(.block):not(.current)").last
    window.touch(other)
    expect(window.page.locator("#grid .letter")).to_have_text(["한"])
    window.shows(first, "한").is_saved()
    InputMethod(window).compose("ㄱ", "가").commit("가")
    expect(other.locator(".letter")).to_have_text("가")


def test_latin_keys_count_by_their_places_in_a_korean_mini_which_is_said_once(mini):
    window, first = mini(**DESKTOP)
    window.page.keyboard.type("gksrm")
    window.press("Shift+E")
    window.says(BY_PLACE).shows(first, "한").press("Backspace")
    expect(window.page.locator("#grid .letter")).to_have_text(["한", "그"])
    window.is_saved().has_said_nothing()


def test_latin_keys_call_a_syllable_of_a_korean_square_after_enter(new_window, api):
    day = Day(new_window(kind=HomeWindow, **KOREAN, **DESKTOP), api, "ko", None)
    window = day.open("square").window

    def write(_):
        window.page.keyboard.type("rk")
        expect(window.page.locator("#called")).to_have_text("가")
        window.says(BY_PLACE).press("Enter")
    day.write = write
    day.write_last("가")
    assert window.page.locator("#boards .cell").all_inner_texts()[-1] == "가"


def test_the_coach_and_the_television_name_words_in_syllables(new_window, server, api):
    game = {"lexicon": "ko", "seed": 1, "mode": "together"}
    answer = answer_of(api, "guess", **game)
    with Party(api, server.url) as party:
        screen = new_window(kind=ScreenWindow, **KOREAN, **window_of("720")).open(party.room)
        played = party.begin("guess", **game)
        played.guess("ㅌㅗㄱㄱㅣ")
        expect(screen.part("words")).to_contain_text("토끼")
        played.guess(answer, 1)
        screen.shows("end")
        expect(screen.part("notes")).to_contain_text(re.compile("답은 [가-힣]+"))
        window = new_window(**KOREAN, **DESKTOP)
        window.page.goto(f"{window.url}/g/{played.id}")
        expect(open_coach(window.page)).to_contain_text("토끼")
