"""Fixtures: the real server, and one window of each engine for all tests."""

import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent), str(HERE.parent / "Browser"), str(HERE.parent / "BlackBox")]

from board_window import call  # noqa: E402
from engines import Firefox, WebKitGTK  # noqa: E402
from page_server import start_server  # noqa: E402


@pytest.fixture(scope="session")
def server():
    with start_server() as process:
        yield process


@pytest.fixture(scope="session", params=[Firefox, WebKitGTK], ids=lambda kind: kind.name)
def engine(request, server):
    engine = request.param(server.url)
    yield engine
    engine.close()


@pytest.fixture
def api(server):
    return lambda method, path, body=None, token=None: call(server.url, method, path, body, token)
