"""Tests of the checker's part for rooms: clean histories pass, and each kind of violation is found."""

import dataclasses

import pytest

from checker import check, check_history
from history import SEVERAL_SERVERS, History
from records import Outage, Recorder, RoomChange, RoomObservation, load


def change(kind, second, client="ann", completed=None, **more):
    """A change that takes one second."""
    return RoomChange(client, "smiths", kind, second, completed or second + 1, **more)


def begun(game, second, outcome="ok", **more):
    return change("begin", second, game=game if outcome == "ok" else None, outcome=outcome, **more)


def saw(sequence, second, games=(), members=("ann",), client="eve", source="get", completed=None, **more):
    """The room as somebody saw it; all games but the last have a result unless `results` says otherwise."""
    fields = {"members": list(members), "host": "ann", "games": list(games), "results": list(games)[:-1]}
    fields |= {"standings": {}, **more}
    return RoomObservation(client, "smiths", source, second, completed or second + 1, sequence, **fields)


def told(sequence, second, began=None, client="tv", connection=1, resumed=None):
    """An event on a stream."""
    return RoomObservation(
        client, "smiths", "stream", second, second, sequence, began=began, connection=connection, resumed=resumed
    )


def clean():
    """Ann makes a room and begins two games; Ben joins in between, and the television follows."""
    return [
        change("make", 1.0, player="ann", sequence=1),
        saw(1, 2.5, client="tv", source="stream", completed=2.5, connection=1),
        begun("g1", 10.0),
        told(2, 10.5, "g1"),
        change("join", 20.0, "ben", player="ben", sequence=3),
        told(3, 20.5),
        saw(3, 22.0, ["g1"], ["ann", "ben"]),
        change("close", 30.0, game="g1"),
        told(4, 30.5),
        begun("g2", 40.0),
        told(5, 40.5, "g2"),
        saw(5, 50.0, ["g1", "g2"], ["ann", "ben"], source="final", client="drill", standings={"ann": 1, "ben": 1}),
    ]


def kinds(records):
    return sorted({one.kind for one in check(records)})


def without(kind_of_record, **fields):
    """The clean history without the records that have these fields."""
    return [
        one
        for one in clean()
        if not (isinstance(one, kind_of_record) and all(getattr(one, key) == value for key, value in fields.items()))
    ]


def test_a_clean_history_of_a_room_has_no_violations():
    assert check(clean()) == []


def test_records_of_rooms_can_be_read_back_from_a_file(tmp_path):
    recorder = Recorder(tmp_path / "history")
    for record in clean():
        recorder.add(record)
    recorder.close()
    assert list(load(recorder.path)) == clean()


# ------------------------------------------------------------------------------------------------- promise 1


@pytest.mark.parametrize("status", [401, 404])
def test_a_forgotten_room_is_found(status):
    gone = RoomObservation("eve", "smiths", "get", 60.0, 61.0, status=status)
    assert kinds([*clean(), gone]) == ["forgotten"]


def test_a_lost_next_game_is_found():
    assert kinds([*clean(), begun("g3", 45.0)]) == ["lost-next-game"]


def test_a_next_game_of_unknown_outcome_may_have_begun_or_not():
    unknown = begun(None, 41.0, outcome="unknown")
    assert check([*clean(), unknown]) == []
    last = dataclasses.replace(clean()[-1], sequence=6, games=["g1", "g2", "g3"])
    assert check([*clean()[:-1], unknown, last]) == []


def test_a_lost_result_is_found():
    last = dataclasses.replace(clean()[-1], results=[], standings={})
    assert kinds([*clean()[:-1], last]) == ["lost-result"]


def test_a_result_that_is_not_shown_any_more_is_found():
    later = saw(6, 60.0, ["g1", "g2"], ["ann", "ben"], results=[])
    assert kinds([*clean()[:-1], saw(5, 50.0, ["g1", "g2"], ["ann", "ben"]), later]) == ["lost-result"]


@pytest.mark.parametrize("outcome", ["asked", "unknown"])
def test_a_game_that_the_others_may_have_ended_before_needs_no_result(outcome):
    last = dataclasses.replace(clean()[-1], results=[], standings={})
    assert check([*clean()[:-1], begun(None, 25.0, outcome=outcome), last]) == []


# ------------------------------------------------------------------------------------------------- promise 2


def test_a_game_that_nobody_has_begun_is_found():
    last = dataclasses.replace(clean()[-1], sequence=6, games=["g1", "g2", "g3"])
    assert kinds([*clean()[:-1], last]) == ["unexplained-game"]


def test_a_game_that_is_listed_twice_is_found():
    assert "games-out-of-order" in kinds([*clean(), saw(5, 60.0, ["g1", "g2", "g1"], ["ann", "ben"])])


# ------------------------------------------------------------------------------------------------- promise 3


@pytest.mark.parametrize("games", [["g2", "g1"], ["g2"], ["g1"], []])
def test_an_observation_that_is_no_prefix_of_the_games_is_found(games):
    assert "games-out-of-order" in kinds([*clean(), saw(6, 60.0, games, ["ann", "ben"])])


def test_a_streamed_game_in_another_place_is_found():
    assert "games-out-of-order" in kinds([*clean(), told(6, 60.0, "g1", resumed=5)])


def test_games_in_another_order_than_they_were_begun_are_found():
    swapped = [begun("g2", 10.0), begun("g1", 40.0), saw(5, 50.0, ["g1", "g2"], source="final")]
    assert "games-out-of-order" in kinds(swapped)
    together = [begun("g2", 10.0, completed=45.0), begun("g1", 40.0), saw(5, 50.0, ["g1", "g2"], source="final")]
    assert check(together) == []


def test_a_room_that_is_shown_differently_at_one_sequence_is_found():
    other = saw(5, 60.0, ["g1", "g2"], ["ann", "ben"], host="ben", standings={"ann": 1, "ben": 1})
    assert kinds([*clean(), other]) == ["room-differs"]


def test_a_read_that_misses_what_was_known_before_is_found():
    assert kinds([*clean(), saw(3, 60.0, ["g1"], ["ann", "ben"], client="zoe")]) == ["stale-room"]
    assert check([*clean(), saw(3, 30.2, ["g1"], ["ann", "ben"], client="zoe", completed=60.0)]) == []


def test_a_read_that_misses_an_acknowledged_game_is_found():
    """Although its sequence was never told."""
    silent = without(RoomObservation, began="g2")
    assert "stale-room" in kinds([*silent, saw(4, 42.0, ["g1"], ["ann", "ben"], client="zoe", results=["g1"])])


def test_a_client_that_is_shown_an_older_room_than_before_is_found():
    """Although a stream need not be as new as other clients' reads."""
    late = [told(4, 60.0, client="late", resumed=3), told(4, 61.0, client="late", connection=2, resumed=3)]
    back = [told(5, 60.0, client="late", resumed=4), told(4, 61.0, client="late", connection=2, resumed=3)]
    assert check([*clean(), *late[:1]]) == []
    assert kinds([*clean(), *back]) == ["room-went-back"]


@pytest.mark.parametrize(
    "shown, kind",
    [
        ([told(2, 60.0, client="new")], "stream-gap"),
        ([told(4, 60.0, client="new", resumed=2)], "stream-gap"),
        ([told(3, 60.0, client="new", resumed=2), told(5, 61.0, client="new", resumed=2)], "stream-gap"),
        ([told(3, 60.0, client="new", resumed=3)], "stream-repeat"),
        ([told(3, 60.0, client="new", resumed=2), told(3, 61.0, client="new", resumed=2)], "stream-repeat"),
    ],
)
def test_a_stream_of_a_room_with_a_gap_or_a_repeat_is_found(shown, kind):
    assert kinds([*clean(), *shown]) == [kind]


def test_a_stream_may_go_on_after_a_snapshot():
    snapshot = saw(4, 60.0, ["g1"], ["ann", "ben"], "new", "stream", 60.0, results=["g1"], connection=1, resumed=1)
    assert check([*clean(), snapshot, told(5, 61.0, "g2", client="new", resumed=1)]) == []


def with_several_servers(*records):
    history = History([*clean(), *records], SEVERAL_SERVERS)
    return [one.kind for one in check_history(history)], dict(history.excused)


def test_with_several_servers_a_room_may_be_stale_only_during_an_outage():
    stale = saw(3, 60.0, ["g1"], ["ann", "ben"], client="zoe")
    assert with_several_servers(stale) == (["stale-room"], {})
    assert with_several_servers(stale, Outage(60.5, 70.0)) == ([], {("stale-room", "get"): 1})


def test_with_several_servers_what_is_shown_after_the_drill_is_never_excused():
    last = saw(4, 60.0, ["g1"], ["ann", "ben"], client="drill", source="final", results=["g1"])
    found, _ = with_several_servers(last, Outage(55.0, 70.0))
    assert "stale-room" in found
