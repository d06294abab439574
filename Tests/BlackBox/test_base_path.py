"""`--base-path`: the server under a path of a larger site."""

import subprocess

import pytest

from client import REQUEST_LOG, accepted, ask
from days import open_daily
from server_process import ServerProcess, binary
from streams import Stream

HTML = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def site():
    with ServerProcess("--no-address-limits", "--base-path", "/games/five") as server:
        begin = len(REQUEST_LOG)
        yield server
        # /openapi.json declares paths without the base.
        del REQUEST_LOG[begin:]


def test_requests_are_answered_below_the_path(site):
    accepted(ask(site, "POST", "/games/five/board/cells/0", {"value": "A"}))
    assert ask(site, "GET", "/games/five/board").json["text"].startswith("A")
    with Stream(site, "/games/five/events") as stream:
        assert stream.next().name == "snapshot"


def test_requests_without_the_path_are_answered_too_for_proxies_that_remove_it(site):
    assert ask(site, "GET", "/board").status == 200
    assert ask(site, "GET", "/healthz").status == 200


def test_addresses_in_headers_contain_the_path(site):
    made = ask(site, "POST", "/games/five/games", {"public": True})
    location = made.header("Location")
    assert location == f"/games/five/games/{made.json['id']}" and ask(site, "GET", location).status == 200
    ask(site, "POST", "/games/five/games", {"public": True})
    assert ask(site, "GET", "/games/five/games?limit=1").header("Link").startswith("</games/five/games?")
    assert ask(site, "GET", "/games/five/daily/mini").json["start"] == "/games/five/daily/mini"
    daily = ask(site, "POST", "/games/five/daily/mini")
    assert daily.header("Location").startswith("/games/five/games/")
    page = ask(site, "GET", location, headers=HTML)
    assert (page.status, page.header("Location")) == (303, f"/games/five/g/{made.json['id']}")


def test_addresses_in_bodies_contain_the_path(site):
    key = ask(site, "POST", "/games/five/players", {"name": "Ann"}).json["key"]
    order = {"rules": "guess", "options": {"word": "BREAD"}}
    challenge = ask(site, "POST", "/games/five/challenges", order, token=key).json
    links = [
        ask(site, "POST", "/games/five/players/me/codes", token=key).json["url"],
        challenge["url"],
        ask(site, "GET", f"/games/five/challenges/{challenge['id']}").json["url"],
    ]
    for link in links:
        assert link.startswith("/games/five/") and ask(site, "GET", link, headers=HTML).status in (200, 303), link


def test_the_first_lines_of_the_server_contain_the_path(tmp_path):
    command = [binary(), "serve", "--host", "0.0.0.0", "--port", "0", "--base-path", "/five", "--data", tmp_path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        lines = [server.stdout.readline() for _ in range(3)]
        server.terminate()
    assert lines[1].startswith("the page: ") and lines[2].startswith("this device: http://localhost:"), lines
    assert all(line.endswith("/five/\n") for line in lines[1:]), lines


def test_the_address_of_a_problem_s_explanation_contains_the_path(site):
    refused = ask(site, "GET", "/games/five/games/nope")
    assert refused.json["type"] == "/games/five/problems/no-such-game" and refused.json["requestId"]
    assert ask(site, "GET", refused.json["type"]).status == 200
    unread = ask(site, "GET", "/games/five/" + "x" * 9000)
    assert unread.json["type"] == "/games/five/problems/request-line-too-long" and unread.json["requestId"]


def test_the_path_without_its_slash_leads_to_the_page(site):
    found = ask(site, "GET", "/games/five", headers=HTML)
    assert (found.status, found.header("Location")) == (308, "/games/five/")
    assert ask(site, "GET", "/games/five/", headers=HTML).text.startswith("<!doctype html>")


def test_an_error_page_links_to_the_home_page_below_the_path(site):
    page = ask(site, "GET", "/games/five/nothing", headers=HTML).text
    assert 'href="/games/five/"' in page and 'href="/games/five/style.css"' in page and 'href="/"' not in page


def test_a_similar_path_is_another_one(site):
    assert ask(site, "GET", "/games/fives/board").status == 404


def test_without_the_option_no_address_changes(server):
    assert open_daily(server, "mini").path.startswith("/games/")


@pytest.mark.parametrize("path", ["five", "/", "/five/", "/a//b", "/a/../b", "/a b", ""])
def test_a_malformed_path_stops_the_start(path):
    done = subprocess.run([binary(), "--base-path", path], capture_output=True, text=True, timeout=60)
    assert done.returncode == 64 and "--base-path must be a path" in done.stderr
