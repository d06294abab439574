"""`/docs`, the page about the API: both themes, phones, copying, the filter, no scripts."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from page_server import start_server
from validator import errors_of

OVERFLOW = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture
def new_page(new_window, address):
    """Opens the page in a window."""

    def open_page(width=1280, height=800, **options):
        page = new_window(viewport={"width": width, "height": height}, **options).page
        page.goto(address + "/docs")
        return page

    return open_page


@pytest.mark.parametrize("width, scheme", [(320, "light"), (1280, "dark")])
def test_the_page_is_accessible_and_nothing_is_wider_than_the_window(new_page, width, scheme, tmp_path):
    page = new_page(width, color_scheme=scheme)
    expect(page.locator("#filter")).to_be_visible()
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert page.evaluate(OVERFLOW) <= 0
    assert Axe().run(page).response["violations"] == []
    (tmp_path / "docs.html").write_text(page.content())
    assert errors_of(tmp_path / "docs.html") == []


def test_the_document_is_english_in_a_browser_of_another_language(new_page):
    page = new_page(locale="ko-KR")
    expect(page.locator("#filter")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_copy_copies_the_lines_as_they_stand(new_page, address):
    page = new_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    operation = page.locator("#housePutCell")
    operation.get_by_role("button", name="Copy: PUT /board/cells/{cell}").press("Enter")
    expect(page.locator(".toast")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"curl -s -X PUT -d A {address}/board/cells/12"


def test_the_filter_leaves_the_operations_with_every_word(new_page):
    page = new_page(390)
    field, shown = page.get_by_role("searchbox", name="Filter"), page.locator("article:visible h3")
    expect(field).to_be_visible()
    everything = shown.count()
    field.fill("Webhook sets")
    expect(shown).to_have_text(["PUT /rooms/{room}/webhook"])
    expect(page.get_by_role("status").filter(has_text="of")).to_have_text(f"1 of {everything} operations")
    page.get_by_role("link", name="PUT /rooms/{room}/webhook").first.click()
    expect(page.locator("article:target")).to_be_in_viewport()
    field.fill("")
    expect(shown).to_have_count(everything)


def test_the_page_is_read_without_scripts(new_page):
    page = new_page(java_script_enabled=False)
    expect(page.get_by_role("heading", name="POST /games", exact=True)).to_be_visible()
    expect(page.locator("#houseGetBoard .line")).to_contain_text("curl -s http")
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.locator("#filter")).to_be_hidden()


def test_a_link_of_the_home_page_leads_to_the_page(new_window, address):
    page = new_window().page
    page.goto(address)
    page.get_by_role("link", name="API for scripts and bots").click()
    expect(page.get_by_role("heading", name="API", exact=True)).to_be_visible()


def test_the_page_works_below_a_path(new_window):
    with start_server("--base-path", "/five") as server:
        page = new_window().page
        page.goto(f"{server.url}/five/docs")
        expect(page.locator("#filter")).to_be_visible()
        expect(page.locator("#houseGetHistory .line")).to_have_text(f"curl -s {server.url}/five/history")
        expect(page.get_by_role("link", name="FiveByFive")).to_have_attribute("href", "/five/")
