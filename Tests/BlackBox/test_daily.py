"""`/daily/{rules}`: every player has one game of the day, and nobody sees the task of a coming day."""

import pytest

from client import Game, ask, problem
from concurrency import concurrently
from days import Answers, daily, guess_word, open_daily, place_all, seated, today
from square_table import accepted

RULES = ["mini", "guess", "square"]
DAY, EVE = "2024-11-20", "2024-11-18"

for_each_rules = pytest.mark.parametrize("rules", RULES)


def daily_options(rules, day):
    return {"day": day} | ({"mode": "daily"} if rules == "guess" else {})


@for_each_rules
def test_a_client_without_a_token_starts_a_new_game_of_today(server, rules):
    one, two = open_daily(server, rules), open_daily(server, rules)
    assert one.id != two.id
    shown = one.show()
    assert (shown["rules"], shown["state"], shown["seats"]) == (rules, "waiting", [])
    assert shown["day"] == shown["options"]["day"] == today() and "seed" not in shown["options"]


@pytest.mark.parametrize("rules", ["mini", "guess"])
def test_a_day_has_the_same_task_on_every_server_and_in_practice(server, own_free_server, rules):
    """In separate processes, whose hash tables differ."""
    answer = Answers(server).of(rules, DAY)
    assert Answers(own_free_server).of(rules, DAY) == answer != Answers(server).of(rules, EVE)
    made = ask(server, "POST", "/games", {"rules": rules, "options": daily_options(rules, DAY)})
    assert made.status == 201 and (made.json["day"], made.json["state"]) == (DAY, "waiting")
    game = Game(server, made.json["id"])
    accepted(game.seat("Ann").act("resign"))
    assert game.show()["result"]["answer"] == answer


@for_each_rules
def test_reading_the_game_of_the_day_creates_no_game(own_server, rules):
    for date, suffix in ((None, ""), (EVE, f"?date={EVE}")):
        answer = daily(own_server, rules, date, method="GET")
        assert answer.status == 200 and answer.header("Vary") == "Accept, Authorization", answer
        task = answer.json
        assert task.keys() == {"rules", "title", "day", "options", "start"}
        assert (task["rules"], task["start"]) == (rules, f"/daily/{rules}{suffix}")
        assert task["day"] == task["options"]["day"] == (date or today())
        assert daily(own_server, rules, date, method="HEAD").status == 200
    statistics = ask(own_server, "GET", "/metrics").text
    assert "\nfivebyfive_games 1\n" in statistics, "only the lobby"


def test_a_player_without_a_game_of_the_day_reads_the_task_and_then_the_game(server):
    token = seated(server, "mini", DAY).me.token
    assert daily(server, "guess", EVE, token, method="GET").json["start"] == f"/daily/guess?date={EVE}"
    made = daily(server, "guess", EVE, token)
    assert made.status == 201 and made.json["seats"][0]["name"] == "Ann"
    again = daily(server, "guess", EVE, token)
    assert again.status == 200 and again.header("Location") == made.header("Location")
    assert again.json["id"] == made.json["id"]
    found = daily(server, "guess", EVE, token, method="GET")
    assert found.status == 303 and found.header("Location") == made.header("Location")


@for_each_rules
def test_a_player_is_sent_to_the_same_game_again_also_when_it_is_finished(server, rules):
    game = seated(server, rules, DAY)
    assert open_daily(server, rules, DAY, game.me.token).id == game.id
    accepted(game.me.act("resign"))
    assert open_daily(server, rules, DAY, game.me.token).id == game.id


@for_each_rules
def test_a_token_of_one_daily_game_takes_the_seat_in_others(server, rules):
    token = seated(server, "mini", DAY, name="Zoë").me.token
    game = open_daily(server, rules, EVE, token)
    shown = game.show(token)
    assert shown["state"] == ("waiting" if rules == "square" else "playing")
    (seat,) = shown["seats"]
    assert (seat["seat"], seat["name"], shown["day"]) == (1, "Zoë", EVE)
    assert open_daily(server, rules, EVE, token).id == game.id
    assert token not in game.ask("GET").text


def test_a_game_is_played_with_a_token_of_another(server):
    token = seated(server, "mini", DAY).me.token
    game = seated(server, "guess", EVE, token=token)
    guess_word(game, Answers(server).of("guess", EVE))
    assert game.show()["result"]["winners"] == [1]
    assert place_all(seated(server, "square", EVE, token=token))["winners"] == [1]


def test_concurrent_requests_of_a_player_open_one_game(server):
    token = seated(server, "mini", DAY).me.token
    calls = [lambda: open_daily(server, "guess", "2024-11-17", token).id for _ in range(6)]
    assert len(set(concurrently(*calls))) == 1


def test_an_unknown_token_is_401(server):
    made = ask(server, "POST", "/games", {"rules": "guess"}).json
    seat = ask(server, "POST", f"/games/{made['id']}/seats", {"name": "Ann"}).json
    for token in ("x" * 32, seat["token"], made["host"]["token"]):
        problem(daily(server, "guess", token=token), 401, "unknown-token")
        problem(daily(server, "guess", token=token, method="GET"), 401, "unknown-token")
    problem(daily(server, "guess", token="<b>"), (400, 401))


@for_each_rules
@pytest.mark.parametrize("days", [1, 400, 300_000])
def test_a_coming_day_is_refused(server, rules, days):
    date = today(days)
    token = seated(server, "guess", DAY).me.token if days == 1 else None
    problem(daily(server, rules, date, token), 422, "invalid-value")
    options = daily_options(rules, date)
    problem(ask(server, "POST", "/games", {"rules": rules, "options": options}), 422, "invalid-value")


@for_each_rules
def test_an_imported_document_of_a_coming_day_is_refused(server, rules):
    game = seated(server, rules, DAY)
    if rules == "square":
        place_all(game)
    else:
        accepted(game.me.act("resign"))
    document = game.ask("GET", "/export").json
    assert ask(server, "POST", "/games/import", document).status == 201
    for events in (document["events"], document["events"][:2], []):
        forged = document | {"events": events}
        forged["setup"] = document["setup"] | {"options": document["setup"]["options"] | {"day": today(3)}}
        problem(ask(server, "POST", "/games/import", forged), (400, 422))


def test_an_invalid_date_other_rules_or_another_method_is_refused(server):
    for date in ("x", "2026-02-30", ""):
        problem(ask(server, "GET", f"/daily/guess?date={date}"), 422, "invalid-value")
    for rules in ("free", "chess", "Mini", "guess/x"):
        problem(ask(server, "GET", f"/daily/{rules}"), 404)
    problem(ask(server, "PUT", "/daily/guess"), 405)
    elsewhere = {"Origin": "https://example.org", "Sec-Fetch-Site": "cross-site"}
    problem(ask(server, "POST", "/daily/guess", headers=elsewhere), 403, "cross-origin")
