"""Actions of a free board: the list and the events of each one. RefusedValueTests has what is refused."""

from client import accepted, problem

COLOUR = {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"}


def listed(game, token=None):
    """The actions that a viewer may perform now."""
    answer = game.ask("GET", "/actions", token=token)
    assert answer.status == 200, answer
    actions = {action["name"]: action["parameters"] for action in answer.json["actions"]}
    assert sorted(actions) == sorted(game.show(token)["actions"]), "both lists are equal"
    return actions


def test_each_viewer_gets_a_list_with_the_parameters(game):
    ann = game.seat()
    ann.edit(0, "A")
    assert listed(game).keys() == {"clear"}
    assert listed(game, ann.token).keys() == {"clear", "recolour", "undo"}
    assert listed(game, game.host).keys() == {"clear", "lock", "close", "close-seats", "open-seats"}
    assert listed(game, ann.token)["recolour"] == {"colour": COLOUR}


def test_undo_reverts_the_last_change_once(game):
    ann, ben = game.seat("Ann"), game.seat("Ben")
    ann.edit(0, "A"), ann.edit(0, "B"), ben.edit(1, "C")
    (event,) = accepted(ann.act("undo"))["events"]
    fields = ("type", "cell", "value", "previous", "by", "cause")
    assert [event[field] for field in fields] == ["cell.changed", 0, "A", "B", 1, "undo"]
    assert game.board()["text"] == "AC.../...../...../...../....."
    problem(ann.act("undo"), 409, "nothing-to-undo")


def test_recolour_changes_the_colour_of_the_players_seat(game):
    ann, _ = game.seat("Ann"), game.seat("Ben", colour="#111111")
    (event,) = accepted(ann.act("recolour", {"colour": "#0a0b0c"}))["events"]
    assert (event["type"], event["seat"], event["colour"]) == ("seat.recoloured", 1, "#0a0b0c")
    assert [seat["colour"] for seat in game.show()["seats"]] == ["#0a0b0c", "#111111"]
    with game.unchanged():
        problem(ann.act("recolour", {"colour": "red"}), 422, "invalid-value")
        problem(ann.act("fly"), 404, "no-such-action")


def test_a_locked_board_refuses_edits_until_it_is_unlocked(game):
    game.edit(0, "A")
    (event,) = accepted(game.act("lock", token=game.host))["events"]
    assert event["type"] == "board.locked" and game.show()["locked"] is True
    with game.unchanged():
        problem(game.edit(0, "B"), 423, "board-locked")
    (event,) = accepted(game.act("unlock", token=game.host))["events"]
    assert event["type"] == "board.unlocked" and "locked" not in game.show()
    accepted(game.edit(0, "B"))


def test_close_finishes_the_game_and_stops_its_clock(game):
    ann = game.seat()
    ann.edit(0, "A")
    clock = game.show()["clock"]
    assert clock["running"] is True and clock["elapsed"] >= 0
    (event,) = accepted(game.act("close", token=game.host))["events"]
    shown = game.show()
    assert event["type"] == "game.finished" and event["result"] == shown["result"]
    assert shown["state"] == "finished" and shown["result"]["seconds"] >= 0
    assert shown["clock"]["running"] is False
    with game.unchanged():
        problem(ann.edit(0, "B"), 409, "game-finished")
        problem(ann.act("undo"), 409, "game-finished")
    assert game.ask("GET", "/board?at=1").status == 200 and game.history()
