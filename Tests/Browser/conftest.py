"""Fixtures: the real server, Debian's Chromium, and windows whose console must stay free of errors."""

import pathlib
import sys

import pytest
from playwright.sync_api import expect, sync_playwright

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent), str(HERE.parent / "BlackBox")]

from board_window import BoardWindow, call  # noqa: E402
from page_server import KNOWN, launch, start_server  # noqa: E402
from delaying_proxy import proxy_to  # noqa: E402

VIOLATION = "document.addEventListener('securitypolicyviolation', e => console.error('CSP: ' + e.violatedDirective))"

# Playwright's default of 5 s is short for two browsers and a server on two busy cores.
expect.set_options(timeout=10_000)


def pytest_configure(config):
    config.addinivalue_line("markers", "refusals: the test causes failed requests, which Chromium logs as errors")
    config.addinivalue_line("markers", "smoke: part of `make test`; every test is part of `make test-all`")


@pytest.fixture
def server():
    with start_server() as process:
        yield process


@pytest.fixture
def address(server):
    """The server's URL, or that of a delaying proxy in front of it."""
    with proxy_to(server) as url:
        yield url


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def console_errors(request):
    """Errors in the windows' consoles, which fail the test. The marker `refusals` allows failed loads."""
    errors = []
    yield errors
    refusals = request.node.get_closest_marker("refusals")
    assert [each for each in errors if not (refusals and "Failed to load resource" in each)] == []


@pytest.fixture
def service_workers():
    """Blocks service workers, because each window is a new browser and its worker would fetch every file again."""
    return "block"


@pytest.fixture
def new_window(address, browser, console_errors, service_workers):
    """Makes windows of a `kind`. Each has its own storage, unless a context is given, and knows the rules."""
    contexts = []

    def make(context=None, kind=BoardWindow, knows_rules=True, **options):
        if context is None:
            context = browser.new_context(service_workers=service_workers, **options)
            context.add_init_script(VIOLATION)
            if knows_rules:
                context.add_init_script(KNOWN)
            contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8_000)
        page.on("console", lambda message: message.type == "error" and console_errors.append(message.text))
        page.on("pageerror", lambda error: console_errors.append(str(error)))
        window = kind(page, address)
        window.has_touch = bool(options.get("has_touch"))
        return window

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def window(new_window):
    return new_window().open()


@pytest.fixture
def api(server):
    """Requests from outside the browser: `api("POST", "/games", {...})`."""
    return lambda method, path, body=None, token=None: call(server.url, method, path, body, token)
