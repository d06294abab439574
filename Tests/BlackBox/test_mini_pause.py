"""Pause: the board and the clues are hidden from everybody, and the clock stands."""

import time

import pytest

from client import problem
from mini_puzzles import DOTS, clues
from mini_table import Mini, accepted, kinds
from square_fold import projection_hash, shown_hash
from square_table import unchanged
from streams import Stream


@pytest.fixture
def game(server):
    """Ann and Ben; three letters are written, one of them checked; Ann has paused."""
    table = Mini(server, "Ann", "Ben")
    table.solve(1, 1, 2, 3)
    table.do(2, "check", scope="cell", cell=1)
    (event,) = table.do(1, "pause")["events"]
    assert (event["type"], event["by"]) == ("game.paused", 1)
    table.viewers = (None, table.host, *(person.token for person in table.people))
    return table


def test_a_pause_hides_the_board_and_the_clues_from_everybody(game):
    for token in game.viewers:
        answer = game.ask("GET", token=token)
        shown = answer.json
        assert shown["paused"] is True and shown["boards"] == [] and "Hint" not in answer.text
        assert shown["state"] == "playing" and not {"clues", "result"} & shown.keys()
        assert shown["hash"] == shown_hash(shown) == projection_hash(shown["sequence"], {})
        for path in ("/board", "/board.txt", "/board.svg", "/boards/0", "/board?at=4", "/board?after=0"):
            problem(game.ask("GET", path, token=token), 403, "hidden")
        problem(game.ask("GET", "/export", token=token), 403, "hidden")


def test_a_pause_hides_the_past_too(game):
    for token in game.viewers:
        events = game.ask("GET", "/history", token=token).lines
        assert [event["sequence"] for event in events] == list(range(1, len(events) + 1))
        for event in events:
            assert not {"cell", "value", "previous", "marks"} & event.keys(), event


def test_a_stream_that_begins_in_a_pause_tells_no_letter(game):
    with Stream(game.server, game.path + "/events", token=game.people[0].token) as stream:
        assert stream.next().data["boards"] == []
    with Stream(game.server, game.path + "/events?after=2", token=game.people[0].token) as stream:
        for _ in range(5):
            assert not {"cell", "value", "previous", "marks"} & stream.next().data.keys()


def test_nothing_is_written_in_a_pause(game):
    with unchanged(game):
        problem(game.people[0].edit(4, "S"), 409, "game-paused")
        problem(game.patch(1, {"4": "S"}), 409, "game-paused")
        for name in ("check", "reveal", "reset", "undo", "clear"):
            problem(game.people[0].act(name, {}), 409, "game-paused")


def test_a_refusal_in_a_pause_tells_no_cell(game):
    for body in ({"value": "X"}, {"value": "X", "expect": "Q"}, {"value": "X", "pencil": True}):
        answer = game.ask("POST", "/board/cells/2", body, token=game.people[0].token)
        assert answer.status == 409 and "cell" not in answer.json
    stale = game.edit(2, "X", token=game.people[0].token, headers={"If-Match": '"1"'})
    assert stale.status in (409, 412) and "cell" not in stale.json


def test_the_clock_stands(game):
    one = game.show()["clock"]
    time.sleep(0.15)
    assert game.show()["clock"] == one and one["running"] is False
    began = time.monotonic()
    game.do(2, "resume")
    clock, passed = game.show()["clock"], time.monotonic() - began
    assert clock["running"] is True and clock["elapsed"] < one["elapsed"] + passed + 0.01


def test_seconds_are_without_the_pause(server):
    began = time.monotonic()
    game = Mini(server, "Ann")
    game.do(1, "pause")
    time.sleep(0.5)
    game.do(1, "resume")
    game.solve(1)
    played = time.monotonic() - began - 0.5
    assert game.result["solves"][0]["seconds"] < played + 0.01
    assert game.result["seconds"] < played + 0.01


def test_anybody_seated_resumes_and_all_is_there_again(game):
    body = game.do(2, "resume")
    assert kinds(body) == ["game.resumed"] and body["events"][0]["by"] == 2
    shown = game.show()
    assert "paused" not in shown and shown["clues"] == clues(DOTS)
    assert shown["boards"][0]["text"].startswith("#DOT./") and game.marks() == {1: "right"}
    assert all("cell" in event for event in game.history() if event["type"] == "cell.changed")
    accepted(game.people[0].edit(4, "S"))


def test_pausing_twice_is_one_pause(game):
    with unchanged(game):
        assert game.do(2, "pause")["events"] == []
    game.do(1, "resume")
    with unchanged(game):
        assert game.do(1, "resume")["events"] == []


def test_spectators_do_not_pause(game):
    with unchanged(game):
        problem(game.act("resume"), 401, "token-needed")
        problem(game.act("resume", token="x" * 32), 401, "unknown-token")
        problem(game.people[0].act("resume", {"more": 1}), 422)


def test_the_actions_of_a_pause_are_listed(game):
    names = game.view()["actions"]
    assert "resume" in names and not {"check", "reveal", "reset", "undo"} & set(names)
    game.do(1, "resume")
    names = game.view()["actions"]
    assert {"pause", "check", "reveal", "reset", "resign"} <= set(names) and "resume" not in names


def test_a_paused_game_may_be_given_up(server):
    game = Mini(server, "Ann")
    game.do(1, "pause")
    answer = game.act("close", token=game.host)
    assert answer.status == 200, answer
    shown = game.show()
    assert shown["state"] == "finished" and shown["clues"] == clues(DOTS, answers=True)
    assert len(shown["boards"]) == 1 and "paused" not in shown
