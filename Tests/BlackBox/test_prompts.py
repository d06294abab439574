"""Consent: clearing a board on which two or more are seated asks the others."""

import pytest

from client import accepted, problem
from streams import Stream


@pytest.fixture
def asked(game):
    """Ann and Ben are seated, Ann has asked to clear."""
    game.ann, game.ben = game.seat("Ann"), game.seat("Ben")
    game.ann.edit(0, "A"), game.ben.edit(1, "B")
    game.asking = accepted(game.ann.act("clear"))
    (opened,) = game.asking["events"]
    game.prompt = opened["prompt"]
    return game


def kinds(body):
    return [event["type"] for event in body["events"]]


def test_clear_with_two_seated_opens_a_prompt_and_clears_nothing(asked):
    assert kinds(asked.asking) == ["prompt.opened"]
    prompt = asked.prompt
    assert (
        prompt["title"]
        and prompt["message"]
        and prompt["buttons"] == ["Keep", "Clear"]
        and prompt["cancel"] == 0
    )
    assert (prompt["asker"], prompt["deciders"]) == (1, [2]) and prompt["expires"].endswith("Z")
    assert asked.board()["text"] == "AB.../...../...../...../....."
    (shown,) = asked.show()["prompts"]
    assert {
        key: shown[key] for key in ("id", "title", "message", "buttons", "cancel", "asker", "expires")
    } == {key: prompt[key] for key in ("id", "title", "message", "buttons", "cancel", "asker", "expires")}


def test_yes_clears(asked):
    body = accepted(asked.ben.answer(asked.prompt["id"], 1))
    assert kinds(body)[:2] == ["prompt.answered", "prompt.dismissed"] and set(kinds(body)[2:]) == {
        "cell.changed"
    }
    answered, dismissed, *changes = body["events"]
    assert (answered["prompt"], answered["by"], answered["button"]) == (asked.prompt["id"], 2, 1)
    assert (dismissed["prompt"], dismissed["button"]) == (asked.prompt["id"], 1)
    assert {(event["cell"], event["cause"]) for event in changes} == {(0, "clear"), (1, "clear")}
    assert asked.board()["text"] == "...../...../...../...../....." and asked.show()["prompts"] == []


def test_no_keeps(asked):
    body = accepted(asked.ben.answer(asked.prompt["id"], 0))
    assert kinds(body) == ["prompt.answered", "prompt.dismissed"] and body["events"][1]["button"] == 0
    assert asked.board()["text"] == "AB.../...../...../...../....." and asked.show()["prompts"] == []


def test_all_the_others_must_agree(game):
    ann, ben, cleo = (game.seat(name) for name in ("Ann", "Ben", "Cleo"))
    ann.edit(0, "A")
    (opened,) = accepted(ann.act("clear"))["events"]
    id = opened["prompt"]["id"]
    assert sorted(opened["prompt"]["deciders"]) == [2, 3]
    assert kinds(accepted(ben.answer(id, 1))) == ["prompt.answered"]
    assert game.board()["cells"][0]["value"] == "A", "one of two is not all"
    assert "prompt.dismissed" in kinds(accepted(cleo.answer(id, 1)))
    assert game.board()["cells"][0]["value"] == ""


def test_one_no_among_three_keeps(game):
    ann, ben, cleo = (game.seat(name) for name in ("Ann", "Ben", "Cleo"))
    ann.edit(0, "A")
    id = accepted(ann.act("clear"))["events"][0]["prompt"]["id"]
    assert "prompt.dismissed" in kinds(accepted(cleo.answer(id, 0)))
    problem(ben.answer(id, 1), (404, 409))
    assert game.board()["cells"][0]["value"] == "A"


def test_a_spectator_of_an_open_board_asks_all_who_are_seated(game):
    ann, ben = game.seat("Ann"), game.seat("Ben")
    ann.edit(0, "A")
    prompt = accepted(game.act("clear"))["events"][0]["prompt"]
    assert "asker" not in prompt and sorted(prompt["deciders"]) == [1, 2]
    ann.answer(prompt["id"], 1)
    accepted(ben.answer(prompt["id"], 1))
    assert game.board()["cells"][0]["value"] == ""


def test_only_those_asked_decide(asked):
    id = asked.prompt["id"]
    with asked.unchanged():
        problem(asked.ann.answer(id, 1), 403, "not-allowed")
        problem(asked.ask("POST", f"/prompts/{id}", {"button": 1}), 401, "token-needed")
        problem(asked.ask("POST", f"/prompts/{id}", {"button": 1}, token="x" * 32), 401, "unknown-token")
        problem(asked.ask("POST", f"/prompts/{id}", {"button": 1}, token=asked.host), 403, "not-allowed")
    late = asked.seat("Late")
    problem(late.answer(id, 1), 403, "not-allowed")


def test_a_prompt_that_is_over_is_not_answered_again(asked):
    accepted(asked.ben.answer(asked.prompt["id"], 0))
    with asked.unchanged():
        problem(asked.ben.answer(asked.prompt["id"], 1), (404, 409))


@pytest.mark.parametrize("id", ["99", "0", "-1", "x", "99999999999999999999"])
def test_a_prompt_that_is_not_there_is_404(asked, id):
    with asked.unchanged():
        problem(asked.ben.answer(id, 1), 404)


@pytest.mark.parametrize(
    "body",
    [
        {"button": 2},
        {"button": -1},
        {"button": "1"},
        {"button": None},
        {},
        {"buton": 1},
        [],
        {"button": 1, "more": 1},
        {"button": 1.5},
    ],
)
def test_a_button_that_is_not_there_is_refused(asked, body):
    with asked.unchanged():
        problem(asked.ask("POST", f"/prompts/{asked.prompt['id']}", body, token=asked.ben.token), (400, 422))


def test_the_stream_tells_of_the_prompt(asked):
    with Stream(asked.server, asked.path + "/events?after=4") as stream:
        assert stream.next().data["prompt"]["id"] == asked.prompt["id"]
        accepted(asked.ben.answer(asked.prompt["id"], 1))
        assert [stream.next().name for _ in range(4)] == [
            "prompt.answered",
            "prompt.dismissed",
            "cell.changed",
            "cell.changed",
        ]


def test_alone_one_clears_without_asking(game):
    ann = game.seat("Ann")
    ann.edit(0, "A")
    assert kinds(accepted(ann.act("clear"))) == ["cell.changed"]


def test_when_the_last_who_was_asked_leaves_the_prompt_does_not_hang(asked):
    """The contract is silent; a prompt that nobody can answer any more would block the next."""
    assert asked.ask("DELETE", "/seats/2", token=asked.ben.token).status == 204
    assert asked.show()["prompts"] == []
    accepted(asked.ann.act("clear"))
    assert asked.board()["text"] == "...../...../...../...../....."
