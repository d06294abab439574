"""Minis and guess games after SIGKILL, and after an eviction from memory: clients see no difference."""

import signal
import time

import pytest

from client import ask, problem
from guess_table import Guess, accepted, answer_by
from mini_puzzles import DOTS, clues, upload
from mini_table import Mini, kinds
from server_process import ServerProcess
from square_table import unchanged
from streams import Stream
from test_sleeping_games import send_to_sleep
from visible_state import stable_fields


@pytest.fixture(scope="module")
def killed():
    """Games in several states, and what clients saw of them before their server was killed and restarted."""
    with ServerProcess("--no-address-limits") as server:
        games = play(server)
        puzzle = upload(server, title="Kept", public=True)
        before = {name: visible(game) for name, game in games.items()}
        file = ask(server, "GET", f"/puzzles/{puzzle['id']}.ipuz").stable_body
        server.restart(signal.SIGKILL)
        yield games, before, (puzzle, file)


def play(server):
    """Minis with all kinds of marks and an open prompt, paused, as a race, over, waiting, and generated."""
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
    made = Mini(server, "Ann", difficulty="hard")
    made.write(1, {str(made.show()["clues"]["across"][0]["cell"]): "Q"})
    games = {"playing": playing, "paused": paused, "race": race, "over": over, "made": made}
    return games | {"waiting": Mini(server)}


def visible(game):
    """Everything that a spectator, the host and each player see of a game, without the running time."""
    seen = {}
    for token in (None, game.host, *(player.token for player in game.people)):
        seen[token] = stable_fields(game.show(token))
        seen["actions", token] = game.ask("GET", "/actions", token=token).json
        seen["history", token] = game.ask("GET", "/history", token=token).body
        for form in ("json", "txt", "svg"):
            answer = game.ask("GET", f"/board.{form}", token=token)
            seen[form, token] = (answer.status, answer.etag, answer.body if answer.status == 200 else b"")
    return seen


@pytest.mark.parametrize("name", ["playing", "paused", "race", "over", "waiting", "made"])
def test_after_a_kill_every_viewer_sees_the_same(killed, name):
    """Runs first, because the tests below continue the games."""
    games, before, _ = killed
    now = visible(games[name])
    assert [key for key in now if now[key] != before[name][key]] == []


def test_after_a_kill_a_stored_puzzle_has_its_file_and_its_owner(killed):
    games, _, (puzzle, file) = killed
    server = games["over"].server
    assert ask(server, "GET", f"/puzzles/{puzzle['id']}").json["title"] == "Kept"
    assert ask(server, "GET", f"/puzzles/{puzzle['id']}.ipuz").stable_body == file
    assert ask(server, "GET", f"/puzzles/{puzzle['id']}.puz", token=puzzle["token"]).status == 200


def test_after_a_kill_marks_rebus_and_prompt_continue(killed):
    game = killed[0]["playing"]
    assert game.marks() == {1: "right", 2: "wrong", 6: "pencil", 13: "revealed"}
    assert game.cell(12)["value"] == "HEART" and game.cell(7)["circled"] is True
    problem(game.people[0].edit(1, "X"), 423, "locked-cell")
    game.agree(2, game.opened)
    assert game.cell(5)["value"] == "" and game.cell(1)["value"] == "D"
    game.write(1, game.right(but=[1, 13]) | {"12": "H"})
    assert game.result["assisted"] is True and game.result["winners"] == [1, 2]


def test_after_a_kill_a_pause_continues_and_its_clock_has_not_moved(killed):
    games, before, _ = killed
    game = games["paused"]
    problem(game.people[0].edit(3, "T"), 409, "game-paused")
    problem(game.ask("GET", "/board"), 403, "hidden")
    assert game.show()["clock"] == before["paused"][None]["clock"]
    game.do(1, "resume")
    assert game.show()["clues"] == clues(DOTS)
    game.solve(1, but=[1, 2])
    assert game.result["assisted"] is False


def test_after_a_kill_a_race_still_hides_the_rival(killed):
    game = killed[0]["race"]
    token = game.people[0].token
    assert game.marks(1) == {1: "right", 2: "wrong"}
    problem(game.ask("GET", "/boards/2", token=token), 403, "hidden")
    with Stream(game.server, game.path + "/events", {"Last-Event-ID": "3"}, token=token) as stream:
        for _ in range(game.view()["sequence"] - 3):
            event = stream.next().data
            assert event.get("board") != 2 or not {"cell", "value", "marks"} & event.keys()
    assert kinds(game.solve(1, but=[1]))[-1] == "game.finished"
    assert [solve["seat"] for solve in game.result["solves"]] == [2, 1]


def test_after_a_kill_a_waiting_game_starts(killed):
    game = killed[0]["waiting"]
    game.people = [game.seat("Ann")]
    assert game.show()["clues"] == clues(DOTS)
    game.solve(1)
    assert game.result["answer"] == DOTS


def test_after_a_kill_a_generated_puzzle_has_the_same_answers(killed):
    game = killed[0]["made"]
    assert kinds(game.do(1, "reveal"))[-1] == "game.finished"
    solution = game.result["answer"].replace("/", "")
    for direction, step in (("across", 1), ("down", 5)):
        for clue in game.show()["clues"][direction]:
            cells = [clue["cell"] + step * place for place in range(clue["length"])]
            assert clue["answer"] == "".join(solution[cell] for cell in cells)


def test_after_a_kill_a_finished_game_has_a_rematch(killed):
    accepted(killed[0]["over"].people[0].act("rematch"))
    assert killed[0]["over"].show()["next"]


# ------------------------------------------------------------------------------------------------ long games


def long_mini(server, **options):
    """A mini with more than 250 events; a player had help, of which no mark is left."""
    game = Mini(server, "Ann", "Ben", **options)
    game.write(1, {"1": "X"})
    game.do(1, "check", scope="cell", cell=1)
    for letter in "QZQZQZQZQZQ":
        game.write(1, {cell: letter for cell in game.right(but=[4])}, pencil=letter == "Z")
    accepted(game.people[1].edit(4, "V"))
    accepted(game.people[1].edit(4, "W", pencil=True))
    return game


def long_word_race(server):
    """Ben has found the word with two guesses; Ann has written often and submitted nothing."""
    race = Guess(server, "Ann", "Ben", mode="race", seed=9)
    for letters in ("CRANE", "SLOTH") * 5:
        while race.write(letters, 1).status == 429:
            time.sleep(0.1)  # the player has no edits left for a moment
    race.guess("CRANE", 2), race.guess(answer_by(server, 9), 2)
    return race


def long_view(game):
    """What a spectator and the first player see of a game, with many past boards."""
    seen = {}
    for token in (None, game.people[0].token):
        seen[token] = stable_fields(game.show(token))
        seen["history", token] = game.ask("GET", "/history", token=token).body
        for at in range(0, game.show()["sequence"] + 1, 47):
            answer = game.ask("GET", f"/board?at={at}", token=token)
            seen["at", at, token] = answer.status, answer.stable_body
    return seen


@pytest.mark.timeout(180)  # long games take their time: a player makes twenty edits a second
def test_long_games_are_the_same_after_an_eviction_and_a_kill():
    with ServerProcess("--no-address-limits", "--game-memory", 1) as server:
        shared, race = long_mini(server), long_mini(server, mode="race")
        paused = long_mini(server)
        paused.do(2, "pause")
        words, alone = long_word_race(server), Guess(server, "Ann")
        accepted(alone.write("CRANE"))
        games = (shared, race, paused, words, alone)
        before = [long_view(game) for game in games]
        send_to_sleep(server)
        assert [long_view(game) for game in games] == before
        server.restart(signal.SIGKILL)
        assert [long_view(game) for game in games] == before
        assert shared.marks() == {4: "pencil"}
        with unchanged(paused):
            problem(paused.people[0].edit(1, "D"), 409, "game-paused")
        shared.do(2, "undo")
        assert shared.cell(4)["value"] == "V" and 4 not in shared.marks()
        paused.do(1, "resume")
        for game in (shared, race, paused):
            game.solve(1)
        race.solve(2)
        assert [game.result["assisted"] for game in (shared, race, paused)] == [True, False, True]
        solves = [(solve["seat"], solve["assisted"]) for solve in race.result["solves"]]
        assert solves == [(2, False), (1, True)]
        assert words.guess(answer_by(server, 9), 1)["events"][-1]["result"]["winners"] == [1]
        accepted(alone.people[0].act("resign"))
        assert alone.result["answer"]
