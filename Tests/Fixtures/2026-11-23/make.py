#!/usr/bin/env python3
"""Makes the files beside it with the program of 2026-11-23, and tells what they hold and how they came.

    make.py PROGRAM [FOLDER]

It plays games of every kind over HTTP on an empty data folder, notes what people see of them, kills the
server, starts it again, ends it, and packs the folder each time. Then it makes a backup and an export, moves
all games to Redis and plays more there. Later programs speak a later interface, so it does not run with them,
and nobody makes the files anew: `Tests/BlackBox/test_old_data.py` opens them with every later program.

- `data.tar.xz`: the data folder after an end in order; `killed.tar.xz`: after a kill, with its log
- `backup.sqlite.xz`: what `backup` wrote; `export.ndjson.xz`: what `export` wrote
- `redis.tar.xz`: the folder of Redis: a base file with what `migrate` brought, and a log with what came later
- `expected.json.xz`: what each viewer saw of each game, and the tokens, which are of use nowhere else

It needs redis-server and nothing but the standard library.
"""

import base64
import contextlib
import datetime
import io
import json
import lzma
import pathlib
import random
import re
import signal
import struct
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.error
import urllib.request

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
FOLDER = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).parent).resolve()
DAY = datetime.datetime.now(datetime.UTC).date().isoformat()
DOTS = "#DOTS/FETAL/ULTRA/STEEP/EARS#"  # the answer of the uploaded puzzle
WORDS = ["CRANE", "SLOTH", "BUMPY", "MAMMA", "SPEED"]
PROMPT_LIFETIME = 60


# ------------------------------------------------------------------------------------------------ the program


class Server:
    """The program of that day on a port of its own."""

    def __init__(self, *arguments):
        self.arguments = [str(argument) for argument in arguments]

    def start(self):
        command = [str(PROGRAM), "serve", "--port", "0", "--no-address-limits", *self.arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=PROGRAM.parent
        )
        self.url = self.process.stdout.readline().decode().removeprefix("listening on ").strip().rstrip("/")
        assert self.url.startswith("http://"), self.url

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(30)

    def ask(self, method, path, body=None, token=None, headers=()):
        """Status, headers and bytes of one answer; a redirection is not followed."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, dict(headers), method=method)
        if data is not None and not request.has_header("Content-type"):
            request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            answer = BROWSER.open(request, timeout=30)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return answer.status, answer.headers, answer.read()

    def get(self, path, token=None):
        """What a GET answers, as JSON; must be a 200."""
        return self.told(200, "GET", path, token=token)

    def told(self, expected, *request, **more):
        status, _, body = self.ask(*request, **more)
        while status == 429:
            time.sleep(1)
            status, _, body = self.ask(*request, **more)
        assert status == expected, (request, status, body)
        return json.loads(body) if body else None


class NoRedirection(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


BROWSER = urllib.request.build_opener(NoRedirection, urllib.request.ProxyHandler({}))


def command(*words):
    """Runs a command of the program."""
    subprocess.run([str(PROGRAM), *map(str, words)], check=True, stdout=subprocess.DEVNULL)


# ------------------------------------------------------------------------------------------------------ games


class Game:
    """A game under the name by which `expected.json` lists it."""

    def __init__(self, server, name, id, host=None):
        self.server, self.name, self.id, self.host = server, name, id, host
        self.tokens, self.spent = {}, []  # of seats, and those that are worth nothing any more
        self.goes_on = False  # whether it changes by itself when it is opened again
        self.seats_only = False  # whether only those who sit in it look at it
        self.next = None  # what somebody does in it next
        self.path = f"/games/{id}"

    def told(self, method, path, body=None, seat=None, status=200, **more):
        token = self.host if seat == "host" else self.tokens.get(seat)
        return self.server.told(status, method, self.path + path, body=body, token=token, **more)

    def sit(self, name, **more):
        seat = self.told("POST", "/seats", {"name": name, **more}, status=201)
        self.tokens[seat["seat"]] = seat["token"]
        return seat["seat"]

    def bot(self, level):
        return self.told("POST", "/bots", {"level": level}, "host", 201)["seat"]

    def edit(self, cell, value, seat=None, **more):
        return self.told("POST", f"/board/cells/{cell}", {"value": value, **more}, seat)

    def patch(self, cells, seat=None):
        return self.told(
            "PATCH", "/board", {"cells": {str(cell): sign for cell, sign in cells.items()}}, seat
        )

    def act(self, name, seat=None, **body):
        return self.told("POST", f"/actions/{name}", body, seat)

    def answer(self, opened, seat, button):
        """Answers the prompt that was opened by what these events tell."""
        (event,) = [event for event in opened["events"] if event["type"] == "prompt.opened"]
        return self.told("POST", f"/prompts/{event['prompt']['id']}", {"button": button}, seat)

    def leave(self, number, seat):
        self.told("DELETE", f"/seats/{number}", None, seat, 204)

    def renew(self, seat):
        self.spent.append(self.tokens[seat])
        self.tokens[seat] = self.told("POST", f"/seats/{seat}/token", None, seat)["token"]

    def then(self, seat, method, path, body):
        """Says what the next thing is that somebody does, when the game is opened again."""
        self.next = {"method": method, "path": path, "body": body, "as": str(seat) if seat else "anybody"}

    def show(self, seat=None):
        return self.told("GET", "", seat=seat)

    def settle(self):
        """Waits until nobody, a bot least of all, has done anything for a while."""
        last, since = None, time.monotonic()
        while time.monotonic() - since < 1.5:
            if (now := self.show()["sequence"]) != last:
                last, since = now, time.monotonic()
            time.sleep(0.1)

    # Word squares.

    def place(self, seat, letter=None):
        board = self.told("GET", "/board", seat=seat)["cells"]
        chance = random.Random(seat)
        free = [cell for cell in chance.sample(range(25), 25) if not board[cell]["value"]]
        return self.act("place", seat, cell=free[0], **({"letter": letter} if letter else {}))

    def play(self, rounds=99, away=()):
        """People call and place until so many letters were placed, or to the end."""
        chance, people = random.Random(self.name), [seat for seat in self.tokens if seat not in away]
        while True:
            shown = self.show(people[0])
            if shown["state"] == "finished":
                return
            step, filled = shown["round"]["step"], {seat["seat"]: seat["filled"] for seat in shown["seats"]}
            if min(filled.values()) >= rounds:
                return
            if step == "call" and shown.get("turn") in people:
                self.act("call", shown["turn"], letter=chance.choice("AEIORSTLNDEASTRE"))
                continue
            due = 25 if step == "last" else len(shown["round"]["letters"])
            waiting = [seat for seat in people if filled[seat] < due]
            for seat in waiting:
                self.place(seat, "S" if step == "last" else None)
            if not waiting:
                time.sleep(0.05)

    # Hidden words.

    def guess(self, seat, word):
        row = self.show(seat)["row"] + 1
        self.patch({f"{column}{row}": letter for column, letter in zip("abcde", word, strict=True)}, seat)
        return self.act("submit", seat)


def letters(solution, *cells):
    """What belongs into these cells, or into all that are open."""
    signs = solution.replace("/", "")
    return {cell: sign for cell, sign in enumerate(signs) if sign != "#" and (not cells or cell in cells)}


class Party:
    """Makes games on a server, and keeps them under their names."""

    def __init__(self, server):
        self.server, self.games, self.puzzles = server, [], {}

    def keep(self, *game):
        self.games.append(Game(self.server, *game))
        return self.games[-1]

    def new(self, name, rules, *people, title=None, public=None, **options):
        order = {"rules": rules, "options": options}
        order |= {} if title is None else {"title": title}
        order |= {} if public is None else {"public": public}
        made = self.server.told(201, "POST", "/games", order)
        game = self.keep(name, made["id"], made["host"]["token"])
        for person in people:
            game.sit(person)
        return game

    def daily(self, name, rules, person):
        status, headers, _ = self.server.ask("GET", f"/daily/{rules}")
        assert status == 303
        game = self.keep(name, headers["Location"].removeprefix("/games/"))
        game.sit(person)
        if game.show()["state"] == "waiting":
            game.act("start", 1)
        game.seats_only = True
        return game

    def upload(self, name, body, media, query=""):
        made = self.server.told(201, "POST", "/puzzles" + query, body, headers={"Content-Type": media})
        self.puzzles[name] = {"id": made["id"], "token": made.get("token"), "format": made["format"]}
        self.puzzles[name]["file"] = base64.b64encode(body).decode()
        return made["id"]

    # ------------------------------------------------------------------------------------------------ free

    def free(self):
        lobby = self.keep("house board", "lobby")
        for cell, sign in enumerate("HELLO"):
            lobby.told("POST", f"/board/cells/{cell}", sign.encode(), headers={"Content-Type": "text/plain"})
        lobby.edit("c3", "q"), lobby.told("DELETE", "/board/cells/c3")
        ann = lobby.sit("Ann", colour="#2a9d8f")
        lobby.edit(12, "A", ann, move="first"), lobby.edit(13, "N", ann)
        lobby.act("undo", ann), lobby.act("recolour", ann, colour="#112233")
        lobby.renew(ann)
        lobby.then(ann, "POST", "/board/cells/24", {"value": "Z"})

        asked = self.new("clear was agreed to", "free", "Ann", "Zoë 👪", open=True)
        asked.edit(0, "A", 1), asked.edit(1, "B", 2), asked.edit(2, "C")
        asked.answer(asked.act("clear", 1), 2, 0)
        asked.answer(asked.act("clear", 1), 2, 1)
        asked.edit(7, "E", 2)
        asked.then(2, "POST", "/board/cells/8", {"value": "F"})

        self.expired = self.new("clear was never answered", "free", "Ann", "Ben", open=True)
        self.expired.patch({0: "A", 6: "B"}, 1), self.expired.act("clear", 1)

        layout = "CAT../....#/...../...../#...E"
        points = {"3": 2, "4": 5, "5": 9}
        drawn = self.new("locked layout", "free", "Ann", "Ben", "Gone", title="Tea “break”", public=True,
                         board=layout, preset="scorewords", points=points, overlap="all",
                         extras={"diagonals": True, "fullLine": 7})  # fmt: skip
        drawn.patch({3: "S", "b2": "A", "c2": "R"}, 1), drawn.edit(11, "T", 2), drawn.edit(16, "E", 3)
        drawn.leave(3, "host"), drawn.act("recolour", 2, colour="#aabbcc"), drawn.act("lock", "host")
        drawn.renew(2)
        drawn.then("host", "POST", "/actions/unlock", {})

        long = self.new("hundreds of events", "free", "Ann", "Ben", title="Long", public=True, preset="long")
        chance = random.Random(7)
        for turn in range(14):
            cells = chance.sample(range(25), 25)
            long.patch(
                {cell: chance.choice("ABCDE") if turn % 3 else "STARE"[cell % 5] for cell in cells},
                1 + turn % 2,
            )
        for turn in range(55):
            long.edit(turn % 25, "" if turn > 50 else "QXZJK"[turn // 25], 1 + turn % 2, move=f"m{turn}")
        long.then(1, "PATCH", "/board", {"cells": {"0": "", "1": "W"}})

        closed = self.new(
            "closed with a rematch", "free", "Ann", "Ben", title="Best of three", public=True, open=True
        )
        closed.edit(0, "C", 1), closed.edit(1, "A", 2), closed.edit(2, "T")
        closed.act("close", "host")
        closed.answer(closed.act("rematch", 1), 2, 1)
        following = self.keep("rematch of the closed one", closed.show()["next"], closed.host)
        following.tokens = dict(closed.tokens)
        following.edit(4, "Y", 2)
        following.then(1, "POST", "/board/cells/3", {"value": "X"})

        document = self.server.get(closed.path + "/export")
        made = self.server.told(201, "POST", "/games/import", document)
        self.keep("imported", made["id"], made["host"]["token"])

    # ---------------------------------------------------------------------------------------------- square

    def square(self):
        untimed = {"clock": None}
        daily = self.daily("square of the day, over", "square", "Ann")
        daily.play()
        daily.seats_only = False
        daily = self.daily("square of the day, begun", "square", "Ben")
        daily.play(6)
        daily.then(1, "POST", "/actions/place", {"cell": self.empty(daily, 1)})

        solo = self.new("solo square, over", "square", "Ann", seed=5, preset="classic-all", **untimed)
        solo.act("start", 1), solo.play()

        table = self.new("square with bots, begun", "square", "Ann", "Ben", seed=9, public=True, **untimed)
        table.bot("easy"), table.bot("hard"), table.act("start", "host"), table.play(5)
        table.settle()
        self.next_of(table)

        table = self.new(
            "square with a bot, over", "square", "Ann", "Ben", seed=4, preset="teacher", **untimed
        )
        table.bot("medium"), table.act("start", "host"), table.play()
        over = self.new("square of three, over", "square", "Ann", "Ben", "Eve", seed=8, minimumLength=2,
                        points={"2": 1, "3": 3, "4": 5, "5": 9}, end="shared", title="Three", public=True,
                        **untimed)  # fmt: skip
        over.act("start", 1), over.play()

        waiting = self.new("square that waits", "square", "Ann", "Ben", public=True, **untimed)
        waiting.bot("medium")
        waiting.then("host", "POST", "/actions/start", {})

        away = self.new("square with people away", "square", "Ann", "Ben", "Eve", seed=6, **untimed)
        away.act("start", "host"), away.play(3)
        away.leave(2, 2), away.leave(3, "host")
        away.play(6, away=(2, 3)), away.settle()
        self.next_of(away, away=(2, 3))

        timed = self.new(
            "square with a clock", "square", "Ann", "Ben", seed=3, clock={"call": 3600, "place": 3600}
        )
        timed.act("start", "host"), timed.play(4)
        self.next_of(timed)

    def empty(self, game, seat):
        cells = game.told("GET", "/board", seat=seat)["cells"]
        return next(cell["index"] for cell in cells if cell["kind"] == "letter" and not cell["value"])

    def next_of(self, game, away=()):
        """Somebody calls, and a person who has not placed the letter is next."""
        people = [seat for seat in game.tokens if seat not in away]
        shown = game.show(people[0])
        while shown["round"]["step"] == "call" and shown["turn"] not in people:
            time.sleep(0.05)
            shown = game.show(people[0])
        if shown["round"]["step"] == "call":
            game.act("call", shown["turn"], letter="E")
            game.settle()
        game.renew(people[0])
        due = len(game.show(people[0])["round"]["letters"])
        behind = next(
            seat["seat"] for seat in game.show()["seats"] if seat["filled"] < due and seat["seat"] in people
        )
        game.then(behind, "POST", "/actions/place", {"cell": self.empty(game, behind)})

    # ------------------------------------------------------------------------------------------------ mini

    def mini(self):
        private = self.upload("private ipuz", json.dumps(ipuz(), indent=1).encode(), "application/json")
        self.upload(
            "public ipuz", json.dumps(ipuz("Seen by all")).encode(), "application/json", "?public=true"
        )
        crossword = acrosslite()
        across = self.upload("private puz", crossword, "application/x-crossword")
        self.upload("public puz", crossword, "application/x-crossword", "?public=true")

        together = self.new("mini together, paused", "mini", "Ann", "Ben", puzzle=private, public=True)
        together.patch(letters(DOTS, 1, 2, 3, 4), 1), together.edit(5, "X", 2)
        together.told("POST", "/board/cells/6", {"value": "E", "pencil": True}, 2)
        (
            together.act("check", 1, scope="word", cell=1, direction="across"),
            together.act("check", 2, scope="cell", cell=5),
        )
        together.act("reveal", 1, scope="cell", cell=12), together.act("pause", 2)
        together.then(1, "POST", "/actions/resume", {})

        begun = self.new("mini together, begun", "mini", "Ann", "Ben", puzzle=across, autocheck=True)
        begun.patch(letters(DOTS, 5, 6, 7), 1), begun.edit(8, "Q", 2)
        begun.told("POST", "/board/cells/13", {"value": "R", "pencil": True}, 2)
        begun.act("reveal", 2, scope="word", cell=20, direction="across")
        begun.renew(1)
        begun.then(1, "POST", "/board/cells/9", {"value": "L"})

        over = self.new("mini together, over", "mini", "Ann", "Ben", puzzle=private, public=True)
        over.patch(letters(DOTS, *range(12)), 1), over.edit(12, "X", 2)
        over.act("check", 2, scope="board"), over.patch(letters(DOTS, *range(12, 25)), 2)

        seeded = self.new("mini from a seed, begun", "mini", "Ann", seed=11, difficulty="hard")
        seeded.edit(self.empty(seeded, 1), "S", 1)
        seeded.then(1, "POST", f"/board/cells/{self.empty(seeded, 1)}", {"value": "T"})

        race = self.new("mini race, begun", "mini", "Ann", "Ben", "Eve", mode="race", puzzle=private)
        race.act("start", "host")
        (
            race.patch(letters(DOTS, 1, 2, 3), 1),
            race.edit(5, "G", 2),
            race.act("check", 2, scope="cell", cell=5),
        )
        race.edit(5, "F", 3), race.act("resign", 3)
        race.renew(2)
        race.then(2, "POST", "/board/cells/5", {"value": "F"})

        over = self.new("mini race, over", "mini", "Ann", "Ben", mode="race", puzzle=across, public=True)
        (
            over.act("start", "host"),
            over.edit(1, "X", 2),
            over.patch(letters(DOTS), 1),
            over.patch(letters(DOTS), 2),
        )

        given_up = self.daily("mini of the day, given up", "mini", "Eve")
        given_up.act("resign", 1)
        answer = given_up.show()["result"]["answer"]
        solved = self.daily("mini of the day, solved", "mini", "Ann")
        solved.patch(letters(answer), 1)
        helped = self.daily("mini of the day, with help", "mini", "Ben")
        helped.act("reveal", 1, scope="cell", cell=min(letters(answer)))
        helped.patch(dict(list(letters(answer).items())[1:]), 1)
        for game in (given_up, solved, helped):
            game.seats_only = False
        begun = self.daily("mini of the day, begun", "mini", "Zoë")
        begun.patch(dict(list(letters(answer).items())[:4]), 1)
        begun.then(1, "POST", f"/board/cells/{max(letters(answer))}", {"value": "Q"})

    # ----------------------------------------------------------------------------------------------- guess

    def guesses(self):
        lost = self.new("guess alone, lost", "guess", "Ann", seed=21)
        lost.guess(1, "CRANE"), lost.act("resign", 1)
        answer = lost.show()["result"]["answer"]
        wrong = [word for word in WORDS if word != answer]
        won = self.new("guess alone, won", "guess", "Ann", seed=21, public=True, title="Won")
        won.guess(1, wrong[0]), won.guess(1, wrong[1]), won.guess(1, answer)
        full = self.new("guess alone, five rows", "guess", "Ben", seed=22)
        for word in WORDS:
            if full.show(1)["state"] == "playing":
                full.guess(1, word)

        begun = self.new("guess alone, begun", "guess", "Ann", seed=21)
        begun.guess(1, wrong[0]), begun.patch({"a2": "S", "b2": "T"}, 1)
        begun.renew(1)
        begun.then(1, "PATCH", "/board", {"cells": {"c2": "A", "d2": "R", "e2": "E"}})
        hard = self.new("guess alone, hard", "guess", "Ann", seed=23, hard=True)
        hard.guess(1, "CRANE")
        hard.then(1, "PATCH", "/board", {"cells": {"a2": "S"}})

        together = self.new(
            "guess together, begun", "guess", "Ann", "Ben", mode="together", seed=21, public=True
        )
        together.guess(1, wrong[0]), together.patch({"a2": "S"}, 2), together.patch({"b2": "L"}, 1)
        together.then(2, "POST", "/board/cells/c2", {"value": "O"})

        race = self.new("guess race with a bot, begun", "guess", "Ann", "Ben", mode="race", seed=21)
        race.bot("hard"), race.act("start", "host")
        race.guess(1, wrong[0]), race.guess(2, wrong[1]), race.patch({"a2": "S"}, 2)
        race.settle(), race.renew(2)
        race.then(2, "POST", "/board/cells/b2", {"value": "T"})
        race = self.new("guess race, over", "guess", "Ann", "Ben", mode="race", seed=21, public=True)
        race.act("start", 1)
        race.guess(1, wrong[0]), race.guess(2, answer), race.guess(1, answer)

        given_up = self.daily("guess of the day, given up", "guess", "Eve")
        given_up.act("resign", 1)
        self.word_of_the_day = answer = given_up.show()["result"]["answer"]
        wrong = [word for word in WORDS if word != answer]
        first = self.daily("guess of the day, won at once", "guess", "Ann")
        first.guess(1, answer)
        third = self.daily("guess of the day, won in three", "guess", "Ben")
        third.guess(1, wrong[0]), third.guess(1, wrong[1]), third.guess(1, answer)
        for game in (given_up, first, third):
            game.seats_only = False
        begun = self.daily("guess of the day, begun", "guess", "Zoë")
        begun.guess(1, wrong[0])
        begun.then(1, "PATCH", "/board", {"cells": {"a2": "S"}})

    def all(self):
        self.free(), self.square(), self.mini(), self.guesses()
        deadline = time.monotonic() + PROMPT_LIFETIME + 10
        while self.expired.show()["prompts"] and time.monotonic() < deadline:
            time.sleep(1)
        assert not self.expired.show()["prompts"]
        self.expired.then(1, "POST", "/board/cells/1", {"value": "B"})
        open = self.new("clear is being asked", "free", "Ann", "Ben", "Eve", open=True)
        open.edit(0, "A", 1)
        open.told("POST", f"/prompts/{open.act('clear', 1)['events'][0]['prompt']['id']}", {"button": 1}, 2)
        open.goes_on = True
        open.then(2, "POST", "/board/cells/1", {"value": "B"})

    def in_redis(self, word_of_the_day):
        """Some more games, for a server whose games are in Redis from the start."""
        free = self.new(
            "free, played in Redis", "free", "Ann", "Ben", open=True, title="In Redis", public=True
        )
        for turn in range(6):
            free.patch({cell: "ABCDEFG"[(turn + cell) % 7] for cell in range(25)}, 1 + turn % 2)
        free.renew(2)
        free.then(2, "POST", "/board/cells/3", {"value": "Z", "move": "next"})
        table = self.new("square, played in Redis", "square", "Ann", "Ben", seed=2, clock=None)
        table.bot("medium"), table.act("start", "host"), table.play(3), table.settle()
        self.next_of(table)
        puzzle = self.upload("in Redis", json.dumps(ipuz("In Redis")).encode(), "application/json")
        mini = self.new("mini, played in Redis", "mini", "Ann", "Ben", mode="race", puzzle=puzzle)
        mini.act("start", "host"), mini.patch(letters(DOTS), 1), mini.edit(5, "F", 2)
        mini.then(2, "POST", "/board/cells/6", {"value": "E"})
        daily = self.daily("guess of the day, played in Redis", "guess", "Fay")
        daily.guess(1, "CRANE"), daily.guess(1, word_of_the_day)
        daily.seats_only = False


# ---------------------------------------------------------------------------------------------------- puzzles


def runs():
    """The words of the uploaded puzzle: direction, first cell, length."""
    signs = DOTS.replace("/", "")
    for direction, step, start in (("Across", 1, 5), ("Down", 5, 1)):
        for line in range(5):
            cells = [line * start + place * step for place in range(5)]
            cells = [cell for cell in cells if signs[cell] != "#"]
            yield direction, cells[0], len(cells)


def ipuz(title="A small one"):
    signs = DOTS.replace("/", "")
    number = {cell: place + 1 for place, cell in enumerate(sorted({cell for _, cell, _ in runs()}))}
    shown = ["#" if sign == "#" else number.get(cell, 0) for cell, sign in enumerate(signs)]
    clues = {"Across": [], "Down": []}
    for direction, cell, _ in sorted(runs(), key=lambda run: (run[0], run[1])):
        clues[direction].append([number[cell], f"Hint {number[cell]} {direction.lower()}"])
    return {
        "version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"],
        "dimensions": {"width": 5, "height": 5}, "title": title, "author": "Ann", "copyright": "Nobody's",
        "notes": "With love",
        "puzzle": [shown[row * 5 : row * 5 + 5] for row in range(5)],
        "solution": [list(signs[row * 5 : row * 5 + 5]) for row in range(5)], "clues": clues,
    }  # fmt: skip


def checksum(data, value=0):
    for byte in data:
        value = ((value >> 1) | ((value & 1) << 15)) + byte & 0xFFFF
    return value


def acrosslite():
    """The same puzzle as a `.puz`."""
    solution = DOTS.replace("/", "").replace("#", ".").encode()
    state = bytes(46 if sign == 46 else 45 for sign in solution)
    about = [b"A small one", b"Ann", b"Nobody's"]
    order = sorted(runs(), key=lambda run: (run[1], run[0]))
    clues = [f"Clue {cell} {direction.lower()}".encode() for direction, cell, _ in order]
    board = struct.pack("<BBHHH", 5, 5, len(clues), 1, 0)

    def texts(value):
        for text in about:
            value = checksum(text + b"\0", value)
        for clue in clues:
            value = checksum(clue, value)
        return checksum(b"With love\0", value)

    parts = [checksum(board), checksum(solution), checksum(state), texts(0)]
    masked = bytes(b"ICHE"[place] ^ parts[place] & 255 for place in range(4))
    masked += bytes(b"ATED"[place] ^ parts[place] >> 8 for place in range(4))
    whole = texts(checksum(state, checksum(solution, checksum(board))))
    head = struct.pack("<H12sH8s4s2xH12x", whole, b"ACROSS&DOWN\0", parts[0], masked, b"1.3\0", 0)
    return head + board + solution + state + b"".join(text + b"\0" for text in [*about, *clues, b"With love"])


# ------------------------------------------------------------------------------------------- what is expected


def lasting(shown):
    """A game without what changes while nobody does anything."""
    shown = dict(shown)
    if shown["clock"]["running"]:
        shown["clock"] = {"running": True}
    shown.pop("spectators")
    shown["seats"] = [{key: seat[key] for key in seat if key != "present"} for seat in shown["seats"]]
    shown["prompts"] = [
        {key: prompt[key] for key in prompt if key != "expires"} for prompt in shown["prompts"]
    ]
    return shown


def seen(game, token):
    """What somebody sees of a game."""
    server, view = game.server, {}
    view["game"] = lasting(server.get(game.path, token))
    _, _, lines = server.ask("GET", game.path + "/history", token=token)
    view["history"] = [json.loads(line) for line in lines.splitlines()]
    view["actions"] = server.get(game.path + "/actions", token)
    for at in sorted({view["game"]["sequence"] // 2, view["game"]["sequence"]}):
        status, _, body = server.ask("GET", f"{game.path}/board?at={at}", token=token)
        body = json.loads(body)
        view.setdefault("at", {})[at] = {
            "status": status,
            **({"board": body} if status == 200 else {"code": body["code"]}),
        }
    status, _, body = server.ask("GET", game.path + "/share", token=token)
    view["share"] = body.decode() if status == 200 else None
    return view


def noted(game):
    """All that `expected.json` says of a game."""
    viewers = {} if game.seats_only else {"anybody": None} | ({"host": game.host} if game.host else {})
    viewers |= {str(seat): token for seat, token in game.tokens.items()}
    if game.name == "hundreds of events":
        viewers = {"anybody": None}
    tokens = {"host": game.host} if game.host else {}
    tokens |= {str(seat): token for seat, token in game.tokens.items()}
    views = {}
    for viewer, token in viewers.items():
        if token and server_refuses(game, token):
            game.spent.append(tokens.pop(viewer))
            continue
        views[viewer] = seen(game, token)
    return {
        "id": game.id, "goesOn": game.goes_on, "tokens": tokens, "spent": game.spent, "next": game.next,
        "views": views,
    }  # fmt: skip


def server_refuses(game, token):
    """Whether a token is worth nothing any more, such as that of somebody who was sent away."""
    status, _, _ = game.server.ask("GET", game.path, token=token)
    return status == 401


def note(party):
    server = party.server
    leaders = {
        rules: server.get(f"/leaderboards/{rules}?period=all&date={DAY}&limit=100")
        for rules in ("square", "mini", "guess")
    }
    puzzles = {
        name: puzzle | {"shown": server.get(f"/puzzles/{puzzle['id']}")}
        for name, puzzle in party.puzzles.items()
    }
    listed = {state: [game["id"] for game in server.get(f"/games?limit=100&state={state}")["games"]]
              for state in ("waiting", "playing", "finished")}  # fmt: skip
    return {
        "day": DAY, "games": {game.name: noted(game) for game in party.games}, "public": listed,
        "leaderboards": leaders, "puzzles": puzzles,
    }  # fmt: skip


# ---------------------------------------------------------------------------------------------------- packing


def pack(name, folder):
    """All files of a folder in one, without who owned them."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.name not in ("lock", "socket"):
                entry = tarfile.TarInfo(str(path.relative_to(folder)))
                entry.size, entry.mode = path.stat().st_size, 0o600
                archive.addfile(entry, io.BytesIO(path.read_bytes()))
    squeeze(name, data.getvalue())


def squeeze(name, data):
    (FOLDER / name).write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


@contextlib.contextmanager
def redis(folder):
    """A Redis that keeps what it acknowledges; it ends in order."""
    socket = folder / "socket"
    process = subprocess.Popen(
        ["redis-server", "--port", "0", "--unixsocket", str(socket), "--dir", str(folder), "--save", "",
         "--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction"],
        stdout=subprocess.DEVNULL,
    )  # fmt: skip

    def say(*words):
        return subprocess.run(
            ["redis-cli", "-s", str(socket), *words], capture_output=True, text=True
        ).stdout.strip()

    while say("PING") != "PONG":
        time.sleep(0.05)
    try:
        yield f"redis+unix://{socket}", say
    finally:
        say("SHUTDOWN")
        process.wait(30)


def make(work):
    data = work / "data"
    server = Server("--data", data)
    server.start()
    try:
        party = Party(server)
        party.all()
        expected = note(party)
    finally:
        server.stop(signal.SIGKILL)
    pack("killed.tar.xz", data)
    server.start()
    assert server.stop() == 0
    pack("data.tar.xz", data)
    command("backup", work / "backup.sqlite", "--data", data)
    squeeze("backup.sqlite.xz", (work / "backup.sqlite").read_bytes())
    command("export", "--data", data, "--output", work / "export.ndjson")
    squeeze("export.ndjson.xz", (work / "export.ndjson").read_bytes())

    (work / "redis").mkdir()
    with redis(work / "redis") as (address, say):
        command("migrate", "--from", f"sqlite:{data}", "--to", address)
        say("BGREWRITEAOF")
        while re.search("aof_rewrite_(in_progress|scheduled):1", say("INFO", "persistence")):
            time.sleep(0.1)
        server = Server("--store", address)
        server.start()
        more = Party(server)
        try:
            more.in_redis(party.word_of_the_day)
            expected["redis"] = note(more)
        finally:
            server.stop()
    pack("redis.tar.xz", work / "redis")
    squeeze("expected.json.xz", json.dumps(expected, ensure_ascii=False, indent=1).encode())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        make(pathlib.Path(temporary))
