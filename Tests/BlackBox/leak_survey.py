"""Everything that somebody can ask of a game, told in a form in which two games can be compared."""

import json
import re

from client import Wire, ask
from streams import Stream

FORMS = ["", ".json", ".txt", ".svg"]
MEDIA = ["application/json", "text/plain", "image/svg+xml", "application/x-ndjson", "text/html"]
VARYING = [
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z", "TIME"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000", "TIME"),
    (r"\d+ ms", "0 ms"),
    (r'"(elapsed|remaining|seconds)":[-\d.e]+', r'"\1":0'),
    (r'"spectators":\d+', '"spectators":0'),
    (r'"present":(true|false)', '"present":0'),
    (r"cursor=\d+", "cursor=0"),
]
RUNNING = re.compile(r"request|second|latency|bytes|connection|batch|queue|poll|commit|stream|spectator|loop")


class Survey:
    """Asks for several viewers and keeps every answer under a name, without ids, times and tokens.

    Who sits on a `hidden` seat does not look.
    """

    def __init__(self, table, hidden=(2,)):
        self.table, self.wire, self.answers = table, Wire(table.server, timeout=20), {}
        self.names = [(table.id, "GAME"), (table.host, "HOST"), (f":{table.server.port}", ":PORT")]
        self.names += [(person.token, f"TOKEN{person.number}") for person in table.people]
        self.viewers = {"spectator": None, "host": table.host}
        self.viewers |= {
            f"seat {person.number}": person.token for person in table.people if person.number not in hidden
        }

    def plain(self, text):
        """A text without what differs from game to game by nature."""
        for secret, name in self.names:
            text = text.replace(secret, name)
        for pattern, name in VARYING:
            text = re.sub(pattern, name, text)
        return text

    def keep(self, name, text):
        assert name not in self.answers, name
        self.answers[name] = self.plain(text)

    def ask(self, moment, viewer, method, path, body=None, headers=()):
        """One request of a viewer; its whole answer is kept."""
        token = self.viewers[viewer]
        answer = ask(self.table.server, method, path, body, headers, token, self.wire)
        assert answer.status != 429 and answer.status < 500, (moment, viewer, method, path, answer)
        # A length has the digits of the running time in it; of a body that is compared nothing is lost.
        passing = {"date", "content-length"} if answer.body or path == self.table.path else {"date"}
        told = [f"{name}: {value}" for name, value in answer.headers if name.lower() not in passing]
        said = f"{moment}, {viewer}: {method} {path} {dict(headers)} {body}"
        said = self.plain(said.replace(str(self.table.server.port), "PORT"))
        self.keep(said, "\n".join([str(answer.status), *told, answer.text]))
        return answer

    # ------------------------------------------------------------------------------------------ what is asked

    def look(self, moment, sequence):
        """Every GET there is, and HEAD and OPTIONS, by every viewer."""
        for viewer in self.viewers:
            for path in self.paths(sequence):
                self.ask(moment, viewer, "GET", path)
            for path in self.paths(sequence)[:12]:
                self.ask(moment, viewer, "HEAD", path)
                self.ask(moment, viewer, "OPTIONS", path)
            self.wish(moment, viewer, sequence)
            self.follow(moment, viewer, sequence)
        self.measure(moment)

    def paths(self, sequence):
        game, past = self.table.path, {0, 3, sequence // 2, sequence - 1, sequence, sequence + 1}
        paths = [game, game + "/board", game + "/boards/2", game + "/history", game + "/actions"]
        paths += [
            game + "/export",
            "/games?limit=100",
            "/games?rules=square&state=playing",
            "/games?state=waiting",
        ]
        paths += [f"{game}/board{form}" for form in FORMS[1:]]
        paths += [f"{game}/boards/{number}{form}" for number in (0, 1, 3, 4, 5) for form in FORMS[:2]]
        paths += [f"{game}/boards/2{form}?at={number}" for form in FORMS for number in sorted(past)]
        paths += [f"{game}/board?at={number}" for number in sorted(past)]
        paths += [f"{game}/history?after={after}&limit=3" for after in (0, max(sequence - 3, 0))]
        paths += [f"{game}/board?after={sequence}", f"{game}/boards/2?after=0&wait=1"]
        paths += [
            f"{game}/boards/2?after={sequence}&wait=1",
            f"{game}/seats",
            f"{game}/seats/2",
            f"{game}/bots",
        ]
        paths += [f"{game}/boards/2/cells/7", f"{game}/board/cells/7", f"{game}/prompts/1", f"{game}/cursor"]
        return paths + [
            f"{game}/puzzle",
            "/leaderboards/square",
            f"{game}.json",
            "/board",
            "/history?limit=5",
        ]

    def wish(self, moment, viewer, sequence):
        """Conditions and media types."""
        game = self.table.path
        for path in (game, game + "/board", game + "/boards/2"):
            for media in MEDIA:
                self.ask(moment, viewer, "GET", path, headers={"Accept": media})
            for seat in ("", "-s1", "-s2", "-s3", "-w"):
                self.ask(moment, viewer, "GET", path, headers={"If-None-Match": f'"{sequence}{seat}"'})
            self.ask(moment, viewer, "GET", path, headers={"If-None-Match": "*", "Accept-Encoding": "gzip"})
            self.ask(moment, viewer, "GET", path, headers={"Range": "bytes=0-99"})

    def follow(self, moment, viewer, sequence):
        """Streams: from the start, resumed, of several games, as events and as lines."""
        game, count = self.table.path, max(sequence, 1)
        wishes = [(game + "/events", {}, 1), (game + "/events?after=0", {}, min(count, 200))]
        wishes += [(game + "/events", {"Last-Event-ID": "2"}, max(count - 2, 1))]
        wishes += [(game + "/events", {"Last-Event-ID": "nonsense"}, 1)]
        wishes += [(f"/events?games={self.table.id},lobby", {}, 2)]
        wishes += [
            (f"/events?games={self.table.id}", {"Last-Event-ID": f"{self.table.id}:1"}, max(count - 1, 1))
        ]
        for path, headers, events in wishes:
            for lines in (False, True):
                server, token = self.table.server, self.viewers[viewer]
                with Stream(server, path, headers, token, lines=lines) as stream:
                    told = [whole(stream.next()) for _ in range(events)] if stream.status == 200 else []
                name = f"{moment}, {viewer}: stream {path} {headers} {lines}"
                self.keep(self.plain(name), "\n".join([str(stream.status), *told]))

    def measure(self, moment):
        """What the server counts, but for traffic and time."""
        lines = ask(self.table.server, "GET", "/metrics").text.splitlines()
        kept = [line for line in lines if not line.startswith("#") and not RUNNING.search(line)]
        self.keep(f"{moment}: metrics", "\n".join(kept))

    def try_to_move(self, moment, viewer, sequence, cell):
        """Moves that must be refused, and whose refusals might tell too much."""
        game = self.table.path
        stale = {"If-Match": f'"{sequence - 1}"'}
        tries = [
            ("POST", f"{game}/board/cells/{cell}", {"value": "Q"}, {}),
            ("POST", f"{game}/board/cells/{cell}", {"value": "Q", "expect": "X"}, {}),
            ("PUT", f"{game}/board/cells/{cell}", {"value": "Q"}, stale),
            ("DELETE", f"{game}/board/cells/{cell}", None, stale),
            ("PATCH", f"{game}/board", {"cells": {str(cell): "Q"}}, stale),
            ("PATCH", f"{game}/boards/2", {"cells": {str(cell): "Q"}}, {}),
            ("POST", f"{game}/boards/2/cells/{cell}", {"value": "Q"}, {}),
            ("POST", f"{game}/actions/place", {"cell": cell, "board": 2}, {}),
            ("POST", f"{game}/actions/rematch", {}, {}),
            ("POST", f"{game}/prompts/1", {"button": 1}, {}),
        ]
        for method, path, body, headers in tries:
            answer = self.ask(moment, viewer, method, path, body, headers)
            assert answer.status >= 400, f"{viewer} may {method} {path}: {answer}"


def whole(event):
    """An event as one text."""
    return f"{event.name} {event.id} {json.dumps(event.data, separators=(',', ':'))}"
