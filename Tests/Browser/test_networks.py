"""The page in networks that hold answers back, delay them or limit them, and in many tabs of one browser."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from buffering_proxy import buffering_proxy
from home_window import HomeWindow
from page_server import NETWORK_NAME
from rooms import make_room
from solving_window import SolvingWindow, new_mini

CELLS = [letter + digit for digit in "12345" for letter in "abcde"]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"


# The states of the connection that the page has shown.
RECORD_STATES = """window.states = [];
    new MutationObserver(() => {
        const { state } = document.getElementById('connection')?.dataset ?? {};
        if (state && state !== states.at(-1)) states.push(state);
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-state'] });"""


def hide(window, hidden=True):
    """Makes the page believe that its tab is hidden, or seen again."""
    window.page.evaluate(
        """hidden => {
            Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        hidden,
    )
    return window


def open_streams(server):
    """The streams that the server has open."""
    with urllib.request.urlopen(server.url + "/metrics", timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    return next(int(float(line.split()[1])) for line in lines if line.startswith("fivebyfive_streams "))


def requests_of(window, part):
    """The URLs that the page asks for from now on and that contain `part`."""
    urls = []
    window.page.on("request", lambda request: part in request.url and urls.append(request.url))
    return urls


def test_behind_a_proxy_that_buffers_whole_answers_the_game_goes_on(server, new_window, api, board):
    with buffering_proxy(server) as url:
        window = new_window()
        window.url = url
        asked = requests_of(window, "/events")
        window.page.add_init_script(RECORD_STATES)
        window.open(f"/g/{board}").is_empty("a1")
        window.until(lambda: any("wait=25" in each for each in asked), "a long poll")
        api("POST", f"/games/{board}/board/cells/c3", {"value": "X"})
        window.shows("c3", "X").write("a1", "A").is_saved()
        assert api("GET", f"/games/{board}/board")["text"].startswith("A")
        api("POST", f"/games/{board}/board/cells/d3", {"value": "Y"})
        window.shows("d3", "Y").has_state("live")
        states = window.page.evaluate("states")
        assert not {"connecting", "offline"} & set(states[states.index("live"):]), states
        window.page.close()


def test_a_room_behind_a_buffering_proxy_asks_for_news_only(server, new_window, api):
    """Each answer brings what is new: a snapshot each time would end each poll at once."""
    room = make_room(server, "Ann")
    game, key = room.begin("free", open=True).id, room.host.key
    with buffering_proxy(server) as url:
        window = new_window()
        window.url = url
        asked = requests_of(window, "/events")
        window.page.goto(f"{url}/r/{room.name}")
        window.page.get_by_role("button", name="Just watch").click()
        window.until(lambda: any("wait=25" in each for each in asked), "a long poll")
        window.until_live()
        for cell, value in [("a1", "X"), ("b1", "Y")]:
            api("POST", f"/games/{game}/board/cells/{cell}", {"value": value}, key)
            window.shows(cell, value)
        # One poll for each piece of news, and some for those of the beginning.
        assert len([each for each in asked if "wait=25" in each]) < 10
        window.page.close()


@pytest.mark.own_server("its streams are counted")
@pytest.mark.parametrize("host", [NETWORK_NAME, pytest.param("127.0.0.1", marks=pytest.mark.nightly)])
def test_ten_tabs_hold_at_most_four_streams_and_save_every_letter(server, new_window, api, host, console_errors):
    server.args += ["--public-host", NETWORK_NAME]
    server.restart()
    games = [api("POST", "/games", {"rules": "free", "options": {"open": True}})["id"] for _ in range(10)]
    first = new_window()
    tabs = [first] + [new_window(context=first.page.context) for _ in games[1:]]
    for tab, game in zip(tabs, games):
        tab.url = f"http://{host}:{server.port}"
        tab.open(f"/g/{game}")
    first.until(lambda: open_streams(server) == 4, lambda: f"{open_streams(server)} streams")
    for tab, game in zip(tabs, games):
        # A tab without a stream asks for news every two seconds, and its letters wait for none: here none is answered.
        tab.page.route("**/events*", lambda route: None)
        tab.write("a1", "HI").is_saved()
        tab.page.unroute("**/events*")
        assert api("GET", f"/games/{game}/board")["text"].startswith("HI")
    for tab, game in zip(tabs, games):
        api("POST", f"/games/{game}/board/cells/c3", {"value": "X"})
        tab.shows("c3", "X")
    for tab in tabs[1:]:
        tab.page.close()
    first.until(lambda: open_streams(server) == 1, "the only tab's stream")
    # Over plain http Chromium ignores this header and logs an error.
    ignored = "Cross-Origin-Opener-Policy header has been ignored"
    console_errors[:] = [each for each in console_errors if ignored not in each]


@pytest.mark.own_server("its streams are counted")
def test_a_hidden_tab_and_a_finished_game_hold_no_stream_and_a_hidden_player_stays_present(server, new_window, api):
    game, made = api("POST", "/games", {"rules": "free"})["id"], api("POST", "/games", {"rules": "free"})
    window = new_window().sit(game, "Ann").until_live()
    window.until(lambda: api("GET", f"/games/{game}")["seats"][0]["present"], "Ann's presence")
    hide(window)
    window.until(lambda: open_streams(server) == 0, "the end of the stream")
    window.until(lambda: api("GET", f"/games/{game}")["seats"][0]["present"], "Ann's presence without a stream")
    ben = api("POST", f"/games/{game}/seats", {"name": "Ben"})["token"]
    api("POST", f"/games/{game}/board/cells/c3", {"value": "X"}, ben)
    hide(window, hidden=False).shows("c3", "X")
    assert open_streams(server) == 1
    window.page.close()

    # A finished game holds no stream.
    window = new_window().sit(made["id"], "Ann").until_live()
    window.until(lambda: not api("GET", f"/games/{game}")["seats"][0]["present"], "Ann's departure from the first")
    window.until(lambda: open_streams(server) == 1, "the stream of the second game alone")
    api("POST", f"/games/{made['id']}/actions/close", {}, made["host"]["token"])
    window.until(lambda: open_streams(server) == 0, "the end of the stream")
    window.has_state("live")


def test_letters_that_wait_go_together(window, api, board):
    """While the first letter is on its way, 24 more are typed."""
    held, bodies = [], []
    window.page.route("**/board/cells/*", lambda route: held.append(route))
    window.page.on("request", lambda request: request.method == "PATCH" and bodies.append(request.post_data_json))
    for cell, letter in zip(CELLS, LETTERS):
        window.write(cell, letter)
    window.first(held).continue_()
    window.is_saved()
    assert [len(body["cells"]) for body in bodies] == [24]
    assert api("GET", f"/games/{board}/board")["text"].replace("/", "") == LETTERS


def test_letters_that_wait_in_a_race_go_together(new_window, api):
    made, held, sent = new_mini(api, mode="race"), [], []
    api("POST", f"/games/{made['id']}/seats", {"name": "Ben", "colour": "#e76f51"})
    ann = new_window(kind=SolvingWindow).sit(made["id"], "Ann")
    api("POST", f"/games/{made['id']}/actions/start", {}, made["host"]["token"])
    ann.is_in("play").page.route("**/board/cells/*", lambda route: held.append(route))
    ann.page.on("request", lambda request: "/board" in request.url and request.method != "GET" and sent.append(request))
    ann.write("b1", "DOTSFETALULTRA")
    ann.first(held).continue_()
    ann.draws("#DOTS/FETAL/ULTRA/...../....#").is_saved()
    assert [request.method for request in sent] == ["POST", "PATCH"]
    assert len(sent[1].post_data_json["cells"]) == 13


@pytest.mark.refusals
def test_of_letters_that_go_together_only_the_refused_one_is_lost_and_a_lost_answer_is_one_move(window, api, board):
    # Offline letters must not replace what somebody else has written meanwhile.
    window.go_offline()
    window.write("a1", "ABCDE")
    api("POST", f"/games/{board}/board/cells/c1", {"value": "X"})
    window.go_online().until_live().is_saved()
    window.shows("c1", "X")
    game = api("GET", f"/games/{board}")
    assert game["boards"][0]["text"].startswith("ABXDE")

    # Letters of which the answer was lost are one move.
    held, moves = [], []
    window.page.route("**/board/cells/*", lambda route: held.append(route))
    for cell, letter in zip(CELLS[5:10], "ABCDE"):
        window.write(cell, letter)

    def lose_the_first_answer(route):
        if route.request.method != "PATCH":
            return route.continue_()
        moves.append(route.request.post_data_json["move"])
        response = route.fetch()
        route.abort() if len(moves) == 1 else route.fulfill(response=response)

    window.page.route(f"**/games/{board}/board", lose_the_first_answer)
    window.first(held).continue_()
    window.is_saved()
    assert len(moves) == 2 and len(set(moves)) == 1
    assert api("GET", f"/games/{board}")["sequence"] == game["sequence"] + 5


@pytest.mark.refusals
@pytest.mark.parametrize("path, press", [
    ("**/games", lambda home: home.begin("mini", "Play")), ("**/daily/mini?date=*", lambda home: home.play_today("mini")),
], ids=["a new game", "the game of the day"])
def test_a_press_on_play_that_meets_a_limit_waits_and_goes_on(new_window, path, press):
    home, asked = new_window(kind=HomeWindow).open(), []

    def refuse_once(route):
        if route.request.method != "POST":
            return route.continue_()
        asked.append(route.request.url)
        if len(asked) > 1:
            return route.continue_()
        body = json.dumps({"code": "rate-limited", "title": "Too many requests", "status": 429})
        route.fulfill(status=429, headers={"Retry-After": "1", "Content-Type": "application/problem+json"}, body=body)

    home.page.route(path, refuse_once)
    press(home).is_in("play")
    assert len(asked) == 2
    home.has_said_nothing()


# ------------------------------------------------------------------------------------------------------ slow lines


@pytest.mark.parametrize("path, folders", [
    ("/", ["strings", "home"]), ("/g/lobby", ["strings"]), ("/today/guess", ["strings"]), ("/r/nobody", ["strings", "room"]),
    ("/link/nobody", ["strings", "player"]),
])
@pytest.mark.refusals
def test_the_texts_of_the_readers_language_do_not_wait_for_the_modules_that_import_them(new_window, path, folders):
    window, held = new_window(locale="ko-KR"), []
    asked = requests_of(window, "/ko.js")
    window.page.route("**/js/strings.js", lambda route: held.append(route))
    window.page.goto(window.url + path, wait_until="commit")
    window.first(held)
    window.until(lambda: {f"{window.url}/js/{each}/ko.js" for each in folders} <= set(asked), lambda: asked)
    held[0].continue_()
    expect(window.page.locator("html")).to_have_attribute("lang", "ko")


@pytest.mark.parametrize("kind", ["guess", "mini", "lattice"])
def test_the_board_of_todays_game_is_drawn_and_written_before_its_events_come(new_window, kind):
    """The answer that makes the game holds its board."""
    window, held = new_window(kind=SolvingWindow), []
    window.page.route("**/events*", lambda route: held.append(route))
    window.page.goto(f"{window.url}/today/{kind}")
    window.first(held)
    window.is_in("play").has_state("connecting")
    expect(window.page.locator("#grid .cell")).to_have_count(25)
    if kind != "lattice":
        window.page.keyboard.press("e")
        expect(window.page.locator("#grid .letter", has_text="E").first).to_be_visible()
    window.page.unroute("**/events*")
    window.has_state("live").is_saved()


def test_the_rules_of_todays_game_come_before_the_modules_of_its_board(new_window):
    """A browser asks a server for six files at a time, so that what comes first decides."""
    window, asked = new_window(knows_rules=False), []
    window.page.on("request", lambda request: asked.append(request.url.removeprefix(window.url)))
    window.page.goto(f"{window.url}/today/guess")
    expect(window.page.get_by_role("dialog")).to_be_visible()
    rules = [each for each in asked if re.search("/rules/en.js|/dialogs/rules.js|/guess/(game|en).js", each)]
    assert len(rules) == 4
    assert max(map(asked.index, rules)) < asked.index("/js/board/board-view.js")
