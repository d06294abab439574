"""Short versions of the drills: the long ones are `drill.py` and `injected.py` by themselves."""

import asyncio

import pytest

import injected
from drill import arguments, drill
from faults import FAULTS, endure
from journal import Fold
from stage import Stage

SMALL = ["--clients", "12", "--games", "4", "--kills", "3", "--operations", "500", "--every", "0.8", "1.6"]
DEATHS = {"pwrite64": (2, 9, 25, 60, 131), "fdatasync": (1, 2, 3, 20, 77)}


@pytest.mark.parametrize("loops", [1, 2], ids=["one loop", "two loops"])
def test_three_kills_under_load_break_no_promise(loops):
    violations, problems, table = drill(arguments([*SMALL, "--io-threads", str(loops)]))
    assert (violations[:3], problems) == ([], []), table
    assert table["kills"] >= 3 and table["acknowledged"] >= 500 and table["observations checked"] > 500, table


def test_the_drill_notices_a_server_that_forgets_what_it_acknowledged():
    """The negative control: a server that keeps its games in memory loses them with every kill."""
    control = ["--store", "memory", "--expect-violations"]
    violations, _, table = drill(arguments([*SMALL, *control]))
    assert any(one.promise == 1 for one in violations), table


def test_the_same_slow_disk_under_the_true_store_breaks_no_promise():
    violations, problems, table = drill(arguments([*SMALL, "--slow", "5", "--operations", "100"]))
    assert (violations[:3], problems) == ([], []), table


@pytest.mark.parametrize("call", DEATHS)
def test_a_death_before_a_chosen_write_or_sync_breaks_no_promise(call):
    deaths, violations, problems = asyncio.run(injected.life(call, DEATHS[call]))
    assert (violations[:3], problems) == ([], [])
    assert deaths["in play"] >= 3, deaths


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_failing_disk_is_told_and_outlived(fault):
    line, violations, problems = asyncio.run(endure(fault))
    assert (violations[:3], problems) == ([], []), line


def test_a_stage_leaves_nothing_behind():
    stage = Stage()
    stage.close()
    assert not stage.folder.exists() and Fold([]).last == 0
