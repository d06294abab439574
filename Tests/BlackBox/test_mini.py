"""The mini crossword over HTTP: a whole game on a shared board, its fields, and each kind of refusal.

The rules are tested in Tests/GameCoreTests/Solving.
"""

import pytest

from client import Game, Wire, problem
from concurrency import concurrently
from mini_puzzles import DOTS, cells_of, clues, drawn, numbers
from mini_table import Mini, create, kinds, known_puzzle
from square_fold import projection_hash, shown_hash
from square_table import accepted, unchanged
from streams import Stream

EMPTY = drawn(["#" if sign == "#" else "." for sign in cells_of(DOTS)])


@pytest.fixture
def game(server):
    """Ann and Ben at a shared board."""
    return Mini(server, "Ann", "Ben")


def test_a_whole_game_on_a_shared_board(server):
    answer = create(server, title="Sunday", puzzle=known_puzzle(server))
    assert answer.status == 201 and answer.header("Location") == f"/games/{answer.json['id']}"
    shown = answer.json
    assert (shown["rules"], shown["state"], shown["seats"]) == ("mini", "waiting", [])
    assert not {"clues", "puzzle", "result", "paused"} & shown.keys() and "Hint" not in answer.text

    game = Mini(server, "Ann", "Ben")
    ann, ben = game.people
    assert [event["type"] for event in game.history()] == ["seat.taken", "game.started", "seat.taken"]
    shown = game.show()
    assert shown["state"] == "playing" and shown["clock"]["running"] is True
    assert shown["clues"] == clues(DOTS) and shown["hash"] == shown_hash(shown)
    about = {"title": "A small one", "author": "Ann", "copyright": "Nobody's"}
    assert shown["puzzle"] == about
    assert shown["boards"][0]["text"] == EMPTY and game.ask("GET", "/board.svg").status == 200
    assert not any({"filled", "marks", "done"} & seat.keys() for seat in shown["seats"])
    problem(game.ask("GET", "/export", token=ann.token), 403, "hidden")

    (event,) = accepted(ann.edit(1, "d", pencil=True))["events"]
    assert (event["value"], event["by"], event["pencil"]) == ("D", 1, True)
    accepted(ann.edit("b2", "X"))
    assert game.marks() == {1: "pencil"}
    checked = game.do(1, "check", scope="word", cell=1, direction="down")["events"]
    assert [(event["type"], event["board"], event["by"], event["cause"]) for event in checked] == [
        ("cells.marked", 0, 1, "check")
    ]
    assert checked[0]["marks"] == {"1": "right", "6": "wrong"} and game.marks() == {1: "right", 6: "wrong"}
    change, marked = game.do(2, "reveal", scope="cell", cell="c3")["events"]
    assert (change["cell"], change["value"], change["cause"], change["by"]) == (12, "T", "reveal", 2)
    assert marked["marks"] == {"12": "revealed"}
    (opened,) = (asked := game.do(1, "clear"))["events"]
    assert (opened["prompt"]["buttons"], opened["prompt"]["deciders"]) == (["Keep", "Clear"], [2])
    assert kinds(game.agree(2, asked))[:2] == ["prompt.answered", "prompt.dismissed"]
    assert game.board()["text"] == "#D.../...../..T../...../....#"
    (undone,) = [accepted(ann.edit(2, "Q")), game.do(1, "undo")][1]["events"]
    assert (undone["cell"], undone["value"], undone["previous"], undone["cause"]) == (2, "", "Q", "undo")

    wrong = game.write(1, game.right(but=[1, 12]) | {"13": "X"})["events"][-1]
    assert (wrong["type"], wrong["board"]) == ("board.wrong", 0) and "cells" not in wrong
    change, finished, ended = accepted(ben.edit(13, "R"))["events"]
    assert (finished["type"], finished["board"], finished["solved"]) == ("board.finished", 0, True)
    assert finished["assisted"] is True and not {"seat", "guesses"} & finished.keys()
    result = ended["result"]
    assert (result["winners"], result["answer"], result["assisted"]) == ([1, 2], DOTS, True)
    assert result["solves"] == [{"board": 0, "seconds": finished["seconds"], "assisted": True}]
    assert result["seconds"] >= finished["seconds"] and "scores" not in result
    shown = game.show()
    assert (shown["state"], shown["result"]) == ("finished", result)
    assert shown["clues"] == clues(DOTS, answers=True) and shown["clock"]["running"] is False
    assert game.ask("GET", "/export").status == 200


def test_cells_show_their_kind_number_and_circle(server):
    game = Mini(server, "Ann", kind={"givens": [6], "circles": [7, 12]})
    cells, starts = game.board()["cells"], numbers(DOTS)
    for index, sign in enumerate(cells_of(DOTS)):
        cell = cells[index]
        assert cell["kind"] == ("block" if sign == "#" else "given" if index == 6 else "letter")
        assert cell["value"] == ("E" if index == 6 else "")
        assert cell.get("number") == starts.get(index) and cell.get("circled", False) == (index in (7, 12))
        assert "mark" not in cell and "label" not in cell


def test_a_rebus_cell_has_several_letters_and_the_text_its_first(server):
    game = Mini(server, "Ann", kind={"rebus": {12: "HEART"}})
    accepted(game.people[0].edit(12, "heart"))
    assert game.cell(12)["value"] == "HEART" and game.board()["text"].split("/")[2] == "..H.."


def test_each_kind_of_refusal(game):
    ann = game.people[0]
    game.solve(1, 1)
    game.do(1, "check", scope="cell", cell=1)
    with unchanged(game):
        problem(ann.edit(0, "A"), 423, "locked-cell")
        problem(ann.edit(1, "X"), 423, "locked-cell")
        problem(ann.edit(2, "AB"), 422, "not-a-letter")
        problem(ann.edit(2, "A", pencil="true"), 422, "invalid-value")
        problem(game.patch(1, {"2": "O", "24": "A"}), 423, "locked-cell")
        problem(game.patch(1, {"2": "O"}, pencil=1), 422, "invalid-value")
        problem(game.edit(2, "O"), 401, "token-needed")
        problem(game.edit(2, "O", token="x" * 32), 401, "unknown-token")
        problem(game.edit(2, "O", token=game.host), 403, "not-allowed")
        problem(game.act("check"), 401, "token-needed")
        problem(ann.act("check", {"scope": "all"}), 422, "invalid-value")
        problem(ann.act("check", {"scope": "cell", "cell": 1.5}), 422, "invalid-value")
        problem(ann.act("reveal", {"scope": "board", "by": 2}), 422, "unknown-key")
        problem(ann.act("submit"), 404, "no-such-action")
        problem(game.ask("POST", "/bots", {}, token=game.host), 409, "no-bots")
        problem(game.ask("GET", "/boards/1", token=ann.token), 404, "no-such-board")
    accepted(game.act("close", token=game.host))
    problem(ann.edit(2, "O"), 409, "game-finished")
    problem(ann.act("reveal"), 409, "game-finished")


def test_options_that_are_refused(server):
    puzzle = known_puzzle(server)
    for options, status, code in (
        ({"mode": "solo"}, 422, "invalid-value"),
        ({"seed": 1.5}, 422, "invalid-value"),
        ({"puzzle": puzzle, "seed": 5}, 422, "invalid-value"),
        ({"mode": "race", "day": "2024-11-20"}, 422, "invalid-value"),
        ({"lexicon": "xx"}, 422, "unknown-lexicon"),
        ({"puzzle": "abcdefghijkl"}, 404, "no-such-puzzle"),
    ):
        problem(create(server, **options), status, code)
    assert "colour" in problem(create(server, colour=1), 422, "unknown-key")["detail"]


def test_a_game_without_a_seed_has_a_new_puzzle_and_shows_no_seed(server):
    one, two = (Mini(server, "Ann", difficulty="easy").show() for _ in range(2))
    assert one["clues"] != two["clues"] and "seed" not in one["options"]


def test_a_rematch_has_another_puzzle(server):
    game = Mini(server, "Ann", autocheck=True)
    game.do(1, "resign"), game.do(1, "rematch")
    shown = Game(server, game.show()["next"]).show()
    assert (shown["rules"], shown["state"], shown["options"]["autocheck"]) == ("mini", "playing", True)
    assert "puzzle" not in shown["options"] and shown["clues"] != clues(DOTS)


def test_the_listed_actions_have_the_schemas_of_their_parameters(game):
    actions = game.ask("GET", "/actions", token=game.people[0].token).json["actions"]
    assert [action["name"] for action in actions] == sorted(game.view()["actions"])
    (check,) = [action for action in actions if action["name"] == "check"]
    index = {"type": "integer", "minimum": 0, "maximum": 24}
    assert check["parameters"] == {
        "scope": {"type": "string", "enum": ["cell", "word", "board"]},
        "cell": {"oneOf": [index, {"type": "string", "pattern": "^[a-e][1-5]$"}]},
        "direction": {"type": "string", "enum": ["across", "down"]},
    }


def test_a_repeated_move_id_marks_once(game):
    game.write(1, {"1": "D"})
    first = game.people[0].act("check", {"move": "check-1"})
    assert accepted(first)["events"]
    with unchanged(game):
        again = game.people[0].act("check", {"move": "check-1"})
        assert (again.status, again.etag, again.body) == (first.status, first.etag, first.body)
        problem(game.people[0].act("resign", {"move": "check-1"}), 422, "move-id-reused")


def test_a_poll_is_answered_when_a_letter_is_marked(game):
    game.write(1, {"1": "X"})
    with Wire(game.server, timeout=5) as wire:
        wire.request("GET", f"{game.path}/board?after={game.show()['sequence']}&wait=5")
        game.do(1, "check")
        answer = wire.answer()
    assert answer.status == 200 and answer.json["cells"][1]["mark"] == "wrong"


def test_a_past_board_has_the_marks_of_its_time(game):
    game.write(1, {"1": "X"}), game.do(1, "check")
    checked = game.show()["sequence"]
    accepted(game.people[0].edit(1, "D"))
    for at, mark, value in ((checked - 1, None, "X"), (checked, "wrong", "X"), (checked + 1, None, "D")):
        cell = game.ask("GET", f"/board?at={at}").json["cells"][1]
        assert (cell.get("mark"), cell["value"]) == (mark, value)


def test_every_streamed_event_has_the_hash_of_the_board(game):
    cells = list(EMPTY.replace("/", ""))
    with Stream(game.server, game.path + "/events") as stream:
        sequence = stream.next().data["sequence"]
        game.write(1, {"1": "D", "2": "X"}, pencil=True), game.do(1, "check")
        game.do(2, "reveal", scope="word", cell=6), game.do(1, "reset", scope="cell", cell=2)
        game.solve(2, but=[1, 5, 6, 7, 8, 9])
        while (event := stream.next()).name != "game.finished":
            sequence += 1
            assert event.data["sequence"] == sequence
            if event.name == "cell.changed":
                assert event.data["previous"] == cells[event.data["cell"]].replace(".", "")
                cells[event.data["cell"]] = event.data["value"] or "."
            assert event.data["hash"] == projection_hash(sequence, {0: drawn(cells)}), event


def test_simultaneous_moves_of_four_players_leave_a_gapless_history(server):
    game = Mini(server, "Ann", "Ben", "Eve", "Gus")
    calls = []
    for number, player in enumerate(game.people):
        for turn in range(6):
            cell = 1 + (number * 6 + turn) % 4
            calls += [lambda p=player, c=cell, v="DXQ"[turn % 3]: p.edit(c, v, pencil=c % 2 == 0)]
        for name, body in (
            ("check", {"scope": "cell", "cell": 6}),
            ("undo", {}),
            ("pause", {}),
            ("resume", {}),
            ("reset", {"scope": "word", "cell": 1}),
        ):
            calls += [lambda p=player, n=name, b=body: p.act(n, b)]
    assert {answer.status for answer in concurrently(*calls)} <= {200, 409, 423}
    if game.show().get("paused"):
        game.do(1, "resume")
    history, cells = game.history(), list(EMPTY.replace("/", ""))
    assert [event["sequence"] for event in history] == list(range(1, len(history) + 1))
    for event in history:
        if event["type"] == "cell.changed":
            assert event["previous"] == cells[event["cell"]].replace(".", ""), event
            cells[event["cell"]] = event["value"] or "."
    assert game.board()["text"] == drawn(cells)
