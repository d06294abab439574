"""The tags by which other sites show a link to a game, a room or a day, and what they must not tell."""

import html
import re

import pytest

from client import ask, curl, new_game
from days import Answers, guess_word, seated, today
from game_kinds import game_kinds
from mini_puzzles import upload
from players import new_player
from server_clock import StoppedServer
from server_process import ROOT, ServerProcess

TAG = re.compile(r'<meta property="og:(\w+)" content="([^"]*)">')
UNKNOWN = {"title": "FiveByFive", "description": "Word games on a 5x5 grid, played together.",
           "image": "/previews/game.png"}


def page(server, path, status=200, **headers):
    answer = curl(server, path, *(each for header in headers.items() for each in ("-H", "{}: {}".format(*header))))
    assert (answer.status, answer.media) == (status, "text/html"), answer
    return answer


def all_tags(server, path, status=200, **headers):
    return {name: html.unescape(value) for name, value in TAG.findall(page(server, path, status, **headers).text)}


def tags(server, path, status=200):
    """The tags without the address of the site, with which all of a page's addresses begin."""
    found = all_tags(server, path, status)
    assert found.pop("url", None) == (None if found["title"] == UNKNOWN["title"] else server.url + path.split("?")[0])
    own = path.replace("/g/", "/games/") + "/card.png"  # of a finished game
    assert found["image"] == server.url + own or found["image"].startswith(server.url + "/previews/")
    return found | {"image": found["image"].removeprefix(server.url)}


def test_a_browser_that_opens_a_puzzle_is_sent_to_the_home_page_with_it(shared_server):
    id = upload(shared_server)["id"]
    for accept, status in (("text/html", 303), ("application/json", 200), ("*/*", 200)):
        answer = curl(shared_server, f"/puzzles/{id}", "-H", f"Accept: {accept}")
        assert answer.status == status and "Accept" in answer.header("Vary"), accept
        assert answer.header("Location") == (f"/?puzzle={id}" if status == 303 else None)


def made(server, rules, options=None, token=None, **more):
    answer = ask(server, "POST", "/games", {"rules": rules, "options": options or {}, **more}, token=token)
    assert answer.status == 201, answer
    return answer.json["id"]


@pytest.fixture(scope="module")
def catalog(shared_server):
    return {game["name"]: game for game in ask(shared_server, "GET", "/rules").json["rules"]}


def test_a_link_to_a_game_shows_its_title_its_kind_and_a_picture_of_its_kind(shared_server, catalog):
    for rules, info in catalog.items():
        found = tags(shared_server, "/g/" + made(shared_server, rules, title="Sunday, 5 o'clock"))
        assert found == {"title": "Sunday, 5 o'clock", "description": f"{info['title']}. {info['summary']}",
                         "image": f"/previews/{rules}.png"}
        assert tags(shared_server, "/g/" + made(shared_server, rules))["title"] == info["title"]
        picture = ask(shared_server, "GET", found["image"])
        assert (picture.status, picture.media) == (200, "image/png") and len(picture.body) < 20_000


@pytest.mark.parametrize("path", ["/g/0000000000", "/g/room.smiths", "/g/%22%3E", "/r/nobody", "/r/No%20room"])
def test_a_link_to_nothing_that_is_known_shows_the_site(shared_server, path):
    assert tags(shared_server, path, status=404) == UNKNOWN


@pytest.mark.parametrize("title", ['"><script>alert(1)</script>', "<b>&amp;</b> 'x'", 'a"\u0301>', "한글 “5×5”"])
def test_a_title_with_markup_is_text(shared_server, title):
    plain, titled = (page(shared_server, "/g/" + new_game(shared_server, title=each).id).text for each in ("x", title))
    assert tags(shared_server, "/g/" + new_game(shared_server, title=title).id)["title"] == title
    assert plain.count("<") == titled.count("<") and plain.count(">") == titled.count(">")
    assert plain.count('"') == titled.count('"')


def anonymous_page(server, game):
    return page(server, f"/g/{game}").text.replace(game, "GAME")


def test_the_page_of_a_game_tells_nothing_that_is_hidden(shared_server):
    """Games that differ only in what is hidden have the same page, byte for byte but for its address."""
    for rules in game_kinds():
        pages = {anonymous_page(shared_server, made(shared_server, rules)) for _ in range(4)}
        assert len(pages) == 1, rules


def test_the_page_of_somebodys_game_of_the_day_tells_no_more_than_its_kind(shared_server, catalog):
    ann = new_player(shared_server)
    game = seated(shared_server, "guess", token=ann.key)
    running = anonymous_page(shared_server, game.id)
    assert running == anonymous_page(shared_server, made(shared_server, "guess"))
    guess_word(game, Answers(shared_server).of("guess", today()))
    assert anonymous_page(shared_server, game.id) == running


def test_a_sleeping_game_shows_its_title():
    with ServerProcess("--no-address-limits") as server:
        game = new_game(server, title="Sleepy")
        assert tags(server, f"/g/{game.id}")["title"] == "Sleepy"
        server.restart()
        assert tags(server, f"/g/{game.id}")["title"] == "Sleepy"


def test_a_link_to_a_room_shows_its_title(shared_server):
    ann = new_player(shared_server)
    room = ann.ask("POST", "/rooms", {"title": "The Smiths & co"}).json["room"]
    found = tags(shared_server, f"/r/{room}")
    assert found["title"] == f"{ann.name} invites you: The Smiths & co" and found["image"] == "/previews/game.png"
    assert ann.ask("PATCH", f"/rooms/{room}", {"locked": True}).status == 200
    assert tags(shared_server, f"/r/{room}")["title"] == "The Smiths & co"


def test_a_link_of_a_day_shows_the_kind_of_game(shared_server, catalog):
    for rules, kind in catalog.items():
        if kind["daily"]:
            assert tags(shared_server, f"/today/{rules}") == {
                "title": f"Today’s game: {kind['title']}", "description": kind["summary"],
                "image": f"/previews/{rules}.png"}


def test_a_stranger_reads_who_invites_to_what(shared_server, catalog):
    game = new_game(shared_server, title="Sunday")
    assert tags(shared_server, f"/g/{game.id}")["title"] == "Sunday"
    game.seat("Ann & co")
    game.seat("Ben")
    assert tags(shared_server, f"/g/{game.id}")["title"] == "Ann & co invites you: Sunday"
    plain = new_game(shared_server)
    plain.seat("Zoë")
    assert tags(shared_server, f"/g/{plain.id}")["title"] == f"Zoë invites you: {catalog['free']['title']}"
    assert plain.act("close", token=plain.host).status == 200
    assert tags(shared_server, f"/g/{plain.id}")["title"] == catalog["free"]["title"], "nobody can join any more"
    assert all_tags(shared_server, f"/g/{plain.id}")["image"] == f"{shared_server.url}/games/{plain.id}/card.png"


def test_a_bot_and_the_first_person_of_the_lobby_invite_nobody(shared_server):
    square = made(shared_server, "square")
    host = ask(shared_server, "POST", "/games", {"rules": "square"}).json
    path = f"/games/{host['id']}"
    assert ask(shared_server, "POST", f"{path}/bots", {}, token=host["host"]["token"]).status == 201
    bot, empty = (tags(shared_server, f"/g/{id}") for id in (host["id"], square))
    assert bot == empty
    assert ask(shared_server, "POST", "/games/lobby/seats", {"name": "Ann"}).status == 201
    assert "Ann" not in str(tags(shared_server, "/g/lobby"))


CREDITS = [("Sunday", "Kim Lee"), ('"5×5" & co', ""), ("", "Kim"), ("", "")]


@pytest.mark.parametrize("title, author", CREDITS)
def test_a_link_to_an_uploaded_puzzle_shows_its_title_and_author(shared_server, catalog, title, author):
    mine = upload(shared_server, title=title, author=author)
    expected = title or "A puzzle to solve"
    credits = {(True, True): f"“{title}” by {author}. ", (False, True): f"By {author}. "}
    credit = credits.get((bool(title), bool(author)), "")
    found = tags(shared_server, f"/?puzzle={mine['id']}")
    assert found["title"] == expected and found["image"] == "/previews/mini.png"
    assert found["description"] == credit + catalog["mini"]["summary"]
    game = made(shared_server, "mini", {"puzzle": mine["id"]}, mine["token"])
    assert ask(shared_server, "POST", f"/games/{game}/seats", {"name": "Zoë"}).status == 201
    shown = tags(shared_server, f"/g/{game}")
    assert shown["title"] == f"Zoë invites you: {title or catalog['mini']['title']}"
    assert shown["description"].startswith(credit)


def test_a_link_to_no_puzzle_shows_the_home_page(shared_server):
    home = page(shared_server, "/").body
    for query in ("puzzle=0000000000", "puzzle=", "puzzle=%22%3E", "puzzle=%FF", "other=1"):
        assert page(shared_server, f"/?{query}").body == home, query


@pytest.mark.unsanitized("libfaketime and the sanitizers replace the same functions")
def test_an_address_that_may_not_ask_for_puzzles_gets_the_home_page_without_a_preview():
    with StoppedServer() as server:  # whose budgets do not grow
        id = upload(server)["id"]
        home = page(server, "/").body
        assert page(server, f"/?puzzle={id}").body != home
        while ask(server, "GET", "/puzzles/0000000000").status != 429:
            pass
        assert page(server, f"/?puzzle={id}").body == home


def test_addresses_have_the_host_of_the_request():
    with ServerProcess("--no-address-limits", "--public-host", "five.example", "--base-path", "/5",
                       "--static", ROOT / "static") as server:
        site = {"url": "http://five.example/5/today/mini", "image": "http://five.example/5/previews/mini.png"}
        assert site.items() <= all_tags(server, "/5/today/mini", Host="five.example").items()
        secure = all_tags(server, "/5/today/mini", Host="five.example:8443", **{"X-Forwarded-Proto": "https"})
        assert secure["url"] == "https://five.example:8443/5/today/mini"
        local = all_tags(server, "/5/today/mini")
        assert local["image"] == f"{server.url}/5/previews/mini.png"
        assert local["url"] == f"{server.url}/5/today/mini"


def test_a_page_with_tags_is_compressed_and_revalidated(shared_server):
    path = "/g/" + new_game(shared_server, title="Zip").id
    plain, packed = page(shared_server, path), page(shared_server, path, **{"Accept-Encoding": "gzip"})
    assert packed.header("Content-Encoding") == "gzip" and len(packed.body) < len(plain.body) / 2
    other = page(shared_server, "/g/" + new_game(shared_server, title="Zap").id)
    assert len({plain.etag, packed.etag, other.etag}) == 3
    assert curl(shared_server, path, "-H", f"If-None-Match: {plain.etag}").status == 304
