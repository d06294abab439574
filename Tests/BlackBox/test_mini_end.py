"""Completion of a mini: judged by the server; consent among several; who gives up."""

import pytest

from client import ask, problem
from mini_puzzles import DOTS, TAM, cells_of, clues, drawn
from mini_table import Mini, accepted, kinds
from square_table import unchanged


@pytest.fixture
def one(server):
    return Mini(server, "Ann")


@pytest.fixture
def two(server):
    return Mini(server, "Ann", "Ben")


def test_full_and_right_is_the_end(two):
    two.solve(1, but=[12])
    body = accepted(two.people[1].edit(12, "T"))
    assert kinds(body) == ["cell.changed", "board.finished", "game.finished"]
    finished = body["events"][1]
    assert (finished["board"], finished["solved"], finished["assisted"]) == (0, True, False)
    assert not {"seat", "guesses"} & finished.keys() and finished["seconds"] > 0
    result = body["events"][2]["result"]
    assert result["winners"] == [1, 2] and result["answer"] == DOTS and result["assisted"] is False
    assert result["solves"] == [{"board": 0, "seconds": finished["seconds"], "assisted": False}]
    assert "scores" not in result and result["seconds"] >= finished["seconds"]


def test_after_the_end_the_answers_are_told(two):
    two.solve(1)
    shown = two.show()
    assert shown["state"] == "finished" and shown["clues"] == clues(DOTS, answers=True)
    assert shown["clock"]["running"] is False and shown["result"]["answer"] == DOTS
    assert two.ask("GET", "/export").status == 200
    with unchanged(two):
        problem(two.people[0].edit(12, "X"), 409, "game-finished")
        for name in ("check", "reveal", "reset", "pause", "undo", "resign"):
            problem(two.people[0].act(name, {}), (404, 409), ("game-finished", "no-such-action"))


def test_full_but_wrong_is_said_and_nothing_else(one):
    body = one.write(1, one.right() | {"12": "X"})
    assert kinds(body)[-1] == "board.wrong" and kinds(body).count("board.wrong") == 1
    assert body["events"][-1]["board"] == 0 and "cells" not in body["events"][-1]
    assert one.show()["state"] == "playing" and one.marks() == {}
    body = accepted(one.people[0].edit(12, "T"))
    assert kinds(body) == ["cell.changed", "board.finished", "game.finished"]
    assert one.result["assisted"] is False


def test_a_full_board_that_is_changed_is_wrong_anew(one):
    one.write(1, one.right() | {"12": "X", "13": "X"})
    assert kinds(accepted(one.people[0].edit(12, "T"))) == ["cell.changed", "board.wrong"]


def test_an_undo_may_complete_it(one):
    one.solve(1, but=[11, 12])
    accepted(one.people[0].edit(12, "T")), accepted(one.people[0].edit(12, "X"))
    accepted(one.seat("Ben").edit(11, "L"))
    assert kinds(one.do(1, "undo")) == ["cell.changed", "board.finished", "game.finished"]


def test_a_reveal_may_complete_it_with_help(one):
    one.solve(1, but=[12])
    body = one.do(1, "reveal", scope="cell", cell=12)
    assert kinds(body) == ["cell.changed", "cells.marked", "board.finished", "game.finished"]
    assert body["events"][2]["assisted"] is True and one.result["assisted"] is True


def test_a_check_that_marks_anything_is_help(one):
    one.solve(1, 1)
    one.do(1, "check")
    one.solve(1, but=[1])
    assert one.result["assisted"] is True and one.result["winners"] == [1]


def test_a_check_of_nothing_is_no_help(one):
    one.do(1, "check"), one.do(1, "reset")
    one.solve(1)
    assert one.result["assisted"] is False


def test_letters_in_pencil_complete_it_too(one):
    assert kinds(one.write(1, one.right(), pencil=True))[-1] == "game.finished"


def test_other_blocks_other_answers(server):
    game = Mini(server, "Ann", solution=TAM)
    game.solve(1)
    assert game.result["answer"] == TAM and game.show()["clues"] == clues(TAM, answers=True)


# ---------------------------------------------------------------------------------------------------- rebus

HEART = {12: "HEART"}


@pytest.mark.parametrize("value", ["HEART", "heart", "H"])
def test_in_a_rebus_the_whole_or_its_first_letter_is_right(server, value):
    game = Mini(server, "Ann", kind={"rebus": HEART})
    game.solve(1, but=[12])
    body = accepted(game.people[0].edit(12, value))
    assert kinds(body)[-1] == "game.finished" and body["events"][0]["value"] == value.upper()
    cells = cells_of(DOTS)
    cells[12] = "H"
    assert game.result["answer"] == drawn(cells)
    (across,) = [clue for clue in game.show()["clues"]["across"] if clue["cell"] == 10]
    assert across["answer"] == "ULHEARTRA"


def test_any_cell_of_a_puzzle_with_a_rebus_takes_several_letters(server):
    game = Mini(server, "Ann", kind={"rebus": HEART})
    ann = game.people[0]
    accepted(ann.edit(1, "TEN")), accepted(ann.edit(2, "ABCDEFGHIJ"))
    assert game.cell(1)["value"] == "TEN"
    assert game.board()["text"].startswith("#T")
    with unchanged(game):
        for value in ("ABCDEFGHIJK", "A1", "A B", "T-N"):
            problem(ann.edit(3, value), 422, "not-a-letter")
    game.do(1, "check", scope="cell", cell=1)
    assert game.marks() == {1: "wrong"}
    game.do(1, "reveal", scope="cell", cell=12)
    assert game.cell(12)["value"] == "HEART" and game.marks()[12] == "revealed"


def test_elsewhere_a_rebus_is_no_letter(one):
    with unchanged(one):
        problem(one.people[0].edit(12, "HEART"), 422, "not-a-letter")
        problem(one.patch(1, {"1": "TEN"}), 422, "not-a-letter")


# -------------------------------------------------------------------------------------------------- consent


@pytest.mark.parametrize(
    "name, buttons",
    [("reveal", ["Keep", "Reveal"]), ("reset", ["Keep", "Clear"]), ("clear", ["Keep", "Clear"])],
)
def test_what_concerns_the_whole_board_asks_the_others(two, name, buttons):
    two.solve(1, 1)
    opened = two.do(1, name)
    assert kinds(opened) == ["prompt.opened"]
    prompt = opened["events"][0]["prompt"]
    assert (prompt["buttons"], prompt["cancel"]) == (buttons, 0)
    assert (prompt["asker"], prompt["deciders"]) == (1, [2]) and prompt["title"] and prompt["message"]
    assert kinds(two.agree(2, opened, 0)) == ["prompt.answered", "prompt.dismissed"]
    assert two.cell(1)["value"] == "D"
    body = two.agree(2, two.do(1, name))
    assert kinds(body)[:2] == ["prompt.answered", "prompt.dismissed"]
    if name == "reveal":
        assert two.show()["state"] == "finished" and two.result["assisted"] is True
    else:
        assert two.cell(1)["value"] == ""


def test_a_cell_or_a_word_needs_nobody_s_consent(two):
    two.solve(1, 1)
    assert "prompt.opened" not in kinds(two.do(2, "reveal", scope="word", cell=10))
    assert kinds(two.do(2, "reset", scope="cell", cell=1)) == ["cell.changed"]
    assert kinds(two.do(1, "check", scope="word", cell=10)) == []


def test_who_is_alone_gives_up_at_once(one):
    one.solve(1, 1)
    body = one.do(1, "resign")
    assert kinds(body) == ["board.finished", "game.finished"] and body["events"][0]["solved"] is False
    result = one.result
    assert (result["winners"], result["solves"], result["assisted"]) == ([], [], False)
    assert result["answer"] == DOTS and one.show()["clues"] == clues(DOTS, answers=True)


def test_two_give_up_together(two):
    opened = two.do(1, "resign")
    assert kinds(opened) == ["prompt.opened"]
    assert opened["events"][0]["prompt"]["buttons"] == ["Play on", "Give up"]
    two.agree(2, opened, 0)
    assert two.show()["state"] == "playing"
    assert kinds(two.agree(2, two.do(1, "resign")))[-1] == "game.finished"
    assert two.result["winners"] == [] and two.result["solves"] == []


def test_the_host_closes(two):
    body = accepted(two.act("close", token=two.host))
    assert kinds(body)[-1] == "game.finished" and two.result["answer"] == DOTS
    assert two.result["winners"] == [] and two.result["solves"] == []


def test_a_finished_mini_moves_to_another_server(one):
    one.write(1, {"1": "D"}, pencil=True), one.do(1, "check", scope="cell", cell=1)
    one.solve(1, but=[1])
    answer = ask(one.server, "POST", "/games/import", one.ask("GET", "/export").body)
    assert answer.status == 201, answer
    shown, copy = one.show(), answer.json
    for key in ("state", "result", "clues", "sequence", "hash"):
        assert shown[key] == copy[key], key
    assert shown["boards"][0]["cells"] == copy["boards"][0]["cells"]
