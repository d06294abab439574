"""Scenarios of word squares for the leak tests; `leak_twins.py` plays a whole game for `test_leaks.py`."""

from leak_games import on_both, room_of_rivals
from square_table import accepted


@on_both
def the_placements_of_a_rival_in_a_room(server, secret):
    """Ben places the same letters elsewhere."""
    game, survey = room_of_rivals(server, "square", clock=None, seed=5)
    cells = {1: [10, 11, 12], 2: [[13, 20, 24], [14, 17, 22]][secret], 3: [15, 16, 17]}
    for number, letter in enumerate("EST"):
        accepted(game.call(1 + number, letter))
        for seat in (2, 1, 3):
            game.ask("POST", "/cursor", {"cell": cells[seat][number]}, token=game.person(seat).token)
            accepted(game.place(seat, cells[seat][number]))
            if number == 1 and seat == 2:
                survey.run("Ben has placed")
    survey.run("three letters")
    return survey.end()


SCENARIOS = {the_placements_of_a_rival_in_a_room: 400}
