"""Where the rules of the mini meet: undo and locks, polls and pauses, words without a crossing, storms."""

import pytest

from client import Wire, ask, problem
from concurrency import concurrently
from mini_puzzles import DOTS, ipuz, upload
from mini_table import Mini, accepted, kinds
from square_fold import projection_hash
from square_table import unchanged
from streams import Stream

COMB = "A#B#C/D#E#F/GHIJK/L#M#N/O#P#Q"  # most cells are in a word down only


@pytest.fixture
def one(server):
    return Mini(server, "Ann")


# ----------------------------------------------------------------------------------------------------- undo


def test_undo_does_not_take_back_what_is_locked(one):
    accepted(one.people[0].edit(1, "D"))
    one.do(1, "check")
    with unchanged(one):
        problem(one.people[0].act("undo"), (409, 423), ("nothing-to-undo", "locked-cell"))


def test_undo_does_not_take_back_a_reveal(one):
    one.do(1, "reveal", scope="cell", cell=1)
    with unchanged(one):
        problem(one.people[0].act("undo"), (409, 423), ("nothing-to-undo", "locked-cell"))


def test_undo_takes_the_mark_of_a_wrong_letter_with_it(one):
    accepted(one.people[0].edit(1, "X"))
    one.do(1, "check")
    one.do(1, "undo")
    assert one.cell(1)["value"] == "" and one.marks() == {}


def test_undo_leaves_what_another_has_written_since(one):
    ben = one.seat("Ben")
    accepted(one.people[0].edit(1, "X")), accepted(ben.edit(1, "D"))
    with unchanged(one):
        problem(one.people[0].act("undo"), 409, "nothing-to-undo")


def test_undo_of_a_change_of_ink_is_no_new_letter(one):
    accepted(one.people[0].edit(1, "D", pencil=True)), accepted(one.people[0].edit(1, "D"))
    one.do(1, "undo")
    assert one.cell(1)["value"] in ("D", "") and one.marks() in ({}, {1: "pencil"})


def test_help_is_not_forgotten_when_its_marks_are_gone(one):
    accepted(one.people[0].edit(1, "X"))
    one.do(1, "check"), one.do(1, "undo"), one.do(1, "reset")
    assert one.marks() == {}
    one.solve(1)
    assert one.result["assisted"] is True


# ---------------------------------------------------------------------------------------------------- pause


def test_a_parked_poll_is_not_answered_with_the_board_of_a_pause(one):
    accepted(one.people[0].edit(1, "Q"))
    path, sequence = f"{one.path}/board", one.show()["sequence"]
    wishes = [
        (f"{path}?after={sequence}&wait=5", {}),
        (f"{path}.txt?after={sequence}&wait=5", {}),
        (f"{one.path}/boards/0?after={sequence}&wait=5", {}),
        (path, {"If-None-Match": f'"{sequence}"', "Prefer": "wait=5"}),
    ]
    wires = [Wire(one.server, timeout=8).request("GET", *wish[:1], headers=wish[1]) for wish in wishes]
    one.do(1, "pause")
    for wire in wires:
        answer = wire.answer()
        assert answer.status in (403, 304) and "Q" not in answer.text, answer
        wire.close()


def test_a_poll_that_is_parked_in_a_pause_is_refused_at_once(one):
    one.do(1, "pause")
    with Wire(one.server, timeout=3) as wire:
        wire.request("GET", f"{one.path}/board?after={one.show()['sequence']}&wait=20")
        problem(wire.answer(), 403, "hidden")


def test_a_stream_goes_through_a_pause(one):
    with Stream(one.server, one.path + "/events", token=one.people[0].token) as stream:
        stream.next()
        accepted(one.people[0].edit(1, "Q"))
        one.do(1, "pause")
        ben = one.seat("Ben")
        accepted(ben.act("resume")), accepted(ben.edit(2, "O"))
        told = [stream.next() for _ in range(5)]
    names = ["cell.changed", "game.paused", "seat.taken", "game.resumed", "cell.changed"]
    assert [event.name for event in told] == names
    for event in told[1:3]:
        assert event.data["hash"] == projection_hash(event.data["sequence"], {}), event
    text = "#Q.../...../...../...../....#"
    assert told[3].data["hash"] == projection_hash(told[3].data["sequence"], {0: text})


def test_a_redacted_past_carries_no_hash_of_hidden_letters(one):
    accepted(one.people[0].edit(1, "Q"))
    one.do(1, "pause")
    for wish, headers in (("?after=0", {}), ("", {"Last-Event-ID": "1"})):
        with Stream(one.server, one.path + "/events" + wish, headers) as stream:
            while (event := stream.next()).name != "game.paused":
                if event.name == "cell.changed":
                    seen = [projection_hash(event.data["sequence"], {0: text}) for text in guesses()]
                    assert event.data.get("hash") not in seen, "the letter can be worked out"


def guesses():
    """All boards with one letter in the cell that everybody knows was written first."""
    return [f"#{letter}.../...../...../...../....#" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]


def test_a_prompt_may_be_answered_in_a_pause_or_waits(server):
    game = Mini(server, "Ann", "Ben")
    game.write(1, {"1": "Q"})
    opened = game.do(1, "clear")
    game.do(1, "pause")
    prompt = opened["events"][0]["prompt"]["id"]
    answer = game.people[1].answer(prompt, 1)
    assert answer.status in (200, 404, 409), answer
    assert '"Q"' not in answer.text, "cells are hidden"
    game.do(1, "resume")
    if answer.status == 409:
        accepted(game.people[1].answer(prompt, 1))
    assert game.cell(1)["value"] in ("", "Q")


# -------------------------------------------------------------------------------- words without a crossing


def test_the_word_of_a_cell_is_across_if_it_can_be(server):
    game = Mini(server, "Ann", solution=COMB)
    game.write(1, {str(cell): "X" for cell in (0, 5, 10, 11, 15)})
    marked = game.do(1, "check", scope="word", cell=0)["events"][0]["marks"]
    assert sorted(map(int, marked)) == [0, 5, 10, 15], "down, for there is none across"
    assert game.do(1, "check", scope="word", cell="a3")["events"][0]["marks"].keys() == {"11"}
    with unchanged(game):
        problem(
            game.people[0].act("check", {"scope": "word", "cell": 0, "direction": "across"}),
            422,
            "invalid-value",
        )


def test_a_given_letter_belongs_to_everybody(server):
    """A board of which all is given but one letter."""
    givens = [cell for cell in range(1, 24) if cell != 12]
    game = Mini(server, "Ann", kind={"givens": givens})
    assert game.board()["text"] == DOTS.replace("ULTRA", "UL.RA")
    assert kinds(accepted(game.people[0].edit(12, "T")))[-1] == "game.finished"


def test_a_puzzle_of_which_all_is_given_is_refused_or_can_be_ended(server):
    answer = ask(server, "POST", "/puzzles", ipuz(givens=range(1, 24)))
    if answer.status == 201:
        game = Mini(server, "Ann", puzzle=answer.json["id"])
        if game.show()["state"] != "finished":
            accepted(game.people[0].act("resign"))
            assert game.show()["state"] == "finished"
    else:
        problem(answer, 422, "invalid-puzzle")


# ---------------------------------------------------------------------------------------------------- storm


def test_the_last_letter_by_two_at_once_is_one_end(server):
    game = Mini(server, "Ann", "Ben")
    game.solve(1, but=[12])
    answers = concurrently(*(lambda p=person: p.edit(12, "T") for person in game.people))
    assert sorted(answer.status for answer in answers) in ([200, 200], [200, 409])
    history = [event["type"] for event in game.history()]
    assert history.count("game.finished") == history.count("board.finished") == 1
    assert history[-1] == "game.finished"


def test_everybody_does_everything_at_once(server):
    """Whatever the order, the history stays dense and the board is the fold of it."""
    game = Mini(server, "Ann", "Ben", "Eve", "Gus")
    calls = []
    for number, person in enumerate(game.people):
        for turn in range(6):
            cell = 1 + (number * 6 + turn) % 4
            calls += [lambda p=person, c=cell, v="DXQ"[turn % 3]: p.edit(c, v, pencil=c % 2 == 0)]
        calls += [lambda p=person: p.act("check", {"scope": "cell", "cell": 6})]
        calls += [lambda p=person: p.act("undo"), lambda p=person: p.act("pause")]
        calls += [lambda p=person: p.act("resume")]
        calls += [lambda p=person: p.act("reset", {"scope": "word", "cell": 1})]
    answers = concurrently(*calls)
    assert {answer.status for answer in answers} <= {200, 409, 423}
    if game.show().get("paused"):
        game.do(1, "resume")
    history = game.history()
    assert [event["sequence"] for event in history] == list(range(1, len(history) + 1))
    cells = ["#" if sign == "#" else "." for sign in game.answers]
    for event in history:
        if event["type"] == "cell.changed":
            assert event["previous"] == cells[event["cell"]].replace(".", ""), event
            cells[event["cell"]] = event["value"] or "."
    assert game.board()["text"].replace("/", "") == "".join(cells)


def test_uploads_at_once_are_all_kept(server):
    made = concurrently(*(lambda n=number: upload(server, title=f"T{n}") for number in range(8)))
    assert len({puzzle["id"] for puzzle in made}) == 8
    for number, puzzle in enumerate(made):
        assert ask(server, "GET", f"/puzzles/{puzzle['id']}").json["title"] == f"T{number}"
