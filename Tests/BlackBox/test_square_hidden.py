"""Hidden things of word squares: rivals' boards until the end, and the letters to come."""

import re

import pytest

from client import Game, ask, problem
from square_fold import projection_hash, shown_hash
from square_table import Table, accepted


@pytest.fixture
def game(server):
    """Three players who have placed three letters each."""
    table = Table(server, "Ann", "Ben", "Eve")
    table.play_rounds(3)
    return table


def board(game, path, seat=None, **kind):
    return game.ask("GET", path, token=seat and game.person(seat).token, **kind)


def everybody(game):
    """The tokens of a spectator, the host and each player."""
    return [None, game.host, *(person.token for person in game.people)]


# ------------------------------------------------------------------------------------------ rivals' boards


def test_each_player_sees_the_own_board_only(game):
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


def test_words_and_points_of_a_running_game_are_visible_to_their_player_only(server):
    game = Table(server, "Ann", "Ben")
    for number, letter in enumerate("CAT"):
        accepted(game.call(1 + number % 2, letter))
        accepted(game.place(1, number)), accepted(game.place(2, 24 - number))
    own = game.board(game.people[0].token)
    assert own["score"] == 3 and [word["text"] for word in own["words"] if word["counts"]] == ["CAT"]
    seats = {seat["seat"]: seat for seat in game.view(1)["seats"]}
    assert seats[1]["score"] == 3 and "score" not in seats[2]
    for token in (None, game.host):
        assert all("score" not in seat for seat in game.show(token)["seats"])


@pytest.mark.parametrize("form", ["", ".json", ".txt", ".svg", ".ansi"])
def test_a_hidden_board_is_hidden_in_every_form(game, form):
    for seat in (None, 1, 3):
        problem(board(game, f"/boards/2{form}", seat), (403, 404))
    problem(board(game, f"/board{form}"), 404, "no-such-board")


@pytest.mark.parametrize("accept", ["text/plain", "image/svg+xml", "text/x-ansi", "application/json", "*/*"])
def test_a_hidden_board_is_hidden_in_every_media_type(game, accept):
    for seat in (None, 1, 3):
        problem(board(game, "/boards/2", seat, headers={"Accept": accept}), 403, "hidden")


def test_the_past_of_a_hidden_board_is_hidden(game):
    last = game.view()["sequence"]
    for number in range(last + 1):
        for seat in (None, 1):
            problem(board(game, f"/boards/2?at={number}", seat), (403, 404))
    problem(board(game, f"/boards/2?at={last + 1}", 1), (403, 404))
    problem(board(game, "/boards/2?at=x", 1), (400, 403))


def test_the_past_of_the_own_board_is_visible(game):
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


def test_conditions_and_polls_reveal_no_hidden_board(game):
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


def test_head_reveals_as_little_as_get(game):
    for path in ("/boards/2", "/boards/2.txt", "/board", "/boards/9"):
        for token in (None, game.person(1).token):
            head, full = (game.ask(method, path, token=token) for method in ("HEAD", "GET"))
            assert head.status == full.status and head.body == b""
            if full.status >= 400:
                assert head.header("ETag") is None and full.header("ETag") is None


def test_rivals_placements_have_no_cell_and_no_letter(game):
    for seat in (None, 1, 2, 3):
        events = board(game, "/history", seat).lines
        assert [event["sequence"] for event in events] == list(range(1, len(events) + 1))
        for event in events:
            if event["type"] == "cell.changed":
                hidden = not {"cell", "value", "previous"} & event.keys()
                assert hidden == (event["board"] != seat), event
                assert event["by"] == event["board"]


def test_a_rivals_move_id_does_not_give_the_rivals_answer(game):
    """A player who repeats a rival's request, with its body and move id, gets an answer of its own."""
    accepted(game.call(1, "E"))
    cell = next(cell for cell in range(25) if game.board_of(1)[cell] == game.board_of(2)[cell] == "")
    key = {"Idempotency-Key": "secret"}
    accepted(game.act("place", {"cell": cell}, game.person(2).token, key))
    mine = accepted(game.act("place", {"cell": cell}, game.person(1).token, key))
    assert [event["board"] for event in mine["events"] if event["type"] == "cell.changed"] == [1]
    problem(game.act("place", {"cell": cell}, headers=key), 401, "token-needed")


def test_hashes_cover_what_their_viewer_sees(game):
    for token in everybody(game):
        shown = game.show(token)
        assert shown["hash"] == shown_hash(shown)
    for person in game.people:
        assert game.board(person.token)["hash"] == game.show(person.token)["hash"]
    caller = game.person(game.view()["turn"])
    answer = accepted(caller.act("call", {"letter": "A"}))
    assert answer["hash"] == game.show(caller.token)["hash"]


def test_a_running_game_cannot_be_exported(game):
    for token in everybody(game):
        problem(game.ask("GET", "/export", token=token), (403, 409), "hidden")


def test_the_board_of_a_player_who_has_left_is_visible_to_that_player_only(game):
    assert game.leave(2).status == 204
    assert [one["board"] for one in game.view(2)["boards"]] == [2]
    for token in (None, game.host, game.person(1).token):
        problem(game.ask("GET", "/boards/2", token=token), 403, "hidden")


def test_after_the_end_everything_is_visible(game):
    texts = {person.number: board(game, "/board", person.number).json["text"] for person in game.people}
    accepted(game.act("close", token=game.host))
    sequence = game.view()["sequence"]
    for token in everybody(game):
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


# --------------------------------------------------------------------------------------------- the letters


def test_no_answer_reveals_the_seed_of_a_single_players_letters(server):
    """With the seed, all letters to come could be computed."""
    game = Table(server, "Ann")
    for token in everybody(game):
        for path in ("", "/history", "/actions", "/board"):
            assert "seed" not in game.ask("GET", path, token=token).text


def test_no_answer_reveals_the_seed_of_the_day(server):
    assert "seed" not in ask(server, "GET", "/daily/square").text
    answer = ask(server, "POST", "/daily/square")
    assert answer.status == 201, answer
    game = Game(server, answer.header("Location").removeprefix("/games/"))
    ann = game.seat("Ann")
    accepted(ann.act("start"))
    for token in (None, ann.token):
        assert "seed" not in game.ask("GET", token=token).text
