"""Fixtures: one real server and one Chromium for each worker, and windows whose console must stay free of errors."""

import pathlib
import sys

import pytest
from playwright.sync_api import expect, sync_playwright

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent), str(HERE.parent / "BlackBox")]

from board_window import BoardWindow, call  # noqa: E402
from end_window import show_end  # noqa: E402
from games import square  # noqa: E402
from page_server import DESKTOP, STILL, known_rules, launch, start_server  # noqa: E402
from delaying_proxy import proxy_to  # noqa: E402

VIOLATION = "document.addEventListener('securitypolicyviolation', e => console.error('CSP: ' + e.violatedDirective))"
# What the page has shown for some seconds only: the texts of toasts, see `BoardWindow.says`, and of flying reactions.
PASSING = """window.toasts = [];
    window.flown = [];
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => {
        if (node.classList?.contains('toast')) toasts.push(node.textContent);
        if (node.classList?.contains('flying')) flown.push(node.textContent);
    }))).observe(document, { childList: true, subtree: true });"""
# The limit only ends a test whose condition never comes true; it judges no speed.
LIMIT = 30_000

expect.set_options(timeout=LIMIT)


def pytest_configure(config):
    for marker in (
        "refusals: the test causes failed requests, which Chromium logs as errors",
        "smoke: part of `make test`",
        "nightly: takes long or needs another program; left out of the check of a change",
        "own_server(why): the test gets a server of its own, for a reason that it names",
    ):
        config.addinivalue_line("markers", marker)


@pytest.fixture(scope="session")
def shared_server():
    with start_server() as process:
        process.is_shared = True
        yield process


@pytest.fixture(scope="module")
def pack_server():
    """A server with the German and the Korean pack."""
    with start_server("--pack", "de", "--pack", "ko") as process:
        yield process


@pytest.fixture(scope="session")
def shared_address(shared_server):
    with proxy_to(shared_server) as url:
        yield url


@pytest.fixture
def server(request):
    """The server of all tests of this worker, or with the marker `own_server` a new one."""
    own = request.node.get_closest_marker("own_server")
    if not own:
        yield request.getfixturevalue("shared_server")
        return
    assert own.args, "own_server needs a reason"
    with start_server() as process:
        yield process


@pytest.fixture
def address(request, server):
    """The server's URL, or that of a delaying proxy in front of it."""
    if getattr(server, "is_shared", False):
        yield request.getfixturevalue("shared_address")
        return
    with proxy_to(server) as url:
        yield url


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def ready_bots(shared_server):
    """The first move of a bot prepares its words, for which a server without optimisation needs many seconds."""
    square.finish(lambda method, path, body=None, token=None: call(shared_server.url, method, path, body, token), bots=1)


@pytest.fixture(scope="session")
def scripts(browser, shared_server):
    """A page on which tests import scripts of the page and call them; nothing of it is drawn or changed."""
    page = browser.new_page(service_workers="block")
    page.goto(shared_server.url + "/link/none")  # other pages change tables of sentences
    yield page
    page.close()


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
def board(api):
    """The id of an open free board of this test, on which anybody may write."""
    return api("POST", "/games", {"rules": "free", "options": {"open": True}})["id"]


@pytest.fixture
def new_window(request, address, browser, console_errors, service_workers):
    """Makes windows of a `kind`, without motion. Each has its own storage, unless a context is given, and knows the rules.

    Pictures of motion that nobody sees would take most of the time of a test.
    """
    contexts = []

    def make(context=None, kind=BoardWindow, knows_rules=True, **options):
        if context is None:
            context = browser.new_context(service_workers=service_workers, **{**STILL, **options})
            context.add_init_script(VIOLATION)
            context.add_init_script(PASSING)
            if knows_rules:
                context.add_init_script(known_rules())
            contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(LIMIT)
        page.on("console", lambda message: message.type == "error" and console_errors.append(message.text))
        page.on("pageerror", lambda error: console_errors.append(str(error)))
        window = kind(page, address)
        window.has_touch = bool(options.get("has_touch"))
        window.default_path = lambda: f"/g/{request.getfixturevalue('board')}"
        return window

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def window(new_window):
    """A window on the test's own board."""
    return new_window().open()


@pytest.fixture
def api(server):
    """Requests from outside the browser: `api("POST", "/games", {...})`."""
    return lambda method, path, body=None, token=None: call(server.url, method, path, body, token)


@pytest.fixture
def open_end(new_window):
    """Opens the end screen of a game in a window of its own; see `show_end`."""
    return lambda played, seat=1, **options: show_end(new_window(**(options or DESKTOP)), played, seat)


@pytest.fixture
def dailies(api):
    """The names of the kinds of games that have a game of the day."""
    return [each["name"] for each in api("GET", "/rules")["rules"] if each["daily"]]
