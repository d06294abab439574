"""What the maker of a puzzle may want to change: `POST /puzzles?check=1`, and the warnings of a puzzle that is stored."""

import pytest

from client import ask, problem
from mini_puzzles import DOTS, ipuz, offer
from puzzle_files import acrosslite

KINDS = {
    "empty-clue", "answer-in-clue", "root-in-clue", "repeated-root", "short-word", "unchecked-cell",
    "unconnected", "rare-crossing", "unknown-word", "no-solution", "not-shown",
}  # fmt: skip


def checked(server, document, query=""):
    answer = offer(server, document, "?check=1" + query)
    assert answer.status == 200 and answer.json.keys() == {"findings"}, answer
    for finding in answer.json["findings"]:
        assert finding.keys() - {"clue", "cell"} == {"kind", "severity", "detail"}
        assert finding["kind"] in KINDS and (finding["severity"] == "error") == (finding["kind"] == "no-solution")
    return answer.json["findings"]


def told(solution, *clues, **parts):
    """A puzzle with these clues across."""
    document = ipuz(solution, **parts)
    for number, clue in enumerate(clues):
        document["clues"]["Across"][number][1] = clue
    return document


def found(findings, kind):
    """The clues or cells of the findings of a kind."""
    return [finding.get("clue", finding.get("cell")) for finding in findings if finding["kind"] == kind]


def public(server):
    return [puzzle["id"] for puzzle in ask(server, "GET", "/puzzles?limit=100").json["puzzles"]]


def test_a_check_stores_nothing_and_says_what_a_puzzle_would_be_warned_of(server):
    document = told(DOTS, "", "A fetal position")
    before = public(server)
    findings = checked(server, document, "&public=true")
    assert public(server) == before
    assert found(findings, "empty-clue") == ["1-across"] and found(findings, "answer-in-clue") == ["5-across"]
    assert offer(server, document).json["warnings"] == findings


def test_each_kind_of_finding_is_found(server):
    findings = checked(server, told("CATS#/####A/#####/CAT#A/####T", "Two cats", "Purrs"))
    assert found(findings, "repeated-root") == ["2-across"]
    assert found(findings, "answer-in-clue") == ["1-across"]
    assert found(findings, "short-word") == ["3-down"] and found(findings, "unconnected") == [9]
    assert 0 in found(findings, "unchecked-cell")
    findings = checked(server, told("CAT##/#####/#####/#####/#####", "Two cats"))
    assert found(findings, "root-in-clue") == ["1-across"]
    findings = checked(server, told("XQZ##/Q####/Z####/#####/#####"))
    assert found(findings, "unknown-word") == ["1-across", "1-down"] and found(findings, "rare-crossing") == [0]
    document = ipuz()
    document["puzzle"][0][1] = {"cell": 1, "style": {"color": "ffcc00"}}
    assert [finding["detail"] for finding in checked(server, document) if finding["kind"] == "not-shown"] == [
        "The shading of b1 is not shown."
    ]


def test_a_puzzle_without_answers_has_an_error_and_is_not_stored(server):
    for solution in (None, [["#", "", "O", "T", "S"], *ipuz()["solution"][1:]]):
        document = ipuz() | {"solution": solution}
        (finding,) = checked(server, document)
        assert (finding["kind"], finding["severity"]) == ("no-solution", "error")
        assert problem(offer(server, document), 422, "invalid-puzzle")["detail"] == finding["detail"]


def test_a_check_takes_across_lite_files_too(server):
    answer = ask(server, "POST", "/puzzles?check=true", acrosslite(), {"Content-Type": "application/x-crossword"})
    assert answer.status == 200 and found(answer.json["findings"], "answer-in-clue") == ["8-across"]


@pytest.mark.parametrize(
    "query, document, status, code",
    [
        ("?check=2", ipuz(), 400, "invalid-query"),
        ("?check=", ipuz(), 400, "invalid-query"),
        ("?check=1&lexicon=xx", ipuz(), 422, "unknown-lexicon"),
        ("?lexicon=xx", ipuz(), 422, "unknown-lexicon"),
        ("?check=1", {}, 422, "invalid-puzzle"),
        ("?check=1", ipuz() | {"dimensions": {"width": 9, "height": 9}}, 422, "invalid-puzzle"),
    ],
)
def test_a_check_refuses_what_is_no_puzzle(server, query, document, status, code):
    problem(offer(server, document, query), status, code)


def test_a_generated_puzzle_has_no_warnings_which_could_tell_its_answers(server):
    assert ask(server, "POST", "/puzzles/generate", {"seed": 5}).json["warnings"] == []
