"""The hidden word together: anyone writes, anyone submits."""

import pytest

from client import problem
from concurrency import concurrently
from guess_reference import marks_of
from guess_table import Guess, accepted, answer_by, kinds, told

SEED = 7


@pytest.fixture
def two(server):
    table = Guess(server, "Ann", mode="together", seed=SEED)
    table.people.append(table.seat("Ben"))
    table.answer = answer_by(server, SEED)
    return table


def test_together_anyone_writes_and_anyone_submits(two):
    accepted(two.write("CRA")), accepted(two.people[1].edit("d1", "N")), accepted(two.people[1].edit(4, "E"))
    body = accepted(two.submit(2))
    assert body["events"][0]["by"] == 2 and told(body) == marks_of("CRANE", two.answer)
    assert two.view(1)["row"] == two.view(2)["row"] == 1
    two.guess(two.answer, 2)
    assert two.result["winners"] == [1, 2]


def test_together_two_submissions_at_once_are_one_row(two):
    accepted(two.write("CRANE"))
    calls = [lambda p=person: p.act("submit", {"row": 0}) for person in two.people for _ in range(4)]
    answers = concurrently(*calls)
    assert sorted(answer.status for answer in answers) == [200] + [409] * 7
    assert two.view()["row"] == 1 and len(two.rows()) == 1
    for answer in answers:
        if answer.status == 409:
            problem(answer, 409, "not-this-row")


def test_together_one_gives_up_with_the_others_consent(two):
    opened = accepted(two.people[0].act("resign"))
    assert opened["events"][0]["prompt"]["buttons"] == ["Play on", "Give up"]
    body = accepted(two.people[1].answer(opened["events"][0]["prompt"]["id"], 1))
    assert kinds(body)[-2:] == ["board.finished", "game.finished"] and two.result["solves"] == []


def test_together_is_not_finished_by_who_leaves(two):
    assert two.ask("DELETE", "/seats/1", token=two.people[0].token).status == 204
    assert two.show()["state"] == "playing"
    two.guess(two.answer, 2)
    assert two.result["winners"] == [2]


def test_bots_guess_in_races_only(server, two):
    game = Guess(server, "Ann")
    for table in (two, game):
        problem(table.ask("POST", "/bots", {}, token=table.host), 409, "no-bots")
    problem(game.people[0].act("pause"), 404, "no-such-action")
    problem(game.people[0].act("check"), 404, "no-such-action")
