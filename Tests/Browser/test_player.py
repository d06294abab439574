"""The reader's player: name, devices, one-time codes, and erasing everything."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from home_window import NICKNAME, HomeWindow
from page_server import DESKTOP, PHONE

ANN = {"name": "Ann", "colour": "#5661b3"}


@pytest.fixture
def new_home(new_window):
    return lambda **options: new_window(kind=HomeWindow, **options)


@pytest.fixture
def player(api):
    return {**ANN, **api("POST", "/players", ANN)}


@pytest.fixture
def home(new_home, player):
    """Ann's home page."""
    return new_home(**DESKTOP).store_all(profile=ANN, player=player).open()


def open_sheet(home):
    home.page.locator("#me").click()
    expect(home.page.locator(".account").locator("section, button").first).to_be_visible()
    return home.page.locator("dialog")


def link_of(home):
    """The link with a new code that the sheet shows."""
    sheet = open_sheet(home)
    sheet.get_by_role("button", name="Link another device").click()
    return home.page.get_by_label("The link", exact=True).input_value()


def check(home):
    found = Axe().run(home.page)
    assert found.violations_count == 0, found.generate_report()


def test_a_reader_is_told_when_a_player_is_made_and_can_make_and_rename_one(new_home, api):
    home = new_home(**PHONE).store_all(profile=ANN).open()
    sheet = open_sheet(home)
    expect(sheet).to_contain_text("You need no account.")
    check(home)
    sheet.get_by_role("button", name="Start saving my results").click()
    expect(sheet.get_by_role("heading", name="Your devices")).to_be_visible()
    assert home.stored("player")["name"] == "Ann"
    expect(sheet.get_by_role("listitem")).to_have_count(1)
    expect(sheet.get_by_role("button", name="Remove")).to_have_count(0)

    # A new name is the player's at once.
    sheet.get_by_label("Your name").fill("Anna")
    sheet.get_by_role("button", name="OK").click()
    expect(home.page.locator("#my-name")).to_have_text("Anna")
    key = home.stored("player")["key"]
    assert api("GET", "/players/me", token=key)["name"] == "Anna" == home.stored("player")["name"]


@pytest.mark.refusals
def test_a_code_makes_another_device_the_same_player_and_works_once(home, new_home, api):
    link = link_of(home)
    expect(home.page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    expect(home.page.locator(".code")).to_contain_text(link.rsplit("/", 1)[1])
    expect(home.page.locator(".left").last).to_contain_text("min left")
    check(home)

    # A browser with a player is told that it stays behind.
    other = new_home().store_all(player=api("POST", "/players", {"name": "Ben"}))
    other.page.goto(link)
    expect(other.page.get_by_role("status")).to_contain_text("The player of this browser stays behind.")
    expect(other.page.get_by_role("link", name="Not now")).to_be_visible()

    # Without a connection the code can be tried again.
    phone = new_home(**PHONE)
    phone.page.route("**/players/link", lambda route: route.abort())
    phone.page.goto(link)
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Use this player here?")
    expect(phone.page.locator("body")).not_to_contain_text("Ann")
    check(phone)
    phone.page.get_by_role("button", name="Continue here").click()
    expect(phone.page.get_by_role("status")).to_contain_text("No connection.")
    phone.page.unroute("**/players/link")
    phone.page.get_by_role("button", name="Try again").click()
    phone.says("You play as Ann now.")
    mine, theirs = phone.stored("player"), home.stored("player")
    assert mine["player"] == theirs["player"] and mine["key"] != theirs["key"]
    assert phone.stored("profile") == ANN and "#" not in phone.page.url

    # The code works once, and the page takes another one.
    other.page.goto(link)
    expect(other.page.get_by_role("heading", level=1)).to_have_text("This link does not work")
    expect(other.page.get_by_role("button", name="Try again")).to_be_hidden()
    check(other)
    other.page.get_by_role("link", name="Home", exact=True).click()
    expect(other.page.locator("body.ready")).to_be_attached()
    other.page.goto(link)
    other.page.get_by_label("I have a code").fill(link_of(home.open()).rsplit("/", 1)[1])
    other.page.get_by_role("button", name="Continue here").click()
    other.says("You play as Ann now.")


@pytest.mark.refusals
def test_a_wrong_code_says_so(new_home):
    home = new_home()
    for code in ("ZZZ-ZZZ", "nonsense", "%3Cb%3E"):
        home.page.goto(f"{home.url}/link/{code}")
        expect(home.page.get_by_role("status")).to_contain_text("the code is wrong")


@pytest.mark.refusals
def test_a_device_can_be_removed_and_the_player_erased(home, new_home, api, player):
    code = api("POST", "/players/me/codes", {}, player["key"])["code"]
    other_key = api("POST", "/players/link", {"code": code})["key"]
    other = new_home(**DESKTOP).store_all(profile=ANN, player={**player, "key": other_key}).open()
    sheet = open_sheet(home)
    expect(sheet.get_by_role("listitem")).to_have_count(2)
    sheet.get_by_role("button", name="Remove").last.click()
    home.page.get_by_role("button", name="Remove", exact=True).click()
    expect(sheet.get_by_role("listitem")).to_have_count(1)

    # The removed device notices it.
    expect(open_sheet(other)).to_contain_text("You need no account.")
    assert other.stored("player") is None and home.stored("player")["key"] == player["key"]

    # Erasing asks first and forgets the name.
    sheet.get_by_role("button", name="Delete my data").click()
    question = home.page.get_by_role("dialog", name="Delete your data?")
    check(home)
    question.get_by_role("button", name="Cancel").click()
    assert api("GET", "/players/me", token=player["key"])["name"] == "Ann"
    home.page.get_by_role("button", name="Delete my data").click()
    question.get_by_role("button", name="Delete", exact=True).click()
    expect(home.page.locator("dialog")).to_have_count(0)
    expect(home.page.locator("#my-name")).to_have_text(NICKNAME)
    assert home.stored("player") is None
    status = home.page.evaluate(
        "key => fetch('/players/me', { headers: { Authorization: `Bearer ${key}` } }).then(({ status }) => status)",
        player["key"])
    assert status == 401
