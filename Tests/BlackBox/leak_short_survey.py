"""A shorter survey, for games with a solution, a hidden word or rivals."""

from leak_survey import Survey, event_text
from streams import Stream
from terminal import LiveBoard


class ShortSurvey(Survey):
    """Surveys one game. `hidden` are seats that may know more; `names` are further texts that always differ.

    The streams (also those of the room, if the table has one) and the live boards of a spectator and of the
    first player are read from before the first move.
    """

    def __init__(self, table, name, hidden=(), names=(), more=()):
        super().__init__(table, hidden)
        self.name, self.more, self.events = name, list(more), []
        self.names = [*self.names, *names]
        tokens = (None, table.people[0].token)
        sources = [(table.path, 1)] + ([(self.room.path, 2)] if self.room else [])
        self.streams = []
        for token in tokens:
            for path, snapshots in sources:
                self.streams.append(Stream(table.server, path + "/events", token=token, lines=True))
                self.streams[-1].take_events(snapshots)
        self.boards = [LiveBoard(table, path, token=token) for token in tokens for path in ("/board", "/boards/2")]

    def run(self, moment, moves=()):
        """Every GET as every viewer, streams, refused moves, and the events since the last survey."""
        sequence = self.table.show()["sequence"]
        self.record_events(moment, sequence)
        for viewer in self.viewers:
            for path in self.paths(sequence):
                self.ask(moment, viewer, "GET", path)
            self.negotiate(moment, viewer, sequence)
            self.read_streams(moment, viewer, sequence)
            for method, path, body, headers in self.refused_moves(sequence, moves):
                answer = self.ask(moment, viewer, method, path, body, headers)
                assert answer.status >= 400, f"{viewer} may {method} {path}: {answer}"
        self.read_metrics(moment)
        return self

    def record_events(self, moment, sequence):
        """All events of both streams up to this sequence number, including cursors."""
        for number, stream in enumerate(self.streams):
            events = []
            while not events or events[-1].data.get("sequence", 0) < sequence:
                event = stream.next_any()
                events += [event] if event.name != "presence" else []
            texts = [self.normalized(event_text(event)) for event in events]
            self.events += texts
            self.record(f"{self.name}, {moment}, stream {number}", "\n".join(texts))
        for number, board in enumerate(self.boards):
            if board.status == 200:
                board.at(sequence)
            self.record(f"{moment}, live board {number}", "\n".join([str(board.status), *board.pictures]))

    def record(self, name, text):
        super().record(f"{self.name}: {name}", text)

    def paths(self, sequence):
        game, rules = self.table.path, self.table.show()["rules"]
        paths = [game + ending for ending in ("", "/board", "/history", "/actions", "/export", "/share", "/review")]
        paths += [f"{game}/board{form}" for form in (".txt", ".svg")]
        paths += [f"{game}/boards/{number}" for number in (0, 1, 2, 3)]
        paths += [f"{game}/boards/2{form}" for form in (".txt", ".svg")]
        forms = ("", ".ansi", "s/0", "s/2")
        paths += [f"{game}/board{form}?at={at}" for form in forms for at in (sequence // 2, sequence)]
        paths += [f"{game}/board?after=0", f"{game}/boards/2?after=0", f"{game}/history?after=2&limit=3"]
        paths += [f"{game}/{path}" for path in ("seats", "prompts/1", "cursor", "reactions", "puzzle")] + [
            f"{game}.json"
        ]
        paths += [f"{game}/boards/2/cells/7", f"/games?rules={rules}&limit=100"]
        paths += self.room_paths({sequence // 2, sequence})
        return paths + [f"/leaderboards/{rules}?period=all", "/players/me", *self.more]

    def negotiate(self, moment, viewer, sequence):
        game = self.table.path
        room = [self.room.path + path for path in ("", "/board", "/boards/2")] if self.room else []
        for path in (game, game + "/board", game + "/boards/2", *room, *self.more[:1]):
            self.ask(moment, viewer, "HEAD", path)
            self.ask(moment, viewer, "GET", path, headers={"Accept": "text/plain"})
            for tag in (f'"{sequence}"', f'"{sequence}-s2"', "*"):
                self.ask(moment, viewer, "GET", path, headers={"If-None-Match": tag})

    def read_streams(self, moment, viewer, sequence):
        """Streams: a snapshot, and all events from the start."""
        targets = [(self.table.path + "/events", 1), (self.table.path + "/events?after=0", sequence)]
        if self.room:
            follow = self.room.path + "/events"
            targets += [(follow, 2), (f"{follow}?after={self.table.id}:0", 1 + sequence)]
        for target, events in targets:
            with Stream(self.table.server, target, {}, self.viewers[viewer]) as stream:
                texts = [event_text(stream.next()) for _ in range(events)]
            self.record(self.normalized(f"{moment}, {viewer}: stream {target}"), "\n".join(texts))
        for path in ("/board", "/boards/2"):
            self.draw(moment, viewer, path)

    def refused_moves(self, sequence, more):
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
            *self.refused_in_the_room(),
            *more,
        ]

    def refused_in_the_room(self):
        if not self.room:
            return []
        room, stale = self.room.path, {"If-Match": '"1"'}
        return [
            ("POST", f"{room}/board/cells/7", {"value": "Q"}, stale),
            ("POST", f"{room}/board/cells/7", {"value": "??", "expect": "X"}, {}),
            ("POST", f"{room}/boards/2/cells/7", {"value": "Q"}, {}),
            ("POST", f"{room}/actions/rematch", {}, {}),
            ("POST", f"{room}/actions/submit", {"row": 4}, {}),
            ("POST", f"{room}/prompts/9", {"button": 1}, {}),
        ]

    def end(self):
        for stream in self.streams + self.boards:
            stream.close()
        return self.answers
