"""Two hundred writers on one board: one order, and everybody is told a prefix of it."""

import random
import threading
import time

from client import Wire, accepted, new_game
from fold import Copy, prefixes
from streams import Stream

WRITERS, EDITS = 200, 6


def test_200_writers_make_one_dense_history(own_free_server):
    game = new_game(own_free_server)
    answers, failures, gate = [], [], threading.Barrier(WRITERS)

    def write(number):
        dice = random.Random(number)
        try:
            with Wire(own_free_server, timeout=30) as wire:
                gate.wait(30)
                for turn in range(EDITS):
                    cell, letter = dice.randrange(25), dice.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
                    began = time.monotonic()
                    answer = accepted(game.edit(cell, letter, wire=wire, move=f"{number}-{turn}"))
                    answers.append((began, time.monotonic(), cell, letter, answer))
        except Exception as error:  # noqa: BLE001 -- told below, in the test's own thread
            failures.append(repr(error))

    with Stream(own_free_server, game.path + "/events", timeout=30) as watcher:
        copy = Copy.of(watcher.next().data)
        writers = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join(60)
        assert not failures, failures[:3]
        assert len(answers) == WRITERS * EDITS

        history = game.history()
        states = prefixes(history)
        while copy.sequence < len(history):
            copy.apply(watcher.next().data)

    final = game.board()
    assert (final["sequence"], final["text"], final["hash"]) == (len(history), *states[-1])
    assert copy.hash == final["hash"], "the watcher has seen the same order"

    told = set()
    for _, _, cell, letter, answer in answers:
        for event in answer["events"]:
            written = {key: value for key, value in history[event["sequence"] - 1].items() if key != "hash"}
            assert {key: value for key, value in event.items() if key != "hash"} == written
            assert (event["cell"], event["value"]) == (cell, letter)
            assert event["sequence"] not in told, "two answers claim one event"
            told.add(event["sequence"])
        assert answer["hash"] == states[answer["sequence"]][1], "each answer is the fold of a prefix"
    assert told == set(range(1, len(history) + 1)), "every event was somebody's answer"

    by_end = sorted((ended, answer["sequence"]) for _, ended, _, _, answer in answers)
    latest, index = 0, 0
    for began, _, _, _, answer in sorted(answers, key=lambda entry: entry[0]):
        while index < len(by_end) and by_end[index][0] < began:
            latest = max(latest, by_end[index][1])
            index += 1
        assert answer["sequence"] >= latest, "an answer that came before this request had a later number"


def test_a_crowd_that_sends_the_same_move_makes_it_once(own_free_server):
    game = new_game(own_free_server)
    bodies, gate = [], threading.Barrier(40)

    def write():
        with Wire(own_free_server, timeout=20) as wire:
            gate.wait(20)
            bodies.append(game.edit(12, "A", wire=wire, move="once").body)

    crowd = [threading.Thread(target=write) for _ in range(40)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join(30)
    assert len(bodies) == 40 and len(set(bodies)) == 1
    assert game.sequence == 1
