"""A running game of the day belongs to its player: nobody else can read it, join it or act in it."""

import pytest

from client import Game, accepted, ask, new_game, problem
from contract_calls import calls_of_a_game
from days import guess_word, seated
from players import new_player
from visible_state import stable_fields

CALLS = calls_of_a_game()


@pytest.fixture(scope="module")
def games(shared_server):
    """Ann plays today's hidden word with a key, and Zoe without one."""
    keyed = seated(shared_server, "guess", token=new_player(shared_server).key)
    made = [keyed, seated(shared_server, "guess", name="Zoe")]
    for game in made:
        guess_word(game, "CRANE")
    return made


def strangers(server):
    """The tokens of people who do not play the game: nobody, a player, and the holder of another seat."""
    return {"nobody": None, "a player": new_player(server, "Mal").key}


def test_the_document_declares_every_kind_of_call():
    assert {"GET", "POST", "PUT", "PATCH", "DELETE"} == {method for method, _, _ in CALLS} and len(CALLS) > 20


@pytest.mark.parametrize("method, path, body", CALLS, ids=[f"{method} {path or '/'}" for method, path, _ in CALLS])
def test_every_call_of_the_contract_is_refused_to_everybody_else(server, games, method, path, body):
    for game in games:
        before = stable_fields(game.show())
        for who, token in strangers(server).items():
            # A seat is taken with a name without a key, and without one with a key.
            sent = {"name": "Mal"} if path == "/seats" and token is None else body
            answer = ask(server, method, game.path + path, sent, token=token)
            assert problem(answer, 403, "personal-game"), who
        for token in (new_game(server).seat("Mal").token, "key-" + "0" * 32, "0" * 32):
            problem(ask(server, method, game.path + path, body, token=token), 401, "unknown-token")
        assert stable_fields(game.show()) == before


@pytest.mark.parametrize("kind", ["with a key", "without a key"])
def test_every_board_in_every_form_and_state_is_refused_alike(server, games, kind):
    """Whether a board, a sequence or a tag exists is not told either."""
    game = Game(server, games[kind == "without a key"].id)
    refusals = set()
    for token in strangers(server).values():
        for number in ("", "s/0", "s/1", "s/2"):
            for query in ("", "?at=0", "?at=5", "?at=999", "?after=0", "?after=999&wait=1"):
                for headers in ({}, {"If-None-Match": '"5"'}, {"Accept": "text/plain"}, {"Accept": "text/x-ansi"}):
                    answer = game.ask("GET", f"/board{number}{query}", headers=headers, token=token)
                    problem(answer, 403, "personal-game")
                    refusals.add(answer.stable_body)
    assert len(refusals) == 1


def test_the_player_sees_it_with_every_token_of_the_seat(games):
    keyed, keyless = games
    for game in (keyed, keyless):
        for path in ("", "/board", "/board.txt", "/history", "/actions", "/events"):
            assert game.ask("HEAD", path).status == 200, path
    assert accepted(keyless.edit(7, "A"))["events"] and accepted(keyed.edit(7, "B"))["events"]
