"""A raw connection: what is written is sent as it is, what is read is checked for its framing."""

import json
import re
import socket
import ssl
import struct
import time

from server_process import PATIENCE

UNTOLD = {"date", "content-length", "x-content-type-options", "cross-origin-resource-policy", "cache-control"}


class Headers(list):
    """The header lines in their order; `get` takes a name in any case."""

    def get(self, name, default=None):
        found = self.all(name)
        return ", ".join(found) if found else default

    def all(self, name):
        return [value for key, value in self if key.lower() == name.lower()]

    def names(self):
        return {key.lower() for key, _ in self}


class Answer:
    """One reply, whole: status, headers, body."""

    def __init__(self, status, headers, body, version="HTTP/1.1", interim=()):
        self.status, self.headers, self.body, self.version, self.interim = (
            status,
            headers,
            body,
            version,
            interim,
        )

    def __repr__(self):
        told = {name: value for name, value in self.headers if name.lower() not in UNTOLD}
        return f"<{self.status} {self.body[:600].decode(errors='replace')} {told}>"

    def header(self, name, default=None):
        return self.headers.get(name, default)

    @property
    def text(self):
        return self.body.decode("utf-8")

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
    """The connection ended before a whole reply had come; `got` is what did come."""

    def __init__(self, got, how):
        super().__init__(f"connection {how} after {got[-300:]!r}")
        self.got = got


class Wire:
    """One TCP connection to the server. Every reply that it reads is checked for its framing and its Date."""

    def __init__(self, server, timeout=8, receive_buffer=None, source=None):
        self.server, self.kind = server, (timeout * PATIENCE, receive_buffer, source)
        self.open()

    def open(self):
        """Connects; also again, after the server has said `Connection: close`."""
        timeout, receive_buffer, source = self.kind
        self.rest = b""
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            # Over loopback a segment may be half the window. If ever the window stays below a segment, the sender's
            # kernel waits with each for its timer of 200 ms.
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, receive_buffer // 4)
        if source:
            self.socket.bind((source, 0))
        self.socket.settimeout(timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.connect((self.server.host, self.server.port))
        if self.server.scheme == "https":
            context = ssl.create_default_context(cafile=self.server.certificate)
            # An end without TLS's own goodbye is a fault of the server's.
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
        """Leaves by RST, as a client does that is killed."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def half_close(self):
        # Not the method of a TLS socket, which would end TLS with it.
        socket.socket.shutdown(self.socket, socket.SHUT_WR)

    def send(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else data.encode())
        return self

    def send_slowly(self, data, pause=0.0):
        """Byte by byte, each in its own segment."""
        for index in range(len(data)):
            self.socket.sendall(data[index : index + 1])
            if pause:
                time.sleep(pause)
        return self

    def request(self, method, target, body=None, headers=(), host=None, version="HTTP/1.1"):
        """Sends one well-formed request; `answer` reads its reply."""
        return self.send(compose(self.server, method, target, body, headers, host, version))

    def more(self):
        """Reads something, or raises Closed or TimeoutError."""
        try:
            data = self.socket.recv(65536)
        except ConnectionError as error:
            raise Closed(self.rest, f"broke ({error})") from None
        if not data:
            raise Closed(self.rest, "ended")
        self.rest += data

    def until(self, mark):
        while mark not in self.rest:
            self.more()
        head, self.rest = self.rest.split(mark, 1)
        return head

    def take(self, count):
        parts, have = [], 0
        while have + len(self.rest) < count:
            parts.append(self.rest)
            have += len(self.rest)
            self.rest = b""
            self.more()
        need = count - have
        parts.append(self.rest[:need])
        self.rest = self.rest[need:]
        return b"".join(parts)

    def head(self):
        """Reads status line and headers of the next reply that is not interim."""
        interim = []
        while True:
            lines = self.until(b"\r\n\r\n").decode("latin-1").split("\r\n")
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
        """Reads one whole reply; `method` is that of its request, since HEAD has no body."""
        version, status, headers, interim = self.head()
        assert headers.get("Date"), f"every reply has Date: {status} {headers}"
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
            body = self.take(int(length[0]))
        return Answer(status, headers, body, version, interim)

    def chunks(self):
        while True:
            size = int(self.until(b"\r\n").split(b";")[0], 16)
            data = self.take(size)
            assert self.take(2) == b"\r\n", "chunk without its CRLF"
            if size == 0:
                return
            yield data

    def ended(self, within=3.0):
        """Whether the server ends the connection in time without sending anything more."""
        self.socket.settimeout(within)
        try:
            return self.rest == b"" and self.socket.recv(65536) == b""
        except ConnectionError:
            return True
        except TimeoutError:
            return False

    def silent(self, seconds):
        """Whether nothing at all comes in that time."""
        before = self.socket.gettimeout()
        self.socket.settimeout(seconds)
        try:
            if not self.rest:
                self.more()
            return False
        except Closed:
            return False
        except TimeoutError:
            return True
        finally:
            self.socket.settimeout(before)


def compose(server, method, target, body=None, headers=(), host=None, version="HTTP/1.1"):
    """The bytes of one request; a body that is not bytes or text becomes JSON."""
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
