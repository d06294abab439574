"""Servers for the tests: one for the session, without limits per address, and fresh ones for some."""

import json

import pytest

from asked import DOCUMENT, require_documented
from client import new_game
from redis_process import OwnRedis
from server_process import ServerProcess, binary


def pytest_addoption(parser):
    parser.addoption("--store", choices=["sqlite", "redis"], default="sqlite", help="where servers keep games")


def pytest_configure(config):
    if config.getoption("store") == "redis":
        ServerProcess.kind_of_store = OwnRedis
    try:
        config.server_binary = binary()
    except FileNotFoundError as error:
        raise pytest.UsageError(str(error)) from None


def pytest_report_header(config):
    return f"GameServer: {config.server_binary}, games in {config.getoption('store')}"


def pytest_collection_modifyitems(config, items):
    """Tests of SQLite itself are skipped with their reason and counted; see `markers` in pytest.ini."""
    if config.getoption("store") == "sqlite":
        return
    for item in items:
        for mark in item.iter_markers("sqlite"):
            # With games in Redis there is no database file, no folder and no backup for such a test to look at, or it
            # brings both stores itself. Over SQLite, as `make test` runs them, none is skipped.
            item.add_marker(pytest.mark.skip(reason=f"about SQLite: {mark.args[0]}"))


WHOLE_SUITE = 1000  # tests; fewer are a selection by hand


@pytest.fixture(scope="session", autouse=True)
def every_answer_is_documented(request):
    """At the end, and of each process that runs a part of the tests; a selection by hand asks too little."""
    yield
    if len(request.session.items) >= WHOLE_SUITE:
        require_documented(json.loads(DOCUMENT.read_text()))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    """A failed test shows the end of what its servers said."""
    report = (yield).get_result()
    if report.when == "call" and report.failed:
        servers = {
            value.pid: (name, value)
            for name, value in getattr(item, "funcargs", {}).items()
            if isinstance(value, ServerProcess)
        }
        for name, value in servers.values():
            if value.stderr:
                report.sections.append((f"stderr of {name} (pid {value.pid})", value.stderr[-3000:]))


@pytest.fixture(scope="session")
def shared_server():
    with ServerProcess("--no-address-limits") as running:
        yield running


@pytest.fixture
def server(shared_server):
    """The session's server; a test that ends it fails, and the next one gets a new one."""
    if not shared_server.running:
        shared_server.restart()
    yield shared_server
    assert shared_server.running, f"the server ended (exit code {shared_server.exit_code})"


@pytest.fixture
def game(server):
    """A fresh open board with nobody seated."""
    return new_game(server)


@pytest.fixture
def own_server():
    """A server of this test's own, with the limits of a plain start."""
    with ServerProcess() as running:
        yield running


@pytest.fixture
def own_free_server():
    """A server of this test's own without limits per address."""
    with ServerProcess("--no-address-limits") as running:
        yield running
