"""The page without a line: its files come from the browser, letters wait, and all is merged when the server is back."""

import json
import shutil
import signal

import pytest
from playwright.sync_api import expect

from board_window import index_of
from page_server import NETWORK_NAME, ROOT, start_server

pytestmark = pytest.mark.refusals


@pytest.fixture
def service_workers():
    return "allow"


def keep(window):
    """Waits until the browser holds the page's files, and visits the page anew under its service worker."""
    window.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    window.page.reload()
    assert window.page.evaluate("Boolean(navigator.serviceWorker.controller)")
    return window.until_live()


def state_is(window, state):
    expect(window.page.locator("#connection")).to_have_attribute("data-state", state, timeout=20_000)


def until(window, condition):
    """Waits until an asynchronous condition holds in the page."""
    assert window.page.evaluate(f"""async () => {{
        for (let round = 0; round < 400; round += 1) {{
            if (await ({condition})()) return true;
            await new Promise(done => setTimeout(done, 50));
        }}
        return false; }}""")


def put(api, square, value):
    return api("POST", f"/games/lobby/board/cells/{square}", {"value": value})


def board(api):
    return api("GET", "/games/lobby/board")["text"]


@pytest.fixture
def kept(window):
    """A window on the house board whose files and last state are held by the browser."""
    window.write("a1", "OLD").is_saved()
    return keep(window)


def test_everything_the_two_documents_need_is_kept(kept):
    held = kept.page.evaluate("""async () => (await (await caches.open('page-1')).keys())
        .map(({ url }) => new URL(url).pathname)""")
    scripts = {f"/{path.relative_to(ROOT / 'static')}" for path in (ROOT / "static" / "js").rglob("*.js")}
    used = set(held)
    assert {"/", "/g/lobby", "/style.css", "/favicon.svg", "/icon-maskable.png", "/manifest.webmanifest"} <= used
    loaded = kept.page.evaluate("""performance.getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname).filter(path => /[.](js|css)$/.test(path))""")
    assert set(loaded) <= used
    assert not [path for path in used if path.endswith(".js") and path not in scripts]
    assert not [path for path in used if path.startswith(("/games", "/board", "/events", "/lexicons"))]


def test_home_and_every_board_open_without_a_server(kept, server, api):
    server.stop(signal.SIGKILL)
    kept.page.goto(kept.url + "/")
    expect(kept.page.locator("h1")).to_be_visible()
    kept.page.goto(kept.url + "/g/lobby")
    state_is(kept, "offline")
    kept.shows("a1", "O").shows("c1", "D")
    kept.page.goto(kept.url + "/g/never-seen")
    state_is(kept, "offline")


def test_a_reload_without_a_server_keeps_the_board_and_what_was_not_sent(kept, server, api):
    server.stop(signal.SIGKILL)
    state_is(kept, "offline")
    kept.write("a3", "NEW")
    kept.page.reload()
    state_is(kept, "offline")
    kept.shows("a1", "O").shows("a3", "N").shows("c3", "W")
    kept.write("e5", "Z").shows("e5", "Z")
    expect(kept.page.locator("#connection-text")).to_have_text("Offline · 4 not yet saved")
    server.restart()
    kept.until_live(timeout=20_000).is_saved(timeout=15_000)
    assert board(api) == "OLD../...../NEW../...../....Z"
    assert kept.text == board(api)
    assert api("GET", "/games/lobby")["sequence"] == 7


def test_letters_of_others_meanwhile_are_merged_with_those_that_waited(kept, api):
    kept.page.context.set_offline(True)
    state_is(kept, "offline")
    kept.write("a3", "NEW")
    put(api, "a5", "Q")
    kept.page.context.set_offline(False)
    kept.until_live().is_saved().shows("a5", "Q")
    assert board(api) == "OLD../...../NEW../...../Q...."


def test_a_cell_that_was_filled_meanwhile_keeps_its_letter_and_the_page_says_so(kept, api):
    kept.page.context.set_offline(True)
    state_is(kept, "offline")
    kept.write("c3", "A").write("d3", "B")
    put(api, "c3", "E")
    kept.page.context.set_offline(False)
    kept.says("c3 was filled with E meanwhile; your A was left out.").until_live().is_saved()
    kept.shows("c3", "E").shows("d3", "B")
    assert board(api) == "OLD../...../..EB./...../....."


def test_of_several_letters_for_one_cell_the_last_counts_and_only_it_is_missed(kept, api):
    kept.page.context.set_offline(True)
    state_is(kept, "offline")
    kept.write("c3", "A").write("c3", "B").write("e5", "X").write("e5", "Y")
    put(api, "c3", "E")
    kept.page.context.set_offline(False)
    kept.says("c3 was filled with E meanwhile; your B was left out.").until_live().is_saved()
    assert kept.page.locator(".toast", has_text="your A").count() == 0
    assert board(api) == "OLD../...../..E../...../....Y"


def test_what_was_seen_before_the_line_broke_may_be_written_over(kept, api):
    kept.page.context.set_offline(True)
    state_is(kept, "offline")
    kept.write("a1", "C")
    kept.page.context.set_offline(False)
    kept.until_live().is_saved()
    assert board(api) == "CLD../...../...../...../....."


def test_while_the_line_is_live_the_last_writer_wins(kept, api):
    sent = []
    kept.page.on("request", lambda request: "/cells/" in request.url and sent.append(request.post_data_json))
    put(api, "c3", "E")
    kept.shows("c3", "E").write("c3", "A").is_saved()
    assert ["expect" in each for each in sent] == [False]
    assert board(api) == "OLD../...../..A../...../....."


def test_a_lost_answer_to_a_letter_that_waited_is_no_conflict(kept, api):
    answers = []

    def lose_the_first_answer(route):
        answers.append(route.fetch())
        route.abort() if len(answers) == 1 else route.fulfill(response=answers[-1])

    kept.page.context.set_offline(True)
    state_is(kept, "offline")
    kept.write("c3", "A")
    kept.page.route("**/board/cells/*", lose_the_first_answer)
    kept.page.context.set_offline(False)
    kept.until_live().is_saved(timeout=15_000).shows("c3", "A")
    assert len(answers) == 2 and kept.page.locator(".toast").count() == 0
    assert api("GET", "/games/lobby")["sequence"] == 4


def test_a_refused_letter_does_not_hold_up_those_after_it(window, api):
    def refuse(route):
        problem = {"type": "/problems/hidden", "title": "Hidden", "status": 403, "detail": "Paused.", "code": "hidden"}
        route.fulfill(status=403, content_type="application/problem+json", body=json.dumps(problem))

    window.page.route(f"**/board/cells/{index_of('a1')}", refuse)
    window.write("a1", "ABC").is_saved()
    assert board(api) == ".BC../...../...../...../....."


def test_a_log_in_page_of_a_network_is_not_taken_for_the_servers_word(window, api):
    window.page.route("**/board/cells/*", lambda route: route.fulfill(status=200, body="<h1>Welcome</h1>"))
    window.write("a1", "A")
    expect(window.page.locator("#connection-text")).to_have_text("Live · 1 not yet saved")
    window.page.unroute("**/board/cells/*")
    window.is_saved(timeout=15_000)
    assert board(api)[0] == "A"


def test_only_the_newest_games_are_kept(window, api):
    games = [api("POST", "/games", {"rules": "free", "options": {"open": True}})["id"] for _ in range(6)]
    for game in games:
        window.open(f"/g/{game}")
    window.page.goto(window.url + "/")
    keys = window.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('5x5:game:'))")
    assert sorted(keys) == sorted(f"5x5:game:{game}" for game in games[-5:])


def test_a_changed_file_arrives_with_the_next_visit_and_is_then_kept(new_window, tmp_path):
    static = shutil.copytree(ROOT / "static", tmp_path / "static", ignore=shutil.ignore_patterns("*.tsv"))
    with start_server("--static", static) as server:
        window = new_window()
        window.url = server.url
        keep(window.open())
        server.stop()
        strings = static / "js" / "strings" / "en.js"
        strings.write_text(strings.read_text().replace("share: 'Share'", "share: 'Hand on'"))
        unseen = static / "js" / "home.js"
        unseen.write_text(unseen.read_text() + "\n// changed\n")
        server.restart()
        window.page.reload()
        expect(window.page.locator("#share")).to_have_text("Hand on")
        until(window, "async () => (await (await caches.match('/js/home.js')).text()).includes('// changed')")
        server.stop(signal.SIGKILL)
        window.page.reload()
        expect(window.page.locator("#share")).to_have_text("Hand on")


def test_older_caches_are_removed(new_window):
    window = new_window()
    window.page.goto(window.url + "/openapi.json")  # of this origin, and without a service worker as yet
    window.page.evaluate("caches.open('page-0')")
    keep(window.open())
    until(window, "async () => String(await caches.keys()) === 'page-1'")


def test_without_a_secure_context_there_is_no_service_worker_and_no_complaint(new_window, complaints):
    with start_server("--host", "0.0.0.0", "--public-host", NETWORK_NAME) as server:
        window = new_window()
        window.url = f"http://{NETWORK_NAME}:{server.port}"
        window.open().write("a1", "A").is_saved()
        assert window.page.evaluate("'serviceWorker' in navigator") is False
        window.page.reload()
        window.until_live().shows("a1", "A")
        window.page.close()
    # Chromium calls it an error that a header of isolation has no effect over plain http; nothing is lost by it.
    complaints[:] = [each for each in complaints if "Cross-Origin-Opener-Policy header has been ignored" not in each]
