"""SIGTERM and SIGKILL during a storm of edits: every acknowledged edit survives the restart."""

import secrets
import signal
import threading

import pytest

from client import Closed, Wire, accepted, ask, eventually, new_game
from fold import Copy
from offline_commands import assert_verifies
from server_process import ServerProcess
from streams import Stream
from visible_state import visible_state


class Storm:
    """Writers on persistent connections; `acknowledged` collects events, `failures` all other outcomes."""

    def __init__(self, game, count=4):
        self.game, self.acknowledged, self.failures = game, [], []
        # Without it a second storm would repeat the moves of the first, which are answered but not made again.
        self.name = secrets.token_hex(4)
        self.threads = [threading.Thread(target=self.write, args=(number,)) for number in range(count)]
        for thread in self.threads:
            thread.start()

    def write(self, number):
        turn = 0
        try:
            with Wire(self.game.server) as wire:
                while True:
                    for _ in range(8):
                        body = {"value": "ABCDEFG"[turn % 7], "move": f"{self.name}-{number}-{turn}"}
                        wire.request("POST", f"{self.game.path}/board/cells/{number * 6 + turn % 6}", body)
                        turn += 1
                    for _ in range(8):
                        self.record(wire.answer())
        except (Closed, ConnectionError) as error:
            self.failures.append(repr(error)[:60])

    def record(self, answer):
        if answer.status == 200:
            self.acknowledged += answer.json["events"]
        else:
            self.failures.append(f"{answer.status} {answer.json['code']}")

    def join(self):
        for thread in self.threads:
            thread.join()

    def rage(self):
        """Waits until some edits have been acknowledged, and others are under way."""
        eventually(lambda: len(self.acknowledged) > 100, what="a hundred edits")


def files(server):
    return {path.name for path in server.data.iterdir()}


@pytest.mark.parametrize("more", [[], ["--io-threads", "2"]], ids=["one loop", "two loops"])
def test_every_acknowledged_edit_survives_sigterm(more):
    with ServerProcess("--no-address-limits", *more) as server:
        game = new_game(server)
        for _ in range(2):
            storm = Storm(game)
            storm.rage()
            assert server.stop(signal.SIGTERM) == 0
            storm.join()
            assert not {name for name in files(server) if name.endswith(("-wal", "-shm", "-journal"))}
            with server.store.folder() as folder:
                assert_verifies(folder)
            server.start()
            history, copy = {event["sequence"]: event for event in game.history()}, Copy()
            for event in storm.acknowledged:
                assert history[event["sequence"]].items() >= event.items()
            for event in history.values():
                copy.apply(event)
            assert copy.hash == game.board()["hash"]


def test_every_acknowledged_or_streamed_edit_survives_a_kill(own_free_server):
    game = new_game(own_free_server)
    for _ in range(2):
        with Stream(own_free_server, game.path + "/events") as stream:
            storm = Storm(game)
            storm.rage()
            own_free_server.stop(signal.SIGKILL)
            storm.join()
            seen = [event.data for event in stream.rest_of_stream()[0] if event.name != "snapshot"]
        with own_free_server.store.folder() as folder:
            assert_verifies(folder)
        own_free_server.start()
        history = {event["sequence"]: event for event in game.history()}
        assert list(history) == list(range(1, len(history) + 1)) and seen and storm.acknowledged
        for event in seen + storm.acknowledged:
            assert history[event["sequence"]]["value"] == event["value"]


@pytest.mark.sqlite("looks at the files of the data folder")
def test_a_clean_exit_leaves_only_the_database_the_lock_and_the_heartbeat(own_server):
    ask(own_server, "POST", "/board/cells/0", "A")
    assert own_server.stop() == 0
    assert files(own_server) == {"games.sqlite", "lock", "pulse"}


def test_repeated_sigterm_right_after_the_start_loses_nothing(own_free_server):
    game = new_game(own_free_server)
    accepted(game.edit(0, "A"))
    before = visible_state(game)
    for _ in range(5):
        assert own_free_server.stop() == 0
        own_free_server.start()
    assert visible_state(game) == before
