"""Bodies of nonsense: each analysis refuses them, and the connection and the server live on."""

import pytest

import json_corpus
from client import Wire, ask, problem

JSON = {"Content-Type": "application/json"}
KINDS = ["score", "candidates", "fill", "place"]
EMPTY = "/".join(["....."] * 5)


@pytest.mark.parametrize("kind", KINDS)
def test_the_corpus_of_json_is_refused(server, kind):
    with Wire(server, timeout=20) as wire:
        for known, body in json_corpus.cases:
            answer = ask(server, "POST", f"/analysis/{kind}", body, JSON, wire=wire)
            if known == "n":
                problem(answer, 400, "malformed-json")
            else:
                problem(answer, (400, 413, 422))
        assert ask(server, "GET", "/healthz", wire=wire).status == 200


@pytest.mark.parametrize("kind", KINDS)
def test_every_value_of_the_corpus_is_refused_as_a_board(server, kind):
    more = b',"letter":"E"' if kind == "place" else b""
    with Wire(server, timeout=20) as wire:
        for _, value in json_corpus.values:
            body = b'{"board":' + value + more + b"}"
            problem(ask(server, "POST", f"/analysis/{kind}", body, JSON, wire=wire), (400, 413, 422))


@pytest.mark.parametrize("kind", KINDS)
def test_deep_json_is_refused_for_its_depth(server, kind):
    for depth in (9, 100, 5000):
        body = b'{"board":' + b"[" * depth + b"]" * depth + b"}"
        problem(ask(server, "POST", f"/analysis/{kind}", body, JSON), 400, "malformed-json")
    deep = b'{"board":"' + EMPTY.encode() + b'","points":' + b'{"3":' * 6 + b"1" + b"}" * 7
    problem(ask(server, "POST", "/analysis/score", deep, JSON), (400, 422))


@pytest.mark.parametrize("kind", KINDS)
def test_a_body_that_is_too_long_is_refused(server, kind):
    body = b'{"board":"' + b"." * 17_000 + b'"}'
    problem(ask(server, "POST", f"/analysis/{kind}", body, JSON), 413)


@pytest.mark.parametrize("kind", KINDS)
def test_a_body_of_another_kind_is_refused(server, kind):
    for media in ("image/png", "application/xml"):
        answer = ask(server, "POST", f"/analysis/{kind}", b"<board/>", {"Content-Type": media})
        problem(answer, 415)
    problem(ask(server, "POST", f"/analysis/{kind}", b"[]", JSON), (400, 422))
    problem(ask(server, "POST", f"/analysis/{kind}", b""), (400, 422))


@pytest.mark.parametrize("kind", KINDS)
def test_markup_is_not_echoed(server, kind):
    markup = "<script>alert(1)</script>"
    for body in (
        {"board": markup},
        {"board": EMPTY, markup: 1},
        {"board": EMPTY, "lexicon": markup},
        {"board": EMPTY, "preset": markup, "letter": markup},
        {"board": EMPTY, "overlap": markup, "letter": "E"},
    ):
        problem(ask(server, "POST", f"/analysis/{kind}", body), 422)


def test_a_null_option_is_as_good_as_none_or_refused(server):
    """The contract does not say which; it is never an error of the server."""
    for key in ("preset", "overlap", "points", "minimumLength", "extras", "lexicon"):
        answer = ask(server, "POST", "/analysis/score", {"board": EMPTY, key: None})
        assert answer.status in (200, 422), answer


def test_numbers_that_are_huge_or_odd_are_refused(server):
    for number in (b"1e400", b"-1e400", b"1e-400", b"9" * 400, b"0.1e1", b"-0", b"3.0"):
        for key in (b"limit", b"seed"):
            body = b'{"board":"' + b"HEART/" * 4 + b'HEART","' + key + b'":' + number + b"}"
            answer = ask(server, "POST", "/analysis/fill", body, JSON)
            assert answer.status in (200, 400, 422), (number, key, answer)
