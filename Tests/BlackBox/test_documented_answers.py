"""Answers about minis, hidden words, puzzles and days are what /openapi.json says, and nothing besides."""

import pytest

from client import Game, Seat, ask
from documented import Contract

WORD = {"a1": "C", "b1": "R", "c1": "A", "d1": "N", "e1": "E"}
GAME = "/games/{id}"
ACTION = GAME + "/actions/{name}"


@pytest.fixture(scope="module")
def contract(shared_server):
    return Contract(ask(shared_server, "GET", "/openapi.json").json)


def start(server, contract, rules, *names, **options):
    """A game of these people, who sit down; a race begins."""
    answer = ask(server, "POST", "/games", {"rules": rules, "options": options})
    made = contract.check("post", "/games", answer)
    game = Game(server, made["id"], made["host"]["token"])
    people = []
    for name in names:
        answer = game.ask("POST", "/seats", {"name": name})
        people.append(Seat(game, **contract.check("post", GAME + "/seats", answer)))
    if options.get("mode") == "race":
        contract.check("post", ACTION, game.act("start", token=game.host))
    return game, people


def look(contract, game, *tokens):
    """Everything that can be read of a game, as each of these sees it."""
    for token in [None, *tokens]:
        contract.check("get", GAME, game.ask("GET", token=token))
        contract.check("get", GAME + "/history", game.ask("GET", "/history", token=token))
        contract.check("get", GAME + "/actions", game.ask("GET", "/actions", token=token))
        contract.check("get", GAME + "/board", game.ask("GET", "/board", token=token))
        contract.check("get", GAME + "/share", game.ask("GET", "/share", token=token))
        contract.check("get", GAME + "/export", game.ask("GET", "/export", token=token))


def does(contract, seat, name, status=200, **parameters):
    answer = seat.act(name, parameters)
    assert answer.status == status, answer
    return contract.check("post", ACTION, answer)


def test_a_mini_from_its_first_seat_to_its_share(server, contract):
    game, (ann, bob) = start(server, contract, "mini", "Ann", "Bob", seed=5, autocheck=False)
    look(contract, game, ann.token)
    cell = next(cell for cell in game.board()["cells"] if cell["kind"] == "letter")["index"]
    contract.check("post", GAME + "/board/cells/{cell}", ann.edit(cell, "Q", pencil=True))
    does(contract, ann, "check", scope="cell", cell=cell)
    does(contract, ann, "reset", scope="word", cell=cell)
    does(contract, ann, "pause")
    look(contract, game, ann.token)
    contract.check("post", GAME + "/board/cells/{cell}", ann.edit(cell, "Q"))
    does(contract, ann, "resume")
    does(contract, ann, "reveal", scope="cell", cell=cell)
    contract.check("post", GAME + "/board/cells/{cell}", ann.edit(cell, "Q"))
    asked = does(contract, ann, "reveal")["events"][-1]["prompt"]
    contract.check("post", GAME + "/prompts/{prompt}", bob.answer(asked["id"], 1))
    assert game.show()["state"] == "finished" and game.show()["clues"]["across"][0]["answer"]
    look(contract, game, ann.token)


def test_a_race_of_minis(server, contract):
    game, (ann, bob) = start(server, contract, "mini", "Ann", "Bob", mode="race", difficulty="easy")
    does(contract, ann, "reveal", scope="word", cell="c3", direction="down")
    does(contract, bob, "pause", status=404)
    look(contract, game, ann.token, bob.token)
    does(contract, bob, "reveal")
    does(contract, bob, "check", status=409)
    does(contract, ann, "resign")
    look(contract, game, ann.token, bob.token)


def test_a_hidden_word(server, contract):
    game, (ann,) = start(server, contract, "guess", "Ann", seed=3, hard=True)
    does(contract, ann, "submit", status=409)
    for cells in (WORD, {"a3": "A"}, {"a2": "A", "b2": "A", "c2": "A", "d2": "A", "e2": "A"}):
        answer = game.ask("PATCH", "/board", {"cells": cells}, token=ann.token)
        contract.check("patch", GAME + "/board", answer)
        does(contract, ann, "submit", status=200 if cells is WORD else 409 if "a3" in cells else 422)
    contract.check("post", GAME + "/board/cells/{cell}", ann.edit("a1", "Q"))
    look(contract, game, ann.token)
    does(contract, ann, "resign")
    look(contract, game, ann.token)


def test_a_race_for_a_hidden_word_against_a_bot(server, contract):
    answer = ask(server, "POST", "/games", {"rules": "guess", "options": {"mode": "race"}})
    made = contract.check("post", "/games", answer)
    game = Game(server, made["id"], made["host"]["token"])
    ann = game.seat()
    contract.check("post", GAME + "/bots", game.ask("POST", "/bots", {"level": "easy"}, token=game.host))
    does(contract, ann, "start")
    game.ask("PATCH", "/board", {"cells": WORD}, token=ann.token)
    does(contract, ann, "submit")
    look(contract, game, ann.token)
    does(contract, ann, "resign")


def test_a_puzzle_and_its_file(server, contract):
    answer = ask(server, "POST", "/puzzles/generate", {"difficulty": "easy", "seed": 5})
    made = contract.check("post", "/puzzles/generate", answer)
    where, token = f"/puzzles/{made['id']}", made["token"]
    contract.check("get", "/puzzles/{puzzle}", ask(server, "GET", where))
    contract.check("get", "/puzzles/{puzzle}", ask(server, "GET", where + ".puz"))
    contract.check("get", "/puzzles/{puzzle}", ask(server, "GET", "/puzzles/none"))
    for ending, kind in (("ipuz", "application/json"), ("puz", "application/x-crossword")):
        answer = ask(server, "GET", f"{where}.{ending}", token=token)
        contract.check("get", "/puzzles/{puzzle}", answer)
        again = ask(server, "POST", "/puzzles?public=true", answer.body, {"Content-Type": kind})
        kept = contract.check("post", "/puzzles", again)
        assert kept["public"] and kept["text"] == made["text"] and kept["clues"] == made["clues"]
    game, _ = start(server, contract, "mini", "Ann", puzzle=kept["id"])
    assert contract.check("get", GAME, game.ask("GET"))["puzzle"]["id"] == kept["id"]
    for body in ("{", '{"kind": []}'):
        contract.check("post", "/puzzles", ask(server, "POST", "/puzzles", body))
    answer = ask(server, "POST", "/games", {"rules": "mini", "options": {"puzzle": "none"}})
    assert answer.status == 404 and contract.check("post", "/games", answer), answer


def test_the_game_of_a_day_and_its_leaderboard(server, contract):
    for rules in ("square", "mini", "guess"):
        first = ask(server, "GET", f"/daily/{rules}")
        contract.check("get", "/daily/{rules}", first)
        game = Game(server, first.header("Location").removeprefix("/games/"))
        ann = game.seat("Dora")
        again = ask(server, "GET", f"/daily/{rules}", token=ann.token)
        contract.check("get", "/daily/{rules}", again)
        assert again.header("Location") == first.header("Location")
        contract.check("get", GAME, game.ask("GET", token=ann.token))
    contract.check("get", "/daily/{rules}", ask(server, "GET", "/daily/mini", token="0" * 32))
    contract.check("get", "/daily/{rules}", ask(server, "GET", "/daily/mini?date=2999-01-01"))
    mini = Game(server, ask(server, "GET", "/daily/mini").header("Location").removeprefix("/games/"))
    does(contract, mini.seat("Dora"), "reveal")
    look(contract, mini)
    for query in ("", "?period=week", "?period=all&limit=1", "?period=year", "?date=2999-01-01"):
        for rules in ("square", "mini", "guess", "free"):
            answer = ask(server, "GET", f"/leaderboards/{rules}{query}")
            contract.check("get", "/leaderboards/{rules}", answer)
    assert ask(server, "GET", "/leaderboards/mini").json["assisted"]


def test_what_to_guess_next(server, contract):
    rows = [{"guess": "CRANE", "marks": "hnmmm"}]
    for body in ({}, {"rows": rows, "hard": True, "limit": 2}, {"rows": [{"guess": "CRANE", "marks": "x"}]}):
        contract.check("post", "/analysis/guess", ask(server, "POST", "/analysis/guess", body))


def test_a_key_that_is_not_documented_is_noticed(contract):
    with pytest.raises(AssertionError, match="secret"):
        contract.fits(
            {"$ref": "#/components/schemas/GuessList"},
            {"remaining": 1, "words": [], "best": [{"word": "CRANE", "expected": 1, "secret": 2}]},
        )
