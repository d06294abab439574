"""A reader of the two live forms, Server-Sent Events and NDJSON, on a raw socket."""

import json
import time
import urllib.parse

from client import SEEN, Closed, Wire


class Event:
    """One event of a stream; `id` is None for what has none."""

    def __init__(self, name, id, data):
        self.name, self.id, self.data = name, id, data

    def __repr__(self):
        return f"<{self.name} {self.id} {str(self.data)[:300]}>"


class Stream(Wire):
    """An open stream. `next` gives the next event; `beats`, `retries` and `raw` keep what else has come."""

    def __init__(
        self, server, target="/events", headers=(), token=None, timeout=5, receive_buffer=None, lines=False
    ):
        super().__init__(server, timeout, receive_buffer)
        headers = list(dict(headers).items())
        if not any(name.lower() == "accept" for name, _ in headers):
            headers.append(("Accept", "application/x-ndjson" if lines else "text/event-stream"))
        if token:
            headers.append(("Authorization", f"Bearer {token}"))
        self.lines, self.text, self.raw, self.over = lines, b"", b"", False
        self.beats, self.retries = [], []
        self.request("GET", target, headers=headers)
        self.version, self.status, self.headers, _ = self.head()
        SEEN.append(
            (
                "GET",
                urllib.parse.urlsplit(target).path,
                self.status,
                (self.headers.get("Content-Type") or "").split(";")[0],
            )
        )
        self.chunked = self.headers.get("Transfer-Encoding") == "chunked"

    def _pull(self):
        """Moves what comes on the wire into `text`; raises Closed at the end of the stream."""
        if self.over:
            raise Closed(self.raw, "ended")
        if self.chunked:
            size = int(self.until(b"\r\n").split(b";")[0], 16)
            data = self.take(size)
            assert self.take(2) == b"\r\n"
            self.over = size == 0
        else:
            if not self.rest:
                self.more()
            data, self.rest = self.rest, b""
        self.text += data
        self.raw += data
        if self.over:
            raise Closed(self.raw, "ended")

    def _block(self, mark):
        while mark not in self.text:
            self._pull()
        block, self.text = self.text.split(mark, 1)
        return block.decode("utf-8")

    def any(self):
        """The next event of any kind."""
        while True:
            if self.lines:
                line = self._block(b"\n")
                if line.strip():
                    item = json.loads(line)
                    assert set(item) <= {"event", "id", "data"}, item
                    return Event(item["event"], item.get("id"), item["data"])
                self.beats.append(time.monotonic())
                continue
            name, id, data = "message", None, []
            for line in self._block(b"\n\n").split("\n"):
                field, _, value = line.partition(":")
                value = value.removeprefix(" ")
                if field == "":
                    self.beats.append(value)
                elif field == "event":
                    name = value
                elif field == "id":
                    id = value
                elif field == "data":
                    data.append(value)
                elif field == "retry":
                    self.retries.append(value)
                else:
                    raise AssertionError(f"a line that is no field: {line!r}")
            if data:
                assert len(data) == 1, f"one data line an event: {data}"
                return Event(name, id, json.loads(data[0]))

    def next(self, *names):
        """The next event that is not ephemeral, or of one of these names."""
        while True:
            event = self.any()
            if event.name in names or (not names and event.name not in ("presence", "cursor")):
                return event

    def take_events(self, count):
        return [self.next() for _ in range(count)]

    def rest_of_stream(self):
        """All events until the stream ends or falls silent for the timeout; with whether it ended."""
        events = []
        while True:
            try:
                events.append(self.next())
            except Closed:
                return events, True
            except TimeoutError:
                return events, False

    def quiet(self, seconds):
        """Whether no event that is not ephemeral comes in that time."""
        before, deadline = self.socket.gettimeout(), time.monotonic() + seconds
        try:
            while (left := deadline - time.monotonic()) > 0:
                self.socket.settimeout(left)
                if self.any().name not in ("presence", "cursor"):
                    return False
        except TimeoutError:
            pass
        finally:
            self.socket.settimeout(before)
        return True
