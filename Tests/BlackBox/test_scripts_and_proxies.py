"""What scripts, libraries and proxies send that a browser does not."""

import gzip

import pytest

from client import accepted, ask, curl, new_game, problem
from concurrency import concurrently
from players import new_player
from rooms import make_room

HTML = {"Accept": "text/html"}
IF_EMPTY = {"If-None-Match": "*"}


def test_a_request_line_of_8000_bytes_is_accepted(server):
    filler = "x" * (8000 - len("GET /healthz? HTTP/1.1"))
    assert ask(server, "GET", f"/healthz?{filler}").status == 200
    problem(ask(server, "GET", f"/healthz?{filler}x"), 414, "request-line-too-long")


def test_json_ends_with_a_line_feed(server):
    game = new_game(server, open=True)
    for path in ("/board", f"/games/{game.id}", f"/games/{game.id}/board", "/rules", "/games", "/rooms", "/nothing"):
        body = ask(server, "GET", path).body
        assert body.endswith(b"}\n") and body.count(b"\n") == 1, path
    assert ask(server, "POST", f"/games/{game.id}/board/cells/0", {"value": "A"}).body.endswith(b"}\n")


@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_a_write_with_if_none_match_fills_an_empty_cell_only(server, method):
    game = new_game(server, open=True)
    path = f"/games/{game.id}/board/cells/c3"
    accepted(ask(server, method, path, {"value": "A"}, IF_EMPTY))
    refused = problem(ask(server, method, path, {"value": "B"}, IF_EMPTY), 412, "precondition-failed")
    assert refused["cell"]["value"] == "A" == game.board()["cells"][12]["value"]
    accepted(ask(server, method, path, {"value": "B"}))


def test_of_several_cells_none_is_written_if_one_is_filled(server):
    game = new_game(server, open=True)
    accepted(game.edit("b1", "X"))
    cells = {"cells": {"a1": "C", "b1": "A", "c1": "T"}}
    problem(ask(server, "PATCH", f"/games/{game.id}/board", cells, IF_EMPTY), 412, "precondition-failed")
    assert game.board()["text"].startswith(".X...")


def test_of_two_that_fill_a_cell_at_once_one_is_told(server):
    game = new_game(server, open=True)
    for cell in range(10):
        answers = concurrently(*[lambda each=each: game.edit(cell, each, headers=IF_EMPTY) for each in "AB"])
        assert sorted(answer.status for answer in answers) == [200, 412]


@pytest.mark.parametrize("coding", ["gzip", "br", "deflate", "GZIP, gzip"])
def test_a_body_with_a_content_coding_is_415_and_changes_nothing(server, coding):
    game = new_game(server, open=True)
    answer = game.edit(0, "A", headers={"Content-Encoding": coding})
    problem(answer, 415, "unsupported-media-type")
    assert answer.header("Accept-Encoding") == "identity"
    packed = ask(server, "POST", f"/games/{game.id}/board/cells/0", gzip.compress(b"A"), {"Content-Encoding": coding})
    assert packed.status == 415 and game.board()["sequence"] == 0
    accepted(game.edit(0, "A", headers={"Content-Encoding": "identity"}))


def test_a_cell_is_written_by_a_multipart_form(server):
    game = new_game(server, open=True)
    path = f"/games/{game.id}/board/cells/0"
    for fields in (["value=Q"], ["value=R", "move=m1", "expect=Q"]):
        options = [option for field in fields for option in ("-F", field)]
        assert curl(server, path, "-X", "POST", *options).status == 200
    assert game.board()["text"].startswith("R")
    for fields in ("letter=Q", "value=QQ", "move=m2", "expect=R"):
        assert curl(server, path, "-X", "POST", "-F", fields).status == 422
    assert game.board()["text"].startswith("R")


def form(*parts, boundary="b", preamble="", epilogue=""):
    """A form of parts, each a header line and a value."""
    lines = [f"--{boundary}\r\n{header}\r\n\r\n{value}\r\n" for header, value in parts]
    return preamble + "".join(lines) + f"--{boundary}--" + epilogue


VALUE = 'Content-Disposition: form-data; name="value"'


@pytest.mark.parametrize("type, body", [
    ("multipart/form-data; boundary=b", form((VALUE, "Q"))),
    ('Multipart/Form-Data; charset=utf-8; Boundary="a b"', form((VALUE, "Q"), boundary="a b")),
    ("multipart/form-data; boundary=b", form((VALUE, "Q"), preamble="Hello\r\n", epilogue="\r\n--b is over\r\n")),
    ("multipart/form-data; boundary=b", form(("content-disposition: form-data; filename=\"; name=move\"; name=value", "Q"))),
    ("multipart/form-data; boundary=b", form((f"X: name=\"move\"\r\n{VALUE}", "Q"))),
    ("multipart/form-data; boundary=b", form((VALUE, "Q"), (VALUE, "R"))),
])
def test_every_whole_form_is_read(server, type, body):
    game = new_game(server, open=True)
    accepted(ask(server, "POST", f"/games/{game.id}/board/cells/0", body.encode(), {"Content-Type": type}))
    assert game.board()["text"].startswith("Q")


@pytest.mark.parametrize("body", [form(), form(("Content-Disposition: form-data; name=move", "m1"))])
def test_a_form_without_a_value_clears_no_cell(server, body):
    game = new_game(server, open=True)
    accepted(game.edit(0, "A"))
    type = {"Content-Type": "multipart/form-data; boundary=b"}
    problem(ask(server, "POST", f"/games/{game.id}/board/cells/0", body.encode(), type), 422, "invalid-value")
    assert game.board()["text"].startswith("A")


@pytest.mark.parametrize("type, body", [
    ("multipart/form-data", "--b\r\nContent-Disposition: form-data; name=\"value\"\r\n\r\nQ\r\n--b--\r\n"),
    ("multipart/form-data; boundary=b", ""),
    ("multipart/form-data; boundary=b", "Q"),
    ("multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"value\"\r\n\r\nQ\r\n"),
    ("multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data\r\n\r\nQ\r\n--b--\r\n"),
    ("multipart/form-data; boundary=b", "--b\r\n\r\nQ\r\n--b--\r\n"),
    ("multipart/form-data; boundary=b", form(*[(VALUE, "Q")] * 9)),
    ("multipart/form-data; boundary=c", "--b\r\nContent-Disposition: form-data; name=\"value\"\r\n\r\nQ\r\n--b--\r\n"),
])
def test_half_a_multipart_form_is_refused(server, type, body):
    game = new_game(server, open=True)
    answer = ask(server, "POST", f"/games/{game.id}/board/cells/0", body.encode(), {"Content-Type": type})
    problem(answer, 400, "invalid-text")
    assert game.board()["sequence"] == 0


def test_whoever_is_known_by_a_key_and_has_no_seat_gets_403_and_a_stranger_401(server):
    game, room, stranger = new_game(server, open=False), make_room(server, "Ann"), new_player(server, "Zoe")
    for path, body in ((f"/games/{game.id}/board/cells/0", {"value": "A"}), (f"/games/{game.id}/actions/undo", {}),
                       (f"/games/{game.id}/actions/lock", {}), (f"{room.path}/games", {"rules": "free"})):
        problem(ask(server, "POST", path, body, token=stranger.key), 403)
        problem(ask(server, "POST", path, body), 401, "token-needed")


def test_the_page_of_a_game_or_a_room_that_does_not_exist_is_404(server):
    game, room = new_game(server), make_room(server, "Ann")
    for path in ("/g/nope", "/g/!", f"/g/room.{room.name}", "/r/nope", "/r/No%20room", "/c/nope", "/today/chess"):
        page = ask(server, "GET", path, headers=HTML)
        assert (page.status, page.media) == (404, "text/html") and "<!doctype html>" in page.text, path
        again = ask(server, "GET", path, headers={**HTML, "If-None-Match": "*"})
        assert again.status == 404 and len(again.body) == len(page.body)
    for path in (f"/g/{game.id}", "/g/lobby", f"/r/{room.name}", "/today/mini"):
        assert ask(server, "GET", path, headers=HTML).status == 200, path


def test_the_pages_of_a_sleeping_game_and_room_are_there(own_free_server):
    game, room = new_game(own_free_server), make_room(own_free_server, "Ann")
    own_free_server.restart()
    assert ask(own_free_server, "GET", f"/g/{game.id}", headers=HTML).status == 200
    assert ask(own_free_server, "GET", f"/r/{room.name}", headers=HTML).status == 200


def test_given_words_are_ranked_by_the_figure_that_is_shown(server):
    rows = [{"guess": "CRANE", "marks": "hnmmm"}]
    found = ask(server, "POST", "/analysis/guess", {"rows": rows, "words": ["AUDIO", "cloth", "ZZZZZ"]}).json
    assert sorted(each["word"] for each in found["best"]) == ["AUDIO", "CLOTH", "ZZZZZ"]
    for answer in (found, ask(server, "POST", "/analysis/guess", {"rows": rows, "limit": 50}).json):
        figures = [each["expected"] for each in answer["best"]]
        assert figures == sorted(figures)
    for words, code in ((["AUDI"], "not-a-letter"), (["AUD10"], "not-a-letter"), ([], "invalid-value"),
                        (["AUDIO"] * 101, "invalid-value"), ("AUDIO", "invalid-value"), ([5], "invalid-value")):
        problem(ask(server, "POST", "/analysis/guess", {"rows": rows, "words": words}), 422, code)
    problem(ask(server, "POST", "/analysis/guess", {"words": ["AUDIO"], "limit": 3}), 422, "invalid-value")
