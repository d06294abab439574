"""200 concurrent writers on one board: all clients see prefixes of the same history."""

import random
import threading
import time

from client import Wire, accepted, new_game
from concurrency import concurrently
from fold import Copy, prefixes
from streams import Stream

WRITERS, EDITS = 200, 6


def test_200_concurrent_writers_produce_one_dense_history(own_free_server):
    game = new_game(own_free_server)
    answers, failures, gate = [], [], threading.Barrier(WRITERS)

    def write(number):
        dice = random.Random(number)
        try:
            with Wire(own_free_server) as wire:
                gate.wait(60)
                for turn in range(EDITS):
                    cell, letter = dice.randrange(25), dice.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
                    began = time.monotonic()
                    answer = accepted(game.edit(cell, letter, wire=wire, move=f"{number}-{turn}"))
                    answers.append((began, time.monotonic(), cell, letter, answer))
        except Exception as error:  # noqa: BLE001 -- reported below, in the test's thread
            failures.append(repr(error))

    with Stream(own_free_server, game.path + "/events") as watcher:
        copy = Copy.of(watcher.next().data)
        writers = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        assert not failures, failures[:3]
        assert len(answers) == WRITERS * EDITS

        history = game.history()
        states = prefixes(history)
        while copy.sequence < len(history):
            copy.apply(watcher.next().data)

    final = game.board()
    assert (final["sequence"], final["text"], final["hash"]) == (len(history), *states[-1])
    assert copy.hash == final["hash"], "the stream carried the same history"

    claimed = set()
    for _, _, cell, letter, answer in answers:
        for event in answer["events"]:
            written = {key: value for key, value in history[event["sequence"] - 1].items() if key != "hash"}
            assert {key: value for key, value in event.items() if key != "hash"} == written
            assert (event["cell"], event["value"]) == (cell, letter)
            assert event["sequence"] not in claimed, "two answers claim one event"
            claimed.add(event["sequence"])
        assert answer["hash"] == states[answer["sequence"]][1], "each answer has the hash of a prefix"
    assert claimed == set(range(1, len(history) + 1)), "every event is in one answer"

    by_end = sorted((ended, answer["sequence"]) for _, ended, _, _, answer in answers)
    latest, index = 0, 0
    for began, _, _, _, answer in sorted(answers, key=lambda entry: entry[0]):
        while index < len(by_end) and by_end[index][0] < began:
            latest = max(latest, by_end[index][1])
            index += 1
        assert answer["sequence"] >= latest, "an answer from before this request has a later sequence number"


def test_a_move_that_40_clients_send_at_once_is_made_once(own_free_server):
    game = new_game(own_free_server)
    bodies = concurrently(*[lambda: game.edit(12, "A", move="once").body] * 40)
    assert len(set(bodies)) == 1 and game.sequence == 1
