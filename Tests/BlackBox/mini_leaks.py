"""Scenarios of minis for the leak tests."""

import re

from client import ask
from leak_games import on_both
from leak_short_survey import ShortSurvey
from mini_puzzles import DOTS, DUOS, ipuz, offer
from mini_table import Mini, accepted

SOLUTIONS = [DOTS, DUOS]
WRONG = "QXZJVKWQXZJVKWQXZJVKWQXZJ"  # letters that are wrong in every cell of both


def puzzle_paths(id):
    paths = [f"/puzzles/{id}", f"/puzzles/{id}.ipuz", f"/puzzles/{id}.puz", f"/puzzles/{id}.xd"]
    return paths + [f"/puzzles/{id}/solution", "/puzzles", "/puzzles/generate"]


@on_both
def the_solution(server, secret):
    """Puzzles with the same blocks and clues; the same letters are written, marked, checked and revealed."""
    made = offer(server, ipuz(SOLUTIONS[secret])).json
    game = Mini(server, "Ann", "Ben", solution=SOLUTIONS[secret], puzzle=made, public=True)
    names = [(made["id"], "PUZZLE"), (made["token"], "OWNER")]
    survey = ShortSurvey(game, "answer", names=names, more=puzzle_paths(made["id"]))
    # The warnings are about the solution, for the one who has sent it.
    survey.record("upload", str(sorted((name, value) for name, value in made.items() if name != "warnings")))
    game.write(1, {"1": "D", "7": "Q", "12": "X"}), game.write(2, {"13": "Z"}, pencil=True)
    game.do(1, "check", scope="word", cell=1)  # a D in both
    game.do(2, "check", scope="cell", cell=12)
    assert game.marks() == {1: "right", 12: "wrong", 13: "pencil"}
    game.do(1, "undo"), game.do(1, "reveal"), game.do(2, "check", scope="cell", cell=3)
    survey.run("begun", [("POST", f"{game.path}/board/cells/1", {"value": "Q"}, {})])
    cells = {cell: WRONG[int(cell)] for cell in game.right(but=[1])}
    assert game.write(2, cells)["events"][-1]["type"] == "board.wrong"
    survey.run("full")
    answers = survey.end()
    accepted(game.act("close", token=game.host))
    assert game.result["answer"] == SOLUTIONS[secret]
    assert_not_in_the_log(server, secret)
    return answers


def assert_not_in_the_log(server, secret):
    """The trace log contains neither words nor clues."""
    assert "trace" in server.stderr.lower(), "the log has no trace lines"
    words = [row for row in re.split("[/#]", SOLUTIONS[secret]) if len(row) > 2]
    assert [word for word in [*words, "Hint 1"] if word in server.stderr] == []


@on_both
def a_paused_board(server, secret):
    """The same puzzle; the letters written before the pause differ."""
    game = Mini(server, "Ann", "Ben", "Eve")
    letters = [{"1": "D", "7": "X", "13": "R"}, {"4": "Q", "8": "Z", "12": "J"}][secret]
    game.write(1, letters), game.write(2, {"5": "FU"[secret]}, pencil=True)
    game.do(1, "pause")
    survey = ShortSurvey(game, "pause")
    game.do(2, "recolour", colour="#123456")
    survey.run("paused", [("POST", f"{game.path}/board/cells/7", {"value": "Q"}, {})])
    return survey.end()


@on_both
def the_letters_of_a_rival(server, secret):
    """A race; Ben's letters, pencil marks, checks and cursor differ, but not the number of his letters."""
    game = Mini(server, "Ann", "Ben", "Eve", mode="race", public=True, begin=False)
    survey = ShortSurvey(game, "race", hidden=(2,))
    accepted(game.act("start", token=game.host))
    game.solve(1, 1, 2)
    ben = game.people[1]
    for turn, cell in enumerate([(7, 12), (13, 10), (10, 13)]):
        game.ask("POST", "/cursor", {"cell": cell[secret]}, token=ben.token)
        game.write(2, {str(cell[secret]): "YH"[secret]}, pencil=turn == secret)
    game.do(2, "check", scope="cell", cell=(7, 12)[secret])
    accepted(ben.edit((13, 10)[secret], ""))
    survey.run("begun")
    cells = {cell: WRONG[int(cell) - secret] for cell in game.right()}
    assert game.write(2, cells)["events"][-1]["type"] == "board.wrong"
    game.do(2, "reveal", scope="cell", cell=(5, 6)[secret])
    game.write(1, {"3": "T"})
    survey.run("full")
    answers = survey.end()
    accepted(game.act("close", token=game.host))
    return answers


@on_both
def a_private_puzzle(server, secret):
    """Every request for a private puzzle, without a token and with tokens of others."""
    made = offer(server, ipuz(SOLUTIONS[secret], givens=[], rebus={12: ("HEART", "STONE")[secret]})).json
    other = offer(server, ipuz()).json["token"]
    answers = {}
    for token in (None, other, "x" * 32):
        for method in ("GET", "HEAD", "OPTIONS", "DELETE"):
            for path in puzzle_paths(made["id"])[:5]:
                for headers in ({}, {"If-None-Match": "*"}, {"Range": "bytes=0-99"}):
                    answer = ask(server, method, path, headers=headers, token=token)
                    id = answer.header("X-Request-Id")
                    lines = [f"{key}: {value}" for key, value in answer.headers if key != "Date"]
                    name = f"puzzle: {token == other} {token is None} {method} {path} {headers}"
                    text = "\n".join([str(answer.status), *lines, answer.text])
                    assert not re.search("HEART|STONE|FETAL|DUNCE", text), name
                    answers[name.replace(made["id"], "ID")] = text.replace(made["id"], "ID").replace(id, "REQUEST")
    return answers


SCENARIOS = {the_solution: 100, a_paused_board: 100, the_letters_of_a_rival: 100, a_private_puzzle: 50}
