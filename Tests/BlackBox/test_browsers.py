"""Somebody who opens an address of the API in a browser gets a page; scripts get JSON as before."""

import pytest

from client import Wire, new_game

CHROME = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
JSON = "application/json"
NOT_PAGES = [None, "*/*", JSON, f"{JSON}, text/html", f"text/html;q=0.5, {JSON}"]


def get(server, path, accept=CHROME, method="GET"):
    """Not by `ask`, because pages are not part of the documented interface."""
    with Wire(server) as wire:
        wire.request(method, path, None, {} if accept is None else {"Accept": accept})
        return wire.answer(method)


def vary(answer):
    return {name.strip() for name in (answer.header("Vary") or "").split(",")}


def test_the_address_of_a_game_opens_its_page(server):
    game = new_game(server)
    answer = get(server, game.path)
    assert (answer.status, answer.header("Location")) == (303, f"/g/{game.id}") and "Accept" in vary(answer)
    assert get(server, answer.header("Location")).media == "text/html"
    for accept in NOT_PAGES:
        answer = get(server, game.path, accept)
        assert answer.status == 200 and answer.media == "application/json" and "Accept" in vary(answer)


def test_the_address_of_a_day_opens_the_page_that_leads_to_the_readers_own_game(server):
    answer = get(server, "/daily/mini")
    assert (answer.status, answer.header("Location")) == (303, "/today/mini") and "Accept" in vary(answer)
    assert get(server, "/today/mini").media == "text/html"
    for accept in NOT_PAGES:
        assert get(server, "/daily/mini", accept).json["start"] == "/daily/mini"


@pytest.mark.parametrize(
    "path, status",
    [("/nothing", 404), ("/games/none", 404), ("/daily/chess", 404), ("/today/chess", 404), ("/today/free", 404),
     ("/games?limit=x", 400)],
)
def test_an_error_is_a_page_with_a_way_home(server, path, status):
    answer = get(server, path)
    assert answer.status == status and answer.media == "text/html" and "Accept" in vary(answer)
    assert '<a href="/">' in answer.text and "default-src 'none'" in answer.header("Content-Security-Policy")
    assert answer.header("X-Request-Id") in answer.text
    for accept in NOT_PAGES:
        answer = get(server, path, accept)
        assert answer.status == status and answer.media == "application/problem+json"
        assert "Accept" in vary(answer)


def test_a_board_that_is_asked_for_as_a_page_only_is_refused_by_a_page(server):
    answer = get(server, "/board", "text/html")
    assert answer.status == 406 and answer.media == "text/html"


def test_an_error_page_keeps_the_headers_of_the_refusal_and_echoes_no_markup(server):
    answer = get(server, "/games", method="DELETE")
    assert answer.status == 405 and answer.media == "text/html" and "POST" in answer.header("Allow")
    answer = get(server, "/games?limit=<script>alert(1)</script>")
    assert answer.media == "text/html" and "<script" not in answer.text
    assert get(server, "/nothing", method="HEAD").body == b""
