"""Boards of a word square: each person's own, hidden from the others until the end."""

import re

import pytest

from client import ask, problem
from square_fold import projection_hash
from square_table import Table, accepted

FORMS = ["", ".json", ".txt", ".svg"]


@pytest.fixture
def game(server):
    """Ann and Ben have placed three letters; Eve watches from seat 3."""
    table = Table(server, "Ann", "Ben", "Eve")
    table.play_rounds(3)
    return table


def board(game, path, seat=None, **kind):
    return game.ask("GET", path, token=seat and game.person(seat).token, **kind)


def test_each_sees_its_own_board_and_nobody_elses(game):
    for seat in (1, 2, 3):
        shown = game.view(seat)
        assert [one["board"] for one in shown["boards"]] == [seat]
        own = board(game, "/board", seat)
        assert own.json == shown["boards"][0] == board(game, f"/boards/{seat}", seat).json
        assert sum(cell["value"] != "" for cell in own.json["cells"]) == 3
        for other in {1, 2, 3} - {seat}:
            problem(board(game, f"/boards/{other}", seat), 403, "hidden")


def test_spectators_and_the_host_see_no_board(game):
    for token in (None, game.host):
        assert game.show(token)["boards"] == []
        problem(game.ask("GET", "/board", token=token), 404, "no-such-board")
        for number in (1, 2, 3):
            problem(game.ask("GET", f"/boards/{number}", token=token), 403, "hidden")


def test_there_is_no_shared_board_and_no_board_of_an_empty_seat(game):
    for number in (0, 4, 12, 13, 99):
        for seat in (None, 1):
            problem(board(game, f"/boards/{number}", seat), 404, "no-such-board")


@pytest.mark.parametrize("form", FORMS)
def test_a_hidden_board_is_hidden_in_every_form(game, form):
    for seat in (None, 1, 3):
        answer = board(game, f"/boards/2{form}", seat)
        assert answer.status in (403, 404), answer
    answer = board(game, f"/board{form}")
    problem(answer, 404, "no-such-board")


@pytest.mark.parametrize("accept", ["text/plain", "image/svg+xml", "application/json", "*/*"])
def test_a_hidden_board_is_hidden_from_every_wish(game, accept):
    for seat in (None, 1, 3):
        problem(board(game, "/boards/2", seat, headers={"Accept": accept}), 403, "hidden")


def test_the_past_of_a_hidden_board_is_hidden(game):
    last = game.view()["sequence"]
    for number in range(last + 1):
        for seat in (None, 1):
            problem(board(game, f"/boards/2?at={number}", seat), (403, 404))
    problem(board(game, f"/boards/2?at={last + 1}", 1), (403, 404))
    problem(board(game, "/boards/2?at=x", 1), (400, 403))


def test_ones_own_past_can_be_looked_at(game):
    events = game.ask("GET", "/history", token=game.person(1).token).lines
    cells = ["."] * 25
    started = next(event["sequence"] for event in events if event["type"] == "game.started")
    for event in events:
        if event["type"] == "cell.changed" and event["board"] == 1:
            cells[event["cell"]] = event["value"]
        if event["sequence"] >= started:
            shown = board(game, f"/board?at={event['sequence']}", 1)
            text = "/".join("".join(cells[row * 5 : row * 5 + 5]) for row in range(5))
            assert shown.status == 200 and shown.json["text"] == text
            assert shown.json["hash"] == projection_hash(event["sequence"], {1: text})


def test_conditions_and_polls_do_not_open_a_hidden_board(game):
    tag = board(game, "/board", 2).etag
    for headers in (
        {"If-None-Match": tag},
        {"If-None-Match": "*"},
        {"If-None-Match": tag, "Prefer": "wait=1"},
    ):
        for seat in (None, 1):
            problem(board(game, "/boards/2", seat, headers=headers), 403, "hidden")
    problem(board(game, "/boards/2?after=0&wait=2", 1), 403, "hidden")
    problem(board(game, f"/boards/2?after={game.view()['sequence']}&wait=2", 1), 403, "hidden")


def test_head_tells_as_little_as_get(game):
    for path in ("/boards/2", "/boards/2.txt", "/board", "/boards/9"):
        for token in (None, game.person(1).token):
            head, full = (game.ask(method, path, token=token) for method in ("HEAD", "GET"))
            assert head.status == full.status and head.body == b""
            if full.status >= 400:
                assert head.header("ETag") is None and full.header("ETag") is None


def test_a_tag_names_its_viewer(game):
    sequence = game.view()["sequence"]
    for seat in (1, 2, 3):
        answer = board(game, "/board", seat)
        assert answer.etag == f'"{sequence}-s{seat}"' and "Authorization" in answer.header("Vary")
        again = board(game, "/board", seat, headers={"If-None-Match": answer.etag})
        assert again.status == 304 and again.body == b""
        other = board(game, "/board", seat, headers={"If-None-Match": f'"{sequence}-s{seat % 3 + 1}"'})
        assert other.status == 200


def test_if_match_takes_the_sequence_with_or_without_its_viewer(game):
    assert game.view()["turn"] == 1
    accepted(game.call(1, "E"))
    cell = game.next_cell(1)
    sequence = game.view()["sequence"]
    for tag in (f'"{sequence - 1}"', f'"{sequence - 1}-s1"', '"x"'):
        answer = game.edit(cell, "E", token=game.people[0].token, headers={"If-Match": tag})
        body = problem(answer, 412, "precondition-failed")
        assert (body["cell"]["index"], body["cell"]["value"]) == (cell, "")
    answer = game.edit(cell, "E", token=game.people[0].token, headers={"If-Match": f'"{sequence}-s1"'})
    assert answer.status == 200, answer
    cell, sequence = game.next_cell(2), sequence + 1
    answer = game.edit(cell, "E", token=game.people[1].token, headers={"If-Match": f'"{sequence}"'})
    assert answer.status == 200, answer


def test_rivals_placements_are_told_without_cell_and_letter(game):
    for seat in (None, 1, 2, 3):
        token = game.person(seat).token if seat else None
        events = game.ask("GET", "/history", token=token).lines
        assert [event["sequence"] for event in events] == list(range(1, len(events) + 1))
        for event in events:
            if event["type"] == "cell.changed":
                hidden = not {"cell", "value", "previous"} & event.keys()
                assert hidden == (event["board"] != seat), event
                assert event["by"] == event["board"]


def test_nothing_is_exported_before_the_end(game):
    for token in (None, game.host, *(person.token for person in game.people)):
        problem(game.ask("GET", "/export", token=token), (403, 409), "hidden")


def test_after_the_end_everybody_sees_everything(game):
    texts = {person.number: board(game, "/board", person.number).json["text"] for person in game.people}
    accepted(game.act("close", token=game.host))
    sequence = game.view()["sequence"]
    for token in (None, game.host, *(person.token for person in game.people)):
        shown = game.show(token)
        assert {one["board"]: one["text"] for one in shown["boards"]} == texts
        assert shown["hash"] == projection_hash(sequence, texts)
        for number, text in texts.items():
            answer = game.ask("GET", f"/boards/{number}", token=token)
            assert answer.json["text"] == text
            assert re.fullmatch(rf'"{sequence}-(w|s\d+)"', answer.etag)
        events = game.ask("GET", "/history", token=token).lines
        assert all("cell" in event for event in events if event["type"] == "cell.changed")
        assert game.ask("GET", "/export", token=token).status == 200


def test_a_game_that_is_over_moves_to_another_server(game):
    accepted(game.act("close", token=game.host))
    document = game.ask("GET", "/export").body
    answer = ask(game.server, "POST", "/games/import", document)
    assert answer.status == 201, answer
    copy = answer.json
    assert [one["text"] for one in copy["boards"]] == [one["text"] for one in game.show()["boards"]]
    assert copy["state"] == "finished" and copy["result"] == game.show()["result"]
