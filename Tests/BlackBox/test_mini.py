"""The mini crossword over HTTP: a whole game on a shared board, its fields, and each kind of refusal.

The rules are tested in Tests/GameCoreTests/Solving.
"""

from client import Wire, problem
from game_tables import create, kinds
from mini_puzzles import DOTS, cells_of, clues, drawn, numbers
from mini_table import Mini, known_puzzle
from square_fold import projection_hash, shown_hash
from square_table import accepted, unchanged
from streams import Stream

EMPTY = drawn(["#" if sign == "#" else "." for sign in cells_of(DOTS)])


def request(server, **options):
    """Requests a mini; the option `puzzle` is the answer to an upload, whose owner asks."""
    puzzle = options.get("puzzle")
    mine = {"puzzle": puzzle["id"], "token": puzzle["token"]} if isinstance(puzzle, dict) else {}
    return create(server, "mini", **options | mine)


def test_a_whole_game_on_a_shared_board(server):
    answer = request(server, title="Sunday", puzzle=known_puzzle(server))
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


def test_cells_show_their_kind_number_circle_and_several_letters(server):
    game = Mini(server, "Ann", kind={"givens": [6], "circles": [7, 12], "rebus": {12: "HEART"}})
    cells, starts = game.board()["cells"], numbers(DOTS)
    for index, sign in enumerate(cells_of(DOTS)):
        cell = cells[index]
        assert cell["kind"] == ("block" if sign == "#" else "given" if index == 6 else "letter")
        assert cell["value"] == ("E" if index == 6 else "")
        assert cell.get("number") == starts.get(index) and cell.get("circled", False) == (index in (7, 12))
        assert "mark" not in cell and "label" not in cell
    accepted(game.people[0].edit(12, "heart"))
    assert game.cell(12)["value"] == "HEART" and game.board()["text"].split("/")[2] == "..H.."


def test_each_kind_of_refusal(server):
    game = Mini(server, "Ann", "Ben")
    ann = game.people[0]
    game.solve(1, 1)
    game.do(1, "check", scope="cell", cell=1)
    with unchanged(game):
        problem(ann.edit(0, "A"), 423, "locked-cell")
        problem(ann.edit(1, "X"), 423, "locked-cell")
        for text in ("AB", "한", "ㅗ", "Ж", "ß", "Æ", "Ａ", "7"):
            problem(ann.edit(2, text), 422, "not-a-letter")
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
    assert accepted(ann.edit(2, "é"))["events"][0]["value"] == "É"  # as good as E
    accepted(game.act("close", token=game.host))
    problem(ann.edit(2, "O"), 409, "game-finished")
    problem(ann.act("reveal"), 409, "game-finished")


def test_a_game_without_a_puzzle_has_a_new_one_and_shows_no_seed(server):
    one, two = (Mini(server, "Ann", difficulty="easy").show() for _ in range(2))
    assert one["clues"] != two["clues"] and "seed" not in one["options"]


def test_puzzles_that_are_refused(server):
    puzzle = known_puzzle(server)
    problem(request(server, puzzle=puzzle, seed=5), 422, "invalid-value")
    problem(request(server, puzzle="abcdefghijkl"), 404, "no-such-puzzle")


def test_the_listed_actions_have_the_schemas_of_their_parameters(server):
    game = Mini(server, "Ann")
    actions = game.ask("GET", "/actions", token=game.people[0].token).json["actions"]
    assert [action["name"] for action in actions] == sorted(game.view()["actions"])
    (check,) = [action for action in actions if action["name"] == "check"]
    index = {"type": "integer", "minimum": 0, "maximum": 24}
    assert check["parameters"] == {
        "scope": {"type": "string", "enum": ["cell", "word", "board"]},
        "cell": {"oneOf": [index, {"type": "string", "pattern": "^[a-e][1-5]$"}]},
        "direction": {"type": "string", "enum": ["across", "down"]},
    }


def test_a_poll_is_answered_when_a_letter_is_marked_and_a_past_board_has_the_marks_of_its_time(server):
    game = Mini(server, "Ann")
    game.write(1, {"1": "X"})
    with Wire(server, timeout=30) as wire:
        wire.request("GET", f"{game.path}/board?after={game.show()['sequence']}&wait=25")
        game.do(1, "check")
        answer = wire.answer()
    assert answer.status == 200 and answer.json["cells"][1]["mark"] == "wrong"
    checked = game.show()["sequence"]
    accepted(game.people[0].edit(1, "D"))
    for at, mark, value in ((checked - 1, None, "X"), (checked, "wrong", "X"), (checked + 1, None, "D")):
        cell = game.ask("GET", f"/board?at={at}").json["cells"][1]
        assert (cell.get("mark"), cell["value"]) == (mark, value)


def test_every_streamed_event_has_the_hash_of_the_board(server):
    game, cells = Mini(server, "Ann", "Ben"), list(EMPTY.replace("/", ""))
    with Stream(server, game.path + "/events") as stream:
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
