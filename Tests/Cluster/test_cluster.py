"""Short versions of the cluster drill `drill.py`."""

from drill import arguments, drill

SMALL = ["--clients", "16", "--games", "6", "--seconds", "25", "--redis-every", "2", "4"]


def test_kills_of_nodes_and_redis_break_no_promise():
    violations, problems, table = drill(arguments([*SMALL, "--seconds", "40", "--every", "0.8", "2"]))
    assert (violations[:3], problems) == ([], []), table
    assert table["nodes killed"] >= 3 and table["acknowledged"] >= 500, table
    assert table["streams resumed by id"] >= 3 and table["observations checked"] > 500, table
    assert table["changes of rooms"] > 10 and table["observations of rooms"] > 100, table
    assert table["streams of rooms resumed by id"] >= 3, table


def test_the_drill_detects_a_redis_that_loses_its_data():
    """A negative control: the checker must find the moves and the rooms that Redis loses."""
    control = ["--seconds", "6", "--redis-every", "2", "3", "--forgetful", "--expect-violations"]
    violations, _, table = drill(arguments([*SMALL, *control]))
    assert any(one.promise == 1 for one in violations), table
    assert any(one.promise == 1 and one.game.startswith("room") for one in violations), table
