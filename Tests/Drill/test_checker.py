"""Tests of the checker: clean histories pass, and each kind of violation is found. Times are in seconds."""

import dataclasses
from concurrent.futures import ThreadPoolExecutor

import pytest

from checker import check, check_history
from history import SEVERAL_SERVERS, History
from journal import EMPTY, Fold, state_hash
from records import Attempt, Clock, Creation, Journal, Observation, Outage, Recorder, Seating, load

WALL = 1_000_000.0


def changed(sequence, cell, value, previous="", second=None):
    """A `cell.changed` event as the server sends it; event N happens at second 10·N + 0.5."""
    second = 10 * sequence + 0.5 if second is None else second
    minutes, rest = divmod(WALL + second, 60)
    time = f"1970-01-12T{int(minutes // 60) % 24:02}:{int(minutes % 60):02}:{rest:06.3f}Z"
    return {
        "sequence": sequence, "time": time, "type": "cell.changed",
        "board": 0, "cell": cell, "value": value, "previous": previous,
    }  # fmt: skip


THREE = [changed(1, 0, "一"), changed(2, 1, "丁"), changed(3, 0, "七", "一")]


def journal(events=THREE, **other):
    fold = Fold(events)
    return Journal("g", events, **{**state(fold, fold.last), **other})


def state(fold, sequence):
    return {"sequence": sequence, "hash": fold.hashes[sequence], "text": fold.texts[sequence]}


def move(number, cells, events=(), outcome="ok", client="ann", kind="write", after=None, **other):
    """An attempt of move `number` = N, from second 10·N to 10·N + 1, with events of the journal THREE."""
    fold = Fold(list(THREE))
    sequence = after if after is not None else (events[-1]["sequence"] if events else None)
    answer = {}
    if outcome == "ok":
        answer = {"sequence": sequence, "hash": fold.hashes[min(sequence, 3)], "events": list(events)}
    times = {"invoked": 10.0 * number, "completed": 10.0 * number + 1}
    fields = {**times, "status": 200 if outcome == "ok" else 0, **answer, **other}
    return Attempt(client, "g", f"m{number}", kind, [list(cell) for cell in cells], outcome=outcome, **fields)


def saw(sequence, invoked, client="eve", source="get", completed=None, **other):
    fold = Fold(list(THREE))
    shown = {} if source == "stream" or sequence > 3 else state(fold, sequence)
    fields = {**shown, "sequence": sequence, **other}
    return Observation(client, "g", source, invoked, completed or invoked + 1, **fields)


def streamed(*sequences, connection=1, resumed=0, at=50.0):
    return [
        saw(number, at + place, "stream", "stream", at + place, events=[THREE[number - 1]],
            connection=connection, resumed=resumed)
        for place, number in enumerate(sequences)
    ]  # fmt: skip


def moves():
    return [
        move(1, [(0, "一")], THREE[:1]),
        move(2, [(1, "丁")], THREE[1:2], client="ben"),
        move(3, [(0, "七")], THREE[2:]),
    ]


def clean():
    return [Clock(0.0, WALL), *moves(), saw(2, 25.0), saw(3, 40.0), *streamed(1, 2, 3), journal()]


def kinds(records):
    return sorted({one.kind for one in check(records)})


def with_moves(*attempts, events=THREE):
    return [Clock(0.0, WALL), *attempts, journal(list(events))]


# ------------------------------------------------------------------------------------------- clean histories


def test_a_clean_history_has_no_violations():
    assert check(clean()) == []


def test_the_hash_matches_the_contract():
    """The first value is from a server, the second from the definition of FNV-1a."""
    assert state_hash(1, "...../...../..一../...../.....") == "7e541bd8"
    assert Fold([]).hashes == [state_hash(0, EMPTY)] == ["60d5f6f9"]


def test_records_can_be_read_back_from_a_file(tmp_path):
    recorder = Recorder(tmp_path / "history")
    for record in clean():
        recorder.add(record)
    recorder.close()
    assert list(load(recorder.path)) == clean()


def test_records_written_by_several_threads_are_complete(tmp_path):
    recorder = Recorder(tmp_path / "history")
    with ThreadPoolExecutor(4) as threads:
        for number in range(20_000):
            threads.submit(recorder.add, Outage(float(number), number + 1.0))
    recorder.close()
    assert sorted(record.began for record in load(recorder.path)) == list(range(20_000))


def test_a_broken_attempt_may_be_acknowledged_on_retry():
    broken = move(1, [(0, "一")], outcome="unknown", why="broken", invoked=9.0, completed=9.5)
    assert check([broken, *clean()]) == []


def test_a_move_of_unknown_outcome_may_have_happened_or_not():
    unknown = move(3, [(0, "七")], outcome="unknown", why="timeout")
    assert check(with_moves(*moves()[:2], unknown)) == []
    assert check(with_moves(*moves()[:2], unknown, events=THREE[:2])) == []


def test_a_refusal_settles_earlier_broken_attempts():
    broken = move(4, [(5, "万")], outcome="unknown", why="broken")
    refused = move(4, [(5, "万")], outcome="refused", status=409, invoked=42.0, completed=43.0)
    assert check(with_moves(*moves(), broken, refused)) == []
    late = [*THREE, changed(4, 5, "万")]
    assert kinds(with_moves(*moves(), broken, refused, events=late)) == ["refused-move-happened"]


def test_a_deletion_is_attributed_by_its_answer_or_as_the_only_candidate():
    cleared = [*THREE, changed(4, 1, "", "丁")]
    fold = Fold(cleared)
    answer = {"sequence": 4, "hash": fold.hashes[4], "events": cleared[3:]}
    answered = dataclasses.replace(move(4, [(1, "")], THREE[:1], kind="delete"), **answer)
    unknown = move(4, [(1, "")], outcome="unknown", kind="delete")
    assert check(with_moves(*moves(), answered, events=cleared)) == []
    assert check(with_moves(*moves(), unknown, events=cleared)) == []
    assert kinds(with_moves(*moves(), events=cleared)) == ["unexplained-event"]


def test_an_edit_that_changes_nothing_is_answered_with_the_current_sequence():
    assert check(with_moves(*moves(), move(4, [(9, "")], kind="delete", after=3))) == []
    assert kinds(with_moves(*moves(), move(4, [(9, "")], kind="delete", after=2))) == ["order", "went-back"]


# ------------------------------------------------------------------------------------------------- promise 1


def test_a_lost_acknowledged_move_is_found():
    assert kinds(with_moves(*moves(), events=THREE[:2])) == ["lost-move"]


def test_an_answer_that_differs_from_the_history_is_found():
    other = [*THREE[:2], changed(3, 0, "七", "一", second=31)]
    assert kinds(with_moves(*moves(), events=other)) == ["lost-move"]


def test_an_answer_with_a_foreign_hash_is_found():
    assert kinds(with_moves(*moves()[:2], move(3, [(0, "七")], THREE[2:], hash="00000000"))) == ["other-hash"]


@pytest.mark.parametrize("seen", [saw(4, 60.0), saw(3, 60.0, text=EMPTY), saw(3, 60.0, hash="00000000")])
def test_an_observation_that_is_not_a_prefix_is_found(seen):
    assert "lost-observation" in kinds([*clean(), seen])


def test_a_streamed_event_that_is_not_in_the_history_is_found():
    shown = saw(3, 60.0, "late", "stream", events=[changed(3, 0, "万", "一")], resumed=2)
    assert kinds([*clean(), shown]) == ["lost-observation"]


def test_a_lost_game_and_a_lost_seat_are_found():
    assert kinds([*moves(), Journal("g", None)]) == ["lost-game"]
    assert kinds([Creation("ann", "g", 1.0, 2.0), Journal("g", None)]) == ["lost-game"]
    assert kinds([*clean(), Seating("ann", "g", 1, "Ann", 1.0, 2.0)]) == ["lost-seat"]


@pytest.mark.parametrize("status", [401, 404])
def test_a_forgotten_token_or_game_is_found(status):
    gone = move(4, [(3, "万")], outcome="refused", status=status)
    assert kinds([*clean(), gone]) == ["forgotten"]
    assert kinds([*clean(), Observation("eve", "g", "get", 1.0, 2.0, status=404)]) == ["forgotten"]


# ------------------------------------------------------------------------------------------------- promise 2


def test_a_move_that_happened_twice_is_found():
    twice = [*THREE, changed(4, 5, "一")]
    first = move(1, [(0, "一"), (5, "一")], THREE[:1], kind="patch")
    assert "doubled-move" in kinds(with_moves(first, *moves()[1:], events=twice))
    again = [*THREE, changed(4, 1, "万", "丁"), changed(5, 1, "丁", "万")]
    other = move(4, [(1, "万")], outcome="unknown")
    assert kinds(with_moves(*moves(), other, events=again)) == ["doubled-move"]
    assert kinds(with_moves(*moves()[1:], move(1, [(0, "一")], outcome="unknown"), other, events=[
        *THREE, changed(4, 1, "万", "丁"), changed(5, 1, "", "万"), changed(6, 1, "万", ""),
    ])) == ["doubled-move", "unexplained-event"]  # fmt: skip


def test_a_refused_move_that_happened_is_found():
    refused = move(3, [(0, "七")], outcome="refused", status=409)
    assert kinds(with_moves(*moves()[:2], refused)) == ["refused-move-happened"]


def test_a_move_that_happened_despite_a_503_is_found():
    refused = move(3, [(0, "七")], outcome="unavailable", status=503, why="store-unavailable")
    assert kinds(with_moves(*moves()[:2], refused)) == ["refused-move-happened"]


def test_a_partial_move_is_found():
    cells = [(1, "丁"), (2, "丁")]
    answered = move(2, cells, THREE[1:2], kind="patch")
    assert kinds(with_moves(moves()[0], answered, moves()[2])) == ["torn-move"]
    half = move(2, cells, outcome="unknown", kind="patch")
    assert kinds(with_moves(moves()[0], half, moves()[2])) == ["torn-move"]


def test_an_event_that_no_operation_made_is_found():
    assert kinds(with_moves(*moves()[:2])) == ["unexplained-event"]


def test_two_moves_that_claim_one_event_are_found():
    assert kinds([*clean(), move(3, [(0, "七")], THREE[2:], client="ben")]) == ["shared-event"]


def test_a_second_answer_to_a_move_that_differs_from_the_first_is_found():
    again = move(3, [(0, "七")], (), after=3, invoked=60.0, completed=61.0)
    assert kinds([*clean(), again]) == ["other-answer"]


# ------------------------------------------------------------------------------------------------- promise 3


def test_a_gap_in_the_history_is_found():
    gap = [*THREE[:2], changed(4, 0, "七", "一")]
    assert "gap" in kinds([journal(gap)])


def test_a_history_that_does_not_fold_is_found():
    assert "broken-fold" in kinds([journal([*THREE[:2], changed(3, 0, "七", "")])])


def test_a_board_that_differs_from_its_history_is_found():
    assert kinds([*clean()[:-1], journal(text=EMPTY)]) == ["board-differs"]


def test_event_times_that_go_back_or_lie_outside_the_operation_are_found():
    back = [*THREE[:2], changed(3, 0, "七", "一", second=15)]
    last = move(3, [(0, "七")], back[2:])
    assert kinds(with_moves(*moves()[:2], last, events=back)) == ["time-outside", "time-went-back"]


def test_a_move_ordered_before_events_that_were_known_when_it_began_is_found():
    swapped = [move(3, [(1, "丁")], THREE[1:2], client="ben"), move(2, [(0, "七")], THREE[2:])]
    assert "order" in kinds(with_moves(moves()[0], *swapped))
    assert "order" in kinds([*clean(), saw(3, 1.0)]), "an event was seen before its move was sent"


def test_a_read_that_misses_an_earlier_acknowledged_move_is_found():
    assert kinds([*clean(), saw(2, 60.0, "zoe")]) == ["stale-read"]
    assert check([*clean(), saw(2, 25.0, "zoe", completed=60.0)]) == [], "the read began before the move"


@pytest.mark.parametrize("source", ["poll", "history"])
def test_stale_polls_and_histories_are_found(source):
    assert kinds([*clean(), saw(1, 60.0, "zoe", source)]) == ["stale-read"]


def test_a_client_that_is_shown_an_older_state_than_before_is_found():
    lagging = [*streamed(3, at=60.0, resumed=2), *streamed(2, at=70.0, connection=2, resumed=1)]
    assert kinds([*clean()[:4], journal(), *lagging]) == ["went-back"]


def test_a_replay_may_show_the_past():
    assert check([*clean(), saw(1, 60.0, source="replay")]) == []


@pytest.mark.parametrize(
    "shown, kind",
    [
        (streamed(1, 3), "stream-gap"),
        (streamed(3, resumed=1), "stream-gap"),
        (streamed(1, resumed=None), "stream-gap"),
        (streamed(2, 3, 3), "stream-repeat"),
        (streamed(2, resumed=2), "stream-repeat"),
        ([saw(1, 60.0, "stream", connection=1, resumed=2)], "stream-repeat"),
    ],
)
def test_a_stream_with_a_gap_or_a_repeat_is_found(shown, kind):
    for one in shown:
        one.source = "stream"
    assert kind in kinds([*with_moves(*moves()), *shown])


def test_a_stream_may_begin_with_a_snapshot_and_continue_after_it():
    snapshot = saw(2, 50.0, "stream", completed=50.0, connection=1, resumed=1)
    snapshot.source = "stream"
    assert check([*with_moves(*moves()), snapshot, *streamed(3, at=51.0, resumed=1)]) == []


def with_several_servers(*records):
    """(kinds of violations, excused violations) under the guarantees of several servers."""
    history = History([*clean(), *records], SEVERAL_SERVERS)
    return [one.kind for one in check_history(history)], dict(history.excused)


@pytest.mark.parametrize("source", ["poll", "history"])
def test_with_several_servers_polls_and_histories_may_lag_behind_other_clients(source):
    assert with_several_servers(saw(2, 60.0, "zoe", source)) == ([], {("stale-read", source): 1})


def test_with_several_servers_a_plain_get_may_be_stale_only_during_an_outage():
    assert with_several_servers(saw(2, 60.0, "zoe")) == (["stale-read"], {})
    assert with_several_servers(saw(2, 60.0, "zoe"), Outage(61.5, 70.0), Outage(40.0, 59.5)) == (["stale-read"], {})
    for gap in (Outage(50.0, 60.5), Outage(60.5, 70.0), Outage(50.0, 70.0)):
        assert with_several_servers(saw(2, 60.0, "zoe"), gap) == ([], {("stale-read", "get"): 1})


@pytest.mark.parametrize("source", ["poll", "history"])
def test_with_several_servers_polls_and_histories_never_go_back(source):
    shown = saw(3, 60.0, "zoe", source), saw(2, 70.0, "zoe", source)
    assert with_several_servers(*shown, Outage(65.0, 75.0)) == (["went-back"], {("stale-read", source): 1})


def test_with_several_servers_a_plain_get_may_go_back_only_during_an_outage():
    shown = saw(3, 60.0, "zoe"), saw(2, 70.0, "zoe")
    assert with_several_servers(*shown) == (["stale-read", "went-back"], {})
    both = {("stale-read", "get"): 1, ("went-back", "get"): 1}
    assert with_several_servers(*shown, Outage(65.0, 75.0)) == ([], both)


def test_with_one_server_an_outage_excuses_nothing():
    stale = [*clean(), saw(2, 60.0, "zoe"), Outage(50.0, 70.0)]
    assert kinds(stale) == ["stale-read"]
