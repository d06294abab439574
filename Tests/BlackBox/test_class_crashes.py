"""The server is killed while pupils join a room and begin a task: nobody joins or begins twice."""

import functools
import signal

import pytest

from challenges import word
from client import Closed, ask
from concurrency import concurrently
from players import new_player
from rooms import make_room
from server_process import ServerDidNotStart
from test_erasure_crashes import kill_at
from test_room_codes import make_code


def answered(call):
    """The answer to a call, or None if the server died before it."""
    try:
        return call()
    except (Closed, OSError):
        return None


def arrive_until_killed(server, arrivals, call, number):
    """What a server that is killed before its Nth call answers to arrivals at one time, and whether it survives."""
    server.stop()
    server.wrapper = kill_at(call, number)
    try:
        server.start()
        # In a list, because None stands for a call that failed.
        answers = [answer for [answer] in concurrently(*[lambda each=each: [answered(each)] for each in arrivals])]
        return answers, server.running
    except (ServerDidNotStart, OSError):
        return [None] * len(arrivals), False
    finally:
        server.stop(signal.SIGKILL)
        server.wrapper = []


@pytest.mark.nightly
def test_a_class_that_arrives_at_the_moment_of_a_kill_joins_and_begins_once(own_free_server):
    """Each pupil sends everything twice, as from two tabs."""
    server = own_free_server
    room, task = make_room(server, "Ann"), word(server, new_player(server, "Anna"))
    code, kills = make_code(room), 0
    call = "pwrite64" if server.store.arguments[0] == "--data" else "write"

    def join(pupil):
        return ask(server, "POST", "/rooms/join", {"code": code}, token=pupil.key)

    def begin(pupil):
        return task.ask("POST", body={}, token=pupil.key)

    def members():
        return [member["player"] for member in room.show(room.host)["members"]]

    # How many writes there are depends on how many requests share a commit.
    for number in range(2, 18):
        pupils = [new_player(server, name) for name in ("Ben", "Eve")]
        arrivals = [(act, pupil) for pupil in pupils for act in (join, join, begin, begin)]
        answers, survived = arrive_until_killed(server, [functools.partial(*each) for each in arrivals], call, number)
        kills += not survived
        server.start()
        for (act, pupil), answer in zip(arrivals, answers, strict=True):
            assert answer is None or answer.status in ((303, 503) if act is join else (201, 200, 503)), answer
            if act is join and answer and answer.status == 303:
                assert pupil.player in members()
            if act is begin and answer and answer.status in (200, 201):
                assert answer.json["id"] == task.show(pupil.key)["own"]
        for pupil in pupils:
            assert join(pupil).status == 303
            assert {begin(pupil).json["id"] for _ in range(2)} == {task.show(pupil.key)["own"]}
        assert sorted(members()) == sorted(each.player for each in (room.host, *pupils))
        assert all(room.leave(pupil).status == 204 for pupil in pupils)
    assert kills >= 3
