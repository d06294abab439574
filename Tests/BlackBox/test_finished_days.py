"""A finished game of the day shows its letters to players who have finished the same task; others see squares."""

import pytest

from client import Game, ask, problem
from contract_calls import calls_of_a_game
from days import daily_kinds, guess_word, open_daily, place_all, seated, today
from players import link, new_player
from streams import Stream

# What the contract gives to everybody: the game without letters, as JSON or as a stream, and the squares.
OPEN = [("GET", ""), ("GET", "/events"), ("GET", "/share")]
CLOSED = [(method, path, body) for method, path, body in calls_of_a_game() if (method, path) not in OPEN]
# Every field of a game's JSON that has letters, or tells something about them.
TELLING = {"value", "answer", "text", "words", "cells", "clues", "round", "called", "row", "marks", "puzzle", "seed"}


def end(game):
    if game.show()["rules"] == "square":
        place_all(game)  # a bot would play on for somebody who gives up
    else:
        read(game.me.act("resign"))
    assert game.show()["state"] == "finished"
    return game


@pytest.fixture(scope="module")
def finished(shared_server):
    """Ann's finished game of today, of each kind."""
    games = {kind: seated(shared_server, kind, token=new_player(shared_server).key) for kind in daily_kinds()}
    guess_word(games["guess"], "CRANE")
    return {kind: end(game) for kind, game in games.items()}


def strangers(server, kind):
    """Tokens that open no letters yet: none, a new key, one that still plays, and one that finished another day."""
    playing, earlier = (new_player(server, "Mal").key for _ in range(2))
    seated(server, kind, token=playing)
    end(seated(server, kind, today(-3), token=earlier))
    return {"nobody": None, "a player": new_player(server, "Mal").key, "one who plays": playing, "earlier": earlier}


def read(answer):
    assert answer.status == 200, answer
    return answer.json


def names(json):
    """The names of all fields in `json`, outside its lexicon and scoring, which are the same for every game; a count of
    cells is not one."""
    if isinstance(json, list):
        return {name for each in json for name in names(each)}
    if not isinstance(json, dict):
        return set()
    fields = {key for key, each in json.items() if (key, type(each)) != ("cells", int)}
    return fields | {name for key, each in json.items() if key not in ("lexicon", "scoring") for name in names(each)}


@pytest.mark.parametrize("method, path, body", CLOSED, ids=[f"{method} {path}" for method, path, _ in CLOSED])
def test_every_call_that_has_letters_is_refused_to_those_who_have_not_finished(server, finished, method, path, body):
    game = finished["guess"]
    for who, token in strangers(server, "guess").items():
        sent = {"name": "Mal"} if path == "/seats" and token is None else body
        assert problem(ask(server, method, game.path + path, sent, token=token), 403, "task-unfinished"), who


@pytest.mark.parametrize("kind", daily_kinds())
def test_those_who_have_not_finished_see_squares_and_no_letter(server, finished, kind):
    game = Game(server, finished[kind].id)
    whole = finished[kind].show()
    for who, token in strangers(server, kind).items():
        shown = read(game.ask("GET", token=token))
        assert shown["taskUnfinished"] and shown["boards"] == [] and not names(shown) & TELLING, who
        assert shown["state"] == "finished" and shown["result"]["seconds"] == whole["result"]["seconds"]
        assert shown["hash"] != whole["hash"]
        for path in ("/board", "/board.txt", "/board.svg", "/boards/0", "/board?at=1", "/history", "/export"):
            problem(game.ask("GET", path, token=token), 403, "task-unfinished")
        squares = game.ask("GET", "/share", token=token)
        assert squares.status == 200 and squares.body == finished[kind].ask("GET", "/share").body, who


@pytest.mark.parametrize("after", [None, 0, 1, 999])
def test_a_stream_shows_the_game_without_letters_and_no_events(server, finished, after):
    """Whatever the client says that it has seen, and beside other games."""
    game = finished["guess"]
    query = "" if after is None else f"after={after}"
    for path in (f"{game.path}/events?{query}", f"/events?games=lobby,{game.id}&after={game.id}:{after or 0}"):
        with Stream(server, path) as stream:
            while True:
                event = stream.next()
                if event.name == "snapshot" and event.data["id"] == game.id:
                    break
            assert event.data["taskUnfinished"] and not names(event.data) & TELLING


@pytest.mark.parametrize("kind", daily_kinds())
def test_who_finishes_the_same_task_sees_the_letters(server, finished, kind):
    game, ben = Game(server, finished[kind].id), new_player(server, "Ben")
    own = seated(server, kind, token=ben.key)
    path = "/boards/1" if finished[kind].show()["privateBoards"] else "/board"
    problem(game.ask("GET", path, token=ben.key), 403, "task-unfinished")
    end(own)
    board = read(finished[kind].ask("GET", path))
    assert read(game.ask("GET", path, token=ben.key)) == board
    assert board in read(game.ask("GET", token=ben.key))["boards"]
    for other in ("/history", "/export", "/events"):
        assert game.ask("HEAD", other, token=ben.key).status == 200, other
    # Another device of the same player, which has not been seen before.
    phone = link(server, ben.code()).json["key"]
    assert read(game.ask("GET", path, token=phone)) == board
    # A task of the same day by other rules.
    for other in set(daily_kinds()) - {kind}:
        problem(Game(server, finished[other].id).ask("GET", "/board", token=ben.key), 403, "task-unfinished")


def test_a_game_without_a_key_hides_its_letters_too(server):
    zoe = end(seated(server, "guess", name="Zoe"))
    problem(Game(server, zoe.id).ask("GET", "/board"), 403, "task-unfinished")
    assert read(zoe.ask("GET", "/board"))


def test_a_day_that_is_over_everywhere_hides_nothing(server):
    ann = new_player(server)
    game = end(seated(server, "guess", today(-2), token=ann.key))
    shown = read(Game(server, game.id).ask("GET"))
    assert shown["boards"] and shown["result"]["answer"] and "taskUnfinished" not in shown
    assert open_daily(server, "guess", today(-2), ann.key).id == game.id


def test_answers_differ_by_viewer_for_caches(server, finished):
    for path in ("", "/board"):
        assert "Authorization" in finished["guess"].ask("GET", path).header("Vary")
