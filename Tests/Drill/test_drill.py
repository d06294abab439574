"""Short versions of the drills `drill.py` and `injected.py`."""

import asyncio

import pytest

import injected
from drill import arguments, drill
from faults import FAULTS, run_fault
from journal import Fold
from stage import Stage

SMALL = ["--clients", "12", "--games", "4", "--kills", "3", "--operations", "500", "--every", "0.8", "1.6"]
DEATHS = {"pwrite64": (2, 9, 25, 60, 131), "fdatasync": (1, 2, 3, 20, 77), "write": (9, 25, 60, 131, 260)}
SERVERS = {
    "SQLite": pytest.param(["--store", "sqlite"], marks=pytest.mark.smoke),
    "Redis": pytest.param(["--store", "redis"], marks=pytest.mark.smoke),
    "two loops": pytest.param(["--io-threads", "2"], marks=pytest.mark.nightly),
}


@pytest.mark.parametrize("more", SERVERS.values(), ids=SERVERS)
def test_three_kills_under_load_break_no_promise(more):
    violations, problems, table = drill(arguments([*SMALL, *more]))
    assert (violations[:3], problems) == ([], []), table
    assert table["kills"] >= 3 and table["acknowledged"] >= 500, table


def test_the_drill_detects_a_server_that_loses_acknowledged_moves_and_rooms():
    """A negative control: a server that stores games in memory loses them with every kill."""
    control = ["--store", "memory", "--expect-violations"]
    violations, _, table = drill(arguments([*SMALL, *control]))
    assert any(one.promise == 1 for one in violations), table
    assert any(one.promise == 1 and one.game.startswith("room") for one in violations), table


@pytest.mark.nightly
def test_kills_with_a_slow_disk_break_no_promise():
    violations, problems, table = drill(arguments([*SMALL, "--slow", "5", "--operations", "100"]))
    assert (violations[:3], problems) == ([], []), table


@pytest.mark.parametrize("call", DEATHS)
def test_a_kill_before_the_nth_write_sync_or_message_to_redis_breaks_no_promise(call):
    store = "redis" if call == "write" else "sqlite"
    deaths, violations, problems = asyncio.run(injected.run_folder(call, DEATHS[call], store))
    assert (violations[:3], problems) == ([], [])
    assert deaths["in play"] >= 3, deaths


def all_but_the_first_nightly(cases):
    return [pytest.param(case, marks=[pytest.mark.nightly] if number else []) for number, case in enumerate(cases)]


@pytest.mark.parametrize("fault", all_but_the_first_nightly(FAULTS), ids=lambda fault: fault.name)
def test_the_server_reports_and_survives_a_failing_disk(fault):
    summary, violations, problems = asyncio.run(run_fault(fault))
    assert (violations[:3], problems) == ([], []), summary


def test_a_closed_stage_leaves_no_folder_behind():
    stage = Stage()
    stage.close()
    assert not stage.folder.exists() and Fold([]).last == 0
