"""A game in a frame of another site, which the operator allows: the board and the clue without the rest."""

import contextlib
import http.server

import pytest
from playwright.sync_api import expect

from board_window import call
from page_server import start_server
from threaded_server import ThreadedServer


@contextlib.contextmanager
def site(frame):
    """A site of another origin, whose only page has a frame with what `frame` returns."""
    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = f"<!doctype html><title>Blog</title><iframe src='{frame()}' width=380 height=520></iframe>".encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with ThreadedServer(Page) as server:
        yield server.url


def mini(server):
    """The id of a public mini in play, and the token of its player."""
    made = call(server.url, "POST", "/games", {"rules": "mini", "options": {"seed": 5}, "public": True})
    path = f"/games/{made['id']}"
    seat = call(server.url, "POST", f"{path}/seats", {"name": "Ann"})
    return made["id"], seat["token"]


@pytest.mark.own_server("frames are allowed by an option")
def test_a_frame_of_another_site_shows_the_board_and_the_clue_alone_and_follows_the_game(browser):
    address = {}
    with site(lambda: address["frame"]) as origin, start_server("--frame-ancestors", origin) as server:
        game, token = mini(server)
        address["frame"] = f"{server.url}/g/{game}?embed"
        page = browser.new_page()
        page.goto(origin)
        inside = page.frame_locator("iframe")
        cell = inside.locator(".cell:not(.block)").first
        expect(cell).to_be_visible()
        expect(inside.locator("#clue")).to_be_visible()
        for rest in ("body > header", "#players", "#tools", "#host"):
            expect(inside.locator(rest)).to_be_hidden()
        call(server.url, "PUT", f"/games/{game}/board/cells/0", {"value": "Q"}, token)
        expect(cell).to_contain_text("Q")
        page.close()


def test_a_frame_of_a_site_that_the_operator_has_not_named_stays_empty(browser, server):
    address = {}
    with site(lambda: address["frame"]) as origin:
        game, _ = mini(server)
        address["frame"] = f"{server.url}/g/{game}?embed"
        page = browser.new_page()
        with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
            page.goto(origin)
        expect(page.frame_locator("iframe").locator("#grid")).to_have_count(0)
        page.close()
