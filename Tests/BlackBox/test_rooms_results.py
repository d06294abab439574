"""What a room keeps for its people: the results for a spreadsheet, and how they have done in the daily games."""

import csv
import io


from client import eventually, problem
from days import daily_kinds, guess_word, seated, today
from game_tables import accepted
from players import new_player
from rooms import make_room, recorded
from server_process import ServerProcess


def results(room, player=None):
    return room.ask("GET", "/results.csv", player=player or room.host)


def rows(answer):
    assert answer.status == 200 and answer.header("Content-Type").startswith("text/csv"), answer
    return list(csv.DictReader(io.StringIO(answer.body.decode(), newline="")))


def test_the_host_gets_one_line_for_each_member_and_game(server):
    room = make_room(server, "Ann", 'Ben, "the 2nd"', "=1+1", size=20)
    ann, ben, eve = room.people
    # A mark that combines makes other characters of a quote and an equals sign.
    for name in ('a"\u0301,=1+1,"', "=\u0301A1"):
        room.join(new_player(server, name))
    empty = results(room)
    assert empty.body == b"game,rules,began,ended,player,name,state,won,points,seconds\r\n"
    assert room.name in empty.header("Content-Disposition")
    with room.with_present(ann, ben):
        race = room.begin("mini", mode="race")
        accepted(race.act("start", token=ann.key))
        for player in (ann, ben):
            accepted(race.act("reveal" if player is ann else "resign", token=player.key))
    recorded(room, 1)
    lines = rows(results(room))
    marked = [(line["name"], line["state"]) for line in lines[3:]]
    assert marked == [('a"\u0301,=1+1,"', "absent"), ("'=\u0301A1", "absent")]
    assert [(line["player"], line["name"], line["state"]) for line in lines[:3]] == [
        (ann.player, "Ann", "played"), (ben.player, 'Ben, "the 2nd"', "played"), (eve.player, "'=1+1", "absent")
    ]
    assert {line["game"] for line in lines} == {race.id} and {line["rules"] for line in lines} == {"mini"}
    assert results(room).body.count(b"\r\n") == 6
    for player in (ben, new_player(server)):
        problem(results(room, player), 403, "not-allowed")
    problem(room.ask("GET", "/results.csv"), 401, "token-needed")


def test_a_solved_race_has_the_seconds_of_each_member(server):
    room = make_room(server, "Ann", "Ben")
    ann, ben = room.people
    with room.with_present(ann, ben):
        race = room.begin("guess", mode="race", seed=5)
        accepted(race.act("start", token=ann.key))
        accepted(race.act("resign", token=ben.key))
        accepted(race.act("resign", token=ann.key))
        answer = race.show()["result"]["answer"]
        race = room.begin("guess", mode="race", seed=5)
        accepted(race.act("start", token=ann.key))
        cells = {f"{column}1": letter for column, letter in zip("abcde", answer, strict=True)}
        accepted(race.ask("PATCH", "/board", {"cells": cells}, token=ben.key))
        accepted(race.act("submit", {"row": 0}, token=ben.key))
        accepted(race.act("resign", token=ann.key))
    recorded(room, 2)
    lines = {line["name"]: line for line in rows(results(room)) if line["game"] == race.id}
    assert (lines["Ben"]["won"], lines["Ann"]["won"]) == ("1", "0")
    assert float(lines["Ben"]["seconds"]) >= 0 and lines["Ann"]["seconds"] == ""
    assert "times" not in room.show()["games"][0]["result"]


# ------------------------------------------------------------------------------------------------- daily games


def test_members_see_each_others_days(own_free_server):
    room = make_room(own_free_server, "Ann", "Ben", "Eve")
    ann, ben, eve = room.people
    assert room.ask("PATCH", f"/members/{ben.player}", {"name": "Team 2"}, player=ann).status == 200
    with ServerProcess("--store", "memory") as twin:
        game = seated(twin, "guess")
        accepted(game.me.act("resign"))
        answer = game.show()["result"]["answer"]
    wrong = "CRANE" if answer != "CRANE" else "SLATE"
    guess_word(seated(own_free_server, "guess", token=ann.key), answer)
    late = seated(own_free_server, "guess", token=ben.key)
    guess_word(late, wrong)
    guess_word(late, answer)
    guess_word(seated(own_free_server, "guess", token=eve.key), wrong)
    days = lambda query="": room.ask("GET", "/days" + query, player=eve).json
    eventually(lambda: days()["week"][0]["points"] == 3, what="the standings")
    shown = days()
    assert shown["date"] == today() and {game["rules"] for game in shown["games"]} == set(daily_kinds())
    (guess,) = (game["results"] for game in shown["games"] if game["rules"] == "guess")
    assert [(row["name"], row["state"], row.get("rank")) for row in guess] == [
        ("Ann", "finished", 1), ("Team 2", "finished", 2), ("Eve", "playing", None)
    ]
    assert [row["result"]["guesses"] for row in guess[:2]] == [1, 2] and "result" not in guess[2]
    for rows in (shown["week"], shown["all"]):
        assert [(row["name"], row["days"], row["wins"], row["points"]) for row in rows] == [
            ("Ann", 1, 1, 3), ("Team 2", 1, 0, 2), ("Eve", 0, 0, 0)
        ]
    earlier = days(f"?date={today(-1)}")
    assert {row["state"] for game in earlier["games"] for row in game["results"]} == {"unplayed"}
    assert {row["points"] for row in earlier["all"]} == {0}


def test_only_members_see_the_days_and_only_of_days_that_have_begun(server):
    room = make_room(server)
    problem(room.ask("GET", "/days", player=new_player(server)), 403, "not-a-member")
    problem(room.ask("GET", "/days"), 401, "token-needed")
    for query in ("?date=x", "?date=2026-02-30", "?day=1&date="):
        problem(room.ask("GET", "/days" + query, player=room.host), 400, "invalid-query")
    problem(room.ask("GET", f"/days?date={today(2)}", player=room.host), 404, "no-such-day")
