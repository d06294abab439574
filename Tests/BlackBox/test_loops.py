"""Several event loops: none serves an older state than any client has seen."""

import contextlib

import pytest

from client import Wire, accepted, ask, eventually, new_game, problem
from mini_table import Mini
from server_process import ServerProcess
from streams import Stream
from test_sleeping_games import send_to_sleep
from wire import Closed

READERS = 8  # connections; the chance that all are on the same one of two loops is 1 in 128


@pytest.fixture(scope="module")
def two_loops():
    with ServerProcess("--io-threads", 2, "--no-address-limits") as running:
        yield running


@contextlib.contextmanager
def wires(server, count=READERS):
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(Wire(server)) for _ in range(count)]


def test_an_answered_edit_is_visible_on_every_loop(two_loops):
    game = new_game(two_loops)
    with wires(two_loops) as readers:
        for turn in range(60):
            edited = accepted(game.edit(turn % 25, "ABC"[turn // 25], wire=readers[turn % READERS]))
            sequence = edited["sequence"]
            for wire in readers:
                board = game.ask("GET", "/board", wire=wire)
                assert board.json["sequence"] == sequence and board.etag == f'"{sequence}"'
                assert game.ask("GET", "/board", headers={"If-None-Match": board.etag}, wire=wire).status == 304


def test_a_streamed_event_is_visible_on_every_loop(two_loops):
    game = new_game(two_loops)
    with wires(two_loops) as readers, Stream(two_loops, game.path + "/events") as stream:
        stream.next("snapshot")
        for turn in range(40):
            game.edit(turn % 25, "ABC"[turn // 25], wire=readers[0])
            (event,) = stream.take_events(1)
            for wire in readers:
                assert game.ask("GET", "/board", wire=wire).json["sequence"] >= int(event.id)


def test_every_loop_serves_each_media_type_and_refuses_others(two_loops):
    game = new_game(two_loops)
    with wires(two_loops) as readers:
        for letter in "AB":
            accepted(game.edit("c3", letter))
            for wire in readers:
                text = game.ask("GET", "/board", headers={"Accept": "text/plain"}, wire=wire)
                assert (text.media, text.text.split("\n")[2]) == ("text/plain", f"..{letter}..")
                drawn = game.ask("GET", "/board", headers={"Accept": "image/svg+xml"}, wire=wire)
                assert drawn.media == "image/svg+xml" and f">{letter}<" in drawn.text
                assert game.ask("HEAD", "/board", wire=wire).body == b""
                problem(game.ask("GET", "/board", headers={"Accept": "image/png"}, wire=wire), 406)
                problem(game.ask("GET", "/board", token="nobody's", wire=wire), 401, "unknown-token")
                problem(game.ask("PUT", "/board", wire=wire), 405)


def test_a_hidden_board_is_hidden_on_every_loop(two_loops):
    game = Mini(two_loops, "Ann")
    with wires(two_loops) as readers:
        for _ in range(3):
            for wire in readers:
                assert game.ask("GET", "/board", wire=wire).status == 200
            game.do(1, "pause")
            for wire in readers:
                problem(game.ask("GET", "/board", wire=wire), 403, "hidden")
            game.do(1, "resume")


def test_the_board_of_a_game_that_woke_is_current_on_every_loop():
    with ServerProcess("--io-threads", 2, "--no-address-limits", "--game-memory", 1) as server:
        game = new_game(server)
        for letter in "AB":
            sequence = accepted(game.edit(0, letter))["sequence"]
            with wires(server) as readers:
                for wire in readers:
                    assert game.ask("GET", "/board", wire=wire).json["sequence"] == sequence
            send_to_sleep(server)


def test_every_loop_serves_static_files_plain_and_gzipped(two_loops):
    with wires(two_loops) as readers:
        for wire in readers:
            plain = ask(two_loops, "GET", "/style.css", wire=wire)
            gzipped = ask(two_loops, "GET", "/style.css", headers={"Accept-Encoding": "gzip"}, wire=wire)
            assert (plain.status, gzipped.header("Content-Encoding")) == (200, "gzip")
            assert len(gzipped.body) < len(plain.body) and gzipped.etag != plain.etag
            assert ask(two_loops, "GET", "/style.css", headers={"If-None-Match": plain.etag}, wire=wire).status == 304


def test_the_connections_of_an_address_are_counted_across_loops():
    with ServerProcess("--io-threads", 2) as server, wires(server, 256) as inside:
        assert {wire.request("GET", "/healthz").answer().status for wire in inside} == {200}
        for _ in range(4):
            with Wire(server) as one_more:
                one_more.request("GET", "/healthz")
                assert one_more.answer().status == 503
        inside[0].close()

        def is_accepted():
            with Wire(server) as again, contextlib.suppress(Closed):
                return again.request("GET", "/healthz").answer().status == 200

        eventually(is_accepted)
