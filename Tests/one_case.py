"""A pytest plugin for `make test-rest`: of the cases of a test that opens windows, one runs.

A window takes a second of a core. All sizes, looks, languages and kinds of games of every test would take longer than
all other tests together. Which case runs depends on the test's name alone: the tests of a file spread over the cases,
and a failure is the same everywhere. `make test-browser` and `make test-nightly` run all cases.
"""

import collections
import zlib

import pytest


# After pytest itself has left out what the markers exclude.
@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    cases = collections.defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    chosen = {item for test, each in cases.items() for item in choice(test, each)}
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = [item for item in items if item in chosen]


def choice(test, cases):
    """The cases of a test that run: one if they open windows, else all."""
    if "new_window" not in cases[0].fixturenames:
        return cases
    return [cases[zlib.crc32(test.encode()) % len(cases)]]
