"""The live board for a terminal: drawn in place at each change, with the visibility and limits of streams."""

import random
import signal
import subprocess

import pytest

from client import LIMIT, Wire, ask, eventually, lobby, new_game, problem
from mini_table import Mini
from server_process import ServerProcess
from square_table import Table, accepted
from streams import Stream
from terminal import LiveBoard, Terminal

ANSI = {"Accept": "text/x-ansi"}
HEIGHT = 16  # lines of a picture
PICTURE = "CAT../....#/...../...../....."


def test_the_stream_begins_with_the_present_board(server):
    game = new_game(server, title="Sunday", board=PICTURE)
    ann = game.seat("Ann", colour="#3a86ff")
    accepted(ann.edit("a2", "q"))
    with LiveBoard(game) as board:
        assert board.status == 200
        assert board.headers.get("Content-Type") == "text/x-ansi; charset=utf-8"
        assert board.headers.get("Cache-Control") == "no-store"
        assert board.headers.get("X-Accel-Buffering") == "no"
        assert board.headers.get("Vary") == "Accept" and board.headers.get("ETag") is None
        screen = board.at(2)
        assert screen.board == "CAT../Q...#/...../...../....."
        assert screen.text.split("\n")[-5:-2] == ["Sunday", "playing, sequence 2", "1 Ann"]
        assert "\x1b[38;2;58;134;255mQ\x1b[0m" in board.raw.decode(), "the letter has its author's colour"


def test_each_change_is_drawn_in_place_over_100_edits(server):
    game, chance = new_game(server, board=PICTURE), random.Random(5)
    free = [cell for cell in range(3, 25) if cell != 9]
    with LiveBoard(game) as board:
        board.terminal.lines[HEIGHT][:7] = "command"
        board.at(0)
        for _ in range(100):
            cells = {str(cell): chance.choice(["", "A", "É", "Ñ", "Z"]) for cell in chance.sample(free, 3)}
            done = accepted(game.ask("PATCH", "/board", {"cells": cells}))
            screen = board.at(done["sequence"])
            assert screen.board == game.board()["text"]
            assert screen.text.count("┌") == screen.text.count("└") == screen.text.count("sequence") == 1
            assert screen.text.split("\n")[:7] == ["command", *[""] * 6], "the lines above are untouched"
        assert len(board.terminal.scrollback) == HEIGHT, "no line has scrolled away"
        assert (board.terminal.row, board.terminal.column, board.terminal.style) == (23, 0, "")


def test_curl_draws_the_board_of_the_lobby(own_server):
    command = ["curl", "-sN", "-H", "Accept: text/x-ansi", own_server.url + "/board"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        terminal = Terminal()
        accepted(lobby(own_server).edit("c3", "A"))
        while "sequence 1" not in terminal.text:
            terminal.feed(process.stdout.readline().decode())
        assert terminal.board == "...../...../..A../...../....."
        process.terminate()


@pytest.mark.parametrize("path", ["/board.ansi", "/boards/0"])
def test_other_addresses_of_the_board_draw_it_too(game, path):
    accepted(game.edit(0, "A"))
    with LiveBoard(game, path) as board:
        assert board.at(1).board.startswith("A")
        accepted(game.edit(1, "B"))
        assert board.at(2).board.startswith("AB")


@pytest.mark.parametrize("accept, media", [("TEXT/X-ANSI", "text/x-ansi"), ("text/*", "text/plain")])
def test_only_a_client_that_names_the_type_gets_the_stream(game, accept, media):
    """A range such as text/* must not lead to an answer that never ends. RequestReadingTests has all forms."""
    with LiveBoard(game, headers={"Accept": accept}) as board:
        assert (board.status, board.headers.get("Content-Type").split(";")[0]) == (200, media)


def test_head_sends_the_head_only(game):
    answer = ask(game.server, "HEAD", game.path + "/board", headers=ANSI)
    assert (answer.status, answer.media, answer.header("Cache-Control")) == (200, "text/x-ansi", "no-store")
    assert answer.header("Content-Length") is None and game.show()["spectators"] == 0


def test_an_earlier_board_is_one_picture(game):
    for letter in "ABC":
        accepted(game.edit(0, letter))
    for path in ("/board", "/boards/0", "/board.ansi"):
        answer = game.ask("GET", path + "?at=2", headers=ANSI)
        assert (answer.status, answer.media, answer.etag) == (200, "text/x-ansi", '"2-ansi"')
        assert answer.header("Vary") == "Accept" and answer.header("Content-Length")
        terminal = Terminal()
        terminal.feed(answer.text)
        assert terminal.board.startswith("B....") and "sequence 2" in terminal.text
        assert len(terminal.scrollback) == answer.text.count("\n") == HEIGHT
    problem(game.ask("GET", "/board?at=4", headers=ANSI), 404, "no-such-moment")


def test_a_stream_begins_at_once_whatever_the_client_knows(game):
    accepted(game.edit(0, "A"))
    with LiveBoard(game, "/board?after=9&wait=25", headers={"If-None-Match": '"1"'}) as board:
        assert board.at(1).board.startswith("A")


def test_marks_have_signs_and_a_legend(server):
    game = Mini(server, "Ann")
    game.write(1, {"1": "D", "2": "X"})
    accepted(game.people[0].edit(3, "T", pencil=True))
    game.do(1, "check", scope="cell", cell=1)
    game.do(1, "check", scope="cell", cell=2)
    game.do(1, "reveal", scope="cell", cell=4)
    with LiveBoard(game, token=game.people[0].token) as board:
        screen = board.at(game.show()["sequence"])
    assert " 1 │█████│  D +│  X x│  T ?│  S *│" in screen.text
    assert "x wrong  + right  * revealed  ? pencil" in screen.text
    assert "┌─────┬1────┬2────┬3────┬4────┐" in screen.text


# ------------------------------------------------------------------------------------------- hidden boards


def test_a_pause_empties_the_picture_until_the_game_resumes(server):
    game = Mini(server, "Ann")
    game.write(1, {"1": "Q"})
    with LiveBoard(game) as board:
        text = game.board()["text"]
        assert board.at(game.show()["sequence"]).board == text
        game.do(1, "pause")
        before = len(board.raw)
        screen = board.wait_for("hidden while the game is paused")
        assert screen.board == "/".join(["....."] * 5)
        assert b"Q" not in board.raw[before:] and "█".encode() not in board.raw[before:]
        for token in (None, game.people[0].token, game.host):
            for path in ("/board", "/board.ansi", "/boards/0", "/board?at=3"):
                problem(game.ask("GET", path, headers=ANSI, token=token), 403, "hidden")
        done = game.do(1, "resume")
        assert board.at(done["sequence"]).board == text


def test_a_board_is_drawn_for_its_player_only_until_the_end(server):
    game = Table(server, "Ann", "Ben")
    ann, ben = game.people
    with LiveBoard(game, token=ann.token) as own, LiveBoard(game, "/boards/2", token=ben.token) as other:
        assert own.headers.get("Vary") == "Accept, Authorization"
        game.play_rounds(2)
        sequence = game.show()["sequence"]
        for board, person in ((own, ann), (other, ben)):
            screen = board.at(sequence)
            assert screen.board == game.board(person.token)["text"]
            assert f"turn {game.show()['turn']}" in screen.text
        for token in (None, game.host, ben.token):
            problem(game.ask("GET", "/boards/1", headers=ANSI, token=token), 403, "hidden")
        problem(game.ask("GET", "/board", headers=ANSI), 404, "no-such-board")
        accepted(game.call(game.view()["turn"], "S"))
        own.wait_for("called S")
        accepted(game.act("close", token=game.host))
        own.wait_for("finished")
        with LiveBoard(game, "/boards/1") as watched:
            screen = watched.at(game.show()["sequence"])
            assert screen.board == own.terminal.board


def test_a_waiting_race_says_so_and_draws_the_board_when_it_starts(server):
    game = Mini(server, "Ann", "Ben", mode="race", begin=False)
    ann = game.people[0]
    problem(game.ask("GET", "/board", token=ann.token), 404, "no-such-board")
    for path, token in (("/board", None), ("/boards/1", None), ("/boards/2", ann.token), ("/boards/0", ann.token)):
        problem(game.ask("GET", path, headers=ANSI, token=token), 404, "no-such-board")
    with LiveBoard(game, token=ann.token) as board:
        screen = board.wait_for("Waiting for the game to start.")
        assert screen.board == "/".join(["....."] * 5) and "waiting, sequence 2" in screen.text
        done = accepted(ann.act("start"))
        screen = board.at(done["sequence"])
        assert screen.board == game.board(ann.token)["text"] and "Waiting" not in screen.text


def test_a_finished_game_keeps_its_picture_and_names_the_next_round(game):
    ann = game.seat("Ann")
    accepted(ann.edit(0, "A"))
    with LiveBoard(game) as board:
        accepted(game.act("close", token=game.host))
        assert board.wait_for("finished").board.startswith("A")
        accepted(ann.act("rematch"))
        next_game = game.show()["next"]
        assert board.wait_for(f"next {next_game}").board.startswith("A")


# --------------------------------------------------------------------------------- tokens, names, controls


def test_a_renewed_token_ends_the_stream(game):
    ann = game.seat("Ann")
    with LiveBoard(game, token=ann.token) as board, LiveBoard(game) as spectator:
        board.at(1), spectator.at(1)
        eventually(lambda: game.show()["spectators"] == 1 and game.show()["seats"][0]["present"])
        assert game.ask("POST", "/seats/1/token", token=ann.token).status == 200
        assert board.until_end().finished, "the last chunk arrives, so the body is complete"
        accepted(game.edit(0, "A"))
        assert spectator.at(2).board.startswith("A")


def test_a_player_who_leaves_goes_on_as_a_spectator(game):
    ann = game.seat("Ann")
    with LiveBoard(game, token=ann.token) as board:
        assert "1 Ann" in board.at(1).text
        assert game.ask("DELETE", "/seats/1", token=ann.token).status == 204
        assert "1 Ann" not in board.at(2).text
        accepted(game.edit(0, "A"))
        assert board.at(3).board.startswith("A")


# -------------------------------------------------------------------------------------------------- limits


def test_live_boards_count_as_streams_of_their_address(own_server):
    game = lobby(own_server)
    boards = [LiveBoard(game) for _ in range(16)]
    events = [Stream(own_server) for _ in range(16)]
    assert {stream.status for stream in boards + events} == {200}
    problem(game.ask("GET", "/board", headers=ANSI), 429, "too-many-streams")
    problem(ask(own_server, "GET", "/board.ansi"), 429, "too-many-streams")
    with Wire(own_server) as refused:
        problem(refused.request("GET", "/events").answer(), 429, "too-many-streams")
    assert game.ask("GET", "/board?at=0", headers=ANSI).status == 200, "one picture is no stream"
    assert game.ask("HEAD", "/board", headers=ANSI).status == 200
    for stream in boards + events:
        stream.close()

    def another_is_accepted():
        with LiveBoard(game) as one_more:
            return one_more.status == 200

    eventually(another_is_accepted)


def test_a_game_full_of_spectators_refuses_another_live_board():
    with ServerProcess("--spectators", 2) as server:
        game = lobby(server)
        token = game.seat("Ann").token
        with LiveBoard(game) as one, Stream(server) as two:
            one.at(1), two.next()
            problem(game.ask("GET", "/board", headers=ANSI), 429, "too-many-streams")
            with LiveBoard(game, token=token) as player:
                assert player.status == 200


def test_a_slow_reader_gets_the_newest_picture_and_not_every_one(own_free_server):
    """The reader reads nothing during 400 pictures of 1 kB, more than its connection's small buffers hold."""
    game = new_game(own_free_server)
    with LiveBoard(game, receive_buffer=4096) as slow:
        slow.at(0)
        for turn in range(4):
            with Wire(own_free_server) as wire:
                for edit in range(100):
                    letter = "ABCDE"[(turn + edit // 25) % 5]
                    wire.request("POST", f"{game.path}/board/cells/{edit % 25}", letter)
                assert {wire.answer().status for _ in range(100)} == {200}
        assert slow.at(400).board == game.board()["text"]
        assert slow.raw.count(b"sequence") < 400, "the server has skipped pictures"
        accepted(game.edit(0, "Z"))
        assert slow.at(401).board.startswith("Z"), "afterwards every change arrives again"


def test_live_boards_end_when_the_server_stops_and_continue_after_a_restart(own_server):
    game = lobby(own_server)
    accepted(game.edit(0, "A"))
    with LiveBoard(game) as board:
        board.at(1)
        own_server.send(signal.SIGTERM)
        board.until_end()
        assert board.finished and board.terminal.board.startswith("A"), "the last picture stays"
        assert board.terminal.style == "" and board.terminal.column == 0
    assert own_server.wait(LIMIT) == 0
    own_server.start()
    with LiveBoard(game) as board:
        assert board.at(1).board.startswith("A")
