"""The page during network and server outages, and its checks of the event stream."""

import json
import signal

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.refusals


def test_letters_written_offline_arrive_after_the_connection_returns(window, new_window):
    other = new_window().open()
    window.go_offline()
    window.write("a1", "OFF")
    expect(window.page.locator("#connection-text")).to_have_text("Offline · 3 not yet saved")
    other.is_empty("a1")
    window.go_online()
    other.shows("a1", "O").shows("b1", "F").shows("c1", "F")
    window.until_live().is_saved()
    assert window.text == other.text


def test_unsaved_letters_survive_a_reload(window):
    window.page.route("**/board/cells/*", lambda route: route.abort())
    window.write("b2", "K").shows("b2", "K")
    window.page.reload()
    window.until_live().shows("b2", "K")
    expect(window.page.locator("#connection-text")).to_have_text("Live · 1 not yet saved")
    window.page.unroute("**/board/cells/*")
    window.is_saved().shows("b2", "K")


def test_a_letter_resent_after_a_lost_response_is_one_move(window, api, board):
    answers = []

    def lose_the_first_answer(route):
        answers.append(route.fetch())
        route.abort() if len(answers) == 1 else route.fulfill(response=answers[-1])

    window.page.route("**/board/cells/*", lose_the_first_answer)
    window.write("a1", "A").is_saved()
    assert len(answers) == 2
    assert api("GET", f"/games/{board}")["sequence"] == 1


@pytest.mark.own_server("it is stopped")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
def test_the_page_reconnects_to_a_restarted_server_and_sends_only_unsaved_letters(server, window, api, end, board):
    window.write("a1", "OLD").is_saved()
    server.stop(end)
    window.has_state("offline")
    window.write("c3", "NEW")
    expect(window.page.locator("#connection-text")).to_contain_text("3 not yet saved")
    server.restart()
    window.until_live().is_saved()
    assert api("GET", f"/games/{board}")["boards"][0]["text"] == "OLD../...../..NEW/...../....."
    assert window.text == "OLD../...../..NEW/...../....."


@pytest.mark.own_server("it is killed")
def test_a_seat_survives_a_killed_server(server, window, new_window):
    window.join("Ann")
    server.stop(signal.SIGKILL)
    window.write("a1", "A")
    server.restart()
    window.until_live().is_saved()
    expect(window.cell("a1")).to_have_attribute("aria-label", "a1, A, by Ann")
    new_window().open().shows("a1", "A").sees_player("Ann")


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


def test_two_players_who_write_at_once_end_with_the_servers_board(window, new_window, api, board):
    other = new_window().open()
    for turn in range(12):
        window.write("abcde"[turn % 5] + "2", "ABC")
        other.write("abcde"[turn * 3 % 5] + "2", "XYZ")
    window.is_saved()
    other.is_saved()
    text = api("GET", f"/games/{board}/board")["text"]
    for each in (window, other):
        each.draws(text)


def test_the_stream_resumes_after_the_last_event(window):
    window.write("a1", "AB").is_saved()
    ids = []
    window.page.on("request", lambda r: r.url.endswith("/events") and ids.append(r.headers.get("last-event-id")))
    window.go_offline()
    window.go_online().until_live()
    assert window.first(ids) == "2"


def test_a_hash_mismatch_fetches_a_fresh_snapshot(window, api, board):
    game = api("GET", f"/games/{board}")
    ids = []

    def send_a_wrong_hash_once(route):
        ids.append(route.request.headers.get("last-event-id"))
        if len(ids) > 1:
            return route.continue_()
        event = ('{"sequence":1,"time":"2026-11-21T15:00:00.000Z","type":"cell.changed","board":0,"cell":0,"value":"X",'
                 '"previous":"","hash":"00000000"}')
        body = f"event: snapshot\ndata: {json.dumps(game)}\n\nid: 1\nevent: cell.changed\ndata: {event}\n\n"
        route.fulfill(status=200, headers={"Content-Type": "text/event-stream"}, body=body)

    window.page.route(f"**/games/{board}/events", send_a_wrong_hash_once)
    window.page.reload()
    window.until_live().is_empty("a1")
    assert ids == [None, None]


def connection_fact(window, name):
    """The value that the connection dialog shows under this name."""
    window.page.locator("#connection").click()
    term = window.page.locator("dialog dt", has_text=name)
    value = term.evaluate("dt => dt.nextElementSibling.textContent")
    window.page.locator("dialog button").click()
    return value


def alter_first_stream(window, alter):
    """Replaces the page's next stream by a snapshot and the events `alter(game)`; later streams are real."""
    streams = []

    def answer(route):
        streams.append(route)
        if len(streams) > 1:
            return route.continue_()
        game = route.fetch(url=route.request.url.removesuffix("/events"), headers={}).json()
        lines = [("snapshot", game), *(("cell.changed", event) for event in alter(game))]
        body = "".join(f"event: {kind}\ndata: {json.dumps(data)}\n\n" for kind, data in lines)
        route.fulfill(status=200, headers={"Content-Type": "text/event-stream"}, body=body)

    window.page.route("**/games/*/events", answer)
    window.page.reload()
    return streams


def test_an_altered_letter_is_detected_by_its_hash_corrected_once_and_counted(window, api, board):
    api("POST", f"/games/{board}/board/cells/a1", {"value": "A"})
    reply = api("POST", f"/games/{board}/board/cells/b1", {"value": "B"})
    event = {**reply["events"][0], "hash": reply["hash"], "sequence": 3, "cell": 2, "value": "X"}
    streams = alter_first_stream(window, lambda game: [event])
    window.until_live().is_empty("c1").shows("a1", "A").shows("b1", "B")
    assert len(streams) == 2
    assert connection_fact(window, "Refreshed") == "1 × another board"


def test_a_missing_event_is_detected_by_its_sequence(window, api, board):
    reply = api("POST", f"/games/{board}/board/cells/a1", {"value": "A"})
    event = {**reply["events"][0], "hash": reply["hash"], "sequence": 9, "cell": 2, "value": "X"}
    streams = alter_first_stream(window, lambda game: [event])
    window.until_live().is_empty("c1").shows("a1", "A")
    assert len(streams) == 2
    assert connection_fact(window, "Refreshed") == "1 × a missing move"


def test_a_page_whose_hash_never_matches_says_so_and_does_not_flood_the_server(window, api, board):
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


def test_a_stream_that_lags_behind_a_response_is_reported_and_then_reopened(window, api, board):
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


def test_the_connection_button_opens_a_dialog_with_details(window):
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


def test_a_missing_game_shows_a_notice_and_a_way_home(new_window):
    window = new_window()
    window.page.goto(window.url + "/g/nowhere")
    expect(window.page.locator("#notice-text")).to_have_text("This game no longer exists.")
    window.page.locator("#notice-act").click()
    expect(window.page).to_have_url(window.url + "/")
