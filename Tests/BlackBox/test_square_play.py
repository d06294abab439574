"""Whole games by script: every letter called and placed, every board scored, the winner told."""

import pytest

from square_fold import Watcher, projection_hash
from square_table import Table, accepted
from streams import Stream
from words_reference import ENGLISH, PRESETS, Scoring, total


def check_result(game, scoring):
    """The result of a game that is over against the reference; returns it."""
    shown = game.show()
    expected = {str(board): total(text, ENGLISH, scoring) for board, text in game.texts().items()}
    result = shown["result"]
    assert result["scores"] == expected
    best = max(expected.values())
    assert result["winners"] == [int(seat) for seat, score in sorted(expected.items()) if score == best]
    assert result["seconds"] >= 0
    for seat in shown["seats"]:
        assert seat["score"] == expected[str(seat["seat"])] and seat["filled"] == 25
    for board in shown["boards"]:
        assert board["score"] == expected[str(board["board"])]
    return result


@pytest.mark.parametrize("end", ["free-last", "shared"])
def test_four_seats_two_of_them_bots_play_to_the_end(server, end):
    game = Table(server, "Ann", "Ben", bots=["easy", "hard"], end=end, preset="family")
    streams = {
        seat: Stream(server, game.path + "/events?after=0", token=token) for seat, token in tokens(game)
    }
    try:
        shown = game.play()
        assert shown["state"] == "finished" and "turn" not in shown and "called" not in shown
        check_result(game, PRESETS["family"].changed(end=end))
        check_history(game, 24 if end == "free-last" else 25)
        for seat, stream in streams.items():
            check_stream(game, seat, stream)
    finally:
        for stream in streams.values():
            stream.close()


def tokens(game):
    return [(None, None)] + [(person.number, person.token) for person in game.people]


def check_history(game, calls):
    """Callers take turns by their seats; each letter lies on each board; all is told after the end."""
    events = game.history()
    assert [event["sequence"] for event in events] == list(range(1, len(events) + 1))
    called = [event for event in events if event["type"] == "letter.called"]
    assert [event["number"] for event in called] == list(range(1, calls + 1))
    assert [event["by"] for event in called] == [1 + index % 4 for index in range(calls)]
    letters = "".join(event["letter"] for event in called)
    for number, text in game.texts().items():
        placed = [event for event in events if event["type"] == "cell.changed" and event["board"] == number]
        assert [event["value"] for event in placed][:calls] == list(letters)
        assert len({event["cell"] for event in placed}) == 25
        cells = text.replace("/", "")
        assert all(cells[event["cell"]] == event["value"] for event in placed)
        for event in placed:
            assert event.get("cause") == ("bot" if number > 2 else None) and event["by"] == number
    assert events[-1]["type"] == "game.finished" and events[-1]["result"] == game.show()["result"]


def check_stream(game, seat, stream):
    """A viewer's stream is in step to the end, and tells no hidden placement before it."""
    watcher, first = Watcher(seat), stream.next()
    assert first.name == "snapshot" or first.id == "1"
    if first.name == "snapshot":
        watcher.sequence = first.data["sequence"]
        watcher.cells = list("." * 25) if seat else None
    else:
        watcher.apply(first.data)
    while not watcher.over:
        event = stream.next()
        watcher.apply(event.data)
        assert event.id == str(watcher.sequence)
    texts = game.texts()
    assert event.data["hash"] == projection_hash(watcher.sequence, texts)
    if seat:
        assert watcher.boards[seat] == texts[seat]


@pytest.mark.parametrize("preset", ["classic-all", "scorewords", "tournament"])
def test_other_presets_are_scored_to_the_end(server, preset):
    game = Table(server, "Ann", "Ben", preset=preset, plan=3)
    game.play()
    check_result(game, PRESETS[preset])


def test_diagonals_full_lines_and_single_knobs_are_scored_to_the_end(server):
    scoring = Scoring({2: 3, 3: 4, 4: 6, 5: 9}, 2, "all", diagonals=True, full_line=6)
    game = Table(server, "Ann", "Ben", plan=9, **scoring.knobs)
    game.play()
    result = check_result(game, scoring)
    assert sum(result["scores"].values()) > 0


def test_equal_boards_share_the_win(server):
    game = Table(server, "Ann", "Ben", "Eve")
    game.orders[3] = game.orders[1]
    game.orders[2] = game.orders[1][::-1]
    last = {}

    def same_last(seat, cell, letter=None, **more):
        if letter is not None:
            letter = last.setdefault("letter", letter)
        return Table.place(game, seat, cell, letter, **more)

    game.place = same_last
    game.play()
    result = check_result(game, PRESETS["family"])
    assert result["scores"]["1"] == result["scores"]["3"]
    assert (1 in result["winners"]) == (3 in result["winners"])


def test_a_draw_without_any_word_is_won_by_all(server):
    game = Table(server, "Ann", "Ben", end="shared")
    game.call = lambda seat, letter: Table.call(game, seat, "Q")
    game.play()
    result = check_result(game, PRESETS["family"].changed(end="shared"))
    assert result["scores"] == {"1": 0, "2": 0} and result["winners"] == [1, 2]


def test_twelve_seats_call_two_letters_each(server):
    game = Table(server, *(f"P{number}" for number in range(1, 13)))
    game.play_rounds(13)
    called = [event["by"] for event in game.history() if event["type"] == "letter.called"]
    assert called[:13] == [*range(1, 13), 1]


def test_callers_go_by_the_seats_that_are_taken(server):
    game = Table(server, "Ann", "Ben", "Eve", begin=False)
    game.leave(2)
    game.people = [person for person in game.people if person.number != 2]
    accepted(game.act("start", token=game.host))
    game.play_rounds(4)
    events = game.history()
    assert [event["by"] for event in events if event["type"] == "letter.called"][:4] == [1, 3, 1, 3]
    assert next(event for event in events if event["type"] == "game.started")["order"] == [1, 3]
