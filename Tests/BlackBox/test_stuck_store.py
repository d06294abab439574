"""A disk that hangs: edits time out with an unknown outcome, and a retry settles it. The server's clock is the test's."""

import pytest

from client import Wire, accepted, ask, eventually, metric, new_game, problem
from server_clock import StoppedServer
from streams import Stream
from syscall_faults import stuck_sync

pytestmark = [
    pytest.mark.sqlite("delays system calls on the database file"),
    pytest.mark.unsanitized("libfaketime and the sanitizers replace the same functions"),
]

TIMEOUT = 4  # seconds, more than the server gives a commit


@pytest.fixture
def game():
    with StoppedServer("--no-address-limits") as server:
        made = new_game(server)
        accepted(made.edit(0, "A"))
        yield made


def test_an_edit_that_times_out_has_an_unknown_outcome_and_a_retry_settles_it(game):
    server = game.server
    with stuck_sync(server) as stuck, Stream(server, game.path + "/events") as stream, Wire(server) as waiting:
        stream.next()
        waiting.request("POST", game.path + "/board/cells/1", {"value": "B", "move": "m1"})
        eventually(lambda: stuck.is_waiting, what="the commit")
        server.advance(1)
        assert waiting.silent(0), "the commit may still succeed in time"
        server.advance(TIMEOUT)
        problem(waiting.answer(), 503, "outcome-unknown")
        again = game.edit(1, "B", move="m1")
        assert problem(again, 503)["code"] == "outcome-unknown", "the commit is still in progress"
        problem(game.edit(2, "C", move="m2"), 503, ("store-unavailable", "store-busy"))
        assert problem(ask(server, "GET", "/readyz"), 503)["detail"]
        assert "events cannot be saved: The store does not answer." in server.stderr
        assert metric(server, "store_in_trouble") == 1 and game.sequence == 1
        stuck.end()
        assert stream.next().id == "2"
        eventually(lambda: server.advance(1) or ask(server, "GET", "/readyz").status == 200, what="recovery")
    assert "events can be saved again" in server.stderr
    assert accepted(game.edit(1, "B", move="m1"))["sequence"] == 2
    assert accepted(game.edit(2, "C", move="m2"))["sequence"] == 3
    assert [event["cell"] for event in game.history()] == [0, 1, 2]


def test_reads_are_answered_while_a_commit_waits(game):
    with stuck_sync(game.server) as stuck, Wire(game.server) as writer, Wire(game.server) as reader:
        writer.request("POST", game.path + "/board/cells/1", "B")
        eventually(lambda: stuck.is_waiting, what="the commit")
        for path in (game.path + "/board", game.path, "/", "/healthz", game.path + "/board.txt"):
            assert ask(game.server, "GET", path, wire=reader).status == 200
        assert game.sequence == 1 and writer.silent(0), "a pending edit is not visible"
        stuck.end()
        assert accepted(writer.answer())["sequence"] == 2
