"""Clients that crash: they reset the connection in the middle of requests, polls, streams and answers."""

import asyncio
import json
import socket
import struct

RESET = struct.pack("ii", 1, 0)


class CrashingClient:
    """A client that crashes in one of the ways in `kinds`."""

    def __init__(self, crowd):
        self.crowd = crowd
        self.reader = self.writer = None

    async def crash(self):
        kind = self.crowd.rng.choice(self.kinds)
        try:
            async with asyncio.timeout(15):
                self.reader, self.writer = await asyncio.open_connection(*self.crowd.address)
                await kind(self)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            pass  # the server may close the connection first
        finally:
            self.crowd.crashes += 1
            self.reset()

    def reset(self):
        """Closes the connection with RST, unless it is closed already."""
        if self.writer and not self.writer.transport.is_closing():
            self.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            self.writer.transport.abort()

    def send(self, method, target, body=b"", more=""):
        host = "{}:{}".format(*self.crowd.address)
        length = f"Content-Length: {len(body)}\r\n" if body else ""
        head = f"{method} {target} HTTP/1.1\r\nHost: {host}\r\n{length}{more}\r\n"
        self.writer.write(head.encode() + body)

    async def pause(self, seconds=0.5):
        await asyncio.sleep(self.crowd.rng.random() * seconds)

    # -------------------------------------------------------------------------------------- the kinds of crash

    async def in_a_head(self):
        self.writer.write(b"GET /board HTTP/1.1\r\nHost: loc")
        await self.pause()

    async def in_a_body(self):
        self.writer.write(b"POST /board/cells/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\nABC")
        await self.pause()

    async def before_the_answer(self):
        self.send("GET", "/board")

    async def half_closed(self):
        self.send("GET", "/board")
        self.writer.write_eof()
        await self.reader.read()

    async def in_a_poll(self):
        self.send("GET", self.crowd.random_board() + "/board?after=99999999&wait=25")
        await self.pause(2)

    async def in_a_stream(self):
        self.send("GET", self.crowd.random_board() + "/events")
        await self.reader.read(200)
        await self.pause(2)

    async def without_reading(self):
        for _ in range(40):
            self.send("GET", "/games/lobby/history?limit=500")
        await self.pause(4)

    async def talking_into_a_stream(self):
        self.send("GET", "/events")
        await self.reader.read(200)
        self.writer.write(b"x" * 8000)
        await self.reader.read()

    async def with_nonsense(self):
        self.writer.write(self.crowd.rng.randbytes(300) + b"\r\n\r\n")
        await self.reader.read()

    async def in_a_move(self):
        """Loses the answer to a move; the same move sent again must be answered normally."""
        move = f"lost-{self.crowd.rng.getrandbits(60)}"
        body = {"value": self.crowd.random_letter(), "move": move}
        path = f"{self.crowd.boards[0]}/board/cells/{self.crowd.random_cell()}"
        self.send("POST", path, json.dumps(body).encode(), "Content-Type: application/json\r\n")
        await self.pause(0.01)
        self.reset()
        connection = self.crowd.connect()
        answer = await self.crowd.request(connection, "retry of a lost move", "POST", path, body)
        connection.close()
        if answer and answer.status != 200:
            self.crowd.failures[f"retry of a lost move: {answer.status}"] += 1

    kinds = (
        in_a_head,
        in_a_body,
        before_the_answer,
        half_closed,
        in_a_poll,
        in_a_stream,
        without_reading,
        talking_into_a_stream,
        with_nonsense,
        in_a_move,
    )
