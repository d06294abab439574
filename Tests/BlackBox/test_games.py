"""Creating and listing games. RefusedValueTests has what is refused."""

import re

import pytest

from client import accepted, ask, new_game, problem
from fold import EMPTY, Copy


def create(server, **body):
    return ask(server, "POST", "/games", body)


def games_of(answer):
    assert answer.status == 200, answer
    return answer.json["games"]


def walk(server, target):
    """The games of all pages, by following the links, and the number of pages."""
    found, pages = [], 0
    while target:
        answer = ask(server, "GET", target)
        found += games_of(answer)
        pages += 1
        assert pages < 500
        link = re.search(r'<([^>]+)>\s*;\s*rel="?next"?', answer.header("Link") or "")
        target = link and link.group(1)
        target = re.sub(r"^http://[^/]+", "", target) if target else None
    return found, pages


def test_creating_a_game_returns_its_location_and_once_its_host_token(server):
    answer = create(server, rules="free", options={"open": False}, title="Tuesday", public=True)
    assert answer.status == 201
    game = answer.json
    assert answer.header("Location") == f"/games/{game['id']}"
    assert len(game["host"]["token"]) >= 22, "128 random bits or more"
    assert (game["rules"], game["title"]) == ("free", "Tuesday")
    assert (game["state"], game["sequence"]) == ("playing", 0)
    assert game["open"] is False and game["seats"] == []
    shown = ask(server, "GET", answer.header("Location"))
    assert shown.status == 200 and "host" not in shown.json and game["host"]["token"] not in shown.text


def test_a_game_has_all_documented_keys(server):
    game = new_game(server, title="All of it")
    shown = game.show()
    keys = "id rules title options state sequence hash open seats boards"
    keys += " clock spectators actions prompts created"
    assert set(keys.split()) <= shown.keys()
    assert (shown["id"], shown["open"], shown["prompts"], shown["spectators"]) == (game.id, True, [], 0)
    assert {"elapsed", "running"} <= shown["clock"].keys()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", shown["created"])
    (board,) = shown["boards"]
    assert board == game.board() and board["text"] == EMPTY
    assert shown["hash"] == board["hash"] == Copy().hash


def test_a_game_starts_with_the_board_in_its_options(server):
    game = new_game(server, board="CAT../....#/...../...../.....")
    assert game.board()["text"] == "CAT../....#/...../...../....."
    assert game.sequence == 0 and game.board()["hash"] == Copy(0, "CAT../....#/...../...../.....").hash


def test_a_game_that_is_refused_is_not_created(server):
    for body, code in (
        ({"rules": "chess"}, "unknown-rules"),
        ({"title": "x" * 81}, "invalid-value"),
        ({"options": {"board": "CAT"}}, "invalid-value"),
        ({"Title": "x"}, "unknown-key"),
    ):
        problem(create(server, **body), 422, code)
    problem(ask(server, "GET", "/games?limit=0"), 400, "invalid-query")


@pytest.mark.parametrize("title, kept", [("x" * 80,) * 2, ("<b>日曜日</b>",) * 2, ("Zoe\u0308", "Zoë")])
def test_a_title_of_up_to_80_characters_is_kept_in_nfc(server, title, kept):
    assert new_game(server, title=title).show()["title"] == kept


def test_public_games_are_listed_newest_first_and_private_ones_are_not(server):
    made = [new_game(server, title=f"listed {number}", public=True).id for number in range(5)]
    hidden = new_game(server, public=False).id
    found, _ = walk(server, "/games")
    ids = [game["id"] for game in found]
    assert [id for id in ids if id in made] == made[::-1]
    assert hidden not in ids


def test_the_list_is_paged_by_link_headers(server):
    made = [new_game(server, public=True).id for _ in range(7)]
    found, pages = walk(server, "/games?limit=3")
    ids = [game["id"] for game in found]
    assert len(ids) == len(set(ids)) and [id for id in ids if id in made] == made[::-1]
    assert pages >= 3 and len(games_of(ask(server, "GET", "/games?limit=3"))) == 3


def test_new_games_do_not_shift_later_pages(server):
    made = [new_game(server, public=True).id for _ in range(4)]
    first = ask(server, "GET", "/games?limit=2")
    new_game(server, public=True)
    link = re.search(r"<([^>]+)>", first.header("Link")).group(1)
    second = games_of(ask(server, "GET", re.sub(r"^http://[^/]+", "", link)))
    assert [game["id"] for game in games_of(first) + second] == made[::-1]


def test_the_list_is_filtered_by_rules_and_state(server):
    playing, finished = new_game(server, public=True), new_game(server, public=True)
    accepted(finished.act("close", token=finished.host))
    ids = {
        state: {game["id"] for game in walk(server, f"/games?state={state}&rules=free")[0]}
        for state in ("playing", "finished")
    }
    assert playing.id in ids["playing"] and finished.id in ids["finished"]
    assert finished.id not in ids["playing"] and playing.id not in ids["finished"]


def test_no_list_and_no_log_contains_a_token(server):
    game = new_game(server, public=True)
    ann = game.seat()
    own = (game.path, game.path + "/history", game.path + "/actions")
    for path in ("/games", *own, "/metrics", "/openapi.json"):
        text = ask(server, "GET", path).text
        assert ann.token not in text and game.host not in text, path
    assert ann.token not in server.stderr and game.host not in server.stderr
