"""The list that ships: what is told of it, and looking words up."""

import collections
import random

import pytest

from client import ask, curl, problem
from lexicon_files import has, lexicons, look_up
from words_reference import ENGLISH

LETTERS = [chr(code) for code in range(ord("A"), ord("Z") + 1)]


def test_the_list_that_ships_is_told_in_numbers(server):
    english = lexicons(server)["en"]
    lengths = collections.Counter(map(len, ENGLISH))
    assert english["words"] == len(ENGLISH) == 10516
    assert english["letters"] == LETTERS
    assert english["lengths"] == {str(length): count for length, count in sorted(lengths.items())}
    assert english["folding"] == {"case": True, "accents": True}
    assert english["common"] == 7419 and len(english["fingerprint"]) >= 8


def test_it_is_readable_by_curl(server):
    answer = curl(server, "/lexicons/en/words/cat")
    assert answer.status == 200 and answer.json["word"] == "CAT"


def test_words_are_found_and_others_are_not(server):
    chance = random.Random(1)
    for word in chance.sample(sorted(ENGLISH), 60):
        answer = look_up(server, "en", chance.choice([word, word.lower(), word.capitalize()]))
        assert answer.status == 200 and answer.json["word"] == word
    for _ in range(60):
        word = "".join(chance.choice(LETTERS) for _ in range(chance.randint(2, 5)))
        assert has(server, "en", word) == (word in ENGLISH), word


def test_case_and_accents_are_folded(server):
    for typed in ("café", "CAFÉ", "cafe\u0301", "Cafe", "çafé"):
        answer = look_up(server, "en", typed)
        assert answer.status == 200 and answer.json["word"] == "CAFE", typed


@pytest.mark.parametrize("word", ["xyzzy", "c", "catsup", "c-t", "c t", "12345", "ΓΗ", "😀", "e" * 300])
def test_what_is_no_word_is_not_found(server, word):
    problem(look_up(server, "en", word), 404, "no-such-word")


def test_an_unknown_lexicon_is_not_found(server):
    for name in ("xx", "EN", "en.txt", "..", "en-common"):
        problem(look_up(server, name, "cat"), 404, ("no-such-lexicon", "not-found"))
    problem(look_up(server, "xx", "cat"), 404, "no-such-lexicon")


def test_a_word_that_is_not_text_is_refused(server):
    problem(ask(server, "GET", "/lexicons/en/words/%ff%fe"), (400, 404))
    problem(ask(server, "GET", "/lexicons/en/words/%3Cscript%3Ealert(1)%3C%2Fscript%3E"), 404)
    problem(ask(server, "GET", "/lexicons/en/words/"), 404)
    problem(ask(server, "GET", "/lexicons/en/words/cat/x"), 404)


def test_lists_and_words_are_for_reading_alone(server):
    for path in ("/lexicons", "/lexicons/en/words/cat"):
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            answer = ask(server, method, path)
            problem(answer, 405, "method-not-allowed")
            assert "GET" in answer.header("Allow") and "HEAD" in answer.header("Allow")
        head, full = ask(server, "HEAD", path), ask(server, "GET", path)
        assert head.status == 200 and head.body == b""
        assert head.header("Content-Length") == full.header("Content-Length")


def test_a_fingerprint_is_the_same_on_every_server(server, own_server):
    assert lexicons(server)["en"] == lexicons(own_server)["en"]


def test_a_free_game_names_its_lexicon(game):
    assert game.show()["options"].get("lexicon", "en") == "en"
