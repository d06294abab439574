"""The clients of the soak, which repeat their requests at fixed rates, and the tally of the answers."""

import asyncio
import collections
import contextlib
import random
import time
import weakref

from connection import Broken, Connection, NotConnected

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LATENESS = 5.0  # seconds; an action that is later than this skips what it has missed


class Crowd:
    """The shared state of all clients, with the tally of their answers."""

    def __init__(self, address, rate, seed=None):
        self.address, self.rate = address, rate
        self.rng = random.Random(seed)
        self.statuses = collections.defaultdict(collections.Counter)  # by action
        self.failures = collections.Counter()
        self.boards = ["/games/lobby"]  # open games; the lobby is first
        self.streams_opened = self.stream_bytes = self.crashes = self.skipped = 0
        self.is_over = False
        self._connections = weakref.WeakSet()

    @property
    def answered(self):
        return sum(sum(counter.values()) for counter in self.statuses.values())

    @property
    def unexpected(self):
        """The answers that these clients should never get, by action and status."""
        found = collections.Counter()
        for action, counter in self.statuses.items():
            for status, count in counter.items():
                if status >= 500 or status in (400, 422, 429):
                    found[f"{action}: {status}"] += count
        return found

    def connect(self):
        connection = Connection(self.address)
        self._connections.add(connection)
        return connection

    def close_connections(self):
        for connection in self._connections:
            connection.close()

    async def request(self, connection, action, method, path, body=None, token=None, headers=()):
        """Sends a request and counts its answer; returns None if the connection failed."""
        try:
            answer = await connection.ask(method, path, body, token, headers)
        except (Broken, NotConnected, TimeoutError) as error:
            connection.close()
            self.failures[f"{action}: {type(error).__name__}"] += 1
            return None
        self.statuses[action][answer.status] += 1
        return answer

    async def repeat(self, per_second, action):
        """Runs an action `per_second` times a second until `is_over`, however long each run takes."""
        due = time.monotonic() + self.rng.random() / per_second
        while not self.is_over:
            wait = due - time.monotonic()
            if wait > 0:
                await asyncio.sleep(wait)
            elif wait < -LATENESS:
                self.skipped += int(-wait * per_second)
                due = time.monotonic()
            due += 1 / per_second
            await action()

    def random_board(self):
        """The path of an open game; half of the time it is the lobby."""
        return self.boards[0] if self.rng.random() < 0.5 else self.rng.choice(self.boards)

    def random_cell(self):
        return self.rng.randrange(25)

    def random_letter(self):
        return self.rng.choice(LETTERS)


class Reader:
    """Reads boards, games, lists and pages over one keep-alive connection."""

    PATHS = ("/board", "/board", "/board", "/board.txt", "", "/board.svg", "/history?limit=20", "/actions")
    OTHERS = ("/", "/games?limit=20", "/healthz", "/readyz", "/leaderboards/guess", "/lexicons/en/words/house")

    def __init__(self, crowd):
        self.crowd, self.connection, self.tags = crowd, crowd.connect(), {}

    async def look(self):
        rng = self.crowd.rng
        if rng.random() < 0.1:
            path = rng.choice(self.OTHERS)
        else:
            path = self.crowd.random_board() + rng.choice(self.PATHS)
        await self.crowd.request(self.connection, "read", "GET", path)

    async def look_again(self):
        """Sends a conditional GET with the last ETag."""
        path = self.crowd.random_board() + "/board"
        if len(self.tags) > 50:
            self.tags.clear()
        headers = [("If-None-Match", self.tags[path])] if path in self.tags else []
        answer = await self.crowd.request(self.connection, "read again", "GET", path, headers=headers)
        if answer and answer.status in (200, 304):
            self.tags[path] = answer.headers["etag"]

    async def wait_for_change(self):
        """Sends a long poll for the next change of a board."""
        path = self.crowd.random_board() + "/board"
        now = await self.crowd.request(self.connection, "poll", "GET", path)
        if now and now.status == 200:
            await self.crowd.request(self.connection, "poll", "GET", f"{path}?after={now.sequence}&wait=5")


class Writer:
    """Writes letters on open boards with and without move ids, and sends some moves twice."""

    def __init__(self, crowd):
        self.crowd, self.connection, self.moves = crowd, crowd.connect(), 0
        self.name = f"writer-{crowd.rng.getrandbits(60)}"

    async def write(self):
        body = {"value": self.crowd.random_letter()}
        path = f"{self.crowd.random_board()}/board/cells/{self.crowd.random_cell()}"
        await self.crowd.request(self.connection, "edit", "POST", path, body)

    async def write_once(self):
        self.moves += 1
        body = {"value": self.crowd.random_letter(), "move": f"{self.name}-{self.moves}"}
        path = f"{self.crowd.boards[0]}/board/cells/{self.crowd.random_cell()}"
        first = await self.crowd.request(self.connection, "edit with id", "POST", path, body)
        if first and self.moves % 5 == 0:
            second = await self.crowd.request(self.connection, "edit with id", "POST", path, body)
            if second and first.status == second.status == 200 and first.body != second.body:
                self.crowd.failures["edit with id: another answer to the same move"] += 1


class Watcher:
    """Follows games on streams, for a fifth of a second up to a minute."""

    def __init__(self, crowd):
        self.crowd = crowd

    async def watch(self):
        crowd, connection = self.crowd, self.crowd.connect()
        path = crowd.random_board() + "/events"
        if crowd.rng.random() < 0.2:
            ids = {path.split("/")[2] for path in crowd.rng.choices(crowd.boards, k=3)}
            path = "/events?games=" + ",".join(sorted(ids))
        with contextlib.suppress(Broken, NotConnected, TimeoutError, OSError, asyncio.IncompleteReadError):
            status, pieces = await connection.follow(path)
            crowd.statuses["stream"][status] += 1
            crowd.streams_opened += 1
            async with asyncio.timeout(crowd.rng.choice((0.2, 2, 10, 30, 60))):
                async for piece in pieces:
                    crowd.stream_bytes += len(piece)
                    if crowd.is_over:
                        break
        connection.close()


async def renew_boards(crowd, count=20):
    """Creates an open game and drops the oldest, so that only the lobby keeps growing."""
    connection = crowd.connect()
    made = await crowd.request(
        connection, "create", "POST", "/games", {"rules": "free", "options": {"open": True}, "title": "A soaked board"}
    )
    connection.close()
    if made and made.status == 201:
        crowd.boards.append("/games/" + made.json["id"])
        if len(crowd.boards) > count + 1:
            del crowd.boards[1]
