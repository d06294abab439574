"""A raw connection: sends bytes unchanged and checks the framing of every reply."""

import json
import re
import socket
import ssl
import struct
import time

from server_process import PATIENCE

LIMIT = 30  # seconds for whatever a sound server does at once, even on a busy machine

# Headers of every reply, which `repr` leaves out.
COMMON = {"date", "x-request-id", "content-length", "x-content-type-options", "cross-origin-resource-policy"}
COMMON |= {"cache-control"}


class Headers(list):
    """The header lines in order. Names are matched in any case."""

    def get(self, name, default=None):
        found = self.all(name)
        return ", ".join(found) if found else default

    def all(self, name):
        return [value for key, value in self if key.lower() == name.lower()]

    def names(self):
        return {key.lower() for key, _ in self}


class Answer:
    def __init__(self, status, headers, body, version="HTTP/1.1", interim=()):
        self.status, self.headers, self.body = status, headers, body
        self.version, self.interim = version, interim

    def __repr__(self):
        headers = {name: value for name, value in self.headers if name.lower() not in COMMON}
        return f"<{self.status} {self.body[:600].decode(errors='replace')} {headers}>"

    def header(self, name, default=None):
        return self.headers.get(name, default)

    @property
    def text(self):
        return self.body.decode("utf-8")

    @property
    def stable_body(self):
        """The body without the request's id, to compare answers."""
        return re.sub(rb',"requestId":"[^"]*"', b"", self.body)

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def lines(self):
        """The objects of an NDJSON body."""
        return [json.loads(line) for line in self.body.splitlines() if line.strip()]

    @property
    def media(self):
        return (self.header("Content-Type") or "").split(";")[0].strip().lower()

    @property
    def etag(self):
        return self.header("ETag")


class Closed(Exception):
    """The connection ended before a complete reply; `got` is what had arrived."""

    def __init__(self, got, how):
        super().__init__(f"connection {how} after {got[-300:]!r}")
        self.got = got


class Wire:
    """A TCP or TLS connection to the server. Checks framing, Date and id of every reply that it reads."""

    def __init__(self, server, timeout=LIMIT, receive_buffer=None, source=None):
        self.server, self.options = server, (timeout * PATIENCE, receive_buffer, source)
        self.open()

    def open(self):
        """Connects, or reconnects after `Connection: close`."""
        timeout, receive_buffer, source = self.options
        self.unread = b""
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            # A segment over loopback may be half the window. While the window is smaller than a segment, the
            # sender's kernel delays each segment by its timer of 200 ms.
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, receive_buffer // 4)
        if source:
            self.socket.bind((source, 0))
        self.socket.settimeout(timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.connect((self.server.host, self.server.port))
        if self.server.scheme == "https":
            context = ssl.create_default_context(cafile=self.server.certificate)
            # The server must end TLS with close_notify.
            self.socket = context.wrap_socket(
                self.socket, server_hostname=self.server.host, suppress_ragged_eofs=False
            )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def reset(self):
        """Closes with RST, as a killed client does."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def half_close(self):
        # The TLS socket's own `shutdown` would end TLS too.
        socket.socket.shutdown(self.socket, socket.SHUT_WR)

    def send(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else data.encode())
        return self

    def send_slowly(self, data, pause=0.0):
        """Sends byte by byte, each in its own segment."""
        for index in range(len(data)):
            self.socket.sendall(data[index : index + 1])
            if pause:
                time.sleep(pause)
        return self

    def request(self, method, target, body=None, headers=(), host=None, version="HTTP/1.1"):
        """Sends one well-formed request; `answer` reads its reply."""
        return self.send(compose(self.server, method, target, body, headers, host, version))

    def receive(self):
        """Waits for more bytes; raises Closed or TimeoutError."""
        try:
            data = self.socket.recv(65536)
        except ConnectionError as error:
            raise Closed(self.unread, f"broke ({error})") from None
        if not data:
            raise Closed(self.unread, "ended")
        self.unread += data

    def read_until(self, mark):
        while mark not in self.unread:
            self.receive()
        head, self.unread = self.unread.split(mark, 1)
        return head

    def read_exactly(self, count):
        parts, have = [], 0
        while have + len(self.unread) < count:
            parts.append(self.unread)
            have += len(self.unread)
            self.unread = b""
            self.receive()
        need = count - have
        parts.append(self.unread[:need])
        self.unread = self.unread[need:]
        return b"".join(parts)

    def head(self):
        """Reads the head of the next final reply; returns version, status, headers and interim statuses."""
        interim = []
        while True:
            lines = self.read_until(b"\r\n\r\n").decode("latin-1").split("\r\n")
            found = re.fullmatch(r"(HTTP/1\.[01]) (\d{3}) ?(.*)", lines[0])
            assert found, f"status line {lines[0]!r}"
            status = int(found.group(2))
            if 100 <= status < 200:
                interim.append(status)
                continue
            headers = Headers()
            for line in lines[1:]:
                assert re.match(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+:", line), f"header line {line!r}"
                name, value = line.split(":", 1)
                headers.append((name, value.strip()))
            return found.group(1), status, headers, interim

    def answer(self, method="GET"):
        """Reads one complete reply to a request with `method`, since a reply to HEAD has no body."""
        version, status, headers, interim = self.head()
        assert headers.get("Date"), f"every reply has Date: {status} {headers}"
        assert headers.get("X-Request-Id"), f"every reply has an id: {status} {headers}"
        length, coding = headers.all("Content-Length"), headers.all("Transfer-Encoding")
        assert len(length) <= 1 and len(coding) <= 1 and not (length and coding), f"framing {headers}"
        bodiless = method == "HEAD" or status in (204, 304)
        if bodiless:
            body = b""
        elif coding:
            assert coding == ["chunked"], headers
            body = b"".join(self.chunks())
        else:
            assert length, f"every reply has Content-Length or chunks: {status} {headers}"
            body = self.read_exactly(int(length[0]))
        return Answer(status, headers, body, version, interim)

    def chunks(self):
        while True:
            size = int(self.read_until(b"\r\n").split(b";")[0], 16)
            data = self.read_exactly(size)
            assert self.read_exactly(2) == b"\r\n", "chunk without its CRLF"
            if size == 0:
                return
            yield data

    def ended(self, within=LIMIT):
        """Whether the server ends the connection and sends nothing more."""
        self.socket.settimeout(within * PATIENCE)
        try:
            return self.unread == b"" and self.socket.recv(65536) == b""
        except ConnectionError:
            return True
        except TimeoutError:
            return False

    def silent(self, seconds):
        """Whether nothing arrives in that time; with 0, whether nothing has arrived."""
        before = self.socket.gettimeout()
        self.socket.settimeout(seconds)
        try:
            if not self.unread:
                self.receive()
            return False
        except Closed:
            return False
        except (TimeoutError, BlockingIOError):
            return True
        finally:
            self.socket.settimeout(before)


def compose(server, method, target, body=None, headers=(), host=None, version="HTTP/1.1"):
    """The bytes of one request. A body that is not bytes or text is sent as JSON."""
    lines = [f"{method} {target} {version}", f"Host: {host or f'{server.host}:{server.port}'}"]
    headers = list(headers.items()) if isinstance(headers, dict) else list(headers)
    if body is not None:
        if not isinstance(body, (bytes, str)):
            body = json.dumps(body, ensure_ascii=False)
            if not any(name.lower() == "content-type" for name, _ in headers):
                headers.append(("Content-Type", "application/json"))
        body = body.encode() if isinstance(body, str) else body
        headers.append(("Content-Length", str(len(body))))
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b"")
