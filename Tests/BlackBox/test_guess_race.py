"""The hidden word as a race: the same secret, own boards, marks of the others without letters; and bots."""

import time

import pytest

from client import problem
from guess_reference import marks_of
from guess_table import Guess, accepted, answer_by, create, kinds
from square_fold import projection_hash, shown_hash
from square_table import unchanged
from streams import Stream

SEED = 11
WORDS = ["CRANE", "SLOTH", "MAMMA", "SPEED", "BUMPY", "EERIE"]


@pytest.fixture
def race(server):
    """Ann and Ben after the start."""
    game = Guess(server, "Ann", "Ben", mode="race", seed=SEED)
    game.answer = answer_by(server, SEED)
    return game


def test_a_race_waits_for_the_start(server):
    game = Guess(server, "Ann", "Ben", mode="race", begin=False)
    assert game.view()["state"] == "waiting" and game.view()["boards"] == [] and "row" not in game.view()
    with unchanged(game):
        problem(game.people[0].edit(0, "C"), (404, 409), ("game-not-started", "no-such-board"))
        problem(game.submit(), (404, 409))
        problem(game.people[1].act("start"), 403, "not-allowed")
    (event,) = accepted(game.people[0].act("start"))["events"]
    assert event["type"] == "game.started" and event["order"] == [1, 2]
    assert not {"calls", "lexicon"} & event.keys()
    problem(game.ask("POST", "/seats", {"name": "Late"}), 409, "game-started")
    problem(game.ask("POST", "/bots", {}, token=game.host), 409, ("game-started", "no-bots"))


def test_all_guess_the_same_word_on_boards_of_their_own(race):
    for seat, word in ((1, "CRANE"), (2, "SLOTH"), (1, "MAMMA")):
        race.guess(word, seat)
    assert race.rows(1) == [marks_of(word, race.answer) for word in ("CRANE", "MAMMA")]
    assert race.rows(2) == [marks_of("SLOTH", race.answer)]
    assert (race.view(1)["row"], race.view(2)["row"]) == (2, 1)
    for seat, other in ((1, 2), (2, 1)):
        shown, token = race.view(seat), race.people[seat - 1].token
        assert [board["board"] for board in shown["boards"]] == [seat]
        assert shown["hash"] == shown_hash(shown)
        problem(race.ask("GET", f"/boards/{other}", token=token), 403, "hidden")
        problem(race.ask("GET", "/boards/0", token=token), 404, "no-such-board")
        problem(race.ask("GET", "/export", token=token), 403, "hidden")


def test_seats_show_the_marks_of_submitted_rows_and_no_letters(race):
    race.guess("CRANE", 1)
    accepted(race.write("SLOTH", 1))
    for token in (None, race.host, race.people[1].token):
        seats = race.show(token)["seats"]
        assert seats[0]["marks"] == [marks_of("CRANE", race.answer)] and seats[1].get("marks", []) == []
        assert [seat["filled"] for seat in seats] == [10, 0]
        assert not any(seat.get("done") for seat in seats)
    assert race.show()["boards"] == [] and "row" not in race.show()


def test_rivals_letters_are_hidden_and_their_marks_told(race):
    race.guess("CRANE", 2)
    accepted(race.people[1].edit("a2", "X"))
    for token in (None, race.people[0].token):
        events = race.ask("GET", "/history", token=token).lines
        for event in events:
            if event["type"] == "cell.changed":
                told = event.keys() - {"sequence", "time", "type", "hash"}
                assert told == {"board", "by"} and event["board"] == 2
        (marked,) = [event for event in events if event["type"] == "cells.marked"]
        assert (marked["board"], marked["by"], marked["cause"], len(marked["marks"])) == (2, 2, "submit", 5)
        for event in events:
            if "hash" in event:
                text = "...../...../...../...../....."
                kept = {1: text} if token and event["sequence"] >= started(events) else {}
                assert event["hash"] == projection_hash(event["sequence"], kept), event


def started(events):
    return next(event["sequence"] for event in events if event["type"] == "game.started")


def test_a_stream_of_a_rival_tells_the_same(race):
    with Stream(race.server, race.path + "/events", token=race.people[0].token) as stream:
        stream.next()
        race.guess("CRANE", 2)
        told = [stream.next().data for _ in range(6)]
    assert [event["type"] for event in told] == ["cell.changed"] * 5 + ["cells.marked"]
    assert not any({"cell", "value", "previous"} & event.keys() for event in told)


def test_it_ends_when_all_boards_are_finished(race):
    race.guess("CRANE", 1), race.guess(race.answer, 1)
    shown = race.show()
    assert shown["state"] == "playing" and shown["seats"][0]["done"] is True and "result" not in shown
    assert race.answer not in race.ask("GET").text and "row" not in race.view(1)
    assert race.answer not in race.ask("GET", "/history").text
    with unchanged(race):
        problem(race.write("SLOTH", 1, row=2), (404, 409, 423))
        problem(race.submit(1), (404, 409))
    body = race.guess(race.answer, 2)
    assert kinds(body) == ["cells.marked", "board.finished", "game.finished"]
    assert (body["events"][1]["seat"], body["events"][1]["guesses"]) == (2, 1)
    result = race.result
    assert result["winners"] == [2], "fewer guesses before less time"
    assert [(solve["seat"], solve["guesses"]) for solve in result["solves"]] == [(2, 1), (1, 2)]
    assert result["answer"] == race.answer and "scores" not in result


def test_after_the_end_everybody_sees_everything(race):
    race.guess("CRANE", 1), race.guess(race.answer, 2)
    accepted(race.people[0].act("resign"))
    for token in (None, race.people[0].token):
        shown = race.show(token)
        assert [board["text"][:5] for board in shown["boards"]] == ["CRANE", race.answer]
        assert shown["hash"] == shown_hash(shown)
        events = race.ask("GET", "/history", token=token).lines
        assert all("cell" in event for event in events if event["type"] == "cell.changed")
    assert race.ask("GET", "/export").status == 200


def test_who_resigns_or_leaves_has_not_solved_it(server):
    game = Guess(server, "Ann", "Ben", "Eve", mode="race", seed=SEED)
    (event,) = accepted(game.people[0].act("resign"))["events"]
    assert (event["type"], event["seat"], event["solved"]) == ("board.finished", 1, False)
    assert game.ask("DELETE", "/seats/3", token=game.people[2].token).status == 204
    assert [seat.get("done", False) for seat in game.show()["seats"]] == [True, False, True]
    game.guess(answer_by(server, SEED), 2)
    assert game.result["winners"] == [2] and [solve["seat"] for solve in game.result["solves"]] == [2]


def test_five_rows_are_all_there_is(server):
    game = Guess(server, "Ann", mode="race", seed=SEED)
    answer = answer_by(server, SEED)
    for word in [word for word in WORDS if word != answer][:5]:
        body = game.guess(word)
    assert kinds(body) == ["cells.marked", "board.finished", "game.finished"]
    assert (game.result["winners"], game.result["solves"]) == ([], [])


@pytest.mark.parametrize("levels", [["hard", "medium", "easy"]], ids=str)
def test_bots_guess_by_themselves_to_the_end(server, levels):
    game = Guess(server, "Ann", bots=levels, mode="race", seed=SEED)
    seats = game.show()["seats"]
    assert [seat["bot"] for seat in seats] == [False, True, True, True]
    assert [seat.get("level") for seat in seats[1:]] == levels
    accepted(game.people[0].act("resign"))
    deadline = time.monotonic() + 40
    while (shown := game.show())["state"] != "finished":
        assert time.monotonic() < deadline, shown
        game.ask("GET", f"/board?after={shown['sequence']}&wait=2", token=game.people[0].token)
    answer, events = shown["result"]["answer"], game.history()
    assert answer == answer_by(server, SEED)
    assert {event["cause"] for event in events if event["type"] == "cell.changed"} == {"bot"}
    for board in shown["boards"][1:]:
        marks = [cell["mark"][0] for cell in board["cells"] if "mark" in cell]
        letters = [cell["value"] for cell in board["cells"] if "mark" in cell]
        for row in range(0, len(marks), 5):
            assert marks_of("".join(letters[row : row + 5]), answer) == "".join(marks[row : row + 5])
    solved = {solve["seat"]: solve["guesses"] for solve in shown["result"]["solves"]}
    assert solved.get(2, 9) <= 5, "the hard one needs five at most"


def test_bots_may_be_seated_by_who_may_and_before_the_start(server):
    game = Guess(server, "Ann", mode="race", begin=False)
    problem(game.ask("POST", "/bots", {}), 401, "token-needed")
    for body in ({"level": "best"}, {"level": 1}, {"lvl": "easy"}):
        problem(game.ask("POST", "/bots", body, token=game.host), 422)
    assert create(server, mode="race").json["state"] == "waiting"
