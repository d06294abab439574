"""What happens when the line or the server goes away."""

import json
import signal
import time

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.refusals


def state_is(window, state, timeout=20_000):
    expect(window.page.locator("#connection")).to_have_attribute("data-state", state, timeout=timeout)


def test_letters_written_offline_arrive_after_the_connection_returns(window, new_window):
    other = new_window().open()
    window.page.context.set_offline(True)
    state_is(window, "offline")
    window.write("a1", "OFF")
    expect(window.page.locator("#connection-text")).to_have_text("Offline · 3 not yet saved")
    other.is_empty("a1")
    window.page.context.set_offline(False)
    other.shows("a1", "O").shows("b1", "F").shows("c1", "F")
    window.until_live().is_saved()
    assert window.text == other.text


def test_others_letters_written_meanwhile_are_there_after_the_connection_returns(window, new_window):
    other = new_window().open()
    window.page.context.set_offline(True)
    state_is(window, "offline")
    other.write("e5", "Z").is_saved()
    window.page.context.set_offline(False)
    window.shows("e5", "Z")


def test_unsaved_letters_survive_a_reload(window):
    window.page.route("**/board/cells/*", lambda route: route.abort())
    window.write("b2", "K").shows("b2", "K")
    window.page.reload()
    window.until_live().shows("b2", "K")
    expect(window.page.locator("#connection-text")).to_have_text("Live · 1 not yet saved")
    window.page.unroute("**/board/cells/*")
    window.is_saved(timeout=15_000).shows("b2", "K")


def test_a_letter_sent_again_after_a_lost_answer_is_one_move(window, api):
    answers = []

    def lose_the_first_answer(route):
        answers.append(route.fetch())
        route.abort() if len(answers) == 1 else route.fulfill(response=answers[-1])

    window.page.route("**/board/cells/*", lose_the_first_answer)
    window.write("a1", "A").is_saved(timeout=15_000)
    assert len(answers) == 2
    assert api("GET", "/games/lobby")["sequence"] == 1


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
def test_a_server_that_returns_is_found_again_and_gets_only_what_was_unsaved(server, window, api, end):
    window.write("a1", "OLD").is_saved()
    server.stop(end)
    state_is(window, "offline")
    window.write("c3", "NEW")
    expect(window.page.locator("#connection-text")).to_contain_text("3 not yet saved")
    server.restart()
    window.until_live(timeout=20_000).is_saved(timeout=15_000)
    assert api("GET", "/games/lobby")["boards"][0]["text"] == "OLD../...../..NEW/...../....."
    assert window.text == "OLD../...../..NEW/...../....."


def test_a_seat_is_kept_when_the_server_was_killed(server, window, new_window):
    window.join("Ann")
    server.stop(signal.SIGKILL)
    window.write("a1", "A")
    server.restart()
    window.until_live(timeout=20_000).is_saved(timeout=15_000)
    expect(window.cell("a1")).to_have_attribute("aria-label", "a1, A, by Ann")
    new_window().open().shows("a1", "A").sees_player("Ann")


def test_a_seat_that_the_server_forgot_is_offered_again(server, window):
    window.join("Ann")
    server.stop()
    for file in server.data.iterdir():
        file.unlink()
    server.restart()
    again = window.page.get_by_role("button", name="Rejoin as Ann")
    again.click(timeout=20_000)
    expect(window.page.locator(".seat", has_text="Ann")).to_contain_text("you")
    expect(again).to_be_hidden()
    window.write("a1", "A").is_saved()
    expect(window.cell("a1")).to_have_attribute("aria-label", "a1, A, by Ann")


def test_two_who_write_at_once_end_with_the_same_board_as_the_server(window, new_window, api):
    other = new_window().open()
    for turn in range(12):
        window.write("abcde"[turn % 5] + "2", "ABC")
        other.write("abcde"[turn * 3 % 5] + "2", "XYZ")
    window.is_saved()
    other.is_saved()
    board = api("GET", "/games/lobby/board")
    for each in (window, other):
        each.page.wait_for_function("""text => [...document.querySelectorAll('.cell')]
            .map(c => c.querySelector('.letter')?.textContent ?? '.').join('') === text""",
                                    arg=board["text"].replace("/", ""))


def test_the_stream_resumes_after_the_last_event(window):
    window.write("a1", "AB").is_saved()
    asked = []
    window.page.on("request", lambda r: r.url.endswith("/events") and asked.append(r.headers.get("last-event-id")))
    window.page.context.set_offline(True)
    state_is(window, "offline")
    window.page.context.set_offline(False)
    window.until_live()
    assert asked[-1] == "2"


def test_a_hash_that_differs_brings_a_fresh_snapshot(window, api):
    game = api("GET", "/games/lobby")
    asked = []

    def lie_once(route):
        asked.append(route.request.headers.get("last-event-id"))
        if len(asked) > 1:
            return route.continue_()
        event = ('{"sequence":1,"time":"2026-11-21T15:00:00.000Z","type":"cell.changed","board":0,"cell":0,"value":"X",'
                 '"previous":"","hash":"00000000"}')
        body = f"event: snapshot\ndata: {json.dumps(game)}\n\nid: 1\nevent: cell.changed\ndata: {event}\n\n"
        route.fulfill(status=200, headers={"Content-Type": "text/event-stream"}, body=body)

    window.page.route("**/games/lobby/events", lie_once)
    window.page.reload()
    window.until_live().is_empty("a1")
    assert asked == [None, None]


def tell_more(window, fact):
    """What the dialog of the line says under this name."""
    window.page.locator("#connection").click()
    term = window.page.locator("dialog dt", has_text=fact)
    said = term.evaluate("dt => dt.nextElementSibling.textContent")
    window.page.locator("dialog button").click()
    return said


def alter_first_stream(window, alter):
    """Lets the page's next stream be `alter(game)`, a list of events after the snapshot; those after are the real."""
    streams = []

    def answer(route):
        streams.append(route)
        if len(streams) > 1:
            return route.continue_()
        game = route.fetch(url=route.request.url.removesuffix("/events"), headers={}).json()
        lines = [("snapshot", game), *(("cell.changed", event) for event in alter(game))]
        body = "".join(f"event: {kind}\ndata: {json.dumps(data)}\n\n" for kind, data in lines)
        route.fulfill(status=200, headers={"Content-Type": "text/event-stream"}, body=body)

    window.page.route("**/games/lobby/events", answer)
    window.page.reload()
    return streams


def test_an_altered_letter_is_noticed_by_its_hash_put_right_once_and_counted(window, api):
    api("POST", "/games/lobby/board/cells/a1", {"value": "A"})
    told = api("POST", "/games/lobby/board/cells/b1", {"value": "B"})
    event = {**told["events"][0], "hash": told["hash"], "sequence": 3, "cell": 2, "value": "X"}
    streams = alter_first_stream(window, lambda game: [event])
    window.until_live().is_empty("c1").shows("a1", "A").shows("b1", "B")
    assert len(streams) == 2
    assert tell_more(window, "Asked anew") == "1 × another board"


def test_a_missing_event_is_noticed_by_its_number(window, api):
    told = api("POST", "/games/lobby/board/cells/a1", {"value": "A"})
    event = {**told["events"][0], "hash": told["hash"], "sequence": 9, "cell": 2, "value": "X"}
    streams = alter_first_stream(window, lambda game: [event])
    window.until_live().is_empty("c1").shows("a1", "A")
    assert len(streams) == 2
    assert tell_more(window, "Asked anew") == "1 × a missing move"


def test_a_page_that_never_agrees_says_so_and_does_not_storm_the_server(window, api):
    window.page.add_init_script("""const { parse } = JSON;
        JSON.parse = text => {
            const found = parse(text);
            return found?.type === 'cell.changed' ? { ...found, hash: '00000000' } : found;
        };""")
    asked = []
    window.page.on("request", lambda request: request.url.endswith("/events") and asked.append(request))
    window.open()
    with window.page.expect_request("**/games/lobby/events"):
        api("POST", "/games/lobby/board/cells/a1", {"value": "A"})
    window.until_live()
    api("POST", "/games/lobby/board/cells/b1", {"value": "B"})
    state_is(window, "behind")
    assert len(asked) == 2
    window.until_live().shows("b1", "B")
    assert tell_more(window, "Asked anew") == "2 × another board"


def test_a_stream_that_stays_behind_an_answer_is_told_and_then_opened_anew(window, api):
    # What others write reaches the server, but its events do not reach this page: only its own answers do.
    window.page.add_init_script("""const { read } = ReadableStreamDefaultReader.prototype;
        ReadableStreamDefaultReader.prototype.read = async function () {
            const piece = await read.call(this);
            while (window.stuck) await new Promise(done => setTimeout(done, 20));
            return piece;
        };""")
    window.open()
    window.page.evaluate("window.stuck = true")
    api("POST", "/games/lobby/board/cells/a1", {"value": "A"})
    window.write("c3", "C")
    state_is(window, "behind")
    expect(window.page.locator("#connection-text")).to_have_text("Catching up")
    with window.page.expect_request("**/games/lobby/events"):
        pass
    window.page.evaluate("window.stuck = false")
    window.until_live().shows("a1", "A").shows("c3", "C")
    assert tell_more(window, "Asked anew") == "1 × a late move"


def test_the_line_says_more_of_itself_on_request(window):
    window.write("a1", "A").is_saved()
    line = window.page.get_by_role("button", name="Connection Live")
    line.focus()
    window.press("Enter")
    dialog = window.page.get_by_role("dialog", name="Connection")
    expect(dialog).to_contain_text("This page shows all that the server knows.")
    facts = dialog.locator("dt, dd").all_text_contents()
    assert facts[0] == "Last heard" and facts[1].endswith(" s ago")
    assert facts[2:] == ["Not yet saved", "0", "Move number", "1", "Asked anew", "never"]
    window.press("Escape")
    expect(line).to_be_focused()


def test_too_many_requests_waits_as_long_as_the_server_asks(window):
    times = []

    def refuse_once(route):
        times.append(time.monotonic())
        if len(times) > 1:
            return route.continue_()
        route.fulfill(status=429, headers={"Retry-After": "2", "Content-Type": "application/problem+json"}, body="{}")

    window.page.route("**/board/cells/*", refuse_once)
    window.write("a1", "A")
    window.page.wait_for_timeout(4_000)
    window.is_saved(timeout=15_000)
    assert times[1] - times[0] >= 1.9


def test_a_board_that_does_not_exist_says_so(new_window):
    window = new_window()
    window.page.goto(window.url + "/g/nowhere")
    expect(window.page.locator("#notice-text")).to_have_text("There is no such game any more.")
    window.page.locator("#notice-act").click()
    expect(window.page).to_have_url(window.url + "/")
