"""Pages of other origins: `--cors` opens the API to them, `--frame-ancestors` lets them embed the page."""

import pytest

from client import ask, lobby, new_game, problem
from refused_starts import start
from server_process import ServerProcess
from streams import Stream

FRIEND, STRANGER = "https://friend.example", "https://stranger.example"


@pytest.fixture(scope="module")
def open_server():
    with ServerProcess("--cors", FRIEND, "--cors", "http://localhost:3000") as server:
        yield server


def cross(origin):
    return {"Origin": origin, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}


@pytest.mark.parametrize("path", ["/board", "/games", "/openapi.json", "/nothing"])
def test_a_page_of_a_named_origin_may_read_every_answer(open_server, path):
    answer = ask(open_server, "GET", path, headers=cross(FRIEND))
    assert answer.header("Access-Control-Allow-Origin") == FRIEND, answer
    assert "Origin" in answer.header("Vary") and "ETag" in answer.header("Access-Control-Expose-Headers")
    assert answer.header("Access-Control-Allow-Credentials") is None


def test_a_page_of_a_named_origin_may_make_changes(open_server):
    answer = ask(open_server, "POST", "/board/cells/0", "A", headers=cross(FRIEND))
    assert answer.status == 200 and answer.header("Access-Control-Allow-Origin") == FRIEND, answer


def test_a_preflight_grants_the_methods_and_headers_of_the_api(open_server):
    asked = {"Access-Control-Request-Method": "PATCH", "Access-Control-Request-Headers": "authorization"}
    answer = ask(open_server, "OPTIONS", "/board", headers=cross(FRIEND) | asked)
    assert answer.status == 204 and "PATCH" in answer.header("Access-Control-Allow-Methods"), answer
    granted = answer.header("Access-Control-Allow-Headers").lower()
    assert all(name in granted for name in ("authorization", "content-type", "idempotency-key", "if-match"))


def test_a_page_of_another_origin_gets_no_access(open_server):
    for method in ("GET", "OPTIONS"):
        answer = ask(open_server, method, "/board", headers=cross(STRANGER))
        assert not any(name.startswith("access-control") for name in answer.headers.names()), answer
        assert "Origin" in answer.header("Vary"), "a cache must not serve it to the named origin"
    problem(ask(open_server, "POST", "/board/cells/0", "A", headers=cross(STRANGER)), 403, "cross-origin")


def test_without_the_option_no_origin_gets_access(server):
    for method in ("GET", "OPTIONS"):
        answer = ask(server, method, "/board", headers=cross(FRIEND))
        assert not any(name.startswith("access-control") for name in answer.headers.names()), answer


def test_a_stream_is_open_to_a_named_origin(open_server):
    with Stream(open_server, "/events", headers=cross(FRIEND)) as stream:
        assert stream.headers.get("Access-Control-Allow-Origin") == FRIEND


def embeds(server, game, headers=(), token=None):
    """Whether a browser shows the picture of `game` on a page of another site, and keeps saying so in a 304."""
    paths = (("GET", f"{game.path}/board.svg", {}), ("GET", f"{game.path}/board", {"Accept": "image/svg+xml"}))
    found = set()
    for method, path, accept in paths:
        first = ask(server, method, path, headers={**accept, **dict(headers)})
        again = ask(server, method, path, headers={**accept, **dict(headers), "If-None-Match": first.etag})
        assert (first.status, again.status) == (200, 304)
        for answer in (first, again):
            assert len(answer.headers.all("Cross-Origin-Resource-Policy")) == 1
            found.add(answer.header("Cross-Origin-Resource-Policy"))
    assert len(found) == 1
    return found == {"cross-origin"}


def test_any_site_may_show_pictures_of_public_boards_and_of_finished_games(server):
    public, unlisted = new_game(server, public=True), new_game(server)
    assert embeds(server, lobby(server)) and embeds(server, public) and not embeds(server, unlisted)
    close = ask(server, "POST", f"{unlisted.path}/actions/close", token=unlisted.host)
    assert close.status == 200 and embeds(server, unlisted), close
    for path in ("/board", "/board.txt", "/games", "/"):
        assert ask(server, "GET", path).header("Cross-Origin-Resource-Policy") == "same-origin", path


def test_a_named_origin_may_show_every_picture(open_server):
    game = new_game(open_server)
    assert not embeds(open_server, game)
    shown = [{"Origin": FRIEND}, {"Referer": FRIEND + "/"}, {"Referer": FRIEND}, {"Referer": FRIEND + "/blog?a=/b"},
             {"Referer": "http://LOCALHOST:3000/x"}]
    blocked = [{"Origin": STRANGER}, {"Origin": "null"}, {"Referer": STRANGER + "/" + FRIEND}, {"Referer": "friend"},
               {"Referer": FRIEND + ".stranger.example/"}, {"Origin": STRANGER, "Referer": FRIEND + "/"}]
    for headers, expected in [(each, True) for each in shown] + [(each, False) for each in blocked]:
        assert embeds(open_server, game, headers) == expected, headers


@pytest.mark.parametrize("option", ["--cors", "--frame-ancestors"])
@pytest.mark.parametrize("value", ["*", "friend.example", "https://friend.example/path", "https://a;b", "null"])
def test_a_value_that_is_no_origin_is_refused(option, value):
    assert option in start(option, value).stderr


def test_a_named_origin_may_embed_the_page():
    with ServerProcess("--frame-ancestors", FRIEND, "--frame-ancestors", "http://localhost:3000") as server:
        policy = ask(server, "GET", "/").header("Content-Security-Policy")
    assert f"frame-ancestors {FRIEND} http://localhost:3000;" in policy and "'none'" in policy, policy


def test_without_the_option_nobody_may_embed_the_page(server):
    assert "frame-ancestors 'none';" in ask(server, "GET", "/").header("Content-Security-Policy")
