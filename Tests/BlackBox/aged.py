"""A data folder as it would be had its server been stopped long ago, so that no test must wait for it."""

import contextlib
import datetime
import re
import sqlite3

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
FORM = "%Y-%m-%dT%H:%M:%S.%fZ"


def age(folder, seconds):
    """Moves all that a stopped server has noted of time `seconds` into the past."""
    with contextlib.closing(sqlite3.connect(folder / "games.sqlite")) as db, db:
        db.create_function("earlier", 1, lambda text: earlier(text, seconds))
        for table in ("ledger", "event", "move", "result"):
            db.execute(f"UPDATE {table} SET time = time - ?", [seconds * 1000])
        db.execute("UPDATE game SET setup = earlier(setup)")
        db.execute("UPDATE event SET change = earlier(change)")
        db.execute("DELETE FROM snapshot")
    pulse = folder / "pulse"
    if not pulse.exists():  # the games have only just come, and nobody has served them here
        return
    lived = re.sub(r"(?<=alive )\d+", lambda found: str(int(found[0]) - seconds * 1000), pulse.read_text())
    pulse.write_text(lived)


def earlier(text, seconds):
    """The text, each moment in it so much earlier."""
    return MOMENT.sub(lambda found: moved(found[0], -seconds), text)


def moved(moment, seconds):
    """An RFC 3339 moment with milliseconds, moved."""
    then = datetime.datetime.strptime(moment, FORM) + datetime.timedelta(seconds=seconds)
    return then.strftime(FORM)[:-4] + "Z"


def seconds_until(moment):
    """How far in the future an RFC 3339 moment is."""
    then = datetime.datetime.strptime(moment, FORM).replace(tzinfo=datetime.UTC)
    return (then - datetime.datetime.now(datetime.UTC)).total_seconds()
