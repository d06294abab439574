"""A server on which the games of several days have been played; days pass while it is stopped."""

import contextlib
import sqlite3

from client import ask
from days import Answers, guess_word, place_all, seated, solve_mini, today
from square_table import accepted

WRONG = ["CRANE", "SLOTH", "BUMPY"]
FAR = 100_000


class Hall:
    """Everything is played on the day that it is; answers are looked up on another server.

    `seconds` keeps what each game itself says of its time, `points` those of word squares; by name and the
    days that have passed when it was played.
    """

    def __init__(self, server, twin):
        self.server, self.answers = server, Answers(twin)
        self.passed, self.seconds, self.points = 0, {}, {}

    def guess(self, name, guesses, date=None):
        """A hidden word solved with so many guesses, or given up (None)."""
        game = seated(self.server, "guess", date, name)
        answer = self.answers.of("guess", date or today())
        if guesses is None:
            accepted(game.me.act("resign"))
            return
        for word in [word for word in WRONG if word != answer][: guesses - 1]:
            guess_word(game, game.me.token, word)
        guess_word(game, game.me.token, answer)
        self.keep("guess", name, game)

    def mini(self, name, how="solved"):
        """A mini that was solved, assisted or resigned."""
        game = seated(self.server, "mini", None, name)
        answer, shown = self.answers.of("mini", today()), []
        if how == "resigned":
            accepted(game.me.act("resign"))
            return
        if how == "assisted":
            shown = [game.show()["clues"]["across"][0]["cell"]]
            accepted(game.me.act("reveal", {"scope": "cell", "cell": shown[0]}))
        solve_mini(game, game.me.token, answer, but=shown)
        self.keep("mini", name, game)

    def square(self, name, order):
        game = seated(self.server, "square", None, name)
        self.points[name, self.passed] = place_all(game, game.me.token, order)["scores"]["1"]
        self.keep("square", name, game)

    def keep(self, rules, name, game):
        result = game.show()["result"]
        self.seconds[rules, name, self.passed] = result.get("solves", [result])[0]["seconds"]

    def days_pass(self, count, same_time=()):
        """What was kept of days is so many days older; some names have needed the same time to the digit."""
        self.server.stop()
        with self.server.store.folder() as folder:
            with contextlib.closing(sqlite3.connect(folder / "games.sqlite")) as db, db:
                db.execute("UPDATE standing SET day = day - ?", [FAR])
                db.execute("UPDATE standing SET day = day + ?", [FAR - count])
                for name in same_time:
                    db.execute("UPDATE standing SET milliseconds = 1000 WHERE key = ?", [name])
        self.server.restart()
        self.passed += count

    def board(self, rules, **query):
        words = "&".join(f"{key}={value}" for key, value in ({"limit": 100} | query).items())
        answer = ask(self.server, "GET", f"/leaderboards/{rules}?{words}")
        assert answer.status == 200 and answer.media == "application/json", answer
        return answer.json


def named(entries):
    return {entry["name"].casefold(): entry for entry in entries}


def ranks(entries):
    return [(entry["rank"], entry["name"].casefold()) for entry in entries]
