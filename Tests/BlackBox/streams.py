"""A reader of event streams, as Server-Sent Events or NDJSON, on a raw socket."""

import json
import time
import urllib.parse

from client import REQUEST_LOG, Closed, Wire
from wire import LIMIT

EPHEMERAL = ("presence", "cursor", "reaction")


class Event:
    """One event of a stream; `id` is None for an ephemeral event."""

    def __init__(self, name, id, data):
        self.name, self.id, self.data = name, id, data

    def __repr__(self):
        return f"<{self.name} {self.id} {str(self.data)[:300]}>"


class Stream(Wire):
    """An open stream. `next` reads the next event; `heartbeats`, `retries` and `raw` record the rest."""

    def __init__(
        self, server, target="/events", headers=(), token=None, timeout=LIMIT, receive_buffer=None, lines=False
    ):
        super().__init__(server, timeout, receive_buffer)
        headers = list(dict(headers).items())
        if not any(name.lower() == "accept" for name, _ in headers):
            headers.append(("Accept", "application/x-ndjson" if lines else "text/event-stream"))
        if token:
            headers.append(("Authorization", f"Bearer {token}"))
        self.lines, self.text, self.raw, self.finished = lines, b"", b"", False
        self.heartbeats, self.retries = [], []
        self.request("GET", target, headers=headers)
        self.version, self.status, self.headers, _ = self.head()
        media = (self.headers.get("Content-Type") or "").split(";")[0]
        REQUEST_LOG.append(("GET", urllib.parse.urlsplit(target).path, self.status, media))
        self.chunked = self.headers.get("Transfer-Encoding") == "chunked"

    def _pull(self):
        """Reads from the connection into `text`; raises Closed at the end of the stream."""
        if self.finished:
            raise Closed(self.raw, "ended")
        if self.chunked:
            size = int(self.read_until(b"\r\n").split(b";")[0], 16)
            data = self.read_exactly(size)
            assert self.read_exactly(2) == b"\r\n"
            self.finished = size == 0
        else:
            if not self.unread:
                self.receive()
            data, self.unread = self.unread, b""
        self.text += data
        self.raw += data
        if self.finished:
            raise Closed(self.raw, "ended")

    def _block(self, mark):
        while mark not in self.text:
            self._pull()
        block, self.text = self.text.split(mark, 1)
        return block.decode("utf-8")

    def next_any(self):
        """The next event, ephemeral or not."""
        while True:
            if self.lines:
                line = self._block(b"\n")
                if line.strip():
                    item = json.loads(line)
                    assert set(item) <= {"event", "id", "data"}, item
                    return Event(item["event"], item.get("id"), item["data"])
                self.heartbeats.append(line)
                continue
            name, id, data = "message", None, []
            for line in self._block(b"\n\n").split("\n"):
                field, _, value = line.partition(":")
                value = value.removeprefix(" ")
                if field == "":
                    self.heartbeats.append(value)
                elif field == "event":
                    name = value
                elif field == "id":
                    id = value
                elif field == "data":
                    data.append(value)
                elif field == "retry":
                    self.retries.append(value)
                else:
                    raise AssertionError(f"a line that is not a field: {line!r}")
            if data:
                assert len(data) == 1, f"an event has one data line: {data}"
                return Event(name, id, json.loads(data[0]))

    def next(self, *names):
        """The next event with one of these names, by default the next that is not ephemeral."""
        while True:
            event = self.next_any()
            if event.name in names or (not names and event.name not in EPHEMERAL):
                return event

    def take_events(self, count):
        return [self.next() for _ in range(count)]

    def rest_of_stream(self):
        """All events until the stream ends or is silent for its timeout, and whether it has ended."""
        events = []
        while True:
            try:
                events.append(self.next())
            except Closed:
                return events, True
            except TimeoutError:
                return events, False

    def events_until(self, sequence):
        """All events until the game has this sequence or the stream ends, and whether it has ended."""
        events = []
        while not events or events[-1].data["sequence"] < sequence:
            try:
                events.append(self.next())
            except Closed:
                return events, True
        return events, False

    def quiet(self, seconds):
        """Whether only ephemeral events arrive within `seconds`."""
        before, deadline = self.socket.gettimeout(), time.monotonic() + seconds
        try:
            while (left := deadline - time.monotonic()) > 0:
                self.socket.settimeout(left)
                if self.next_any().name not in EPHEMERAL:
                    return False
        except TimeoutError:
            pass
        finally:
            self.socket.settimeout(before)
        return True
