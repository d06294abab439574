"""A guess race over HTTP: a whole game, in which rivals see marks but no letters, and a game with bots."""

from client import problem
from game_tables import kinds
from guess_reference import marks_of
from guess_table import Guess, accepted, answer_by
from square_fold import shown_hash
from square_table import unchanged
from streams import Stream

SEED = 11


def test_a_whole_race(server):
    race, answer = Guess(server, "Ann", "Ben", mode="race", begin=False, seed=SEED), answer_by(server, SEED)
    ann, ben = race.people
    shown = race.view()
    assert (shown["state"], shown["boards"]) == ("waiting", []) and "row" not in shown
    with unchanged(race):
        problem(ann.edit(0, "C"), 409, "game-not-started")
        problem(ben.act("start"), 403, "not-allowed")
    (event,) = race.do(1, "start")["events"]
    assert (event["type"], event["order"]) == ("game.started", [1, 2])
    assert not {"calls", "lexicon"} & event.keys()
    problem(race.ask("POST", "/seats", {"name": "Late"}), 409, "game-started")
    problem(race.ask("POST", "/bots", {}, token=race.host), 409, "game-started")

    with Stream(server, race.path + "/events", token=ann.token) as stream:
        stream.next()
        race.guess("SLOTH", 2)
        streamed = [stream.next().data for _ in range(6)]
    assert [event["type"] for event in streamed] == ["cell.changed"] * 5 + ["cells.marked"]
    race.guess("CRANE", 1), accepted(race.write("SLO", 1))
    for event in streamed[:5]:
        assert event.keys() - {"sequence", "time", "type", "hash"} == {"board", "by"}, event
    assert (streamed[5]["cause"], len(streamed[5]["marks"])) == ("submit", 5)
    for token in (None, race.host, ben.token):
        seats = race.show(token)["seats"]
        assert [seat["marks"] for seat in seats] == [race.rows(1), race.rows(2)]
        assert [seat["filled"] for seat in seats] == [8, 5] and not any(seat.get("done") for seat in seats)
    assert race.rows(1) == [marks_of("CRANE", answer)] and race.rows(2) == [marks_of("SLOTH", answer)]
    assert race.show()["boards"] == [] and "row" not in race.show()
    for seat, other in ((1, 2), (2, 1)):
        shown, token = race.view(seat), race.person(seat).token
        assert [board["board"] for board in shown["boards"]] == [seat] and shown["row"] == 1
        assert shown["hash"] == shown_hash(shown)
        problem(race.ask("GET", f"/boards/{other}", token=token), 403, "hidden")
        problem(race.ask("GET", "/boards/0", token=token), 404, "no-such-board")
        problem(race.ask("GET", "/export", token=token), 403, "hidden")

    race.guess(answer, 1)
    shown = race.show()
    assert shown["state"] == "playing" and shown["seats"][0]["done"] is True and shown["result"] == {"winners": [1]}
    assert "row" not in race.view(1)
    assert answer not in race.ask("GET").text and answer not in race.ask("GET", "/history").text
    problem(race.submit(1), 409, "board-finished")
    body = race.guess(answer, 2)
    assert kinds(body) == ["cells.marked", "board.finished", "game.finished"]
    assert (body["events"][1]["seat"], body["events"][1]["guesses"]) == (2, 2)
    result = race.result
    assert result["answer"] == answer and "scores" not in result
    assert sorted((solve["seat"], solve["guesses"]) for solve in result["solves"]) == [(1, 2), (2, 2)]
    for token in (None, ann.token):
        shown = race.show(token)
        assert [board["text"][:11] for board in shown["boards"]] == [f"CRANE/{answer}", f"SLOTH/{answer}"]
        assert shown["hash"] == shown_hash(shown)
        events = race.ask("GET", "/history", token=token).lines
        assert all("cell" in event for event in events if event["type"] == "cell.changed")
    assert race.ask("GET", "/export").status == 200


def test_bots_guess_by_themselves_to_the_end(server):
    levels = ["hard", "medium", "easy"]
    game, answer = Guess(server, "Ann", bots=levels, mode="race", seed=SEED), answer_by(server, SEED)
    seats = game.show()["seats"]
    assert [(seat["bot"], seat.get("level")) for seat in seats[1:]] == [(True, level) for level in levels]
    with Stream(server, game.path + "/events", timeout=30) as stream:
        game.do(1, "resign")
        stream.next("game.finished")
    shown = game.show()
    assert shown["result"]["answer"] == answer
    for board in shown["boards"][1:]:
        cells = [cell for cell in board["cells"] if "mark" in cell]
        for row in (cells[start : start + 5] for start in range(0, len(cells), 5)):
            word = "".join(cell["value"] for cell in row)
            assert marks_of(word, answer) == "".join(cell["mark"][0] for cell in row)
    solved = {solve["seat"]: solve["guesses"] for solve in shown["result"]["solves"]}
    assert solved.get(2, 9) <= 5, "the hard bot finds every word in five guesses"
