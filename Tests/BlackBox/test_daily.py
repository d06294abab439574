"""The mini and the hidden word of the day: the same for everybody, and for each person one game."""

import datetime

import pytest

from client import Game, ask, problem
from concurrency import concurrently
from days import Answers, daily, guess_word, open_daily, place_all, seated, solve_mini, today
from guess_reference import marks_of
from square_table import accepted

RULES = ["mini", "guess", "square"]
DAY = "2024-11-20"


@pytest.fixture(scope="module")
def answers(shared_server):
    return Answers(shared_server)


@pytest.mark.parametrize("rules", RULES)
def test_a_stranger_is_sent_to_a_new_game_of_the_day(server, rules):
    one, two = open_daily(server, rules), open_daily(server, rules)
    assert one.id != two.id
    shown = one.show()
    assert (shown["rules"], shown["state"], shown["seats"]) == (rules, "waiting", [])
    assert shown["day"] == shown["options"]["day"] == today() and "seed" not in shown["options"]
    assert shown["options"].get("mode") == ("daily" if rules == "guess" else shown["options"].get("mode"))


@pytest.mark.parametrize("rules", ["mini", "guess"])
def test_the_day_is_the_same_on_every_server(server, own_free_server, rules):
    one, two = (Answers(running).of(rules, DAY) for running in (server, own_free_server))
    assert one == two
    assert Answers(server).of(rules, "2024-11-19") != one, "another day is another"


def test_the_clues_of_a_day_are_the_same_for_all(server):
    one, two = (seated(server, "mini", DAY).show()["clues"] for _ in range(2))
    assert one == two and seated(server, "mini", today()).show()["clues"] != one
    assert seated(server, "mini").show()["clues"] == seated(server, "mini", today()).show()["clues"]


def test_the_mini_grows_harder_with_the_week(server):
    expected = ["easy"] + ["medium"] * 3 + ["hard"] * 3
    for day in range(4, 11):
        date = f"2024-11-{day:02}"
        weekday = datetime.date.fromisoformat(date).weekday()
        options = open_daily(server, "mini", date).show()["options"]
        assert options == {"day": date, "difficulty": expected[weekday]}


@pytest.mark.parametrize("rules", RULES)
def test_a_day_has_its_own_seed(server, rules):
    options = {"day": DAY, "seed": 5} | ({"mode": "daily"} if rules == "guess" else {})
    problem(ask(server, "POST", "/games", {"rules": rules, "options": options}), 422, "invalid-value")


@pytest.mark.parametrize("rules", RULES)
def test_options_of_a_day_are_the_day_itself(server, answers, rules):
    """A game made by POST /games with that day has the same task."""
    options = {"day": DAY} | ({"mode": "daily"} if rules == "guess" else {})
    answer = ask(server, "POST", "/games", {"rules": rules, "options": options})
    assert answer.status == 201, answer
    assert answer.json["day"] == DAY and answer.json["state"] == "waiting"
    game = Game(server, answer.json["id"])
    ann = game.seat("Ann")
    if rules != "square":
        accepted(ann.act("resign"))
        assert game.show()["result"]["answer"] == answers.of(rules, DAY)


# ------------------------------------------------------------------------------------- the same person again


@pytest.mark.parametrize("rules", RULES)
def test_who_has_the_game_is_sent_to_it_again(server, rules):
    game = seated(server, rules, DAY)
    for _ in range(2):
        assert open_daily(server, rules, DAY, game.me.token).id == game.id
    accepted(game.me.act("resign"))
    assert open_daily(server, rules, DAY, game.me.token).id == game.id, "also when it is over"


@pytest.mark.parametrize("rules", RULES)
def test_the_token_of_one_game_sits_in_the_next(server, rules):
    first = seated(server, "mini", DAY, name="Zoë")
    game = open_daily(server, rules, "2024-11-18", first.me.token)
    assert game.id != first.id
    shown = game.show(first.me.token)
    assert shown["state"] == ("waiting" if rules == "square" else "playing")
    (seat,) = shown["seats"]
    assert (seat["seat"], seat["name"], shown["day"]) == (1, "Zoë", "2024-11-18")
    assert open_daily(server, rules, "2024-11-18", first.me.token).id == game.id
    assert first.me.token not in game.ask("GET").text


def test_who_asks_several_times_at_once_gets_one_game(server):
    token = seated(server, "mini", DAY).me.token
    calls = [lambda: open_daily(server, "guess", "2024-11-17", token).id for _ in range(6)]
    assert len(set(concurrently(*calls))) == 1


def test_a_carried_token_plays(server, answers):
    token = seated(server, "guess", "2024-11-17").me.token
    game = seated(server, "guess", "2024-11-16", token=token)
    answer = answers.of("guess", "2024-11-16")
    guess_word(game, token, answer)
    assert game.show()["result"]["winners"] == [1]
    mini = seated(server, "mini", "2024-11-16", token=token)
    solve_mini(mini, token, answers.of("mini", "2024-11-16"))
    assert mini.show()["result"]["winners"] == [1]
    square = seated(server, "square", "2024-11-16", token=token)
    accepted(square.me.act("start"))
    assert place_all(square, token)["winners"] == [1]


@pytest.mark.parametrize("token", ["x" * 32, "", "<b>"])
def test_a_token_that_is_none_is_refused(server, token):
    for rules in RULES:
        answer = ask(server, "GET", f"/daily/{rules}", headers={"Authorization": f"Bearer {token}"})
        problem(answer, (400, 401))


def test_tokens_of_other_games_are_unknown_here(server):
    made = ask(server, "POST", "/games", {"rules": "guess", "options": {}}).json
    seat = ask(server, "POST", f"/games/{made['id']}/seats", {"name": "Ann"}).json
    for token in (seat["token"], made["host"]["token"]):
        problem(daily(server, "guess", token=token), 401, "unknown-token")


# --------------------------------------------------------------------------------------------- what is not


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("days", [1, 2, 400, 300_000])
def test_a_day_to_come_is_not_told(server, rules, days):
    date = today(days)
    token = seated(server, "guess", DAY).me.token if days == 1 else None
    problem(daily(server, rules, date, token), 422, "invalid-value")
    options = {"day": date} | ({"mode": "daily"} if rules == "guess" else {})
    problem(ask(server, "POST", "/games", {"rules": rules, "options": options}), 422, "invalid-value")


@pytest.mark.parametrize("rules", ["mini", "guess"])
@pytest.mark.parametrize(
    "date", ["", "x", "2026-13-01", "2026-02-30", "20261121", "2026-1-1", "-1", "2026-11-21T00:00:00Z"]
)
def test_a_day_that_is_none_is_refused(server, rules, date):
    problem(ask(server, "GET", f"/daily/{rules}?date={date}"), (400, 422))


def test_methods_and_names(server):
    for rules in ("free", "chess", "Mini", "guess/x"):
        problem(ask(server, "GET", f"/daily/{rules}"), 404)
    for rules in RULES:
        problem(ask(server, "POST", f"/daily/{rules}"), 405)
        assert ask(server, "HEAD", f"/daily/{rules}").status == 405


@pytest.mark.parametrize("rules", ["guess", "mini"])
def test_a_day_is_played_alone(server, rules):
    game = seated(server, rules, DAY)
    problem(game.ask("POST", "/seats", {"name": "Ben"}), 409, "no-free-seat")
    problem(game.ask("POST", "/bots", {}, token=game.me.token), 409, "no-bots")


@pytest.mark.parametrize("rules", ["mini", "guess"])
def test_a_rematch_of_a_day_is_an_ordinary_game(server, rules):
    game = seated(server, rules, DAY)
    accepted(game.me.act("resign")), accepted(game.me.act("rematch"))
    shown = ask(server, "GET", f"/games/{game.show()['next']}").json
    assert "day" not in shown and not {"day", "seed", "puzzle"} & shown["options"].keys()
    assert shown["options"].get("mode") != "daily"
    if rules == "mini":
        assert shown["clues"] != seated(server, "mini", DAY).show()["clues"]


def test_marks_of_the_day_are_of_its_word(server, answers):
    game = seated(server, "guess", DAY)
    body = guess_word(game, game.me.token, "CRANE")
    (event,) = [event for event in body["events"] if event["type"] == "cells.marked"]
    marks = "".join(event["marks"][str(cell)][0] for cell in range(5))
    assert marks == marks_of("CRANE", answers.of("guess", DAY))


@pytest.mark.parametrize("rules", RULES)
def test_a_document_brings_no_day_to_come(server, rules):
    """Neither by its option nor by its setup."""
    game = seated(server, rules, DAY)
    if rules == "square":
        place_all(game, game.me.token)
    else:
        accepted(game.me.act("resign"))
    document = game.ask("GET", "/export").json
    assert ask(server, "POST", "/games/import", document).status == 201
    for events in (document["events"], document["events"][:2], []):
        forged = document | {"events": events}
        forged["setup"] = document["setup"] | {"options": document["setup"]["options"] | {"day": today(3)}}
        problem(ask(server, "POST", "/games/import", forged), (400, 422))
