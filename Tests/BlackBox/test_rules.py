"""GET /rules, and the fields of a game that its rules determine."""

import pytest

from client import ask, problem

pytestmark = pytest.mark.smoke


@pytest.fixture
def rules(server):
    answer = ask(server, "GET", "/rules")
    assert answer.status == 200, answer
    return {game["name"]: game for game in answer.json["rules"]}


def test_each_kind_of_game_is_listed_with_its_capabilities(rules):
    assert len(rules) >= 5
    for game in rules.values():
        assert game["privateBoards"] in ("never", "race", "always")
        assert all(isinstance(game[key], bool) for key in ("daily", "bots", "words"))
        assert game["seats"] == {"minimum": 1, "maximum": 12} and game["title"] and game["summary"]


def test_options_that_violate_the_schema_are_refused(server, rules):
    for name, game in rules.items():
        schema = game["options"]
        assert schema["type"] == "object" and schema["additionalProperties"] is False
        refused = ask(server, "POST", "/games", {"rules": name, "options": {"teapot": True}})
        problem(refused, 422, "unknown-key")
        for option in schema["properties"]:
            answer = ask(server, "POST", "/games", {"rules": name, "options": {option: {"teapot": []}}})
            assert answer.status == 422 and answer.json["code"] == "invalid-value", (name, option, answer)


def test_a_game_and_its_entry_in_the_list_agree(server, rules):
    """For each kind of game, in each of its modes."""
    for name, kind in rules.items():
        modes = kind["options"]["properties"].get("mode", {"enum": [None], "default": None})
        for mode in {None, *modes["enum"]} - {"daily"}:
            order = {"rules": name, "options": {"mode": mode} if mode else {}, "public": True}
            made = ask(server, "POST", "/games", order)
            assert made.status == 201, made
            mode = mode or modes["default"]
            has_private_boards = {"never": False, "race": mode == "race", "always": True}[kind["privateBoards"]]
            wanted = {"privateBoards": has_private_boards, "seatLimit": 1 if mode == "solo" else 12}
            assert {key: made.json[key] for key in wanted} == wanted, (name, mode)
            entries = {game["id"]: game for game in ask(server, "GET", "/games?limit=100").json["games"]}
            assert {key: entries[made.json["id"]][key] for key in wanted} == wanted, (name, mode)
