"""Limits of spectators, of events queued for the store and of games: others are served as before."""

import pytest

from client import Wire, accepted, ask, eventually, lobby, metric, new_game, problem
from server_clock import StoppedServer
from server_process import ServerProcess
from streams import Stream
from syscall_faults import stuck_sync

def test_beyond_the_limit_spectators_are_refused_but_players_are_not():
    with ServerProcess("--spectators", "3") as server:
        game = new_game(server)
        ann = game.seat("Ann")
        path = game.path + "/events"
        watching = [Stream(server, path) for _ in range(3)]
        with Wire(server) as refused:
            problem(refused.request("GET", path).answer(), 429, "too-many-streams")
        with Stream(server, path, token=ann.token) as hers:
            assert hers.status == 200, "a player is not a spectator"
            accepted(ann.edit(0, "A"))
            assert {stream.next("cell.changed").id for stream in [*watching, hers]} == {"2"}
        with Stream(server, "/events") as lobby_stream:
            assert lobby_stream.status == 200, "each game has its own limit"
        watching.pop().close()

        def is_accepted():
            with Stream(server, path) as again:
                return again.status == 200

        eventually(is_accepted)
        for stream in watching:
            stream.close()


@pytest.mark.sqlite("delays system calls on the database file")
@pytest.mark.unsanitized("libfaketime and the sanitizers replace the same functions")
def test_beyond_10_000_queued_events_edits_are_refused_with_retry_after():
    """One fdatasync waits while 425 clients write all the cells of five boards. No edit times out: the clock stands."""
    with StoppedServer("--no-address-limits") as server:
        games = [new_game(server) for _ in range(5)]
        with stuck_sync(server) as stuck:
            writers = [Wire(server) for _ in range(425)]
            for number, writer in enumerate(writers):
                letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number // 5 % 26]
                cells = {"cells": {str(index): letter for index in range(25)}}
                writer.request("PATCH", games[number % 5].path + "/board", cells)
            with Wire(server) as late, Wire(server) as reader:
                eventually(lambda: metric(server, "store_queue_events", reader) >= 10_000, what="a full queue")
                problem(late.request("POST", "/board/cells/0", "A").answer(), 503, "store-busy")
                assert reader.request("GET", "/board").answer().status == 200, "reads are served as before"
            stuck.end()
            answers = [writer.answer() for writer in writers]
        statuses = [answer.status for answer in answers]
        assert set(statuses) <= {200, 503} and statuses.count(200) >= 400
        for answer in answers:
            if answer.status == 503:
                problem(answer, 503, "store-busy")
        accepted(lobby(server).edit(0, "A"))


@pytest.mark.unsanitized("libfaketime and the sanitizers replace the same functions")
def test_an_address_can_create_500_games_a_day():
    """A burst of twenty, which the next twenty seconds of the server's clock restore, and so on."""
    with StoppedServer() as server, Wire(server) as wire:
        made = wait = 0
        while wait <= 2:
            answer = ask(server, "POST", "/games", {"rules": "free"}, wire=wire)
            if answer.status == 201:
                made += 1
                continue
            problem(answer, 429, "rate-limited")
            wait = int(answer.header("Retry-After"))
            server.advance(20)
        assert 500 <= made <= 505 and 2 < wait <= 24 * 3600 / 500 + 1
