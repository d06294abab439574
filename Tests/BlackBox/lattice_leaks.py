"""Scenarios of lattices for the leak tests."""

import itertools

from lattice_reference import SOLUTION, START, counts, marks_on, swapped
from lattice_table import Lattice, accepted, answer_by, offer
from leak_games import on_both
from leak_short_survey import ShortSurvey

SEED = 2026


def equal_solutions():
    """Two solutions with the same letters that give the start of the rules' example the same marks."""
    marks = marks_on(START, SOLUTION)
    for one, other in itertools.combinations(range(25), 2):
        solution = swapped(SOLUTION, one, other)
        if solution != SOLUTION and marks_on(START, solution) == marks:
            return SOLUTION, solution
    raise AssertionError("every other solution has other marks")


@on_both
def more_of_the_solution_than_its_marks(server, secret):
    """The same start and marks for both solutions: a race in which nobody has swapped."""
    made = offer(server, equal_solutions()[secret], mode="race")
    game = Lattice(server, "Ann", "Ben", "Eve", made=made)
    survey = ShortSurvey(game, "lattice")
    game.do(2, "recolour", colour="#123456")
    survey.run("waiting", [("POST", f"{game.path}/actions/swap", {"from": 0, "to": 1}, {})])
    accepted(game.act("start", token=game.host))
    moves = [({"from": 0, "to": 3}, "actions/swap"), ({"from": 6, "to": 0}, "actions/swap"), ("Q", "board/cells/0")]
    survey.run("begun", [("POST", f"{game.path}/{path}", body, {}) for body, path in moves])
    answers = survey.end()
    accepted(game.act("close", token=game.host))
    assert game.result["answer"] == equal_solutions()[secret]
    return answers


@on_both
def the_swaps_of_a_rival(server, secret):
    """Ben swaps other letters, but gets the same number of marks of each kind."""
    game = Lattice(server, "Ann", "Ben", "Eve", mode="race", public=True, begin=False, seed=SEED)
    survey = ShortSurvey(game, "swaps", hidden=(2,))
    accepted(game.act("start", token=game.host))
    accepted(game.swap(*swaps_with_equal_counts(game.text(1), answer_by(server, SEED))[secret], 2))
    game.ask("POST", "/cursor", {"cell": (0, 24)[secret]}, token=game.people[1].token)
    game.waste(1, answer_by(server, SEED), 1)
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


SCENARIOS = {more_of_the_solution_than_its_marks: 100, the_swaps_of_a_rival: 100}
