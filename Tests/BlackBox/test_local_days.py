"""A day is the player's own: a date ranks while it is today's somewhere on Earth, from UTC-12 to UTC+14."""

import datetime
import zoneinfo

import pytest

from client import ask, eventually, problem
from days import Answers, daily, daily_kinds, guess_word, open_daily, place_all, seated
from game_tables import accepted
from players import new_player
from refused_starts import refusal, start
from server_clock import StoppedServer
from server_process import ServerProcess

pytestmark = pytest.mark.unsanitized("libfaketime and the sanitizers replace the same functions")

ZONES = {name: zoneinfo.ZoneInfo(name) for name in (
    "Pacific/Kiritimati", "Asia/Seoul", "Europe/Berlin", "America/Los_Angeles", "Etc/GMT+12")}


class World(StoppedServer):
    """A server whose clock is set by a test, to begin with at a moment such as `2026-03-07T11:00Z`."""

    def __init__(self, moment, *options):
        super().__init__("--no-address-limits", *options)
        self.moment = datetime.datetime.fromisoformat(moment)
        self._offset = (self.moment - datetime.datetime.now(datetime.UTC)).total_seconds()

    def go_to(self, moment):
        """Moves the clock on to a moment."""
        later = datetime.datetime.fromisoformat(moment)
        self.advance((later - self.moment).total_seconds())
        self.moment = later

    def date(self, zone):
        return self.moment.astimezone(ZONES[zone]).date().isoformat()


@pytest.fixture(scope="module")
def answers():
    """The answers of days, from a server with the real clock, for which all days of the tests are over."""
    with ServerProcess("--no-address-limits") as twin:
        yield Answers(twin)


def solve(server, answers, date, key):
    game = seated(server, "guess", date, token=key)
    guess_word(game, answers.of("guess", date))
    return game


def ranked(server, rules, date):
    board = ask(server, "GET", f"/leaderboards/{rules}?period=day&date={date}").json
    return [entry["player"] for entry in board["entries"]]


def streak(server, key):
    profile = ask(server, "GET", "/players/me", token=key).json
    if game := profile["statistics"].get("guess"):
        assert profile["streak"] == {"days": game["streak"], "best": game["best"], "graceUsed": game["graceUsed"]}
    return profile["streak"]


def test_a_date_ranks_while_it_is_todays_somewhere(answers):
    # Half past nine in UTC: 22:30 the day before in UTC-12, 23:30 in UTC+14.
    with World("2026-03-10T09:30Z") as server:
        for date, counts in (("2026-03-08", False), ("2026-03-09", True), ("2026-03-10", True)):
            ann = new_player(server)
            solve(server, answers, date, ann.key)
            assert (ann.player in ranked(server, "guess", date)) is counts, date
            assert streak(server, ann.key)["days"] == (1 if counts else 0), date
        problem(daily(server, "guess", "2026-03-11", new_player(server).key), 404, "no-such-day")
        server.go_to("2026-03-10T10:01Z")  # the 11th begins in Kiritimati
        bea = new_player(server)
        solve(server, answers, "2026-03-11", bea.key)
        assert ranked(server, "guess", "2026-03-11") == [bea.player]
        server.go_to("2026-03-10T12:01Z")  # the 9th ends in UTC-12
        cem = new_player(server)
        solve(server, answers, "2026-03-09", cem.key)
        assert cem.player not in ranked(server, "guess", "2026-03-09")


def test_a_game_counts_for_its_date_when_it_is_finished_after_the_date(answers):
    with World("2026-03-10T11:00Z") as server:
        ann = new_player(server)
        game = seated(server, "guess", "2026-03-09", token=ann.key)
        server.go_to("2026-03-11T20:00Z")
        guess_word(game, answers.of("guess", "2026-03-09"))
        assert ranked(server, "guess", "2026-03-09") == [ann.player]


@pytest.mark.parametrize("rules", daily_kinds())
def test_a_date_that_has_begun_nowhere_is_404(rules):
    with World("2026-03-10T09:30Z") as server:
        key = new_player(server).key
        for date in ("2026-03-11", "2026-04-10", "2027-03-10", "9999-12-31"):
            for who in (None, key):
                problem(daily(server, rules, date, who), 404, "no-such-day")
                problem(daily(server, rules, date, who, method="GET"), 404, "no-such-day")
            problem(ask(server, "GET", f"/leaderboards/{rules}?date={date}"), 400, "invalid-query")


def test_everybody_with_the_same_date_has_the_same_task_and_one_leaderboard(answers):
    """In Kiritimati on the evening of a day, and in Los Angeles on the next morning."""
    with World("2026-03-10T04:00Z") as server:
        assert server.date("Pacific/Kiritimati") == "2026-03-10"
        ann = new_player(server, "Ann")
        solve(server, answers, "2026-03-10", ann.key)
        server.go_to("2026-03-11T05:00Z")
        assert server.date("America/Los_Angeles") == "2026-03-10"
        bea = new_player(server, "Bea")
        solve(server, answers, "2026-03-10", bea.key)
        assert set(ranked(server, "guess", "2026-03-10")) == {ann.player, bea.player}


LEAPS = [
    # The clocks of Los Angeles go forward on 8 March 2026, and back on 1 November; those of Berlin on 29 March.
    ("America/Los_Angeles", "2026-03-06T20:00"), ("America/Los_Angeles", "2026-10-30T23:30"),
    ("Europe/Berlin", "2026-03-27T00:30"), ("Asia/Seoul", "2026-06-01T08:00"),
    ("Pacific/Kiritimati", "2026-06-01T00:05"), ("Etc/GMT+12", "2026-06-01T23:50"),
]


@pytest.mark.parametrize("zone, first", LEAPS)
def test_a_player_who_plays_each_day_of_theirs_has_an_unbroken_streak(answers, zone, first):
    local = datetime.datetime.fromisoformat(first).replace(tzinfo=ZONES[zone])
    with World(local.astimezone(datetime.UTC).isoformat()) as server:
        key = new_player(server).key
        for count in range(1, 5):
            date = server.date(zone)
            assert date == local.date().isoformat()
            solve(server, answers, date, key)
            assert streak(server, key) == {"days": count, "best": count, "graceUsed": False}
            local += datetime.timedelta(days=1)
            server.go_to(local.astimezone(datetime.UTC).isoformat())


def test_a_streak_forgives_one_missed_day_and_ends_with_the_second(answers):
    with World("2026-06-01T13:00Z") as server:
        key, seen = new_player(server).key, []
        for day in "SS.S..":
            if day == "S":
                solve(server, answers, server.date("Europe/Berlin"), key)
            shown = streak(server, key)
            seen.append((shown["days"], shown["graceUsed"]))
            server.go_to((server.moment + datetime.timedelta(days=1)).isoformat())
        assert seen == [(1, False), (2, False), (2, False), (3, True), (3, True), (0, False)]
        assert streak(server, key) == {"days": 0, "best": 3, "graceUsed": False}


def test_a_game_begun_before_midnight_and_ended_after_it_keeps_its_date(answers):
    with World("2026-06-01T21:59Z") as server:  # a minute before midnight in Berlin
        key = new_player(server).key
        game = seated(server, "guess", server.date("Europe/Berlin"), token=key)
        server.go_to("2026-06-01T22:30Z")
        guess_word(game, answers.of("guess", "2026-06-01"))
        assert daily(server, "guess", "2026-06-01", key).json["id"] == game.id
        assert daily(server, "guess", "2026-06-02", key).status == 201
        assert streak(server, key)["days"] == 1


def test_the_server_s_day_is_that_of_its_time_zone():
    with World("2026-06-01T16:00Z", "--time-zone", "Asia/Seoul") as server:  # one o'clock on the 2nd there
        assert daily(server, "guess", method="GET").json["day"] == "2026-06-02"
        assert ask(server, "GET", "/leaderboards/guess").json["to"] == "2026-06-02"
        server.go_to("2026-06-02T14:59Z")
        assert daily(server, "guess", method="GET").json["day"] == "2026-06-02"
        server.go_to("2026-06-02T15:01Z")
        assert daily(server, "guess", method="GET").json["day"] == "2026-06-03"


def test_the_leaderboard_of_all_days_has_those_who_are_a_day_ahead(answers):
    with World("2026-03-10T11:00Z") as server:
        ann = new_player(server)
        solve(server, answers, "2026-03-11", ann.key)
        board = ask(server, "GET", "/leaderboards/guess?period=all").json
        assert [entry["player"] for entry in board["entries"]] == [ann.player] and board["to"] == "2026-03-10"
        assert ranked(server, "guess", "2026-03-10") == []


# The secret of a server's days.

PAST = "2024-11-20"


def answers_with(*options):
    with ServerProcess("--no-address-limits", *options) as server:
        found = {rules: Answers(server).of(rules, PAST) for rules in daily_kinds()}
        square = seated(server, "square", PAST)
        place_all(square)
        return found | {"square": [event["letter"] for event in square.history() if "letter" in event]}


def test_servers_with_the_same_secret_have_the_same_days_and_others_have_not(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("correct horse battery\n")
    other.write_text("another secret of mine")
    open_days, days, same, different = (
        answers_with(*options) for options in ((), *(("--daily-secret", file) for file in (one, one, other))))
    assert days == same
    for rules in daily_kinds():
        assert len({str(each[rules]) for each in (open_days, days, different)}) == 3, rules


def test_games_of_secret_days_go_on_after_a_restart_without_the_secret(tmp_path):
    file = tmp_path / "secret"
    file.write_text("correct horse battery")
    server = ServerProcess("--no-address-limits", "--daily-secret", file)
    with server:
        key = new_player(server).key
        game = seated(server, "square", token=key)
        accepted(game.me.act("place", {"cell": 0}))
        twin = seated(server, "square", token=new_player(server).key)
        place_all(twin)
        letters = [event["letter"] for event in twin.history() if "letter" in event]
        server.stop()
        server.start()
        place_rest(game)
        assert [event["letter"] for event in game.history() if "letter" in event] == letters


def place_rest(game):
    for cell in range(1, 24):
        accepted(game.me.act("place", {"cell": cell}))
    accepted(game.me.act("place", {"cell": 24, "letter": "S"}))
    eventually(lambda: game.show()["state"] == "finished", what="the end")


@pytest.mark.parametrize("text, reason", [("short", "at least 16 characters"), (None, "cannot be read")])
def test_an_unusable_secret_stops_the_start(tmp_path, text, reason):
    file = tmp_path / "secret"
    if text:
        file.write_text(text)
    assert reason in refusal("--daily-secret", file)


def test_an_unknown_time_zone_stops_the_start():
    assert "--time-zone must be a name such as Europe/Berlin" in start("--time-zone", "Mars/Olympus").stderr
