"""Backdates the data folder of a stopped server, so that tests of a long absence need not wait."""

import contextlib
import datetime
import re
import sqlite3

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
FORMAT = "%Y-%m-%dT%H:%M:%S.%fZ"


def backdate(folder, seconds):
    """Moves every time that a stopped server has stored `seconds` into the past."""
    with contextlib.closing(sqlite3.connect(folder / "games.sqlite")) as db, db:
        db.create_function("backdated", 1, lambda text: backdated(text, seconds))
        for table in ("ledger", "event", "move", "result"):
            db.execute(f"UPDATE {table} SET time = time - ?", [seconds * 1000])
        db.execute("UPDATE game SET setup = backdated(setup)")
        db.execute("UPDATE event SET change = backdated(change)")
        db.execute("DELETE FROM snapshot")
    pulse = folder / "pulse"
    if not pulse.exists():  # the games were just migrated here, and no server has run on the folder
        return
    alive = re.sub(r"(?<=alive )\d+", lambda found: str(int(found[0]) - seconds * 1000), pulse.read_text())
    pulse.write_text(alive)


def backdated(text, seconds):
    """The text with each RFC 3339 time in it moved `seconds` into the past."""
    return TIME.sub(lambda found: shifted(found[0], -seconds), text)


def shifted(time, seconds):
    """An RFC 3339 time with milliseconds, `seconds` later."""
    then = datetime.datetime.strptime(time, FORMAT) + datetime.timedelta(seconds=seconds)
    return then.strftime(FORMAT)[:-4] + "Z"


def seconds_until(time):
    """The seconds from now until an RFC 3339 time; negative when it has passed."""
    then = datetime.datetime.strptime(time, FORMAT).replace(tzinfo=datetime.UTC)
    return (then - datetime.datetime.now(datetime.UTC)).total_seconds()
