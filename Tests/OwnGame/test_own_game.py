"""A game that somebody adds to the server, Examples/OwnGame: played by curl, killed, replayed and listed."""

import json
import os
import pathlib
import signal
import subprocess

import pytest

from client import Game, accepted, ask, problem
from server_process import ROOT, ServerProcess
from streams import Stream

PROGRAM = pathlib.Path(os.environ.get("OWNGAME", ROOT / "Examples/OwnGame/.build/debug/OwnGame"))
FULL = "ABABA/BABAB/ABABA/BABAB/ABABA"


@pytest.fixture(scope="session", autouse=True)
def built():
    assert os.access(PROGRAM, os.X_OK), f"{PROGRAM} is missing; run `make own-game`"


@pytest.fixture
def server():
    with ServerProcess("--no-address-limits", program=PROGRAM) as process:
        yield process


class Apart(Game):
    def __init__(self, server, *names, **options):
        made = ask(server, "POST", "/games", {"rules": "apart", "options": options})
        assert made.status == 201, made
        super().__init__(server, made.json["id"], made.json["host"]["token"])
        self.people = [self.seat(name) for name in names]


def fill(game):
    for cell in range(25):
        accepted(game.people[cell % len(game.people)].act("fit", {"cell": cell}))


def curl(server, *arguments):
    done = subprocess.run(["curl", "-s", *arguments], capture_output=True, text=True, timeout=20)
    assert done.returncode == 0, done
    return done.stdout


def test_the_game_is_listed_with_its_options(server):
    rules = {game["name"]: game for game in ask(server, "GET", "/rules").json["rules"]}
    assert list(rules) == ["apart", "free"]
    apart = rules["apart"]
    assert apart["title"] == "Apart" and apart["options"]["properties"]["diagonals"]["type"] == "boolean"
    assert (apart["daily"], apart["bots"], apart["privateBoards"]) == (False, False, "never")
    assert ask(server, "GET", "/board").json["text"] == "/".join(["....."] * 5), "the lobby is a free board"


def test_the_game_is_played_with_curl(server):
    made = json.loads(curl(server, "-d", '{"rules":"apart"}', f"{server.url}/games"))
    game = f"{server.url}/games/{made['id']}"
    ann = json.loads(curl(server, "-d", '{"name":"Ann"}', f"{game}/seats"))
    token = ["-H", f"Authorization: Bearer {ann['token']}"]
    assert json.loads(curl(server, *token, "-d", "A", f"{game}/board/cells/c3"))["events"]
    refused = json.loads(curl(server, *token, "-d", "a", f"{game}/board/cells/c2"))
    assert (refused["status"], refused["code"]) == (409, "next-to-itself")
    assert refused["detail"] == "A would stand next to itself." and refused["cell"]["square"] == "c2"
    assert "neighbouring" in curl(server, f"{server.url}/problems/next-to-itself")
    assert curl(server, f"{game}/board.txt").splitlines()[2] == "..A.."


def test_the_first_full_board_ends_the_game(server):
    game = Apart(server, "Ann", "Ben")
    fill(game)
    shown = game.show()
    assert (shown["state"], shown["boards"][0]["text"]) == ("finished", FULL)
    assert shown["result"]["scores"] == {"1": 13, "2": 12} and shown["result"]["winners"] == [1]


def test_everything_survives_kill_9_and_replays(server):
    game = Apart(server, "Ann", diagonals=True)
    with Stream(server, game.path + "/events") as stream:
        stream.next()
        accepted(game.people[0].edit("a1", "Q"))
        last = stream.next().id
    before = game.show()
    server.stop(signal.SIGKILL)
    server.start()
    after = game.show()
    assert {key: after[key] for key in ("sequence", "hash", "boards", "options")} == {
        key: before[key] for key in ("sequence", "hash", "boards", "options")
    }
    assert problem(game.people[0].edit("b2", "Q"), 409)["code"] == "next-to-itself"
    with Stream(server, game.path + "/events", headers={"Last-Event-ID": last}) as stream:
        accepted(game.people[0].edit("b2", "R"))
        assert stream.next().data["value"] == "R"
    assert game.ask("GET", f"/board?at={last}").json["text"].startswith("Q....")
    fill(game)
    exported = game.ask("GET", "/export")
    assert exported.status == 200
    copy = ask(server, "POST", "/games/import", exported.body)
    assert copy.status == 201 and copy.json["result"] == game.show()["result"]


def test_wrong_options_and_parameters_are_refused(server):
    for options, code in (({"diagonals": "yes"}, "invalid-value"), ({"corners": True}, "unknown-key")):
        problem(ask(server, "POST", "/games", {"rules": "apart", "options": options}), 422, code)
    game = Apart(server, "Ann")
    problem(game.people[0].act("fit", {"cell": 25}), 422, "invalid-value")
    problem(game.people[0].act("fit", {"sell": 1}), 422, "unknown-key")
    problem(game.act("fit", {"cell": 1}), 401, "token-needed")
    problem(game.people[0].act("dance"), 404, "no-such-action")


def test_an_action_that_changes_nothing_has_no_events(server):
    game = Apart(server, "Ann")
    assert accepted(game.people[0].act("fit"))["events"] == []
    assert game.sequence == 1, "only Ann's seat"


def test_the_list_of_actions_describes_the_own_action(server):
    game = Apart(server, "Ann")
    assert "fit" in game.show(game.people[0].token)["actions"]
    listed = ask(server, "GET", game.path + "/actions", token=game.people[0].token).json["actions"]
    (fit,) = [action for action in listed if action["name"] == "fit"]
    assert "oneOf" in fit["parameters"]["cell"]


def test_the_program_explains_its_options_and_why_it_does_not_start(server, tmp_path):
    help = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True, timeout=20)
    assert help.returncode == 0 and "--port" in help.stdout and "--data" in help.stdout
    taken = [PROGRAM, "--port", str(server.port), "--data", tmp_path]
    refused = subprocess.run(taken, capture_output=True, text=True, timeout=20)
    assert refused.returncode == 1 and refused.stderr.startswith("Error: ")
