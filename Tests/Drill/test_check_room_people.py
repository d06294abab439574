"""Tests of the checker's part for the people of rooms: members, removals, seats and standings."""

import dataclasses

import pytest

from checker import check
from journal import Fold
from records import Journal
from room_clients import settled
from test_check_rooms import change, clean, kinds, saw

TIME = "2026-11-24T12:00:00.000Z"


def left(second, kind="leave", player="ben", **more):
    return change(kind, second, "ann" if kind == "remove" else player, player=player, **more)


def readmitted(second):
    return change("readmit", second, player="ben")


def last(*members, sequence=6, **more):
    """The room after the drill."""
    return dataclasses.replace(clean()[-1], sequence=sequence, members=list(members), **more)


def sat(game, *changes):
    """The final history of a game: a player sits down in each (seat, player), and leaves each seat; or a type alone."""
    events = []
    for one in changes:
        event = {"sequence": len(events) + 1, "time": TIME}
        if isinstance(one, str):
            event |= {"type": one}
        elif isinstance(one, int):
            event |= {"type": "seat.left", "seat": one}
        else:
            event |= {"type": "seat.taken", "seat": one[0], "name": one[1], "player": one[1]}
        events.append(event)
    fold = Fold(events)
    return Journal(game, events, fold.last, fold.hashes[-1], fold.texts[-1])


# --------------------------------------------------------------------------------------------------- members


def test_a_lost_member_is_found():
    assert kinds([*clean()[:-1], last("ann", sequence=5)]) == ["other-members"]
    assert kinds([*clean()[:6], saw(3, 22.0, ["g1"])]) == ["other-members"]


@pytest.mark.parametrize("kind", ["leave", "remove"])
def test_a_member_who_has_left_and_is_still_there_is_found(kind):
    assert kinds([*clean(), left(44.0, kind)]) == ["other-members"]
    assert check([*clean()[:-1], left(44.0, kind), last("ann")]) == []


def test_a_read_during_a_change_of_members_may_show_either():
    for members in (["ann"], ["ann", "ben"]):
        during = saw(1 + len(members), 19.5, ["g1"], members, completed=20.5)
        assert check([*clean(), during]) == []


def test_a_member_who_leaves_while_the_host_removes_them_may_have_done_either_first():
    both = [left(43.0, "remove", completed=46.0), left(44.0)]
    assert check([*clean()[:-1], *both, last("ann")]) == []
    joined = change("join", 44.0, "ben", player="ben")
    assert check([*clean()[:-1], both[0], joined, last("ann")]) == []
    assert check([*clean()[:-1], both[0], joined, last("ann", "ben")]) == []


def test_a_member_who_is_listed_twice_is_found():
    assert kinds([*clean()[:-1], last("ann", "ben", "ben")]) == ["doubled-member"]


# -------------------------------------------------------------------------------------------------- removals


def test_a_removed_player_who_joins_before_the_host_allows_it_is_found():
    again = change("join", 46.0, "ben", player="ben")
    removed = [*clean()[:-1], left(42.0, "remove"), again, last("ann", "ben", sequence=7)]
    assert kinds(removed) == ["removal-ignored"]
    assert check([*removed, readmitted(44.0)]) == []
    assert check([*removed, readmitted(45.5)]) == [], "during the request"
    assert kinds([*removed, readmitted(47.5)]) == ["removal-ignored"], "after it"


def test_a_player_who_is_refused_after_a_lost_answer_may_have_joined_before_the_removal():
    """The first request was committed without an answer; then the host removed the player, and the second one failed."""
    away, removed = [*clean()[:-1], left(42.0)], left(46.0, "remove", completed=47.0)
    join = change("join", 44.0, "ben", player="ben", completed=49.0, outcome="unknown")
    for members in (["ann"], ["ann", "ben"]):
        assert check([*away, removed, join, saw(6, 45.0, ["g1", "g2"], members), last("ann", sequence=8)]) == []
    assert kinds([*away, join, last("ann", sequence=8)]) == ["unfounded-refusal"]


def test_a_player_who_is_refused_after_a_lost_answer_need_not_have_joined():
    removed = [*clean()[:-1], left(42.0, "remove")]
    join = change("join", 44.0, "ben", player="ben", completed=49.0, outcome="unknown")
    assert check([*removed, join, last("ann")]) == []


@pytest.mark.parametrize(("is_repeated", "outcome"), [(False, "refused"), (True, "unknown")])
def test_a_refused_join_is_of_unknown_outcome_only_after_a_lost_answer(is_repeated, outcome):
    assert settled("join", 403, is_repeated) == outcome


def test_a_removal_of_unknown_outcome_may_keep_the_player_out_or_not():
    removed = [*clean()[:-1], left(42.0, "remove", outcome="unknown")]
    assert check([*removed, change("join", 46.0, "ben", player="ben"), last("ann", "ben")]) == []
    assert check([*removed, change("join", 46.0, "ben", player="ben", outcome="refused"), last("ann")]) == []


def test_a_refusal_of_a_player_who_was_not_removed_is_found():
    refused = change("join", 46.0, "ben", player="ben", outcome="refused")
    assert kinds([*clean()[:-1], left(42.0), refused, last("ann")]) == ["unfounded-refusal"]
    removed = [*clean()[:-1], left(42.0, "remove"), last("ann")]
    assert check([*removed, refused]) == []
    assert kinds([*removed, readmitted(44.0), refused]) == ["unfounded-refusal"]


def test_a_member_who_cannot_leave_is_found_unless_the_host_has_removed_them():
    refused = change("leave", 46.0, "ben", player="ben", outcome="refused")
    assert kinds([*clean(), refused]) == ["unfounded-refusal"]
    assert check([*clean()[:-1], left(42.0, "remove"), refused, last("ann")]) == []


# ----------------------------------------------------------------------------------------------------- seats


def test_members_who_sit_in_their_games_are_no_violation():
    assert check([*clean(), sat("g1", (1, "ann")), sat("g2", (1, "ann"), (2, "ben"))]) == []
    assert check([*clean(), sat("g2", (1, "ann"), (2, "ben"), 2, (2, "ben"))]) == []


def test_a_player_with_two_seats_is_found():
    assert kinds([*clean(), sat("g2", (1, "ann"), (2, "ben"), (3, "ben"))]) == ["doubled-seat"]


def test_a_game_in_which_the_host_has_not_the_first_seat_is_found():
    assert kinds([*clean(), sat("g2", (1, "ben"), (2, "ann"))]) == ["wrong-seat"]
    assert kinds([*clean(), sat("g2")]) == ["wrong-seat"]


def test_a_game_with_a_player_who_was_no_member_then_is_found():
    assert kinds([*clean(), sat("g1", (1, "ann"), (2, "ben"))]) == ["wrong-seat"]
    absent = [*clean()[:-1], left(35.0), last("ann")]
    assert kinds([*absent, sat("g2", (1, "ann"), (2, "ben"))]) == ["wrong-seat"]
    leaving = [*clean()[:-1], left(40.5), last("ann")]
    assert check([*leaving, sat("g2", (1, "ann"), (2, "ben"))]) == [], "during the request"


def test_a_removed_player_who_keeps_the_seat_of_the_present_game_is_found():
    removed = [*clean()[:-1], left(44.0, "remove"), last("ann")]
    assert kinds([*removed, sat("g2", (1, "ann"), (2, "ben"))]) == ["seat-of-removed-player"]
    assert check([*removed, sat("g2", (1, "ann"), (2, "ben"), 2)]) == []
    assert check([*removed, sat("g1", (1, "ann"))]) == []
    assert check([*removed, sat("g2", (1, "ann"), (2, "ben"), "game.finished")]) == []


# ------------------------------------------------------------------------------------------------- standings


def scored(*players, **standings):
    """The clean history with a result of the first game that these players have."""
    return [*clean()[:-1], last("ann", "ben", sequence=5, scored={"g1": list(players)}, standings=standings)]


def test_standings_that_add_up_the_results_are_no_violation():
    assert check(scored("ann", ann=1, ben=0)) == []
    assert check([*scored("ann", ann=1), sat("g1", (1, "ann"))]) == []


def test_a_result_that_is_counted_twice_is_found():
    assert kinds(scored("ann", "ben", ann=1, ben=2)) == ["doubled-standing"]
    assert kinds([*clean()[:-1], last("ann", "ben", standings={"ann": 2})]) == ["doubled-standing"]


def test_a_result_that_is_not_counted_is_found():
    assert kinds(scored("ann", "ben", ann=1, ben=0)) == ["lost-standing"]


def test_a_result_whose_players_nobody_saw_may_be_of_anybody():
    for games in (0, 1):
        assert check([*clean()[:-1], last("ann", "ben", standings={"ann": games})]) == []


def test_a_result_of_other_players_than_those_in_the_game_is_found():
    game = sat("g1", (1, "ann"))
    assert kinds([*scored("ann", "ben", ann=1, ben=1), game]) == ["wrong-players"]
    assert kinds([*scored(ann=0, ben=0), game]) == ["wrong-players"]
    gone = sat("g1", (1, "ann"), 1)
    assert check([*scored("ann", ann=1), gone]) == check([*scored(ann=0), gone]) == [], "left at the end"
