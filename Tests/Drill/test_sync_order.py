"""Checks a promise that only a power cut would break: the log is synced before each 200 is sent."""

import asyncio
import re

from stage import Stage
from world import create
from writers import Writer

EDITS = 30
LOG_WRITTEN = re.compile(r"pwrite64\(\d+<[^>]*games\.sqlite-wal>")
SYNC = re.compile(r"fdatasync\(\d+<[^>]*games\.sqlite-wal>\)?(.*)")
ACKNOWLEDGED = re.compile(r'(?:sendto|writev|write)\(.*"HTTP/1\.1 20[01] ')


def early_answers(lines):
    """(number of answers, those that were sent while the log had unsynced writes)."""
    answers, early, dirty, syncing = 0, [], False, set()
    for line in lines:
        thread, _, call = line.partition(" ")
        sync = SYNC.search(call)
        if LOG_WRITTEN.search(call):
            dirty = True
        elif sync and "unfinished" in call:
            syncing.add(thread)
        elif (sync or "fdatasync resumed" in call and thread in syncing) and call.endswith("= 0"):
            dirty = False
            syncing.discard(thread)
        elif ACKNOWLEDGED.search(call):
            answers += 1
            early += [line] * dirty
    return answers, early


async def edit_one_by_one(stage):
    game, _ = await create(stage.world, "host", "sync")
    await Writer(stage.world, "ann", [game], limit=EDITS).run()


def traced(store, folder):
    """The system calls of a server that creates one game and accepts EDITS edits, one after the other."""
    log = folder / store
    calls = "trace=pwrite64,fdatasync,sendto,writev,write"
    stage = Stage(
        store, seed=1, wrapper=["strace", "-D", "-f", "-y", "-qqq", "-s", "32", "-o", log, "-e", calls]
    )
    try:
        stage.start()
        asyncio.run(edit_one_by_one(stage))
        stage.kill()
    finally:
        stage.close()
    return log.read_text().splitlines()


def test_every_acknowledgement_is_sent_after_the_log_was_synced(tmp_path):
    answers, early = early_answers(traced("sqlite", tmp_path))
    assert answers >= EDITS and early == []


def test_answers_without_a_sync_before_them_are_detected(tmp_path):
    """A negative control: the same trace without its syncs."""
    lines = [line for line in traced("sqlite", tmp_path) if "fdatasync" not in line]
    answers, early = early_answers(lines)
    assert answers >= EDITS and early
