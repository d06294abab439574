"""Making a word square, sitting down, and beginning."""

import pytest

from client import ask, problem
from square_fold import shown_hash
from square_table import Table, accepted, create
from words_reference import PRESETS


def test_a_new_word_square_waits_for_players(server):
    answer = create(server, title="Tuesday", public=True)
    assert answer.status == 201
    made = answer.json
    assert answer.header("Location") == f"/games/{made['id']}" and len(made["host"]["token"]) >= 22
    assert (made["rules"], made["title"], made["state"], made["sequence"]) == (
        "square",
        "Tuesday",
        "waiting",
        0,
    )
    assert made["seats"] == [] and made["boards"] == []
    shown = ask(server, "GET", answer.header("Location")).json
    assert "host" not in shown and not {"turn", "called", "result"} & shown.keys()
    assert shown["lexicon"] == {"id": "en", "letters": [chr(code) for code in range(65, 91)]}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_played_and_says_how_it_scores(server, preset):
    game = Table(server, "Ann", preset=preset, begin=False)
    scoring, expected = dict(game.show()["scoring"]), PRESETS[preset]
    scoring.pop("end", None)
    assert scoring == {
        "preset": preset,
        "minimumLength": expected.minimum,
        "points": {str(length): points for length, points in expected.points.items()},
        "overlap": expected.overlap,
        "diagonals": False,
        "fullLine": 0,
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_brings_its_end(server, preset):
    assert Table(server, "Ann", preset=preset, begin=False).show()["scoring"]["end"] == PRESETS[preset].end


def test_family_is_played_unless_said(server):
    assert Table(server, "Ann", begin=False).show()["scoring"]["preset"] == "family"


def test_a_knob_overrides_its_preset(server):
    game = Table(server, "Ann", begin=False, preset="teacher", end="free-last", extras={"fullLine": 4})
    scoring = game.show()["scoring"]
    assert (scoring["fullLine"], scoring["overlap"]) == (4, "split")
    assert scoring["points"] == {"2": 2, "3": 3, "4": 4, "5": 6}


def test_the_options_come_back_as_they_were_given(server):
    options = {"preset": "long", "end": "free-last", "seed": 5, "clock": {"call": 3600, "place": 1}}
    made = create(server, **options)
    assert made.status == 201 and options.items() <= made.json["options"].items()


@pytest.mark.parametrize("end", ["shared", "free-last"])
def test_both_ends_are_known(server, end):
    assert Table(server, "Ann", begin=False, end=end).show()["scoring"]["end"] == end


def test_people_sit_down_in_turn_and_bots_beside_them(server):
    game = Table(server, "Ann", "Ben", bots=["hard"], begin=False)
    seats = game.show()["seats"]
    assert [(seat["seat"], seat["name"], seat["bot"]) for seat in seats] == [
        (1, "Ann", False),
        (2, "Ben", False),
        (3, "Bot 3", True),
    ]
    assert seats[2]["level"] == "hard" and "level" not in seats[0] and "away" not in seats[0]
    events = [event for event in game.history() if event["type"] == "seat.taken"]
    assert [event.get("bot", False) for event in events] == [False, False, True]
    assert events[2]["level"] == "hard"


def test_twelve_may_sit_down_and_the_thirteenth_not(server):
    game = Table(server, *(f"P{number}" for number in range(10)), bots=[None, None], begin=False)
    assert len(game.show()["seats"]) == 12
    problem(game.ask("POST", "/seats", {"name": "Late"}), 409, "no-free-seat")
    problem(game.ask("POST", "/bots", {}, token=game.host), 409, "no-free-seat")


def test_who_leaves_while_all_wait_frees_the_seat(server):
    game = Table(server, "Ann", "Ben", begin=False)
    assert game.leave(1).status == 204
    assert [event["type"] for event in game.history()][-1] == "seat.left"
    assert [seat["seat"] for seat in game.show()["seats"]] == [2]
    problem(game.ask("GET", token=game.people[0].token), 401, "unknown-token")
    assert game.seat("Late").number == 1


def test_the_host_may_send_somebody_away_while_all_wait_and_others_may_not(server):
    game = Table(server, "Ann", "Ben", begin=False)
    problem(game.leave(1, token=game.people[1].token), 403, "not-allowed")
    assert game.leave(2, token=game.host).status == 204


def test_the_host_begins(server):
    game = Table(server, "Ann", "Ben", begin=False)
    (event,) = accepted(game.act("start", token=game.host))["events"]
    assert event["type"] == "game.started" and event["order"] == [1, 2] and event["calls"] == 24
    assert event["lexicon"] == "en"
    assert event["fingerprint"] == ask(server, "GET", "/lexicons").json["lexicons"][0]["fingerprint"]
    shown = game.view()
    assert shown["state"] == "playing" and shown["turn"] == 1
    assert shown["round"]["step"] == "call" and len(shown["round"]["letters"]) == 0


def test_whoever_sits_on_the_lowest_seat_begins_and_others_may_not(server):
    game = Table(server, "Ann", "Ben", "Eve", begin=False)
    problem(game.people[1].act("start"), 403, "not-allowed")
    problem(game.act("start"), 401, "token-needed")
    game.leave(1)
    problem(game.people[2].act("start"), 403, "not-allowed")
    accepted(game.people[1].act("start"))
    assert game.view(2)["turn"] == 2, "the lowest seat that is taken"


def test_nobody_begins_without_a_player(server):
    game = Table(server, begin=False)
    problem(game.act("start", token=game.host), (403, 409))
    assert game.show()["state"] == "waiting"


def test_it_begins_once(server):
    game = Table(server, "Ann", "Ben")
    problem(game.act("start", token=game.host), 409, ("game-started", "already-started"))


def test_nobody_sits_down_after_the_start(server):
    game = Table(server, "Ann", "Ben")
    problem(game.ask("POST", "/seats", {"name": "Late"}), 409, "game-started")
    problem(game.ask("POST", "/bots", {}, token=game.host), 409, "game-started")
    assert len(game.show()["seats"]) == 2


@pytest.mark.parametrize("end, calls", [("shared", 25), ("free-last", 24)])
def test_the_start_says_how_many_letters_will_be_called(server, end, calls):
    game = Table(server, "Ann", "Ben", end=end)
    (event,) = [event for event in game.history() if event["type"] == "game.started"]
    assert event["calls"] == calls
    assert game.show()["round"]["of"] == calls


def test_the_hash_before_the_start_is_of_no_board(server):
    game = Table(server, "Ann", "Ben", begin=False)
    for token in (None, game.people[0].token, game.host):
        shown = game.show(token)
        assert shown["boards"] == [] and shown["hash"] == shown_hash(shown)


def test_waiting_games_are_listed_as_such(server):
    game = Table(server, "Ann", begin=False, public=True)

    def listed(state):
        answer = ask(server, "GET", f"/games?state={state}&rules=square&limit=100")
        return game.id in [found["id"] for found in answer.json["games"]]

    assert (listed("waiting"), listed("playing"), listed("finished")) == (True, False, False)
    accepted(game.act("start", token=game.host))
    assert (listed("waiting"), listed("playing"), listed("finished")) == (False, True, False)
    accepted(game.act("close", token=game.host))
    assert (listed("waiting"), listed("playing"), listed("finished")) == (False, False, True)
