"""Games to play on two servers with the same requests; only the secret differs, by its number 0 or 1."""

import itertools

from client import ask
from days import guess_word, seated
from guess_reference import marks_of
from guess_table import Guess, answer_by
from lattice_reference import SOLUTION, START, counts, marks_on, swapped
from lattice_table import Lattice
from lattice_table import answer_by as answer_by_lattice
from lattice_table import offer as offer_lattice
from leak_short_survey import ShortSurvey
from leak_strangers_survey import StrangersSurvey
from mini_puzzles import DOTS, DUOS, ipuz, offer
from mini_table import Mini, accepted
from players import new_player
from rooms import make_room

SOLUTIONS = [DOTS, DUOS]
WRONG = "QXZJVKWQXZJVKWQXZJVKWQXZJ"  # letters that are wrong in every cell of both


def puzzle_paths(id):
    paths = [f"/puzzles/{id}", f"/puzzles/{id}.ipuz", f"/puzzles/{id}.puz", f"/puzzles/{id}.xd"]
    return paths + [f"/puzzles/{id}/solution", "/puzzles", "/puzzles/generate"]


def answer_of_a_mini(server, secret):
    """Puzzles with the same blocks and clues; the same letters are written, marked, checked and revealed."""
    made = offer(server, ipuz(SOLUTIONS[secret])).json
    game = Mini(server, "Ann", "Ben", solution=SOLUTIONS[secret], puzzle=made, public=True)
    names = [(made["id"], "PUZZLE"), (made["token"], "OWNER")]
    survey = ShortSurvey(game, "answer", names=names, more=puzzle_paths(made["id"]))
    survey.record("upload", str(sorted(made.items())))
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
    return answers


def letters_in_a_pause(server, secret):
    """The same puzzle; the letters written before the pause differ."""
    game = Mini(server, "Ann", "Ben", "Eve")
    letters = [{"1": "D", "7": "X", "13": "R"}, {"4": "Q", "8": "Z", "12": "J"}][secret]
    game.write(1, letters), game.write(2, {"5": "FU"[secret]}, pencil=True)
    game.do(1, "pause")
    survey = ShortSurvey(game, "pause")
    game.do(2, "recolour", colour="#123456")
    survey.run("paused", [("POST", f"{game.path}/board/cells/7", {"value": "Q"}, {})])
    return survey.end()


def rivals_in_a_mini(server, secret):
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


def hidden_word(server, _):
    """A shared game without a seed; letters are written, but no word is submitted."""
    game = Guess(server, "Ann", mode="together", hard=True, public=True)
    game.people.append(game.seat("Ben"))
    survey = ShortSurvey(game, "word")
    accepted(game.write("CRAN")), game.submit()
    accepted(game.people[1].edit(4, "Q")), game.submit(2)
    survey.run("written", [("POST", f"{game.path}/actions/submit", {}, {})])
    answers = survey.end()
    accepted(game.act("close", token=game.host))
    return answers, game.result["answer"]


def seeds_with_the_same_marks(server, guess="CRANE"):
    """Two seeds with different words for which this guess has the same marks."""
    seen = {}
    for seed in range(100):
        answer = answer_by(server, seed)
        other = seen.setdefault(marks_of(guess, answer), (seed, answer))
        if other[1] != answer and guess != answer:
            return other[0], seed
    raise AssertionError("the guess has different marks for each of a hundred words")


def word_behind_marks(server, seed):
    """One guess, with the same marks for both words."""
    game = Guess(server, "Ann", seed=seed, public=True)
    survey = ShortSurvey(game, "marks")
    game.guess("CRANE"), accepted(game.write("SLO"))
    survey.run("submitted", [("POST", f"{game.path}/actions/submit", {}, {})])
    return survey.end()


def words_with_the_same_marks(answer):
    """Two guesses with the same marks."""
    seen = {}
    for word in ("CRANE", "SLOTH", "BUMPY", "MIGHT", "SPEED", "LLAMA", "FUZZY", "JUICY", "VIVID"):
        other = seen.setdefault(marks_of(word, answer), word)
        if other != word and answer not in (word, other):
            return other, word
    raise AssertionError(f"no two of these words have the same marks for {answer}")


def rivals_in_a_word_race(server, secret, seed):
    """Ben's guesses differ, but not their marks, which everybody sees."""
    game = Guess(server, "Ann", "Ben", "Eve", mode="race", public=True, begin=False, seed=seed)
    survey = ShortSurvey(game, "words", hidden=(2,))
    accepted(game.act("start", token=game.host))
    game.guess("CRANE", 1)
    pair = words_with_the_same_marks(answer_by(server, seed))
    game.ask("POST", "/cursor", {"cell": secret}, token=game.people[1].token)
    game.guess(pair[secret], 2)
    accepted(game.write(("ABC", "XYZ")[secret], 2))
    game.submit(2)
    accepted(game.write("S", 1))
    survey.run("submitted")
    return survey.end()


def equal_solutions():
    """Two solutions with the same letters that give the start of the rules' example the same marks."""
    marks = marks_on(START, SOLUTION)
    for one, other in itertools.combinations(range(25), 2):
        solution = swapped(SOLUTION, one, other)
        if solution != SOLUTION and marks_on(START, solution) == marks:
            return SOLUTION, solution
    raise AssertionError("every other solution has other marks")


def solution_of_a_lattice(server, secret):
    """The same start and marks for both solutions: a race in which nobody has swapped."""
    made = offer_lattice(server, equal_solutions()[secret], mode="race")
    game = Lattice(server, "Ann", "Ben", "Eve", made=made)
    survey = ShortSurvey(game, "lattice")
    accepted(game.people[1].act("recolour", {"colour": "#123456"}))
    survey.run("waiting", [("POST", f"{game.path}/actions/swap", {"from": 0, "to": 1}, {})])
    accepted(game.act("start", token=game.host))
    moves = [({"from": 0, "to": 3}, "actions/swap"), ({"from": 6, "to": 0}, "actions/swap"), ("Q", "board/cells/0")]
    survey.run("begun", [("POST", f"{game.path}/{path}", body, {}) for body, path in moves])
    answers = survey.end()
    accepted(game.act("close", token=game.host))
    assert game.show()["result"]["answer"] == equal_solutions()[secret]
    return answers


def rivals_in_a_lattice(server, secret, seed):
    """Ben swaps other letters, but gets the same number of marks of each kind."""
    game = Lattice(server, "Ann", "Ben", "Eve", mode="race", public=True, begin=False, seed=seed)
    survey = ShortSurvey(game, "swaps", hidden=(2,))
    accepted(game.act("start", token=game.host))
    accepted(game.swap(*swaps_with_equal_counts(game.text(1), answer_by_lattice(server, seed))[secret], 2))
    game.ask("POST", "/cursor", {"cell": (0, 24)[secret]}, token=game.people[1].token)
    game.waste(1, answer_by_lattice(server, seed), 1)
    survey.run("swapped")
    return survey.end()


def swaps_with_equal_counts(board, solution):
    """Two swaps of other letters after which as many letters have each kind of mark."""
    flat, marks, seen = board.replace("/", ""), marks_on(board, solution).replace("/", ""), {}
    for one, other in itertools.combinations(range(25), 2):
        if flat[one] == flat[other] or {marks[one], marks[other]} & {"h", "#"}:
            continue
        found = str(counts(marks_on(swapped(board, one, other), solution)))
        first = seen.setdefault(found, (one, other))
        if not {one, other} & set(first):
            return first, (one, other)
    raise AssertionError("all swaps give other numbers of marks")


def private_puzzle(server, secret):
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
                    answers[name.replace(made["id"], "ID")] = text.replace(made["id"], "ID").replace(id, "REQUEST")
    return answers


def running_daily(server, secret, has_key):
    """A game of the day in which either nothing has happened, or a word is marked and another one begun."""
    game = seated(server, "guess", name="Ann", token=new_player(server).key if has_key else None)
    if secret:
        guess_word(game, "CRANE"), game.ask("POST", "/cursor", {"cell": 7})
        accepted(game.ask("PATCH", "/board", {"cells": {"5": "S", "6": "L"}}))
    return StrangersSurvey(game).run("running")


def room_of_rivals(server, rules, **options):
    """A game of Ann, Ben and Eve in a room, which Ann has started."""
    room = make_room(server, "Ann", "Ben", "Eve", name=f"leaks-{rules}", public=True)
    with room.with_present(*room.people):
        game = room.begin(rules, **options)
    game.room = room
    survey = ShortSurvey(
        game, f"room of {rules}", hidden=(2,), names=[(player.player, player.name) for player in room.people]
    )
    accepted(game.act("start", token=game.host))
    return game, survey


def rivals_in_a_room_of_words(server, secret, seed):
    """Ben's guesses differ, but not their marks, as in `rivals_in_a_word_race`."""
    game, survey = room_of_rivals(server, "guess", mode="race", seed=seed)
    pair = words_with_the_same_marks(answer_by(server, seed))
    game.ask("POST", "/cursor", {"cell": secret}, token=game.people[1].token)
    game.guess(pair[secret], 2), accepted(game.write(("ABC", "XYZ")[secret], 2))
    game.guess("CRANE", 1), accepted(game.write("S", 1))
    survey.run("submitted")
    return survey.end()


def rivals_in_a_room_of_squares(server, secret):
    """Ben places the same letters elsewhere."""
    game, survey = room_of_rivals(server, "square", clock=None, seed=5)
    cells = {1: [10, 11, 12], 2: [[13, 20, 24], [14, 17, 22]][secret], 3: [15, 16, 17]}
    for number, letter in enumerate("EST"):
        accepted(game.call(1 + number, letter))
        for seat in (2, 1, 3):
            game.ask("POST", "/cursor", {"cell": cells[seat][number]}, token=game.people[seat - 1].token)
            accepted(game.place(seat, cells[seat][number]))
            if number == 1 and seat == 2:
                survey.run("Ben has placed")
    survey.run("three letters")
    return survey.end()
