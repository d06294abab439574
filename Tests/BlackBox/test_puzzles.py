"""`/puzzles` over HTTP: uploads, generated puzzles, files for their owner, and each kind of refusal."""

import contextlib
import json
import re
import sqlite3

import pytest

from client import MARKUP, Wire, ask, compose, problem
from concurrency import concurrently
from mini_puzzles import BLOCK, DOTS, cells_of, clues, drawn, ipuz, offer, upload
from mini_table import Mini
from puzzle_files import read_acrosslite
from server_process import ServerProcess
from square_table import accepted
from streams import Stream

OPEN = drawn([BLOCK if sign == BLOCK else "." for sign in cells_of(DOTS)])
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def made(shared_server):
    """A private puzzle, as the answer to its upload."""
    return upload(shared_server, notes="With love", givens=[6])


def see(server, id, ending="", token=None, method="GET"):
    return ask(server, method, f"/puzzles/{id}{ending}", token=token)


def generate(server, **body):
    return ask(server, "POST", "/puzzles/generate", body)


def test_an_upload_is_answered_with_the_puzzle_and_the_owner_s_token(server):
    answer = offer(server, ipuz(notes="With love", givens=[6]))
    assert answer.status == 201 and answer.media == "application/json"
    made = answer.json
    assert answer.header("Location") == f"/puzzles/{made['id']}"
    assert re.fullmatch(r"[0-9A-Za-z_-]{6,40}", made["id"]) and len(made["token"]) >= 22
    assert (made["format"], made["public"], made["size"]) == ("ipuz", False, 5)
    assert {warning["kind"] for warning in made["warnings"]} <= {"rare-crossing", "repeated-root"}
    assert (made["title"], made["author"], made["notes"]) == ("A small one", "Ann", "With love")
    assert made["clues"] == clues(DOTS)
    assert made["text"] == OPEN[:7] + "E" + OPEN[8:], "blocks, given letters and empty cells"


def test_a_stored_puzzle_is_shown_without_answers_and_token(server, made):
    for token in (None, made["token"]):
        answer = see(server, made["id"], token=token)
        assert answer.status == 200
        assert answer.json == {key: made[key] for key in made if key not in ("token", "warnings")}
        assert not any(word in answer.text for word in ("DOTS", "FETAL", "ULTRA", "STEEP", "answer"))


def test_the_file_of_a_private_puzzle_is_for_its_owner(server, made):
    other, game = upload(server), Mini(server, "Ann", puzzle=made)
    for ending, media in ((".ipuz", "application/json"), (".puz", "application/x-crossword")):
        for method in ("GET", "HEAD"):
            answer = see(server, made["id"], ending, method=method)
            assert answer.status == 401 and answer.header("ETag") is None, answer
        problem(see(server, made["id"], ending), 401, "token-needed")
        for token in ("x" * 32, other["token"], game.host, game.people[0].token):
            problem(see(server, made["id"], ending, token), 401, "unknown-token")
        answer = see(server, made["id"], ending, made["token"])
        assert answer.status == 200 and answer.media == media
        assert answer.header("Content-Disposition") == f'attachment; filename="{made["id"]}{ending}"'
    for path in (".xd", ".ipuz.gz", "/solution"):
        problem(see(server, made["id"], path), 404)


def test_a_public_puzzle_and_its_bytes_are_for_everybody(server):
    document = (json.dumps(ipuz(), indent=3) + "\n\n").encode()
    made = offer(server, document, "?public=true", JSON).json
    assert made["public"] is True
    assert see(server, made["id"], ".ipuz").body == document
    assert see(server, made["id"], ".puz").status == see(server, made["id"]).status == 200


def test_a_game_plays_an_uploaded_puzzle(server, made):
    game = Mini(server, "Ann", puzzle=made)
    shown = game.show()
    assert shown["clues"] == made["clues"]
    assert shown["puzzle"]["notes"] == "With love"
    assert game.solve(1, but=[6])["events"][-1]["result"]["answer"] == DOTS


def test_a_private_puzzle_makes_games_for_its_owner_only(server, made):
    """For anybody else it does not exist, so that the answer does not tell which ids do."""
    other, game = upload(server), Mini(server, "Ann", puzzle=made)
    strangers = [token_of(token) for token in ("x" * 32, other["token"], game.host, game.people[0].token)]
    for puzzle in (made["id"], "nosuchpuzzle"):
        for headers in ({}, *strangers, {"Authorization": "Basic eDp5"}):
            body = {"rules": "mini", "options": {"puzzle": puzzle, "mode": "race"}}
            refused = problem(ask(server, "POST", "/games", body, headers), 404, "no-such-puzzle")
            assert refused["detail"] == "There is no puzzle of that id here."
    assert Mini(server, "Ann", puzzle=made).show()["clues"] == made["clues"]


def token_of(token):
    return {"Authorization": f"Bearer {token}"}


def test_a_public_puzzle_makes_games_for_everybody(server):
    made = offer(server, ipuz(), "?public=true").json
    shown = Mini(server, "Ann", puzzle=made["id"]).show()
    assert shown["options"] == {"puzzle": made["id"]} and shown["puzzle"]["id"] == made["id"]


def test_the_id_of_a_private_puzzle_is_in_no_answer_about_its_games(server):
    made = upload(server)
    game = Mini(server, "Ann", "Ben", puzzle=made, mode="race", public=True, begin=False)
    people = [None, game.host, *(person.token for person in game.people)]
    paths = [game.path + path for path in ("", "/board", "/history", "/actions", "/export", "/share")]

    def assert_hidden():
        for token in people:
            for path in (*paths, "/games?limit=100"):
                assert made["id"] not in ask(server, "GET", path, token=token).text, path
            with Stream(server, f"{game.path}/events", token=token) as stream:
                assert made["id"] not in str(stream.next("snapshot").data)

    assert_hidden()
    accepted(game.act("start", token=game.host))
    assert game.show()["options"] == {"mode": "race"}
    assert_hidden()
    game.solve(1), game.solve(2)
    assert game.show()["state"] == "finished"
    assert_hidden()
    again = accepted(game.people[0].act("rematch"))
    game.agree(2, again)
    assert made["id"] not in ask(server, "GET", f"/games/{game.show()['next']}").text


def test_simultaneous_uploads_of_one_puzzle_have_different_ids(server):
    """An id that depended on the content would confirm a guess at the answers."""
    made = concurrently(*(lambda n=number: upload(server, title=f"T{n // 2}") for number in range(8)))
    assert len({puzzle["id"] for puzzle in made}) == len({puzzle["token"] for puzzle in made}) == 8
    for number, puzzle in enumerate(made):
        assert see(server, puzzle["id"]).json["title"] == f"T{number // 2}"


def test_markup_in_a_puzzle_is_plain_text(server):
    document = ipuz(title=f"A {MARKUP} title")
    document["clues"]["Across"][0][1] = f"1 < 2 {MARKUP} &amp; <b>bold</b>"
    answer = offer(server, document)
    assert answer.status == 201
    game = Mini(server, "Ann", puzzle=answer.json)
    for shown in (see(server, answer.json["id"]), game.ask("GET"), game.ask("GET", "/board.svg")):
        assert shown.media != "text/html" and "<script" not in shown.text


@pytest.mark.parametrize("id", ["nosuchpuzzle", "x" * 300, "%C3%A9", "en.txt"])
def test_an_unknown_puzzle_is_404(server, id):
    for ending in ("", ".ipuz", ".puz"):
        assert ask(server, "GET", f"/puzzles/{id}{ending}").status in (400, 404, 414)
    problem(see(server, "nosuchpuzzle", ".puz"), 404, "no-such-puzzle")


@pytest.mark.parametrize("body, status, code", [
    (b"{", 400, "malformed-json"),
    (b"42", 400, "malformed-json"),
    (b"PK\x03\x04" + b"\0" * 99, 422, "invalid-puzzle"),
    (json.dumps(ipuz(dimensions={"width": 7, "height": 7})), 422, "invalid-puzzle"),
    (json.dumps(ipuz(notes="\u0316\u0301" * 300)), 400, "invalid-text"),
    (json.dumps(ipuz(notes="x" * 66_000)), 413, "body-too-large"),
], ids=["cut off", "number", "jpz", "larger", "marks", "66 KB"])
def test_files_that_are_refused(server, body, status, code):
    """One for each kind; the files are in IPuzRefusalTests, AcrossLiteRefusalTests and PuzzleFileTests."""
    assert len(problem(ask(server, "POST", "/puzzles", body, JSON), status, code)["detail"]) > 10


def test_a_file_of_up_to_64_kib_is_accepted(server):
    assert offer(server, ipuz(**{"org.example:x": "x" * 62_000})).status == 201


def test_a_file_that_is_smaller_than_the_board_is_played_at_its_top_left(server):
    document = ipuz(
        dimensions={"width": 3, "height": 2},
        puzzle=[[1, 2, 3], [4, 0, 0]],
        solution=[list("CAT"), list("ORE")],
        clues={"Across": [[4, "Rock"]]},
    )
    made = offer(server, document).json
    assert made["text"] == "...##/...##/#####/#####/#####" and made["size"] == 5
    game = Mini(server, "Ann", solution="CAT##/ORE##/#####/#####/#####", puzzle=made)
    assert game.solve()["events"][-1]["type"] == "game.finished"
    assert read_acrosslite(see(server, made["id"], ".puz", made["token"]).body)[1] == {1: "", 4: "Rock"}


@pytest.mark.sqlite("damages the file of a stored puzzle")
def test_a_file_is_read_once_when_it_arrives():
    """A stored file that can no longer be read still makes games and files of the other format."""
    with ServerProcess() as server:
        made = upload(server)
        shown, other = see(server, made["id"]).json, see(server, made["id"], ".puz", made["token"]).body
        server.stop()
        with contextlib.closing(sqlite3.connect(server.data / "games.sqlite")) as db, db:
            db.execute("UPDATE puzzle SET file = x'00'")
        server.start()
        assert see(server, made["id"]).json == shown
        assert see(server, made["id"], ".puz", made["token"]).body == other
        assert Mini(server, "Ann", puzzle=made).show()["clues"] == made["clues"]


# ------------------------------------------------------------------------------------------------ generated


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
    game = Mini(server, "Ann", solution=solution, puzzle=made)
    assert game.show()["clues"] == made["clues"]
    assert game.solve(1)["events"][-1]["type"] == "game.finished"


def test_a_seed_gives_the_same_puzzle_and_the_same_game(server):
    one = ask(server, "POST", "/puzzles/generate", {}).json
    assert isinstance(one["seed"], int)
    two = generate(server, seed=one["seed"], public=True).json
    assert (one["clues"], one["text"]) == (two["clues"], two["text"]) and one["id"] != two["id"]
    assert two["public"] is True and see(server, two["id"], ".ipuz").status == 200
    assert Mini(server, "Ann", seed=one["seed"]).show()["clues"] == one["clues"]


@pytest.mark.parametrize("body, code", [
    ({"seed": 2**53}, "invalid-value"),
    ({"difficulty": "brutal"}, "invalid-value"),
    ({"lexicon": "xx"}, "unknown-lexicon"),
], ids=str)
def test_a_generation_that_is_refused(server, body, code):
    problem(generate(server, **body), 422, code)


def test_a_lexicon_without_clues_gives_no_puzzle(tmp_path):
    (tmp_path / "small.txt").write_text("cat\ndog\ntree\n")
    with ServerProcess("--lexicon", f"small={tmp_path / 'small.txt'}") as server:
        problem(generate(server, lexicon="small"), 422, "no-clues")
        game = {"rules": "mini", "options": {"lexicon": "small"}}
        problem(ask(server, "POST", "/games", game), 422, "no-clues")


def test_puzzles_count_as_games_in_the_limit_of_an_address(own_server):
    """20 games and puzzles at once, then one a second."""
    kinds = [
        ("/games", {"rules": "mini"}, {}),
        ("/puzzles/generate", {}, {}),
        ("/puzzles", json.dumps(ipuz()), JSON),
    ]
    requests = [kinds[number % 3] for number in range(30)]
    with Wire(own_server) as wire:
        wire.send(b"".join(compose(own_server, "POST", *request) for request in requests))
        answers = [wire.answer() for _ in requests]
    assert [answer.status for answer in answers[:20]] == [201] * 20
    problem(answers[-1], 429, "rate-limited")
