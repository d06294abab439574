"""The page offline: files come from the service worker's cache, and unsent letters are merged later."""

import shutil
import signal

import pytest
from playwright.sync_api import expect

from home_window import HomeWindow
from maker_window import MakerWindow
from page_server import NETWORK_NAME, ROOT, start_server
from room_window import RoomWindow
from rooms import make_room

pytestmark = pytest.mark.refusals
CACHE = "fivebyfive:/:page-1"


@pytest.fixture
def service_workers():
    return "allow"


def load_under_worker(window):
    """Waits until the service worker has cached the page's files, and reloads the page under its control."""
    window.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    window.page.reload()
    assert window.page.evaluate("Boolean(navigator.serviceWorker.controller)")
    return window.until_live()


def until(window, condition):
    """Waits until an asynchronous JavaScript condition is true."""
    assert window.page.evaluate(f"""async () => {{
        for (let round = 0; round < 600; round += 1) {{
            if (await ({condition})()) return true;
            await new Promise(done => setTimeout(done, 50));
        }}
        return false; }}""")


@pytest.fixture
def put(api, board):
    """Writes a letter on the board from outside."""
    return lambda square, value: api("POST", f"/games/{board}/board/cells/{square}", {"value": value})


@pytest.fixture
def text(api, board):
    """Reads the text of the server's board."""
    return lambda: api("GET", f"/games/{board}/board")["text"]


@pytest.fixture
def cached(window):
    """A window on the board whose files and last state are in the browser."""
    window.write("a1", "OLD").is_saved()
    return load_under_worker(window)


@pytest.mark.own_server("it is killed")
def test_home_every_board_and_the_maker_open_without_a_server_and_keep_the_unsent_letters(
        cached, server, api, board, text):
    maker = MakerWindow(cached.page, cached.url).open().type("STAR")
    expect(maker.fits.filter(has_text="START")).to_be_visible()
    server.stop(signal.SIGKILL)
    maker.page.reload()
    maker.reads("STAR.", *["....."] * 4).type("E").reads("STARE", *["....."] * 4)
    cached.page.goto(cached.url + "/")
    expect(cached.page.locator("h1")).to_be_visible()

    cached.page.goto(cached.url + f"/g/{board}")
    cached.has_state("offline")
    cached.shows("a1", "O").shows("c1", "D").write("a3", "NEW")
    cached.page.reload()
    cached.has_state("offline")
    cached.shows("a1", "O").shows("a3", "N").shows("c3", "W")
    cached.write("e5", "Z").shows("e5", "Z")
    expect(cached.page.locator("#connection-text")).to_have_text("Offline · 4 not yet saved")
    server.restart()
    cached.until_live().is_saved()
    assert text() == "OLD../...../NEW../...../....Z"
    assert cached.text == text()
    assert api("GET", f"/games/{board}")["sequence"] == 7


OPENS_LATER = "No connection. This page opens as soon as it is back."


def test_a_game_and_a_room_that_were_never_seen_say_that_they_open_later_and_do(cached, server, api):
    game, page = api("POST", "/games", {"rules": "free", "options": {"open": True}})["id"], cached.page
    room = make_room(server, "Ann")
    cached.page.context.set_offline(True)
    page.goto(f"{cached.url}/g/{game}")
    expect(page.locator("#notice-text")).to_have_text(OPENS_LATER)
    expect(page.locator("#notice-text")).to_be_in_viewport(ratio=1)
    expect(page.locator("#announcer")).not_to_contain_text("What you write")
    page.locator("#connection").click()
    expect(page.get_by_role("dialog")).to_contain_text(OPENS_LATER)
    cached.press("Escape")
    page.context.set_offline(False)
    cached.until_live().is_empty("a1")
    expect(page.locator("#notice")).to_be_hidden()

    page.context.set_offline(True)
    page.goto(f"{cached.url}/r/{room.name}")
    expect(page.get_by_role("status").filter(has_text=OPENS_LATER)).to_be_visible()
    expect(page.get_by_role("link", name="Home")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#room-title")).to_be_visible()
    expect(page.get_by_text(OPENS_LATER)).to_have_count(0)


@pytest.fixture
def home(cached):
    """The home page whose files are in the browser."""
    return HomeWindow(cached.page, cached.url).store_all(profile={"name": "Ann", "colour": "#5661b3"}).open()


def begin_kept_game(home):
    """Begins a free board and waits until the browser has kept it; its home page is next."""
    game = home.begin("free", "New board").game
    until(home, f"() => localStorage['5x5:game:{game}']")
    return game


def test_the_players_games_are_listed_without_a_network_as_they_were_kept(home, api):
    # Without kept games the home page has no empty list.
    unseen = {"seat": 1, "token": "a" * 32, "at": 1}  # a game that this browser has not kept does not open
    home.page.evaluate("seat => { localStorage['5x5:seat:0000000000'] = JSON.stringify(seat); }", unseen)
    home.page.context.set_offline(True)
    expect(home.open().page.locator("#yours")).to_be_hidden()
    assert home.stored("seat:0000000000")
    home.page.context.set_offline(False)

    running, finished = begin_kept_game(home.open()), begin_kept_game(home.open())
    api("POST", f"/games/{finished}/actions/close", {}, home.stored(f"host:{finished}"))
    until(home, f"""() => localStorage['5x5:game:{finished}'].includes('"state":"finished"')""")
    home.page.evaluate("seat => { localStorage['5x5:seat:0000000000'] = JSON.stringify(seat); }", unseen)
    home.page.context.set_offline(True)
    links = home.open().page.locator("#your-list a")
    expect(links).to_have_count(2)
    assert [link.get_attribute("href").rsplit("/", 1)[1] for link in links.all()] == [finished, running]
    expect(links.first).to_contain_text("over")
    expect(links.last).not_to_contain_text("over")
    # A window that closes at the end of its game has kept the event, and no newer snapshot.
    home.page.evaluate("""key => {
        const { game, ...entry } = JSON.parse(localStorage[key]);
        const events = [{ type: 'game.finished', sequence: game.sequence }];
        localStorage[key] = JSON.stringify({ ...entry, game: { ...game, state: 'playing' }, events });
    }""", f"5x5:game:{finished}")
    expect(home.open().page.locator("#your-list a").first).to_contain_text("over")
    home.page.context.set_offline(False)

    # A game can be removed from the list after the network has gone.
    expect(home.open().page.locator("#your-list li")).to_have_count(2)
    expect(links.first).to_contain_text("over")
    home.page.context.set_offline(True)
    home.page.locator("#your-list button").first.click()
    expect(home.page.locator("#your-list li")).to_have_count(1)
    assert home.stored(f"seat:{finished}") is None
    links.last.click()
    home.has_state("offline")
    home.page.context.set_offline(False)


@pytest.mark.own_server("it is killed")
def test_a_room_and_the_games_of_a_day_and_of_a_challenge_open_at_their_addresses_without_a_server(
        new_window, server, api):
    maker = api("POST", "/players", {"name": "Anna", "colour": "#2a9d8f"})["key"]
    challenge = api("POST", "/challenges", {"rules": "guess", "options": {"word": "BREAD"}}, maker)["id"]
    room = make_room(server, "Ann", "Ben")
    member = new_window(kind=RoomWindow).as_player(room.host)
    board = room.begin("free").id
    member.enter(f"/r/{room.name}").plays("free").until_live().write("a1", "CAT").is_saved()
    until(member, f"() => localStorage['5x5:game:{board}']?.includes('\"T\"')")

    def new_tab():
        return HomeWindow(member.page.context.new_page(), member.url)

    day, friend = new_tab(), new_tab()
    day.page.goto(f"{day.url}/today/guess")
    day.wait_for_game().is_in("play").until_live()
    expect(day.page).to_have_url(f"{day.url}/today/guess")
    friend.page.goto(f"{friend.url}/c/{challenge}")
    friend.page.get_by_role("button", name="Play", exact=True).click()
    friend.is_in("play").until_live()
    games = {"/today/guess": day.game, f"/c/{challenge}": friend.game}
    for each in games.values():
        until(member, f"() => localStorage['5x5:game:{each}']")
    member.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    server.stop(signal.SIGKILL)

    for tab, (path, game) in zip((day, friend), games.items()):
        tab.page.reload()
        # A tab that has not shown the game before.
        other = new_tab()
        other.page.goto(other.url + path)
        for each in (tab, other):
            assert each.is_in("play").game == game
            each.has_state("offline")
            expect(each.page).to_have_url(each.url + path)

    member.page.reload()
    member.plays("free").shows("a1", "C").shows("c1", "T").write("a2", "D")
    member.has_state("offline")
    server.restart()
    member.until_live().is_saved()
    assert room.game().show()["sequence"] >= 4


def test_letters_written_offline_are_merged_with_those_of_other_players(cached, put, text, api, board):
    sent, answers = [], []
    cached.page.on("request", lambda request: "/cells/" in request.url and sent.append(request.post_data_json))
    # The last writer wins while the connection is live.
    put("c3", "E")
    cached.shows("c3", "E").write("c3", "A").is_saved()
    assert ["expect" in each for each in sent] == [False]
    assert text() == "OLD../...../..A../...../....."

    cached.go_offline()
    cached.write("a4", "NEW")
    put("a5", "Q")
    cached.go_online().until_live().is_saved().shows("a5", "Q")
    assert text() == "OLD../...../..A../NEW../Q...."

    # A letter that was seen before may be overwritten.
    cached.go_offline()
    cached.write("a1", "C")
    cached.go_online().until_live().is_saved()
    assert text() == "CLD../...../..A../NEW../Q...."

    # A cell that another player filled keeps its letter, and the page says so.
    cached.go_offline()
    cached.write("c2", "A").write("d2", "B")
    put("c2", "E")
    cached.go_online()
    cached.says("Somebody else wrote E at c2 first, so your A was dropped.").until_live().is_saved()
    cached.shows("c2", "E").shows("d2", "B")
    assert text() == "CLD../..EB./..A../NEW../Q...."

    # Only the last letter of a cell is sent or reported.
    cached.go_offline()
    cached.write("c5", "A").write("c5", "B").write("e5", "X").write("e5", "Y")
    put("c5", "E")
    cached.go_online()
    cached.says("Somebody else wrote E at c5 first, so your B was dropped.").until_live().is_saved()
    cached.has_said_nothing()
    assert text() == "CLD../..EB./..A../NEW../Q.E.Y"

    # A lost response is not a conflict.
    def lose_the_first_answer(route):
        answers.append(route.fetch())
        route.abort() if len(answers) == 1 else route.fulfill(response=answers[-1])

    before = api("GET", f"/games/{board}")["sequence"]
    cached.page.route("**/board/cells/*", lose_the_first_answer)
    cached.go_offline()
    cached.write("e3", "A")
    cached.go_online().until_live().is_saved().shows("e3", "A")
    assert len(answers) == 2
    cached.has_said_nothing()
    assert api("GET", f"/games/{board}")["sequence"] == before + 1


def test_the_browser_caches_every_file_once_and_keeps_only_the_newest_games(cached, api):
    paths = set(cached.page.evaluate(f"""async () => (await (await caches.open('{CACHE}')).keys())
        .map(({{ url }}) => new URL(url).pathname)"""))
    scripts = {f"/{path.relative_to(ROOT / 'static')}" for path in (ROOT / "static" / "js").rglob("*.js")}
    assert {"/", "/g/lobby", "/style.css", "/favicon.svg", "/icon-maskable.png", "/manifest.webmanifest"} <= paths
    loaded = cached.page.evaluate("""performance.getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname).filter(path => /[.](js|css)$/.test(path))""")
    assert set(loaded) <= paths
    assert not [path for path in paths if path.endswith(".js") and path not in scripts]
    assert not [path for path in paths if path.startswith(("/games", "/board", "/events", "/lexicons"))]

    # A game with its own tags does not fetch every file again. The worker would fetch as much as an opening does, and
    # before it: the last one ends after that of the first.
    cached.page.evaluate("caches.open('" + CACHE + "').then(cache => cache.put('/js/home.js', new Response('marked')))")
    titles = [f"Club day {number}" for number in range(6)]
    games = [api("POST", "/games", {"rules": "free", "options": {"open": True}, "title": title})["id"] for title in titles]
    for game in games:
        cached.open(f"/g/{game}")
    assert cached.page.evaluate("caches.match('/js/home.js').then(file => file.text())") == "marked"

    cached.page.goto(cached.url + "/openapi.json")  # the same origin; the board's page has ended
    keys = cached.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('5x5:game:'))")
    assert sorted(keys) == sorted(f"5x5:game:{game}" for game in games[-5:])


def test_a_changed_file_arrives_on_the_next_visit_and_is_then_cached(new_window, tmp_path):
    static = shutil.copytree(ROOT / "static", tmp_path / "static", ignore=shutil.ignore_patterns("*.tsv"))
    worker = static / "sw.js"
    worker.write_text(worker.read_text().replace("NETWORK_TIMEOUT = 4000", "NETWORK_TIMEOUT = 60_000"))  # busy machines
    with start_server("--static", static) as server:
        window = new_window()
        window.url = server.url
        load_under_worker(window.open("/g/lobby"))
        server.stop()
        strings = static / "js" / "strings" / "en.js"
        strings.write_text(strings.read_text().replace("share: 'Share'", "share: 'Hand on'"))
        unseen = static / "js" / "home.js"
        unseen.write_text(unseen.read_text() + "\nvoid 42;\n")
        server.restart()
        window.page.reload()
        expect(window.page.locator("#share")).to_have_text("Hand on")
        for path, text in {"/js/strings/en.js": "Hand on", "/js/home.js": "void 42"}.items():
            until(window, f"async () => (await (await caches.match('{path}')).text()).includes('{text}')")
        server.stop(signal.SIGKILL)
        window.page.reload()
        expect(window.page.locator("#share")).to_have_text("Hand on")


def test_older_caches_of_the_page_are_deleted_and_those_of_others_are_not(new_window):
    """Other applications of the origin live beside the page, and perhaps another FiveByFive below a path."""
    window = new_window()
    window.page.goto(window.url + "/openapi.json")  # the same origin, before the service worker is installed
    others = ["page-2", "shop", "fivebyfive", "fivebyfive:/five/:page-0", "x fivebyfive:/:page-0"]
    for name in ["fivebyfive:/:page-0", *others]:
        window.page.evaluate("name => caches.open(name)", name)
    # The cache of version 1.0.
    window.page.evaluate("caches.open('page-1').then(cache => cache.put('/g/lobby', new Response('old')))")
    load_under_worker(window.open())
    expected = sorted([CACHE, *others])
    until(window, f"async () => JSON.stringify((await caches.keys()).sort()) === JSON.stringify({expected})")


def test_a_cache_of_another_application_with_the_old_name_is_kept(new_window):
    window = new_window()
    window.page.goto(window.url + "/openapi.json")
    window.page.evaluate("caches.open('page-1').then(cache => cache.put('/shop', new Response('theirs')))")
    load_under_worker(window.open())
    until(window, f"async () => (await caches.keys()).includes('{CACHE}')")
    assert window.page.evaluate("caches.match('/shop').then(file => file.text())") == "theirs"


def test_over_plain_http_from_the_network_the_page_works_without_a_service_worker(new_window, console_errors):
    """The server is one of the test's own, which listens to the network."""
    with start_server("--host", "0.0.0.0", "--public-host", NETWORK_NAME) as server:
        window = new_window()
        window.url = f"http://{NETWORK_NAME}:{server.port}"
        window.open("/g/lobby").join("Ann").write("a1", "A").is_saved()
        assert window.page.evaluate("isSecureContext || 'serviceWorker' in navigator") is False
        window.page.locator("#share").click()
        expect(window.page.locator("#ask-link")).to_have_value(window.url + "/g/lobby")
        window.page.reload()
        window.until_live().shows("a1", "A")
        window.page.close()
    # Over plain http Chromium ignores this header and logs an error; the page loses nothing by it.
    ignored = "Cross-Origin-Opener-Policy header has been ignored"
    console_errors[:] = [each for each in console_errors if ignored not in each]
