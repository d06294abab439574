"""The hidden word alone, together and of the day: rows, marks, the end."""

import pytest

from client import Game, ask, problem
from guess_reference import VECTORS, marks_of
from guess_table import Guess, accepted, answer_by, create, kinds, told
from server_process import ServerProcess
from square_fold import projection_hash, shown_hash
from square_table import unchanged

WORDS = ["CRANE", "SLATE", "MAMMA", "LLAMA", "SPEED", "EERIE", "GEESE", "ALLAY"]
SEED = 7


@pytest.fixture
def game(server):
    """Ann alone."""
    table = Guess(server, "Ann", seed=SEED)
    table.answer = answer_by(server, SEED)
    return table


@pytest.fixture(scope="module")
def vectors(tmp_path_factory):
    """A server with a lexicon of two words for each vector of the rules."""
    folder = tmp_path_factory.mktemp("vectors")
    lists = []
    for number, (answer, guess, _) in enumerate(VECTORS):
        path = folder / f"v{number}.txt"
        path.write_text(f"{answer}\n{guess}\n")
        lists += ["--lexicon", f"v{number}={path}"]
    for name, words in (("greek", ["αγορά", "λόγος", "μύθος", "ξένος"]), ("small", ["cat", "dog", "tree"])):
        (folder / f"{name}.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
        lists += ["--lexicon", f"{name}={folder / name}.txt"]
    with ServerProcess("--no-address-limits", *lists) as running:
        yield running


@pytest.mark.parametrize("number", range(len(VECTORS)), ids=[" ".join(vector) for vector in VECTORS])
def test_the_vectors_of_the_rules(vectors, number):
    answer, guess, marks = VECTORS[number]
    assert marks_of(guess, answer) == marks, "the definition of these tests"
    lexicon = f"v{number}"
    seed = next(seed for seed in range(60) if answer_by(vectors, seed, lexicon=lexicon) == answer)
    game = Guess(vectors, "Ann", seed=seed, lexicon=lexicon)
    assert told(game.guess(guess)) == marks and game.rows() == [marks]
    assert kinds(game.guess(answer))[-1] == "game.finished"


def test_a_new_game_waits_and_the_first_who_sits_begins(server):
    answer = create(server)
    assert answer.status == 201
    shown = answer.json
    assert (shown["rules"], shown["state"]) == ("guess", "waiting")
    assert shown["clock"]["elapsed"] == 0 and shown["clock"]["running"] is False and "row" not in shown
    game = Guess(server, "Ann")
    taken, started = game.history()
    assert (taken["type"], started["type"], started["order"]) == ("seat.taken", "game.started", [])
    shown = game.view()
    assert shown["state"] == "playing" and shown["row"] == 0 and shown["clock"]["running"] is True
    assert shown["hash"] == shown_hash(shown) and "clues" not in shown
    problem(game.ask("POST", "/seats", {"name": "Ben"}), 409, "no-free-seat")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_marks_are_those_of_the_definition(server, seed):
    game, answer = Guess(server, "Ann", seed=seed), answer_by(server, seed)
    game.wrong(answer, WORDS[seed:] + WORDS, 4)
    body = game.guess(answer)
    assert kinds(body) == ["cells.marked", "board.finished", "game.finished"] and told(body) == "hhhhh"
    assert len(game.rows()) == 5 and game.result["solves"][0]["guesses"] == 5


def test_a_solved_word_ends_the_game(game):
    game.wrong(game.answer, WORDS, 1)
    body = game.guess(game.answer)
    finished, ended = body["events"][1:]
    assert (finished["type"], finished["board"], finished["solved"]) == ("board.finished", 0, True)
    assert (finished["guesses"], finished["assisted"]) == (2, False) and "seat" not in finished
    result = ended["result"]
    assert (result["winners"], result["answer"], result["assisted"]) == ([1], game.answer, False)
    assert result["solves"] == [{"board": 0, "seconds": finished["seconds"], "guesses": 2, "assisted": False}]
    shown = game.show()
    assert shown["state"] == "finished" and shown["result"] == result and "row" not in shown
    assert game.ask("GET", "/export").status == 200
    with unchanged(game):
        problem(game.people[0].edit(24, "A"), 409, "game-finished")
        problem(game.submit(), 409, "game-finished")


def test_the_fifth_wrong_row_ends_it_too(game):
    game.wrong(game.answer, WORDS, 4)
    body = game.guess(next(word for word in WORDS[4:] if word != game.answer))
    assert kinds(body) == ["cells.marked", "board.finished", "game.finished"]
    assert body["events"][1]["solved"] is False
    assert (game.result["winners"], game.result["solves"]) == ([], [])
    assert game.result["answer"] == game.answer


def test_rows_go_from_top_to_bottom(game):
    with unchanged(game):
        problem(game.people[0].edit("a2", "A"), 409, "not-this-row")
        problem(game.write("CRANE", row=4), 409, "not-this-row")
        problem(
            game.ask("PATCH", "/board", {"cells": {"4": "A", "5": "B"}}, token=game.people[0].token),
            409,
            "not-this-row",
        )
        problem(game.submit(row=1), 409, "not-this-row")
    game.wrong(game.answer, WORDS, 1)
    assert game.view()["row"] == 1
    with unchanged(game):
        problem(game.people[0].edit("a1", "A"), 423, "locked-cell")
        problem(game.people[0].edit("a1", ""), 423, "locked-cell")
        problem(game.people[0].edit("a3", "A"), 409, "not-this-row")
        problem(game.submit(row=0), 409, "not-this-row")
    accepted(game.write("SLATE"))
    accepted(game.submit(row=1))


def test_letters_of_the_row_may_be_changed_until_it_is_submitted(game):
    accepted(game.people[0].edit("a1", "q")), accepted(game.people[0].edit("a1", "C"))
    accepted(game.people[0].edit("b1", "R")), accepted(game.people[0].edit("b1", ""))
    assert game.board()["text"].startswith("C..../") and "mark" not in game.board()["cells"][0]
    assert game.rows() == []


def test_a_row_that_is_not_full_is_not_submitted(game):
    with unchanged(game):
        problem(game.submit(), 409, "row-not-full")
    accepted(game.write("CRAN"))
    with unchanged(game):
        problem(game.submit(row=0), 409, "row-not-full")


@pytest.mark.parametrize("word", ["QQQQQ", "AAAAA", "XYZZY"])
def test_what_is_no_word_is_not_submitted_and_the_row_stays(game, word):
    accepted(game.write(word))
    with unchanged(game):
        problem(game.submit(), 422, "not-a-word")
    assert game.view()["row"] == 0 and game.rows() == []
    accepted(game.write("CRANE"))
    assert kinds(accepted(game.submit()))[0] == "cells.marked"


@pytest.mark.parametrize(
    "body", [{"row": -1}, {"row": 5}, {"row": "0"}, {"row": 1.5}, {"word": "CRANE"}], ids=str
)
def test_a_row_that_is_none_is_refused(game, body):
    accepted(game.write("CRANE"))
    with unchanged(game):
        problem(game.people[0].act("submit", body), (409, 422))


@pytest.mark.parametrize("value", ["7", "AB", "", " ", "é!", "Ж", 5, None], ids=str)
def test_only_letters_are_written(game, value):
    with unchanged(game):
        answer = game.people[0].edit(0, value)
        assert answer.status == (200 if value == "" else 422), answer


def test_strangers_write_and_submit_nothing(game):
    accepted(game.write("CRANE"))
    with unchanged(game):
        for token in (None, "x" * 32, game.host):
            for answer in (game.edit(0, "X", token=token), game.act("submit", {}, token=token)):
                problem(answer, (401, 403))


def test_everybody_may_watch_a_shared_board(game):
    game.wrong(game.answer, WORDS, 2)
    shown = game.show()
    assert shown["boards"] == game.view()["boards"] and shown["hash"] == shown_hash(shown)
    assert shown["hash"] == projection_hash(shown["sequence"], {0: game.board()["text"]})
    problem(game.ask("GET", "/export"), 403, "hidden")


def test_undo_takes_a_letter_back_and_no_row(game):
    accepted(game.people[0].edit(0, "Q"))
    accepted(game.people[0].act("undo"))
    assert game.board()["cells"][0]["value"] == ""
    game.wrong(game.answer, WORDS, 1)
    problem(game.people[0].act("undo"), (404, 409, 423))
    assert len(game.rows()) == 1


def test_who_gives_up_is_told_the_word(game):
    body = accepted(game.people[0].act("resign"))
    assert kinds(body) == ["board.finished", "game.finished"] and body["events"][0]["solved"] is False
    assert game.result["answer"] == game.answer and game.result["winners"] == []


def test_the_same_seed_gives_the_same_word_on_every_server(server, vectors):
    assert [answer_by(server, seed) for seed in (0, 2**53 - 1)] == [
        answer_by(vectors, seed) for seed in (0, 2**53 - 1)
    ]
    assert len({answer_by(server, seed) for seed in (0, 1, 2, 3, 7)}) >= 3


def test_a_rematch_has_another_word(server):
    game = Guess(server, "Ann", seed=SEED, hard=True)
    accepted(game.people[0].act("resign")), accepted(game.people[0].act("rematch"))
    after = game.ask("GET").json["next"]
    shown = Game(server, after).show(game.people[0].token)
    assert shown["state"] == "playing" and shown["options"]["hard"] is True
    assert not {"seed", "day"} & shown["options"].keys() and shown["row"] == 0


# ------------------------------------------------------------------------------------------------ hard mode


def test_hard_mode_keeps_hits_and_reuses_nears(server):
    """The refusals are compared with the definition, for a seed whose first marks say something."""
    seed = next(seed for seed in range(40) if {"h", "n"} <= set(marks_of("CRANE", answer_by(server, seed))))
    game, answer = Guess(server, "Ann", seed=seed, hard=True), answer_by(server, seed)
    game.guess("CRANE")
    marks = marks_of("CRANE", answer)
    checked = {"kept": 0, "refused": 0}
    for word in ("SLOTH", "CRANE", "BUMPY", "MIGHT", "CRATE", "DANCE", "RAINY", "NACRE"):
        hits = all(word[place] == "CRANE"[place] for place in range(5) if marks[place] == "h")
        nears = all("CRANE"[place] in word for place in range(5) if marks[place] == "n")
        if hits and nears or word == answer:
            continue
        body = game.refuse(word, 422, "hard-mode")
        assert len(body["detail"]) > 10
        checked["refused"] += 1
    assert checked["refused"] >= 3
    assert kinds(game.guess(answer))[-1] == "game.finished"


def test_hard_mode_asks_for_every_copy_that_was_near(vectors):
    """MAXIM, guessed MAMMA: two hits and a near M."""
    seed = next(seed for seed in range(60) if answer_by(vectors, seed, lexicon="v0") == "MAXIM")
    game = Guess(vectors, "Ann", seed=seed, lexicon="v0", hard=True)
    game.guess("MAMMA")
    game.guess("MAMMA")
    assert kinds(game.guess("MAXIM"))[-1] == "game.finished"


def test_without_hard_mode_anything_goes(game):
    game.wrong(game.answer, WORDS, 3)
    assert game.view()["row"] == 3


# ------------------------------------------------------------------------------------------------- lexicons


def test_words_of_another_script_are_guessed(vectors):
    answer = answer_by(vectors, 1, lexicon="greek")
    game = Guess(vectors, "Ann", seed=1, lexicon="greek")
    other = "μύθος" if answer.casefold() != "μύθος" else "λόγος"
    accepted(game.write(other))
    assert told(accepted(game.submit())) == marks_of(other.upper(), answer.upper())
    assert len(answer) == 5 and kinds(game.guess(answer.lower()))[-1] == "game.finished"


def test_a_lexicon_without_words_of_five_letters_or_without_clues_is_refused(vectors):
    problem(create(vectors, lexicon="small"), 422)
    for lexicon in ("greek", "small", "v0"):
        made = ask(vectors, "POST", "/games", {"rules": "mini", "options": {"lexicon": lexicon}})
        problem(made, 422, "no-clues")
        problem(ask(vectors, "POST", "/puzzles/generate", {"lexicon": lexicon}), 422, "no-clues")
