"""A word square step by step: what is shown of it, and what may be done."""

from square_fold import shown_hash
from square_table import Table, accepted


def test_a_game_shows_where_it_stands_in_every_step(server):
    game = Table(server, "Ann", "Ben", end="free-last")
    accepted(game.call(1, "e"))
    shown = game.view()
    assert (shown["called"], shown["turn"], shown["round"]["step"]) == ("E", 1, "place")
    assert (shown["round"]["number"], "".join(shown["round"]["letters"])) == (1, "E")
    assert [(seat["filled"], seat["placed"]) for seat in shown["seats"]] == [(0, False), (0, False)]
    accepted(game.place(2, 7))
    shown = game.view()
    assert [(seat["filled"], seat["placed"]) for seat in shown["seats"]] == [(0, False), (1, True)]
    accepted(game.place(1, "c3"))
    shown = game.view()
    assert "called" not in shown and (shown["turn"], shown["round"]["step"]) == (2, "call")
    assert [seat["filled"] for seat in shown["seats"]] == [1, 1]
    game.play_rounds(24)
    shown = game.view()
    assert shown["round"]["step"] == "last" and not {"turn", "called"} & shown.keys()
    assert len(shown["round"]["letters"]) == 24
    accepted(game.place(1, game.next_cell(1), "S"))
    seats = game.view()["seats"]
    assert [seat["filled"] for seat in seats] == [25, 24] and seats[0]["placed"] is True
    accepted(game.place(2, None, "t"))
    assert game.view()["state"] == "finished" and "T" in game.texts()[2]


def test_a_letter_may_be_called_again_and_again(server):
    game = Table(server, "Ann", "Ben")
    for number in range(3):
        accepted(game.call(1 + number % 2, "S"))
        accepted(game.place(1, number)), accepted(game.place(2, number))
    assert "".join(game.view()["round"]["letters"]) == "SSS"


def test_the_letters_of_a_round_are_told_in_a_list_which_is_empty_at_first(server):
    assert Table(server, "Ann", "Ben").view()["round"]["letters"] == []


def test_words_and_score_of_ones_own_board_are_live(server):
    game = Table(server, "Ann", "Ben", preset="family")
    for number, letter in enumerate("CAT"):
        accepted(game.call(1 + number % 2, letter))
        accepted(game.place(1, number)), accepted(game.place(2, 24 - number))
    board = game.board(game.people[0].token)
    assert board["score"] == 3 and [word["text"] for word in board["words"] if word["counts"]] == ["CAT"]
    seats = {seat["seat"]: seat for seat in game.view(1)["seats"]}
    assert seats[1]["score"] == 3 and "score" not in seats[2]
    assert all("score" not in seat for seat in game.show()["seats"])


def test_a_plain_edit_places_the_called_letter(server):
    game = Table(server, "Ann", "Ben")
    accepted(game.call(1, "E"))
    events = accepted(game.people[1].edit("c3", "e"))["events"]
    assert events[0] | {"time": ""} == events[0] | {
        "time": "",
        "type": "cell.changed",
        "board": 2,
        "cell": 12,
        "value": "E",
        "previous": "",
        "by": 2,
    }
    assert game.board_of(2)[12] == "E"


def test_the_hash_is_of_what_a_viewer_sees(server):
    game = Table(server, "Ann", "Ben")
    game.play_rounds(5)
    for token in (None, game.host, *(person.token for person in game.people)):
        shown = game.show(token)
        assert shown["hash"] == shown_hash(shown)
    for person in game.people:
        board = game.board(person.token)
        assert board["hash"] == game.show(person.token)["hash"]
        answer = accepted_of(game, person)
        if answer:
            assert answer["hash"] == game.show(person.token)["hash"]


def accepted_of(game, person):
    """Something that this person may do now, done: a call; None when it is another's turn."""
    if game.view().get("turn") != person.number or game.step != "call":
        return None
    answer = person.act("call", {"letter": "A"})
    assert answer.status == 200, answer
    return answer.json


def test_the_game_ends_at_once_when_its_host_closes_it(server):
    game = Table(server, "Ann", "Ben")
    game.play_rounds(2)
    problemless = accepted(game.act("close", token=game.host))
    assert problemless["events"][-1]["type"] == "game.finished"
    shown = game.show()
    assert shown["state"] == "finished" and not shown["result"].get("winners")
    assert len(shown["boards"]) == 2
