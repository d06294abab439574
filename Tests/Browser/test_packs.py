"""Language packs: keys, letters that are written as several, Hangul, and the days of a language."""

import re

import pytest
from playwright.sync_api import expect

from board_window import call
from games import game_of
from home_window import HomeWindow
from page_server import DESKTOP, PHONE, ROOT
from solving_window import BLANK, SolvingWindow
from test_input_methods import ANDROID, InputMethod

KOREAN, GERMAN = {"locale": "ko-KR"}, {"locale": "de-DE"}
TWO_SET = ["ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", "ㅁㄴㅇㄹㅎㅗㅓㅏㅣ", "ㅋㅌㅊㅍㅠㅜㅡ"]
BY_PLACE = "each key counts by its place"
OWN_LAYOUT = {"keyboard": "azerty"}


@pytest.fixture
def server(pack_server):
    return pack_server


@pytest.fixture
def open_game(new_window, api):
    def open_game(kind, lexicon, settings=None, **options):
        game = api("POST", "/games", {"rules": kind, "options": {"lexicon": lexicon}})
        window = new_window(kind=SolvingWindow, **options).store("settings", settings or {})
        return window.sit(game["id"], "Ann").is_in("play").until_live()
    return open_game


def rows_of(window):
    rows = "rows => rows.map(row => [...row.querySelectorAll('.key:not(.command)')].map(key => key.dataset.key).join(''))"
    return window.page.locator("#keys .row").evaluate_all(rows)


def row(letters):
    return letters.ljust(5, ".") + BLANK[5:]


# --------------------------------------------------------------------------------------------------------- the keys


GERMAN_KEYS = ["QWERTZUIOPÜ", "ASDFGHJKLÖÄ", "YXCVBNMß"]


@pytest.mark.parametrize("kind", ["mini", "free"])
def test_the_keys_stand_as_on_the_packs_own_keyboard(open_game, kind):
    window = open_game(kind, "de", **PHONE)
    expect(window.key("Ü")).to_be_visible()
    assert rows_of(window) == GERMAN_KEYS


def test_the_keys_of_a_square_are_the_letters_that_can_be_called(new_window, api):
    window = calling(new_window, api, "de", **PHONE)
    expect(window.key("Q")).to_be_visible()
    assert rows_of(window) == ["QWERTZUIOP", "ASDFGHJKL", "YXCVBNM"]


# ---------------------------------------------------------------------------------------------------------- folding


def erase(window, count):
    """Takes back the letters of a row, from the last one."""
    window.is_saved().press(*["Backspace"] * count).draws(BLANK).is_saved()


def test_a_letter_that_is_written_as_two_takes_two_cells(open_game):
    window = open_game("guess", "de", **PHONE)
    expect(window.key("Ü")).to_be_visible()
    assert rows_of(window) == GERMAN_KEYS
    window.type_on_screen("a1", "Äß").draws(row("AESS")).is_at("e1")
    window.touch(window.key("Backspace")).draws(row("AES"))
    erase(window, 3)
    for typed, written in {"ärger": "AERGE", "ßöé": "SSOEE", "mühe": "MUEHE"}.items():
        window.is_at("a1").page.keyboard.insert_text(typed)
        window.draws(row(written))
        erase(window, 5)

    # The reader's own layout holds for the Latin letters only.
    window.page.evaluate(f"localStorage['5x5:settings'] = JSON.stringify({OWN_LAYOUT})")
    window.page.reload()
    window.until_live()
    assert rows_of(window) == ["AZERTYUIOPÜ", "QSDFGHJKLMÖÄ", "WXCVBNß"]


def test_the_letters_of_a_mini_in_another_language_are_written_as_two(open_game):
    window = open_game("mini", "de")
    start = window.page.locator(".cell.current").get_attribute("id")
    window.page.keyboard.insert_text("ö")
    cells = window.page.locator("#grid .letter")
    expect(cells).to_have_text(["O", "E"])
    assert window.page.locator(".cell:has(.letter)").first.get_attribute("id") == start


@pytest.mark.parametrize("lexicon, written", [("de", "VORLIMOTAB"), ("en", "FEWEUROSGRGOR")])
def test_the_rules_of_a_game_show_a_board_in_its_language_at_the_first_visit(open_game, lexicon, written):
    window = open_game("mini", lexicon, **DESKTOP, **GERMAN)
    window.page.locator("#rules").click()
    expect(window.page.locator(".rules-board")).to_have_text(written)


# Words of the clues that stand in several lines.
BROKEN_WORDS = """all => all.flatMap(({ firstChild: node }) => [...node.data.matchAll(/[\\p{L}]+/gu)].filter((word) => {
    const range = document.createRange();
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    return range.getClientRects().length > 1;
}).map(String))"""


@pytest.mark.parametrize("seed", [3, 7])
def test_a_word_of_a_clue_breaks_only_where_no_line_has_room_for_it(new_window, api, seed):
    game = api("POST", "/games", {"rules": "mini", "options": {"lexicon": "de", "seed": seed}})
    window = new_window(kind=SolvingWindow, **DESKTOP).sit(game["id"], "Ann").is_in("play").until_live()
    expect(window.page.locator("#clues [lang=de] .clue").first).to_be_visible()
    words = window.page.locator("#clues .clue span")
    for width in (1280, 390, 320):
        window.page.set_viewport_size({"width": width, "height": 800})
        assert words.evaluate_all(BROKEN_WORDS) == []
        assert window.page.evaluate("document.documentElement.scrollWidth") <= width

    # A word that is wider than the window breaks.
    words.first.evaluate("node => { node.textContent = 'Donaudampfschifffahrtsgesellschaften'; }")
    assert words.evaluate_all(BROKEN_WORDS) == ["Donaudampfschifffahrtsgesellschaften"]
    assert window.page.evaluate("document.documentElement.scrollWidth") <= width


# ----------------------------------------------------------------------------------------------------------- Hangul


@pytest.mark.parametrize("options", [ANDROID, DESKTOP], ids=["android", "desktop"])
@pytest.mark.parametrize("steps, written", [
    (["ㄱ", "가", "갑", "=가", "바", "방", "=방"], "ㄱㅏㅂㅏㅇ"),
    (["ㄲ", "까", "깣", "=까", "치"], "ㄱㄱㅏㅊㅣ"),
    (["ㄱ", "고", "과", "광", "=과", "이"], "ㄱㅗㅏㅇㅣ"),
    (["ㄱ", "가", "갑", "값", "=갑", "시"], "ㄱㅏㅂㅅㅣ"),
    (["ㄱ", "가", "갑", "값", "=값", "ㅇ"], "ㄱㅏㅂㅅㅇ"),
    (["ㅇ", "의", "읰", "=의", "키"], "ㅇㅡㅣㅋㅣ"),
])
def test_a_syllable_under_composition_is_shown_as_its_jamo(open_game, options, steps, written):
    window = open_game("guess", "ko", **options).go_to("a1")
    method = InputMethod(window)
    for step in steps:
        method.commit(step[1:]) if step.startswith("=") else method.compose(step)
    window.draws(row(written)).is_saved()


@pytest.mark.parametrize("options", [ANDROID, DESKTOP], ids=["android", "desktop"])
def test_backspace_takes_one_jamo_during_and_after_a_composition(open_game, options):
    window = open_game("guess", "ko", **options).go_to("a1")
    method = InputMethod(window).compose("ㅂ", "바", "방", "바")
    window.draws(row("ㅂㅏ"))
    method.compose("방").commit("방")
    window.page.evaluate("document.execCommand('delete')")
    window.draws(row("ㅂㅏ")).press("Backspace").draws(row("ㅂ"))
    method.compose("ㅏ").commit("ㅏ")
    window.draws(row("ㅂㅏ")).is_saved()


def test_a_latin_keyboard_counts_by_its_places_and_an_enter_that_commits_a_syllable_submits_nothing(open_game):
    window = open_game("guess", "ko", **DESKTOP).go_to("a1")
    # That the keys count by their places is said once.
    window.page.keyboard.type("rk")
    window.press("Shift+R").draws(row("ㄱㅏㄱㄱ")).says(BY_PLACE).page.keyboard.type("k")
    window.draws(row("ㄱㅏㄱㄱㅏ")).is_saved().has_said_nothing()
    erase(window, 5)

    submitted = []
    window.page.on("request", lambda request: request.url.endswith("/submit") and submitted.append(request.url))
    method = InputMethod(window).compose("ㄱ", "가").commit("가").compose("ㅂ", "바", "방")
    method.press("Enter").commit("방")  # the key belongs to the input method
    window.draws(row("ㄱㅏㅂㅏㅇ")).is_saved()
    assert submitted == []
    window.press("Enter")
    expect(window.page.locator("#cell-0:not([data-mark=''])")).to_be_attached()
    window.is_at("a2").has_said_nothing()
    assert len(submitted) == 1


@pytest.mark.parametrize("kind, written", [("mini", ["한"]), ("guess", ["ㅎ", "ㅏ", "ㄴ"]), ("free", ["ㅎ", "ㅏ", "ㄴ"])])
def test_the_first_key_beside_the_board_counts_by_its_place_too(open_game, kind, written):
    window = open_game(kind, "ko", **DESKTOP)
    window.page.evaluate("document.activeElement.blur()")
    window.page.keyboard.type("gks")
    expect(window.page.locator("#grid .letter")).to_have_text(written)
    window.is_saved()


def test_a_korean_input_method_in_a_latin_game_is_said_once(open_game):
    window = open_game("guess", "en", **DESKTOP).go_to("a1")
    method = InputMethod(window).press("KeyF", "ㄹ").press("KeyE", "ㄷ")
    window.draws(row("FE")).says(BY_PLACE)
    method.press("KeyT", "ㅅ")
    window.draws(row("FET")).has_said_nothing()


def test_beside_a_row_stands_its_word(open_game, api):
    window = open_game("guess", "ko", settings=OWN_LAYOUT, **PHONE)
    assert rows_of(window.type_on_screen("a1", "ㄱㄱㅏㅊㅣ")) == TWO_SET  # the own layout is for Latin letters
    beside = window.page.locator("#frame .beside li")
    expect(beside).to_have_text(["까치", "", "", "", ""])
    window.touch(window.key("Enter")).is_at("a2").type_on_screen("a2", "ㄱㅗㅏㅇㅣ")
    expect(beside).to_have_text(["까치", "과이", "", "", ""])
    frame, keys = window.page.locator("#frame").bounding_box(), window.page.locator("#keys").bounding_box()
    assert beside.first.bounding_box()["x"] >= frame["x"] + frame["width"]
    assert max(item.bounding_box()["x"] + item.bounding_box()["width"] for item in beside.all()) <= keys["x"] + keys["width"]
    api("POST", f"/games/{window.game}/actions/resign", {}, window.token)
    window.is_in("end")
    expect(window.page.locator("#boards .beside li")).to_have_text(["까치", "과이", "", "", ""])
    answer = api("GET", f"/games/{window.game}", token=window.token)["result"]["answer"]
    verdict = window.page.locator("#verdict, #end-note")
    assert not re.search(answer, " ".join(verdict.all_inner_texts()))
    assert re.search("[가-힣]{2}", " ".join(verdict.all_inner_texts()))


def test_the_words_of_a_korean_board_are_listed_in_syllables(new_window, api):
    game = api("POST", "/games", {"rules": "free", "options": {"lexicon": "ko"}})
    window = new_window(kind=SolvingWindow, **DESKTOP).sit(game["id"], "Ann").is_in("play").until_live().go_to("a1")
    window.page.keyboard.insert_text("토끼")
    window.is_saved()
    expect(window.page.locator("#word-list b")).to_have_text(["토끼"])
    api("POST", f"/games/{game['id']}/actions/close", {}, game["host"]["token"])
    expect(window.is_in("end").page.locator("#end-more")).to_contain_text("토끼")


@pytest.mark.parametrize("word", ["가방", "까치", "과일", "값", "의사", "아빠", "학교", "궤짝", "깎다", "쌍", "예의", "닭", "읽기", "콩깍지", "한껏"])
def test_a_word_is_taken_apart_and_put_together_again(scripts, api, word):
    fold = next(each for each in api("GET", "/lexicons")["lexicons"] if each["id"] == "ko")["fold"]
    keys, again = scripts.evaluate("""async ([word, fold]) => {
        const { putTogether, takeApart } = await import('/js/state/hangul.js');
        const keys = [...word].flatMap(takeApart).map((letter) => fold[letter] ?? letter).join('');
        return [keys, putTogether(keys, fold)];
    }""", [word, fold])
    assert not set(keys) & set(fold) and again == word


def test_every_jamo_word_of_the_pack_is_put_together_as_it_is_written(scripts, api):
    fold = next(each for each in api("GET", "/lexicons")["lexicons"] if each["id"] == "ko")["fold"]
    lines = (ROOT / "static/packs/ko/words.tsv").read_text().splitlines()
    words = [line.split("\t")[0] for line in lines if not line.startswith("#")]
    wrong = scripts.evaluate("""async ([words, fold]) => {
        const { putTogether, takeApart } = await import('/js/state/hangul.js');
        const keysOf = (word) => [...word].flatMap(takeApart).map((each) => fold[each] ?? each).join('');
        return words.filter((word) => keysOf(word).length <= 5 && putTogether(keysOf(word), fold) !== word);
    }""", [words, fold])
    assert len(words) > 10_000 and wrong == []


def calling(new_window, api, lexicon, **options):
    """A window on a word square in which its player is to call a letter."""
    square = game_of("square")
    game = square.make(api, **{**square.WAITING, "lexicon": lexicon})
    window = new_window(kind=square.Window, **options).sit(game["id"], "Ann")
    api("POST", f"/games/{game['id']}/seats", {"name": "Ben", "colour": "#e9a23b"})
    api("POST", f"/games/{game['id']}/actions/start", {}, game["host"]["token"])
    return window.is_in("play").until_live()


def test_all_the_syllables_to_call_are_on_a_phones_screen_and_only_a_finished_one_is_called(new_window, api):
    window = calling(new_window, api, "ko", **ANDROID)
    keys = window.page.locator("#keys .key")
    expect(keys).to_have_count(63)
    sizes = [key.bounding_box() for key in keys.all()]
    assert max(box["y"] + box["height"] for box in sizes) <= 844
    assert min(min(box["width"], box["height"]) for box in sizes) >= 30
    calls_only_a_finished_syllable(window, api)


def test_only_a_finished_syllable_is_called_on_a_desktop(new_window, api):
    calls_only_a_finished_syllable(calling(new_window, api, "ko", **DESKTOP), api)


def calls_only_a_finished_syllable(window, api):
    window.page.locator("#letters").focus()
    letter = api("GET", f"/games/{window.game}")["lexicon"]["letters"][0]
    method = InputMethod(window).compose("ㅇ", letter)
    assert window.page.locator("#called").inner_text() == ""
    method.commit(letter)
    expect(window.page.locator("#called")).to_have_text(letter)
    window.has_said_nothing()


# ------------------------------------------------------------------------------------------------------------- days


def open_home(new_window, **options):
    """A home page on a server whose Korean pack has no mini, and its requests for the packs."""
    home = new_window(kind=HomeWindow, **options)
    asked = []

    def answer(route):
        reply = route.fetch()
        packs = reply.json()
        next(each for each in packs["lexicons"] if each["id"] == "ko")["games"].pop("mini", None)
        route.fulfill(response=reply, json=packs)

    home.page.route("**/lexicons", answer)
    home.page.on("request", lambda request: request.url.endswith("/lexicons") and asked.append(request.url))
    return home.open(), asked


def test_readers_of_a_packs_language_get_its_days_where_it_has_them(new_window, dailies):
    home, asked = open_home(new_window, **KOREAN)
    expect(home.day("guess")).to_have_attribute("href", "/today/guess?lexicon=ko")
    links = {kind: home.day(kind).get_attribute("href") for kind in dailies}
    assert links == {kind: f"/today/{kind}" + ("" if kind == "mini" else "?lexicon=ko") for kind in dailies}
    expect(home.day("mini")).to_contain_text("English")
    pictures = [re.sub(r"\s", "", home.day(kind).locator(".pic").inner_text()) for kind in ("guess", "mini")]
    assert pictures[0].startswith("ㅎㅏㄱㄱㅛ") and pictures[1].isascii()
    expect(home.page.locator("#pitch")).not_to_contain_text("영어")
    home.open()
    assert {kind: home.day(kind).get_attribute("href") for kind in dailies} == links
    assert len(asked) == 1

    # The options of a new game name the packs.
    for kind, names in {"guess": ["Deutsch", "English", "한국어"], "mini": ["Deutsch", "English"]}.items():
        home.card(kind).locator(".set").click()
        choice = home.page.locator("dialog [name=lexicon]")
        expect(choice.locator("option")).to_have_text(names)
        assert choice.input_value() == ("ko" if kind == "guess" else "en")
        home.press("Escape")
        expect(home.page.locator("dialog")).to_have_count(0)
    home.card("guess").locator(".buttons button").first.click()
    home.wait_for_game()
    assert call(home.url, "GET", f"/games/{home.game}", token=home.seat["token"])["lexicon"]["id"] == "ko"


def test_readers_of_the_servers_own_language_ask_for_no_packs(new_window):
    home, asked = open_home(new_window)
    expect(home.day("guess")).to_contain_text("Play")
    assert home.day("guess").get_attribute("href") == "/today/guess" and not asked


def test_a_day_keeps_its_language_in_the_address_the_storage_and_the_figures(new_window, api):
    home, _ = open_home(new_window, **KOREAN)
    expect(home.day("guess")).to_have_attribute("href", "/today/guess?lexicon=ko")
    home.day("guess").click()
    home.is_in("play")
    expect(home.page).to_have_url(re.compile(r"/today/guess\?lexicon=ko$"))
    assert home.stored("days:guess") is None and home.stored("daily:guess") is None
    game = home.game
    assert home.stored("daily:guess.ko")["game"] == game
    asked = []
    home.page.on("request", lambda request: "/leaderboards/" in request.url and asked.append(request.url))
    api("POST", f"/games/{game}/actions/resign", {}, home.stored("player")["key"])
    home.is_in("end")
    expect(home.page.locator("#week li")).to_have_count(7)
    assert "lexicon=ko" in asked[0]
    assert list(home.stored("days:guess.ko").values())[0]["result"]["answer"]
    expect(home.page.locator("#next-day")).to_have_attribute("href", "/today/mini")
    home.page.goto(f"{home.url}/today/mini")
    home.is_in("play")
    expect(home.page).to_have_url(re.compile("/today/mini$"))


def test_a_link_to_a_day_in_another_language_leads_on_in_it(new_window, api):
    window = new_window(kind=HomeWindow)
    window.page.goto(f"{window.url}/today/guess?lexicon=de")
    window.is_in("play")
    api("POST", f"/games/{window.game}/actions/resign", {}, window.stored("player")["key"])
    window.is_in("end")
    expect(window.page.locator("#next-day")).to_have_attribute("href", "/today/mini?lexicon=de")
