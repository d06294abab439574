"""POST /games/{id}/bots: who may seat bots, at which levels, and how bots leave."""

import re

from client import ask, problem
from game_tables import accepted, class_of
from mini_puzzles import DOTS, cells_of
from mini_table import Mini
from square_table import Table
from streams import Stream


def seat_bot(game, body=None, token=None):
    return game.ask("POST", "/bots", {} if body is None else body, token=token)


def test_the_host_seats_a_bot(server):
    game = Table(server, "Ann", begin=False)
    answer = seat_bot(game, {"level": "hard"}, game.host)
    assert answer.status == 201 and answer.header("Location") == f"{game.path}/seats/2"
    bot = answer.json
    assert re.fullmatch(r"#[0-9a-f]{6}", bot.pop("colour"))
    assert re.fullmatch(r"[A-Z][a-z]+", bot.pop("name"))
    assert bot == {"seat": 2, "bot": True, "level": "hard"}, "a bot has no token"
    ann, shown = game.show()["seats"]
    assert (ann["bot"], shown["bot"], shown["level"]) == (False, True, "hard") and "level" not in ann
    event = game.history()[-1]
    assert (event["type"], event["bot"], event["level"]) == ("seat.taken", True, "hard")


def test_a_player_seats_a_bot_of_medium_level_by_default_and_a_spectator_does_not(server):
    game = Table(server, "Ann", begin=False)
    assert seat_bot(game, token=game.people[0].token).json["level"] == "medium"
    problem(seat_bot(game), 401, "token-needed")
    problem(seat_bot(game, token="x" * 32), 401, "unknown-token")
    assert len(game.show()["seats"]) == 2


def test_an_invalid_level_seats_no_bot(server):
    game = Table(server, "Ann", begin=False)
    for level in ("best", 3):
        problem(seat_bot(game, {"level": level}, game.host), 422, "invalid-value")
    assert len(game.show()["seats"]) == 1


def test_a_bot_can_be_removed_before_the_start_and_not_afterwards(server):
    game = Table(server, "Ann", bots=["easy", "medium", "hard"], begin=False)
    problem(game.ask("DELETE", "/seats/3"), 401, "token-needed")
    assert game.leave(3, token=game.people[0].token).status == 204
    assert game.leave(4, token=game.host).status == 204
    assert [seat["seat"] for seat in game.show()["seats"]] == [1, 2]
    accepted(game.act("start", token=game.host))
    problem(game.leave(2, token=game.host), 409, "game-started")
    problem(seat_bot(game, token=game.host), 409, "game-started")


def test_bots_of_every_level_play_a_game_to_its_end(server):
    game = Table(server, "Ann", bots=["easy", "medium", "hard"], end="shared")
    accepted(game.call(1, "E"))
    assert "token" not in game.ask("GET", "/history").text
    problem(game.act("place", {"cell": 0}, token=game.host), 403, "not-allowed")
    shown = game.play()
    assert all("." not in text for text in game.texts().values()) and len(shown["result"]["scores"]) == 4


def test_bots_race_to_the_end_once_no_person_plays(server):
    races = [kind for kind in ask(server, "GET", "/rules").json["rules"] if kind["bots"] and kind["privateBoards"] == "race"]
    assert races
    for kind in races:
        race = class_of(kind["name"])(server, "Ann", bots=["easy", "medium", "hard"], mode="race")
        with Stream(server, race.path + "/events") as stream:
            race.do(1, "resign")
            stream.next("game.finished")
        assert race.result["winners"] and 1 not in race.result["winners"], kind["name"]
        assert 4 in [solve["seat"] for solve in race.result["solves"]], kind["name"]


def test_a_bot_writes_a_mini_at_its_own_pace_while_nobody_moves(server):
    letters = [index for index, sign in enumerate(cells_of(DOTS)) if sign != "#"]
    race = Mini(server, "Ann", bots=["hard"], mode="race", kind={"givens": letters[1:]})
    assert [seat["filled"] for seat in race.show()["seats"]] == [22, 22]
    with Stream(server, race.path + "/events") as stream:
        assert stream.next("board.finished").data["seat"] == 2
    assert race.show()["state"] == "playing" and race.show()["result"] == {"winners": [2]}
    problem(race.ask("GET", "/boards/2", token=race.people[0].token), 403, "hidden")
