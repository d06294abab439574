"""The limits of what is stored: the events of a game, and all data."""

import subprocess

import pytest

from client import Game, Seat, accepted, ask, eventually, lobby, new_game, problem
from players import new_player
from server_process import ServerProcess, binary

LIMIT = 60  # events of a game
own_folder = pytest.mark.sqlite("fills a data folder")


def shared_word(server):
    """A game that can be full, with its host and Ben as players."""
    made = ask(server, "POST", "/games", {"rules": "guess", "options": {"mode": "together"}}).json
    game = Game(server, made["id"], made["host"]["token"])
    game.ann = Seat(game, **game.ask("POST", "/seats", {"name": "Ann"}, token=game.host).json)
    game.ben = game.seat("Ben")
    return game


def patiently(send):
    """The answer to a request that is repeated as long as a limit for each second refuses it."""
    answers = []

    def is_answered():
        answers.append(send())
        return answers[-1].status != 429

    eventually(is_answered, what="an answer")
    return answers[-1]


def write(game, count):
    """The host writes as many letters, as fast as the limit for each player admits."""
    for number in range(count):
        letter = "AB"[number // 5 % 2]
        accepted(patiently(lambda: game.ann.edit(number % 5, letter)))  # noqa: B023


@pytest.fixture(scope="module")
def full():
    """A game with as many events as a game can have."""
    with ServerProcess("--no-address-limits", "--game-events", LIMIT) as server:
        game = shared_word(server)
        write(game, LIMIT - game.sequence)
        assert game.sequence == LIMIT
        yield game


def letter(game):
    return game.board()["cells"][0]["value"]


def test_a_full_game_takes_no_edits_and_no_players(full):
    with full.unchanged():
        for send in (
            lambda: full.ann.edit(0, "C"),
            lambda: full.ask("POST", "/seats", {"name": "Eve"}),
            lambda: full.ann.act("recolour", {"colour": "#123456"}),
        ):
            problem(patiently(send), 409, "game-full")


def test_an_edit_that_would_exceed_the_limit_changes_nothing():
    with ServerProcess("--no-address-limits", "--game-events", LIMIT) as server:
        game = shared_word(server)
        write(game, LIMIT - game.sequence - 1)
        with game.unchanged():
            refused = game.ask("PATCH", "/board", {"cells": {"0": "C", "1": "C"}}, token=game.ben.token)
            problem(refused, 409, "game-full")
        accepted(patiently(lambda: game.ann.edit(0, "C")))


def test_the_lobby_and_free_boards_are_never_full(full):
    for board in (lobby(full.server), new_game(full.server)):
        for number in range(LIMIT // 25 + 1):
            board.fill("AB"[number % 2])
        assert board.sequence > LIMIT
        board.seat("Ann")


def test_the_host_of_a_full_game_closes_its_seats_removes_a_player_and_closes_it(full):
    accepted(full.act("close-seats", token=full.host))
    assert full.ask("DELETE", f"/seats/{full.ben.number}", token=full.host).status == 204
    accepted(full.act("close", token=full.host))
    assert full.show()["state"] == "finished"


@pytest.fixture(scope="module")
def crowded():
    """A game with a player, on a server whose data has grown beyond the limit since."""
    with ServerProcess("--no-address-limits", "--max-data", "1MB") as server:
        game = new_game(server)
        game.ann = game.seat("Ann")
        game.zoe = new_player(server, "Zoe")
        game.zoe.sit(game)
        others = new_game(server)

        def is_full():
            for number in range(40):
                cells = {str(cell): "AB"[number % 2] for cell in range(25)}
                if others.ask("PATCH", "/board", {"cells": cells}).status != 200:
                    break
            return "only players with a seat" in ask(server, "GET", "/readyz").text

        eventually(is_full, 60, "1 MB of data")
        yield game


@own_folder
def test_full_storage_refuses_new_games_and_puzzles(crowded):
    for path, body in (("/games", {}), ("/puzzles/generate", {}), ("/daily/guess", {})):
        refusal = problem(ask(crowded.server, "POST", path, body), 503, "storage-full")
        assert "full" in refusal["detail"]


@own_folder
def test_full_storage_refuses_edits_of_people_without_a_seat_only(crowded):
    problem(crowded.edit(0, "C"), 503, "storage-full")
    problem(lobby(crowded.server).edit(0, "C"), 503, "storage-full")
    accepted(crowded.ann.edit(0, "D"))
    assert letter(crowded) == "D"


@own_folder
def test_full_storage_refuses_a_new_name_and_erases_an_old_one(crowded):
    problem(crowded.zoe.ask("PATCH", "/players/me", {"name": "Zoë"}), 503, "storage-full")
    assert "Zoe" in [seat["name"] for seat in crowded.show()["seats"]]
    assert crowded.zoe.ask("DELETE", "/players/me").status == 204


@own_folder
def test_full_storage_is_told(crowded):
    assert ask(crowded.server, "GET", "/readyz").status == 200, "players go on"
    assert "fivebyfive_data_limit_bytes 1000000" in ask(crowded.server, "GET", "/metrics").text
    assert "only players with a seat can make changes" in crowded.server.stderr


@pytest.mark.parametrize("size", ["10", "0MB", "1kB", "-1GB", "1.5GB", "many", ""])
def test_a_malformed_size_stops_the_start(size):
    done = subprocess.run([binary(), "serve", "--max-data", size], capture_output=True, text=True, timeout=60)
    assert done.returncode != 0 and "--max-data" in done.stderr, done
