"""Minis and hidden words go from server to server and pass verification; forged ones are refused."""

import copy

import pytest

from client import Game, ask, problem
from guess_table import Guess, answer_by
from mini_table import Mini, accepted
from offline_commands import assert_verifies_and_reimports

SEED = 12


def play_mini(server):
    """A race with all kinds of events; Ben has help, Ann none."""
    game = Mini(server, "Ann", "Ben", mode="race", kind={"givens": [6], "circles": [7]})
    game.write(1, {"1": "X"}, pencil=True), game.write(2, {"1": "D", "2": "X"})
    game.do(2, "check"), game.do(2, "reveal", scope="word", cell=10), game.do(2, "reset")
    game.solve(2, but=[1, 6, 10, 11, 12, 13, 14])
    game.write(1, game.right(but=[6]) | {"2": "Q"}), game.write(1, {"2": "O"})
    return game


def play_together(server):
    """A shared board with a pause, a prompt and an undo."""
    game = Mini(server, "Ann", "Ben")
    game.write(1, {"1": "X"}), game.do(1, "undo"), game.do(2, "pause"), game.do(1, "resume")
    game.agree(2, game.do(1, "clear"))
    game.solve(1)
    return game


def play_guess(server):
    game = Guess(server, "Ann", "Ben", mode="race", seed=SEED)
    game.guess("CRANE", 1), game.guess("SLOTH", 2), game.guess(answer_by(server, SEED), 2)
    accepted(game.people[0].act("resign"))
    return game


PLAYS = {"race": play_mini, "together": play_together, "guess": play_guess}


@pytest.fixture(scope="module")
def played(shared_server):
    """Games that are over, with their documents."""
    games = {name: play(shared_server) for name, play in PLAYS.items()}
    for game in games.values():
        assert game.show()["state"] == "finished"
        game.document = game.ask("GET", "/export").json
    return games


def take(server, document):
    return ask(server, "POST", "/games/import", document)


@pytest.mark.parametrize("name", PLAYS)
def test_a_game_that_comes_back_is_equal(server, played, name):
    answer = take(server, played[name].document)
    assert answer.status == 201, answer
    one, two = played[name].show(), answer.json
    for key in ("rules", "options", "state", "sequence", "hash", "result", "clues"):
        assert one.get(key) == two.get(key), key
    for key in ("text", "cells"):
        assert [board[key] for board in one["boards"]] == [board[key] for board in two["boards"]]
    assert Game(server, two["id"]).history() == played[name].history()


@pytest.mark.parametrize("name", PLAYS)
def test_it_goes_to_a_server_that_has_never_seen_it(own_free_server, played, name):
    answer = take(own_free_server, played[name].document)
    assert answer.status == 201, answer
    assert answer.json["result"] == played[name].show()["result"]


@pytest.mark.parametrize("name", PLAYS)
def test_the_document_holds_no_secret_of_people(played, name):
    text = played[name].ask("GET", "/export").text
    assert "token" not in text and played[name].host not in text
    assert not any(person.token in text for person in played[name].people)


FORGERIES = [
    ("race", "cells.marked", {"marks": {"1": "hit"}}),
    ("race", "cells.marked", {"marks": {"0": "right"}}),
    ("race", "cells.marked", {"marks": {"25": "right"}}),
    ("race", "cells.marked", {"marks": {"1": "golden"}}),
    ("race", "cells.marked", {"marks": []}),
    ("race", "cells.marked", {"board": 7}),
    ("race", "cells.marked", {"cause": "magic"}),
    ("race", "cell.changed", {"cell": 0}),
    ("race", "cell.changed", {"value": "QQ"}),
    ("race", "cell.changed", {"value": "?"}),
    ("race", "cell.changed", {"board": 0}),
    ("race", "cell.changed", {"pencil": "yes"}),
    ("race", "board.finished", {"solved": False}),
    ("race", "board.finished", {"assisted": True}),
    ("race", "board.finished", {"seconds": -1}),
    ("race", "board.finished", {"board": 9}),
    ("race", "board.finished", {"seat": 2}),
    ("race", "game.started", {"order": [2]}),
    ("race", "game.finished", {"result": 5}),
    ("race", "game.finished", {"result": {}}),
    ("together", "board.finished", {"assisted": True}),
    ("together", "game.resumed", {"by": 9}),
    ("together", "game.paused", {"type": "game.resumed"}),
    ("together", "game.started", {"order": [1, 2]}),
    ("guess", "cells.marked", {"marks": {str(cell): "hit" for cell in range(5)}}),
    ("guess", "board.finished", {"guesses": 1}),
    ("guess", "board.finished", {"solved": True}),
    ("guess", "cell.changed", {"cell": 20}),
]


@pytest.mark.parametrize("name, kind, changes", FORGERIES, ids=lambda part: str(part)[:40])
def test_a_forged_document_is_refused(server, played, name, kind, changes):
    document = copy.deepcopy(played[name].document)
    events = [event for event in reversed(document["events"]) if event["type"] == kind]
    event = next((event for event in events if changes.keys() <= event.keys()), events[0])
    assert any(event.get(key) != value for key, value in changes.items()), "nothing is forged"
    event.update(changes)
    problem(take(server, document), (400, 422))


RESULTS = [
    {"winners": [1, 2]},
    {"winners": []},
    {"answer": "#DUOS/DUNCE/UNITE/METER/PSST#"},
    {"assisted": True},
    {"solves": []},
]


@pytest.mark.parametrize("changes", RESULTS, ids=str)
def test_a_forged_result_is_refused(server, played, changes):
    document = copy.deepcopy(played["race"].document)
    document["events"][-1]["result"].update(changes)
    problem(take(server, document), (400, 422))


ANSWERS = [
    None,
    5,
    {},
    {"word": "CRANES"},
    {"word": "C7ANE"},
    {"word": ""},
    {"word": 5},
    {"word": "CRANE", "puzzle": {}},
    {"puzzle": {"cells": [], "clues": []}},
    {"puzzle": {"cells": [{}] * 25, "clues": []}},
    {"puzzle": {"cells": [{"answer": "A"}] * 24, "clues": []}},
    {"puzzle": {"cells": [{"answer": "A"}] * 25, "clues": [{"clue": "x" * 10_000}] * 10}},
    {"puzzle": {"cells": [{"answer": 5}] * 25, "clues": []}},
]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda part: str(part)[:40])
@pytest.mark.parametrize("name", ["guess", "together"])
def test_a_forged_answer_is_refused_or_is_another_game(server, played, name, answer):
    """Alone, without events, it would be a game in which something else is hidden, if it is well made."""
    document = copy.deepcopy(played[name].document)
    document["setup"]["answer"] = answer
    problem(take(server, document), (400, 422))
    document["events"] = []
    answer = take(server, document)
    assert answer.status in (201, 400, 422), answer
    if answer.status == 201:
        Game(server, answer.json["id"]).seat("Ann").act("resign")


def test_what_is_brought_in_unfinished_hides_what_it_hides(server, played):
    for name in ("race", "guess"):
        document = copy.deepcopy(played[name].document)
        document["events"] = document["events"][:8]
        answer = take(server, document)
        assert answer.status in (201, 422), answer
        if answer.status == 201:
            assert answer.json["state"] == "playing" and answer.json["boards"] == []
            problem(ask(server, "GET", f"/games/{answer.json['id']}/boards/1"), 403, "hidden")
            problem(ask(server, "GET", f"/games/{answer.json['id']}/export"), 403, "hidden")


def test_games_pass_verification_and_travel_by_command(own_free_server, tmp_path):
    for play in PLAYS.values():
        play(own_free_server)
    Mini(own_free_server, "Ann", difficulty="hard").do(1, "pause")
    own_free_server.stop()
    assert_verifies_and_reimports(own_free_server, tmp_path)
