"""A shorter survey for games of the mini and of the hidden word: every way in which they can be asked."""

import re

from leak_survey import Survey, whole
from streams import Stream

VARYING = [
    (r'"seed":\d+', '"seed":0'),
    (r"127\.0\.0\.1:\d+", "CLIENT"),
    (r'"expires":"[^"]*"', '"expires":"TIME"'),
    (r'"(id|puzzle)":"[0-9a-z]{10}"', r'"\1":"ID"'),
]


class Glance(Survey):
    """Looks at one game; `hidden` are the seats that may know more, `names` what differs by nature.

    Two listeners, a spectator's and the first person's, hear all from before the first move on.
    """

    def __init__(self, table, name, hidden=(), names=(), more=()):
        super().__init__(table, hidden)
        self.name, self.more, self.heard = name, list(more), []
        self.names = [*self.names, *names]
        tokens = (None, table.people[0].token)
        self.listeners = [
            Stream(table.server, table.path + "/events", token=token, lines=True) for token in tokens
        ]
        for listener in self.listeners:
            listener.next()

    def plain(self, text):
        text = super().plain(text)
        for pattern, name in VARYING:
            text = re.sub(pattern, name, text)
        return text

    def look(self, moment, tries=()):
        """Every GET by every viewer, streams, moves that are refused, and what was heard meanwhile."""
        sequence = self.table.show()["sequence"]
        self.listen(moment, sequence)
        for viewer in self.viewers:
            for path in self.paths(sequence):
                self.ask(moment, viewer, "GET", path)
            self.conditions(moment, viewer, sequence)
            self.follow(moment, viewer, sequence)
            for method, path, body, headers in self.tries(sequence, tries):
                answer = self.ask(moment, viewer, method, path, body, headers)
                assert answer.status >= 400, f"{viewer} may {method} {path}: {answer}"
        self.measure(moment)
        return self

    def listen(self, moment, sequence):
        """All that the listeners have heard up to this number, cursors too."""
        for number, listener in enumerate(self.listeners):
            told = []
            while not told or told[-1].data.get("sequence", 0) < sequence:
                event = listener.any()
                told += [event] if event.name != "presence" else []
            heard = [self.plain(whole(event)) for event in told]
            self.heard += heard
            self.keep(f"{self.name}, {moment}, listener {number}", "\n".join(heard))

    def keep(self, name, text):
        super().keep(f"{self.name}: {name}", text)

    def paths(self, sequence):
        game, rules = self.table.path, self.table.show()["rules"]
        paths = [game + ending for ending in ("", "/board", "/history", "/actions", "/export", "/share")]
        paths += [f"{game}/board{form}" for form in (".txt", ".svg")]
        paths += [f"{game}/boards/{number}" for number in (0, 1, 2, 3)]
        paths += [f"{game}/boards/2{form}" for form in (".txt", ".svg")]
        paths += [f"{game}/board{s}?at={at}" for s in ("", "s/0", "s/2") for at in (sequence // 2, sequence)]
        paths += [f"{game}/board?after=0", f"{game}/boards/2?after=0", f"{game}/history?after=2&limit=3"]
        paths += [f"{game}/seats", f"{game}/prompts/1", f"{game}/cursor", f"{game}/puzzle", f"{game}.json"]
        paths += [f"{game}/boards/2/cells/7", f"/games?rules={rules}&limit=100"]
        return paths + [f"/leaderboards/{rules}?period=all", *self.more]

    def conditions(self, moment, viewer, sequence):
        game = self.table.path
        for path in (game, game + "/board", game + "/boards/2", *self.more[:1]):
            self.ask(moment, viewer, "HEAD", path)
            self.ask(moment, viewer, "GET", path, headers={"Accept": "text/plain"})
            for tag in (f'"{sequence}"', f'"{sequence}-s2"', "*"):
                self.ask(moment, viewer, "GET", path, headers={"If-None-Match": tag})

    def follow(self, moment, viewer, sequence):
        """Streams: a snapshot, and all from the start."""
        path = self.table.path + "/events"
        for wish, events in (("", 1), ("?after=0", sequence)):
            with Stream(self.table.server, path + wish, {}, self.viewers[viewer]) as stream:
                told = [whole(stream.next()) for _ in range(events)]
            self.keep(f"{moment}, {viewer}: stream {wish}", "\n".join(told))

    def tries(self, sequence, more):
        game, stale = self.table.path, {"If-Match": f'"{sequence - 1}"'}
        return [
            ("POST", f"{game}/board/cells/7", {"value": "Q"}, stale),
            ("POST", f"{game}/board/cells/7", {"value": "??", "expect": "X"}, {}),
            ("POST", f"{game}/boards/2/cells/7", {"value": "Q"}, {}),
            ("PATCH", f"{game}/boards/2", {"cells": {"7": "Q"}}, {}),
            ("POST", f"{game}/actions/rematch", {}, {}),
            ("POST", f"{game}/actions/check", {"scope": "cell", "cell": 0}, {}),
            ("POST", f"{game}/actions/reveal", {"scope": "cell", "cell": 24}, {}),
            ("POST", f"{game}/actions/submit", {"row": 4}, {}),
            ("POST", f"{game}/prompts/9", {"button": 1}, {}),
            *more,
        ]

    def end(self):
        for listener in self.listeners:
            listener.close()
        return self.answers
