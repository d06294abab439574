"""A guess race over HTTP: a whole game, in which rivals see marks but no letters, and a game with bots."""

import pytest

from client import eventually, problem
from guess_reference import marks_of
from guess_table import Guess, accepted, answer_by, kinds
from square_fold import projection_hash, shown_hash
from square_table import unchanged
from streams import Stream

SEED = 11
EMPTY = "...../...../...../...../....."


@pytest.fixture
def race(server):
    """Ann and Ben in a started race."""
    game = Guess(server, "Ann", "Ben", mode="race", seed=SEED)
    game.answer = answer_by(server, SEED)
    return game


def test_a_whole_race(server):
    game, answer = Guess(server, "Ann", "Ben", mode="race", begin=False, seed=SEED), answer_by(server, SEED)
    ann, ben = game.people
    shown = game.view()
    assert (shown["state"], shown["boards"]) == ("waiting", []) and "row" not in shown
    with unchanged(game):
        problem(ann.edit(0, "C"), 409, "game-not-started")
        problem(ben.act("start"), 403, "not-allowed")
    (event,) = accepted(ann.act("start"))["events"]
    assert (event["type"], event["order"]) == ("game.started", [1, 2])
    assert not {"calls", "lexicon"} & event.keys()
    problem(game.ask("POST", "/seats", {"name": "Late"}), 409, "game-started")
    problem(game.ask("POST", "/bots", {}, token=game.host), 409, "game-started")

    game.guess("CRANE", 1), game.guess(answer, 1)
    shown = game.show()
    assert shown["state"] == "playing" and shown["seats"][0]["done"] is True and "result" not in shown
    assert "row" not in game.view(1)
    assert answer not in game.ask("GET").text and answer not in game.ask("GET", "/history").text
    problem(game.submit(1), 409, "board-finished")
    body = game.guess(answer, 2)
    assert kinds(body) == ["cells.marked", "board.finished", "game.finished"]
    assert (body["events"][1]["seat"], body["events"][1]["guesses"]) == (2, 1)
    result = game.result
    assert (result["winners"], result["answer"]) == ([2], answer) and "scores" not in result
    assert [(solve["seat"], solve["guesses"]) for solve in result["solves"]] == [(2, 1), (1, 2)]
    for token in (None, ann.token):
        shown = game.show(token)
        assert [board["text"][:11] for board in shown["boards"]] == [f"CRANE/{answer}", f"{answer}/....."]
        assert shown["hash"] == shown_hash(shown)
        events = game.ask("GET", "/history", token=token).lines
        assert all("cell" in event for event in events if event["type"] == "cell.changed")
    assert game.ask("GET", "/export").status == 200


def test_players_see_their_own_board_and_the_marks_of_the_others(race):
    race.guess("CRANE", 1), race.guess("SLOTH", 2), race.guess("MAMMA", 1)
    accepted(race.write("SLO", 1))
    assert race.rows(1) == [marks_of(word, race.answer) for word in ("CRANE", "MAMMA")]
    assert (race.view(1)["row"], race.view(2)["row"]) == (2, 1)
    for seat, other in ((1, 2), (2, 1)):
        shown, token = race.view(seat), race.people[seat - 1].token
        assert [board["board"] for board in shown["boards"]] == [seat] and shown["hash"] == shown_hash(shown)
        problem(race.ask("GET", f"/boards/{other}", token=token), 403, "hidden")
        problem(race.ask("GET", "/boards/0", token=token), 404, "no-such-board")
        problem(race.ask("GET", "/export", token=token), 403, "hidden")
    for token in (None, race.host, race.people[1].token):
        seats = race.show(token)["seats"]
        assert seats[0]["marks"] == race.rows(1) and seats[1]["marks"] == race.rows(2)
        assert [seat["filled"] for seat in seats] == [13, 5] and not any(seat.get("done") for seat in seats)
    assert race.show()["boards"] == [] and "row" not in race.show()


def test_rivals_see_events_with_marks_but_without_letters(race):
    with Stream(race.server, race.path + "/events", token=race.people[0].token) as stream:
        stream.next()
        race.guess("CRANE", 2)
        streamed = [stream.next().data for _ in range(6)]
    assert [event["type"] for event in streamed] == ["cell.changed"] * 5 + ["cells.marked"]
    assert not any({"cell", "value", "previous"} & event.keys() for event in streamed)
    accepted(race.people[1].edit("a2", "X"))
    for token in (None, race.people[0].token):
        events = race.ask("GET", "/history", token=token).lines
        started = next(event["sequence"] for event in events if event["type"] == "game.started")
        for event in events:
            if event["type"] == "cell.changed":
                assert event.keys() - {"sequence", "time", "type", "hash"} == {"board", "by"}, event
            if "hash" in event:
                boards = {1: EMPTY} if token and event["sequence"] >= started else {}
                assert event["hash"] == projection_hash(event["sequence"], boards), event
        (marked,) = [event for event in events if event["type"] == "cells.marked"]
        assert (marked["board"], marked["by"], marked["cause"], len(marked["marks"])) == (2, 2, "submit", 5)


def test_bots_guess_by_themselves_to_the_end(server):
    levels = ["hard", "medium", "easy"]
    game, answer = Guess(server, "Ann", bots=levels, mode="race", seed=SEED), answer_by(server, SEED)
    seats = game.show()["seats"]
    assert [(seat["bot"], seat.get("level")) for seat in seats[1:]] == [(True, level) for level in levels]
    accepted(game.people[0].act("resign"))
    eventually(lambda: game.show()["state"] == "finished", 30, "the bots' last guess")
    shown = game.show()
    assert shown["result"]["answer"] == answer
    for board in shown["boards"][1:]:
        cells = [cell for cell in board["cells"] if "mark" in cell]
        for row in (cells[start : start + 5] for start in range(0, len(cells), 5)):
            word = "".join(cell["value"] for cell in row)
            assert marks_of(word, answer) == "".join(cell["mark"][0] for cell in row)
    solved = {solve["seat"]: solve["guesses"] for solve in shown["result"]["solves"]}
    assert solved.get(2, 9) <= 5, "the hard bot finds every word in five guesses"
