"""Whole games of all four rule sets, from their making to their end, by people who come and go."""

import pathlib

LEXICON = pathlib.Path(__file__).resolve().parents[2] / "static/lexicons/en-common.txt"
WORDS = [word for word in LEXICON.read_text().split() if len(word) == 5 and word.isascii()][:2000]


class Table:
    """One game and those who sit at it; every play is one method that ends with the game."""

    STEPS = 400  # requests after which a game is given up, whatever its state

    def __init__(self, crowd):
        self.crowd, self.link, self.steps = crowd, crowd.link(), 0
        self.path, self.host, self.tokens = None, None, []

    async def ask(self, method, path, body=None, token=None):
        """One request within the game; its JSON, or None when it was refused or ended on the way."""
        self.steps += 1
        answer = await self.crowd.ask(self.link, f"play {self.rules}", method, self.path + path, body, token)
        return answer.json if answer and answer.status in (200, 201) else None

    async def open(self, rules, people, **options):
        self.rules, self.path = rules, "/games"
        made = await self.ask("POST", "", {"rules": rules, "options": options})
        if not made:
            return False
        self.path, self.host = f"/games/{made['id']}", made["host"]["token"]
        for name in people:
            if seat := await self.ask("POST", "/seats", {"name": name}):
                self.tokens.append(seat["token"])
        return len(self.tokens) == len(people)

    async def act(self, name, body=None, token=None):
        return await self.ask("POST", f"/actions/{name}", body or {}, token or self.tokens[0])

    async def goes_on(self):
        """The game as the first player sees it, or None once it is over or has taken too long."""
        if self.crowd.is_over or self.steps > self.STEPS:
            return None
        shown = await self.ask("GET", "", token=self.tokens[0])
        return shown if shown and shown["state"] == "playing" else None

    # ------------------------------------------------------------------------------------------------ the plays

    async def free(self):
        """Two people on a closed board: letters, undo, colours, a prompt, a seat given back, the end."""
        if not await self.open("free", ["Ann", "Ben"]):
            return
        ann, ben = self.tokens
        for number in range(12):
            token = self.tokens[number % 2]
            body = {"value": self.crowd.letter(), "move": f"m{number}"}
            await self.ask("POST", f"/board/cells/{self.crowd.cell()}", body, token)
            await self.ask("POST", "/cursor", {"cell": self.crowd.cell(), "direction": "across"}, token)
        await self.act("undo", token=ann)
        await self.act("recolour", {"colour": "#2a9d8f"}, ben)
        opened = await self.act("clear", token=ann)
        for event in opened["events"] if opened else ():
            if event["type"] == "prompt.opened":
                await self.ask("POST", f"/prompts/{event['prompt']['id']}", {"button": 1}, ben)
        await self.ask("DELETE", "/seats/2", token=ben)
        await self.act("close", token=self.host)

    async def square(self):
        """A person and a bot call letters and place them."""
        if not await self.open("square", ["Ann"], clock=None):
            return
        await self.ask("POST", "/bots", {"level": "easy"}, self.host)
        await self.act("start", token=self.host)
        while shown := await self.goes_on():
            step, due = shown["round"]["step"], len(shown["round"]["letters"])
            if step == "call" and shown.get("turn") == 1:
                await self.act("call", {"letter": self.crowd.letter()})
            elif shown["seats"][0]["filled"] < (25 if step == "last" else due):
                await self.place(step)
            else:
                after = shown["sequence"]
                await self.ask("GET", f"/board?after={after}&wait=1", token=self.tokens[0])

    async def place(self, step):
        board = await self.ask("GET", "/board", token=self.tokens[0])
        empty = [cell["index"] for cell in board["cells"] if cell["value"] == ""] if board else []
        if empty:
            body = {"cell": self.crowd.chance.choice(empty)}
            body |= {"letter": self.crowd.letter()} if step == "last" else {}
            await self.act("place", body)

    async def mini(self):
        """Somebody solves a crossword by trying, and then gives in."""
        options = {"difficulty": "easy", "seed": self.crowd.chance.randrange(1, 500)}
        if not await self.open("mini", ["Ann"], **options):
            return
        board = await self.ask("GET", "/board", token=self.tokens[0])
        open_cells = [cell["index"] for cell in board["cells"] if cell["kind"] == "letter"] if board else []
        for cell in open_cells[:8]:
            await self.ask("POST", f"/board/cells/{cell}", {"value": self.crowd.letter()}, self.tokens[0])
        await self.act("check", {"scope": "board"})
        await self.act("reveal", {"scope": "board"})

    async def guess(self):
        """Two race for a hidden word, one of them a bot."""
        if not await self.open("guess", ["Ann"], mode="race"):
            return
        await self.ask("POST", "/bots", {"level": "easy"}, self.host)
        await self.act("start", token=self.host)
        for row in range(5):
            if not await self.goes_on():
                return
            word = self.crowd.chance.choice(WORDS).upper()
            cells = {f"{column}{row + 1}": letter for column, letter in zip("abcde", word, strict=True)}
            await self.ask("PATCH", "/board", {"cells": cells}, self.tokens[0])
            if not await self.act("submit"):
                await self.act("resign")
                return

    async def house_seat(self):
        """A seat at the house board is taken, used and given back."""
        self.rules, self.path = "house", "/games/lobby"
        seat = await self.ask("POST", "/seats", {"name": "Guest"})
        if not seat:
            return
        token = seat["token"]
        await self.ask("POST", f"/board/cells/{self.crowd.cell()}", {"value": self.crowd.letter()}, token)
        await self.ask("POST", "/cursor", {"cell": self.crowd.cell(), "direction": "down"}, token)
        await self.ask("DELETE", f"/seats/{seat['seat']}", token=token)


async def play(crowd, kind):
    """Plays one game of a kind: free, square, mini, guess or house_seat."""
    table = Table(crowd)
    try:
        await getattr(table, kind)()
    finally:
        table.link.close()
