"""Solutions, hidden words, rivals' boards and paused boards stay hidden in every answer."""

import re

import pytest

import leak_games
from client import ask, problem
from days import today
from guess_table import Guess
from leak_games import SOLUTIONS, seeds_with_the_same_marks
from mini_table import Mini
from server_process import ServerProcess

TRACE = ("--no-address-limits", "--log-level", "trace")


class Pair:
    """Two servers with trace logs; every scenario is played on both."""

    def __init__(self, one, two):
        self.servers = (one, two)

    def both(self, scenario, *more):
        """The answers for both secrets."""
        return [scenario(server, secret, *more) for secret, server in enumerate(self.servers)]


@pytest.fixture(scope="module")
def pair():
    with ServerProcess(*TRACE) as one, ServerProcess(*TRACE) as two:
        yield Pair(one, two)


def compare(one, two, least=100):
    """Asserts that all answers are equal, byte for byte."""
    assert one.keys() == two.keys() and len(one) >= least
    different = [name for name in one if one[name] != two[name]]
    shown = "\n\n".join(f"{name}\n{one[name][:1500]}\n-- or --\n{two[name][:1500]}" for name in different[:3])
    assert not different, f"{len(different)} answers differ: {different[:40]}\n{shown}"


def test_no_answer_depends_on_the_solution_of_a_mini(pair):
    compare(*pair.both(leak_games.answer_of_a_mini))


def test_no_answer_depends_on_a_paused_board(pair):
    compare(*pair.both(leak_games.letters_in_a_pause))


def test_no_answer_depends_on_what_a_rival_writes_in_a_mini(pair):
    compare(*pair.both(leak_games.rivals_in_a_mini))


def test_no_answer_depends_on_the_hidden_word_before_a_guess(pair):
    for _ in range(2):
        (one, word), (two, other) = pair.both(leak_games.hidden_word)
        if word != other:  # the same word has a chance of one in thousands
            break
    assert word != other, "the comparison proves nothing"
    compare(one, two)


def test_no_answer_depends_on_more_of_the_hidden_word_than_its_marks(pair):
    seeds = seeds_with_the_same_marks(pair.servers[0])
    assert seeds_with_the_same_marks(pair.servers[1]) == seeds
    compare(
        *(leak_games.word_behind_marks(server, seeds[n]) for n, server in enumerate(pair.servers)), least=50
    )


def test_no_answer_depends_on_what_a_rival_guesses(pair):
    compare(*pair.both(leak_games.rivals_in_a_word_race, 2026))


def test_no_answer_depends_on_more_of_a_lattices_solution_than_its_marks(pair):
    compare(*pair.both(leak_games.solution_of_a_lattice))


def test_no_answer_depends_on_what_a_rival_swaps(pair):
    compare(*pair.both(leak_games.rivals_in_a_lattice, 2026))


def test_no_answer_depends_on_the_solution_of_a_private_puzzle(pair):
    one, two = pair.both(leak_games.private_puzzle)
    compare(one, two, least=50)
    assert not any(re.search("HEART|STONE|FETAL|DUNCE", text) for text in (*one.values(), *two.values()))


@pytest.mark.parametrize("has_key", [True, False])
def test_no_answer_to_others_depends_on_a_running_game_of_the_day(has_key):
    """On servers without other games, because everybody sees those that have ended."""
    with ServerProcess(*TRACE) as one, ServerProcess(*TRACE) as two:
        compare(*Pair(one, two).both(leak_games.running_daily, has_key), least=300)


def test_no_answer_of_a_room_depends_on_what_a_rival_guesses(pair):
    compare(*pair.both(leak_games.rivals_in_a_room_of_words, 2027), least=400)


def test_no_answer_of_a_room_depends_on_where_a_rival_places_letters(pair):
    compare(*pair.both(leak_games.rivals_in_a_room_of_squares), least=400)


@pytest.mark.parametrize("rules", ["guess", "mini"])
def test_importing_a_document_without_its_answer_is_refused(pair, rules):
    """Computing the answer from the document's seed or day would reveal the answer of any day."""
    server = pair.servers[0]
    game = (Guess if rules == "guess" else Mini)(server, "Ann", seed=5)
    assert game.people[0].act("resign").status == 200
    document = game.ask("GET", "/export").json
    setup = {key: value for key, value in document["setup"].items() if key != "answer"}
    for seed in (setup["seed"], "0" * 16, "f" * 16):
        for options in (setup["options"], {}, {"seed": 5}, {"day": today(-1)}, {"day": today(1)}):
            forged = document | {"setup": setup | {"seed": seed, "options": options}, "events": []}
            problem(ask(server, "POST", "/games/import", forged), (400, 422))


def test_the_trace_log_contains_no_answer(pair):
    """Plays one game, because the others may run in another process."""
    pair.both(leak_games.answer_of_a_mini)
    for secret, server in enumerate(pair.servers):
        assert "trace" in server.stderr.lower(), "the log has no trace lines"
        words = [row for row in re.split("[/#]", SOLUTIONS[secret]) if len(row) > 2]
        assert [word for word in words if word in server.stderr] == []
        assert "Hint 1" not in server.stderr, "the log contains clues"
