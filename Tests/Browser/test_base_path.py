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


@pytest.fixture
def window(new_window):
    return new_window().open("/g/lobby")


def loaded(page):
    """The paths of everything that the page has loaded."""
    return page.evaluate("""performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)""")


def test_a_letter_is_written_and_seen_by_others_below_the_path(window, new_window, address):
    window.write("a1", "Q").is_saved()
    other = new_window().open("/g/lobby")
    other.shows("a1", "Q")
    assert loaded(window.page) and all(path.startswith(PATH + "/") for path in loaded(window.page))


def test_home_and_its_links_stay_below_the_path(new_window, address):
    page = new_window().page
    page.goto(address)
    expect(page).to_have_url(f"{address}/")
    expect(page.locator("#lobby-board")).to_be_visible()
    page.locator(f'a[href="{PATH}/g/lobby"]').click()
    expect(page).to_have_url(f"{address}/g/lobby")
    page.locator("a.brand").click()
    expect(page).to_have_url(f"{address}/")
    assert all(path.startswith(PATH + "/") for path in loaded(page))


def test_the_link_of_a_day_opens_a_game_below_the_path(new_window, address):
    window = new_window()
    window.page.goto(f"{address}/today/guess")
    window.is_in("play").tool("share").click()
    expect(window.page.locator("#ask-link")).to_have_value(f"{address}/today/guess")


def test_the_page_opens_without_a_server(window, server):
    window.write("a1", "Q").is_saved()
    window.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    window.page.reload()
    window.until_live()
    server.stop()
    window.page.reload()
    window.shows("a1", "Q")
