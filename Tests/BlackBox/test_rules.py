"""GET /rules, and the fields of a game that its rules determine."""

import pytest

from client import ask, problem

pytestmark = pytest.mark.smoke


@pytest.fixture
def rules(server):
    answer = ask(server, "GET", "/rules")
    assert answer.status == 200, answer
    return {game["name"]: game for game in answer.json["rules"]}


def test_the_five_games_are_listed_with_their_capabilities(rules):
    assert {
        name: (game["privateBoards"], game["daily"], game["bots"]) for name, game in rules.items()
    } == {
        "free": ("never", False, False),
        "square": ("always", True, True),
        "mini": ("race", True, False),
        "guess": ("race", True, True),
        "lattice": ("race", True, False),
    }
    assert all(game["seats"] == {"minimum": 1, "maximum": 12} for game in rules.values())
    assert all(game["title"] and game["summary"] for game in rules.values())


def test_options_that_violate_the_schema_are_refused(server, rules):
    for name, game in rules.items():
        schema = game["options"]
        assert schema["type"] == "object" and schema["additionalProperties"] is False
        refused = ask(server, "POST", "/games", {"rules": name, "options": {"teapot": True}})
        problem(refused, 422, "unknown-key")
        for option in schema["properties"]:
            answer = ask(server, "POST", "/games", {"rules": name, "options": {option: {"teapot": []}}})
            assert answer.status == 422 and answer.json["code"] == "invalid-value", (name, option, answer)


@pytest.mark.parametrize(
    "rules, options, has_private_boards, seats",
    [
        ("free", {}, False, 12),
        ("square", {}, True, 12),
        ("mini", {"mode": "together"}, False, 12),
        ("mini", {"mode": "race"}, True, 12),
        ("guess", {}, False, 1),
        ("guess", {"mode": "together"}, False, 12),
        ("guess", {"mode": "race"}, True, 12),
        ("lattice", {}, False, 1),
        ("lattice", {"mode": "race"}, True, 12),
    ],
)
def test_a_game_and_its_entry_in_the_list_agree(server, rules, options, has_private_boards, seats):
    made = ask(server, "POST", "/games", {"rules": rules, "options": options, "public": True})
    assert made.status == 201, made
    wanted = {"privateBoards": has_private_boards, "seatLimit": seats}
    assert {key: made.json[key] for key in wanted} == wanted
    entries = {game["id"]: game for game in ask(server, "GET", "/games?limit=100").json["games"]}
    entry = entries[made.json["id"]]
    assert {key: entry[key] for key in wanted} == wanted
