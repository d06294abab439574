"""`--keep-finished` and `--keep-idle`: old games are deleted, but none that somebody uses."""

import subprocess
import time

import pytest

from client import accepted, ask, eventually, lobby, new_game
from days import seated
from players import new_player
from server_process import ServerProcess, binary
from streams import Stream


def exists(game):
    return ask(game.server, "GET", f"/games/{game.id}").status == 200


def gone_after_sleep(server, *games):
    """Restarts the server, so that no game is in memory, and waits until `games` are deleted."""
    server.restart()
    eventually(lambda: pruned(server) >= len(games), seconds=15)
    return not any(exists(game) for game in games)


def pruned(server):
    for line in ask(server, "GET", "/metrics").text.splitlines():
        if line.startswith("fivebyfive_pruned_games_total "):
            return float(line.split()[1])
    return 0


def test_an_idle_game_is_deleted_and_the_lobby_is_not():
    with ServerProcess("--no-address-limits", "--keep-idle", "1s") as server:
        accepted(lobby(server).edit(0, "L"))
        game = new_game(server)
        accepted(game.edit(0, "A"))
        assert gone_after_sleep(server, game)
        assert lobby(server).board()["text"].startswith("L")


def test_a_finished_game_is_kept_for_a_time_of_its_own():
    with ServerProcess("--no-address-limits", "--keep-idle", "forever", "--keep-finished", "1s") as server:
        idle, finished = new_game(server), new_game(server)
        accepted(finished.act("close", token=finished.host))
        assert gone_after_sleep(server, finished)
        assert exists(idle)


def test_the_results_of_a_deleted_game_stay_on_the_leaderboard():
    with ServerProcess("--no-address-limits", "--keep-finished", "1s") as server:
        ann = new_player(server)
        game = seated(server, "mini", token=ann.key)
        accepted(game.me.act("reveal"))
        assert gone_after_sleep(server, game)
        (entry,) = ask(server, "GET", "/leaderboards/mini").json["assisted"]
        assert (entry["player"], entry["name"]) == (ann.player, "Ann")
        assert ann.show()["statistics"]["mini"]["played"] == 1


def test_a_game_that_somebody_watches_is_kept():
    with ServerProcess("--no-address-limits", "--keep-idle", "1s") as server:
        watched, idle = new_game(server), new_game(server)
        server.restart()
        with Stream(server, f"/games/{watched.id}/events") as stream:
            stream.next()
            eventually(lambda: pruned(server) >= 1, seconds=15)
            time.sleep(2)
            assert exists(watched) and not exists(idle)


def test_everything_is_kept_for_ever_if_the_operator_says_so():
    with ServerProcess("--no-address-limits", "--keep-idle", "forever", "--keep-finished", "forever") as server:
        game = new_game(server)
        server.restart()
        time.sleep(1.5)
        assert exists(game)


@pytest.mark.parametrize("time", ["0s", "soon", "-1d"])
def test_a_malformed_time_stops_the_start(time):
    done = subprocess.run([binary(), "--keep-idle", time], capture_output=True, text=True, timeout=10)
    assert done.returncode == 64 and "--keep-idle" in done.stderr
