"""`/today/{rules}`: one link for everybody, which opens the reader's own game of the day."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games import guess
from home_window import GAME, HomeWindow
from page_server import DESKTOP, PHONE

ANN = {"name": "Ann", "colour": "#2a9d8f"}


@pytest.fixture
def new_home(new_window):
    return lambda **options: new_window(kind=HomeWindow, **options)


def open_today(window, rules="guess"):
    window.page.goto(f"{window.url}/today/{rules}")
    return window.wait_for_game()


def test_the_link_of_a_day_opens_the_readers_own_game_and_makes_a_player(new_home, api, dailies):
    home, other = new_home(), api("POST", "/players", ANN)
    for kind in dailies:
        mine = open_today(home, kind).game
        player = home.stored("player")
        game = api("GET", f"/games/{mine}", token=player["key"])
        assert (game["rules"], game["state"]) == (kind, "playing")
        assert game["seats"][0]["player"] == player["player"] != other["player"]
        assert api("POST", f"/daily/{kind}", token=other["key"])["id"] != mine
        assert api("POST", f"/daily/{kind}", token=player["key"])["id"] == mine
    assert open_today(home, dailies[-1]).game == mine


def test_the_link_of_a_day_opens_the_game_that_the_player_began_elsewhere(new_home, api):
    player = api("POST", "/players", ANN)
    game = api("POST", "/daily/guess", token=player["key"])["id"]
    home = new_home().store_all(profile=ANN, player={**ANN, **player})
    assert open_today(home).game == game
    home.is_in("play")

    # In a browser the address of the API opens it as well.
    home.page.goto(f"{home.url}/daily/guess")
    assert home.wait_for_game().is_in("play").game == game


def test_the_game_of_the_day_keeps_its_address_in_two_tabs_after_a_reload_and_in_the_history(new_home):
    home = open_today(new_home().open()).is_in("play")
    address = f"{home.url}/today/guess"
    expect(home.page).to_have_url(address)
    game, entries = home.game, home.page.evaluate("history.length")

    # Another tab has a game of its own.
    with home.page.context.expect_page() as opened:
        home.page.evaluate("window.open('/today/mini')")
    tab = opened.value
    expect(tab.locator("body")).to_have_attribute("data-stage", "play")
    expect(tab).to_have_url(f"{home.url}/today/mini")

    home.page.reload()
    assert home.wait_for_game().is_in("play").game == game
    expect(home.page).to_have_url(address)
    assert home.page.evaluate("history.length") == entries

    # The link that the game shares is that of the day.
    home.tool("share").click()
    expect(home.page.locator("#ask-link")).to_have_value(address)

    # Going back leads to the page before the link, going forward to the same game.
    home.page.go_back()
    expect(home.page.locator("body.ready")).to_be_attached()
    home.page.go_forward()
    assert home.wait_for_game().is_in("play").game == game


def seconds_of(clock):
    expect(clock).to_have_text(re.compile("[0-9]:[0-9]{2}"))
    minutes, seconds = map(int, clock.inner_text().split(":"))
    return 60 * minutes + seconds


def test_the_clock_of_the_daily_mini_goes_on_while_its_page_is_closed(new_home, api):
    home = open_today(new_home(), "mini").is_in("play")
    clock = home.page.locator("#sub")
    game, key, before = home.game, home.stored("player")["key"], seconds_of(clock)
    expect(home.page).to_have_url(f"{home.url}/today/mini")
    home.page.goto(f"{home.url}/version")
    home.until(lambda: api("GET", f"/games/{game}", token=key)["clock"]["elapsed"] >= before + 3, "the server's clock")
    assert open_today(home, "mini").is_in("play").game == game
    assert seconds_of(clock) >= before + 3


@pytest.mark.refusals
def test_a_link_without_a_day_or_a_connection_is_a_page_that_says_what_to_do(new_home):
    home = new_home(color_scheme="dark", **PHONE)
    assert home.page.goto(f"{home.url}/today/chess").status == 404
    expect(home.page.get_by_role("heading", level=1)).to_be_visible()
    home.page.get_by_role("link", name="home").click()
    expect(home.page.locator("body.ready")).to_be_attached()

    # Without a connection the link can be tried again.
    home.page.route("**/players", lambda route: route.abort())
    home.page.goto(f"{home.url}/today/guess")
    expect(home.page.get_by_role("status").filter(has_text="No connection.")).to_be_visible()
    found = Axe().run(home.page)
    assert found.violations_count == 0, found.generate_report()
    parts = home.page.locator("main > *").locator("visible=true")
    home.page.set_viewport_size(DESKTOP["viewport"])
    assert len({part.bounding_box()["x"] for part in parts.all()}) == 1, "one below the other"
    home.page.set_viewport_size(PHONE["viewport"])
    home.page.unroute("**/players")
    home.page.get_by_role("button", name="Try again").click()
    home.wait_for_game().is_in("play")

    # Once the network is back, the link opens by itself.
    home.page.route("**/daily/*", lambda route: route.abort())
    home.page.goto(f"{home.url}/today/mini")
    expect(home.page.get_by_role("button", name="Try again")).to_be_visible()
    home.page.context.set_offline(True)
    home.page.unroute("**/daily/*")
    home.page.context.set_offline(False)
    home.wait_for_game().is_in("play")


def test_the_result_of_a_game_of_the_day_has_and_is_shared_with_the_link_of_the_day(new_home, api):
    played = guess.daily(api, "Ann", 2)
    home = new_home(permissions=["clipboard-read", "clipboard-write"])
    home.store(f"seat:{played.id}", played.seats[0]).visit(f"/g/{played.id}").is_in("end")
    home.page.locator("#copy-result").click()
    home.says("Result copied.")
    shared = home.page.evaluate("navigator.clipboard.readText()")
    assert shared.splitlines()[-1] == home.url + "/today/guess" and played.id not in shared
    assert re.fullmatch(r"FiveByFive guess \d{4}-\d\d-\d\d 2/5", shared.splitlines()[0])
    assert GAME.search(shared) is None

    # The address stays that of the day after the end.
    expect(home.page).to_have_url(f"{home.url}/today/guess")
    home.page.reload()
    assert home.wait_for_game().is_in("end").game == played.id
    expect(home.page).to_have_url(f"{home.url}/today/guess")


def test_a_game_of_another_day_and_a_game_of_no_day_keep_their_address(new_home, api):
    home = new_home()
    board = api("POST", "/games", {"rules": "free", "options": {"open": True}})["id"]
    home.visit(f"/g/{board}").is_in("play")
    expect(home.page).to_have_url(f"{home.url}/g/{board}")
    player = api("POST", "/players", ANN)
    earlier = api("POST", "/daily/guess?date=2026-01-05", token=player["key"])
    home.store(f"seat:{earlier['id']}", {**earlier["seats"][0], "token": player["key"]}).visit(f"/g/{earlier['id']}")
    home.is_in("play").until_live()
    expect(home.page).to_have_url(f"{home.url}/g/{earlier['id']}")


def squares_of(window):
    return window.page.locator("#squares")


@pytest.mark.parametrize("look", [{}, PHONE], ids=["desktop", "phone"])
def test_a_finished_game_of_the_day_shows_others_squares_until_they_have_played_it(new_home, api, look):
    played = guess.daily(api, "Ann", 2)
    home = new_home(**look)
    home.page.goto(f"{home.url}/g/{played.id}")
    expect(squares_of(home)).to_contain_text("🟩🟩🟩🟩🟩")
    expect(squares_of(home)).to_have_attribute("aria-label", "Ann’s result in squares")
    assert not home.page.locator(".cell[data-letter], #grid .cell").filter(has_text=re.compile("[A-Z]")).count()
    assert home.stored(f"game:{played.id}") is None
    assert home.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(home.page)
    assert found.violations_count == 0, found.generate_report()
    home.page.get_by_role("button", name="Play it yourself").click()
    home.wait_for_game().is_in("play")
    key = home.stored("player")["key"]
    api("POST", f"/games/{home.game}/actions/resign", {}, token=key)
    home.is_in("end")
    home.page.goto(f"{home.url}/g/{played.id}")
    home.is_in("end")
    expect(squares_of(home)).to_have_count(0)
    expect(home.page).to_have_url(f"{home.url}/g/{played.id}")


@pytest.mark.refusals
def test_a_player_who_was_erased_elsewhere_sees_squares_too(new_home, api):
    played = guess.daily(api, "Ann", 1)
    home = new_home().store_all(player={**ANN, "player": "p000", "key": "key-" + "0" * 32})
    home.page.goto(f"{home.url}/g/{played.id}")
    expect(squares_of(home)).to_contain_text("🟩🟩🟩🟩🟩")


@pytest.mark.parametrize("kind", ["mini", "lattice", "square"])
def test_every_kind_shows_others_squares(new_home, api, dailies, kind):
    assert kind in dailies
    player = api("POST", "/players", ANN)
    game = api("POST", f"/daily/{kind}", token=player["key"])
    if game["state"] == "waiting":
        api("POST", f"/games/{game['id']}/actions/start", {}, token=player["key"])
    if kind == "square":
        for cell in range(25):
            letter = {"letter": "S"} if cell == 24 else {}
            api("POST", f"/games/{game['id']}/actions/place", {"cell": cell, **letter}, token=player["key"])
    else:
        api("POST", f"/games/{game['id']}/actions/resign", {}, token=player["key"])
    home = new_home()
    home.page.goto(f"{home.url}/g/{game['id']}")
    expect(squares_of(home)).to_be_visible()
    assert not re.search("[A-Za-z]", squares_of(home).inner_text())
