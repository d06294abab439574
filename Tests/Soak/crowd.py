"""The people of the soak: what they do again and again, each at a rate of its own, and how they were answered."""

import asyncio
import collections
import contextlib
import random
import time
import weakref

from connection import Broken, Connection, NotConnected

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LATENESS = 5.0  # seconds that somebody may be behind before giving up on catching up


class Crowd:
    """Everybody who asks the server something, with one tally for all."""

    def __init__(self, address, rate, seed=None):
        self.address, self.rate = address, rate
        self.chance = random.Random(seed)
        self.statuses = collections.defaultdict(collections.Counter)  # by what was done
        self.failures = collections.Counter()
        self.boards = ["/games/lobby"]  # open games, the house board first
        self.streams_opened = self.stream_bytes = self.crashes = self.skipped = 0
        self.is_over = False
        self._links = weakref.WeakSet()

    @property
    def answered(self):
        return sum(sum(counter.values()) for counter in self.statuses.values())

    @property
    def unexpected(self):
        """What the server should never have said to this crowd, by what was done."""
        found = collections.Counter()
        for deed, counter in self.statuses.items():
            for status, count in counter.items():
                if status >= 500 or status in (400, 422, 429):
                    found[f"{deed}: {status}"] += count
        return found

    def link(self):
        link = Connection(self.address)
        self._links.add(link)
        return link

    def leave(self):
        """Everybody closes what is open."""
        for link in self._links:
            link.close()

    async def ask(self, link, deed, method, path, body=None, token=None, headers=()):
        """One request, told to the tally; None when its connection ended on the way."""
        try:
            answer = await link.ask(method, path, body, token, headers)
        except (Broken, NotConnected, TimeoutError) as error:
            link.close()
            self.failures[f"{deed}: {type(error).__name__}"] += 1
            return None
        self.statuses[deed][answer.status] += 1
        return answer

    async def again(self, per_second, deed):
        """Does something so many times a second, however long each time takes, until all is over."""
        due = time.monotonic() + self.chance.random() / per_second
        while not self.is_over:
            wait = due - time.monotonic()
            if wait > 0:
                await asyncio.sleep(wait)
            elif wait < -LATENESS:
                self.skipped += int(-wait * per_second)
                due = time.monotonic()
            due += 1 / per_second
            await deed()

    def board(self):
        """An open game: the house board half of the time."""
        return self.boards[0] if self.chance.random() < 0.5 else self.chance.choice(self.boards)

    def cell(self):
        return self.chance.randrange(25)

    def letter(self):
        return self.chance.choice(LETTERS)


class Reader:
    """Looks at boards, games, lists and pages over one kept-alive connection."""

    PATHS = ("/board", "/board", "/board", "/board.txt", "", "/board.svg", "/history?limit=20", "/actions")
    OTHERS = ("/", "/games?limit=20", "/healthz", "/readyz", "/leaderboards/guess", "/lexicons/en/words/house")

    def __init__(self, crowd):
        self.crowd, self.link, self.tags = crowd, crowd.link(), {}

    async def look(self):
        chance = self.crowd.chance
        if chance.random() < 0.1:
            path = chance.choice(self.OTHERS)
        else:
            path = self.crowd.board() + chance.choice(self.PATHS)
        await self.crowd.ask(self.link, "read", "GET", path)

    async def look_again(self):
        """Asks with the last tag, for a 304 or the new board."""
        path = self.crowd.board() + "/board"
        if len(self.tags) > 50:
            self.tags.clear()
        headers = [("If-None-Match", self.tags[path])] if path in self.tags else []
        answer = await self.crowd.ask(self.link, "read again", "GET", path, headers=headers)
        if answer and answer.status in (200, 304):
            self.tags[path] = answer.headers["etag"]

    async def wait_for_change(self):
        """Parks for the next change of a board."""
        path = self.crowd.board() + "/board"
        now = await self.crowd.ask(self.link, "poll", "GET", path)
        if now and now.status == 200:
            await self.crowd.ask(self.link, "poll", "GET", f"{path}?after={now.sequence}&wait=5")


class Writer:
    """Writes letters on open boards, with and without move ids; sends some moves twice."""

    def __init__(self, crowd):
        self.crowd, self.link, self.moves = crowd, crowd.link(), 0
        self.name = f"writer-{crowd.chance.getrandbits(60)}"

    async def write(self):
        body = {"value": self.crowd.letter()}
        await self.crowd.ask(self.link, "edit", "POST", f"{self.crowd.board()}/board/cells/{self.crowd.cell()}", body)

    async def write_once(self):
        self.moves += 1
        body = {"value": self.crowd.letter(), "move": f"{self.name}-{self.moves}"}
        path = f"{self.crowd.boards[0]}/board/cells/{self.crowd.cell()}"
        first = await self.crowd.ask(self.link, "edit with id", "POST", path, body)
        if first and self.moves % 5 == 0:
            second = await self.crowd.ask(self.link, "edit with id", "POST", path, body)
            if second and first.status == second.status == 200 and first.body != second.body:
                self.crowd.failures["edit with id: another answer to the same move"] += 1


class Watcher:
    """Follows games on streams, some for a moment and some for a minute, and leaves in every way."""

    def __init__(self, crowd):
        self.crowd = crowd

    async def watch(self):
        crowd, link = self.crowd, self.crowd.link()
        path = crowd.board() + "/events"
        if crowd.chance.random() < 0.2:
            ids = {path.split("/")[2] for path in crowd.chance.choices(crowd.boards, k=3)}
            path = "/events?games=" + ",".join(sorted(ids))
        with contextlib.suppress(Broken, NotConnected, TimeoutError, OSError, asyncio.IncompleteReadError):
            status, pieces = await link.follow(path)
            crowd.statuses["stream"][status] += 1
            crowd.streams_opened += 1
            async with asyncio.timeout(crowd.chance.choice((0.2, 2, 10, 30, 60))):
                async for piece in pieces:
                    crowd.stream_bytes += len(piece)
                    if crowd.is_over:
                        break
        link.close()


async def renew_boards(crowd, count=20):
    """Opens another open game and lets the oldest go, so that no game but the house board grows for ever."""
    link = crowd.link()
    made = await crowd.ask(
        link, "create", "POST", "/games", {"rules": "free", "options": {"open": True}, "title": "A soaked board"}
    )
    link.close()
    if made and made.status == 201:
        crowd.boards.append("/games/" + made.json["id"])
        if len(crowd.boards) > count + 1:
            del crowd.boards[1]
