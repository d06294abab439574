"""Prompts: clearing a board needs the consent of the other players. PermissionTests has who may answer."""

import pytest

from client import accepted, problem
from streams import Stream


@pytest.fixture
def asked(game):
    """A game in which Ann has asked Ben to clear the board."""
    game.ann, game.ben = game.seat("Ann"), game.seat("Ben")
    game.ann.edit(0, "A"), game.ben.edit(1, "B")
    (opened,) = accepted(game.ann.act("clear"))["events"]
    assert opened["type"] == "prompt.opened"
    game.prompt = opened["prompt"]
    game.target = f"/prompts/{game.prompt['id']}"
    return game


def test_a_prompt_has_all_documented_keys_and_changes_nothing(asked):
    prompt = asked.prompt
    assert prompt["title"] and prompt["message"] and prompt["expires"].endswith("Z")
    assert (prompt["buttons"], prompt["cancel"]) == (["Keep", "Clear"], 0)
    assert (prompt["asker"], prompt["deciders"]) == (1, [2])
    assert asked.board()["text"] == "AB.../...../...../...../....."
    with asked.unchanged():
        problem(asked.ann.answer(prompt["id"], 1), 403, "not-allowed")
        problem(asked.ben.answer(prompt["id"], 2), 422, "invalid-value")
    (shown,) = asked.show()["prompts"]
    keys = {"id", "title", "message", "buttons", "cancel", "asker", "expires"}
    assert {key: shown[key] for key in keys} == {key: prompt[key] for key in keys}


def test_consent_carries_out_the_action(asked):
    answered, dismissed, *changes = accepted(asked.ben.answer(asked.prompt["id"], 1))["events"]
    assert (answered["type"], answered["by"], answered["button"]) == ("prompt.answered", 2, 1)
    assert (dismissed["type"], dismissed["button"]) == ("prompt.dismissed", 1)
    assert answered["prompt"] == dismissed["prompt"] == asked.prompt["id"]
    assert {(event["cell"], event["cause"]) for event in changes} == {(0, "clear"), (1, "clear")}
    assert asked.board()["text"] == "...../...../...../...../....." and asked.show()["prompts"] == []


def test_a_refusal_dismisses_the_prompt_for_good(asked):
    body = accepted(asked.ben.answer(asked.prompt["id"], 0))
    assert [event["type"] for event in body["events"]] == ["prompt.answered", "prompt.dismissed"]
    assert body["events"][1]["button"] == 0
    assert asked.board()["text"] == "AB.../...../...../...../....." and asked.show()["prompts"] == []
    with asked.unchanged():
        problem(asked.ben.answer(asked.prompt["id"], 1), 404, "no-such-prompt")


def test_a_stream_has_the_prompt_its_answer_and_the_changes(asked):
    with Stream(asked.server, asked.path + "/events?after=4") as stream:
        assert stream.next().data["prompt"]["id"] == asked.prompt["id"]
        accepted(asked.ben.answer(asked.prompt["id"], 1))
        names = ["prompt.answered", "prompt.dismissed", "cell.changed", "cell.changed"]
        assert [stream.next().name for _ in names] == names
