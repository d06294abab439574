"""Whole games of all four rule sets, from creation to end."""

import pathlib

TABLE = pathlib.Path(__file__).resolve().parents[2] / "static/packs/en/words.tsv"
ROWS = [line.split("\t") for line in TABLE.read_text().splitlines() if not line.startswith("#")]
WORDS = [word for word, level, *_ in ROWS if len(word) == 5 and level != "6"][:2000]


class GamePlay:
    """One game and its players, with a method for each kind of game."""

    STEPS = 400  # requests after which the players abandon a game

    def __init__(self, crowd):
        self.crowd, self.connection, self.steps = crowd, crowd.connect(), 0
        self.path, self.host, self.tokens = None, None, []

    async def ask(self, method, path, body=None, token=None):
        """Sends a request of the game; returns the answer's JSON, or None if it was refused or failed."""
        self.steps += 1
        answer = await self.crowd.request(self.connection, f"play {self.rules}", method, self.path + path, body, token)
        return answer.json if answer and answer.status in (200, 201) else None

    async def create(self, rules, names, **options):
        self.rules, self.path = rules, "/games"
        made = await self.ask("POST", "", {"rules": rules, "options": options})
        if not made:
            return False
        self.path, self.host = f"/games/{made['id']}", made["host"]["token"]
        for name in names:
            if seat := await self.ask("POST", "/seats", {"name": name}):
                self.tokens.append(seat["token"])
        return len(self.tokens) == len(names)

    async def act(self, name, body=None, token=None):
        return await self.ask("POST", f"/actions/{name}", body or {}, token or self.tokens[0])

    async def read_if_playing(self):
        """The game as the first player sees it; None if it is over or has taken too many requests."""
        if self.crowd.is_over or self.steps > self.STEPS:
            return None
        shown = await self.ask("GET", "", token=self.tokens[0])
        return shown if shown and shown["state"] == "playing" else None

    # -------------------------------------------------------------------------------------- the kinds of game

    async def free(self):
        """Two players on a closed board: letters, undo, a colour, a prompt, a player who leaves, and the end."""
        if not await self.create("free", ["Ann", "Ben"]):
            return
        ann, ben = self.tokens
        for number in range(12):
            token = self.tokens[number % 2]
            body = {"value": self.crowd.random_letter(), "move": f"m{number}"}
            await self.ask("POST", f"/board/cells/{self.crowd.random_cell()}", body, token)
            await self.ask("POST", "/cursor", {"cell": self.crowd.random_cell(), "direction": "across"}, token)
        await self.act("undo", token=ann)
        await self.act("recolour", {"colour": "#2a9d8f"}, ben)
        opened = await self.act("clear", token=ann)
        for event in opened["events"] if opened else ():
            if event["type"] == "prompt.opened":
                await self.ask("POST", f"/prompts/{event['prompt']['id']}", {"button": 1}, ben)
        await self.ask("DELETE", "/seats/2", token=ben)
        await self.act("close", token=self.host)

    async def square(self):
        """A player and a bot call and place letters."""
        if not await self.create("square", ["Ann"], clock=None):
            return
        await self.ask("POST", "/bots", {"level": "easy"}, self.host)
        await self.act("start", token=self.host)
        while shown := await self.read_if_playing():
            step, due = shown["round"]["step"], len(shown["round"]["letters"])
            if step == "call" and shown.get("turn") == 1:
                await self.act("call", {"letter": self.crowd.random_letter()})
            elif shown["seats"][0]["filled"] < (25 if step == "last" else due):
                await self.place(step)
            else:
                after = shown["sequence"]
                await self.ask("GET", f"/board?after={after}&wait=1", token=self.tokens[0])

    async def place(self, step):
        board = await self.ask("GET", "/board", token=self.tokens[0])
        empty = [cell["index"] for cell in board["cells"] if cell["value"] == ""] if board else []
        if empty:
            body = {"cell": self.crowd.rng.choice(empty)}
            body |= {"letter": self.crowd.random_letter()} if step == "last" else {}
            await self.act("place", body)

    async def mini(self):
        """A player tries letters in a crossword and then reveals the answer."""
        options = {"difficulty": "easy", "seed": self.crowd.rng.randrange(1, 500)}
        if not await self.create("mini", ["Ann"], **options):
            return
        board = await self.ask("GET", "/board", token=self.tokens[0])
        open_cells = [cell["index"] for cell in board["cells"] if cell["kind"] == "letter"] if board else []
        for cell in open_cells[:8]:
            await self.ask("POST", f"/board/cells/{cell}", {"value": self.crowd.random_letter()}, self.tokens[0])
        await self.act("check", {"scope": "board"})
        await self.act("reveal", {"scope": "board"})

    async def guess(self):
        """A player and a bot race for the hidden word."""
        if not await self.create("guess", ["Ann"], mode="race"):
            return
        await self.ask("POST", "/bots", {"level": "easy"}, self.host)
        await self.act("start", token=self.host)
        for row in range(5):
            if not await self.read_if_playing():
                return
            word = self.crowd.rng.choice(WORDS).upper()
            cells = {f"{column}{row + 1}": letter for column, letter in zip("abcde", word, strict=True)}
            await self.ask("PATCH", "/board", {"cells": cells}, self.tokens[0])
            if not await self.act("submit"):
                await self.act("resign")
                return

    async def lobby_seat(self):
        """Takes a seat at the lobby, uses it and leaves."""
        self.rules, self.path = "lobby", "/games/lobby"
        seat = await self.ask("POST", "/seats", {"name": "Guest"})
        if not seat:
            return
        token = seat["token"]
        await self.ask("POST", f"/board/cells/{self.crowd.random_cell()}", {"value": self.crowd.random_letter()}, token)
        await self.ask("POST", "/cursor", {"cell": self.crowd.random_cell(), "direction": "down"}, token)
        await self.ask("DELETE", f"/seats/{seat['seat']}", token=token)


async def play(crowd, kind):
    """Plays one game of a kind: free, square, mini, guess or lobby_seat."""
    game = GamePlay(crowd)
    try:
        await getattr(game, kind)()
    finally:
        game.connection.close()
