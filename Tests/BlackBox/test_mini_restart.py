"""A server that is killed in the middle of minis goes on as if nothing had been."""

import signal
import time

import pytest

from client import ask, problem
from mini_puzzles import DOTS, clues, upload
from mini_table import Mini, accepted, kinds
from server_process import ServerProcess
from streams import Stream
from visible_state import stable_fields


@pytest.fixture(scope="module")
def after():
    """Games in several states, what was seen of them before a kill, and the server after it."""
    with ServerProcess("--no-address-limits") as server:
        games = play(server)
        stored = upload(server, title="Kept", public=True)
        games["playing"].stored = stored
        time.sleep(0.2)
        before = {name: picture(game) for name, game in games.items()}
        before["file"] = ask(server, "GET", f"/puzzles/{stored['id']}.ipuz").body
        server.restart(signal.SIGKILL)
        games["playing"].was = before
        yield games


def play(server):
    """A game with marks of all kinds, one that is paused, a race, one over, one waiting."""
    playing = Mini(server, "Ann", "Ben", kind={"rebus": {12: "HEART"}, "circles": [7]})
    playing.write(1, {"1": "D", "2": "X", "12": "HEART", "5": "Q"})
    playing.write(2, {"6": "E"}, pencil=True)
    playing.do(1, "check", scope="word", cell=1), playing.do(2, "reveal", scope="cell", cell=13)
    playing.opened = playing.do(1, "clear")
    paused = Mini(server, "Ann", "Ben")
    paused.solve(1, 1, 2), paused.do(2, "pause")
    race = Mini(server, "Ann", "Ben", mode="race", autocheck=True)
    race.write(1, {"1": "D", "2": "X"}), race.solve(2)
    over = Mini(server, "Ann")
    over.solve(1)
    waiting = Mini(server)
    made = Mini(server, "Ann", difficulty="hard")
    made.write(1, {str(made.show()["clues"]["across"][0]["cell"]): "Q"})
    return {
        "playing": playing,
        "paused": paused,
        "race": race,
        "over": over,
        "waiting": waiting,
        "made": made,
    }


def picture(game):
    """All that everybody sees of a game, without running time."""
    seen = {}
    for token in (None, game.host, *(person.token for person in game.people)):
        shown = stable_fields(game.show(token))
        seen[token] = shown
        seen["actions", token] = game.ask("GET", "/actions", token=token).json
        seen["history", token] = game.ask("GET", "/history", token=token).body
        for form in ("json", "txt", "svg"):
            answer = game.ask("GET", f"/board.{form}", token=token)
            seen[form, token] = (answer.status, answer.etag, answer.body if answer.status == 200 else b"")
    return seen


@pytest.mark.parametrize("name", ["playing", "paused", "race", "over", "waiting", "made"])
def test_everything_that_can_be_seen_is_the_same(after, name):
    """Runs first, so that nothing has been done since."""
    was, now = after["playing"].was[name], picture(after[name])
    assert now.keys() == was.keys()
    for key in was:
        assert now[key] == was[key], key


def test_a_stored_puzzle_is_there_with_its_file_and_its_owner(after):
    game = after["playing"]
    stored = game.stored
    assert ask(game.server, "GET", f"/puzzles/{stored['id']}").json["title"] == "Kept"
    assert ask(game.server, "GET", f"/puzzles/{stored['id']}.ipuz").body == game.was["file"]
    assert ask(game.server, "GET", f"/puzzles/{stored['id']}.puz", token=stored["token"]).status == 200


def test_marks_rebus_and_prompt_go_on(after):
    game = after["playing"]
    assert game.marks() == {1: "right", 2: "wrong", 6: "pencil", 13: "revealed"}
    assert game.cell(12)["value"] == "HEART" and game.cell(7)["circled"] is True
    problem(game.people[0].edit(1, "X"), 423, "locked-cell")
    game.agree(2, game.opened)
    assert game.cell(5)["value"] == "" and game.cell(1)["value"] == "D"
    game.write(1, game.right(but=[1, 13]) | {"12": "H"})
    assert game.result["assisted"] is True and game.result["winners"] == [1, 2]


def test_a_pause_is_still_one_and_the_clock_has_stood(after):
    game = after["paused"]
    problem(game.people[0].edit(3, "T"), 409, "game-paused")
    problem(game.ask("GET", "/board"), 403, "hidden")
    was = after["playing"].was["paused"][None]["clock"]
    assert game.show()["clock"] == was and was["elapsed"] < 2
    game.do(1, "resume")
    assert game.show()["clues"] == clues(DOTS)
    game.solve(1, but=[1, 2])
    assert game.result["solves"][0]["seconds"] < 3 and game.result["assisted"] is False


def test_a_race_goes_on_with_what_was_hidden_hidden(after):
    game = after["race"]
    assert game.marks(1) == {1: "right", 2: "wrong"}
    problem(game.ask("GET", "/boards/2", token=game.people[0].token), 403, "hidden")
    with Stream(
        game.server, game.path + "/events", {"Last-Event-ID": "3"}, token=game.people[0].token
    ) as stream:
        for _ in range(game.view()["sequence"] - 3):
            event = stream.next().data
            if event.get("board") == 2:
                assert not {"cell", "value", "marks"} & event.keys()
    assert kinds(game.solve(1, but=[1]))[-1] == "game.finished"
    assert [solve["seat"] for solve in game.result["solves"]] == [2, 1]


def test_a_game_that_waited_begins(after):
    game = after["waiting"]
    game.people = [game.seat("Ann")]
    assert game.show()["clues"] == clues(DOTS)
    game.solve(1)
    assert game.result["answer"] == DOTS and game.result["seconds"] < 5, "waiting is not playing"


def test_a_generated_puzzle_is_still_the_same(after):
    game = after["made"]
    body = game.do(1, "reveal")
    assert kinds(body)[-1] == "game.finished"
    solution = game.result["answer"].replace("/", "")
    for direction, step in (("across", 1), ("down", 5)):
        for clue in game.show()["clues"][direction]:
            cells = [clue["cell"] + step * place for place in range(clue["length"])]
            assert clue["answer"] == "".join(solution[cell] for cell in cells)


def test_what_is_over_is_over(after):
    accepted(after["over"].people[0].act("rematch"))
    assert after["over"].show()["next"]
