"""A race: everybody has a private board with the same clues; who solves it first, without help, wins."""

import pytest

from client import Game, problem
from mini_puzzles import DOTS, clues, drawn
from mini_table import Mini, accepted, kinds
from square_fold import projection_hash, shown_hash
from square_table import unchanged


@pytest.fixture
def race(server):
    """Ann, Ben and Eve, after the start."""
    return Mini(server, "Ann", "Ben", "Eve", mode="race")


def test_a_race_waits_for_the_start(server):
    game = Mini(server, "Ann", "Ben", mode="race", begin=False)
    shown = game.view()
    assert shown["state"] == "waiting" and shown["boards"] == [] and "clues" not in shown
    assert shown["clock"]["elapsed"] == 0 and "start" in shown["actions"]
    with unchanged(game):
        problem(game.people[0].edit(1, "D"), (404, 409), ("game-not-started", "no-such-board"))
        problem(game.people[0].act("reveal", {}), (404, 409))
        problem(game.people[1].act("start", {}), 403, "not-allowed")
        problem(game.act("start"), 401, "token-needed")
    (event,) = accepted(game.people[0].act("start"))["events"]
    assert event["type"] == "game.started" and event["order"] == [1, 2]
    assert not {"calls", "lexicon"} & event.keys()


def test_a_race_needs_somebody_and_begins_once(server):
    game = Mini(server, mode="race", begin=False)
    problem(game.act("start", token=game.host), (403, 409))
    game.seat("Ann")
    accepted(game.act("start", token=game.host))
    problem(game.act("start", token=game.host), 409, ("game-started", "already-started"))
    problem(game.ask("POST", "/seats", {"name": "Late"}), 409, "game-started")


def test_each_has_a_board_and_sees_no_other(race):
    race.solve(1, 1, 2), race.solve(2, 5)
    assert race.view(1)["boards"][0]["text"].startswith("#DO../")
    assert race.view(2)["boards"][0]["text"].startswith("#..../F")
    for seat in (1, 2, 3):
        shown, token = race.view(seat), race.people[seat - 1].token
        assert [board["board"] for board in shown["boards"]] == [seat]
        assert shown["clues"] == clues(DOTS) and shown["hash"] == shown_hash(shown)
        assert race.ask("GET", f"/boards/{seat}", token=token).status == 200
        problem(race.ask("GET", "/boards/0", token=token), 404, "no-such-board")
        for other in {1, 2, 3} - {seat}:
            for form in ("", "?at=6", "?after=0"):
                problem(race.ask("GET", f"/boards/{other}{form}", token=token), 403, "hidden")
            for form in (".txt", ".svg"):
                assert race.ask("GET", f"/boards/{other}{form}", token=token).status in (403, 404)


def test_spectators_see_counts_only(race):
    race.solve(1, 1, 2)
    for token in (None, race.host):
        shown = race.show(token)
        assert shown["boards"] == [] and shown["hash"] == shown_hash(shown)
        assert [seat["filled"] for seat in shown["seats"]] == [2, 0, 0]
        for number in (1, 2, 3):
            problem(race.ask("GET", f"/boards/{number}", token=token), 403, "hidden")
        problem(race.ask("GET", "/export", token=token), 403, "hidden")


def test_what_rivals_do_is_told_without_letters_and_marks(race):
    race.solve(2, 1, 2)
    accepted(race.people[1].edit(3, "X", pencil=True))
    race.do(2, "check", scope="word", cell=1)
    race.do(2, "reveal", scope="cell", cell=5)
    race.write(2, {str(cell): "Z" for cell in map(int, race.right()) if cell not in (1, 2, 5)})
    for seat in (None, 1, 3):
        token = race.people[seat - 1].token if seat else None
        events = race.ask("GET", "/history", token=token).lines
        assert [event["sequence"] for event in events] == list(range(1, len(events) + 1))
        told = [event for event in events if event["type"] in ("cell.changed", "cells.marked", "board.wrong")]
        assert {event["type"] for event in told} == {"cell.changed", "cells.marked", "board.wrong"}
        for event in told:
            assert event["board"] == 2 and event.keys() <= {
                "sequence",
                "time",
                "type",
                "board",
                "by",
                "hash",
            }, event
    own = race.ask("GET", "/history", token=race.people[1].token).lines
    assert [event["type"] for event in own if "marks" in event] == ["cells.marked"] * 2


@pytest.mark.parametrize("seat", [None, 1, 2])
def test_what_one_is_told_proves_what_one_sees(race, seat):
    """Every hash is of the one board that this viewer keeps."""
    race.solve(1, 1, 2), race.solve(2, 3), race.write(1, {"1": ""})
    cells, token = None, race.people[seat - 1].token if seat else None
    for event in race.ask("GET", "/history", token=token).lines:
        if event["type"] == "game.started":
            cells = ["#" if sign == "#" else "." for sign in race.answers]
        if event["type"] == "cell.changed" and event["board"] == seat:
            cells[event["cell"]] = event["value"] or "."
        if "hash" in event:
            kept = {seat: drawn(cells)} if cells and seat else {}
            assert event["hash"] == projection_hash(event["sequence"], kept), event
    shown = race.show(token)
    assert shown["hash"] == projection_hash(shown["sequence"], {seat: drawn(cells)} if seat else {})


def test_a_race_has_no_pause(race):
    for name in ("pause", "resume"):
        problem(race.people[0].act(name, {}), 404, "no-such-action")
    assert not {"pause", "resume"} & set(race.view()["actions"])


def test_help_is_ones_own_affair(race):
    assert "prompt.opened" not in kinds(race.do(1, "reset"))
    body = race.do(1, "reveal")
    assert kinds(body)[-1] == "board.finished" and body["events"][-1]["assisted"] is True
    assert race.show()["state"] == "playing"


def test_it_ends_when_all_boards_are_finished(race):
    body = race.solve(2)
    finished = body["events"][-1]
    assert (finished["type"], finished["board"], finished["seat"]) == ("board.finished", 2, 2)
    assert (finished["solved"], finished["assisted"]) == (True, False)
    shown = race.show()
    assert shown["state"] == "playing" and "result" not in shown
    assert [seat.get("done", False) for seat in shown["seats"]] == [False, True, False]
    race.solve(1)
    assert kinds(race.solve(3))[-2:] == ["board.finished", "game.finished"]
    result = race.result
    assert result["winners"] == [2] and result["answer"] == DOTS and result["assisted"] is False
    solves = result["solves"]
    assert [(solve["board"], solve["seat"]) for solve in solves] == [(2, 2), (1, 1), (3, 3)]
    assert [solve["seconds"] for solve in solves] == sorted(solve["seconds"] for solve in solves)
    assert solves[0]["seconds"] == finished["seconds"] and "scores" not in result


def test_who_is_done_is_done(race):
    race.solve(2)
    with unchanged(race):
        for answer in (
            race.people[1].edit(1, "X"),
            race.people[1].act("reset", {}),
            race.people[1].act("reveal", {}),
        ):
            problem(answer, (404, 409, 423))


def test_who_is_done_still_sees_no_other_board(race):
    race.solve(1, 1), race.solve(2)
    shown = race.view(2)
    assert "answer" not in str(shown["clues"]) and [board["board"] for board in shown["boards"]] == [2]
    problem(race.ask("GET", "/boards/1", token=race.people[1].token), 403, "hidden")


def test_who_had_help_comes_after_who_had_none(server):
    game = Mini(server, "Ann", "Ben", mode="race")
    game.solve(1, 1)
    game.do(1, "check"), game.solve(1, but=[1])
    game.solve(2)
    result = game.result
    assert result["winners"] == [2] and result["assisted"] is False
    assert [(solve["seat"], solve["assisted"]) for solve in result["solves"]] == [(2, False), (1, True)]


def test_who_resigns_or_leaves_has_not_solved_it(race):
    body = race.do(1, "resign")
    assert kinds(body) == ["board.finished"]
    assert (body["events"][0]["seat"], body["events"][0]["solved"]) == (1, False)
    assert race.ask("DELETE", "/seats/3", token=race.people[2].token).status == 204
    shown = race.show()
    assert [seat["seat"] for seat in shown["seats"]] == [1, 2, 3], "the seat stays"
    assert [seat.get("done", False) for seat in shown["seats"]] == [True, False, True]
    problem(race.people[0].edit(1, "D"), (404, 409, 423))
    race.solve(2)
    assert race.result["winners"] == [2] and [solve["seat"] for solve in race.result["solves"]] == [2]


def test_the_host_may_send_somebody_away(race):
    assert race.ask("DELETE", "/seats/2", token=race.host).status == 204
    problem(race.ask("DELETE", "/seats/1", token=race.people[2].token), 403, "not-allowed")
    assert [seat.get("done", False) for seat in race.show()["seats"]] == [False, True, False]
    problem(race.people[1].edit(1, "D"), (401, 403, 404, 409, 423))


def test_a_rematch_of_a_race_is_a_race_that_waits(server):
    game = Mini(server, "Ann", "Ben", mode="race")
    game.do(1, "resign"), game.do(2, "resign")
    opened = game.do(1, "rematch")
    game.agree(2, opened)
    after = Game(server, game.show()["next"], game.host)
    shown = after.show()
    assert (shown["state"], shown["options"]["mode"], shown["boards"]) == ("waiting", "race", [])
    assert [seat["name"] for seat in shown["seats"]] == ["Ann", "Ben"] and "clues" not in shown
    accepted(after.act("start", token=game.people[0].token))
    assert after.show(game.people[1].token)["clues"] != clues(DOTS)


def test_when_all_give_up_nobody_wins(server):
    game = Mini(server, "Ann", "Ben", mode="race")
    game.do(1, "resign")
    assert kinds(game.do(2, "resign"))[-1] == "game.finished"
    assert (game.result["winners"], game.result["solves"], game.result["assisted"]) == ([], [], False)
    assert game.result["answer"] == DOTS


def test_after_the_end_everybody_sees_everything(race):
    race.solve(1, 1, 2), race.solve(2)
    race.do(1, "resign"), race.do(3, "resign")
    for token in (None, race.people[0].token):
        shown = race.show(token)
        texts = {board["board"]: board["text"] for board in shown["boards"]}
        assert texts[2] == DOTS and texts[1].startswith("#DO../") and len(texts) == 3
        assert shown["hash"] == shown_hash(shown) and shown["clues"] == clues(DOTS, answers=True)
        events = race.ask("GET", "/history", token=token).lines
        assert all("cell" in event for event in events if event["type"] == "cell.changed")
        assert race.ask("GET", "/board" if token else "/boards/1", token=token).status == 200
    assert race.ask("GET", "/export").status == 200


def test_autocheck_in_a_race_marks_ones_own_board(server):
    game = Mini(server, "Ann", "Ben", mode="race", autocheck=True)
    accepted(game.people[0].edit(1, "D")), accepted(game.people[1].edit(1, "X"))
    assert game.marks(1) == {1: "right"} and game.marks(2) == {1: "wrong"}


def test_full_but_wrong_is_told_to_oneself(race):
    body = race.write(1, race.right() | {"1": "X"})
    assert kinds(body)[-1] == "board.wrong" and body["events"][-1]["board"] == 1
    assert kinds(race.write(1, {"1": "D"}))[-1] == "board.finished"
