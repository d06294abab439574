"""Short versions of the cluster drill `drill.py`."""

from drill import arguments, drill

SMALL = ["--clients", "16", "--games", "6", "--seconds", "25", "--redis-every", "2", "4"]


def test_kills_of_nodes_and_redis_break_no_promise():
    violations, problems, table = drill(arguments([*SMALL, "--seconds", "40", "--every", "0.8", "2"]))
    assert (violations[:3], problems) == ([], []), table
    # Something of each kind has happened; how much depends on the machine.
    least = {"nodes killed": 1, "acknowledged": 100, "observations checked": 100, "streams resumed by id": 1}
    least |= {"changes of rooms": 3, "observations of rooms": 10, "streams of rooms resumed by id": 1}
    assert not {what: table[what] for what, count in least.items() if table[what] < count}, table


def test_the_drill_detects_a_redis_that_loses_its_data():
    """A negative control: the checker must find the moves and the rooms that Redis loses."""
    control = ["--seconds", "6", "--redis-every", "2", "3", "--forgetful", "--expect-violations"]
    violations, _, table = drill(arguments([*SMALL, *control]))
    assert any(one.promise == 1 for one in violations), table
    assert any(one.promise == 1 and one.game.startswith("room") for one in violations), table
