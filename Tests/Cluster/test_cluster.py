"""The drill of several servers in short: the long one is `drill.py` by itself."""

from drill import arguments, drill

SMALL = ["--clients", "16", "--games", "6", "--seconds", "25", "--redis-every", "2", "4"]


def test_nodes_and_redis_that_die_break_no_promise():
    violations, problems, table = drill(arguments(SMALL))
    assert (violations[:3], problems) == ([], []), table
    assert table["nodes killed"] >= 3 and table["acknowledged"] >= 500, table
    assert table["streams that went on by id"] >= 3 and table["observations checked"] > 500, table


def test_the_drill_notices_a_redis_that_forgets():
    """The negative control: what is proven above would not pass unnoticed if it were not so."""
    control = ["--seconds", "6", "--redis-every", "2", "3", "--forgetful", "--expect-violations"]
    violations, _, table = drill(arguments([*SMALL, *control]))
    assert any(one.promise == 1 for one in violations), table
