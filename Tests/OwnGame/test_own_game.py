"""A game that somebody adds to the server, Examples/OwnGame: played by curl, killed, replayed and listed."""

import json
import os
import pathlib
import re
import signal
import subprocess

import pytest

from client import Game, accepted, ask, eventually, problem
from room_follower import RoomFollower, same_room
from rooms import make_room, recorded, shown_standings, standings_from
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


class OwnGame(Game):
    """A game of the example with seated players."""

    def __init__(self, server, *names, **options):
        made = ask(server, "POST", "/games", {"rules": self.rules, "options": options})
        assert made.status == 201, made
        super().__init__(server, made.json["id"], made.json["host"]["token"])
        self.people = [self.seat(name) for name in names]


class Apart(OwnGame):
    rules = "apart"


def fill(game):
    for cell in range(25):
        accepted(game.people[cell % len(game.people)].act("fit", {"cell": cell}))


class Dig(OwnGame):
    rules = "dig"

    def marks(self):
        return {cell["index"]: cell["mark"] for cell in self.board()["cells"] if "mark" in cell}


def curl(server, *arguments):
    done = subprocess.run(["curl", "-s", *arguments], capture_output=True, text=True, timeout=20)
    assert done.returncode == 0, done
    return done.stdout


def test_the_game_is_listed_with_its_options(server):
    rules = {game["name"]: game for game in ask(server, "GET", "/rules").json["rules"]}
    assert list(rules) == ["apart", "dig", "free"]
    dig = rules["dig"]
    assert (dig["daily"], dig["bots"], dig["seats"]) == (True, True, {"minimum": 2, "maximum": 2})
    assert dig["keys"] == ["X"] and len(dig["howToPlay"]) == 3 and not {"keys", "howToPlay"} & rules["apart"].keys()
    apart = rules["apart"]
    assert apart["title"] == "Apart" and apart["options"]["properties"]["diagonals"]["type"] == "boolean"
    assert (apart["daily"], apart["bots"], apart["privateBoards"]) == (False, False, "never")
    assert ask(server, "GET", "/board").json["text"] == "/".join(["....."] * 5), "the lobby is a free board"


def test_a_link_to_the_game_shows_its_texts_and_the_general_picture(server):
    page = curl(server, f"{server.url}/g/{Apart(server).id}")
    assert '<meta property="og:title" content="Apart">' in page
    assert 'content="Fill the board; no letter may stand next to itself."' in page
    assert re.search('content="http://[^/]+/previews/game.png"', page)


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


def test_a_room_plays_it_and_counts_its_points_across_a_kill(server):
    """Rooms need nothing from a game: Ann and Ben play it twice, and free boards in between."""
    room = make_room(server, "Ann", "Ben", name="apart")
    with room.with_present(*room.people), RoomFollower(room) as follower:
        first = room.begin("apart", diagonals=False)
        assert [person.name for person in first.people] == ["Ann", "Ben"] and first.show()["room"] == "apart"
        fill(first)
        recorded(room, 1)
        assert room.ask("GET", "/board.txt").text.replace("\n", "/").strip("/") == FULL
        follower.take("room.standings")
        assert same_room(follower, room.show())
    # Without streams nobody is present any more; the server is killed in the middle of the next game.
    with room.with_present(*room.people):
        second = room.begin("apart")
        accepted(second.people[0].act("fit", {"cell": 0}))
    server.restart(signal.SIGKILL)
    assert room.show()["game"] == {"id": second.id, "rules": "apart", "state": "playing"}
    problem(room.ask("POST", "/board/cells/1", {"value": "A"}, player=room.host), 409, "next-to-itself")
    for cell in range(1, 25):
        accepted(second.people[cell % 2].act("fit", {"cell": cell}))
    recorded(room, 2)
    with room.with_present(room.host):
        third = room.begin("free")
        accepted(third.act("close", token=room.host.key))
    shown = recorded(room, 3)
    assert [game["rules"] for game in shown["games"]] == ["free", "apart", "apart"]
    assert shown_standings(shown) == standings_from(shown)
    assert shown_standings(shown)[room.host.player] == (3, 2, {"apart": 26})


def test_a_rematch_of_it_in_a_room_is_the_next_game(server):
    room = make_room(server, "Ann", "Ben")
    with room.with_present(*room.people):
        game = room.begin("apart")
        fill(game)
        recorded(room, 1)
        prompt = accepted(game.people[0].act("rematch"))["events"][0]["prompt"]
        accepted(game.people[1].answer(prompt["id"], 1))
        eventually(lambda: room.show()["game"]["id"] == game.show()["next"])
        assert room.game().show()["rules"] == "apart" and room.game().sequence == 2


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
    help = subprocess.run([PROGRAM, "serve", "--help"], capture_output=True, text=True, timeout=20)
    assert help.returncode == 0 and "--port" in help.stdout and "--data" in help.stdout
    taken = [PROGRAM, "--port", str(server.port), "--data", tmp_path]
    refused = subprocess.run(taken, capture_output=True, text=True, timeout=20)
    assert refused.returncode == 1 and refused.stderr.startswith("Error: ")


def test_two_players_dig_in_turn_and_nobody_sees_a_treasure_before_it_is_found(server):
    game = Dig(server, "Ann")
    ann = game.people[0]
    assert game.show()["state"] == "waiting" and "turn" not in game.show()
    problem(ann.edit(0, "X"), 409, "game-not-started")
    ben = game.seat("Ben")
    assert (game.show()["state"], game.show()["turn"]) == ("playing", 1)
    problem(ben.edit(0, "X"), 409, "not-your-dig")
    problem(ann.edit(0, "A"), 422, "not-a-letter")
    problem(game.ask("PATCH", "/board", {"cells": {"0": "X", "1": "X"}}, token=ann.token), 422, "invalid-value")
    for cell in range(25):
        if game.show()["state"] == "finished":
            break
        for token in (None, game.host, ann.token):
            for path in ("", "/history", "/board.json", "/board.svg", "/actions"):
                assert "treasure" not in game.ask("GET", path, token=token).text
        problem(game.ask("GET", "/export", token=game.host), 403, "hidden")
        turn = game.show()["turn"]
        accepted((ann, ben)[turn - 1].edit(cell, "X"))
        assert game.show().get("turn", turn) == (turn if game.marks()[cell] == "hit" else 3 - turn)
    shown = game.show()
    assert sum(shown["result"]["scores"].values()) == list(game.marks().values()).count("hit") == 3
    assert ask(server, "POST", "/games/import", game.ask("GET", "/export").body).json["result"] == shown["result"]


def test_a_bot_of_the_game_plays_and_goes_on_after_a_kill(server):
    game = Dig(server, "Ann")
    assert game.ask("POST", "/bots", {"level": "hard"}, token=game.host).status == 201
    ann, dug = game.people[0], set()
    for number in range(25):
        if number == 1:
            server.restart(signal.SIGKILL)
        eventually(lambda: game.show()["state"] == "finished" or game.show()["turn"] == 1)
        if game.show()["state"] == "finished":
            break
        dug = game.marks().keys()
        accepted(ann.edit(min(set(range(25)) - dug), "X"))
    assert sum(game.show()["result"]["scores"].values()) == 3


def test_the_game_of_the_day_is_for_one_and_the_same_for_all(server):
    boards = []
    for name in ("Ann", "Ben"):
        made = ask(server, "POST", "/daily/dig").json
        game = Game(server, made["id"], None)
        one = game.seat(name)
        problem(game.ask("POST", "/bots", {}, token=one.token), 409, "no-bots")
        for cell in range(25):
            if game.show(one.token)["state"] == "finished":
                break
            accepted(one.edit(cell, "X"))
        boards.append([cell.get("mark") for cell in ask(server, "GET", game.path + "/board", token=one.token).json["cells"]])
        assert "digs" in game.ask("GET", "/share", token=one.token).text
    assert boards[0] == boards[1] and boards[0].count("hit") == 3


def test_the_program_has_all_commands(server, tmp_path):
    def run(*words):
        return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=60)

    game = Dig(server, "Ann", "Ben")
    accepted(game.people[0].edit(12, "X"))
    assert game.id in run("admin", "games", "list", "--data", server.data).stdout
    assert run("backup", tmp_path / "backup.sqlite", "--data", server.data).returncode == 0
    server.stop()
    assert run("verify", "--data", server.data).stdout.strip().splitlines()[-1].startswith("ok")
    assert run("export", "--data", server.data, "--output", tmp_path / "games").returncode == 0
    assert game.id in run("import", tmp_path / "games", "--data", tmp_path / "copy").stdout
    for words in (["stats"], ["verify"]):
        assert run(*words, "--data", tmp_path / "copy").returncode == 0, words
    help = run("--help")
    assert "OwnGame <subcommand>" in help.stdout and "restore" in help.stdout
