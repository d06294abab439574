"""Actions: those listed are those allowed; undo, clear, recolour, lock, close."""

import pytest

from client import accepted, new_game, problem

BODIES = {"recolour": {"colour": "#abcdef"}}
FREE = ("undo", "clear", "recolour", "lock", "unlock", "close")
COLOUR = {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"}
START = "CAT../....#/...../...../....."


def listed(game, token=None):
    answer = game.ask("GET", "/actions", token=token)
    assert answer.status == 200, answer
    names = [action["name"] for action in answer.json["actions"]]
    assert sorted(names) == sorted(game.show(token)["actions"]), "both lists say the same"
    return names


@pytest.mark.parametrize("situation", ["fresh", "written", "locked", "finished"])
@pytest.mark.parametrize("viewer", ["spectator", "seated", "host"])
def test_the_actions_listed_are_the_actions_allowed(server, situation, viewer):
    def prepared():
        game = new_game(server)
        ann = game.seat()
        if situation != "fresh":
            ann.edit(0, "A")
        if situation in ("locked", "finished"):
            accepted(game.act("lock" if situation == "locked" else "close", token=game.host))
        return game, {"spectator": None, "seated": ann.token, "host": game.host}[viewer]

    for name in FREE:
        game, token = prepared()
        allowed = name in listed(game, token)
        answer = game.act(name, BODIES.get(name), token=token)
        if allowed:
            assert answer.status == 200, f"{name} is listed, but {answer}"
        elif answer.status == 200:
            assert answer.json["events"] == [], f"{name} is not listed, but does {answer.json['events']}"
        else:
            assert answer.status in (401, 403, 404, 409, 423), f"{name}: {answer}"


def test_each_action_names_its_parameters(game):
    ann = game.seat()
    actions = {
        action["name"]: action for action in game.ask("GET", "/actions", token=ann.token).json["actions"]
    }
    assert actions["recolour"] == {"name": "recolour", "parameters": {"colour": COLOUR}}


@pytest.mark.parametrize(
    "name",
    [
        "fly",
        "start",
        "call",
        "place",
        "submit",
        "check",
        "pause",
        "resign",
        "UNDO",
        "undo2",
        "..",
        "%F0%9F%98%80",
    ],
)
def test_an_action_that_is_not_set_is_404_and_changes_nothing(game, name):
    with game.unchanged():
        problem(game.act(name, token=game.host), 404 if name != ".." else (400, 404, 405))
        problem(game.act(name), 404 if name != ".." else (400, 404, 405))


def test_an_unknown_action_says_so(game):
    problem(game.act("fly"), 404, "no-such-action")


def test_undo_takes_back_ones_own_last_change(game):
    ann, ben = game.seat("Ann"), game.seat("Ben")
    ann.edit(0, "A"), ann.edit(0, "B"), ben.edit(1, "C")
    (event,) = accepted(ann.act("undo"))["events"]
    assert (event["type"], event["cell"], event["value"], event["previous"], event["by"], event["cause"]) == (
        "cell.changed",
        0,
        "A",
        "B",
        1,
        "undo",
    )
    assert game.board()["text"] == "AC.../...../...../...../....."


def test_undo_leaves_what_somebody_has_written_since(game):
    ann, ben = game.seat("Ann"), game.seat("Ben")
    ann.edit(0, "A"), ben.edit(0, "B")
    with game.unchanged():
        problem(ann.act("undo"), 409, "nothing-to-undo")


def test_there_is_nothing_to_undo_before_the_first_change(game):
    ann = game.seat()
    with game.unchanged():
        problem(ann.act("undo"), 409, "nothing-to-undo")


def test_undoing_a_clearing_brings_the_letter_back(game):
    ann = game.seat()
    ann.edit(0, "A"), ann.edit(0, "")
    accepted(ann.act("undo"))
    assert game.board()["cells"][0]["value"] == "A"


def test_clear_empties_what_was_written_and_nothing_else(server):
    game = new_game(server, board=START)
    for cell in ("d1", "a2", "e5"):
        game.edit(cell, "X")
    events = accepted(game.act("clear"))["events"]
    assert {(event["cell"], event["value"], event["previous"], event["cause"]) for event in events} == {
        (cell, "", "X", "clear") for cell in (3, 5, 24)
    }
    assert game.board()["text"] == START


def test_recolour_changes_ones_own_colour(game):
    ann, ben = game.seat("Ann"), game.seat("Ben", colour="#111111")
    (event,) = accepted(ann.act("recolour", {"colour": "#0a0b0c"}))["events"]
    assert (event["type"], event["seat"], event["colour"]) == ("seat.recoloured", 1, "#0a0b0c")
    assert [seat["colour"] for seat in game.show()["seats"]] == ["#0a0b0c", "#111111"]
    assert ben.colour == "#111111"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"colour": "red"},
        {"colour": 7},
        {"colour": None},
        {"color": "#123456"},
        [],
        "x",
        {"colour": "#123456", "more": 1},
    ],
)
def test_recolour_needs_a_colour(game, body):
    ann = game.seat()
    with game.unchanged():
        problem(ann.act("recolour", body), (400, 422))


def test_a_locked_board_refuses_edits_until_it_is_unlocked(game):
    game.edit(0, "A")
    (event,) = accepted(game.act("lock", token=game.host))["events"]
    assert event["type"] == "board.locked" and game.show()["locked"] is True
    with game.unchanged():
        for answer in (
            game.edit(0, "B"),
            game.ask("DELETE", "/board/cells/0"),
            game.ask("PATCH", "/board", {"cells": {"1": "X"}}),
        ):
            problem(answer, 423, "board-locked")
        problem(game.act("clear"), 423, "board-locked")
    (event,) = accepted(game.act("unlock", token=game.host))["events"]
    assert event["type"] == "board.unlocked" and "locked" not in game.show()
    accepted(game.edit(0, "B"))


def test_close_finishes_the_game(game):
    ann = game.seat()
    ann.edit(0, "A")
    (event,) = accepted(game.act("close", token=game.host))["events"]
    assert event["type"] == "game.finished" and event["result"]["seconds"] >= 0
    shown = game.show()
    assert (
        shown["state"] == "finished"
        and shown["result"]["seconds"] >= 0
        and shown["clock"]["running"] is False
    )
    with game.unchanged():
        for answer in (
            game.edit(0, "B"),
            ann.edit(0, "B"),
            game.ask("DELETE", "/board/cells/0"),
            ann.act("undo"),
            ann.act("clear"),
            game.ask("PATCH", "/board", {"cells": {"1": "X"}}),
        ):
            problem(answer, (404, 409), ("game-finished", "no-such-action"))
        problem(game.edit(0, "B"), 409, "game-finished")
    assert game.board()["text"] == "A..../...../...../...../....."
    assert game.ask("GET", "/board?at=1").status == 200 and game.history()


def test_the_clock_runs_while_the_game_is_played(game):
    clock = game.show()["clock"]
    assert clock["running"] is True and 0 <= clock["elapsed"] < 30


def test_an_actions_body_is_an_object(game):
    ann = game.seat()
    ann.edit(0, "A")
    with game.unchanged():
        for body in (b"[]", b"5", b"null", b'"x"', b"{", b'{"more":1}'):
            problem(
                game.ask(
                    "POST", "/actions/undo", body, {"Content-Type": "application/json"}, token=ann.token
                ),
                (400, 422),
            )
    accepted(game.ask("POST", "/actions/undo", {}, token=ann.token))
