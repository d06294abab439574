"""Notifications, and the title of a tab that nobody looks at: whose turn it is."""

import time

import pytest
from playwright.sync_api import expect

from board_window import call
from square_window import SquareWindow

# A headless browser shows no notifications and hides no tab: this records the first and imitates the second.
RECORDER = """
    window.told = [];
    window.isHidden = false;
    window.Notification = class {
        static permission = 'default';
        static requestPermission = async () => (Notification.permission = window.answer);
        constructor(title, { body }) { told.push([title, body]); }
    };
    Object.defineProperty(document, 'hidden', { get: () => isHidden });
    const requestFrame = requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (run) => isHidden ? 0 : requestFrame(run);
"""


@pytest.fixture
def ann(new_window):
    """A word square of Ann and Ben, in which Ann calls."""
    window = new_window(kind=SquareWindow)
    window.page.add_init_script(RECORDER)
    window.begin("Ann", clock=False)
    window.ben = call(window.url, "POST", f"/games/{window.game}/seats", {"name": "Ben", "colour": "#e76f51"})["token"]
    return window.sees_player("Ben").start()


def ask_for_notifications(window, answer):
    window.page.evaluate("answer => { window.answer = answer; }", answer)
    window.page.locator("#settings").click()
    sheet = window.page.get_by_role("dialog", name="Settings")
    sheet.get_by_label("Tell me when it is my turn").check()
    sheet.get_by_role("button", name="OK").click()
    expect(sheet).to_have_count(0)


def act_elsewhere(window, action, token=None, **parameters):
    """Acts over HTTP, by default as another window of Ann does."""
    token = token or window.page.evaluate("id => JSON.parse(localStorage[`5x5:seat:${id}`]).token", window.game)
    call(window.url, "POST", f"/games/{window.game}/actions/{action}", parameters, token)


def hide(window):
    window.page.evaluate("() => { isHidden = true; document.dispatchEvent(new Event('visibilitychange')); }")


def test_a_hidden_page_notifies_of_the_readers_turn_once_and_says_it_in_its_title(ann):
    # Where notifications are refused, the setting stays off and says why.
    ask_for_notifications(ann, "denied")
    ann.says("This browser does not allow notifications here.")
    ann.page.locator("#settings").click()
    expect(ann.page.get_by_label("Tell me when it is my turn")).not_to_be_checked()
    ann.press("Escape")

    # A page that is looked at notifies of nothing.
    ask_for_notifications(ann, "granted")
    expect(ann.page).to_have_title("Your turn: call a letter · Word square · FiveByFive")
    ann.call("Q").shows_status("Place Q").place("c3").shows_status("Q is placed")
    act_elsewhere(ann, "place", ann.ben, cell="c3")
    ann.shows_status("Ben calls a letter")
    assert ann.page.evaluate("told") == []

    # A hidden one says in its title what the reader has to do.
    hide(ann)
    act_elsewhere(ann, "call", ann.ben, letter="E")
    ann.page.wait_for_function("() => told.length > 0", polling=50)  # a hidden page draws no frames
    expect(ann.page).to_have_title("Place E · Word square · FiveByFive")
    for token in (None, ann.ben):
        act_elsewhere(ann, "place", token, cell="d3")
    ann.page.wait_for_function("() => told.at(-1)[1] !== 'Place E'", polling=50)
    assert ann.page.evaluate("told") == [["Word square", "Place E"], ["Word square", "Your turn: call a letter"]]


def test_a_page_that_has_been_hidden_for_long_asks_without_a_stream_and_still_notifies(ann):
    ask_for_notifications(ann, "granted")
    answered, clock = [], ann.page.clock
    clock.install()
    clock.pause_at(time.time() + 60)
    for end in ("requestfinished", "requestfailed"):  # the page ends each request when it has been answered
        ann.page.on(end, lambda request: "/events?" in request.url and answered.append(request.url))
    hide(ann)
    clock.run_for(2000)
    ann.until(lambda: answered, "a request in place of the stream")
    for _ in range(9):  # steps of the page's clock, together fewer than the 20 s to any later request
        clock.run_for(2000)
    ann.until(lambda: len(answered) == 2, "another one, for the presence")
    act_elsewhere(ann, "call", letter="Q")
    assert ann.page.evaluate("told") == []
    expect(ann.page).to_have_title("Your turn: call a letter · Word square · FiveByFive")
    ann.until(lambda: clock.run_for(100) or ann.page.evaluate("told"), "a notification")
    assert ann.page.evaluate("told") == [["Word square", "Place Q"]]
    clock.run_for(10)  # draws
    expect(ann.page).to_have_title("Place Q · Word square · FiveByFive")
    ann.until(lambda: len(answered) == 3, "the end of the third request")
    clock.run_for(19_900)
    assert len(answered) == 3
    assert {url.rpartition("/")[2] for url in answered} == {"events?wait=0"}
    assert call(ann.url, "GET", f"/games/{ann.game}")["seats"][0]["present"]
