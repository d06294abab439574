"""Whole word squares over HTTP, and the moves that the server makes by itself."""

from client import ask, problem
from square_fold import Viewer, projection_hash
from square_referee import Referee
from square_table import Table, accepted, scores
from streams import Stream


def test_two_people_and_two_bots_play_to_the_end(server):
    game = Table(server, "Ann", "Ben", bots=["easy", "hard"], end="free-last")
    tokens = {None: None} | {person.number: person.token for person in game.people}
    streams = {seat: Stream(server, game.path + "/events?after=0", token=token) for seat, token in tokens.items()}
    try:
        shown = game.play()
        check_result(game, shown)
        check_history(game, "free-last")
        for seat, stream in streams.items():
            check_stream(game, seat, stream)
        document = game.ask("GET", "/export").json
        document["setup"]["options"]["lexicon"] = "klingon"
        problem(ask(server, "POST", "/games/import", document), 422)
    finally:
        for stream in streams.values():
            stream.close()


def check_result(game, shown):
    """The points are those of the boards, and the best seats win."""
    result, expected = shown["result"], scores(game)
    best = max(expected.values())
    assert result["scores"] == expected and result["seconds"] >= 0
    assert result["winners"] == [int(seat) for seat, score in sorted(expected.items()) if score == best]
    for seat in shown["seats"]:
        assert seat["score"] == expected[str(seat["seat"])] and seat["filled"] == 25
    for board in shown["boards"]:
        assert board["score"] == expected[str(board["board"])]


def check_history(game, end):
    """Every event is allowed, the moves of bots are marked, and the end is the last event."""
    events = game.history()
    referee = Referee(end).read(events)
    assert referee.over and referee.texts() == game.texts()
    for event in events:
        if event["type"] in ("letter.called", "cell.changed"):
            assert event.get("cause") == ("bot" if event["by"] > 2 else None), event
    assert events[-1]["type"] == "game.finished" and events[-1]["result"] == game.show()["result"]


def check_stream(game, seat, stream):
    """The stream of a viewer has every event and hash to the end, and no hidden placement before it."""
    viewer, first = Viewer(seat), stream.next()
    assert first.name == "snapshot" or first.id == "1"
    if first.name == "snapshot":
        viewer.sequence = first.data["sequence"]
        viewer.cells = list("." * 25) if seat else None
    else:
        viewer.apply(first.data)
    while not viewer.over:
        event = stream.next()
        viewer.apply(event.data)
        assert event.id == str(viewer.sequence)
    texts = game.texts()
    assert event.data["hash"] == projection_hash(viewer.sequence, texts)
    if seat:
        assert viewer.boards[seat] == texts[seat]


def test_the_server_calls_for_a_single_player_to_the_end(server):
    game = Table(server, "Ann", end="shared")
    shown = game.view()
    assert shown["round"]["step"] == "place" and len(shown["called"]) == 1 and "turn" not in shown
    events = accepted(game.place(1, game.next_cell(1)))["events"]
    assert [event["type"] for event in events] == ["cell.changed", "letter.called"]
    assert not {"by", "cause"} & events[1].keys()
    letters = game.letters_to_the_end()
    assert len(letters) == 25 and game.show()["result"]["winners"] == [1]
    assert Table(server, "Ann", end="shared").letters_to_the_end() != letters, "the server chooses the seed"


def test_a_bot_plays_for_a_player_who_has_left_until_the_return_and_a_removed_one_stays_away(server):
    game = Table(server, "Ann", "Ben", "Eve")
    problem(game.leave(2, token=game.people[0].token), 403, "not-allowed")
    assert game.leave(2).status == 204 and game.leave(3, token=game.host).status == 204
    left = [(event["seat"], event.get("kicked")) for event in game.history() if event["type"] == "seat.away"]
    assert left == [(2, None), (3, True)]
    game.away |= {2, 3}
    shown = game.play_rounds(2)
    assert shown["seats"][1]["away"] is True and shown["seats"][1]["name"] == "Ben"
    moves = [event for event in game.history() if event.get("by") in (2, 3)]
    assert len(moves) >= 5 and all(event["cause"] == "bot" for event in moves)
    events = game.do(2, "return")["events"]
    assert [(event["type"], event["seat"]) for event in events] == [("seat.back", 2)]
    assert "away" not in game.view()["seats"][1]
    problem(game.people[2].act("return"), 403, "not-allowed")
    kicked = game.people[2].token
    problem(ask(server, "POST", f"{game.path}/reactions", {"reaction": "🔥"}, token=kicked), 403, "not-allowed")
