"""A restart preserves everything: boards, seats, tokens, lists, replay and undo."""

import signal

import pytest

from client import accepted, ask, eventually, lobby, new_game, problem
from fold import Copy
from visible_state import public_games, replayed_boards, visible_state

ENDINGS = pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["SIGTERM", "kill -9"])


def play(server, **kind):
    """A game with most kinds of events: two players, and a third one that the host has removed."""
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
    """Games in every state, and the lobby."""
    made = {
        "public": play(own_free_server, title="Sunday & “more”", public=True),
        "private": play(own_free_server, open=False, board="...../...../...../...../CAT#."),
        "prompting": play(own_free_server),
        "locked": play(own_free_server, public=True),
        "closed": play(own_free_server, public=True, title="Over"),
        "new": new_game(own_free_server, public=True),
    }
    accepted(made["prompting"].ann.act("clear"))
    accepted(made["locked"].act("lock", token=made["locked"].host))
    accepted(made["closed"].act("close", token=made["closed"].host))
    made["lobby"] = lobby(own_free_server)
    made["lobby"].seat("Ann")
    made["lobby"].edit("c3", "L")
    return made


def tokens(game):
    return [game.ann.token, game.ben.token] if hasattr(game, "ann") else []


@pytest.mark.smoke
@ENDINGS
def test_everything_that_clients_can_see_is_unchanged(own_free_server, games, ending):
    def seen():
        shown = {name: (visible_state(game, *tokens(game)), replayed_boards(game)) for name, game in games.items()}
        return shown, public_games(own_free_server)

    before = seen()
    own_free_server.restart(ending)
    assert seen() == before
    for name, (_, boards) in before[0].items():
        assert boards[-1][0] == 404, (name, "a sequence number past the last is 404")
    younger = new_game(own_free_server, public=True)
    playing = public_games(own_free_server)[0]
    ids = [game["id"] for game in (playing["games"] if isinstance(playing, dict) else playing)]
    assert ids[0] == younger.id and games["private"].id not in ids, "new games come first"


@ENDINGS
def test_seat_and_host_tokens_keep_their_permissions(own_free_server, games, ending):
    own_free_server.restart(ending)
    for name in ("public", "private"):
        game = games[name]
        (event,) = accepted(game.ann.edit("d4", "Q"))["events"]
        assert event["by"] == game.ann.number
        accepted(game.ben.act("recolour", {"colour": "#445566"}))
        accepted(game.act("lock", token=game.host))
        problem(game.ann.edit("d4", "R"), 423, "board-locked")
        accepted(game.act("unlock", token=game.host))
        assert game.seat("Late").number == 3, "the seat of the removed player is free"


@ENDINGS
def test_what_was_refused_stays_refused(own_free_server, games, ending):
    own_free_server.restart(ending)
    game, closed = games["private"], games["closed"]
    with game.unchanged():
        problem(game.gone.edit(20, "A"), 401, "unknown-token")
        problem(game.edit(20, "A"), 401, "token-needed")
        problem(game.edit(20, "A", token=games["public"].ann.token), 401, "unknown-token")
        problem(game.act("lock", token=games["public"].host), 401, "unknown-token")
        problem(game.act("lock", token=game.ann.token), 403, "not-allowed")
    with closed.unchanged():
        problem(closed.ann.edit(0, "Z"), 409, "game-finished")


@ENDINGS
def test_an_open_prompt_can_still_be_answered(own_free_server, games, ending):
    game = games["prompting"]
    (prompt,) = game.show()["prompts"]
    own_free_server.restart(ending)
    with game.unchanged():
        problem(game.ann.act("clear"), 409, "already-asked")
        problem(game.ann.answer(prompt["id"], 1), 403, "not-allowed")
    accepted(game.ben.answer(prompt["id"], 1))
    assert set(game.board()["text"]) <= set("./") and game.show()["prompts"] == []
    own_free_server.restart(ending)
    opened = accepted(game.ben.edit(0, "A")) and accepted(game.ben.act("clear"))["events"][0]["prompt"]
    assert opened["id"] == prompt["id"] + 1, "the ids of prompts continue"


@ENDINGS
def test_an_edit_before_the_restart_can_be_undone_after_it(own_free_server, ending):
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


def test_four_restarts_in_a_row_lose_nothing_and_add_nothing(own_free_server):
    game = new_game(own_free_server)
    for number in range(4):
        assert accepted(game.edit(number, "ABCD"[number]))["sequence"] == number + 1
        own_free_server.restart([signal.SIGKILL, signal.SIGTERM][number % 2])
        assert own_free_server.exit_code is None and game.sequence == number + 1
    assert game.board()["text"] == "ABCD./...../...../...../....."
    assert [event["value"] for event in game.history()] == list("ABCD")


@ENDINGS
def test_a_game_of_2000_events_is_restored_unchanged(own_free_server, ending):
    game = new_game(own_free_server)
    for turn in range(80):
        game.fill("ABCDEFG"[turn % 7])
    wanted = (0, 1, 127, 128, 129, 1000, 1919, 1920, 1999, 2000)
    before = visible_state(game), [game.ask("GET", f"/board?at={number}").stable_body for number in wanted]
    own_free_server.restart(ending)
    assert (visible_state(game), [game.ask("GET", f"/board?at={number}").stable_body for number in wanted]) == before
    copy = Copy()
    for event in game.history():
        copy.apply(event)
    assert (copy.sequence, copy.hash) == (2000, game.board()["hash"])


def test_the_lobby_is_available_right_after_a_kill(own_free_server):
    for _ in range(3):
        own_free_server.restart(signal.SIGKILL)
        assert ask(own_free_server, "GET", "/healthz").status == 200
        eventually(lambda: ask(own_free_server, "GET", "/readyz").status == 200, what="readiness")
        assert lobby(own_free_server).show()["title"] == "The house board"
