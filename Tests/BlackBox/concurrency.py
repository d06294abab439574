"""Calls that begin together."""

import threading


def concurrently(*calls):
    """Runs each call in a separate thread, all released by one barrier; returns their results in order."""
    barrier, results = threading.Barrier(len(calls)), [None] * len(calls)

    def run(number, call):
        barrier.wait(30)
        results[number] = call()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert None not in results, "a call failed or did not end"
    return results
