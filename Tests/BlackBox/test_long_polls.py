"""Long polls are parked until the sequence passes, or their time is up; a client that leaves frees its place."""

import pytest

from client import Wire, ask, eventually, lobby, new_game, open_sockets, problem, wait_for_polls


def park(game, after=0, wait=25, **options):
    """A connection with a poll."""
    wire = Wire(game.server, **options)
    return wire.request("GET", f"{game.path}/board?after={after}&wait={wait}")


def test_an_edit_wakes_a_poll(game):
    with park(game) as wire:
        wait_for_polls(game.server)
        game.edit(12, "A")
        answer = wire.answer()
    assert (answer.status, answer.etag, answer.json["sequence"]) == (200, '"1"', 1)
    assert answer.json["text"] == "...../...../..A../...../....."


def test_taking_a_seat_wakes_a_poll(game):
    """Any event advances the sequence, not only letters."""
    with park(game) as wire:
        wait_for_polls(game.server)
        game.seat()
        answer = wire.answer()
    assert answer.status == 200 and answer.json["sequence"] == 1


def test_a_poll_is_woken_by_its_own_game_only(server, game):
    other = new_game(server)
    with park(game) as wire:
        wait_for_polls(server)
        other.edit(0, "A")
        wait_for_polls(server)
        game.edit(0, "B")
        assert wire.answer().json["text"].startswith("B")


@pytest.mark.parametrize("path", ["board", "board.txt", "boards/0", "board.svg"])
def test_a_poll_without_news_gets_the_board(game, path):
    """Not 304, which no cache expects without a condition. After its time and not before: `test_deadlines.py`."""
    game.edit(0, "A")
    for query in ("after=1&wait=1", "after=1&wait=0", "after=1", "after=9"):
        answer = game.ask("GET", f"/{path}?{query}")
        assert (answer.status, answer.body) == (200, game.ask("GET", "/" + path).body), query
        assert answer.etag == game.ask("GET", "/" + path).etag


def test_a_poll_without_news_that_names_the_tag_of_the_board_gets_304(game):
    game.edit(0, "A")
    for tag, status in (('"1"', 304), ('"0", W/"1"', 304), ("*", 304), ('"0"', 200), ('"1-txt"', 200)):
        answer = game.ask("GET", "/board?after=1&wait=1", headers={"If-None-Match": tag})
        assert (answer.status, answer.etag, answer.body == b"") == (status, '"1"', status == 304), tag


def test_a_poll_that_is_behind_is_answered_at_once(game):
    game.edit(0, "A")
    game.edit(1, "B")
    with park(game, after=1) as wire:
        answer = wire.answer()
    assert answer.status == 200 and answer.json["sequence"] == 2


def test_a_poll_ahead_of_the_game_waits_until_the_game_passes_it(game):
    with park(game, after=2) as wire:
        wait_for_polls(game.server)
        for cell in range(3):
            game.edit(cell, "A")
        assert wire.answer().json["sequence"] == 3


def test_prefer_wait_with_if_none_match_is_a_poll(game):
    game.edit(0, "A")
    with Wire(game.server) as wire:
        wire.request("GET", game.path + "/board", headers={"If-None-Match": '"1"', "Prefer": "wait=20"})
        wait_for_polls(game.server)
        game.edit(1, "B")
        answer = wire.answer()
    assert answer.status == 200 and answer.json["sequence"] == 2


def test_a_number_of_seconds_of_any_length_waits(game):
    with Wire(game.server) as wire:
        headers = {"If-None-Match": '"0"', "Prefer": "wait=" + "9" * 30}
        wire.request("GET", game.path + "/board", headers=headers)
        wait_for_polls(game.server)
        game.edit(0, "A")
        assert wire.answer().json["sequence"] == 1


def test_the_tag_of_the_board_is_304_also_with_an_older_sequence(game):
    game.edit(0, "A")
    headers = {"If-None-Match": '"1"'}
    for query in ("?after=0", "?after=0&wait=20", "?after=1"):
        assert game.ask("GET", "/board" + query, headers=headers).status == 304, query
    assert game.ask("GET", "/board?after=1", headers={"If-None-Match": '"0"'}).status == 200


def test_prefer_wait_times_out_with_304(game):
    headers = {"If-None-Match": '"0"', "Prefer": "respond-async, wait=1"}
    assert game.ask("GET", "/board", headers=headers).status == 304


def test_prefer_wait_without_if_none_match_does_not_wait(game):
    with Wire(game.server) as wire:
        wire.request("GET", game.path + "/board", headers={"Prefer": "wait=10"})
        answer = wire.answer()
    assert answer.status == 200


def test_a_poll_without_a_wait_is_answered_at_once(game):
    for query in ("?after=0&wait=0", "?after=0"):
        with Wire(game.server) as wire:
            answer = wire.request("GET", game.path + "/board" + query).answer()
        assert answer.status == 200, query


@pytest.mark.parametrize(
    "query",
    [f"after=0&wait={wait}" for wait in ("26", "9999999999999999999", "-1", "x", "")]
    + [f"after={after}&wait=1" for after in ("-1", "x", "", "1.5", "99999999999999999999")],
)
def test_an_invalid_poll_is_refused(game, query):
    problem(game.ask("GET", "/board?" + query), (400, 422))


def test_the_board_as_text_can_be_polled(game):
    with Wire(game.server) as wire:
        wire.request("GET", game.path + "/board.txt?after=0&wait=25")
        wait_for_polls(game.server)
        game.edit(0, "A")
        assert wire.answer().text.startswith("A....\n")


def test_a_request_behind_a_parked_poll_is_answered_after_it(game):
    with park(game, wait=1) as wire:
        wire.request("GET", "/healthz")
        assert wire.answer().json["sequence"] == 0
        assert wire.answer().status == 200


@pytest.mark.parametrize("leave", [Wire.close, Wire.reset])
def test_a_client_that_leaves_while_parked_frees_its_descriptor_at_once(own_free_server, leave):
    """The polls would end by themselves only after the test has failed."""
    before = open_sockets(own_free_server)
    game = new_game(own_free_server)
    parked = [park(game) for _ in range(30)]
    wait_for_polls(own_free_server, 30)
    for wire in parked:
        leave(wire)
    eventually(lambda: open_sockets(own_free_server) <= before, 20, "freeing the descriptors")


def test_the_65th_poll_of_an_address_is_429(own_server):
    board = lobby(own_server)
    parked = [park(board) for _ in range(64)]
    wait_for_polls(own_server, 64)
    with park(board) as refused:
        problem(refused.answer(), 429, "too-many-polls")
    assert ask(own_server, "GET", "/board?after=0&wait=0").status == 200, "without a wait it is not counted"
    parked.pop().close()
    wait_for_polls(own_server, 63)
    parked.append(park(board))
    wait_for_polls(own_server, 64)
    board.edit(0, "A")
    for wire in parked:
        assert wire.answer().status == 200, "parked polls are answered as before"
        wire.close()


def test_a_hundred_polls_wake_with_the_same_board(own_free_server):
    game = new_game(own_free_server)
    parked = [park(game) for _ in range(100)]
    wait_for_polls(own_free_server, 100)
    game.edit(0, "A")
    assert len({wire.answer().body for wire in parked}) == 1
    for wire in parked:
        wire.close()
