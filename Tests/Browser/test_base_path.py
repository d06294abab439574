"""The page under a path of a larger site: every file and every request is below that path."""

import pytest
from playwright.sync_api import expect

from page_server import start_server

PATH = "/five"

pytestmark = pytest.mark.refusals


@pytest.fixture
def server():
    """A server of the test's own, below a path."""
    with start_server("--base-path", PATH) as process:
        yield process


@pytest.fixture
def address(server):
    return server.url + PATH


@pytest.fixture
def service_workers():
    return "allow"


def loaded(page):
    """The paths of everything that the page has loaded."""
    return page.evaluate("""performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)""")


def test_home_games_and_links_of_a_day_stay_below_the_path_and_open_without_a_server(new_window, address, server):
    window = new_window()
    page = window.page
    page.goto(address)
    expect(page).to_have_url(f"{address}/")
    expect(page.locator("#lobby-board")).to_be_visible()
    page.locator(f'a[href="{PATH}/g/lobby"]').click()
    expect(page).to_have_url(f"{address}/g/lobby")
    window.until_live()
    page.locator("a.brand").click()
    expect(page).to_have_url(f"{address}/")
    assert loaded(page) and all(path.startswith(PATH + "/") for path in loaded(page))

    # The link of a day opens a game.
    page.goto(f"{address}/today/guess")
    window.is_in("play").tool("share").click()
    expect(page.locator("#ask-link")).to_have_value(f"{address}/today/guess")

    # A letter is written and seen by others.
    window.open("/g/lobby").write("a1", "Q").is_saved()
    new_window().open("/g/lobby").shows("a1", "Q")
    assert loaded(page) and all(path.startswith(PATH + "/") for path in loaded(page))

    # The page opens without a server.
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    window.until_live()
    server.stop()
    page.reload()
    window.shows("a1", "Q")
