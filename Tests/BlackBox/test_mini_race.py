"""A race of minis over HTTP: a whole game, in which players see only their own boards until the end."""

from client import Game, problem
from game_tables import kinds
from mini_puzzles import DOTS, clues
from mini_table import Mini, accepted
from square_fold import shown_hash
from square_table import unchanged

REDACTED = {"sequence", "time", "type", "board", "by", "hash"}  # the fields of a rival's hidden event


def test_a_whole_race(server):
    game = Mini(server, "Ann", "Ben", "Eve", mode="race", begin=False)
    ann, ben, eve = game.people
    shown = game.view()
    assert (shown["state"], shown["boards"], shown["clock"]["elapsed"]) == ("waiting", [], 0)
    assert "clues" not in shown
    with unchanged(game):
        problem(ann.edit(1, "D"), 409, "game-not-started")
        problem(ben.act("start"), 403, "not-allowed")
    (event,) = accepted(ann.act("start"))["events"]
    assert (event["type"], event["order"]) == ("game.started", [1, 2, 3])
    assert not {"calls", "lexicon"} & event.keys()
    problem(game.act("start", token=game.host), 409, "game-started")
    problem(game.ask("POST", "/seats", {"name": "Late"}), 409, "game-started")
    problem(ann.act("pause"), 404, "no-such-action")

    game.solve(1, 1, 2)
    finished, won = game.solve(2)["events"][-2:]
    assert (won["type"], won["winners"]) == ("race.won", [2])
    assert (finished["type"], finished["board"], finished["seat"]) == ("board.finished", 2, 2)
    assert (finished["solved"], finished["assisted"]) == (True, False)
    shown = game.show()
    assert shown["state"] == "playing" and shown["result"] == {"winners": [2]}
    assert [seat.get("done", False) for seat in shown["seats"]] == [False, True, False]
    problem(ben.edit(1, "X"), 409, "board-finished")
    assert "answer" not in str(game.view(2)["clues"])
    problem(game.ask("GET", "/boards/1", token=ben.token), 403, "hidden")

    assert game.ask("DELETE", "/seats/3", token=eve.token).status == 204
    assert [seat.get("away", False) for seat in game.show()["seats"]] == [False, False, True]
    assert kinds(game.do(1, "reveal"))[-2:] == ["board.finished", "game.finished"]
    result = game.result
    assert (result["winners"], result["answer"], result["assisted"]) == ([2], DOTS, False)
    assert [(solve["seat"], solve["assisted"]) for solve in result["solves"]] == [(2, False), (1, True)]
    assert result["solves"][0]["seconds"] == finished["seconds"] and "scores" not in result

    for token in (None, ann.token):
        shown = game.show(token)
        assert [board["text"] for board in shown["boards"]] == [DOTS, DOTS, "#..../...../...../...../....#"]
        assert shown["hash"] == shown_hash(shown) and shown["clues"] == clues(DOTS, answers=True)
        events = game.ask("GET", "/history", token=token).lines
        assert all("cell" in event for event in events if event["type"] == "cell.changed")
    assert game.ask("GET", "/export").status == game.ask("GET", "/boards/1").status == 200

    game.agree(2, game.do(1, "rematch"))
    after = Game(server, game.show()["next"], game.host)
    shown = after.show()
    assert (shown["state"], shown["options"]["mode"], shown["boards"]) == ("waiting", "race", [])
    assert [seat["name"] for seat in shown["seats"]] == ["Ann", "Ben"] and "clues" not in shown


def test_players_see_their_own_board_and_rivals_see_events_without_letters_marks_or_verdicts(server):
    race = Mini(server, "Ann", "Ben", "Eve", mode="race")
    race.solve(1, 1, 2), race.solve(2, 5, 1)
    accepted(race.people[1].edit(3, "X", pencil=True))
    race.do(2, "check", scope="word", cell=1), race.do(2, "reveal", scope="cell", cell=6)
    race.write(2, {cell: "Z" for cell in race.right(but=[1, 5, 6])})
    assert race.view(1)["boards"][0]["text"].startswith("#DO../")
    assert race.view(2)["boards"][0]["text"].startswith("#DZZZ/FEZZZ/")
    for seat in (1, 2, 3):
        shown, token = race.view(seat), race.person(seat).token
        assert [board["board"] for board in shown["boards"]] == [seat]
        assert shown["clues"] == clues(DOTS) and shown["hash"] == shown_hash(shown)
        assert race.ask("GET", f"/boards/{seat}", token=token).status == 200
        problem(race.ask("GET", "/boards/0", token=token), 404, "no-such-board")
        for other in {1, 2, 3} - {seat}:
            problem(race.ask("GET", f"/boards/{other}", token=token), 403, "hidden")
    for token in (None, race.host):
        shown = race.show(token)
        assert shown["boards"] == [] and shown["hash"] == shown_hash(shown)
        assert [seat["filled"] for seat in shown["seats"]] == [2, 23, 0]
        problem(race.ask("GET", "/boards/1", token=token), 403, "hidden")
        problem(race.ask("GET", "/export", token=token), 403, "hidden")
    for seat in (None, 1, 3):
        events = race.ask("GET", "/history", token=race.person(seat).token if seat else None).lines
        hidden = [event for event in events if event.get("board") == 2]
        assert {event["type"] for event in hidden} == {"cell.changed", "cells.marked", "board.wrong"}
        assert all(event.keys() <= REDACTED for event in hidden), hidden
