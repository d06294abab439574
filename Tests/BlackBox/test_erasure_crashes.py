"""An erasure that a crash interrupts is complete or can be repeated; in the end no file has the name."""

import itertools
import signal

from client import Closed, ask, eventually, new_game, problem
from players import new_player
from rooms import make_room
from server_process import ServerDidNotStart
from test_admin import files_with
from test_erasure import NAME

STEP = 5  # between the calls at which the server dies
MOST = 300  # calls of an erasure


def kill_at(call, number):
    """The command under which a server is killed before its Nth call of this kind in one thread."""
    fault = ["-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}"]
    return ["strace", "-D", "-f", "-qqq", "-o", "/dev/null", *fault]


def player_with_games(server):
    """A player in two games and in a room of their own, and the games."""
    player, games = new_player(server, NAME), [new_game(server) for _ in range(2)]
    for game in games:
        player.sit(game)
    room = make_room(server)
    room.join(player)
    assert player.ask("POST", "/rooms", {}).status == 201
    return player, games, room


def erase_until_killed(server, player, call, number):
    """Whether a server that is killed before its Nth call survives the erasure."""
    server.stop()
    server.wrapper = kill_at(call, number)
    try:
        server.start()
        status = player.ask("DELETE", "/players/me").status
        assert status in (204, 503), status
        return status == 204 and server.running
    except (ServerDidNotStart, Closed, OSError):
        return False
    finally:
        server.stop(signal.SIGKILL)
        server.wrapper = []


def test_an_erasure_that_a_crash_interrupts_is_complete_or_can_be_repeated(own_free_server):
    server = own_free_server
    call = "pwrite64" if server.store.arguments[0] == "--data" else "write"
    outcomes = {200: 0, 401: 0}
    for number in itertools.count(1, STEP):
        assert number < MOST
        player, games, room = player_with_games(server)
        survived = erase_until_killed(server, player, call, number)
        server.start()
        status = player.ask("GET", "/players/me").status
        outcomes[status] += 1
        if status == 200:
            assert player.ask("DELETE", "/players/me").status == 204, number
        eventually(lambda: files_with(server, NAME) == [], what=f"the end of the name, killed at {number},")
        problem(ask(server, "GET", "/players/me", token=player.key), 401, "unknown-token")
        assert [game.show()["seats"][0]["name"] for game in games] == ["Deleted player"] * 2
        assert player.player not in [member.get("player") for member in room.show()["members"]]
        if survived:
            break
    assert outcomes[200] > 3, "the server died before the end of the erasure"
