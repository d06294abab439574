"""Answers about minis, hidden words, puzzles and daily games conform to /openapi.json, without other keys."""

import pytest

from client import Game, Seat, ask
from contract import Contract
from players import new_player

WORD = {"a1": "C", "b1": "R", "c1": "A", "d1": "N", "e1": "E"}
GAME = "/games/{id}"
ACTION = GAME + "/actions/{name}"


@pytest.fixture(scope="module")
def contract(shared_server):
    return Contract(ask(shared_server, "GET", "/openapi.json").json)


def start_game(server, contract, rules, *names, **options):
    """Creates a game, seats these players and starts it if it is a race."""
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


def check_all(contract, game, *tokens):
    """Checks every answer about a game, as a spectator and as each holder of `tokens`."""
    for token in [None, *tokens]:
        contract.check("get", GAME, game.ask("GET", token=token))
        contract.check("get", GAME + "/history", game.ask("GET", "/history", token=token))
        contract.check("get", GAME + "/actions", game.ask("GET", "/actions", token=token))
        contract.check("get", GAME + "/board", game.ask("GET", "/board", token=token))
        contract.check("get", GAME + "/share", game.ask("GET", "/share", token=token))
        contract.check("get", GAME + "/export", game.ask("GET", "/export", token=token))


def check_action(contract, seat, name, status=200, **parameters):
    answer = seat.act(name, parameters)
    assert answer.status == status, answer
    return contract.check("post", ACTION, answer)


def test_a_mini_conforms_from_its_first_seat_to_its_share(server, contract):
    game, (ann, bob) = start_game(server, contract, "mini", "Ann", "Bob", seed=5, autocheck=False)
    check_all(contract, game, ann.token)
    cell = next(cell for cell in game.board()["cells"] if cell["kind"] == "letter")["index"]
    contract.check("post", GAME + "/board/cells/{cell}", ann.edit(cell, "Q", pencil=True))
    check_action(contract, ann, "check", scope="cell", cell=cell)
    check_action(contract, ann, "reset", scope="word", cell=cell)
    check_action(contract, ann, "pause")
    check_all(contract, game, ann.token)
    contract.check("post", GAME + "/board/cells/{cell}", ann.edit(cell, "Q"))
    check_action(contract, ann, "resume")
    check_action(contract, ann, "reveal", scope="cell", cell=cell)
    contract.check("post", GAME + "/board/cells/{cell}", ann.edit(cell, "Q"))
    prompt = check_action(contract, ann, "reveal")["events"][-1]["prompt"]
    contract.check("post", GAME + "/prompts/{prompt}", bob.answer(prompt["id"], 1))
    assert game.show()["state"] == "finished" and game.show()["clues"]["across"][0]["answer"]
    check_all(contract, game, ann.token)


def test_a_mini_race_conforms(server, contract):
    game, (ann, bob) = start_game(server, contract, "mini", "Ann", "Bob", mode="race", difficulty="easy")
    check_action(contract, ann, "reveal", scope="word", cell="c3", direction="down")
    check_action(contract, bob, "pause", status=404)
    check_all(contract, game, ann.token, bob.token)
    check_action(contract, bob, "reveal")
    check_action(contract, bob, "check", status=409)
    check_action(contract, ann, "resign")
    check_all(contract, game, ann.token, bob.token)


def test_a_hidden_word_game_conforms(server, contract):
    game, (ann,) = start_game(server, contract, "guess", "Ann", seed=3, hard=True)
    check_action(contract, ann, "submit", status=409)
    for cells in (WORD, {"a3": "A"}, {"a2": "A", "b2": "A", "c2": "A", "d2": "A", "e2": "A"}):
        answer = game.ask("PATCH", "/board", {"cells": cells}, token=ann.token)
        contract.check("patch", GAME + "/board", answer)
        check_action(contract, ann, "submit", status=200 if cells is WORD else 409 if "a3" in cells else 422)
    contract.check("post", GAME + "/board/cells/{cell}", ann.edit("a1", "Q"))
    check_all(contract, game, ann.token)
    check_action(contract, ann, "resign")
    check_all(contract, game, ann.token)


def test_a_hidden_word_race_against_a_bot_conforms(server, contract):
    answer = ask(server, "POST", "/games", {"rules": "guess", "options": {"mode": "race"}})
    made = contract.check("post", "/games", answer)
    game = Game(server, made["id"], made["host"]["token"])
    ann = game.seat()
    contract.check("post", GAME + "/bots", game.ask("POST", "/bots", {"level": "easy"}, token=game.host))
    check_action(contract, ann, "start")
    game.ask("PATCH", "/board", {"cells": WORD}, token=ann.token)
    check_action(contract, ann, "submit")
    check_all(contract, game, ann.token)
    check_action(contract, ann, "resign")


def test_puzzles_and_their_files_conform(server, contract):
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
    game, _ = start_game(server, contract, "mini", "Ann", puzzle=kept["id"])
    assert contract.check("get", GAME, game.ask("GET"))["puzzle"]["id"] == kept["id"]
    for body in ("{", '{"kind": []}'):
        contract.check("post", "/puzzles", ask(server, "POST", "/puzzles", body))
    answer = ask(server, "POST", "/games", {"rules": "mini", "options": {"puzzle": "none"}})
    assert answer.status == 404 and contract.check("post", "/games", answer), answer


def test_daily_games_and_leaderboards_conform(server, contract):
    kinds = {kind["name"]: kind["daily"] for kind in ask(server, "GET", "/rules").json["rules"]}
    for rules in (name for name, is_daily in kinds.items() if is_daily):
        contract.check("get", "/daily/{rules}", ask(server, "GET", f"/daily/{rules}"))
        first = ask(server, "POST", f"/daily/{rules}")
        contract.check("post", "/daily/{rules}", first)
        game = Game(server, first.header("Location").removeprefix("/games/"))
        ann = game.seat("Dora")
        contract.check("post", "/daily/{rules}", ask(server, "POST", f"/daily/{rules}", token=ann.token))
        contract.check("get", GAME, game.ask("GET", token=ann.token))
    contract.check("get", "/daily/{rules}", ask(server, "GET", "/daily/mini", token="0" * 32))
    contract.check("get", "/daily/{rules}", ask(server, "GET", "/daily/mini?date=2999-01-01"))
    stranger = Game(server, game.id)
    contract.check("get", GAME, stranger.ask("GET"))
    contract.check("get", GAME + "/export", stranger.ask("GET", "/export"))
    contract.check("delete", GAME + "/seats/{seat}", stranger.ask("DELETE", "/seats/1", token=ann.token))
    player = new_player(server, "Dora")
    made = ask(server, "POST", "/daily/mini", token=player.key)
    contract.check("post", "/daily/{rules}", made)
    contract.check("get", "/daily/{rules}", ask(server, "GET", "/daily/mini", token=player.key))
    mini = Game(server, made.json["id"])
    check_action(contract, Seat(mini, 1, "Dora", None, player.key), "reveal")
    check_all(contract, mini, player.key)
    for query in ("", "?period=week", "?period=all&limit=1", "?period=year", "?date=2999-01-01"):
        for rules in kinds:
            answer = ask(server, "GET", f"/leaderboards/{rules}{query}")
            contract.check("get", "/leaderboards/{rules}", answer)
    assert ask(server, "GET", "/leaderboards/mini").json["assisted"]


def test_the_analysis_of_guesses_conforms(server, contract):
    rows = [{"guess": "CRANE", "marks": "hnmmm"}]
    for body in ({}, {"rows": rows, "hard": True, "limit": 2}, {"rows": [{"guess": "CRANE", "marks": "x"}]}):
        # The first answer needs tables, which a debug build makes slowly.
        answer = ask(server, "POST", "/analysis/guess", body, timeout=300)
        contract.check("post", "/analysis/guess", answer)


def test_an_undocumented_key_is_detected(contract):
    with pytest.raises(AssertionError, match="secret"):
        contract.validate(
            {"$ref": "#/components/schemas/GuessList"},
            {"remaining": 1, "words": [], "best": [{"word": "CRANE", "expected": 1, "secret": 2}]},
        )
