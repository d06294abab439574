"""Servers for the tests: one for the session, without limits per address, and fresh ones where needed."""

import json

import pytest

from client import new_game
from game_kinds import game_kinds
from mcp_client import Mcp
from openapi_coverage import DOCUMENT, require_documented
from redis_process import OwnRedis
from server_process import ServerProcess, binary

YOUNG_VOTERS = ("--vote-after", "0s")  # members of rooms who have just joined vote, too


def pytest_addoption(parser):
    parser.addoption("--store", choices=["sqlite", "redis"], default="sqlite", help="where servers keep games")


def pytest_configure(config):
    if config.getoption("store") == "redis":
        ServerProcess.store_class = OwnRedis
    try:
        config.server_binary = binary()
    except FileNotFoundError as error:
        raise pytest.UsageError(str(error)) from None


def pytest_report_header(config):
    return f"GameServer: {config.server_binary}, games in {config.getoption('store')}"


def pytest_collection_modifyitems(config, items):
    """Deselects the tests of SQLite itself when servers keep their games in Redis."""
    if config.getoption("store") == "sqlite":
        return
    # Deselected, not skipped: a run with a skipped test fails (see no_skips.py). Games in Redis have no database
    # file or data folder for these tests to examine, and some of them start both stores themselves.
    deselected = [item for item in items if item.get_closest_marker("sqlite")]
    config.hook.pytest_deselected(items=deselected)
    items[:] = [item for item in items if not item.get_closest_marker("sqlite")]


WHOLE_SUITE = 500  # tests; fewer are a manual selection


@pytest.fixture(scope="session", autouse=True)
def every_answer_is_documented(request):
    """Runs at the end of each test process; skipped for a manual selection, which makes too few requests."""
    yield
    if len(request.session.items) >= WHOLE_SUITE:
        require_documented(json.loads(DOCUMENT.read_text()))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    """Adds the last lines of its servers' standard error to a failed test."""
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
    with ServerProcess("--no-address-limits", *YOUNG_VOTERS) as running:
        yield running


@pytest.fixture
def server(shared_server):
    """The session's server. A test that ends it fails; the next test gets a restarted one."""
    if not shared_server.running:
        shared_server.restart()
    yield shared_server
    assert shared_server.running, f"the server ended (exit code {shared_server.exit_code})"


@pytest.fixture
def game(server):
    """A new open game without players."""
    return new_game(server)


@pytest.fixture
def own_server():
    """A server for this test only, with the default limits."""
    with ServerProcess(*YOUNG_VOTERS) as running:
        yield running


@pytest.fixture
def own_free_server():
    """A server for this test only, without limits per address."""
    with ServerProcess("--no-address-limits", *YOUNG_VOTERS) as running:
        yield running


@pytest.fixture(scope="module")
def mcp(shared_server, tmp_path_factory):
    """A client of Examples/mcp_server.py. At the end of a module, nothing that it printed has the player's key."""
    keys = tmp_path_factory.mktemp("mcp") / "keys.json"
    with Mcp(shared_server.url, "--key-file", keys) as running:
        running.call("start_game", kind=game_kinds()[0])
        yield running
        (secret,) = [each["key"] for each in json.loads(keys.read_text()).values()]
        printed = b"".join(running.printed)
        assert len(secret) > 20 and secret.encode() not in printed and b'"token"' not in printed
        assert not running.errors, running.errors
