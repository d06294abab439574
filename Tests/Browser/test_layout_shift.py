"""The layout stands still from the first paint while somebody else plays a whole game, up to its end."""

import re

import pytest

from finished_games import DailyGame, answer_of_day, new_key
from game_kinds import game_kinds
from games import game_of
from page_server import DESKTOP, LANGUAGES, MOVING, PHONE, SMALL

LIMIT = 0.02
SIZES = {"phone": PHONE, "small": SMALL, "desktop": {"viewport": {"width": 1366, "height": 657}}}
WINNABLE = [kind for kind in game_kinds() if hasattr(game_of(kind), "winning_moves")]
# Each shift that no input explains as [stage, value, what moved].
OBSERVE = """window.shifts = [];
    new PerformanceObserver((list) => list.getEntries().forEach(({ value, sources, hadRecentInput }) => {
        const moved = sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 80));
        if (!hadRecentInput) shifts.push([document.body.dataset.stage, value, moved]);
    })).observe({ type: 'layout-shift', buffered: true });"""
# The page has drawn what it has received: two frames later, a shift of the first has been reported.
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
AT_REST = "() => document.getAnimations().every(({ playState }) => playState !== 'running')"
MOVE = re.compile(r"/games/(\w+)/(board|actions/(?!start|resign|close)\w+)")
SEAT = re.compile(r"/games/(\w+)/seats")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("kind", game_kinds())
def test_the_layout_stands_still_in_a_whole_game(new_window, api, kind, size):
    known = game_of(kind)
    window = new_window(kind=known.Window, **MOVING, **size)
    window.page.add_init_script(OBSERVE)
    seats, watched = {}, set()

    def follow(method, path, body=None, token=None):
        """Sends a request; the window takes the first seat before the first move, and draws each move."""
        move, seat = MOVE.fullmatch(path) if body else None, SEAT.fullmatch(path)
        if move and not watched:
            watched.add(move[1])
            window.store(f"seat:{move[1]}", seats[move[1]]).visit(f"/g/{move[1]}").is_in("play").until_live()
            if size is PHONE:
                known.touch_once(window)
                window.is_saved()
        answer = api(method, path, body, token)
        if seat:
            seats.setdefault(seat[1], answer)
        if move:
            window.page.evaluate(TWO_FRAMES)
        return answer

    known.finish(follow)
    window.is_in("end").page.wait_for_function(AT_REST)
    window.page.evaluate(TWO_FRAMES)
    # The boards of all players take the place of the reader's own at the end of a game with private boards.
    expected = ("end",) if api("GET", f"/games/{watched.pop()}").get("privateBoards") else ()
    shifts = [each for each in window.page.evaluate("shifts") if each[0] not in expected]
    assert [each for each in shifts if each[1] > LIMIT] == []


def end_daily(api, game, key):
    """Ends the game of a day: gives up, or places every called letter."""
    if api("GET", f"/games/{game}", token=key)["rules"] != "square":
        return api("POST", f"/games/{game}/actions/resign", {}, key)
    for cell in range(25):
        last = {"letter": "E"} if cell == 24 else {}
        api("POST", f"/games/{game}/actions/place", {"cell": cell, **last}, key)
    return None


def place_of(window, selector):
    return window.page.locator(selector).first.evaluate(
        "node => { const { x, y, width } = node.getBoundingClientRect(); return [x, y, width].map(Math.round); }")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_of_a_daily_stays_where_it_is_at_its_end(new_window, api, dailies, size, language):
    window = new_window(**SIZES[size], locale=language)
    for kind in dailies:
        key = api("POST", "/players", {"name": "Ann", "colour": "#2a9d8f"})["key"]
        made = api("POST", f"/daily/{kind}", token=key)
        if made["state"] == "waiting":
            api("POST", f"/games/{made['id']}/actions/start", {}, key)
        window.store(f"seat:{made['id']}", {**made["seats"][0], "token": key}).visit(f"/g/{made['id']}").is_in("play")
        window.has_state("live")
        window.page.evaluate(TWO_FRAMES)
        before = place_of(window, "#frame")
        end_daily(api, made["id"], key)
        window.is_in("end").page.evaluate(TWO_FRAMES)
        assert place_of(window, "#boards .picture") == before, kind


# The places on the screen that the board has, from frame to frame.
FOLLOW_BOARD = """() => {
    window.places = new Set();
    const read = () => {
        const board = [...document.querySelectorAll('#frame, #boards .picture')].find((node) => node.checkVisibility());
        const { x, y, width } = board?.getBoundingClientRect() ?? {};
        places.add([x, y, width].map(Math.round).join());
        requestAnimationFrame(read);
    };
    read();
}"""


@pytest.mark.parametrize("kind", WINNABLE)
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_board_of_a_daily_stands_still_while_it_is_won(new_window, api, kind, size):
    played = DailyGame(api, kind, new_key(api))
    *moves, last = game_of(kind).winning_moves(played, answer_of_day(api, kind))
    for move in moves:
        move()
    window = new_window(kind=game_of(kind).Window, **MOVING, **SIZES[size])
    window.store(f"seat:{played.id}", played.seats[0]).visit(f"/g/{played.id}").is_in("play").has_state("live")
    window.page.wait_for_function(AT_REST)
    window.page.evaluate(FOLLOW_BOARD)
    last()
    window.is_in("end").page.wait_for_function(AT_REST)
    window.page.evaluate(TWO_FRAMES)
    assert played.game["result"]["winners"] == [1]
    assert len(window.page.evaluate("[...places]")) == 1, window.page.evaluate("[...places]")
