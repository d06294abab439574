"""Puzzles on the server: uploaded, looked at without answers, given back as files to their owner, made."""

import json
import re

import pytest

from client import MARKUP, ask, problem
from mini_puzzles import BLOCK, DOTS, cells_of, clues, drawn, ipuz, offer, upload
from mini_table import Mini

OPEN = drawn([BLOCK if sign == BLOCK else "." for sign in cells_of(DOTS)])


@pytest.fixture(scope="module")
def made(shared_server):
    """A private puzzle, as the upload was answered."""
    return upload(shared_server, notes="With love", givens=[6])


def see(server, id, ending="", token=None, method="GET"):
    return ask(server, method, f"/puzzles/{id}{ending}", token=token)


def test_an_upload_is_answered_with_what_may_be_seen(server):
    answer = offer(server, ipuz(notes="With love", givens=[6]))
    assert answer.status == 201 and answer.media == "application/json"
    made = answer.json
    assert answer.header("Location") == f"/puzzles/{made['id']}"
    assert re.fullmatch(r"[0-9A-Za-z_-]{6,40}", made["id"]) and len(made["token"]) >= 22
    assert (made["format"], made["public"], made["size"], made["warnings"]) == ("ipuz", False, 5, [])
    assert (made["title"], made["author"], made["notes"]) == ("A small one", "Ann", "With love")
    assert made["clues"] == clues(DOTS)
    assert made["text"] == OPEN[:7] + "E" + OPEN[8:], "blocks, givens and dots"


def test_who_looks_is_told_no_answer_and_no_token(server, made):
    for token in (None, made["token"]):
        answer = see(server, made["id"], token=token)
        assert answer.status == 200
        assert answer.json == {key: made[key] for key in made if key not in ("token", "warnings")}
        assert not any(word in answer.text for word in ("DOTS", "FETAL", "ULTRA", "STEEP", "answer"))


def test_the_file_is_the_owner_s(server, made):
    other = upload(server)
    for ending in (".ipuz", ".puz"):
        for method in ("GET", "HEAD"):
            answer = see(server, made["id"], ending, method=method)
            assert answer.status == 401 and answer.header("ETag") is None, answer
        problem(see(server, made["id"], ending), 401, "token-needed")
        for token in ("x" * 32, other["token"]):
            problem(see(server, made["id"], ending, token), (401, 403), ("unknown-token", "not-allowed"))
        answer = see(server, made["id"], ending, made["token"])
        assert answer.status == 200 and answer.header("Content-Disposition") == (
            f'attachment; filename="{made["id"]}{ending}"'
        )
        assert answer.media == ("application/json" if ending == ".ipuz" else "application/x-crossword")


def test_nobody_who_plays_gets_the_file(server, made):
    game = Mini(server, "Ann", puzzle=made["id"])
    for token in (game.host, game.people[0].token):
        for ending in (".ipuz", ".puz"):
            problem(see(server, made["id"], ending, token), (401, 403))
    problem(see(server, made["id"], ".xd"), 404)
    problem(see(server, made["id"], ".ipuz.gz"), 404)
    problem(see(server, made["id"], "/solution"), 404)


def test_the_uploaded_bytes_come_back(server):
    document = (json.dumps(ipuz(), indent=3) + "\n\n").encode()
    for public in ("", "?public=true"):
        made = offer(server, document, public, {"Content-Type": "application/json"}).json
        token = None if public else made["token"]
        assert see(server, made["id"], ".ipuz", token).body == document


def test_a_file_of_the_other_kind_is_made(server):
    made = upload(server)
    crossword = see(server, made["id"], ".puz", made["token"])
    assert crossword.body[2:13] == b"ACROSS&DOWN" and b"#DOTS".replace(b"#", b".") in crossword.body
    again = ask(server, "POST", "/puzzles", crossword.body, {"Content-Type": "application/x-crossword"})
    assert again.status == 201, again
    assert again.json["format"] == "puz" and again.json["clues"] == clues(DOTS)
    assert see(server, again.json["id"], ".puz", again.json["token"]).body == crossword.body
    back = see(server, again.json["id"], ".ipuz", again.json["token"]).json
    assert [[cell or "#" for cell in row] for row in back["solution"]] == ipuz()["solution"]


def test_the_kind_of_a_file_is_known_by_its_content(server):
    made = upload(server)
    body = see(server, made["id"], ".puz", made["token"]).body
    for kind in ("application/octet-stream", "application/x-crossword"):
        answer = ask(server, "POST", "/puzzles", body, {"Content-Type": kind})
        assert answer.status == 201 and answer.json["format"] == "puz", answer
    answer = offer(server, json.dumps(ipuz()), headers={"Content-Type": "application/octet-stream"})
    assert answer.status == 201 and answer.json["format"] == "ipuz", answer


def test_a_public_puzzle_is_everybody_s(server):
    answer = offer(server, ipuz(), "?public=true")
    assert answer.json["public"] is True
    for ending in ("", ".ipuz", ".puz"):
        assert see(server, answer.json["id"], ending).status == 200


def test_a_game_of_an_uploaded_puzzle_is_that_puzzle(server, made):
    game = Mini(server, "Ann", puzzle=made["id"])
    shown = game.show()
    assert shown["clues"] == made["clues"] and shown["puzzle"]["id"] == made["id"]
    assert shown["puzzle"]["notes"] == "With love"
    assert game.solve(1, but=[6])["events"][-1]["result"]["answer"] == DOTS


def test_two_uploads_of_one_puzzle_have_ids_of_their_own(server):
    """Else the id would prove a guess at the answers."""
    one, two = upload(server), upload(server)
    assert one["id"] != two["id"] and one["token"] != two["token"]


def test_clues_are_plain_text(server):
    document = ipuz(title=f"A {MARKUP} title")
    document["clues"]["Across"][0][1] = f"1 < 2 {MARKUP} &amp; <b>bold</b>"
    answer = offer(server, document)
    if answer.status == 422:
        problem(answer, 422, "invalid-puzzle")
        return
    game = Mini(server, "Ann", puzzle=answer.json["id"])
    for text in (see(server, answer.json["id"]), game.ask("GET"), game.ask("GET", "/board.svg")):
        assert text.media != "text/html"
    assert "<script" not in game.ask("GET", "/board.svg").text


@pytest.mark.parametrize("id", ["nosuchpuzzle", "x" * 300, "..", "%00", "é", "<b>", "en.txt"])
def test_a_puzzle_that_is_not_there_is_404(server, id):
    for ending in ("", ".ipuz", ".puz"):
        answer = ask(server, "GET", f"/puzzles/{id}{ending}".replace("é", "%C3%A9").replace("<b>", "%3Cb%3E"))
        assert answer.status in (400, 404, 414), answer
    problem(see(server, "nosuchpuzzle"), 404, "no-such-puzzle")
    problem(see(server, "nosuchpuzzle", ".puz"), 404, "no-such-puzzle")


def without(key):
    return {name: value for name, value in ipuz().items() if name != key}


@pytest.mark.parametrize(
    "document",
    [
        {},
        without("puzzle"),
        without("solution"),
        without("dimensions"),
        ipuz(kind=["http://ipuz.org/sudoku#1"]),
        ipuz(dimensions={"width": 15, "height": 15}),
        ipuz(dimensions={"width": 5, "height": 6}),
        ipuz(puzzle=[[1] * 5] * 4),
        ipuz(solution=[["#"] * 5] * 5, puzzle=[["#"] * 5] * 5),
        ipuz(solution="DOTS"),
        ipuz(puzzle=None),
    ],
    ids=lambda document: str(document)[:40],
)
def test_what_is_no_puzzle_is_refused_with_the_reason(server, document):
    body = problem(offer(server, json.dumps(document), headers={"Content-Type": "application/json"}), 422)
    assert body["code"] == "invalid-puzzle" and len(body["detail"]) > 10, body


def test_another_size_is_refused_with_its_size(server):
    document = ipuz(
        dimensions={"width": 7, "height": 7}, puzzle=[[0] * 7] * 7, solution=[["A"] * 7] * 7, clues={}
    )
    assert "7" in problem(offer(server, document), 422, "invalid-puzzle")["detail"]


@pytest.mark.parametrize(
    "body", [b"{", b'{"version":', b"\xff\xfe", b"", b"ACROSS&DOWN", b"<html>", b"[]", b"5", b'"x"']
)
def test_what_is_no_file_is_refused(server, body):
    problem(ask(server, "POST", "/puzzles", body, {"Content-Type": "application/json"}), (400, 415, 422))
    problem(ask(server, "POST", "/puzzles", body), (400, 415, 422))


def test_a_file_beyond_64_kib_is_refused(server):
    problem(offer(server, ipuz(notes="x" * 66_000)), 413)
    assert offer(server, ipuz(notes="x" * 1_000)).status == 201


@pytest.mark.parametrize("query", ["?public=maybe", "?public=1", "?public="])
def test_a_query_that_is_none_is_refused(server, query):
    problem(offer(server, ipuz(), query), (400, 422))


def test_methods(server, made):
    problem(ask(server, "DELETE", f"/puzzles/{made['id']}"), 405)
    problem(ask(server, "POST", f"/puzzles/{made['id']}.puz"), 405)
    answer = ask(server, "GET", "/puzzles")
    assert answer.status in (404, 405) and "token" not in answer.text.replace("token-needed", "")
    assert ask(server, "OPTIONS", "/puzzles").header("Allow")


# ------------------------------------------------------------------------------------------------ generated


def generate(server, **body):
    return ask(server, "POST", "/puzzles/generate", body)


def test_a_generated_puzzle_is_like_an_uploaded_one(server):
    answer = generate(server, seed=5)
    assert answer.status == 201, answer
    made = answer.json
    assert answer.header("Location") == f"/puzzles/{made['id']}"
    assert (made["format"], made["warnings"], made["seed"], made["size"]) == ("ipuz", [], 5, 5)
    assert made["public"] is False and len(made["token"]) >= 22 and '"answer"' not in answer.text
    problem(see(server, made["id"], ".ipuz"), 401, "token-needed")
    document = see(server, made["id"], ".ipuz", made["token"]).json
    solution = drawn([cell or "#" for row in document["solution"] for cell in row])
    game = Mini(server, "Ann", solution=solution, puzzle=made["id"])
    assert game.show()["clues"] == made["clues"]
    assert game.solve(1)["events"][-1]["type"] == "game.finished"


def test_the_same_seed_makes_the_same_puzzle(server):
    one, two = (generate(server, seed=2**53 - 1, difficulty="easy", public=True).json for _ in range(2))
    assert one["clues"] == two["clues"] and one["text"] == two["text"] and one["id"] != two["id"]
    files = [see(server, made["id"], ".ipuz").json["solution"] for made in (one, two)]
    assert files[0] == files[1]
    game = Mini(server, "Ann", seed=2**53 - 1, difficulty="easy")
    assert game.show()["clues"] == one["clues"], "a game of that seed has it too"


def test_a_puzzle_without_a_seed_says_which_it_was(server):
    one, two = (ask(server, "POST", "/puzzles/generate", body).json for body in ({}, {"difficulty": "hard"}))
    assert isinstance(one["seed"], int) and one["seed"] != two["seed"]
    assert generate(server, seed=one["seed"]).json["clues"] == one["clues"]


@pytest.mark.parametrize(
    "body, code",
    [
        ({"seed": -1}, "invalid-value"),
        ({"seed": 2**53}, "invalid-value"),
        ({"seed": "5"}, "invalid-value"),
        ({"seed": 1.5}, "invalid-value"),
        ({"seed": 10**40}, "invalid-value"),
        ({"difficulty": "brutal"}, "invalid-value"),
        ({"difficulty": 5}, "invalid-value"),
        ({"lexicon": "xx"}, "unknown-lexicon"),
        ({"lexicon": 5}, "invalid-value"),
        ({"public": "yes"}, "invalid-value"),
        ({"day": "2024-11-20"}, "unknown-key"),
        ({"more": 1}, "unknown-key"),
        ([], None),
        (5, None),
    ],
    ids=lambda part: str(part)[:40],
)
def test_a_wish_that_is_none_makes_no_puzzle(server, body, code):
    problem(
        ask(server, "POST", "/puzzles/generate", json.dumps(body), {"Content-Type": "application/json"}),
        (400, 422),
        code,
    )
