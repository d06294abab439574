"""The page during network and server outages, and its checks of the event stream."""

import json
import re
import signal

import pytest
from playwright.sync_api import expect

from home_window import HomeWindow
from solving_window import SolvingWindow, new_guess

pytestmark = pytest.mark.refusals


def test_letters_written_offline_or_at_once_arrive_and_both_boards_become_the_servers(window, new_window, api, board):
    other = new_window().open()
    ids = []
    window.page.on("request", lambda r: r.url.endswith("/events") and ids.append(r.headers.get("last-event-id")))
    window.write("d1", "OK").is_saved().go_offline()
    window.write("a1", "OFF")
    expect(window.page.locator("#connection-text")).to_have_text("Offline · 3 not yet saved")
    other.is_empty("a1")
    window.go_online()
    other.shows("a1", "O").shows("b1", "F").shows("c1", "F")
    window.until_live().is_saved()
    assert window.text == other.text

    # The stream resumes after the last event.
    assert window.first(ids) == "2"

    # Two players who write at once end with the server's board.
    for turn in range(12):
        window.write("abcde"[turn % 5] + "2", "ABC")
        other.write("abcde"[turn * 3 % 5] + "2", "XYZ")
    window.is_saved()
    other.is_saved()
    text = api("GET", f"/games/{board}/board")["text"]
    for each in (window, other):
        each.draws(text)


def test_unsaved_letters_survive_a_reload_and_a_lost_response_and_are_one_move(window, api, board):
    # The connection's button opens a dialog with details.
    window.write("a1", "A").is_saved()
    button = window.page.get_by_role("button", name="Connection Live")
    button.focus()
    window.press("Enter")
    dialog = window.page.get_by_role("dialog", name="Connection")
    expect(dialog).to_contain_text("Everything is up to date.")
    facts = dialog.locator("dt, dd").all_text_contents()
    assert facts[0] == "Last heard" and facts[1].endswith(" s ago")
    assert facts[2:] == ["Not yet saved", "0", "Move number", "1", "Refreshed", "never"]
    window.press("Escape")
    expect(button).to_be_focused()

    # A letter that cannot be sent survives a reload.
    window.page.route("**/board/cells/*", lambda route: route.abort())
    window.write("b2", "K").shows("b2", "K")
    window.page.reload()
    window.until_live().shows("b2", "K")
    expect(window.page.locator("#connection-text")).to_have_text("Live · 1 not yet saved")

    # A letter that is sent again after a lost response is one move.
    answers = []

    def lose_the_first_answer(route):
        answers.append(route.fetch())
        route.abort() if len(answers) == 1 else route.fulfill(response=answers[-1])

    window.page.route("**/board/cells/*", lose_the_first_answer)  # takes the place of the other route at once
    window.is_saved().shows("b2", "K")
    assert len(answers) == 2
    assert api("GET", f"/games/{board}")["sequence"] == 2


@pytest.mark.own_server("it is stopped")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
def test_a_seat_survives_a_restarted_server_and_only_unsaved_letters_are_sent(
        server, window, new_window, api, end, board):
    window.join("Ann")
    window.write("a1", "OLD").is_saved()
    server.stop(end)
    window.has_state("offline")
    window.write("c3", "NEW")
    expect(window.page.locator("#connection-text")).to_contain_text("3 not yet saved")
    server.restart()
    window.until_live().is_saved()
    assert api("GET", f"/games/{board}")["boards"][0]["text"] == "OLD../...../..NEW/...../....."
    assert window.text == "OLD../...../..NEW/...../....."
    expect(window.cell("c3")).to_have_attribute("aria-label", re.compile("^c3, N, by Ann"))
    new_window().open().shows("c3", "N").sees_player("Ann")


@pytest.mark.own_server("it loses its files")
def test_a_player_whose_seat_the_server_lost_can_rejoin(server, new_window):
    window = new_window().open("/g/lobby")
    window.join("Ann")
    server.stop()
    for file in server.data.iterdir():
        file.unlink()
    server.restart()
    again = window.page.get_by_role("button", name="Rejoin as Ann")
    again.click()
    expect(window.page.locator(".seat", has_text="Ann")).to_contain_text("you")
    expect(again).to_be_hidden()
    window.write("a1", "A").is_saved()
    expect(window.cell("a1")).to_have_attribute("aria-label", "a1, A, by Ann")


def connection_fact(window, name):
    """The value that the connection dialog shows under this name."""
    window.page.locator("#connection").click()
    term = window.page.locator("dialog dt", has_text=name)
    value = term.evaluate("dt => dt.nextElementSibling.textContent")
    window.page.locator("dialog button").click()
    return value


def alter_first_stream(window, *events):
    """Replaces the page's next stream by a snapshot and these events; later streams are real.

    Returns a list that gets the event after which each stream goes on, or None.
    """
    streams = []

    def answer(route):
        streams.append(route.request.headers.get("last-event-id"))
        if len(streams) > 1:
            return route.continue_()
        game = route.fetch(url=route.request.url.removesuffix("/events"), headers={}).json()
        lines = [f"event: snapshot\ndata: {json.dumps(game)}\n\n"]
        lines += [f"id: {each['sequence']}\nevent: cell.changed\ndata: {json.dumps(each)}\n\n" for each in events]
        route.fulfill(status=200, headers={"Content-Type": "text/event-stream"}, body="".join(lines))

    window.page.route("**/games/*/events", answer)
    return streams


def test_wrong_events_are_detected_corrected_once_by_a_fresh_snapshot_and_counted(new_window, api, board):
    window = new_window()
    api("POST", f"/games/{board}/board/cells/a1", {"value": "A"})
    reply = api("POST", f"/games/{board}/board/cells/b1", {"value": "B"})
    event = {**reply["events"][0], "hash": reply["hash"], "sequence": 3, "cell": 2, "value": "X"}
    wrong_letter, wrong_hash, missing = {}, {"hash": "00000000"}, {"sequence": 9}
    for wrong, why in ((wrong_letter, "another board"), (wrong_hash, "another board"), (missing, "a missing move")):
        streams = alter_first_stream(window, {**event, **wrong})
        window.open().until(lambda streams=streams: len(streams) == 2, "another stream")
        window.until_live().is_empty("c1").shows("a1", "A").shows("b1", "B")
        assert streams == [None, None], why
        assert connection_fact(window, "Refreshed") == f"1 × {why}"


def test_a_page_whose_hash_never_matches_says_so_and_does_not_flood_the_server(new_window, api, board):
    window = new_window()
    window.page.add_init_script("""const { parse } = JSON;
        JSON.parse = text => {
            const found = parse(text);
            return found?.type === 'cell.changed' ? { ...found, hash: '00000000' } : found;
        };""")
    streams = []
    window.page.on("request", lambda request: request.url.endswith("/events") and streams.append(request))
    window.open()
    with window.page.expect_request(f"**/games/{board}/events"):
        api("POST", f"/games/{board}/board/cells/a1", {"value": "A"})
    window.until_live()
    api("POST", f"/games/{board}/board/cells/b1", {"value": "B"})
    window.has_state("behind")
    assert len(streams) == 2
    window.until_live().shows("b1", "B")
    assert connection_fact(window, "Refreshed") == "2 × another board"


def test_a_stream_that_lags_behind_a_response_is_reported_and_then_reopened(new_window, api, board):
    window = new_window()
    # While `stuck` is set, the page receives responses to its own requests but no events.
    window.page.add_init_script("""const { read } = ReadableStreamDefaultReader.prototype;
        ReadableStreamDefaultReader.prototype.read = async function () {
            const piece = await read.call(this);
            while (window.stuck) await new Promise(done => setTimeout(done, 20));
            return piece;
        };""")
    window.open()
    window.page.evaluate("window.stuck = true")
    api("POST", f"/games/{board}/board/cells/a1", {"value": "A"})
    window.write("c3", "C")
    window.has_state("behind")
    expect(window.page.locator("#connection-text")).to_have_text("Catching up")
    with window.page.expect_request(f"**/games/{board}/events"):
        pass
    window.page.evaluate("window.stuck = false")
    window.until_live().shows("a1", "A").shows("c3", "C")
    assert connection_fact(window, "Refreshed") == "1 × a late move"


def test_a_429_is_retried_only_after_its_retry_after(new_window):
    """The page's timers of more than a minute, of which it has no other, are recorded and strike at once."""
    window, requests = new_window(), []
    window.page.add_init_script("""window.waits = [];
        const set = setTimeout;
        window.setTimeout = (run, delay, ...more) => {
            if (delay < 77_000) return set(run, delay, ...more);
            waits.push(delay);
            return set(run, 0, ...more);
        };""")

    def refuse_once(route):
        requests.append(window.page.evaluate("waits.length"))
        if len(requests) > 1:
            return route.continue_()
        route.fulfill(status=429, headers={"Retry-After": "77", "Content-Type": "application/problem+json"}, body="{}")

    window.page.route("**/board/cells/*", refuse_once)
    window.open().write("a1", "A").is_saved()
    assert requests == [0, 1]


class FlakyNetwork:
    """Loses the first response to the requests for `pattern`, lets a proxy fail the second, and so on in turn."""

    def __init__(self, window, pattern):
        self.window, self.keys = window, []
        window.page.route(pattern, self._answer)

    def _answer(self, route):
        self.keys.append(route.request.headers.get("idempotency-key"))
        turn = len(self.keys) % 3
        if turn == 1:
            route.fetch()  # the server carries the request out, but the page never hears of it
            return route.abort()
        return route.fulfill(status=502, body="<html>") if turn == 2 else route.continue_()

    def check(self):
        self.window.until(lambda: len(self.keys) == 3, lambda: self.keys)
        assert len(set(self.keys)) == 1 and self.keys[0], self.keys


def test_an_action_and_a_new_game_are_sent_again_with_their_key_and_nothing_is_said(new_window, api):
    window = new_window(kind=SolvingWindow).sit(new_guess(api)["id"], "Ann").is_in("play").until_live()
    submits = FlakyNetwork(window, "**/actions/submit")
    window.guess("CRANE").is_at("a2").has_said_nothing()
    submits.check()
    assert window.text == "CRANE/...../...../...../....."

    for path in ("players", "daily/*"):
        home = new_window(kind=HomeWindow)
        requests = FlakyNetwork(home, f"**/{path}")
        home.page.goto(f"{home.url}/today/mini")
        home.wait_for_game().is_in("play")
        requests.check()


def test_an_action_that_stays_without_an_answer_is_given_up_with_a_sentence(new_window, api):
    window, attempts = new_window(kind=SolvingWindow).sit(new_guess(api)["id"], "Ann").is_in("play").until_live(), []

    def lose(route):
        attempts.append(route.request.headers.get("idempotency-key"))
        route.abort()

    window.page.route("**/actions/submit", lose)
    window.guess("CRANE").says("No connection.")
    assert len(attempts) > 2 and len(set(attempts)) == 1


def test_a_missing_game_shows_a_notice_and_a_way_home(new_window):
    window = new_window()
    window.page.goto(window.url + "/g/nowhere")
    expect(window.page.locator("#notice-text")).to_have_text("This game no longer exists.")
    window.page.locator("#notice-act").click()
    expect(window.page).to_have_url(window.url + "/")
