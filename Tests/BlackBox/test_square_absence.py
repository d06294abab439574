"""Players who leave a game that goes on, and come back; people who are sent away."""

import pytest

from client import problem
from square_table import Table, accepted


def kinds(game, *types):
    return [event for event in game.history() if event["type"] in types]


def leave(game, seat, token=None):
    answer = game.leave(seat, token)
    assert answer.status == 204, answer
    game.away.add(seat)


@pytest.fixture
def game(server):
    """Ann, Ben and Eve have placed two letters; Eve calls next."""
    table = Table(server, "Ann", "Ben", "Eve")
    table.play_rounds(2)
    return table


def test_a_bot_plays_for_who_leaves(game):
    leave(game, 3)
    (event,) = kinds(game, "seat.away")
    assert event["seat"] == 3 and "kicked" not in event
    game.play_rounds(4)
    seat = game.view()["seats"][2]
    assert seat["away"] is True and seat["name"] == "Eve" and seat["filled"] >= 4
    moves = [event for event in kinds(game, "letter.called", "cell.changed") if event["by"] == 3]
    later = [event for event in moves if event["sequence"] > kinds(game, "seat.away")[0]["sequence"]]
    assert len(later) >= 3 and all(event["cause"] == "bot" for event in later)
    assert all("away" not in seat for seat in game.view()["seats"][:2])


def test_who_comes_back_takes_over(game):
    leave(game, 3)
    game.play_rounds(3)
    events = accepted(game.people[2].act("return"))["events"]
    assert [event["type"] for event in events] == ["seat.back"] and events[0]["seat"] == 3
    game.away.discard(3)
    assert "away" not in game.view()["seats"][2]
    game.play_rounds(5)
    since = kinds(game, "seat.back")[0]["sequence"]
    moves = [event for event in game.history()[since:] if event.get("by") == 3]
    assert moves and all("cause" not in event for event in moves)


def test_the_next_move_of_who_is_away_is_a_return(game):
    accepted(game.call(3, "E"))
    leave(game, 2)
    game.wait(lambda shown: shown["seats"][1]["filled"] == 3, "the bot's placement")
    accepted(game.place(1, game.next_cell(1))), accepted(game.place(3, game.next_cell(3)))
    accepted(game.call(1, "S"))
    game.wait(lambda shown: shown["seats"][1]["filled"] == 4, "the bot's placement")
    accepted(game.place(1, game.next_cell(1))), accepted(game.place(3, game.next_cell(3)))
    shown = game.wait(lambda shown: shown["round"]["number"] >= 5 and shown.get("called"), "the bot's call")
    assert shown["turn"] == 2
    answer = game.people[1].act("place", {"cell": game.next_cell(2)})
    if answer.status == 200:
        assert [event["type"] for event in answer.json["events"]][:1] == ["seat.back"]
    else:
        problem(answer, 409, "already-placed")
    game.away.discard(2)


def test_to_resign_is_to_leave_it_to_a_bot(game):
    events = accepted(game.people[1].act("resign"))["events"]
    assert [event["type"] for event in events] == ["seat.away"] and events[0]["seat"] == 2
    game.away.add(2)
    actions = game.view(2)["actions"]
    assert "return" in actions and "resign" not in actions
    game.play_rounds(4)


def test_who_is_there_need_not_return(game):
    answer = game.people[0].act("return")
    assert answer.status in (200, 409), answer
    assert not kinds(game, "seat.back", "seat.away")


def test_who_is_sent_away_by_the_host_does_not_come_back(game):
    leave(game, 2, token=game.host)
    (event,) = kinds(game, "seat.away")
    assert event["seat"] == 2 and event["kicked"] is True
    problem(game.people[1].act("return"), 403, "not-allowed")
    accepted(game.call(3, "E"))
    problem(game.place(2, game.next_cell(2)), 403, "not-allowed")
    problem(game.people[1].edit(game.next_cell(2), "E"), 403, "not-allowed")
    assert not {"return", "call", "place"} & set(game.view(2)["actions"])
    game.play_rounds(4)
    assert not kinds(game, "seat.back")


def test_players_do_not_send_each_other_away(game):
    problem(game.leave(1, token=game.people[1].token), 403, "not-allowed")
    problem(game.ask("DELETE", "/seats/1"), 401, "token-needed")
    problem(game.leave(7, token=game.host), 404, "no-such-seat")
    assert not kinds(game, "seat.away", "seat.left")


def test_a_seat_is_left_once(game):
    leave(game, 2)
    answer = game.leave(2)
    assert answer.status in (204, 404, 409), answer
    assert len(kinds(game, "seat.away")) == 1


def test_nobody_takes_the_seat_of_who_is_away(game):
    leave(game, 2)
    problem(game.ask("POST", "/seats", {"name": "Late"}), 409, "game-started")


def test_the_token_of_who_is_away_still_shows_the_board(game):
    before = game.board_of(2)
    leave(game, 2)
    assert [one["board"] for one in game.view(2)["boards"]] == [2]
    after = game.board_of(2)
    assert all(was in ("", now) for was, now in zip(before, after, strict=True))


def test_a_game_that_all_have_left_goes_on_to_its_end(server):
    game = Table(server, "Ann", "Ben", end="shared")
    game.play_rounds(20)
    leave(game, 1), leave(game, 2)
    shown = game.wait(lambda shown: shown["state"] == "finished", "the end")
    assert len(shown["result"]["scores"]) == 2


def test_in_the_last_step_a_bot_fills_the_last_cell(server):
    game = Table(server, "Ann", "Ben", end="free-last")
    game.play_rounds(24)
    leave(game, 2)
    game.wait(lambda shown: shown["seats"][1]["filled"] == 25, "the bot's last letter")
    accepted(game.place(1, None, "E"))
    assert game.show()["state"] == "finished" and kinds(game, "cell.changed")[-2]["cause"] == "bot"
