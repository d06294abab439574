"""A pytest plugin: a run in which a test is skipped fails. `make` loads it with `-p no_skips`.

A skipped test looks like a passed one to a reader in a hurry. What a test needs is installed by `Scripts/setup.sh`
before the first test runs; a test that does not apply to a store is not collected at all.
"""

import pytest


def pytest_sessionfinish(session, exitstatus):
    if exitstatus == pytest.ExitCode.OK and _skipped(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter, config):
    if skipped := _skipped(config):
        terminalreporter.write_line(f"{len(skipped)} tests were skipped, so this run has failed.", red=True)


def _skipped(config):
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return reporter.stats.get("skipped", []) if reporter else []
