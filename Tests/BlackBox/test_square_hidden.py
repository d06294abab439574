"""Hidden things of word squares: rivals' boards until the end, and the seed of the letters to come.

`test_leaks.py` asserts that no answer depends on a hidden board; here are the refusals, and what is visible.
"""

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


# ------------------------------------------------------------------------------------------ rivals' boards


def test_each_player_sees_the_own_board_and_nobody_another_one(game):
    for seat in (1, 2, 3):
        shown, own = game.view(seat), board(game, "/board", seat)
        assert [one["board"] for one in shown["boards"]] == [seat]
        assert own.json == shown["boards"][0] == board(game, f"/boards/{seat}", seat).json
        assert sum(cell["value"] != "" for cell in own.json["cells"]) == 3
        assert own.json["hash"] == shown["hash"] == shown_hash(shown)
        for other in {1, 2, 3} - {seat}:
            problem(board(game, f"/boards/{other}", seat), 403, "hidden")
    for token in (None, game.host):
        assert game.show(token)["boards"] == [] and game.show(token)["hash"] == shown_hash(game.show(token))
        problem(game.ask("GET", "/board", token=token), 404, "no-such-board")
        problem(game.ask("GET", "/boards/2", token=token), 403, "hidden")
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
    ann, ben = game.view(1)["seats"]
    assert ann["score"] == 3 and "score" not in ben
    for token in (None, game.host):
        assert all("score" not in seat for seat in game.show(token)["seats"])


def test_the_past_of_the_own_board_is_visible_and_rivals_placements_have_no_cell(game):
    for seat in (None, 1, 2, 3):
        cells = None
        for number, event in enumerate(board(game, "/history", seat).lines, 1):
            assert event["sequence"] == number
            if event["type"] == "game.started":
                cells = ["."] * 25
            if event["type"] == "cell.changed":
                assert (event["board"] != seat) == (not {"cell", "value", "previous"} & event.keys()), event
                assert event["by"] == event["board"]
                if event["board"] == seat:
                    cells[event["cell"]] = event["value"]
            if seat and cells:
                shown = board(game, f"/board?at={number}", seat).json
                text = "/".join("".join(cells[row * 5 : row * 5 + 5]) for row in range(5))
                assert (shown["text"], shown["hash"]) == (text, projection_hash(number, {seat: text}))


def test_a_rivals_move_id_does_not_give_the_rivals_answer(game):
    """A player who repeats a rival's request, with its body and move id, gets an answer of its own."""
    accepted(game.call(1, "E"))
    cell = next(cell for cell in range(25) if game.board_of(1)[cell] == game.board_of(2)[cell] == "")
    key = {"Idempotency-Key": "secret"}
    accepted(game.act("place", {"cell": cell}, game.person(2).token, key))
    mine = accepted(game.act("place", {"cell": cell}, game.person(1).token, key))
    assert [event["board"] for event in mine["events"] if event["type"] == "cell.changed"] == [1]
    problem(game.act("place", {"cell": cell}, headers=key), 401, "token-needed")


def test_a_tag_names_its_viewer_and_if_match_accepts_it_with_and_without(game):
    sequence = game.view()["sequence"]
    for seat in (1, 2):
        own = board(game, "/board", seat)
        assert own.etag == f'"{sequence}-s{seat}"' and "Authorization" in own.header("Vary")
        again = board(game, "/board", seat, headers={"If-None-Match": own.etag})
        assert again.status == 304 and again.body == b""
        assert board(game, "/board", seat, headers={"If-None-Match": f'"{sequence}-s{3 - seat}"'}).status == 200
    accepted(game.call(1, "E"))
    cells = {seat: game.next_cell(seat) for seat in (1, 2)}
    for tag in (f'"{sequence}"', f'"{sequence}-s1"', '"x"'):
        body = problem(game.edit(cells[1], "E", game.person(1).token, {"If-Match": tag}), 412, "precondition-failed")
        assert (body["cell"]["index"], body["cell"]["value"]) == (cells[1], "")
    accepted(game.edit(cells[1], "E", game.person(1).token, {"If-Match": f'"{sequence + 1}-s1"'}))
    accepted(game.edit(cells[2], "E", game.person(2).token, {"If-Match": f'"{sequence + 2}"'}))


def test_before_the_end_there_is_no_export_and_a_player_who_left_sees_the_own_board_then_all_is_visible(game):
    texts = {person.number: board(game, "/board", person.number).json["text"] for person in game.people}
    for token in game.viewers:
        problem(game.ask("GET", "/export", token=token), (403, 409), "hidden")
    assert game.leave(2).status == 204
    assert [one["board"] for one in game.view(2)["boards"]] == [2]
    problem(board(game, "/boards/2", 1), 403, "hidden")
    accepted(game.act("close", token=game.host))
    sequence = game.view()["sequence"]
    for token in game.viewers:
        shown = game.show(token)
        assert {one["board"]: one["text"] for one in shown["boards"]} == texts
        assert shown["hash"] == projection_hash(sequence, texts)
        for number, text in texts.items():
            answer = game.ask("GET", f"/boards/{number}", token=token)
            assert answer.json["text"] == text and re.fullmatch(rf'"{sequence}-(w|s\d+)"', answer.etag)
        events = game.ask("GET", "/history", token=token).lines
        assert all("cell" in event for event in events if event["type"] == "cell.changed")
        assert game.ask("GET", "/export", token=token).status == 200


# --------------------------------------------------------------------------------------------- the letters


@pytest.mark.parametrize("options", [{}, {"bots": ["hard"], "end": "shared"}, {"bots": ["hard"], "end": "free-last"}])
def test_no_answer_reveals_the_seed_of_a_running_game(server, options):
    """With the seed, all letters to come could be computed."""
    game = Table(server, "Ann", public=True, **options)
    game.play_rounds(2)
    for token in game.viewers:
        for path in ("", "/history", "/export", "/actions", "/board", "/boards/2"):
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
