"""The layout stands still while somebody else plays a whole game, up to its end."""

import re

import finished_games
import pytest
from page_server import PHONE

from solving_window import SolvingWindow

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
LIMIT = 0.02
FRAME = 50  # milliseconds after each move, so that the page draws it
# Each shift that no input explains as [stage, value, what moved]; nobody touches this page.
OBSERVE = """window.shifts = [];
    new PerformanceObserver((list) => list.getEntries().forEach(({ value, sources, hadRecentInput }) => {
        const moved = sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 80));
        if (!hadRecentInput) shifts.push([document.body.dataset.stage, value, moved]);
    })).observe({ type: 'layout-shift', buffered: true });"""
MOVE = re.compile(r"/games/(\w+)/(board|actions/(call|place|swap|submit))")
SEAT = re.compile(r"/games/(\w+)/seats")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("rules", ["free", "square", "mini", "guess", "lattice"])
def test_the_layout_stands_still_in_a_whole_game(new_window, api, rules, size):
    window = new_window(kind=SolvingWindow, **size)
    window.page.add_init_script(OBSERVE)
    seats, watched = {}, set()

    def follow(method, path, body=None, token=None):
        """Sends a request; the window takes the first seat before the first move, and draws each move."""
        move, seat = MOVE.fullmatch(path) if body else None, SEAT.fullmatch(path)
        if move and not watched:
            watched.add(move[1])
            window.store(f"seat:{move[1]}", seats[move[1]]).visit(f"/g/{move[1]}").is_in("play")
        answer = api(method, path, body, token)
        if seat:
            seats.setdefault(seat[1], answer)
        if move:
            window.page.wait_for_timeout(FRAME)
        return answer

    getattr(finished_games, rules)(follow)
    window.is_in("end").page.wait_for_timeout(1500)
    # At the end of a word square the boards of all players take the place of the reader's own.
    shifts = [each for each in window.page.evaluate("shifts") if (rules, each[0]) != ("square", "end")]
    assert [each for each in shifts if each[1] > LIMIT] == []
