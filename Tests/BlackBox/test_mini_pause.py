"""A paused mini hides its letters in every answer, stream and poll."""

import pytest

from client import Wire, problem
from mini_puzzles import DOTS, clues
from mini_table import Mini, accepted
from square_fold import projection_hash, shown_hash
from square_table import unchanged
from streams import Stream

LETTERS = {"cell", "value", "previous", "marks"}  # the fields that a hidden event lacks


@pytest.fixture
def one(server):
    """Ann, who has written Q and has not paused yet."""
    game = Mini(server, "Ann")
    accepted(game.people[0].edit(1, "Q"))
    return game


def test_a_pause_hides_everything_from_everybody_until_any_player_resumes(server):
    game = Mini(server, "Ann", "Ben")
    game.solve(1, 1, 2, 3), game.do(2, "check", scope="cell", cell=1)
    (event,) = game.do(1, "pause")["events"]
    assert (event["type"], event["by"]) == ("game.paused", 1)
    for token in game.viewers:
        answer = game.ask("GET", token=token)
        shown = answer.json
        assert shown["paused"] is True and shown["boards"] == [] and "Hint" not in answer.text
        assert shown["state"] == "playing" and not {"clues", "result"} & shown.keys()
        assert shown["clock"]["running"] is False
        assert shown["hash"] == shown_hash(shown) == projection_hash(shown["sequence"], {})
        for path in ("/board", "/board.txt", "/board.svg", "/boards/0", "/board?at=4", "/export"):
            problem(game.ask("GET", path, token=token), 403, "hidden")
        events = game.ask("GET", "/history", token=token).lines
        assert [event["sequence"] for event in events] == list(range(1, len(events) + 1))
        assert not any(LETTERS & event.keys() for event in events)
    for query in ("", "?after=2"):
        with Stream(game.server, game.path + "/events" + query, token=game.people[0].token) as stream:
            first = stream.next().data
            assert first.get("boards", []) == [] and not LETTERS & first.keys()
    ann, names = game.people[0], game.view()["actions"]
    assert "resume" in names and not {"check", "pause"} & set(names)
    with unchanged(game):
        problem(game.act("resume"), 401, "token-needed")
        problem(ann.act("reveal"), 409, "game-paused")
        for body in ({"value": "X"}, {"value": "X", "expect": "Q"}, {"value": "X", "pencil": True}):
            answer = game.ask("POST", "/board/cells/2", body, token=ann.token)
            assert "cell" not in problem(answer, 409, "game-paused")
        stale = game.edit(2, "X", token=ann.token, headers={"If-Match": '"1"'})
        assert stale.status in (409, 412) and "cell" not in stale.json
    (event,) = game.do(2, "resume")["events"]
    assert (event["type"], event["by"]) == ("game.resumed", 2)
    shown = game.show()
    assert "paused" not in shown and shown["clues"] == clues(DOTS) and shown["clock"]["running"] is True
    assert shown["boards"][0]["text"].startswith("#DOT./") and game.marks() == {1: "right"}
    assert all("cell" in event for event in game.history() if event["type"] == "cell.changed")


def test_a_parked_poll_is_not_answered_with_the_board_of_a_pause(one):
    path, sequence = f"{one.path}/board", one.show()["sequence"]
    requests = [
        (f"{path}?after={sequence}&wait=25", {}),
        (f"{path}.txt?after={sequence}&wait=25", {}),
        (f"{one.path}/boards/0?after={sequence}&wait=25", {}),
        (path, {"If-None-Match": f'"{sequence}"', "Prefer": "wait=25"}),
        (f"{path}?after={sequence + 1000}&wait=3", {"If-None-Match": "*"}),  # ends with its time
    ]
    wires = []
    for target, headers in requests:
        wires.append(Wire(one.server, timeout=30).request("GET", target, headers=headers))
    one.do(1, "pause")
    for wire in wires:
        answer = wire.answer()
        problem(answer, 403, "hidden")
        wire.close()
    with Wire(one.server, timeout=30) as wire:
        wire.request("GET", f"{path}?after={one.show()['sequence']}&wait=25")
        problem(wire.answer(), 403, "hidden")


def test_a_stream_continues_through_a_pause(one):
    with Stream(one.server, one.path + "/events", token=one.people[0].token) as stream:
        stream.next()
        one.do(1, "pause")
        ben = one.seat("Ben")
        accepted(ben.act("resume")), accepted(ben.edit(2, "O"))
        events = [stream.next() for _ in range(4)]
    assert [event.name for event in events] == ["game.paused", "seat.taken", "game.resumed", "cell.changed"]
    for event in events[:2]:
        assert event.data["hash"] == projection_hash(event.data["sequence"], {}), event
    text = "#Q.../...../...../...../....#"
    assert events[2].data["hash"] == projection_hash(events[2].data["sequence"], {0: text})
