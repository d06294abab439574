"""Scenarios of guess games for the leak tests."""

from guess_reference import marks_of
from guess_table import Guess, accepted, answer_by
from leak_games import on_both, room_of_rivals
from leak_short_survey import ShortSurvey

SEED = 2026


def the_hidden_word(servers):
    """Shared games without a seed; letters are written, but no word is submitted."""
    for _ in range(2):
        (one, word), (two, other) = (play_unseeded(server) for server in servers)
        if word != other:  # the same word has a chance of one in thousands
            return one, two
    raise AssertionError("the comparison proves nothing")


def play_unseeded(server):
    game = Guess(server, "Ann", mode="together", hard=True, public=True)
    game.people.append(game.seat("Ben"))
    survey = ShortSurvey(game, "word")
    accepted(game.write("CRAN")), game.submit()
    accepted(game.people[1].edit(4, "Q")), game.submit(2)
    survey.run("written", [("POST", f"{game.path}/actions/submit", {}, {})])
    answers = survey.end()
    accepted(game.act("close", token=game.host))
    return answers, game.result["answer"]


def more_of_the_hidden_word_than_its_marks(servers):
    """One guess, with the same marks for both words."""
    seeds = seeds_with_the_same_marks(servers[0])
    assert seeds_with_the_same_marks(servers[1]) == seeds
    return [play_one_guess(server, seed) for server, seed in zip(servers, seeds, strict=True)]


def seeds_with_the_same_marks(server, guess="CRANE"):
    """Two seeds with different words for which this guess has the same marks."""
    seen = {}
    for seed in range(100):
        answer = answer_by(server, seed)
        other = seen.setdefault(marks_of(guess, answer), (seed, answer))
        if other[1] != answer and guess != answer:
            return other[0], seed
    raise AssertionError("the guess has different marks for each of a hundred words")


def play_one_guess(server, seed):
    game = Guess(server, "Ann", seed=seed, public=True)
    survey = ShortSurvey(game, "marks")
    game.guess("CRANE"), accepted(game.write("SLO"))
    survey.run("submitted", [("POST", f"{game.path}/actions/submit", {}, {})])
    return survey.end()


def words_with_the_same_marks(answer):
    """Two guesses with the same marks."""
    seen = {}
    for word in ("CRANE", "SLOTH", "BUMPY", "MIGHT", "SPEED", "LLAMA", "FUZZY", "JUICY", "VIVID"):
        other = seen.setdefault(marks_of(word, answer), word)
        if other != word and answer not in (word, other):
            return other, word
    raise AssertionError(f"no two of these words have the same marks for {answer}")


@on_both
def the_guesses_of_a_rival(server, secret):
    """Ben's guesses differ, but not their marks, which everybody sees."""
    game = Guess(server, "Ann", "Ben", "Eve", mode="race", public=True, begin=False, seed=SEED)
    survey = ShortSurvey(game, "words", hidden=(2,))
    accepted(game.act("start", token=game.host))
    return guess_apart(game, survey, secret)


@on_both
def the_guesses_of_a_rival_in_a_room(server, secret):
    game, survey = room_of_rivals(server, "guess", mode="race", seed=SEED)
    return guess_apart(game, survey, secret)


def guess_apart(game, survey, secret):
    pair = words_with_the_same_marks(answer_by(game.server, SEED))
    game.guess("CRANE", 1)
    game.ask("POST", "/cursor", {"cell": secret}, token=game.people[1].token)
    game.guess(pair[secret], 2)
    accepted(game.write(("ABC", "XYZ")[secret], 2))
    game.submit(2)
    accepted(game.write("S", 1))
    survey.run("submitted")
    return survey.end()


SCENARIOS = {
    the_hidden_word: 100,
    more_of_the_hidden_word_than_its_marks: 50,
    the_guesses_of_a_rival: 100,
    the_guesses_of_a_rival_in_a_room: 400,
}
