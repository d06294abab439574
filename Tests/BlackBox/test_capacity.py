"""Limits of spectators, of events queued for the store and of games: others are served as before."""

import time

import pytest

from client import Wire, accepted, ask, eventually, lobby, new_game, problem
from server_process import ServerProcess
from streams import Stream
from syscall_faults import SyscallFaults

STUCK = 2_000_000  # microseconds; less than any timeout of a client


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
def test_beyond_10_000_queued_events_edits_are_refused_with_retry_after():
    """One fdatasync takes two seconds while 425 clients write all the cells of five boards."""
    with ServerProcess("--no-address-limits") as server:
        games = [new_game(server) for _ in range(5)]
        with SyscallFaults(server, f"fdatasync:delay_enter={STUCK}:when=1"):
            writers = [Wire(server, timeout=20) for _ in range(425)]
            for number, writer in enumerate(writers):
                letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number // 5 % 26]
                cells = {"cells": {str(index): letter for index in range(25)}}
                writer.request("PATCH", games[number % 5].path + "/board", cells)
            with Wire(server) as late, Wire(server) as reader:
                eventually(lambda: queued_events(server, reader) >= 10_000, 10, "a full queue")
                problem(late.request("POST", "/board/cells/0", "A").answer(), 503, "store-busy")
                assert reader.request("GET", "/board").answer().status == 200, "reads are served as before"
            answers = [writer.answer() for writer in writers]
        statuses = [answer.status for answer in answers]
        assert set(statuses) <= {200, 503} and statuses.count(200) >= 400
        for answer in answers:
            if answer.status == 503:
                problem(answer, 503, ("store-busy", "outcome-unknown"))
        accepted(lobby(server).edit(0, "A"))


def queued_events(server, wire):
    """The number of events queued for the store."""
    text = ask(server, "GET", "/metrics", wire=wire).text
    (line,) = [line for line in text.splitlines() if line.startswith("fivebyfive_store_queue_events ")]
    return int(line.split()[1])


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_an_address_can_create_500_games_a_day(own_server):
    """One a second after the first twenty, so this takes about eight minutes."""
    made = 0
    with Wire(own_server) as wire:
        while True:
            answer = ask(own_server, "POST", "/games", {"rules": "free"}, wire=wire)
            if answer.status == 201:
                made += 1
                continue
            problem(answer, 429, "rate-limited")
            wait = int(answer.header("Retry-After"))
            if wait > 2:
                break
            time.sleep(wait)
    assert 500 <= made <= 505 and 2 < wait <= 24 * 3600 / 500 + 1
