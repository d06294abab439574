"""Solutions, hidden words, rivals' boards and paused boards stay hidden in every answer."""

import pytest

from client import ask, problem
from days import guess_word, seated, today
from game_kinds import game_kinds
from game_tables import table_of
from leak_games import scenarios
from leak_strangers_survey import StrangersSurvey
from players import new_player
from server_process import ServerProcess

TRACE = ("--no-address-limits", "--log-level", "trace")
SCENARIOS = [pytest.param(*rest, id=f"{kind}, {rest[0].__name__}") for kind, *rest in scenarios()]


@pytest.fixture(scope="module")
def pair():
    with ServerProcess(*TRACE) as one, ServerProcess(*TRACE) as two:
        yield one, two


def compare(one, two, least):
    """Asserts that all answers are equal, byte for byte."""
    assert one.keys() == two.keys() and len(one) >= least
    different = [name for name in one if one[name] != two[name]]
    shown = "\n\n".join(f"{name}\n{one[name][:1500]}\n-- or --\n{two[name][:1500]}" for name in different[:3])
    assert not different, f"{len(different)} answers differ: {different[:40]}\n{shown}"


@pytest.mark.parametrize("scenario, least", SCENARIOS)
def test_no_answer_depends_on_what_is_hidden(pair, scenario, least):
    compare(*scenario(pair), least)


def running_daily(server, has_moved, has_key):
    """A game of the day in which either nothing has happened, or a word is marked and another one begun."""
    game = seated(server, "guess", name="Ann", token=new_player(server).key if has_key else None)
    if has_moved:
        guess_word(game, "CRANE"), game.ask("POST", "/cursor", {"cell": 7})
        assert game.ask("PATCH", "/board", {"cells": {"5": "S", "6": "L"}}).status == 200
    return StrangersSurvey(game).run("running")


@pytest.mark.parametrize("has_key", [True, False])
def test_no_answer_to_others_depends_on_a_running_game_of_the_day(has_key):
    """On servers without other games, because everybody sees those that have ended."""
    with ServerProcess(*TRACE) as one, ServerProcess(*TRACE) as two:
        compare(running_daily(one, False, has_key), running_daily(two, True, has_key), least=300)


@pytest.mark.parametrize("kind", game_kinds())
def test_importing_a_document_without_its_answer_is_refused(server, kind):
    """Computing the answer from the document's seed or day would reveal the answer of any day."""
    document = table_of(kind).played(server)[0].ask("GET", "/export").json
    if "answer" not in document["setup"]:
        return
    setup = {key: value for key, value in document["setup"].items() if key != "answer"}
    for seed in (setup["seed"], "0" * 16, "f" * 16):
        for options in (setup["options"], {}, {"seed": 5}, {"day": today(-1)}, {"day": today(1)}):
            forged = document | {"setup": setup | {"seed": seed, "options": options}, "events": []}
            problem(ask(server, "POST", "/games/import", forged), (400, 422))
