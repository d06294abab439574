"""The next round with the same people: asked for when a game is over, begun when all want it."""

import signal

import pytest

from client import Game, accepted, ask, new_game, problem
from streams import Stream
from visible_state import stable_fields

DRAWN = "...../...../...../...../CAT#."


def kinds(body):
    return [event["type"] for event in body["events"]]


def over(server, *names, **kind):
    """A game that is over, with these people seated."""
    game = new_game(server, **kind)
    game.people = [game.seat(name) for name in names]
    for cell, person in enumerate(game.people):
        accepted(person.edit(cell, "A"))
    accepted(game.act("close", token=game.host))
    return game


def following(game):
    """The next round of a game."""
    return Game(game.server, game.show()["next"], game.host)


def seats(game):
    return stable_fields(game.show())["seats"]


@pytest.fixture
def alone(server):
    return over(server, "Ann")


@pytest.fixture
def two(server):
    return over(server, "Ann", "Zoë", title="Best of three", public=True, board=DRAWN)


def agree(game):
    """Ann asks, the other says yes; returns what was answered to that."""
    (opened,) = accepted(game.people[0].act("rematch"))["events"]
    return accepted(game.people[1].answer(opened["prompt"]["id"], 1))


def test_who_is_alone_gets_the_next_round_at_once(alone):
    body = accepted(alone.people[0].act("rematch"))
    (event,) = body["events"]
    assert event["type"] == "rematch.started" and event["game"] == alone.show()["next"]
    after = following(alone).show()
    assert after["previous"] == alone.id and after["state"] == "playing" and "next" not in after
    assert set(after["boards"][0]["text"]) == set("./") and "result" not in after


def test_two_must_agree(two):
    opened = accepted(two.people[0].act("rematch"))
    assert kinds(opened) == ["prompt.opened"] and "next" not in two.show()
    prompt = opened["events"][0]["prompt"]
    assert prompt["deciders"] == [2] and prompt["asker"] == 1 and len(prompt["buttons"]) == 2
    body = accepted(two.people[1].answer(prompt["id"], 1 - prompt["cancel"]))
    assert kinds(body) == ["prompt.answered", "prompt.dismissed", "rematch.started"]
    assert body["events"][2]["game"] == two.show()["next"]


def test_a_no_is_none_and_may_be_asked_again(two):
    prompt = accepted(two.people[0].act("rematch"))["events"][0]["prompt"]
    assert kinds(accepted(two.people[1].answer(prompt["id"], prompt["cancel"]))) == [
        "prompt.answered",
        "prompt.dismissed",
    ]
    assert "next" not in two.show()
    agree(two)
    assert two.show()["next"]


def test_the_next_round_has_the_same_people_rules_and_options(two):
    agree(two)
    old, new = two.show(), following(two).show()
    assert seats(following(two)) == seats(two)
    assert [(seat["name"], seat["colour"]) for seat in new["seats"]] == [
        (person.name, person.colour) for person in two.people
    ]
    for key in ("rules", "options", "title", "open"):
        assert new[key] == old[key], key
    assert new["boards"][0]["text"] == DRAWN and new["prompts"] == []
    assert old["state"] == "finished" and old["result"] == two.show()["result"]


def test_the_next_round_of_a_public_game_is_listed_and_of_a_private_one_not(server, two, alone):
    agree(two), accepted(alone.people[0].act("rematch"))
    listed = ask(server, "GET", "/games?limit=100").text
    assert following(two).id in listed and following(alone).id not in listed


def test_the_same_tokens_open_the_next_round(server):
    game = over(server, "Ann", "Ben", open=False)
    agree(game)
    new = following(game)
    for person in game.people:
        (event,) = accepted(new.edit(person.number, "N", token=person.token))["events"]
        assert event["by"] == person.number
    accepted(new.act("lock", token=game.host))
    problem(new.edit(5, "N"), (401, 423))
    problem(new.act("unlock", token=game.people[0].token), 403, "not-allowed")


def test_tokens_of_people_who_left_do_not_open_it(server):
    game = new_game(server, open=False)
    gone, ann = game.seat("Gone"), game.seat("Ann")
    assert game.ask("DELETE", "/seats/1", token=gone.token).status == 204
    accepted(game.act("close", token=game.host))
    accepted(ann.act("rematch"))
    new = following(game)
    assert [seat["seat"] for seat in new.show()["seats"]] == [2]
    problem(new.edit(0, "A", token=gone.token), 401, "unknown-token")
    accepted(new.edit(0, "A", token=ann.token))


def test_it_is_refused_before_the_end(game):
    ann = game.seat("Ann")
    with game.unchanged():
        problem(ann.act("rematch"), 409, "game-not-finished")
        assert "rematch" not in str(game.ask("GET", "/actions", token=ann.token).json)


def test_it_is_refused_a_second_time(alone, two):
    accepted(alone.people[0].act("rematch"))
    agree(two)
    for game in (alone, two):
        following_id = game.show()["next"]
        with game.unchanged():
            problem(game.people[-1].act("rematch"), 409, "already-asked")
        assert game.show()["next"] == following_id


def test_it_is_refused_while_it_is_being_asked(two):
    accepted(two.people[0].act("rematch"))
    with two.unchanged():
        problem(two.people[0].act("rematch"), 409, "already-asked")
        problem(two.people[1].act("rematch"), 409, "already-asked")


def test_nobody_without_a_seat_may_ask_for_it(two):
    with two.unchanged():
        problem(two.act("rematch"), 401, "token-needed")
        problem(two.act("rematch", token="x" * 32), 401, "unknown-token")
        problem(two.act("rematch", token=two.host), (401, 403))


def test_the_same_move_id_begins_one_round(alone):
    key = {"Idempotency-Key": "again"}
    first = alone.act("rematch", token=alone.people[0].token, headers=key)
    accepted(first)
    assert alone.act("rematch", token=alone.people[0].token, headers=key).body == first.body


def test_the_stream_of_the_old_game_tells_where_it_goes_on(two):
    with Stream(two.server, two.path + "/events") as stream:
        stream.next()
        agree(two)
        event = stream.next("rematch.started")
        assert event.data["game"] == two.show()["next"] and event.id == str(two.sequence)
        with Stream(two.server, f"/games/{event.data['game']}/events") as next_stream:
            assert next_stream.next().data["previous"] == two.id


def test_the_action_is_offered_to_those_seated_when_the_game_is_over(alone):
    def offered():
        return "rematch" in str(alone.ask("GET", "/actions", token=alone.people[0].token).json)

    assert offered()
    accepted(alone.people[0].act("rematch"))
    assert not offered()


def test_a_third_round_follows_the_second(alone):
    accepted(alone.people[0].act("rematch"))
    second = following(alone)
    accepted(second.act("close", token=alone.host))
    accepted(second.act("rematch", token=alone.people[0].token))
    third = following(second)
    assert third.show()["previous"] == second.id and third.show()["state"] == "playing"
    accepted(third.edit(0, "A", token=alone.people[0].token))


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["SIGTERM", "kill -9"])
def test_the_next_round_survives_a_restart(own_free_server, ending):
    game = over(own_free_server, "Ann", "Ben", open=False)
    agree(game)
    own_free_server.restart(ending)
    new = following(game)
    assert new.show()["previous"] == game.id and len(new.show()["seats"]) == 2
    for person in game.people:
        accepted(new.edit(person.number, "N", token=person.token))
    accepted(new.act("close", token=game.host))
    own_free_server.restart(ending)
    assert new.show()["state"] == "finished" and game.show()["next"] == new.id


def test_a_prompt_for_it_survives_a_kill(own_free_server):
    game = over(own_free_server, "Ann", "Ben")
    prompt = accepted(game.people[0].act("rematch"))["events"][0]["prompt"]
    own_free_server.restart(signal.SIGKILL)
    accepted(game.people[1].answer(prompt["id"], 1))
    assert following(game).show()["previous"] == game.id


def test_a_kill_right_after_the_answer_leaves_both_games_or_neither(own_free_server):
    for _ in range(5):
        game = over(own_free_server, "Ann")
        event = accepted(game.people[0].act("rematch"))["events"][0]
        own_free_server.restart(signal.SIGKILL)
        assert game.show()["next"] == event["game"] and following(game).show()["previous"] == game.id
