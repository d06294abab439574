"""The lattice over HTTP: whole games alone, together and in a race, and each kind of refusal.

The rules are tested in Tests/GameCoreTests/Lattice.
"""

import pytest

from client import ask, eventually, problem
from guess_table import kinds
from lattice_reference import MARKS, SOLUTION, START, counts, marks_on, shortest, swapped
from lattice_table import Lattice, accepted, answer_by, create, offer
from square_fold import projection_hash, shown_hash
from square_table import unchanged
from streams import Stream

SEED = 5
EMPTY = "...../.#.#./...../.#.#./....."


@pytest.fixture
def game(server):
    """Ann alone."""
    table = Lattice(server, "Ann", seed=SEED)
    table.answer = answer_by(server, SEED)
    return table


@pytest.fixture
def race(server):
    """Ann and Ben in a started race."""
    table = Lattice(server, "Ann", "Ben", mode="race", seed=SEED)
    table.answer = answer_by(server, SEED)
    return table


def test_the_example_of_the_rules(server):
    table = Lattice(server, "Ann", made=offer(server, SOLUTION))
    assert table.text() == START and table.marks() == MARKS == marks_on(START, SOLUTION)
    assert len(table.solve(SOLUTION)) == 10
    assert table.show()["result"]["scores"] == {"1": 5}


def test_a_whole_game(server):
    answer = create(server, seed=SEED)
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
    assert ask(server, "POST", "/games/import", game.ask("GET", "/export").body).status == 201


def test_a_lost_game_shows_the_solution(game):
    for left in range(14, 0, -1):
        game.waste(1, game.answer)
        assert game.show()["swapsLeft"] == left and "result" not in game.show()
    body = game.waste(1, game.answer)[0]
    assert kinds(body)[-2:] == ["board.finished", "game.finished"] and game.show()["swapsLeft"] == 0
    result = game.show()["result"]
    assert (result["answer"], result["scores"], result["winners"]) == (game.answer, {"1": 0}, [])


def test_the_same_seed_gives_the_same_board(server):
    assert Lattice(server, "Ann", seed=SEED).text() == Lattice(server, "Ben", seed=SEED).text()
    assert Lattice(server, "Ann", seed=SEED).text() != Lattice(server, "Ann", seed=SEED + 1).text()


def test_everybody_swaps_on_a_shared_board_and_wins(server):
    table = Lattice(server, "Ann", mode="together", seed=SEED)
    table.people.append(table.seat("Ben"))
    solution = answer_by(server, SEED)
    table.solve(solution, 1, most=5), table.solve(solution, 2)
    assert table.show()["result"]["scores"] == {"1": 5, "2": 5}
    assert table.show()["result"]["winners"] == [1, 2]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"from": "b2", "to": "a1"}, 423, "cell-locked"),
        ({"from": "b4", "to": "b4"}, 423, "cell-locked"),
        ({"from": "HIT", "to": "MISS"}, 423, "cell-locked"),
        ({"from": "MISS", "to": "HIT"}, 423, "cell-locked"),
        ({"from": "MISS", "to": "MISS"}, 409, "nothing-to-swap"),
        ({"from": "MISS"}, 422, "invalid-value"),
        ({"from": "f1", "to": "a1"}, 422, "invalid-value"),
        ({"from": 0, "to": 25}, 422, "invalid-value"),
        ({"from": None, "to": None}, 422, "invalid-value"),
        ({"from": 0, "to": 1, "via": 2}, 422, "unknown-key"),
    ],
)
def test_a_refused_swap_costs_nothing(game, body, status, code):
    marks = game.marks().replace("/", "")
    cells = {"HIT": marks.index("h"), "MISS": marks.index("m")}
    body = {name: cells.get(cell, cell) for name, cell in body.items()}
    with unchanged(game):
        refused = problem(game.people[0].act("swap", body), status, code)
    assert game.show()["swapsLeft"] == 15
    if status == 423:
        assert refused["cell"]["index"] in {6, 16, cells["HIT"]}


def test_equal_letters_are_not_swapped(server):
    table = Lattice(server, "Ann", made=offer(server, SOLUTION))
    problem(table.swap("a1", "d1"), 409, "nothing-to-swap")


@pytest.mark.parametrize("cell", ["a1", "b2"])
def test_typing_is_refused(game, cell):
    for method, value in (("POST", "Q"), ("PUT", "Q"), ("DELETE", None)):
        with unchanged(game):
            answer = game.ask(method, f"/board/cells/{cell}", value, token=game.people[0].token)
            assert problem(answer, 423, "cell-locked")["cell"]["square"] == cell
    with unchanged(game):
        patch = game.ask("PATCH", "/board", {"cells": {cell: "Q"}}, token=game.people[0].token)
        problem(patch, 423, "cell-locked")
    problem(game.people[0].act("undo"), 404, "no-such-action")


def test_a_swap_needs_a_seat_a_start_and_a_running_game(server, game):
    problem(game.act("swap", {"from": 0, "to": 1}), 401, "token-needed")
    problem(game.act("swap", {"from": 0, "to": 1}, token=game.host), 403, "not-allowed")
    waiting = Lattice(server, "Ann", mode="race", begin=False)
    problem(waiting.swap(0, 1), 409, "game-not-started")
    accepted(game.people[0].act("resign"))
    problem(game.swap(0, 1), 409, "game-finished")


def test_a_repeated_move_id_swaps_once(game):
    one, other = shortest(game.text(), game.answer)[0]
    first = game.swap(one, other, move="m1")
    again = game.swap(one, other, move="m1")
    assert accepted(again) == accepted(first) and game.show()["swapsLeft"] == 14
    problem(game.swap(other, one, move="m1"), 422, "move-id-reused")


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "duel"}, {"limit": 1}, {"limit": 3601}, {"limit": "60"}, {"seed": -1}, {"seed": "x"},
        {"day": "2026-11-21"}, {"mode": "daily", "day": "x"}, {"mode": "daily", "day": "2999-01-01"},
        {"mode": "daily", "day": "2026-11-21", "seed": 1}, {"lexicon": "xx"}, {"hard": True},
    ],
)  # fmt: skip
def test_invalid_options_are_refused(server, options):
    assert problem(create(server, **options), 422)["code"] in {"invalid-value", "unknown-key", "unknown-lexicon"}


def test_a_daily_lattice_without_a_day_is_that_of_today(server):
    one, other = (Lattice(server, "Ann", mode="daily") for _ in range(2))
    assert one.text() == other.text()
    assert ask(server, "POST", "/daily/lattice").header("Location").startswith("/games/")


# ------------------------------------------------------------------------------------------------- races


def test_a_whole_race(server, race):
    assert race.show()["boards"] == [] and "swapsLeft" not in race.show()
    start = race.text(1)
    assert start == race.text(2)
    race.waste(1, race.answer, 2)
    for viewer in (None, race.host, race.people[0].token, race.people[1].token):
        ann, ben = race.show(viewer)["seats"]
        assert (ann["swapsLeft"], ben["swapsLeft"]) == (15, 14)
        assert ann["marks"] == counts(marks_on(start, race.answer))
        assert ben["marks"] == counts(race.marks(2))
    race.solve(race.answer, 1), race.waste(14, race.answer, 2)
    result = race.show()["result"]
    assert (result["scores"], result["winners"], result["answer"]) == ({"1": 5, "2": 0}, [1], race.answer)
    assert [solve["score"] for solve in result["solves"]] == [5]


def test_rivals_see_neither_cells_nor_letters_of_a_swap(race):
    with Stream(race.server, race.path + "/events", token=race.people[0].token) as stream:
        stream.next()
        race.waste(1, race.answer, 2)
        streamed = [stream.next().data for _ in range(3)]
    kinds = [event["type"] for event in streamed]
    assert kinds == ["cell.changed", "cell.changed", "cells.marked"]
    for token in (None, race.host, race.people[0].token):
        events = [event for event in race.ask("GET", "/history", token=token).lines if event.get("by") == 2]
        for event in streamed + events:
            assert event.keys() - {"sequence", "time", "type", "hash"} == {"board", "by"}, event
    own = race.ask("GET", "/history", token=race.people[1].token).lines[-1]
    assert own["marks"] and own["cause"] == "swap"
    shown = race.view(1)
    assert shown["hash"] == projection_hash(shown["sequence"], {1: race.text(1)})
    problem(race.ask("GET", "/boards/2", token=race.people[0].token), 403, "hidden")


def test_a_race_ends_at_its_time_limit(server):
    race = Lattice(server, "Ann", "Ben", mode="race", seed=SEED, limit=2)
    assert 0 < race.show()["clock"]["remaining"] <= 2
    race.solve(answer_by(server, SEED), 1)
    eventually(lambda: race.show()["state"] == "finished", 10, "the time limit")
    assert race.show()["result"]["scores"] == {"1": 5, "2": 0}


def test_marks_follow_a_swap_of_each_kind(game):
    """After any swap the marks of the whole board are those of the rules."""
    text, answer = game.text(), game.answer
    flat, right = text.replace("/", ""), answer.replace("/", "")
    wrong = [cell for cell in range(25) if flat[cell] != right[cell]]
    for one, other in list(zip(wrong, wrong[1:], strict=False))[:10]:
        if game.text().replace("/", "")[one] == game.text().replace("/", "")[other]:
            continue
        if "h" in (game.marks().replace("/", "")[one], game.marks().replace("/", "")[other]):
            continue
        text = swapped(game.text(), one, other)
        accepted(game.swap(one, other))
        assert game.text() == text and game.marks() == marks_on(text, answer)
