"""Records every answer about a game, in a form in which the answers about two games can be compared."""

import json
import re

from client import Wire, ask
from players import new_player
from streams import Stream
from terminal import LiveBoard

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
    (r'"requestId":"[0-9a-f]{16}"', '"requestId":"ID"'),
    (r"Request <code>[0-9a-f]{16}", "Request <code>ID"),
    (r'"seed":\d+', '"seed":0'),
    (r"127\.0\.0\.1:\d+", "CLIENT"),
    (r'"expires":"[^"]*"', '"expires":"TIME"'),
    (r'"(id|puzzle)":"[0-9a-z]{10}"', r'"\1":"ID"'),
]
RUNNING = re.compile(r"request|second|latency|bytes|connection|batch|queue|poll|commit|stream|spectator|loop")


class Survey:
    """Makes requests as several viewers and records every answer under a name, without ids, times and tokens.

    The players of `hidden` seats are not among the viewers; a player with a key, who has no seat, is.
    If the table has a `room`, whatever the room answers about its present game is recorded too.
    """

    def __init__(self, table, hidden=(2,)):
        self.table, self.wire, self.answers = table, Wire(table.server, timeout=20), {}
        self.room = getattr(table, "room", None)
        self.names = [(table.id, "GAME"), (f":{table.server.port}", ":PORT")]
        self.names += [(person.token, f"TOKEN{person.number}") for person in table.people]
        self.names += [(table.host, "HOST")]
        watcher = new_player(table.server, "Watcher")
        self.names += [(watcher.key, "KEY"), (watcher.player, "PLAYER")]
        self.viewers = {"spectator": None, "host": table.host, "player": watcher.key}
        self.viewers |= {
            f"seat {person.number}": person.token for person in table.people if person.number not in hidden
        }
        if table.host in (person.token for person in table.people):
            del self.viewers["host"]  # a member who hosts by the key of the seat, with one rate of edits

    def normalized(self, text):
        """The text with everything replaced that differs between any two games."""
        for secret, name in self.names:
            text = text.replace(secret, name)
        for pattern, name in VARYING:
            text = re.sub(pattern, name, text)
        return text

    def record(self, name, text):
        assert name not in self.answers, name
        self.answers[name] = self.normalized(text)

    def ask(self, moment, viewer, method, path, body=None, headers=()):
        """Makes a request as a viewer and records its whole answer."""
        token = self.viewers[viewer]
        answer = ask(self.table.server, method, path, body, headers, token, self.wire)
        assert answer.status != 429 and answer.status < 500, (moment, viewer, method, path, answer)
        # The length varies with the running time; where the body is compared, it adds nothing.
        ignored = {"date", "x-request-id"}
        if answer.body or path == self.table.path:
            ignored.add("content-length")
        if path.startswith(("/g/", "/c/")):
            ignored.add("etag")  # a page contains its own address
        lines = [f"{name}: {value}" for name, value in answer.headers if name.lower() not in ignored]
        name = f"{moment}, {viewer}: {method} {path} {dict(headers)} {body}"
        name = self.normalized(name.replace(str(self.table.server.port), "PORT"))
        self.record(name, "\n".join([str(answer.status), *lines, answer.text]))
        return answer

    # ------------------------------------------------------------------------------------------ requests

    def run(self, moment, sequence):
        """Every GET, HEAD and OPTIONS, and every stream, as every viewer."""
        for viewer in self.viewers:
            for path in self.paths(sequence):
                self.ask(moment, viewer, "GET", path)
            for path in self.paths(sequence)[:12]:
                self.ask(moment, viewer, "HEAD", path)
                self.ask(moment, viewer, "OPTIONS", path)
            self.negotiate(moment, viewer, sequence)
            self.read_streams(moment, viewer, sequence)
        self.read_metrics(moment)

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
        paths += [f"{game}/board{form}?at={number}" for form in ("", ".ansi") for number in sorted(past)]
        paths += [f"{game}/history?after={after}&limit=3" for after in sorted({0, max(sequence - 3, 0)})]
        paths += [f"{game}/board?after={sequence}", f"{game}/boards/2?after=0&wait=1"]
        paths += [
            f"{game}/boards/2?after={sequence}&wait=1",
            f"{game}/seats",
            f"{game}/seats/2",
            f"{game}/bots",
        ]
        paths += [
            f"{game}/boards/2/cells/7",
            f"{game}/board/cells/7",
            f"{game}/prompts/1",
            f"{game}/cursor",
            f"{game}/reactions",
            f"{game}/review",
            f"{game}/review?seat=2",
        ]
        return (
            paths
            + self.room_paths(past)
            + [
                f"{game}/puzzle",
                "/leaderboards/square",
                "/daily/square",
                "/players/me",
                f"{game}.json",
                "/board",
                "/history?limit=5",
            ]
        )

    def room_paths(self, past):
        """The paths of the room; `past` are sequence numbers of its present game."""
        if not self.room:
            return []
        room = self.room.path
        paths = [room, "/rooms?limit=100"]
        paths += [room + path for path in ("/board", "/board.json", "/board.txt", "/board.svg", "/actions", "/history")]
        paths += [f"{room}/boards/{number}{form}" for number in (0, 1, 2, 3) for form in FORMS[:2]]
        paths += [f"{room}/boards/2?at={number}" for number in sorted(past)]
        paths += [f"{room}/board.ansi?at={number}" for number in sorted(past)]
        paths += [f"{room}/history?after=2&limit=3", f"{room}/board?after=0", f"{room}/boards/2?after=0&wait=1"]
        return paths + [f"{room}/games", f"{room}/members", f"{room}/prompts/1", f"{room}/export", f"{room}/share"]

    def negotiate(self, moment, viewer, sequence):
        """Requests with conditions, media types and ranges."""
        game = self.table.path
        for path in (game, game + "/board", game + "/boards/2"):
            for media in MEDIA:
                self.ask(moment, viewer, "GET", path, headers={"Accept": media})
            for seat in ("", "-s1", "-s2", "-s3", "-w"):
                self.ask(moment, viewer, "GET", path, headers={"If-None-Match": f'"{sequence}{seat}"'})
            self.ask(moment, viewer, "GET", path, headers={"If-None-Match": "*", "Accept-Encoding": "gzip"})
            self.ask(moment, viewer, "GET", path, headers={"Range": "bytes=0-99"})

    def read_streams(self, moment, viewer, sequence):
        """Streams from the start, resumed, and of several games, as Server-Sent Events and as NDJSON."""
        game, count = self.table.path, max(sequence, 1)
        requests = [(game + "/events", {}, 1), (game + "/events?after=0", {}, min(count, 200))]
        requests += [(game + "/events", {"Last-Event-ID": "2"}, max(count - 2, 1))]
        requests += [(game + "/events", {"Last-Event-ID": "nonsense"}, 1)]
        requests += [(f"/events?games={self.table.id},lobby", {}, 2)]
        requests += [(f"/events?games={self.table.id}", {"Last-Event-ID": f"{self.table.id}:1"}, max(count - 1, 1))]
        if self.room:
            # The snapshots of the room and of its present game.
            requests += [(self.room.path + "/events", {}, 2)]
            requests += [(self.room.path + "/events", {"Last-Event-ID": f"{self.table.id}:1"}, max(count - 1, 1))]
        for path, headers, events in requests:
            for lines in (False, True):
                server, token = self.table.server, self.viewers[viewer]
                with Stream(server, path, headers, token, lines=lines) as stream:
                    texts = [event_text(stream.next()) for _ in range(events)] if stream.status == 200 else []
                name = f"{moment}, {viewer}: stream {path} {headers} {lines}"
                self.record(self.normalized(name), "\n".join([str(stream.status), *texts]))
        for path in ("/board", "/board.ansi", "/boards/1", "/boards/2"):
            self.draw(moment, viewer, path)

    def draw(self, moment, viewer, path):
        """The first picture of a live board, or its refusal."""
        with LiveBoard(self.table, path, token=self.viewers[viewer]) as board:
            if board.status == 200:
                board.at(0)
                shown = board.raw
            else:
                shown = board.read_exactly(int(board.headers.get("Content-Length")))
            self.record(f"{moment}, {viewer}: live {path}", f"{board.status}\n{shown.decode()}")

    def read_metrics(self, moment):
        """The metrics of the server, except those of traffic and time."""
        lines = ask(self.table.server, "GET", "/metrics").text.splitlines()
        stable = [line for line in lines if not line.startswith("#") and not RUNNING.search(line)]
        self.record(f"{moment}: metrics", "\n".join(stable))

    def make_refused_moves(self, moment, viewer, sequence, cell):
        """Moves that must be refused, because a refusal could reveal something too."""
        game = self.table.path
        stale = {"If-Match": f'"{sequence - 1}"'}
        moves = [
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
        for method, path, body, headers in moves:
            answer = self.ask(moment, viewer, method, path, body, headers)
            assert answer.status >= 400, f"{viewer} may {method} {path}: {answer}"


def event_text(event):
    """An event as one line of text."""
    return f"{event.name} {event.id} {json.dumps(event.data, separators=(',', ':'))}"
