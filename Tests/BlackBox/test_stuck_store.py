"""A disk that hangs: edits time out with an unknown outcome, and a retry settles it."""

import time

import pytest

from client import Wire, accepted, ask, eventually, new_game, problem
from streams import Stream
from syscall_faults import SyscallFaults

pytestmark = pytest.mark.sqlite("delays system calls on the database file")

STUCK = 6_000_000  # microseconds, twice the server's timeout for a commit


@pytest.fixture
def game(own_free_server):
    made = new_game(own_free_server)
    accepted(made.edit(0, "A"))
    return made


def test_an_edit_that_times_out_has_an_unknown_outcome_and_a_retry_settles_it(own_free_server, game):
    with SyscallFaults(own_free_server, f"fdatasync:delay_enter={STUCK}:when=1"):
        with Stream(own_free_server, game.path + "/events") as stream:
            stream.next()
            began = time.monotonic()
            problem(game.edit(1, "B", move="m1"), 503, "outcome-unknown")
            assert 1 < time.monotonic() - began < 5
            again = game.edit(1, "B", move="m1")
            assert problem(again, 503)["code"] == "outcome-unknown", "the commit is still in progress"
            problem(game.edit(2, "C", move="m2"), 503, ("store-unavailable", "store-busy"))
            assert problem(ask(own_free_server, "GET", "/readyz"), 503)["detail"]
            assert "events cannot be saved: The store does not answer." in own_free_server.stderr
            assert "fivebyfive_store_in_trouble 1" in ask(own_free_server, "GET", "/metrics").text
            assert stream.quiet(0.1)
            eventually(lambda: game.sequence == 2, 6, "the commit")
            assert stream.next().id == "2"
    eventually(lambda: ask(own_free_server, "GET", "/readyz").status == 200, 3, "recovery")
    assert "events can be saved again" in own_free_server.stderr
    assert accepted(game.edit(1, "B", move="m1"))["sequence"] == 2
    assert accepted(game.edit(2, "C", move="m2"))["sequence"] == 3
    assert [event["cell"] for event in game.history()] == [0, 1, 2]


def test_reads_stay_fast(own_free_server, game):
    with SyscallFaults(own_free_server, f"fdatasync:delay_enter={STUCK // 2}:when=1"):
        with Wire(own_free_server) as writer, Wire(own_free_server) as reader:
            writer.request("POST", game.path + "/board/cells/1", "B")
            deadline, slowest = time.monotonic() + 2, 0
            while time.monotonic() < deadline:
                for path in (game.path + "/board", game.path, "/", "/healthz", game.path + "/board.txt"):
                    began = time.monotonic()
                    assert ask(own_free_server, "GET", path, wire=reader).status == 200
                    slowest = max(slowest, time.monotonic() - began)
                time.sleep(0.02)
            assert slowest < 0.5 and game.sequence == 1, "a pending edit is not visible"
            assert writer.answer().status in (200, 503)
    eventually(lambda: game.sequence == 2, 4, "the commit")
