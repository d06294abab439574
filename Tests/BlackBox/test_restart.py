"""After a restart everything is as it was: boards, seats, tokens, lists, the past, and what may be undone."""

import signal

import pytest

from client import accepted, ask, eventually, lobby, new_game, problem
from fold import Copy
from pictures import listing, moments, picture

ENDINGS = pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["SIGTERM", "kill -9"])


def play(server, **kind):
    """A game in which two people have done a little of everything."""
    game = new_game(server, **kind)
    game.ann, game.ben, gone = game.seat("Ann", colour="#2a9d8f"), game.seat("Zoë 👪"), game.seat("Gone")
    accepted(game.ann.edit("a1", "A")), accepted(game.ben.edit("b1", "B"))
    accepted(game.ann.edit("b1", "C")), accepted(gone.edit("d1", "E"))
    accepted(game.ask("PATCH", "/board", {"cells": {"6": "X", "7": "Y"}}, token=game.ben.token))
    accepted(game.ben.act("recolour", {"colour": "#112233"}))
    accepted(game.ann.act("undo"))
    assert game.ask("DELETE", f"/seats/{gone.number}", token=game.host).status == 204
    game.gone = gone
    return game


@pytest.fixture
def games(own_free_server):
    """Games in every state: one goes on, one asks, one is frozen, one is over, one is new; and the house."""
    made = {
        "public": play(own_free_server, title="Sunday & “more”", public=True),
        "private": play(own_free_server, open=False, board="...../...../...../...../CAT#."),
        "asking": play(own_free_server),
        "frozen": play(own_free_server, public=True),
        "over": play(own_free_server, public=True, title="Over"),
        "new": new_game(own_free_server, public=True),
    }
    accepted(made["asking"].ann.act("clear"))
    accepted(made["frozen"].act("lock", token=made["frozen"].host))
    accepted(made["over"].act("close", token=made["over"].host))
    house = made["house"] = lobby(own_free_server)
    house.seat("Host of nobody")
    house.edit("c3", "L")
    return made


def tokens(game):
    return [game.ann.token, game.ben.token] if hasattr(game, "ann") else []


@ENDINGS
def test_everything_that_can_be_seen_of_a_game_is_the_same(own_free_server, games, ending):
    before = {name: picture(game, *tokens(game)) for name, game in games.items()}
    own_free_server.restart(ending)
    for name, game in games.items():
        assert picture(game, *tokens(game)) == before[name], name


@ENDINGS
def test_the_list_of_public_games_is_the_same_and_new_ones_come_first(own_free_server, games, ending):
    before = listing(own_free_server)
    own_free_server.restart(ending)
    assert listing(own_free_server) == before
    younger = new_game(own_free_server, public=True)
    playing = listing(own_free_server)[0]
    ids = [game["id"] for game in (playing["games"] if isinstance(playing, dict) else playing)]
    assert ids[0] == younger.id and games["private"].id not in ids


@ENDINGS
def test_the_board_of_every_earlier_moment_is_the_same(own_free_server, games, ending):
    before = {name: moments(game) for name, game in games.items()}
    own_free_server.restart(ending)
    for name, game in games.items():
        assert moments(game) == before[name], name
        assert before[name][-1][0] == 404, "beyond the last there is nothing"


@ENDINGS
def test_the_tokens_of_seats_and_hosts_still_open_what_they_opened(own_free_server, games, ending):
    own_free_server.restart(ending)
    for name in ("public", "private"):
        game = games[name]
        (event,) = accepted(game.ann.edit("d4", "Q"))["events"]
        assert event["by"] == game.ann.number
        accepted(game.ben.act("recolour", {"colour": "#445566"}))
        accepted(game.act("lock", token=game.host))
        problem(game.ann.edit("d4", "R"), 423, "board-locked")
        accepted(game.act("unlock", token=game.host))
        assert game.seat("Late").number == 3, "the seat that was left is free"


@ENDINGS
def test_tokens_that_were_worth_nothing_stay_so(own_free_server, games, ending):
    own_free_server.restart(ending)
    game = games["private"]
    with game.unchanged():
        problem(game.gone.edit(20, "A"), 401, "unknown-token")
        problem(game.edit(20, "A"), 401, "token-needed")
        problem(game.edit(20, "A", token=games["public"].ann.token), 401, "unknown-token")
        problem(game.act("lock", token=games["public"].host), 401, "unknown-token")
        problem(game.act("lock", token=game.ann.token), 403, "not-allowed")


@ENDINGS
def test_a_result_stays_and_what_is_over_stays_over(own_free_server, games, ending):
    game = games["over"]
    result = game.show()["result"]
    own_free_server.restart(ending)
    assert game.show()["result"] == result and game.show()["state"] == "finished"
    with game.unchanged():
        problem(game.ann.edit(0, "Z"), 409, "game-finished")


@ENDINGS
def test_a_prompt_waits_for_its_answer(own_free_server, games, ending):
    game = games["asking"]
    (prompt,) = game.show()["prompts"]
    own_free_server.restart(ending)
    with game.unchanged():
        problem(game.ann.act("clear"), 409, "already-asked")
        problem(game.ann.answer(prompt["id"], 1), 403, "not-allowed")
    accepted(game.ben.answer(prompt["id"], 1))
    assert set(game.board()["text"]) <= set("./") and game.show()["prompts"] == []
    own_free_server.restart(ending)
    opened = accepted(game.ben.edit(0, "A")) and accepted(game.ben.act("clear"))["events"][0]["prompt"]
    assert opened["id"] == prompt["id"] + 1, "prompts are numbered on"


@ENDINGS
def test_what_was_written_before_can_be_undone_after(own_free_server, ending):
    game = new_game(own_free_server)
    ann, ben = game.seat("Ann"), game.seat("Ben")
    ann.edit(0, "A"), ben.edit(1, "B")
    own_free_server.restart(ending)
    assert "undo" in str(game.ask("GET", "/actions", token=ann.token).json)
    (event,) = accepted(ann.act("undo"))["events"]
    assert (event["cell"], event["value"], event["previous"], event["cause"]) == (0, "", "A", "undo")
    own_free_server.restart(ending)
    with game.unchanged():
        problem(ann.act("undo"), 409, "nothing-to-undo")
    ann.edit(1, "X")
    own_free_server.restart(ending)
    with game.unchanged():
        problem(ben.act("undo"), 409, "nothing-to-undo")


def test_ten_restarts_in_a_row_lose_nothing_and_add_nothing(own_free_server):
    game = new_game(own_free_server)
    for number in range(10):
        assert accepted(game.edit(number, "ABCDEFGHIJ"[number]))["sequence"] == number + 1
        own_free_server.restart([signal.SIGKILL, signal.SIGTERM][number % 2])
        assert own_free_server.exit_code is None and game.sequence == number + 1
    assert game.board()["text"] == "ABCDE/FGHIJ/...../...../....."
    assert [event["value"] for event in game.history()] == list("ABCDEFGHIJ")


@ENDINGS
def test_a_game_of_2000_events_comes_back_equal(own_free_server, ending):
    game = new_game(own_free_server)
    for turn in range(80):
        game.fill("ABCDEFG"[turn % 7])
    wanted = (0, 1, 127, 128, 129, 1000, 1919, 1920, 1999, 2000)
    before = picture(game), [game.ask("GET", f"/board?at={number}").body for number in wanted]
    own_free_server.restart(ending)
    assert (picture(game), [game.ask("GET", f"/board?at={number}").body for number in wanted]) == before
    copy = Copy()
    for event in game.history():
        copy.apply(event)
    assert (copy.sequence, copy.hash) == (2000, game.board()["hash"])


def test_the_house_board_is_there_from_the_first_moment_after_a_kill_at_once(own_free_server):
    for _ in range(3):
        own_free_server.restart(signal.SIGKILL)
        assert ask(own_free_server, "GET", "/healthz").status == 200
        eventually(lambda: ask(own_free_server, "GET", "/readyz").status == 200, 3, "being ready")
        assert lobby(own_free_server).show()["title"] == "The house board"
