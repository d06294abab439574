"""Fixtures: the real server, Debian's Chromium, and windows that may not complain in the console."""

import pathlib
import sys

import pytest
from playwright.sync_api import expect, sync_playwright

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent), str(HERE.parent / "BlackBox")]

from board_window import BoardWindow, call  # noqa: E402
from page_server import launch, start_server  # noqa: E402
from slow_road import road_to  # noqa: E402

VIOLATION = "document.addEventListener('securitypolicyviolation', e => console.error('CSP: ' + e.violatedDirective))"


# Two browsers and a server on two cores that others use too: what is bound to happen may take a while.
expect.set_options(timeout=10_000)


def pytest_configure(config):
    config.addinivalue_line("markers", "refusals: the test provokes failed requests, which Chromium logs as errors")


@pytest.fixture
def server():
    with start_server() as process:
        yield process


@pytest.fixture
def address(server):
    """Where pages find the server."""
    with road_to(server) as url:
        yield url


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def complaints(request):
    """What the consoles said; any error fails the test. Failed loads are forgiven where a test provokes them."""
    heard = []
    yield heard
    provoked = request.node.get_closest_marker("refusals")
    assert [each for each in heard if not (provoked and "Failed to load resource" in each)] == []


@pytest.fixture
def service_workers():
    """Whether pages may keep their files: not as a rule, as over plain http, since each window would fetch all anew."""
    return "block"


@pytest.fixture
def new_window(address, browser, complaints, service_workers):
    """Makes windows of a `kind`; each is a browser of its own (no shared storage) unless a context is given."""
    contexts = []

    def make(context=None, kind=BoardWindow, **options):
        if context is None:
            context = browser.new_context(service_workers=service_workers, **options)
            context.add_init_script(VIOLATION)
            contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8_000)
        page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        window = kind(page, address)
        window.fingers = bool(options.get("has_touch"))
        return window

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def window(new_window):
    """A window on the house board."""
    return new_window().open()


@pytest.fixture
def api(server):
    """Requests from outside the browser: `api("POST", "/games", {...})`."""
    return lambda method, path, body=None, token=None: call(server.url, method, path, body, token)
