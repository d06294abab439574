"""Leaderboards: who has played the games of days, and how well, as the server has measured it."""

import signal

import pytest

from client import Game, ask, eventually, problem
from days import guess_word, seated, today
from leaders_hall import Hall, named, ranks
from server_process import ServerProcess
from square_table import accepted

RULES = ["guess", "mini", "square"]


@pytest.fixture(scope="module")
def hall(shared_server):
    """Eleven days of three games."""
    with ServerProcess("--no-address-limits") as server:
        hall = Hall(server, shared_server)
        hall.guess("Old", 1)
        hall.days_pass(5)
        hall.guess("Ben", None), hall.guess("Fay", 2), hall.guess("Gus", 2)
        hall.days_pass(3, same_time=("fay", "gus"))
        hall.guess("Ann", 2)
        hall.days_pass(1)
        hall.guess("Ann", 1), hall.guess("Ben", 2)
        hall.mini("Ann"), hall.mini("Eve", "assisted"), hall.square("Ben", range(25))
        hall.days_pass(1)
        hall.guess("Ann", 3), hall.guess("Ben", None), hall.guess("Eve", 1), hall.guess("ANN", 1)
        hall.mini("Ann"), hall.mini("Ben", "assisted"), hall.mini("Eve", "resigned")
        hall.square("Ann", range(25)), hall.square("Ben", range(24, -1, -1))
        yield hall


def test_fewer_guesses_come_first(hall):
    body = hall.board("guess", period="day")
    assert (body["rules"], body["period"], body["from"], body["to"]) == ("guess", "day", today(), today())
    assert ranks(body["entries"])[:2] == [(1, "eve"), (2, "ann")] and body["assisted"] == []
    ann = named(body["entries"])["ann"]
    assert (ann["played"], ann["solved"], ann["guesses"]) == (1, 1, 3), "the first game of the name counts"
    assert ann["seconds"] == pytest.approx(hall.seconds["guess", "Ann", 10], abs=0.002)
    ben = named(body["entries"]).get("ben", {"solved": 0, "rank": 3})
    assert (ben["solved"], ben["rank"]) == (0, 3), "who has solved nothing is last, or not there"


def test_a_week_adds_its_days_up(hall):
    body = hall.board("guess", period="week")
    assert (body["from"], body["to"]) == (today(-6), today())
    assert ranks(body["entries"])[:2] == [(1, "ann"), (2, "eve")]
    ann, ben = (named(body["entries"])[name] for name in ("ann", "ben"))
    assert (ann["played"], ann["solved"], ann["guesses"]) == (3, 3, 6)
    assert (ben["played"], ben["solved"], ben["guesses"]) == (3, 1, 2)
    total = sum(hall.seconds["guess", "Ann", passed] for passed in (8, 9, 10))
    assert ann["seconds"] == pytest.approx(total, abs=0.005)
    assert "old" not in named(body["entries"])


def test_all_time_knows_who_played_long_ago(hall):
    body = hall.board("guess", period="all")
    assert "from" not in body and body["to"] == today()
    assert named(body["entries"])["old"]["solved"] == 1
    later = hall.board("guess", period="all", date=today(-6))
    assert list(named(later["entries"])) == ["old"], "and nobody who has played since"


def test_exact_ties_share_a_rank(hall):
    entries = hall.board("guess", period="day", date=today(-5))["entries"]
    assert sorted(ranks(entries))[:2] == [(1, "fay"), (1, "gus")]


def test_streaks_count_days_in_a_row(hall):
    entries = named(hall.board("guess", period="week")["entries"])
    streaks = {name: (entry["streak"], entry["longest"]) for name, entry in entries.items()}
    assert streaks["ann"] == (3, 3) and streaks["eve"] == (1, 1)
    before = named(hall.board("guess", period="week", date=today(-1))["entries"])
    assert (before["ann"]["streak"], before["ann"]["longest"]) == (2, 2)
    assert before["ben"]["streak"] == 1


def test_a_day_that_was_played_and_not_solved_ends_a_streak(hall):
    ben = named(hall.board("guess", period="week")["entries"])["ben"]
    assert (ben["streak"], ben["longest"]) == (0, 1)


def test_a_day_that_is_still_to_be_played_does_not_end_a_streak(hall):
    """Fay and Gus solved one five days ago, and nothing since."""
    entries = named(hall.board("guess", period="week", date=today(-4))["entries"])
    assert entries["fay"]["streak"] == 1
    assert named(hall.board("guess", period="week", date=today(-3))["entries"])["fay"]["streak"] == 0


def test_a_streak_of_long_ago_is_over(hall):
    old = named(hall.board("guess", period="all")["entries"])["old"]
    assert (old["streak"], old["longest"]) == (0, 1)


def test_minis_with_help_stand_apart(hall):
    body = hall.board("mini", period="week")
    entries, helped = named(body["entries"]), named(body["assisted"])
    assert (entries["ann"]["solved"], entries["ann"]["rank"]) == (2, 1)
    seconds = hall.seconds["mini", "Ann", 9] + hall.seconds["mini", "Ann", 10]
    assert entries["ann"]["seconds"] == pytest.approx(seconds, abs=0.003)
    assert all(entry["solved"] == 0 for name, entry in entries.items() if name != "ann")
    assert {name: entry["solved"] for name, entry in helped.items()} == {"ben": 1, "eve": 1}
    assert helped["ben"]["seconds"] == pytest.approx(hall.seconds["mini", "Ben", 10], abs=0.002)
    assert all("rank" not in entry for entry in body["assisted"])
    assert "score" not in entries["ann"] and "guesses" not in entries["ann"]
    assert (entries["ann"]["streak"], entries["ann"]["longest"]) == (2, 2)


def test_squares_are_ordered_by_points(hall):
    body = hall.board("square", period="day")
    points = {name: hall.points[name, 10] for name in ("Ann", "Ben")}
    assert {entry["name"]: entry["score"] for entry in body["entries"]} == points
    scores = [entry["score"] for entry in body["entries"]]
    assert scores == sorted(scores, reverse=True)
    week = named(hall.board("square", period="week")["entries"])["ben"]
    assert week["score"] == points["Ben"] + hall.points["Ben", 9]
    assert (week["played"], week["streak"]) == (2, 2)


@pytest.mark.parametrize(
    "rules, options",
    [
        ("guess", {"seed": 5}),
        ("guess", {"mode": "daily", "day": today(-1)}),
        ("mini", {"day": today(-1)}),
        ("mini", {"difficulty": "easy"}),
        ("mini", {"day": today(), "autocheck": True}),
    ],
    ids=str,
)
def test_only_the_game_of_the_day_counts_and_only_on_its_day(hall, rules, options):
    """Whoever could play days that are over would have the longest streak of all."""
    made = ask(hall.server, "POST", "/games", {"rules": rules, "options": options})
    game = Game(hall.server, made.json["id"])
    nobody = game.seat("Nobody")
    if rules == "guess" and "day" in options:
        guess_word(game, nobody.token, hall.answers.of("guess", today(-1)))
    else:
        accepted(nobody.act("reveal" if rules == "mini" else "resign", {}))
    assert game.show()["state"] == "finished"
    for period in ("day", "week", "all"):
        body = hall.board(rules, period=period)
        assert "nobody" not in named(body["entries"]) | named(body["assisted"])


def test_the_word_of_the_day_counts_in_hard_mode_too(hall):
    options = {"mode": "daily", "day": today(), "hard": True}
    made = ask(hall.server, "POST", "/games", {"rules": "guess", "options": options}).json
    game = Game(hall.server, made["id"])
    guess_word(game, game.seat("Hard").token, hall.answers.of("guess", today()))
    assert named(hall.board("guess")["entries"])["hard"]["guesses"] == 1


def test_games_that_are_brought_in_do_not_count(hall):
    game = seated(hall.answers.twin, "guess", None, "Ivy")
    guess_word(game, game.me.token, hall.answers.of("guess", today()))
    answer = ask(hall.server, "POST", "/games/import", game.ask("GET", "/export").json)
    assert answer.status == 201, answer
    assert "ivy" not in named(hall.board("guess", period="all")["entries"])


def test_a_game_that_is_not_over_does_not_count(hall):
    game = seated(hall.server, "guess", None, "Still")
    guess_word(game, game.me.token, "CRANE")
    assert "still" not in named(hall.board("guess", period="all")["entries"])


def test_points_that_a_bot_has_made_do_not_count(hall):
    game = seated(hall.server, "square", name="Idler")
    accepted(game.me.act("resign"))
    eventually(lambda: game.show()["state"] == "finished", seconds=10)
    assert "Idler" not in ask(hall.server, "GET", "/leaderboards/square?limit=100").text


def test_limit_and_defaults(hall):
    assert len(hall.board("guess", period="all", limit=2)["entries"]) == 2
    answer = ask(hall.server, "GET", "/leaderboards/guess")
    assert answer.status == 200 and answer.json["to"] == today() and answer.json["period"] == "day"
    assert ask(hall.server, "HEAD", "/leaderboards/guess").status == 200


def test_names_are_compared_without_case_of_any_letter(hall):
    for name, guesses in (("Zoë", 1), ("ZOË", 2), ("Zoe\u0308", 3)):
        hall.guess(name, guesses)
    entries = hall.board("guess", period="day")["entries"]
    (zoe,) = [entry for entry in entries if entry["name"].casefold().startswith("zo")]
    assert zoe["guesses"] == 1


def test_markup_in_a_name_is_plain_text(hall):
    hall.guess("<b>&</b>", 1)
    assert "<b>&</b>" in named(hall.board("guess", period="day")["entries"])


@pytest.mark.parametrize(
    "query",
    [
        "period=year",
        "period=",
        "limit=0",
        "limit=101",
        "limit=x",
        "limit=-1",
        "limit=" + "9" * 20,
        "date=x",
        "date=2026-02-30",
        "date=9999-12-31",
    ],
)
def test_a_query_that_is_none_is_refused(hall, query):
    problem(ask(hall.server, "GET", f"/leaderboards/guess?{query}"), 400, "invalid-query")


def test_tomorrow_has_no_leaders(hall):
    problem(ask(hall.server, "GET", f"/leaderboards/mini?date={today(2)}"), 400, "invalid-query")


@pytest.mark.parametrize("rules", ["free", "chess", "Guess", "", "guess/x"])
def test_other_rules_have_no_leaders(hall, rules):
    problem(ask(hall.server, "GET", f"/leaderboards/{rules}"), 404)
    problem(ask(hall.server, "POST", "/leaderboards/guess", {}), 405)


def test_leaders_outlive_a_kill(hall):
    """Last, because it ends the server."""
    queries = [(rules, period) for rules in RULES for period in ("day", "week", "all")]
    before = [hall.board(rules, period=period) for rules, period in queries]
    hall.server.restart(signal.SIGKILL)
    assert [hall.board(rules, period=period) for rules, period in queries] == before
