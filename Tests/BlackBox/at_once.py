"""Calls that begin together."""

import threading


def at_once(*calls):
    """Runs the calls in threads that begin together; gives what each returned."""
    gate, answers = threading.Barrier(len(calls)), [None] * len(calls)

    def run(number, call):
        gate.wait(10)
        answers[number] = call()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert None not in answers, "a call failed or did not end"
    return answers
