"""Lists of other languages and scripts: letters, case, accents, and games in them."""

import unicodedata

import pytest

from client import new_game, problem
from lexicon_files import CYRILLIC, FRENCH, GERMAN, GREEK, has, lexicons, look_up, write
from server_process import ServerProcess
from square_table import Table, accepted
from words_client import analysed

LISTS = {"greek": GREEK, "greek-folded": GREEK, "cyrillic": CYRILLIC, "german": GERMAN}
LISTS |= {"french": FRENCH, "french-folded": FRENCH}


@pytest.fixture(scope="module")
def tongues(tmp_path_factory):
    """A server with lists of several languages, some with accents folded."""
    folder, args = tmp_path_factory.mktemp("lists"), ["--no-address-limits"]
    for name, words in LISTS.items():
        form = "NFD" if name.startswith("french") else "NFC"
        path = write(folder, name, [unicodedata.normalize(form, word) for word in words])
        args += ["--lexicon", f"{name}={path}"]
        args += ["--fold-accents", name] if name.endswith("-folded") else []
    with ServerProcess(*args) as running:
        yield running


def alphabet(server, name):
    return set(lexicons(server)[name]["letters"])


def test_each_list_is_told_beside_the_one_that_ships(tongues):
    told = lexicons(tongues)
    assert set(told) == {"en", *LISTS}
    assert len({lexicon["fingerprint"] for lexicon in told.values()}) == len(told)
    assert told["greek"]["folding"] == {"case": True, "accents": False}
    assert told["greek-folded"]["folding"] == {"case": True, "accents": True}


@pytest.mark.parametrize("name, words", LISTS.items(), ids=LISTS)
def test_every_word_of_two_to_five_letters_is_found_in_any_case_and_form(tongues, name, words):
    for word in (word for word in words if 2 <= len(word) <= 5):
        for typed in (word, word.capitalize(), unicodedata.normalize("NFD", word)):
            assert has(tongues, name, typed), (name, typed)
    assert not has(tongues, name, "CAT")


def test_words_of_one_letter_or_more_than_five_are_no_words_of_the_game(tongues):
    assert not has(tongues, "cyrillic", "я") and not has(tongues, "french", "garçon")


def test_greek_is_raised_with_its_final_sigma(tongues):
    assert look_up(tongues, "greek-folded", "λόγος").json["word"] == "ΛΟΓΟΣ"
    assert look_up(tongues, "greek", "λόγος").json["word"] == "ΛΌΓΟΣ"
    assert {"Σ", "Ό", "Ή"} <= alphabet(tongues, "greek") and "ς" not in alphabet(tongues, "greek")
    assert not {"Ό", "Ή", "Ώ"} & alphabet(tongues, "greek-folded")
    assert {"Ο", "Η", "Ω"} <= alphabet(tongues, "greek-folded")


def test_accents_that_are_kept_make_letters_of_their_own(tongues):
    assert has(tongues, "french", "été") and not has(tongues, "french", "ete")
    assert {"É", "Ê", "Ë", "Ï", "Î", "Ù", "Œ"} <= alphabet(tongues, "french")
    assert has(tongues, "french-folded", "ete") and has(tongues, "french-folded", "été")
    assert look_up(tongues, "french-folded", "ÉTÉ").json["word"] == "ETE"
    assert not {"É", "Ê", "Ë"} & alphabet(tongues, "french-folded")
    assert "Œ" in alphabet(tongues, "french-folded"), "a letter, not an accent"


def test_cyrillic_keeps_its_letters(tongues):
    assert {"Ё", "Й", "Ъ", "Ь", "Щ"} <= alphabet(tongues, "cyrillic")
    assert has(tongues, "cyrillic", "ёлка") and not has(tongues, "cyrillic", "елка")
    assert has(tongues, "cyrillic", "йод") and not has(tongues, "cyrillic", "иод")


def test_a_sharp_s_stays_one_letter(tongues):
    """Raised to two, STRASS, it would not be the word of five letters any more."""
    assert has(tongues, "german", "straß") and has(tongues, "german", "STRAẞ")
    assert not has(tongues, "german", "strass") and not has(tongues, "german", "STRASS")
    assert has(tongues, "german", "fuß") and has(tongues, "german", "FUẞ")
    sharp = alphabet(tongues, "german") & {"ß", "ẞ"}
    assert len(sharp) == 1 and {"Ä", "Ö", "Ü"} <= alphabet(tongues, "german")


def test_umlauts_are_not_their_plain_letters(tongues):
    assert has(tongues, "german", "Öl") and not has(tongues, "german", "ol")
    assert has(tongues, "german", "U\u0308BER") and not has(tongues, "german", "uber")


def test_a_letter_is_raised_to_a_letter_of_the_list(tongues):
    game = Table(tongues, "Ann", lexicon="german", end="shared", seed=1)
    (sharp,) = alphabet(tongues, "german") & {"ß", "ẞ"}
    assert sharp in game.view()["lexicon"]["letters"] and game.view()["lexicon"]["id"] == "german"
    assert game.called in game.view()["lexicon"]["letters"]


def test_only_letters_of_the_list_may_be_called(tongues):
    game = Table(tongues, "Ann", "Ben", lexicon="greek-folded")
    for letter in ("A", "Ж", "é", "ΑΒ", "7", "", "😀", " "):
        problem(game.call(1, letter), 422, "not-a-letter")
    (event,) = accepted(game.call(1, "λ"))["events"]
    assert event["letter"] == "Λ"
    accepted(game.place(1, 0)), accepted(game.people[1].edit(3, "λ"))
    assert game.board_of(1)[0] == game.board_of(2)[3] == "Λ"


def test_an_accent_is_folded_where_the_list_folds_it_and_kept_where_not(tongues):
    for name, expected in (("french-folded", "E"), ("french", "É")):
        game = Table(tongues, "Ann", "Ben", lexicon=name)
        assert accepted(game.call(1, "é"))["events"][0]["letter"] == expected
        accepted(game.people[0].edit(0, "e\u0301")), accepted(game.people[1].edit(1, "É"))
        assert game.board_of(1)[0] == game.board_of(2)[1] == expected


def test_a_board_of_another_script_is_scored(tongues):
    board = "ΛΟΓΟΣ/...../...../...../....."
    answer = analysed(tongues, "score", board=board, lexicon="greek-folded")
    assert answer["total"] == 5 and answer["lines"][0]["counted"][0]["word"] == "ΛΟΓΟΣ"
    board = "ΉΛΙΟΣ/...../...../...../....."
    assert analysed(tongues, "score", board=board, lexicon="greek")["total"] == 5
    assert analysed(tongues, "candidates", board="ΛΟΓΟ./...../...../...../.....", lexicon="greek-folded")


def test_a_free_board_in_another_script_lights_up(tongues):
    game = new_game(tongues, lexicon="cyrillic")
    cells = {str(cell): letter for cell, letter in enumerate("слово")}
    accepted(game.ask("PATCH", "/board", {"cells": cells}))
    board = game.board()
    assert board["score"] == 5 and board["text"].startswith("СЛОВО/")
    assert [word["text"] for word in board["words"]] == ["СЛОВО"]


def test_a_solo_game_calls_letters_of_its_list(tongues):
    game = Table(tongues, "Ann", lexicon="cyrillic", end="shared", seed=7)
    letters = game.letters_to_the_end()
    assert len(letters) == 25 and set(letters) <= alphabet(tongues, "cyrillic")


def test_a_bot_plays_with_any_list(tongues):
    for name in ("greek", "german"):
        game = Table(tongues, "Ann", bots=["hard"], lexicon=name)
        game.play_rounds(3)
        # The bot calls the fourth letter, and may have placed it already.
        assert game.view()["seats"][1]["filled"] in (3, 4)
