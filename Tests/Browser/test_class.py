"""Classes and families: joining by six digits, what the host does, the daily games of everybody, recovery codes."""

import csv
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from client import ask
from days import guess_word, seated
from finished_games import answer_of_day
from home_window import HomeWindow
from page_server import PHONE
from players import new_player
from room_party import Party, RoomGame
from room_window import RoomWindow
from rooms import make_room
from screen_window import ScreenWindow, window_of

ANN = {"name": "Ann", "colour": "#5661b3"}
CROWD = tuple(f"Pupil {number}" for number in range(1, 41))
# The names of the people on the screen that lie over each other, outside of the window, or are too small to read.
HIDDEN = """() => {
    const boxes = [...document.querySelectorAll('#tv .people > li')].map((node) => node.getBoundingClientRect());
    const outside = boxes.filter(({ left, top, right, bottom }) => left < 0 || top < 0 || right > innerWidth || bottom > innerHeight);
    const overlap = boxes.filter((one, index) => boxes.slice(index + 1).some((other) => one.left < other.right - 1
        && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1));
    const names = [...document.querySelectorAll('#tv .people b')];
    const cut = names.filter((node) => node.scrollWidth > node.clientWidth);
    const small = names.filter((node) => parseFloat(getComputedStyle(node).fontSize) < innerHeight / 48);
    return [boxes.length, outside.length, overlap.length, cut.length, small.length];
}"""


@pytest.fixture
def new_phone(new_window):
    return lambda **options: new_window(kind=RoomWindow, **{**PHONE, **options})


def check(window):
    window.has_settled_colours()
    found = Axe().run(window.page)
    assert found.violations_count == 0, found.generate_report()
    assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.refusals
def test_a_second_phone_joins_a_class_of_sixty_places_by_the_code_that_its_host_shows(new_window, server):
    maker = new_window(kind=HomeWindow, **PHONE).store_all(profile=ANN).open()
    maker.page.locator("#make-room").tap()
    maker.page.get_by_label("A class (up to 60)").check()
    maker.page.get_by_role("button", name="Make it").tap()
    expect(maker.page.get_by_role("heading", level=1)).to_have_text("Ann’s room")
    assert ask(server, "GET", "/rooms/" + maker.page.url.rpartition("/")[2]).json["size"] == 60

    # The host shows a code.
    ann = RoomWindow(maker.page, maker.url)
    ann.has_touch = True
    ann.page.get_by_role("button", name="Show a code").tap()
    dialog = ann.page.get_by_role("dialog", name="Join with this code")
    code = re.search(r"\d{3} \d{3}", dialog.inner_text())[0]
    expect(dialog).to_contain_text("Works until")
    check(ann)

    # It must have six digits and be known.
    home = new_window(kind=HomeWindow, **PHONE).store_all(profile={"name": "Ben", "colour": "#e9a23b"}).open()
    field, error = home.page.get_by_label("Join with a code"), home.page.locator("#code-error")
    field.fill("12")
    field.press("Enter")
    expect(error).to_have_text("A code has six digits.")
    field.fill(code.replace(" ", "")[::-1] if code.replace(" ", "") != code.replace(" ", "")[::-1] else "123456")
    field.press("Enter")
    expect(error).to_contain_text("That code doesn’t work.")
    check(home)

    # It leads into the room.
    field.fill(code)
    home.page.locator("#join-code button").tap()
    expect(home.page.get_by_role("heading", level=1)).to_have_text("Ann’s room")
    dialog.get_by_role("button", name="Close").tap()
    expect(ann.member("Ben")).to_be_visible()
    expect(ann.panel).to_contain_text("2 here")


def test_the_host_changes_settings_renames_a_member_and_saves_the_results(new_phone, server):
    room = make_room(server, "Ann", "Ben", title="Class 3b")
    game = room.begin("free")
    assert game.act("close", token=room.host.key).status == 200
    ann = new_phone().as_player(room.host).enter(f"/r/{room.name}")
    panel = ann.panel
    panel.get_by_role("button", name="Room settings").tap()
    ann.page.get_by_label("Name of the room").fill("Class 4b")
    ann.page.get_by_label("Anyone can pick the next game").check()
    ann.page.get_by_label("Lock the room").check()
    check(ann)
    ann.page.get_by_role("button", name="Save", exact=True).tap()
    expect(panel).to_contain_text("Nobody new can join")
    shown = room.show()
    assert (shown["title"], shown["open"], shown["locked"], shown["public"]) == ("Class 4b", True, True, False)
    panel.get_by_role("button", name="Rename Ben").tap()
    ann.page.get_by_label("Name in this room").fill("Team 3")
    ann.page.get_by_role("button", name="Save", exact=True).tap()
    expect(ann.member("Team 3")).to_be_visible()
    with ann.page.expect_download() as saved:
        panel.get_by_role("button", name="Download results (CSV)").tap()
    rows = list(csv.DictReader(saved.value.path().read_text().splitlines()))
    assert {row["name"] for row in rows} == {"Ann", "Team 3"} and saved.value.suggested_filename == f"{room.name}.csv"
    ben = new_phone().as_player(room.people[1]).enter(f"/r/{room.name}")
    expect(ben.panel.get_by_role("button", name="Room settings")).to_be_hidden()
    expect(ben.panel.get_by_role("button", name="Rename")).to_have_count(0)
    ben.page.locator("#again").tap()
    expect(ben.page.locator("body")).to_have_attribute("data-rules", "free")


def test_everybody_races_in_the_words_of_a_host_who_watches(new_phone, server):
    room = make_room(server, "Ann", "Ben", title="Class 3b")
    ann, ben = (new_phone().as_player(player).enter(f"/r/{room.name}") for player in room.people)
    ann.panel.get_by_role("button", name="Choose words").tap()
    dialog = ann.page.get_by_role("dialog", name="Your own words")
    expect(dialog.get_by_label("A word for everybody to find")).to_be_visible()
    dialog.get_by_label("My own list").check()
    dialog.get_by_label("Your words").fill("BREAD\nHEART\nTOAST\nLEMON\nBASIL\nOLIVE")
    check(ann)
    dialog.get_by_role("button", name="Start", exact=True).tap()
    ben.is_in("play")
    expect(ann.page.locator("body")).to_have_attribute("data-watching", "")
    assert [seat.name for seat in room.game().people] == ["Ben"]


def test_a_family_sees_its_daily_games_on_a_phone_and_on_a_members_television(new_window, new_phone, server, api):
    room = make_room(server, "Anna", "Ben", "Clara", title="The Smiths")
    answer = answer_of_day(api, "guess")
    guess_word(seated(server, "guess", token=room.people[0].key), answer)
    seated(server, "mini", token=room.people[1].key)
    clara = new_phone(timezone_id="UTC").as_player(room.people[2]).enter(f"/r/{room.name}")
    tables = clara.panel.locator(".days table")
    expect(tables).to_have_count(2)
    expect(tables.first.locator("tr", has_text="Anna")).to_contain_text("1 of 5")
    expect(tables.first.locator("tr", has_text="Ben")).to_contain_text("playing")
    expect(tables.first.locator("tr", has_text="Clara").get_by_text("not yet")).to_have_count(4)
    check(clara)
    tv = new_window(kind=ScreenWindow, timezone_id="UTC", **window_of("720"))
    tv.page.add_init_script("localStorage['5x5:player'] = '%s'" % (
        '{"player":"%s","key":"%s","name":"Ben"}' % (room.people[1].player, room.people[1].key)))
    tv.open(room.name).shows("room")
    expect(tv.part("days").locator("tr", has_text="Anna")).to_contain_text("1 of 5")
    tv.fits().has_no_violation()
    stranger = new_window(kind=ScreenWindow, **window_of("720")).open(room.name).shows("room")
    expect(stranger.part("days")).to_be_hidden()


def test_all_days_have_standings_of_their_own_once_they_differ_from_the_week(scripts):
    count = """async ([week, all]) => {
        const { sumsOf } = await import('/js/room/days.js');
        return sumsOf({ week: [{ points: week }], all: [{ points: all }] }).length; }"""
    assert [scripts.evaluate(count, points) for points in ([3, 3], [3, 4])] == [1, 2]


def test_a_recovery_code_is_offered_once_and_brings_the_results_to_another_browser(new_window, server, api):
    answer = answer_of_day(api, "guess")
    player = new_player(server, "Ann")
    game = seated(server, "guess", token=player.key)
    guess_word(game, answer)
    home = new_window(kind=HomeWindow, timezone_id="UTC", **PHONE).store_all(
        profile=ANN, player={"player": player.player, "key": player.key, **ANN},
        **{f"seat:{game.id}": {"seat": 1, "token": player.key, **ANN}})

    def with_streak(route):
        reply = route.fetch()
        route.fulfill(response=reply, json={**reply.json(), "streak": {"days": 3, "best": 3, "graceUsed": False}})

    home.page.route("**/players/me", with_streak)
    home.page.goto(f"{home.url}/g/{game.id}")
    offer = home.page.locator("#recovery")
    expect(offer).to_contain_text("3 days in a row.")
    check(home)
    offer.get_by_role("button", name="Save a recovery code").tap()
    dialog = home.page.get_by_role("dialog", name="Your recovery code")
    code = re.search("[0-9A-Z]{4}(-[0-9A-Z]{4}){4}", re.sub(r"\s", "", dialog.locator(".recovery").text_content()))[0]
    check(home)
    dialog.get_by_role("button", name="Close").tap()
    assert home.stored("recovery") == game.id

    other = new_window(kind=HomeWindow, **PHONE).open()
    other.page.locator("#me").tap()
    other.page.get_by_role("button", name="I have a code").tap()
    other.page.get_by_label("The code").fill(code.lower().replace("-", ""))
    other.page.get_by_role("button", name="Continue here").tap()
    other.says("You play as Ann now.")
    assert other.stored("player")["player"] == player.player


@pytest.mark.parametrize("size", ["720", "1080"])
def test_forty_names_are_readable_on_the_television(new_window, server, api, size):
    with Party(api, server.url, CROWD, title="Class 3b", size=60) as party:
        tv = new_window(kind=ScreenWindow, **window_of(size)).open(party.room).shows("room")
        expect(tv.page.locator("#tv .people > li")).to_have_count(40)
        assert tv.fits().page.evaluate(HIDDEN) == [40, 0, 0, 0, 0]
        made = party.request("POST", "games", {"rules": "mini", "options": {"mode": "race", "seed": 4}})
        tv.shows("waiting")
        assert tv.fits().page.evaluate(HIDDEN) == [40, 0, 0, 0, 0]
        race = RoomGame(party, made)
        race.write({"0": "B", "1": "R"}, 7)
        tv.shows("cards")
        expect(tv.page.locator("#tv .leads")).to_contain_text("Pupil 8")
        expect(tv.page.locator("#tv .leads .count")).to_contain_text("2/21")
        assert tv.fits().page.evaluate(HIDDEN) == [40, 0, 0, 0, 0]
        tv.has_no_violation()
