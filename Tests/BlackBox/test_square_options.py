"""Options of a word square that are refused, by what is wrong with them."""

import pytest

import json_corpus
from client import Wire, ask, problem
from square_table import create

JSON = {"Content-Type": "application/json"}
BAD = [
    {"end": "never"},
    {"end": 25},
    {"clock": 60},
    {"clock": []},
    {"clock": {"call": 0, "place": 45}},
    {"clock": {"call": 60, "place": 3601}},
    {"clock": {"call": -1, "place": 1}},
    {"clock": {"call": "60", "place": 45}},
    {"clock": {"call": 10**30, "place": 45}},
    {"clock": {"call": 60, "place": 45, "think": 5}},
    {"clock": "none"},
    {"clock": True},
    {"seed": -1},
    {"seed": 2**53},
    {"seed": 1.5},
    {"seed": "5"},
    {"seed": []},
    {"seed": 10**40},
    {"open": True},
    {"board": "...../...../...../...../....."},
    {"seats": 4},
    {"level": "hard"},
    {"Preset": "family"},
]


@pytest.mark.parametrize("options", BAD, ids=lambda options: str(options)[:50])
def test_an_option_out_of_bounds_makes_no_game(server, options):
    problem(create(server, **options), 422, ("invalid-value", "unknown-key"))


@pytest.mark.parametrize("key", ["colour", "presets", "Clock", "limit"])
def test_an_unknown_option_is_refused_by_name(server, key):
    body = problem(create(server, **{key: 1}), 422, "unknown-key")
    assert key in body["detail"]


@pytest.mark.parametrize("lexicon", ["xx", "EN", "../en", "en-common"])
def test_an_unknown_lexicon_is_refused(server, lexicon):
    problem(create(server, lexicon=lexicon), 422, "unknown-lexicon")


@pytest.mark.parametrize("lexicon", [5, [], True, {}])
def test_a_lexicon_is_named_by_text(server, lexicon):
    problem(create(server, lexicon=lexicon), 422, "invalid-value")


@pytest.mark.parametrize("seed", [0, 1, 2**53 - 1])
def test_seeds_go_to_the_largest_whole_number_that_json_keeps(server, seed):
    assert create(server, seed=seed).json["options"]["seed"] == seed


@pytest.mark.parametrize("clock", [{"call": 1, "place": 1}, {"call": 3600, "place": 3600}, None])
def test_a_clock_has_one_second_to_an_hour_or_is_none(server, clock):
    assert create(server, clock=clock).status == 201


def test_half_a_clock_is_completed_or_refused(server):
    """The contract leaves it open; it is never an error of the server."""
    assert create(server, clock={"call": 30}).status in (201, 422)
    assert create(server, clock={}).status in (201, 422)


def is_whole(value):
    """Whether the JSON is a whole number, however it is written: such a number may be a seed."""
    try:
        return float(value).is_integer()
    except ValueError:
        return False


def test_every_value_of_the_corpus_is_refused_as_an_option(server):
    with Wire(server, timeout=20) as wire:
        for key in (b"preset", b"points", b"extras", b"clock", b"seed"):
            for kind, value in json_corpus.values:
                body = b'{"rules":"square","options":{"' + key + b'":' + value + b"}}"
                answer = ask(server, "POST", "/games", body, JSON, wire=wire)
                if kind == "i":
                    assert answer.status in (201, 400, 422), (key, value, answer)
                elif value.strip() in (b"null", b"{}") or kind == "y" and is_whole(value):
                    assert answer.status in (201, 422), (key, value, answer)
                else:
                    problem(answer, (400, 413, 422))


def test_deep_options_are_refused(server):
    body = b'{"rules":"square","options":{"points":' + b'{"3":' * 50 + b"1" + b"}" * 52
    problem(ask(server, "POST", "/games", body, JSON), 400, "malformed-json")
