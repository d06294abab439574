"""The mini crossword on one board: waiting, sitting down, clues, letters."""

import pytest

from client import ask, problem
from mini_puzzles import DOTS, cells_of, clues, drawn, numbers, runs
from mini_table import Mini, create, known_puzzle
from square_fold import shown_hash
from square_table import accepted, unchanged


@pytest.fixture
def one(server):
    """Ann alone at the board."""
    return Mini(server, "Ann")


@pytest.fixture
def two(server):
    return Mini(server, "Ann", "Ben")


def test_a_new_mini_waits_and_tells_no_clue(server):
    answer = create(server, title="Sunday", puzzle=known_puzzle(server))
    assert answer.status == 201 and answer.header("Location") == f"/games/{answer.json['id']}"
    shown = answer.json
    assert (shown["rules"], shown["state"], shown["seats"]) == ("mini", "waiting", [])
    assert shown["clock"]["elapsed"] == 0 and shown["clock"]["running"] is False
    assert not {"clues", "puzzle", "result", "paused"} & shown.keys() and "Hint" not in answer.text
    assert "Hint" not in ask(server, "GET", answer.header("Location")).text
    assert shown["hash"] == shown_hash(shown)


def test_nobody_types_before_somebody_sits(server):
    game = Mini(server)
    with unchanged(game):
        problem(game.edit(1, "D"), (401, 409))
        problem(game.edit(1, "D", token=game.host), (401, 403, 409))
        problem(game.act("reveal", {}, token=game.host), (401, 403, 404, 409))


def test_the_first_who_sits_begins(server):
    game = Mini(server)
    game.seat("Ann")
    taken, started = game.history()
    assert (taken["type"], started["type"]) == ("seat.taken", "game.started")
    assert started["order"] == [] and not {"calls", "lexicon"} & started.keys()
    shown = game.show()
    assert shown["state"] == "playing" and shown["sequence"] == 2 and shown["clock"]["running"] is True
    assert shown["clock"]["elapsed"] < 5


def test_others_sit_down_while_it_runs_and_write_on_the_same_board(one):
    ben = one.seat("Ben")
    accepted(ben.edit(1, "D")), accepted(one.people[0].edit("c1", "o"))
    board = one.board()
    assert board["board"] == 0 and board["text"].startswith("#DO../")
    assert [board["cells"][index]["by"] for index in (1, 2)] == [2, 1]


def test_everybody_sees_clues_without_answers(two):
    for token in (None, two.host, two.people[0].token):
        shown = two.show(token)
        assert shown["clues"] == clues(DOTS)
        about = {key: shown["puzzle"][key] for key in ("title", "author", "copyright")}
        assert about == {"title": "A small one", "author": "Ann", "copyright": "Nobody's"}
        assert shown["puzzle"]["id"] == known_puzzle(two.server) and "notes" not in shown["puzzle"]


def test_cells_say_what_they_are(server):
    game = Mini(server, "Ann", kind={"givens": [6], "circles": [7, 12]})
    cells, where = game.board()["cells"], numbers(DOTS)
    for index, sign in enumerate(cells_of(DOTS)):
        cell = cells[index]
        assert cell["kind"] == ("block" if sign == "#" else "given" if index == 6 else "letter")
        assert cell["value"] == ("E" if index == 6 else "")
        assert cell.get("number") == where.get(index) and cell.get("circled", False) == (index in (7, 12))
        assert "mark" not in cell and "label" not in cell
    problem(game.people[0].edit(6, "X"), 423, "locked-cell")


def test_a_board_shows_its_blocks_as_text(one):
    expected = drawn(["#" if sign == "#" else "." for sign in cells_of(DOTS)])
    assert one.board()["text"] == expected
    assert one.ask("GET", "/board.txt").text.split() == expected.split("/")
    assert one.ask("GET", "/board.svg").status == 200


def test_a_block_takes_no_letter(one):
    with unchanged(one):
        problem(one.people[0].edit(0, "A"), 423, "locked-cell")
        problem(one.patch(1, {"1": "D", "24": "A"}), 423, "locked-cell")


@pytest.mark.parametrize("value", ["7", "AB", "HEART", "#", ".", " ", "é!", 5, True, ["A"]], ids=str)
def test_what_is_no_letter_is_refused(one, value):
    with unchanged(one):
        problem(one.people[0].edit(1, value), 422, ("not-a-letter", "invalid-value"))


def test_a_stranger_writes_nothing(one):
    with unchanged(one):
        problem(one.edit(1, "D"), 401, "token-needed")
        problem(one.edit(1, "D", token="x" * 32), 401, "unknown-token")
        problem(one.edit(1, "D", token=one.host), (401, 403))
        for name in ("check", "reveal", "reset", "pause", "undo", "resign", "clear"):
            problem(one.act(name), 401, "token-needed")


def test_letters_may_be_overwritten_and_cleared(one):
    ann = one.people[0]
    accepted(ann.edit(1, "A")), accepted(ann.edit(1, "D"))
    (event,) = accepted(ann.edit(1, ""))["events"]
    assert (event["value"], event["previous"], event["by"]) == ("", "D", 1)
    assert accepted(ann.edit(1, ""))["events"] == []


def test_undo_takes_back_ones_own_last_change(two):
    ann, ben = two.people
    accepted(ann.edit(1, "A")), accepted(ben.edit(2, "B"))
    (event,) = accepted(ann.act("undo"))["events"]
    assert (event["cell"], event["value"], event["cause"]) == (1, "", "undo")
    problem(ann.act("undo"), 409, "nothing-to-undo")


def test_the_hash_proves_the_board(two):
    two.solve(1, 1, 2, 3)
    shown = two.show()
    assert shown["hash"] == shown_hash(shown) and [board["board"] for board in shown["boards"]] == [0]
    assert all(shown["boards"][0]["text"][place] == sign for place, sign in enumerate("#DOT"))


def test_seats_of_a_shared_board_have_no_counts_of_their_own(two):
    two.solve(1, 1, 2, 3)
    assert not any({"filled", "marks", "done"} & seat.keys() for seat in two.show()["seats"])


def test_the_private_boards_of_a_race_do_not_exist(two):
    for number in (1, 2, 12):
        problem(two.ask("GET", f"/boards/{number}", token=two.people[0].token), 404, "no-such-board")


def test_nothing_is_exported_before_the_end(two):
    for token in (None, two.host, two.people[0].token):
        problem(two.ask("GET", "/export", token=token), 403, "hidden")


def test_who_leaves_may_be_followed_by_another(two):
    assert two.ask("DELETE", "/seats/2", token=two.people[1].token).status == 204
    assert two.show()["state"] == "playing"
    assert two.seat("Eve").number == 2


def test_bots_solve_no_crosswords(one):
    problem(one.ask("POST", "/bots", {}, token=one.host), 409, "no-bots")


def test_a_rematch_has_another_puzzle(server):
    game = Mini(server, "Ann", autocheck=True)
    game.do(1, "resign")
    game.do(1, "rematch")
    after = ask(server, "GET", f"/games/{game.show()['next']}").json
    assert after["rules"] == "mini" and after["state"] == "playing" and after["options"]["autocheck"] is True
    assert not {"puzzle", "seed", "day"} & after["options"].keys()
    assert after["clues"] != clues(DOTS) and len(after["clues"]["across"]) >= 3


def test_words_of_the_drawn_puzzle_are_what_they_are_taken_for():
    """Of these tests themselves."""
    words = ["".join(cells_of(DOTS)[cell] for cell in run) for _, run in runs(DOTS)]
    assert words[:5] == ["DOTS", "FETAL", "ULTRA", "STEEP", "EARS"] and words[5:] == [
        "DELTA",
        "OTTER",
        "TARES",
        "SLAP",
        "FUSE",
    ]
