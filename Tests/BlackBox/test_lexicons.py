"""`/lexicons`: the shipped list, and the lists that an operator adds."""

import unicodedata

import pytest

from client import LIMIT, ask, new_game, problem
from game_tables import accepted
from lexicon_files import FRENCH, GREEK, has, lexicons, look_up, write
from refused_starts import start
from server_process import ServerProcess
from square_table import Table
from words_client import COMMON, ENGLISH, across, analysed

LETTERS = [chr(code) for code in range(ord("A"), ord("Z") + 1)]


# ------------------------------------------------------------------------------------------ the shipped list


def test_the_shipped_list_is_described_in_numbers(server, own_server):
    english = lexicons(server)["en"]
    assert english.keys() == {
        "id", "name", "unit", "words", "common", "lengths", "alphabet", "letters", "keyboard", "fold", "folding",
        "fingerprint", "games",
    }
    assert english["words"] == sum(english["lengths"].values()) == len(ENGLISH)
    assert english["lengths"].keys() == {"2", "3", "4", "5"} and english["common"] == len(COMMON)
    assert english["letters"] == LETTERS and english["folding"] == {"case": True, "accents": True}
    assert len(english["fingerprint"]) >= 8 and lexicons(own_server)["en"] == english


def test_a_word_is_found_in_any_case_and_with_any_accents_and_other_text_is_404(server):
    for typed in ("cafe", "CAFE", "café", "CAFE\u0301"):
        answer = look_up(server, "en", typed)
        assert answer.status == 200 and answer.json["word"] == "CAFE"
    for typed in ("xyzzy", "c", "catsup", "c t", "ΓΗ", "😀", "e" * 300, "<script>"):
        problem(look_up(server, "en", typed), 404, "no-such-word")
    problem(look_up(server, "xx", "cat"), 404, "no-such-lexicon")
    problem(look_up(server, "en.txt", "cat"), 404)
    problem(ask(server, "GET", "/lexicons/en/words/"), 404)
    problem(ask(server, "GET", "/lexicons/en/words/cat/x"), 404)
    problem(ask(server, "GET", "/lexicons/en/words/%ff%fe"), (400, 404))


# ------------------------------------------------------------------------------------- lists of an operator


@pytest.fixture(scope="module")
def listed(tmp_path_factory):
    """A server with a Greek list and, under two names, a French one with and without its accents."""
    folder = tmp_path_factory.mktemp("lists")
    (greek, french) = (write(folder, "greek", GREEK), write(folder, "french", FRENCH + ["d0g"]))
    sources = [f"greek={greek}", f"french={french}", f"folded={french}"]
    args = [arg for source in sources for arg in ("--lexicon", source)]
    with ServerProcess("--no-address-limits", *args, "--fold-accents", "folded") as running:
        yield running


@pytest.mark.parametrize(
    "lexicon, taken, refused",
    [
        ("greek", ["Α", "ά", "Ω", "ς"], ["A", "É", "Ж", "한"]),
        ("french", ["É", "Œ", "Ç", "M"], ["Α", "ß", "Ø", "K"]),
        ("folded", ["É", "E", "Ï", "Ñ"], ["Α", "ß", "Ø"]),
    ],
)
def test_a_board_takes_the_letters_of_its_list(listed, lexicon, taken, refused):
    game = new_game(listed, lexicon=lexicon)
    for letter in taken:
        assert accepted(game.edit(0, letter))["events"], letter
        game.edit(0, "")
    with game.unchanged():
        for letter in refused:
            problem(game.edit(0, letter), 422, "not-a-letter")


def test_each_list_is_described_beside_the_shipped_one(listed):
    shown = lexicons(listed)
    assert set(shown) == {"en", "greek", "french", "folded"}
    assert shown["greek"]["words"] == len(GREEK)
    assert shown["french"]["folding"] == {"case": True, "accents": False}
    assert shown["folded"]["folding"] == {"case": True, "accents": True}
    assert look_up(listed, "greek", "λόγος").json["word"] == "ΛΌΓΟΣ"
    assert has(listed, "folded", "ete") and not has(listed, "french", "ete")


def test_lines_that_are_not_words_are_logged_by_number(listed):
    (line,) = [line for line in listed.stderr.splitlines() if "lexicon french: skipped" in line]
    assert line.rstrip('"').endswith(f"skipped 1 lines that are not words: {len(FRENCH) + 1}")


def test_a_board_is_scored_with_the_lexicon_that_is_named(listed):
    assert analysed(listed, "score", board=across("ΉΛΙΟΣ"), lexicon="greek")["total"] == 5
    game = new_game(listed, lexicon="greek")
    cells = {str(cell): letter for cell, letter in enumerate("ήλιος")}
    accepted(game.ask("PATCH", "/board", {"cells": cells}))
    board = game.board()
    assert board["text"].startswith("ΉΛΙΟΣ/") and board["score"] == 5
    assert [word["text"] for word in board["words"]] == ["ΉΛΙΟΣ"]


@pytest.mark.parametrize("name, typed, letter", [("greek", "λ", "Λ"), ("folded", "é", "E"), ("french", "é", "É")])
def test_only_letters_of_the_list_are_called_and_placed_and_folded_as_the_list_folds_them(listed, name, typed, letter):
    game = Table(listed, "Ann", "Ben", lexicon=name)
    assert game.show()["lexicon"]["id"] == name and letter in game.show()["lexicon"]["letters"]
    problem(game.call(1, "7"), 422, "not-a-letter")
    if name == "greek":
        problem(game.call(1, "A"), 422, "not-a-letter")
    assert accepted(game.call(1, typed))["events"][0]["letter"] == letter
    accepted(game.people[0].edit(0, unicodedata.normalize("NFD", typed))), accepted(game.people[1].edit(3, letter))
    assert game.board_of(1)[0] == game.board_of(2)[3] == letter


def test_a_bot_and_the_solo_game_use_letters_of_the_list(listed):
    game = Table(listed, "Ann", lexicon="greek", end="shared", seed=7)
    assert set(game.letters_to_the_end()) <= set(lexicons(listed)["greek"]["letters"])
    game = Table(listed, "Ann", bots=["hard"], lexicon="greek")
    game.play_rounds(3)  # the bot calls the second letter, which has to be one of the list
    assert set(game.view()["round"]["letters"]) <= set(lexicons(listed)["greek"]["letters"])


@pytest.mark.parametrize(
    "args, words",
    [
        (["--lexicon", "mine={missing}"], ["missing.txt"]),
        (["--lexicon", "mine={long}"], ["long.txt", "no words of 2 to 5 letters"]),
        (["--lexicon", "a b={good}"], ["NAME=PATH"]),
        (["--lexicon", "mine={good}", "--lexicon", "mine={good}"], ["once"]),
        (["--lexicon", "mine={good}", "--fold-accents", "other"], ["other"]),
    ],
    ids=["missing", "without words", "name", "twice", "unknown folding"],
)
def test_an_invalid_list_is_a_refused_start_with_one_clear_line(tmp_path, args, words):
    paths = {"good": write(tmp_path, "good", ["cat"]), "long": write(tmp_path, "long", ["antelope"])}
    paths["missing"] = tmp_path / "missing.txt"
    done = start("--data", tmp_path / "data", *(arg.format_map(paths) for arg in args), limit=LIMIT)
    assert done.returncode > 0 and "listening" not in done.stdout, done
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    assert all(word in line for word in words) and "Fatal" not in done.stderr, done.stderr
