"""`--keep-finished` and `--keep-idle`: old games are deleted, but none that somebody uses."""

import subprocess

import pytest

from client import accepted, ask, eventually, lobby, metric, new_game
from days import seated
from players import new_player
from server_clock import WallClock
from server_process import ServerProcess, binary
from streams import Stream


def exists(game):
    return ask(game.server, "GET", f"/games/{game.id}").status == 200


def gone_after_sleep(server, *games):
    """Restarts the server, so that no game is in memory, and waits until `games` are deleted."""
    server.restart()
    eventually(lambda: pruned(server) >= len(games))
    return not any(exists(game) for game in games)


def pruned(server):
    return metric(server, "pruned_games_total")


def test_an_idle_game_is_deleted_and_the_lobby_is_not():
    with ServerProcess("--no-address-limits", "--keep-idle", "1s") as server:
        accepted(lobby(server).edit(0, "L"))
        game = new_game(server)
        accepted(game.edit(0, "A"))
        assert gone_after_sleep(server, game)
        assert lobby(server).board()["text"].startswith("L")


@pytest.mark.parametrize("has_left", [False, True], ids=["sits", "has left"])
def test_a_player_with_a_key_does_not_keep_an_idle_game(has_left):
    """Anybody can sit down with a key once."""
    with ServerProcess("--no-address-limits", "--keep-idle", "1s") as server:
        game, ann = new_game(server), new_player(server)
        seat = ann.sit(game)["seat"]
        if has_left:
            assert ann.ask("DELETE", f"{game.path}/seats/{seat}").status == 204
        assert gone_after_sleep(server, game)
        assert ann.show()["games"] == []


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
    """The others are on both sides of it, in the order in which the server looks at games.

    They are kept until the stream has begun, also where a restart takes seconds.
    """
    with ServerProcess("--no-address-limits", "--keep-idle", "8s") as server:
        watched, others = new_game(server), [new_game(server) for _ in range(12)]
        server.restart()
        with Stream(server, f"/games/{watched.id}/events") as stream:
            stream.next()
            eventually(lambda: pruned(server) >= len(others), what="deleting the others")
            assert exists(watched) and not any(map(exists, others))


KEPT_FOR_EVER = {
    "idle": ("--keep-idle", "forever", "--keep-finished", "1s"),
    "finished": ("--keep-idle", "1s", "--keep-finished", "forever"),
}


@pytest.mark.parametrize("kept", KEPT_FOR_EVER)
def test_idle_and_finished_games_are_kept_for_times_of_their_own(kept):
    with ServerProcess("--no-address-limits", *KEPT_FOR_EVER[kept]) as server:
        games = {"idle": new_game(server), "finished": new_game(server)}
        accepted(games["finished"].act("close", token=games["finished"].host))
        game = games.pop(kept)
        assert gone_after_sleep(server, *games.values()) and exists(game)


@pytest.mark.unsanitized("libfaketime and the sanitizers replace the same functions")
@pytest.mark.parametrize("step", ["before the start", "while the server runs"])
def test_a_clock_that_is_a_year_ahead_makes_no_game_old(step, tmp_path):
    """The idle game shows that the server has looked at all games; it is as old as the server has run."""
    clock = WallClock(tmp_path)
    options = ("--no-address-limits", "--keep-idle", "1s", "--keep-finished", "365d")
    with ServerProcess(*options, wrapper=clock.wrapper) as server:
        finished, idle = new_game(server), new_game(server)
        accepted(finished.act("close", token=finished.host))
        server.stop()
        if step == "before the start":
            clock.set(2 * 366 * 86_400)
        server.start()
        clock.set(2 * 366 * 86_400)
        eventually(lambda: pruned(server) >= 1)
        server.restart()
        later = new_game(server)
        server.restart()
        eventually(lambda: pruned(server) >= 1)
        assert exists(finished) and not exists(idle) and not exists(later)


@pytest.mark.parametrize("time", ["0s", "soon", "-1d"])
def test_a_malformed_time_stops_the_start(time):
    done = subprocess.run([binary(), "--keep-idle", time], capture_output=True, text=True, timeout=60)
    assert done.returncode == 64 and "--keep-idle" in done.stderr
