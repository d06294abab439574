"""Several event loops: what each answers by itself is never older than what anybody was told."""

import contextlib

import pytest

from client import Wire, accepted, ask, eventually, new_game, problem
from mini_table import Mini
from server_process import ServerProcess
from streams import Stream
from test_sleeping_games import send_to_sleep
from wire import Closed

READERS = 8  # connections: that all of them land on one of two loops is one chance in 128


@pytest.fixture(scope="module")
def two_loops():
    with ServerProcess("--io-threads", 2, "--no-address-limits") as running:
        yield running


@contextlib.contextmanager
def wires(server, count=READERS):
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(Wire(server)) for _ in range(count)]


def test_who_was_answered_finds_the_edit_on_every_loop(two_loops):
    game = new_game(two_loops)
    with wires(two_loops) as readers:
        for turn in range(60):
            told = accepted(game.edit(turn % 25, "ABC"[turn // 25], wire=readers[turn % READERS]))["sequence"]
            for wire in readers:
                board = game.ask("GET", "/board", wire=wire)
                assert board.json["sequence"] == told and board.etag == f'"{told}"'
                assert game.ask("GET", "/board", headers={"If-None-Match": board.etag}, wire=wire).status == 304


def test_who_has_heard_of_an_event_finds_it_on_every_loop(two_loops):
    game = new_game(two_loops)
    with wires(two_loops) as readers, Stream(two_loops, game.path + "/events") as stream:
        stream.next("snapshot")
        for turn in range(40):
            game.edit(turn % 25, "ABC"[turn // 25], wire=readers[0])
            (event,) = stream.take_events(1)
            for wire in readers:
                assert game.ask("GET", "/board", wire=wire).json["sequence"] >= int(event.id)


def test_every_loop_gives_each_medium_and_refuses_the_others(two_loops):
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


def test_a_board_that_is_hidden_now_is_hidden_on_every_loop(two_loops):
    game = Mini(two_loops, "Ann")
    with wires(two_loops) as readers:
        for _ in range(3):
            for wire in readers:
                assert game.ask("GET", "/board", wire=wire).status == 200
            game.do(1, "pause")
            for wire in readers:
                problem(game.ask("GET", "/board", wire=wire), 403, "hidden")
            game.do(1, "resume")


def test_the_board_of_a_game_that_slept_is_current_on_every_loop():
    with ServerProcess("--io-threads", 2, "--no-address-limits", "--game-memory", 1) as server:
        game = new_game(server)
        for letter in "AB":
            told = accepted(game.edit(0, letter))["sequence"]
            with wires(server) as readers:
                for wire in readers:
                    assert game.ask("GET", "/board", wire=wire).json["sequence"] == told
            send_to_sleep(server)


def test_files_of_the_page_come_from_every_loop_in_both_codings(two_loops):
    with wires(two_loops) as readers:
        for wire in readers:
            plain = ask(two_loops, "GET", "/style.css", wire=wire)
            packed = ask(two_loops, "GET", "/style.css", headers={"Accept-Encoding": "gzip"}, wire=wire)
            assert (plain.status, packed.header("Content-Encoding")) == (200, "gzip")
            assert len(packed.body) < len(plain.body) and packed.etag != plain.etag
            assert ask(two_loops, "GET", "/style.css", headers={"If-None-Match": plain.etag}, wire=wire).status == 304


def test_the_connections_of_an_address_are_counted_over_all_loops():
    with ServerProcess("--io-threads", 2) as server, wires(server, 256) as inside:
        assert {wire.request("GET", "/healthz").answer().status for wire in inside} == {200}
        for _ in range(4):
            with Wire(server, timeout=3) as one_more:
                one_more.request("GET", "/healthz")
                assert one_more.answer().status == 503
        inside[0].close()

        def is_let_in():
            with Wire(server) as again, contextlib.suppress(Closed):
                return again.request("GET", "/healthz").answer().status == 200

        eventually(is_let_in)
