"""A small HTTP/1.1 client for asyncio with keep-alive and streams, which never retries by itself."""

import asyncio
import json

LIMIT = 30.0


class NotConnected(Exception):
    """The connection could not be opened, so the request was not sent."""


class Broken(Exception):
    """The connection ended before the whole response had arrived."""


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def lines(self):
        return [json.loads(line) for line in self.body.splitlines() if line]

    @property
    def sequence(self):
        """The sequence in the ETag, before the medium."""
        return int(self.headers["etag"].strip('"').split("-")[0])


class Connection:
    """One client's connection, which is opened on the first request and again after an error.

    `address` is a (host, port), or a function that returns one each time that the connection is opened. `source` is
    the client's own host, if it matters.
    """

    def __init__(self, address, limit=LIMIT, source=None):
        self._choose = address if callable(address) else lambda: address
        self.address, self.limit = self._choose(), limit
        self._own = (source, 0) if source else None
        self._reader = self._writer = None

    async def ask(self, method, path, body=None, token=None, headers=()):
        """Sends a request and returns its answer; raises NotConnected, Broken or TimeoutError."""
        await self._open()
        try:
            async with asyncio.timeout(self.limit):
                self._writer.write(self._request(method, path, body, token, headers))
                return await self._answer()
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            self.close()
            raise error if isinstance(error, TimeoutError) else Broken(repr(error)) from None
        except asyncio.CancelledError:
            self.close()
            raise

    async def follow(self, path, last=None, token=None):
        """Opens an event stream; returns (status, async iterator of its bytes)."""
        await self._open()
        headers = [("Accept", "text/event-stream")]
        headers += [] if last is None else [("Last-Event-ID", str(last))]
        try:
            async with asyncio.timeout(self.limit):
                self._writer.write(self._request("GET", path, None, token, headers))
                status, fields = await self._head()
        except (OSError, asyncio.IncompleteReadError) as error:
            self.close()
            raise Broken(repr(error)) from None
        return status, self._chunks() if "transfer-encoding" in fields else self._pieces()

    def close(self):
        if self._writer:
            self._writer.close()
        self._reader = self._writer = None

    async def _open(self):
        if self._writer:
            return
        self.address = self._choose()
        try:
            async with asyncio.timeout(self.limit):
                self._reader, self._writer = await asyncio.open_connection(
                    *self.address, limit=1 << 20, local_addr=self._own
                )
        except OSError as error:
            raise NotConnected(repr(error)) from None

    def _request(self, method, path, body, token, headers):
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.address[0]}:{self.address[1]}"]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        data = b""
        if body is not None:
            data = json.dumps(body, ensure_ascii=False).encode()
            lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
        lines += [f"{name}: {value}" for name, value in headers]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + data

    async def _head(self):
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = (line.split(": ", 1) for line in lines[1:] if line)
        return int(lines[0].split(" ")[1]), {name.lower(): value for name, value in fields}

    async def _answer(self):
        status, fields = await self._head()
        if status in (204, 304):
            body = b""
        elif "transfer-encoding" in fields:
            body = b"".join([chunk async for chunk in self._chunks()])
        else:
            body = await self._reader.readexactly(int(fields["content-length"]))
        if fields.get("connection", "").lower() == "close":
            self.close()
        return Answer(status, fields, body)

    async def _chunks(self):
        while size := int(await self._reader.readuntil(b"\r\n"), 16):
            yield (await self._reader.readexactly(size + 2))[:-2]
        await self._reader.readexactly(2)

    async def _pieces(self):
        while piece := await self._reader.read(65536):
            yield piece


async def events(pieces):
    """The events of a text/event-stream as (name, id, data); name and id may be None."""
    rest = b""
    async for piece in pieces:
        *blocks, rest = (rest + piece).split(b"\n\n")
        for block in blocks:
            fields = dict(line.split(": ", 1) for line in block.decode().split("\n") if ": " in line)
            if "data" in fields:
                yield fields.get("event"), fields.get("id"), fields["data"]
