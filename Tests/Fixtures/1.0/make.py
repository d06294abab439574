#!/usr/bin/env python3
"""Makes the files beside it with the program of version 1.0.0, which plays games of every kind over HTTP.

    GAMESERVER=PROGRAM PYTHONPATH=Tests:Tests/BlackBox make.py [FOLDER]

- `data.tar.xz`: the data folder after a kill, with its write-ahead log
- `backup.sqlite.xz`: what `backup` wrote just before
- `expected.json.xz`: what each viewer saw of each game, room, player, puzzle and leaderboard; the next move
  in each game; and the tokens, which are of no use elsewhere

Later programs have another API, so nobody makes the files again: `Tests/BlackBox/test_version_1.py` imports
them with every later program. The script needs libfaketime, for the games of earlier days.
"""

import base64
import contextlib
import datetime
import io
import json
import lzma
import pathlib
import signal
import subprocess
import sys
import tarfile
import tempfile
import time

from client import Seat, ask
from game_tables import class_of
from mini_puzzles import DOTS, ipuz
from server_clock import WallClock
from server_process import ServerProcess, binary
from streams import Stream

FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent).resolve()
TODAY = datetime.datetime.now(datetime.UTC).date()
DAYS = [(TODAY - datetime.timedelta(ago)).isoformat() for ago in (0, 1, 2)]
DAY = 86_400
UMLAUTS = DOTS.replace("DOTS", "ÄRÖS")  # the answer of a puzzle
# The file of a crossword with the answer DOTS, as another program writes it.
CROSSWORD = base64.b64decode(
    "YuZBQ1JPU1MmRE9XTgAAjknUklTPppaTMS4zAAAAAAAAAAAAAAAAAAAAAAAFBQoAAQAAAC5ET1RTRkVUQUxVTFRSQVNURUVQRUFS"
    "Uy4uLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0uQSBzbWFsbCBvbmUAQW5uAE5vYm9keSdzAENsdWUgMSBBY3Jvc3MAQ2x1ZSAxIERv"
    "d24AQ2x1ZSAyIERvd24AQ2x1ZSAzIERvd24AQ2x1ZSA0IERvd24AQ2x1ZSA1IEFjcm9zcwBDbHVlIDUgRG93bgBDbHVlIDEwIEFj"
    "cm9zcwBDbHVlIDE1IEFjcm9zcwBDbHVlIDIwIEFjcm9zcwBXaXRoIGxvdmUA"
)
WORDS = ["CRANE", "SLOTH", "BUMPY", "MAMMA", "SPEED"]


def told(server, method, path, body=None, token=None):
    """The JSON of an answer, which must be a success."""
    while (answer := ask(server, method, path, body, token=token)).status == 429:
        time.sleep(0.5)
    assert answer.status < 400, (method, path, body, answer)
    return answer.json if answer.body else None


class Game:
    """A game. The names of its viewers are "anybody", "host" and the numbers of seats."""

    def __init__(self, server, name, id, host=None):
        self.server, self.name, self.id, self.path = server, name, id, f"/games/{id}"
        self.tokens = {"host": host} if host else {}
        self.spent = []  # revoked tokens
        self.repeated = []  # requests with a move id, and their answers
        self.next = None  # the next move, unless `next_move` finds it

    def told(self, method, path, body=None, viewer=None):
        return told(self.server, method, self.path + path, body, self.tokens.get(viewer))

    def sit(self, name, key=None):
        seat = told(self.server, "POST", self.path + "/seats", {} if key else {"name": name}, key)
        self.tokens[seat["seat"]] = key or seat["token"]

    def bot(self, level):
        self.told("POST", "/bots", {"level": level}, "host")

    def edit(self, cell, value, viewer=None, **more):
        return self.told("POST", f"/board/cells/{cell}", {"value": value, **more}, viewer)

    def patch(self, cells, viewer=None, **more):
        return self.told("PATCH", "/board", {"cells": cells, **more}, viewer)

    def act(self, action, viewer=None, **body):
        return self.told("POST", f"/actions/{action}", body, viewer)

    def repeatable(self, method, path, body, viewer):
        """Makes a move with an id, whose answer is given again."""
        answer = self.told(method, path, body, viewer)
        self.repeated.append({"as": viewer, "method": method, "path": path, "body": body, "answer": answer})

    def vote(self, opened, viewer, button):
        (event,) = [event for event in opened["events"] if event["type"] == "prompt.opened"]
        return self.told("POST", f"/prompts/{event['prompt']['id']}", {"button": button}, viewer)

    def renew(self, seat):
        self.spent.append(self.tokens[seat])
        self.tokens[seat] = self.told("POST", f"/seats/{seat}/token", None, seat)["token"]

    def leave(self, seat, by):
        self.told("DELETE", f"/seats/{seat}", None, by)
        token = self.tokens.pop(seat)
        if ask(self.server, "GET", self.path, token=token).status == 401:  # in a square the player may return
            self.spent.append(token)

    def then(self, viewer, method, path, body):
        self.next = {"as": viewer, "method": method, "path": path, "body": body}

    def show(self, viewer=None):
        return self.told("GET", "", None, viewer)

    def text(self, viewer=1):
        return self.told("GET", "/board", None, viewer)["text"].replace("/", "")

    def settle(self):
        """Waits until no bot has moved for a while."""
        last, since = None, time.monotonic()
        while time.monotonic() - since < 3:
            if (now := self.show(self.people[0])["sequence"]) != last:
                last, since = now, time.monotonic()
            time.sleep(0.1)

    @property
    def people(self):
        return [viewer for viewer in self.tokens if viewer != "host"]

    @property
    def table(self):
        """The game as the tests of its kind play it."""
        table = class_of(self.show(self.people[0])["rules"]).of(self.server, self.id, self.tokens.get("host"))
        return table.take([Seat(table, seat, None, None, self.tokens[seat]) for seat in self.people])

    def guess(self, seat, *words):
        for word in words:
            self.table.guess(word, seat)

    def next_move(self):
        """What somebody does next, found by the kind and the phase; None if the game is over."""
        if self.next or not self.people:
            return self.next
        seat = self.people[0]
        shown = self.show(seat)
        if shown["state"] == "waiting":
            self.then("host", "POST", "/actions/start", {})
        elif shown["state"] == "playing" and shown["rules"] == "square":
            if shown["round"]["step"] == "call" and shown["turn"] in self.people:
                self.then(shown["turn"], "POST", "/actions/call", {"letter": "E"})
            else:
                due = len(shown["round"]["letters"])
                filled = {each["seat"]: each["filled"] for each in shown["seats"]}
                seat = next(seat for seat in self.people if filled[seat] < due)
                self.then(seat, "POST", "/actions/place", {"cell": self.text(seat).index(".")})
        elif shown["state"] == "playing" and shown["rules"] == "lattice":
            text, cells = self.text(seat), self.told("GET", "/board", None, seat)["cells"]
            wrong = [cell["index"] for cell in cells if cell["kind"] != "block" and cell.get("mark") != "hit"]
            other = next(cell for cell in wrong if text[cell] != text[wrong[0]])
            self.then(seat, "POST", "/actions/swap", {"from": wrong[0], "to": other})
        elif shown["state"] == "playing":
            letter = "Z" if shown["rules"] == "free" else "E"
            start = 5 * shown["row"] if shown["rules"] == "guess" else 0
            cell = start + self.text(seat)[start:].index(".") if shown["rules"] != "free" else 24
            self.then(seat, "POST", f"/board/cells/{cell}", {"value": letter})
        return self.next


def letters(solution, *cells):
    """The solution of these cells, or of all."""
    signs = enumerate(solution.replace("/", ""))
    return {str(cell): sign for cell, sign in signs if sign != "#" and (not cells or cell in cells)}


class Party:
    """Plays, and keeps what was played under its names."""

    def __init__(self):
        self.games, self.puzzles, self.rooms, self.players, self.spent = [], {}, {}, {}, []

    def keep(self, *game):
        self.games.append(Game(self.server, *game))
        return self.games[-1]

    def new(self, name, rules, *people, title=None, public=None, token=None, **options):
        fields = {"rules": rules, "options": options, "title": title, "public": public}
        fields = {key: value for key, value in fields.items() if value is not None}
        made = told(self.server, "POST", "/games", fields, token)
        game = self.keep(name, made["id"], made["host"]["token"])
        for person in people:
            game.sit(person, self.key(person))
        return game

    def key(self, name):
        """The key of a player; None for somebody without one."""
        return self.players[name]["keys"][0] if name in self.players else None

    def player(self, name, **more):
        made = told(self.server, "POST", "/players", {"name": name, **more})
        self.players[name] = {"player": made["player"], "keys": [made["key"]], "ended": []}

    def ask_as(self, player, method, path, body=None):
        return told(self.server, method, path, body, self.key(player))

    def link(self, player):
        code = self.ask_as(player, "POST", "/players/me/codes", {})["code"]
        self.players[player]["keys"].append(told(self.server, "POST", "/players/link", {"code": code})["key"])

    def daily(self, rules, player, day=DAYS[0]):
        made = told(self.server, "POST", f"/daily/{rules}?date={day}", {}, self.key(player))
        game = self.keep(f"{rules} of {day}, {player}", made["id"])
        game.sit(player, self.key(player))
        if game.show(1)["state"] == "waiting":
            game.act("start", 1)
        return game

    def answer(self, rules, player, day):
        """The answer of a day, which a player gets by giving up."""
        game = self.daily(rules, player, day)
        game.act("resign", 1)
        return game.show(1)["result"]["answer"]

    def upload(self, name, body, query=""):
        headers = {"Content-Type": "application/octet-stream"}
        made = ask(self.server, "POST", "/puzzles" + query, body, headers).json
        self.puzzles[name] = {key: made[key] for key in ("id", "token", "format")}
        return made["id"]

    # ------------------------------------------------------------------------------------------ earlier days

    def two_days_ago(self):
        """The lobby is trimmed, and people come."""
        lobby = self.keep("lobby", "lobby")
        lobby.sit("Änne")
        for turn in range(14):
            lobby.patch({str(cell): "ABCDEFG"[(turn + cell) % 7] for cell in range(25)})
        deadline = time.monotonic() + 60
        while ask(self.server, "GET", "/history?limit=1").lines[0]["sequence"] == 1:
            assert time.monotonic() < deadline, "the lobby was not trimmed"
            time.sleep(0.2)
        for name in ("Ann", "Ben", "Zoë 👪", "Eve", "Gone"):
            self.player(name, colour="#112233") if name == "Ben" else self.player(name)
        word = self.answer("guess", "Eve", DAYS[2])
        self.daily("guess", "Ann", DAYS[2]).guess(1, *[each for each in WORDS if each != word][:2], word)
        self.daily("guess", "Gone", DAYS[2]).guess(1, word)
        self.daily("mini", "Ann", DAYS[2]).patch(letters(self.answer("mini", "Ben", DAYS[2])), 1)

    def yesterday(self):
        word = self.answer("guess", "Zoë 👪", DAYS[1])
        self.daily("guess", "Ann", DAYS[1]).guess(1, word)
        self.daily("guess", "Ben", DAYS[1]).guess(1, next(each for each in WORDS if each != word), word)
        self.daily("guess", "Gone", DAYS[1]).guess(1, word)
        helped, solution = self.daily("mini", "Ben", DAYS[1]), self.answer("mini", "Eve", DAYS[1])
        first = next(iter(cells := letters(solution)))
        helped.act("reveal", 1, scope="cell", cell=int(first))
        helped.patch({cell: sign for cell, sign in cells.items() if cell != first}, 1)
        self.daily("square", "Ann", DAYS[1]).table.play()
        self.daily("lattice", "Zoë 👪", DAYS[1]).table.solve(self.answer("lattice", "Ben", DAYS[1]))
        self.daily("mini", "Ann", DAYS[1]).patch(dict(list(letters(solution).items())[:3]), 1)  # abandoned

    def today(self):
        word = self.answer("guess", "Ben", DAYS[0])
        self.daily("guess", "Zoë 👪").guess(1, word)
        begun = self.daily("guess", "Ann")
        begun.guess(1, next(each for each in WORDS if each != word))
        self.running = {"game": begun.id, "day": DAYS[0], "rules": "guess", "player": "Ann", "answer": word}
        self.daily("guess", "Fay without a key").guess(1, word)
        self.daily("lattice", "Ann")
        self.daily("square", "Ben").table.play_rounds(4)
        self.daily("square", "Eve", DAYS[1]).table.play_rounds(3)  # practice
        self.new("mini of an earlier day for practice", "mini", "Ann", day=DAYS[2])

    # ------------------------------------------------------------------------------------------------- games

    def free(self):
        lobby = self.games[0]
        lobby.repeatable("POST", "/board/cells/12", {"value": "A", "move": "first"}, 1)
        lobby.edit(13, "N", 1), lobby.act("undo", 1), lobby.act("recolour", 1, colour="#123456")
        lobby.renew(1)
        asked = self.new("free with answered questions", "free", "Ann", "Zoë 👪", open=True)
        asked.edit(0, "A", 1), asked.edit(1, "B", 2), asked.edit(2, "C")
        asked.vote(asked.act("clear", 1), 2, 0), asked.vote(asked.act("clear", 2), 1, 1)
        asked.edit(7, "E", 2)
        points, extras = {"3": 2, "4": 5, "5": 9}, {"diagonals": True, "fullLine": 7}
        options = {"board": "CAT../....#/...../...../#...E", "preset": "scorewords", "overlap": "all"}
        drawn = self.new("free with a locked layout", "free", "Ann", "Zoë 👪", "Mal", title="Käse “Tee”",
                         public=True, points=points, extras=extras, **options)  # fmt: skip
        drawn.patch({"3": "S", "b2": "A", "c2": "R"}, 1), drawn.edit(16, "E", 3)
        drawn.leave(3, "host"), drawn.act("lock", "host")
        drawn.then("host", "POST", "/actions/unlock", {})
        long = self.new("free with hundreds of events", "free", "Ann", "Lea", public=True, preset="long")
        for turn in range(14):
            long.patch({str(cell): "ABCDE"[(turn + cell * 3) % 5] for cell in range(25)}, 1 + turn % 2)
        for turn in range(3):
            body = {"value": "QXZ"[turn], "move": f"m{turn}"}
            long.repeatable("POST", f"/board/cells/{turn}", body, 1 + turn % 2)
        long.repeatable("PATCH", "/board", {"cells": {"c3": "V", "4": "W"}, "move": "both"}, 2)
        long.renew(2)
        closed = self.new("free, closed", "free", "Ada", "Ben", title="Best of three", public=True, open=True)
        closed.edit(0, "C", 1), closed.edit(1, "A", 2), closed.edit(2, "T"), closed.act("close", "host")
        closed.vote(closed.act("rematch", 1), 2, 1)
        again = self.keep("free, rematch", closed.show()["next"])
        again.tokens = dict(closed.tokens)
        made = told(self.server, "POST", "/games/import", told(self.server, "GET", closed.path + "/export"))
        self.keep("free, imported", made["id"], made["host"]["token"])
        self.new("free, empty", "free", public=True)

    def square(self):
        no_clock = {"clock": None}
        solo = self.new("square alone, over", "square", "Ann", seed=5, preset="classic-all", **no_clock)
        solo.act("start", 1), solo.table.play()
        table = self.new("square with a bot, begun", "square", "Ann", "Lea", seed=9, public=True, **no_clock)
        table.bot("easy"), table.act("start", "host"), table.table.play_rounds(5), table.settle()
        points = {"2": 1, "3": 3, "4": 5, "5": 9}
        over = self.new("square of two, over", "square", "Ann", "Ben", seed=8, minimumLength=2, public=True,
                        title="Dritte Runde", points=points, end="shared", **no_clock)  # fmt: skip
        over.act("start", 1), over.table.play()
        self.new("square, waiting", "square", "Ann", "Lea", public=True, **no_clock).bot("medium")
        away = self.new("square with people away", "square", "Ann", "Ben", "Lea", seed=6, **no_clock)
        away.act("start", "host"), away.table.play_rounds(3), away.leave(3, "host"), away.table.play_rounds(5)

    def mini(self):
        document = json.dumps(ipuz(UMLAUTS, title="Übung 日本", notes="With love"), ensure_ascii=False)
        private = self.upload("private ipuz", document.encode())
        document = json.dumps(ipuz(circles=[7], rebus={12: "HEART"}))
        self.upload("public ipuz", document.encode(), "?public=true")
        across = self.upload("private puz", CROSSWORD)
        self.upload("public puz", CROSSWORD, "?public=true")
        made = told(self.server, "POST", "/puzzles/generate", {"seed": 3, "difficulty": "easy"})
        self.puzzles["generated"] = {key: made[key] for key in ("id", "token", "format")}
        self.new("mini of a generated puzzle", "mini", "Lea", puzzle=made["id"], token=made["token"])
        owner = self.puzzles["private ipuz"]["token"]
        paused = self.new("mini, paused", "mini", "Ann", "Ben", puzzle=private, token=owner, public=True)
        paused.patch(letters(UMLAUTS, 1, 2, 3, 4), 1), paused.edit(5, "X", 2)
        paused.edit(6, "E", 2, pencil=True), paused.act("check", 1, scope="word", cell=1, direction="across")
        paused.act("check", 2, scope="cell", cell=5), paused.act("reveal", 1, scope="cell", cell=12)
        paused.act("pause", 2)
        paused.then(1, "POST", "/actions/resume", {})
        owner = self.puzzles["private puz"]["token"]
        begun = self.new("mini, begun", "mini", "Ann", "Lea", puzzle=across, token=owner, autocheck=True)
        begun.patch(letters(DOTS, 5, 6, 7), 1), begun.edit(8, "Q", 2), begun.renew(2)
        options = {"mode": "race", "puzzle": across, "token": owner}
        race = self.new("mini race, begun", "mini", "Ann", "Ben", "Lea", **options)
        race.act("start", "host"), race.patch(letters(DOTS, 1, 2, 3), 1), race.edit(5, "G", 2)
        race.act("check", 2, scope="cell", cell=5), race.act("resign", 3)
        over = self.new("mini race, over", "mini", "Ann", "Ben", public=True, **options)
        over.act("start", "host"), over.patch(letters(DOTS), 2), over.patch(letters(DOTS), 1)
        seeded = self.new("mini of a seed", "mini", "Lea", seed=11, difficulty="hard")
        seeded.edit(seeded.text().index("."), "S", 1)
        self.new("mini race, waiting", "mini", "Ann", "Lea", mode="race", seed=12)

    def guesses(self):
        lost = self.new("guess, given up", "guess", "Ann", seed=21)
        lost.guess(1, "CRANE"), lost.act("resign", 1)
        answer = self.word = lost.show()["result"]["answer"]
        wrong = [word for word in WORDS if word != answer]
        won = self.new("guess, won", "guess", "Ann", seed=21, public=True)
        won.guess(1, *wrong[:2], answer)
        begun = self.new("guess, begun", "guess", "Lea", seed=21)
        begun.guess(1, wrong[0]), begun.patch({"a2": "S", "b2": "T"}, 1), begun.renew(1)
        hard = self.new("guess, hard", "guess", "Ann", seed=23, hard=True)
        hard.guess(1, "CRANE")
        shared = self.new("guess together", "guess", "Ann", "Ben", mode="together", seed=21, public=True)
        shared.guess(1, wrong[0]), shared.patch({"a2": "S"}, 2)
        race = self.new("guess race, begun", "guess", "Ann", "Lea", mode="race", seed=21)
        race.bot("hard"), race.act("start", "host"), race.guess(1, wrong[0]), race.guess(2, wrong[1])
        race.settle()
        over = self.new("guess race, over", "guess", "Ann", "Ben", mode="race", seed=21, public=True)
        over.act("start", "host"), over.guess(1, wrong[0]), over.guess(2, answer), over.guess(1, answer)

    def lattices(self):
        lost = self.new("lattice, given up", "lattice", "Ann", seed=5)
        lost.act("resign", 1)
        answer = lost.show()["result"]["answer"]
        self.new("lattice, begun", "lattice", "Ben", seed=5).table.solve(answer, 1, most=4)
        shared = self.new("lattice together", "lattice", "Ann", "Lea", mode="together", seed=5, public=True)
        shared.table.solve(answer, 2, most=2)
        race = self.new("lattice race, one solved", "lattice", "Ann", "Ben", mode="race", seed=5)
        race.act("start", "host"), race.table.solve(answer, 2), race.table.solve(answer, 1, most=3)
        self.new("lattice, over", "lattice", "Ben", seed=5, public=True).table.solve(answer, 1)

    # ------------------------------------------------------------------------------------------------- rooms

    def room(self, name, host, *members, **fields):
        self.ask_as(host, "POST", "/rooms", {"name": name, **fields})
        self.rooms[name] = {"path": f"/rooms/{name}", "members": [host, *members]}
        for member in members:
            self.ask_as(member, "POST", f"/rooms/{name}/members", {})
        return f"/rooms/{name}"

    def begin(self, room, rules, player="Ann", **options):
        made = self.ask_as(player, "POST", room + "/games", {"rules": rules, "options": options})
        game = self.keep(f"{rules} in {room}, {len(self.games)}", made["id"])
        game.tokens = {seat["seat"]: key for seat in made["seats"] for player in self.players.values()
                       if seat["player"] == player["player"] for key in player["keys"][:1]}  # fmt: skip
        return game

    @contextlib.contextmanager
    def present(self, room, *names):
        """The members listen to the room."""
        with contextlib.ExitStack() as stack:
            for name in names:
                stack.enter_context(Stream(self.server, room + "/events", token=self.key(name)))
            while sum(member["present"] for member in told(self.server, "GET", room)["members"]) < len(names):
                time.sleep(0.05)
            yield

    def play_in_rooms(self):
        room = self.room("smiths", "Ann", "Ben", "Zoë 👪", title="The Smïths", public=True)
        with self.present(room, "Ann", "Ben"):
            game = self.begin(room, "free")
            game.edit(0, "A", 1), game.edit(1, "B", 2), game.act("close", 1)
            self.begin(room, "guess", mode="together", seed=21).guess(2, self.word)
            game = self.begin(room, "square", seed=2, clock={"call": 3600, "place": 3600})
            game.act("start", 1), game.table.play_rounds(3)
        room = self.room("between", "Ben", "Ann", "Eve", open=True)
        with self.present(room, "Ann", "Ben", "Eve"):
            for mode in ("together", "race"):
                game = self.begin(room, "guess", "Ben", mode=mode, seed=21)
                game.act("start", 1) if mode == "race" else None
                for seat in (2, 1, 3)[: 3 if mode == "race" else 1]:
                    game.guess(seat, self.word)
            game = self.begin(room, "square", "Ann", seed=3, clock=None)
            game.act("start", 1), game.table.play()
            self.ask_as("Ben", "DELETE", f"{room}/members/{self.players['Eve']['player']}")
            self.rooms["between"]["members"].remove("Eve")
            for game in self.games[-3:]:
                del game.tokens[3]  # version 1.1 offers somebody who was removed no rematch
        self.room("voting", "Ann", "Ben")

    def change_players(self):
        """Somebody gets devices and ends one, somebody is renamed, and somebody is erased."""
        self.link("Ann"), self.link("Ann"), self.link("Ben")
        number = self.ask_as("Ann", "GET", "/players/me")["keys"][1]["n"]
        self.ask_as("Ann", "DELETE", f"/players/me/keys/{number}")
        self.players["Ann"]["ended"].append(self.players["Ann"]["keys"].pop(1))
        self.ask_as("Eve", "PATCH", "/players/me", {"name": "Evelyn", "colour": "#abcdef"})
        self.new("free with an erased player", "free", "Gone", "Ben").edit(0, "G", 1)
        self.ask_as("Gone", "DELETE", "/players/me")
        gone = self.players.pop("Gone")["keys"][0]
        self.spent.append(gone)
        for game in self.games:
            game.tokens = {viewer: token for viewer, token in game.tokens.items() if token != gone}

    @contextlib.contextmanager
    def open_questions(self):
        """A clock with little left, and questions in a game and in a room, which are open in the block."""
        clock = {"call": 3600, "place": 90}
        timed = self.new("square with a clock", "square", "Ann", "Lea", seed=3, clock=clock)
        timed.act("start", "host"), timed.act("call", timed.show(1)["turn"], letter="E")
        asked = self.new("free with an open question", "free", "Ann", "Ben", "Lea", open=True)
        asked.edit(0, "A", 1)
        asked.vote(asked.act("clear", 1), 2, 1)
        asked.then(3, "POST", "/board/cells/1", {"value": "B"})
        room = "/rooms/voting"
        with self.present(room, "Ann", "Ben"):
            game = self.begin(room, "free")
            game.edit(0, "A", 2)
            self.ask_as("Ann", "POST", room + "/games", {"rules": "mini", "options": {"seed": 4}})
            yield


# ----------------------------------------------------------------------------------------- what is expected


def seen(server, path, token=None):
    """What somebody sees at an address: of a refusal only its code."""
    answer = ask(server, "GET", path, token=token)
    entry = {"path": path, "token": token, "status": answer.status}
    if answer.status >= 400:
        return entry | {"code": answer.json["code"]}
    kinds = {"application/json": "json", "application/x-ndjson": "lines"}
    return entry | {"body": getattr(answer, kinds.get(answer.media, "text"))}


def game_as_seen(server, game):
    """Strangers to a finished game of today are left out: version 1.1 tells them less."""
    views, history = {}, f"{game.path}/history?limit=1000"
    viewers = game.tokens.items() if DAYS[0] in game.name else [("anybody", None), *game.tokens.items()]
    for viewer, token in viewers:
        paths = [game.path, history, game.path + "/actions", game.path + "/share", game.path + "/board.txt"]
        shown = seen(server, game.path, token)
        if shown["status"] == 200:
            last = shown["body"]["sequence"]
            paths += [f"{game.path}/board.json?at={number}" for number in sorted({last // 2, last - 1, last})]
            paths += [f"{game.path}/boards/{number}" for number in (0, 1, 2)]
        views[str(viewer)] = [seen(server, path, token) for path in paths]
    tokens = {str(viewer): token for viewer, token in game.tokens.items()}
    return {"id": game.id, "tokens": tokens, "views": views, "spent": game.spent, "repeated": game.repeated,
            "next": game.next_move()}  # fmt: skip


def note(party):
    server, keys = party.server, {name: player["keys"] for name, player in party.players.items()}
    expected = {"day": DAYS[0], "spent": party.spent, "running": party.running, "puzzles": party.puzzles}
    lobby, *others = party.games
    games = expected["games"] = {game.name: game_as_seen(server, game) for game in others}
    for room in party.rooms.values():
        viewers = [("anybody", None), *((name, keys[name][0]) for name in room["members"])]
        paths = [room["path"] + part for part in ("", "/board", "/board.txt", "/history", "/actions")]
        room["views"] = {name: [seen(server, path, token) for path in paths] for name, token in viewers}
    expected["rooms"] = party.rooms
    for player in party.players.values():
        player["views"] = [seen(server, "/players/me", key) for key in player["keys"]]
        player["views"] += [seen(server, f"/daily/{rules}", player["keys"][0]) for rules in ("guess", "mini")]
    expected["players"] = party.players
    periods = ["all", "week", *(f"day&date={day}" for day in DAYS)]
    leaders = [f"/leaderboards/{rules}?limit=100&period={period}"
               for rules in ("square", "mini", "guess", "lattice") for period in periods]  # fmt: skip
    expected["leaderboards"] = [seen(server, path) for path in leaders]
    for puzzle in party.puzzles.values():
        path = f"/puzzles/{puzzle['id']}"
        file = ask(server, "GET", f"{path}.{puzzle['format']}", token=puzzle["token"])
        puzzle |= {"shown": seen(server, path), "file": base64.b64encode(file.body).decode()}
    clocks = {game.name: game.show((game.people or [None])[0])["clock"] for game in party.games}
    lobby.edit(23, "Y", 1)  # the last commit, at which the clocks of a backup stand still
    games |= {lobby.name: game_as_seen(server, lobby)}
    for name, game in games.items():
        game["clock"] = clocks[name]
    lists = [f"/games?limit=100&state={state}" for state in ("waiting", "playing", "finished")]
    lists += ["/games?limit=3&rules=free", "/rooms?limit=100"]
    expected["lists"] = [seen(server, path) for path in lists]
    expected["moment"] = time.time()
    return expected


@contextlib.contextmanager
def serving(party, data, *arguments, days_ago=0):
    """A server for the party, with a wall clock of so many days ago."""
    with tempfile.TemporaryDirectory() as clocks:
        clock = WallClock(clocks)
        clock.set(-days_ago * DAY)
        arguments = ["--no-address-limits", "--data", data, *arguments]
        with ServerProcess(*arguments, wrapper=clock.wrapper) as server:
            party.server = server
            for game in party.games:
                game.server = server
            yield server


def make(work):
    data, backup, party = work / "data", work / "backup.sqlite", Party()
    for days_ago, play in ((2, party.two_days_ago), (1, party.yesterday)):
        with serving(party, data, "--game-events", "100", "--trim-every", "1s", days_ago=days_ago):
            play()
    with serving(party, data) as server:
        for play in (party.today, party.free, party.square, party.mini, party.guesses, party.lattices,
                     party.play_in_rooms, party.change_players):  # fmt: skip
            play()
        with party.open_questions():
            expected = note(party)
            subprocess.run([binary(), "backup", backup, "--data", data], check=True)
            server.stop(signal.SIGKILL)
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for path in sorted(path for path in data.rglob("*") if path.is_file()):
            entry = tarfile.TarInfo(f"data/{path.name}")
            entry.size, entry.mode = path.stat().st_size, 0o600
            archive.addfile(entry, io.BytesIO(path.read_bytes()))
    text = json.dumps(expected, ensure_ascii=False, separators=(",", ":")).encode()
    files = {"backup.sqlite": backup.read_bytes(), "data.tar": packed.getvalue(), "expected.json": text}
    for name, content in files.items():
        (FOLDER / f"{name}.xz").write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        make(pathlib.Path(temporary))
