"""The action `rematch`: a new game with the same people, which the finished game links to.

RematchTests has its rules.
"""

import signal

import pytest

from client import Game, accepted, ask, new_game, problem
from streams import Stream
from visible_state import stable_fields

DRAWN = "...../...../...../...../CAT#."


def finished(server, *names, **kind):
    """A finished game with these players."""
    game = new_game(server, **kind)
    game.people = [game.seat(name) for name in names]
    for cell, person in enumerate(game.people):
        accepted(person.edit(cell, "A"))
    accepted(game.act("close", token=game.host))
    return game


def next_round(game):
    return Game(game.server, game.show()["next"], game.host)


def request(game):
    """Ann requests a rematch of several players; returns the prompt."""
    (opened,) = accepted(game.people[0].act("rematch"))["events"]
    assert opened["type"] == "prompt.opened" and "next" not in game.show()
    return opened["prompt"]


def agree(game):
    """Ann requests a rematch and the other player agrees; returns the events of the answer."""
    return accepted(game.people[1].answer(request(game)["id"], 1))["events"]


@pytest.fixture
def alone(server):
    return finished(server, "Ann")


@pytest.fixture
def two(server):
    return finished(server, "Ann", "Zoë", title="Best of three", public=True, board=DRAWN)


def test_two_players_get_it_when_the_other_agrees(two):
    prompt = request(two)
    assert (prompt["asker"], prompt["deciders"], len(prompt["buttons"])) == (1, [2], 2)
    with two.unchanged():
        problem(two.people[0].act("rematch"), 409, "already-asked")
    events = accepted(two.people[1].answer(prompt["id"], 1))["events"]
    assert [event["type"] for event in events] == ["prompt.answered", "prompt.dismissed", "rematch.started"]
    assert events[2]["game"] == two.show()["next"]
    with two.unchanged():
        problem(two.people[1].act("rematch"), 409, "already-asked")


def test_the_next_round_has_the_same_players_rules_and_options(two):
    agree(two)
    old, new = two.show(), next_round(two).show()
    assert stable_fields(new)["seats"] == stable_fields(old)["seats"]
    for key in ("rules", "options", "title", "open"):
        assert new[key] == old[key], key
    assert new["previous"] == two.id
    assert new["boards"][0]["text"] == DRAWN and new["prompts"] == [] and "result" not in new
    assert old["state"] == "finished"


def test_the_next_round_is_listed_if_the_game_is_public(server, two, alone):
    agree(two), accepted(alone.people[0].act("rematch"))
    listed = ask(server, "GET", "/games?limit=100").text
    assert next_round(two).id in listed and next_round(alone).id not in listed


def test_tokens_are_valid_in_the_next_round_except_of_players_who_left(server):
    game = new_game(server, open=False)
    gone, ann = game.seat("Gone"), game.seat("Ann")
    assert game.ask("DELETE", "/seats/1", token=gone.token).status == 204
    accepted(game.act("close", token=game.host))
    accepted(ann.act("rematch"))
    new = next_round(game)
    assert [seat["seat"] for seat in new.show()["seats"]] == [2]
    problem(new.edit(0, "A", token=gone.token), 401, "unknown-token")
    (event,) = accepted(new.edit(0, "A", token=ann.token))["events"]
    assert event["by"] == 2
    problem(new.act("lock", token=ann.token), 403, "not-allowed")
    accepted(new.act("lock", token=game.host))


def test_the_stream_of_the_old_game_names_the_next_round(two):
    with Stream(two.server, two.path + "/events") as stream:
        stream.next()
        agree(two)
        event = stream.next("rematch.started")
        assert event.data["game"] == two.show()["next"] and event.id == str(two.sequence)
        with Stream(two.server, f"/games/{event.data['game']}/events") as next_stream:
            assert next_stream.next().data["previous"] == two.id


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["SIGTERM", "kill -9"])
def test_a_prompt_and_the_next_round_survive_a_restart(own_free_server, ending):
    game = finished(own_free_server, "Ann", "Ben", open=False)
    prompt = request(game)
    own_free_server.restart(ending)
    accepted(game.people[1].answer(prompt["id"], 1))
    own_free_server.restart(ending)
    new = next_round(game)
    assert new.show()["previous"] == game.id and len(new.show()["seats"]) == 2
    for person in game.people:
        accepted(new.edit(person.number, "N", token=person.token))
    accepted(new.act("close", token=game.host))
    own_free_server.restart(ending)
    assert new.show()["state"] == "finished" and game.show()["next"] == new.id


def test_a_kill_right_after_the_start_keeps_both_games(own_free_server):
    for _ in range(5):
        game = finished(own_free_server, "Ann")
        (event,) = accepted(game.people[0].act("rematch"))["events"]
        own_free_server.restart(signal.SIGKILL)
        assert game.show()["next"] == event["game"] and next_round(game).show()["previous"] == game.id
