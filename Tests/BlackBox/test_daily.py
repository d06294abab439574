"""`/daily/{rules}`: every player has one game of the day, and nobody sees the task of a coming day."""

import pytest

from client import Game, ask, eventually, problem
from concurrency import concurrently
from days import Answers, daily, daily_kinds, guess_word, open_daily, place_all, seated, today
from game_tables import accepted
from players import new_player

DAY, EVE = "2024-11-20", "2024-11-18"

for_each_rules = pytest.mark.parametrize("rules", daily_kinds())


def daily_options(server, rules, day):
    """Options with which a game of the day can be made for practice."""
    task = daily(server, rules, method="GET").json["options"]
    return {"day": day} | ({"mode": task["mode"]} if "mode" in task else {})


@for_each_rules
def test_a_client_without_a_token_starts_a_new_game_of_today(server, rules):
    one, two = open_daily(server, rules), open_daily(server, rules)
    assert one.id != two.id
    shown = one.show()
    assert (shown["rules"], shown["state"], shown["seats"]) == (rules, "waiting", [])
    assert shown["day"] == shown["options"]["day"] == today() and "seed" not in shown["options"]


def test_a_day_has_the_same_task_on_every_server_and_in_practice(server, own_free_server):
    """In separate processes, whose hash tables differ. A word square has no answer, but letters to come."""
    here, there = Answers(server), Answers(own_free_server)
    for rules in daily_kinds():
        answer = here.of(rules, DAY)
        assert there.of(rules, DAY) == answer
        if answer is None:
            continue
        assert answer != here.of(rules, EVE)
        made = ask(server, "POST", "/games", {"rules": rules, "options": daily_options(server, rules, DAY)})
        assert made.status == 201 and (made.json["day"], made.json["state"]) == (DAY, "waiting")
        game = Game(server, made.json["id"])
        accepted(game.seat("Ann").act("resign"))
        assert game.show()["result"]["answer"] == answer
    games = [seated(each, "square", DAY) for each in (server, own_free_server)]
    for game in games:
        place_all(game)
    one, two = ([event["letter"] for event in game.history() if "letter" in event] for game in games)
    assert one == two and len(one) > 20


def test_reading_the_game_of_the_day_creates_no_game(own_server):
    for rules in daily_kinds():
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
    token = new_player(server).key
    assert daily(server, "guess", EVE, token, method="GET").json["start"] == f"/daily/guess?date={EVE}"
    made = daily(server, "guess", EVE, token)
    assert made.status == 201 and made.json["seats"][0]["name"] == "Ann"
    again = daily(server, "guess", EVE, token)
    assert again.status == 200 and again.header("Location") == made.header("Location")
    assert again.json["id"] == made.json["id"]
    found = daily(server, "guess", EVE, token, method="GET")
    assert found.status == 303 and found.header("Location") == made.header("Location")


@for_each_rules
def test_a_player_sits_in_the_games_of_all_days_and_finds_them_again(server, rules):
    key = new_player(server, "Zoë").key
    first, game = seated(server, rules, DAY, token=key), open_daily(server, rules, EVE, key)
    shown = game.show(key)
    (seat,) = shown["seats"]
    assert (seat["seat"], seat["name"], shown["day"]) == (1, "Zoë", EVE)
    assert open_daily(server, rules, EVE, key).id == game.id
    assert key not in game.ask("GET").text
    accepted(first.me.act("resign"))
    assert open_daily(server, rules, DAY, key).id == first.id, "also when it is finished"


def test_a_whole_game_of_the_day_is_played_with_a_key(server):
    key = new_player(server).key
    game = seated(server, "guess", EVE, token=key)
    guess_word(game, Answers(server).of("guess", EVE))
    assert game.show()["result"]["winners"] == [1]
    assert place_all(seated(server, "square", EVE, token=key))["winners"] == [1]


def test_concurrent_requests_of_a_player_open_one_game(server):
    token = new_player(server).key
    calls = [lambda: open_daily(server, "guess", "2024-11-17", token).id for _ in range(6)]
    assert len(set(concurrently(*calls))) == 1


def test_a_token_that_is_no_key_is_401(server):
    made = ask(server, "POST", "/games", {"rules": "guess"}).json
    seat = ask(server, "POST", f"/games/{made['id']}/seats", {"name": "Ann"}).json
    of_today = seated(server, "guess").me.token
    for token in ("x" * 32, seat["token"], made["host"]["token"], of_today):
        problem(daily(server, "guess", token=token), 401, "unknown-token")
        problem(daily(server, "guess", token=token, method="GET"), 401, "unknown-token")
    problem(daily(server, "guess", token="<b>"), (400, 401))


@for_each_rules
def test_a_coming_day_is_refused(server, rules):
    token = new_player(server).key
    for days in (2, 400, 300_000):
        date = today(days)
        for who in (None, token):
            problem(daily(server, rules, date, who), 404, "no-such-day")
        options = daily_options(server, rules, date)
        problem(ask(server, "POST", "/games", {"rules": rules, "options": options}), 422, "invalid-value")


@for_each_rules
def test_an_imported_document_of_a_coming_day_is_refused(server, rules):
    game = seated(server, rules, DAY)
    accepted(game.me.act("resign"))
    # In some games a bot plays on for the player.
    eventually(lambda: game.show()["state"] == "finished", what="the end")
    document = game.ask("GET", "/export").json
    assert ask(server, "POST", "/games/import", document).status == 201
    for events in (document["events"], document["events"][:2], []):
        forged = document | {"events": events}
        forged["setup"] = document["setup"] | {"options": document["setup"]["options"] | {"day": today(3)}}
        problem(ask(server, "POST", "/games/import", forged), (400, 422))


def test_an_invalid_date_other_rules_or_another_site_is_refused(server):
    for date in ("x", "2026-02-30", ""):
        problem(ask(server, "GET", f"/daily/guess?date={date}"), 422, "invalid-value")
    for rules in ("free", "chess", "Mini", "guess/x"):
        problem(ask(server, "GET", f"/daily/{rules}"), 404)
    elsewhere = {"Origin": "https://example.org", "Sec-Fetch-Site": "cross-site"}
    problem(ask(server, "POST", "/daily/guess", headers=elsewhere), 403, "cross-origin")
