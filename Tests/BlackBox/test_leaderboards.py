"""`/leaderboards/{rules}`: the results of the daily games."""

import signal

import pytest

from client import ask, problem
from days import Answers, daily_kinds, guess_word, place_all, seated, solve_mini, today
from game_tables import accepted
from players import new_player
from server_process import ServerProcess

TOTALS = {"player", "name", "played", "solved", "seconds"}
RANKED = TOTALS | {"rank", "streak", "longest"}


@pytest.fixture(scope="module")
def leaders(shared_server):
    """A server on which players have solved today's games, lost them, been helped, or have no key."""
    with ServerProcess("--no-address-limits") as running:
        answers = Answers(shared_server)
        word, ann, ben = answers.of("guess", today()), new_player(running), new_player(running, "Ben")
        game = seated(running, "guess", token=ann.key)
        guess_word(game, "CRANE" if word != "CRANE" else "SLOTH"), guess_word(game, word)
        guess_word(seated(running, "guess", name="Zoe"), word)
        accepted(seated(running, "guess", token=ben.key).me.act("resign"))
        solve_mini(seated(running, "mini", token=ann.key), answers.of("mini", today()))
        accepted(seated(running, "mini", token=ben.key).me.act("reveal"))
        square = seated(running, "square", token=new_player(running, "<b>&</b>").key)
        running.points = place_all(square)["scores"]["1"]
        running.game, running.ann, running.ben, running.answers = game, ann, ben, answers
        yield running


def leaderboard(server, rules, query=""):
    answer = ask(server, "GET", f"/leaderboards/{rules}{query}")
    assert answer.status == 200 and answer.media == "application/json", answer
    return answer.json


def test_a_guess_entry_has_the_guesses_of_a_player_with_a_key(leaders):
    body = leaderboard(leaders, "guess")
    assert body.keys() == {"rules", "period", "from", "to", "entries", "assisted"}
    assert (body["rules"], body["period"], body["from"], body["to"]) == ("guess", "day", today(), today())
    (ann,) = body["entries"]
    assert ann.keys() == RANKED | {"guesses"} and body["assisted"] == []
    assert (ann["rank"], ann["player"], ann["name"]) == (1, leaders.ann.player, "Ann")
    assert (ann["played"], ann["solved"], ann["guesses"]) == (1, 1, 2)
    assert (ann["streak"], ann["longest"]) == (1, 1)
    assert ann["seconds"] == pytest.approx(leaders.game.show()["result"]["solves"][0]["seconds"], abs=0.002)


def test_assisted_entries_are_listed_apart_without_a_rank(leaders):
    body = leaderboard(leaders, "mini")
    (ann,), (ben,) = body["entries"], body["assisted"]
    assert ann.keys() == RANKED and (ann["player"], ann["name"]) == (leaders.ann.player, "Ann")
    assert ben.keys() == TOTALS and (ben["player"], ben["name"]) == (leaders.ben.player, "Ben")


def test_a_square_entry_has_points_and_a_name_is_plain_text(leaders):
    (entry,) = leaderboard(leaders, "square")["entries"]
    assert entry.keys() == RANKED | {"score"}
    assert (entry["name"], entry["score"]) == ("<b>&</b>", leaders.points)


def test_the_query_chooses_the_period_the_last_day_and_the_number_of_entries(leaders):
    entries = leaderboard(leaders, "guess")["entries"]
    week = leaderboard(leaders, "guess", "?period=week&limit=1")
    all_time = leaderboard(leaders, "guess", "?period=all&limit=1")
    assert (week["from"], week["to"], week["entries"]) == (today(-6), today(), entries)
    assert "from" not in all_time and all_time["to"] == today() and all_time["entries"] == entries
    assert leaderboard(leaders, "guess", f"?period=all&date={today(-1)}")["entries"] == []


def test_earlier_days_and_imported_games_do_not_count(leaders):
    late = new_player(leaders, "Late")
    guess_word(seated(leaders, "guess", today(-3), token=late.key), leaders.answers.of("guess", today(-3)))
    twin = leaders.answers.twin
    game = seated(twin, "guess", token=new_player(twin, "Ivy").key)
    guess_word(game, leaders.answers.of("guess", today()))
    assert ask(leaders, "POST", "/games/import", game.ask("GET", "/export").json).status == 201
    names = [entry["name"] for entry in leaderboard(leaders, "guess", "?period=all")["entries"]]
    assert names == ["Ann"]


def test_a_second_game_of_a_player_and_day_changes_nothing(leaders):
    before = leaderboard(leaders, "guess", "?period=all")
    again = seated(leaders, "guess", token=leaders.ann.key)
    assert again.id == leaders.game.id and again.show()["state"] == "finished"
    assert leaderboard(leaders, "guess", "?period=all") == before


def test_an_invalid_query_is_refused(leaders):
    for query in ("period=year", "limit=0", "limit=101", "date=x", f"date={today(2)}"):
        problem(ask(leaders, "GET", f"/leaderboards/guess?{query}"), 400, "invalid-query")


def test_other_rules_are_404(leaders):
    for rules in ("free", "chess", "Guess", "", "guess/x"):
        problem(ask(leaders, "GET", f"/leaderboards/{rules}"), 404)


def test_leaderboards_survive_a_kill(leaders):
    """The last test, because it restarts the server."""
    queries = [(rules, f"?period={period}") for rules in daily_kinds() for period in ("day", "week", "all")]
    before = [leaderboard(leaders, *query) for query in queries]
    leaders.restart(signal.SIGKILL)
    assert [leaderboard(leaders, *query) for query in queries] == before
