"""Strangers: a removed player stays out, the host closes the free seats, and nobody fills the lobby alone."""

import pytest

from client import Wire, accepted, ask, compose, lobby, new_game, problem
from server_process import ServerProcess

SEAT = {"name": "Troll"}


def sit(game, source=None, token=None):
    with Wire(game.server, source=source) as wire:
        return ask(game.server, "POST", game.path + "/seats", SEAT, token=token, wire=wire)


@pytest.fixture
def troll(own_server):
    """A game from which the host has removed a player."""
    game = new_game(own_server)
    game.ann, game.troll = game.seat("Ann"), game.seat("Troll")
    assert game.ask("DELETE", "/seats/2", token=game.host).status == 204
    return game


def test_a_removed_player_cannot_sit_down_again(troll):
    problem(sit(troll, token=troll.troll.token), 401, "unknown-token")
    for _ in range(3):
        problem(sit(troll), 403, "removed")
    assert [seat["name"] for seat in troll.show()["seats"]] == ["Ann"]
    # Other addresses and other games are not affected, and a player or the host can vouch for somebody.
    assert sit(troll, source="127.0.0.2").status == 201 and sit(new_game(troll.server)).status == 201
    assert sit(troll, token=troll.ann.token).status == 201 and sit(troll, token=troll.host).status == 201


def test_a_removed_player_cannot_sit_down_while_the_removal_is_being_saved(own_server):
    game = new_game(own_server)
    game.seat("Troll")
    host = {"Authorization": f"Bearer {game.host}"}
    removal = compose(own_server, "DELETE", game.path + "/seats/1", headers=host)
    again = compose(own_server, "POST", game.path + "/seats", SEAT)
    with Wire(own_server) as wire:
        wire.send(removal + again)
        assert wire.answer("DELETE").status == 204
        problem(wire.answer("POST"), 403, "removed")


def test_the_host_lets_removed_players_sit_down_again(troll):
    problem(troll.act("open-seats", token=troll.ann.token), 403, "not-allowed")
    problem(sit(troll), 403, "removed")
    assert accepted(troll.act("open-seats", token=troll.host))["events"] == []
    assert sit(troll).status == 201


def test_a_removed_player_stays_out_of_the_next_round(troll):
    accepted(troll.act("close", token=troll.host))
    accepted(troll.ann.act("rematch"))
    troll.path = "/games/" + troll.show()["next"]
    problem(sit(troll), 403, "removed")


def test_removing_a_bot_or_leaving_keeps_nobody_out(own_server):
    game = new_game(own_server)
    game.seat("Ann")
    assert game.ask("DELETE", "/seats/1", token=game.host).status == 204
    square = ask(own_server, "POST", "/games", {"rules": "square"}).json
    host = square["host"]["token"]
    path = f"/games/{square['id']}"
    assert ask(own_server, "POST", path + "/bots", {"level": "easy"}, token=host).status == 201
    assert ask(own_server, "DELETE", path + "/seats/1", token=host).status == 204
    ann = ask(own_server, "POST", path + "/seats", {"name": "Ann"}).json
    assert ask(own_server, "DELETE", path + "/seats/1", token=ann["token"]).status == 204
    assert ask(own_server, "POST", path + "/seats", {"name": "Ann"}).status == 201


def test_the_host_closes_the_free_seats_and_opens_them_again(own_server):
    game = new_game(own_server)
    ann = game.seat("Ann")
    problem(game.act("close-seats"), 401, "token-needed")
    problem(ann.act("close-seats"), 403, "not-allowed")
    (event,) = accepted(game.act("close-seats", token=game.host))["events"]
    assert event["type"] == "seats.closed" and game.show()["seatsClosed"] is True
    for source in (None, "127.0.0.2"):
        problem(sit(game, source=source), 409, "seats-closed")
    problem(sit(game, token=ann.token), 409, "seats-closed")
    own_server.restart()
    problem(sit(game), 409, "seats-closed")
    (event,) = accepted(game.act("open-seats", token=game.host))["events"]
    assert event["type"] == "seats.opened" and "seatsClosed" not in game.show()
    assert sit(game).status == 201


def test_one_address_takes_three_seats_of_the_lobby(own_server):
    board = lobby(own_server)
    seats = [board.seat(name) for name in ("Ann", "Ben", "Cleo")]
    problem(sit(board), 429, "too-many-lobby-seats")
    assert sit(board, source="127.0.0.2").status == 201
    assert board.ask("DELETE", "/seats/2", token=seats[1].token).status == 204
    assert sit(board).status == 201
    problem(sit(board), 429, "too-many-lobby-seats")
    own_server.restart()
    accepted(seats[0].edit(0, "A")), accepted(seats[2].edit(1, "B"))
    assert sit(board).status == 201, "the third seat is unknown since the restart"
    problem(sit(board), 429, "too-many-lobby-seats")


def test_requests_at_the_same_time_do_not_take_a_fourth_seat_of_the_lobby(own_server):
    with Wire(own_server) as wire:
        wire.send(compose(own_server, "POST", "/games/lobby/seats", SEAT) * 12)
        assert [wire.answer("POST").status for _ in range(12)] == [201] * 3 + [429] * 9


def test_the_flag_turns_off_the_limit_of_lobby_seats():
    with ServerProcess("--no-address-limits") as server:
        board = lobby(server)
        assert len([board.seat(f"Player {number}") for number in range(12)]) == 12


def test_a_player_who_is_present_cannot_be_dropped(own_server):
    game = new_game(own_server)
    ann, _ = game.seat("Ann"), game.seat("Ben")
    assert "drop" not in game.show(token=ann.token)["actions"]
    problem(ann.act("drop", {"seat": 2}), 409, "not-absent")
    problem(game.act("drop", {"seat": 2}), 401, "token-needed")
    problem(ann.act("drop", {"seat": 3}), 404, "no-such-seat")
