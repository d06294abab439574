"""The next round of a word square: the same people and bots in the same place."""

import signal

import pytest

from client import Game, problem
from square_table import Table, accepted
from visible_state import stable_fields


def over(server, *names, **kind):
    game = Table(server, *names, **kind)
    game.play_rounds(1)
    accepted(game.act("close", token=game.host))
    return game


def agree(game):
    """The first asks, and all others say yes."""
    (opened,) = accepted(game.people[0].act("rematch"))["events"]
    for person in game.people[1:]:
        last = accepted(person.answer(opened["prompt"]["id"], 1))
    return last["events"][-1]


def following(game):
    return Game(game.server, game.show()["next"], game.host)


def test_people_agree_and_play_again_with_the_same_options(server):
    game = over(server, "Ann", "Ben", preset="teacher", title="Best of three")
    assert agree(game)["type"] == "rematch.started"
    old, new = game.show(), following(game).show()
    for key in ("rules", "title", "scoring", "lexicon", "options"):
        assert new[key] == old[key], key
    assert [(seat["name"], seat["colour"]) for seat in new["seats"]] == [
        (seat["name"], seat["colour"]) for seat in old["seats"]
    ]
    assert new["previous"] == game.id and "result" not in new and new["state"] in ("waiting", "playing")
    assert all(seat.get("filled", 0) == 0 for seat in new["seats"])


def test_the_same_tokens_play_the_next_round(server):
    game = over(server, "Ann", "Ben")
    agree(game)
    new = following(game)
    begin(new, game)
    accepted(new.act("call", {"letter": "E"}, token=game.people[0].token))
    for person in game.people:
        accepted(new.act("place", {"cell": person.number}, token=person.token))
        assert new.board(person.token)["board"] == person.number


def begin(new, game):
    if new.show()["state"] == "waiting":
        accepted(new.act("start", token=game.people[0].token))


def test_bots_come_along_and_are_not_asked(server):
    game = over(server, "Ann", bots=["easy", "hard"])
    events = accepted(game.people[0].act("rematch"))["events"]
    assert events[-1]["type"] == "rematch.started", "there is nobody else to ask"
    new = following(game)
    seats = new.show()["seats"]
    assert [(seat["seat"], seat["bot"], seat.get("level")) for seat in seats] == [
        (1, False, None),
        (2, True, "easy"),
        (3, True, "hard"),
    ]
    begin(new, game)
    accepted(new.act("call", {"letter": "E"}, token=game.people[0].token))


def test_a_seed_gives_a_solo_game_again_or_it_is_another_one_but_it_can_be_played(server):
    game = Table(server, "Ann", seed=5, end="shared")
    game.play()
    accepted(game.people[0].act("rematch"))
    new = following(game)
    begin(new, game)
    accepted(new.act("place", {"cell": 0}, token=game.people[0].token))


def test_without_a_seed_the_next_round_has_other_letters(server):
    game = Table(server, "Ann", end="shared")
    first = game.letters_to_the_end()
    accepted(game.people[0].act("rematch"))
    new = following(game)
    begin(new, game)
    for cell in range(25):
        accepted(new.act("place", {"cell": cell}, token=game.people[0].token))
    second = [event["letter"] for event in new.history() if event["type"] == "letter.called"]
    assert len(second) == 25 and second != first


def test_it_is_refused_before_the_end_and_to_strangers(server):
    game = Table(server, "Ann", "Ben")
    problem(game.people[0].act("rematch"), 409, "game-not-finished")
    accepted(game.act("close", token=game.host))
    problem(game.act("rematch"), 401, "token-needed")


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["SIGTERM", "kill -9"])
def test_the_next_round_survives_a_restart(own_free_server, ending):
    game = over(own_free_server, "Ann", "Ben", bots=["medium"])
    agree(game)
    new = following(game)
    before = stable_fields(new.show())
    own_free_server.restart(ending)
    assert stable_fields(new.show()) | {"clock": {}} == before | {"clock": {}} or new.show()["state"] == "playing"
    begin(new, game)
    accepted(new.act("call", {"letter": "E"}, token=game.people[0].token))
