"""The lattice over HTTP: whole games alone, together and in a race, and each kind of refusal.

The rules are tested in Tests/GameCoreTests/Lattice.
"""

import pytest

from client import ask, problem
from game_tables import create, kinds
from lattice_reference import MARKS, SOLUTION, START, counts, marks_on, shortest
from lattice_table import SEED, Lattice, accepted, answer_by, offer
from square_fold import projection_hash, shown_hash
from square_table import unchanged
from streams import Stream

EMPTY = "...../.#.#./...../.#.#./....."


@pytest.fixture
def game(server):
    """Ann alone."""
    table = Lattice(server, "Ann", seed=SEED)
    table.answer = answer_by(server, SEED)
    return table


def test_the_example_of_the_rules(server):
    table = Lattice(server, "Ann", made=offer(server, SOLUTION))
    assert table.text() == START and table.marks() == MARKS == marks_on(START, SOLUTION)
    problem(table.swap("a1", "d1"), 409, "nothing-to-swap")  # equal letters
    assert len(table.solve(SOLUTION)) == 10
    assert table.result["scores"] == {"1": 5}


def test_a_whole_game(server):
    answer = create(server, "lattice", seed=SEED)
    assert (answer.status, answer.json["state"]) == (201, "waiting") and "swapsLeft" not in answer.json
    assert answer.json["boards"][0]["text"] == EMPTY
    game, solution = Lattice(server, "Ann", seed=SEED), answer_by(server, SEED)
    shown = game.view()
    assert (shown["state"], shown["swapsLeft"], shown["clock"]["running"]) == ("playing", 15, True)
    assert "seed" not in shown["options"] and "swap" in shown["actions"] and "undo" not in shown["actions"]
    start = game.text()
    assert game.marks() == marks_on(start, solution) and 4 <= game.marks().count("h") <= 8
    swaps = shortest(start, solution)
    assert len(swaps) == 10
    for number, (one, other) in enumerate(swaps):
        body = accepted(game.swap(one, other))
        assert kinds(body)[:3] == ["cell.changed", "cell.changed", "cells.marked"]
        assert [event["cause"] for event in body["events"][:3]] == ["swap"] * 3
        assert game.marks() == marks_on(game.text(), solution)
        assert game.show()["swapsLeft"] == 14 - number
    assert kinds(body) == ["cell.changed"] * 2 + ["cells.marked", "board.finished", "game.finished"]
    shown = game.show()
    assert shown["hash"] == shown_hash(shown)
    result = shown["result"]
    assert (result["answer"], result["scores"], result["winners"]) == (solution, {"1": 5}, [1])
    share = ask(server, "GET", game.path + "/share").text
    assert "★★★★★" in share and share.count("🟩") == 21 and share.count("⬛") == 4


def test_a_lost_game_shows_the_solution(game):
    game.waste(14, game.answer)
    assert game.show()["swapsLeft"] == 1 and "result" not in game.show()
    body = game.waste(1, game.answer)[0]
    assert kinds(body)[-2:] == ["board.finished", "game.finished"] and game.show()["swapsLeft"] == 0
    result = game.result
    assert (result["answer"], result["scores"], result["winners"]) == (game.answer, {"1": 0}, [])


def test_everybody_swaps_on_a_shared_board_and_wins(server):
    table = Lattice(server, "Ann", mode="together", seed=SEED)
    table.people.append(table.seat("Ben"))
    solution = answer_by(server, SEED)
    table.solve(solution, 1, most=5), table.solve(solution, 2)
    assert (table.result["scores"], table.result["winners"]) == ({"1": 5, "2": 5}, [1, 2])


def test_each_kind_of_refusal_costs_nothing(server, game):
    ann, marks = game.people[0], game.marks().replace("/", "")
    hit, miss = marks.index("h"), marks.index("m")
    with unchanged(game):
        for one, other, locked in (("b2", "a1", 6), ("b4", "b4", 16), (hit, miss, hit), (miss, hit, hit)):
            assert problem(game.swap(one, other), 423, "cell-locked")["cell"]["index"] == locked
        problem(game.swap(miss, miss), 409, "nothing-to-swap")
        problem(ann.act("swap", {"from": miss}), 422, "invalid-value")
        for one, other in (("f1", "a1"), (0, 25), (None, None)):
            problem(game.swap(one, other), 422, "invalid-value")
        problem(game.swap(0, 1, via=2), 422, "unknown-key")
        problem(game.act("swap", {"from": 0, "to": 1}), 401, "token-needed")
        problem(game.act("swap", {"from": 0, "to": 1}, token=game.host), 403, "not-allowed")
        problem(ann.act("undo"), 404, "no-such-action")
        for cell in ("a1", "b2"):  # nothing is typed, neither on a letter nor on a hole
            for method, value in (("POST", "Q"), ("PUT", "Q"), ("DELETE", None)):
                answer = game.ask(method, f"/board/cells/{cell}", value, token=ann.token)
                assert problem(answer, 423, "cell-locked")["cell"]["square"] == cell
            problem(game.ask("PATCH", "/board", {"cells": {cell: "Q"}}, token=ann.token), 423, "cell-locked")
    assert game.show()["swapsLeft"] == 15
    waiting = Lattice(server, "Ann", mode="race", begin=False)
    problem(waiting.swap(0, 1), 409, "game-not-started")
    game.do(1, "resign")
    problem(game.swap(0, 1), 409, "game-finished")


def test_a_whole_race_in_which_rivals_see_neither_cells_nor_letters_of_a_swap(server):
    race, answer = Lattice(server, "Ann", "Ben", mode="race", seed=SEED, limit=600), answer_by(server, SEED)
    ann, ben = race.people
    assert race.show()["boards"] == [] and "swapsLeft" not in race.show()
    assert 0 < race.show()["clock"]["remaining"] <= 600
    start = race.text(1)
    assert start == race.text(2)
    with Stream(server, race.path + "/events", token=ann.token) as stream:
        stream.next()
        race.waste(1, answer, 2)
        streamed = [stream.next().data for _ in range(3)]
    assert [event["type"] for event in streamed] == ["cell.changed", "cell.changed", "cells.marked"]
    for token in (None, race.host, ann.token):
        events = [event for event in race.ask("GET", "/history", token=token).lines if event.get("by") == 2]
        for event in streamed + events:
            assert event.keys() - {"sequence", "time", "type", "hash"} == {"board", "by"}, event
    own = race.ask("GET", "/history", token=ben.token).lines[-1]
    assert own["marks"] and own["cause"] == "swap"
    shown = race.view(1)
    assert shown["hash"] == projection_hash(shown["sequence"], {1: start})
    problem(race.ask("GET", "/boards/2", token=ann.token), 403, "hidden")
    for viewer in race.viewers:
        seats = race.show(viewer)["seats"]
        assert [seat["swapsLeft"] for seat in seats] == [15, 14]
        assert [seat["marks"] for seat in seats] == [counts(marks_on(start, answer)), counts(race.marks(2))]
    race.solve(answer, 1), race.waste(14, answer, 2)
    result = race.result
    assert (result["scores"], result["winners"], result["answer"]) == ({"1": 5, "2": 0}, [1], answer)
    assert [solve["score"] for solve in result["solves"]] == [5]


def test_a_race_ends_at_its_time_limit(server):
    race = Lattice(server, "Ann", "Ben", mode="race", seed=SEED, limit=2)
    with Stream(server, race.path + "/events", timeout=30) as stream:
        assert stream.next("game.finished")
    assert race.result["scores"] == {"1": 0, "2": 0}
