"""One address adds to somebody else's room, games and boards as fast as it can; their host goes on. Prints a table.

    python Tests/Attacks/spending.py [--minutes 10] [--game-events 10000]

The host, at another address, has a room, a public game of every kind and an open board. The address joins and leaves,
sits down and gets up again, writes, recolours, renames its players, asks, votes and performs every action that the
server offers, with and without keys. Afterwards the host removes it, a friend comes in, and every game is ended. The
exit code is 1 if the host was refused, or if more was stored than one address may store.
"""

import argparse
import itertools
import pathlib
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "BlackBox")]

from client import ask  # noqa: E402
from server_process import ServerProcess  # noqa: E402
from wire import Closed, Wire  # noqa: E402

ATTACKER, HOST, FRIEND = "127.0.0.1", "127.0.0.2", "127.0.0.3"
BUDGET = 25e6  # bytes of an address at once; see `Settings.addressData`
OVERHEAD = 4e6  # bytes of the database beside the events: pages, indexes, snapshots, the host's own events
BUSY = 503  # while a journal is trimmed
OVER = "game-finished"  # a rival may play a game to its end


class Client:
    """Requests from one address over one connection."""

    def __init__(self, server, source):
        self.server, self.wire = server, Wire(server, source=source)

    def send(self, method, path, body=None, token=None):
        return ask(self.server, method, path, body, token=token, wire=self.wire)

    def player(self, name):
        """A new player; the address may have to wait for it."""
        while (answer := self.send("POST", "/players", {"name": name})).status != 201:
            time.sleep(0.2)
        return answer.json

    def close(self):
        self.wire.close()


class Host(Client):
    """The host of a room, of a public game of every kind and of an open board; notes every refusal of the host."""

    def __init__(self, server):
        super().__init__(server, HOST)
        self.faults, self.turns = [], 0
        self.me = self.player("Ann")
        self.key = self.me["key"]
        self.room = "/rooms/victims"
        self.expect("the room", "POST", "/rooms", {"name": "victims", "open": True, "public": True})
        bodies = [self.shared(rules) for rules in self.send("GET", "/rules").json["rules"]]
        bodies.append({"rules": "free", "public": True, "options": {"open": True}})
        made = [self.expect(body["rules"], "POST", "/games", body).json for body in bodies]
        self.paths = [f"/games/{game['id']}" for game in made]
        for path in self.paths:
            self.expect(path, "POST", path + "/seats", {})
        self.expect("the first game", "POST", self.room + "/games", {"rules": "free", "start": False})

    @staticmethod
    def shared(rules):
        """A game of these rules for several people on one board, if there is such a mode."""
        modes = rules["options"].get("properties", {}).get("mode", {}).get("enum", [])
        options = {"mode": "together"} if "together" in modes else {}
        return {"rules": rules["name"], "public": True, "options": options}

    def expect(self, what, method, path, body=None, statuses=(200, 201, 204)):
        """Sends a request that must not be refused."""
        for _ in range(50):
            answer = self.send(method, path, body, self.key)
            if answer.status != BUSY:
                break
            time.sleep(0.1)
        if answer.status not in statuses and OVER not in answer.text:
            self.faults.append(f"{what}: {answer.status} {answer.text[:150]}")
        return answer

    def take_turn(self):
        """What a host does from time to time, everywhere."""
        self.turns += 1
        letter = {"value": "XY"[self.turns // 25 % 2]}
        self.expect("edit", "POST", f"{self.paths[-1]}/board/cells/{self.turns % 25}", letter)
        for path in self.paths:
            self.expect(f"seats of {path}", "POST", f"{path}/actions/{('close', 'open')[self.turns % 2]}-seats", {})
        self.expect("lock", "PATCH", self.room, {"locked": self.turns % 2 == 0})
        self.expect("room", "GET", self.room)

    def next_game(self):
        """Ends the present game and begins the next one; the address may have begun another one in between."""
        for _ in range(5):
            self.expect("end of the game", "POST", self.room + "/actions/close", {})
            begun = self.expect("next game", "POST", self.room + "/games", {"rules": "free", "start": False}, statuses=(201, 409))
            if begun.status == 201:
                return
        self.faults.append("the next game does not begin")

    def remove_strangers(self):
        for member in self.expect("room", "GET", self.room).json["members"]:
            if member["player"] != self.me["player"]:
                self.expect("removal", "DELETE", f"{self.room}/members/{member['player']}", statuses=(204, 404))
        for path in self.paths:
            for seat in self.expect(path, "GET", path).json["seats"]:
                if seat.get("player") != self.me["player"]:
                    self.expect("kick", "DELETE", f"{path}/seats/{seat['seat']}", statuses=(204, 404))

    def finish(self):
        """Removes the strangers, lets a friend in, begins the next game and ends every other one."""
        # The last attackers may have taken minutes to stop: then the server has closed the idle connection.
        self.close()
        self.wire = Wire(self.server, source=HOST)
        self.remove_strangers()
        for path in self.paths:
            self.expect("open-seats", "POST", path + "/actions/close-seats", {})
        self.expect("unlock", "PATCH", self.room, {"locked": False})
        friend = Client(self.server, FRIEND)
        joined = friend.send("POST", self.room + "/members", {}, friend.player("Bea")["key"])
        if joined.status != 200:
            self.faults.append(f"a friend: {joined.status} {joined.text[:150]}")
        self.next_game()
        for path in self.paths:
            state = self.expect(path, "GET", path).json["state"]
            if state != "finished":
                self.expect(f"end of {path}", "POST", path + "/actions/close", {})
        friend.close()


class Attacker(threading.Thread):
    """One way of adding to what belongs to the host; `strike` sends a few requests."""

    def __init__(self, host):
        super().__init__(daemon=True)
        self.host, self.client, self.is_over = host, Client(host.server, ATTACKER), threading.Event()
        self.numbers, self.answers = itertools.count(), {}

    def run(self):
        while not self.is_over.is_set():
            try:
                self.strike(next(self.numbers))
            except (OSError, Closed, ValueError):
                self.client.close()
                self.client = Client(self.host.server, ATTACKER)

    def send(self, method, path, body=None, token=None):
        answer = self.client.send(method, path, body, token)
        self.answers[answer.status] = self.answers.get(answer.status, 0) + 1
        return answer

    def sit(self, path, token=None):
        answer = self.send("POST", path + "/seats", {} if token else {"name": "Mal"}, token)
        return answer.json if answer.status in (200, 201) else None


class Seats(Attacker):
    """takes seats and leaves them"""

    def strike(self, number):
        for path in (*self.host.paths, "/games/lobby"):
            seat = self.sit(path)
            if seat:
                self.send("DELETE", f"{path}/seats/{seat['seat']}", token=seat["token"])


class Members(Attacker):
    """joins the room with old and new keys, and leaves it"""

    def strike(self, number):
        if number % 20 == 0:
            self.me = self.client.player("Mal")
        self.send("POST", self.host.room + "/members", {}, self.me["key"])
        if number % 40 < 39:
            self.send("DELETE", f"{self.host.room}/members/{self.me['player']}", token=self.me["key"])


class Names(Attacker):
    """sits everywhere with one key, and changes its name and colour"""

    def strike(self, number):
        if number % 100 == 0:
            self.me = self.client.player("Mal")
            self.send("POST", self.host.room + "/members", {}, self.me["key"])
            for path in self.host.paths:
                self.sit(path, self.me["key"])
        body = {"name": f"Mal {number}", "colour": f"#{number % 0xffffff:06x}"}
        self.send("PATCH", "/players/me", body, self.me["key"])


class Rivals(Attacker):
    """sits everywhere, writes, and performs every action that the server offers"""

    def strike(self, number):
        for path in self.host.paths:
            seat = self.sit(path)
            if not seat:
                continue
            token = seat["token"]
            for cell in range(25):
                self.send("POST", f"{path}/board/cells/{cell}", {"value": "ABCDE"[(number + cell) % 5]}, token)
            self.send("POST", path + "/bots", {"level": "easy"}, token)
            for action in self.send("GET", path + "/actions", token=token).json.get("actions", []):
                for _ in range(5):
                    self.send("POST", f"{path}/actions/{action['name']}", self.parameters(action, number), token)
            for prompt in self.send("GET", path, token=token).json.get("prompts", []):
                self.send("POST", f"{path}/prompts/{prompt['id']}", {"button": 0}, token)

    @staticmethod
    def parameters(action, number):
        values = {}
        for name, schema in action["parameters"].items():
            if "enum" in schema:
                values[name] = schema["enum"][number % len(schema["enum"])]
            elif schema.get("type") == "integer":
                values[name] = schema.get("minimum", 0)
            else:
                values[name] = f"#{number % 0xffffff:06x}" if name == "colour" else "A"
        return values


class Votes(Attacker):
    """asks for the next game of the room, and says no"""

    def strike(self, number):
        if number == 0:
            self.me = self.client.player("Vic")
        self.send("POST", self.host.room + "/members", {}, self.me["key"])
        self.send("POST", self.host.room + "/games", {"rules": "guess"}, self.me["key"])
        for prompt in self.send("GET", self.host.room).json.get("prompts", []):
            self.send("POST", f"{self.host.room}/prompts/{prompt['id']}", {"button": 0}, self.me["key"])


class Boards(Attacker):
    """writes on open boards without a seat"""

    def strike(self, number):
        for path in (self.host.paths[-1], "/games/lobby"):
            cells = {str(cell): "ABCDE"[(number + cell) % 5] for cell in range(25)}
            self.send("PATCH", path + "/board", {"cells": cells})


WAYS = (Seats, Members, Names, Rivals, Votes, Boards)


def size(folder):
    return sum(path.stat().st_size for path in pathlib.Path(folder).rglob("*") if path.is_file())


def drill(minutes, events):
    """Runs all ways at once; returns the faults, the answers by way, the bytes stored and the host's turns."""
    with ServerProcess("--game-events", events, "--trim-every", "1s") as server:
        host = Host(server)
        before, until = size(server.data), time.monotonic() + minutes * 60
        attackers = [kind(host) for kind in WAYS]
        for attacker in attackers:
            attacker.start()
        while time.monotonic() < until:
            host.take_turn()
            if host.turns % 20 == 10:
                host.next_game()
            if host.turns % 40 == 20:
                host.remove_strangers()
            time.sleep(0.2)
        for attacker in attackers:
            attacker.is_over.set()
        for attacker in attackers:
            attacker.join()
            attacker.client.close()
        host.finish()
        host.close()
        server.stop()
        stored = size(server.data) - before
        faults = host.faults[:10]
        if stored > BUDGET * (1 + minutes / 1440) + OVERHEAD:
            faults.append(f"{stored / 1e6:.1f} MB were stored")
        return faults, {type(one): one.answers for one in attackers}, stored, host.turns


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--game-events", type=int, default=10_000, help="the most events of a game")
    options = parser.parse_args()
    faults, answers, stored, turns = drill(options.minutes, options.game_events)
    print("| what one address does | answers by status |\n| --- | --- |")
    for kind, counts in answers.items():
        print(f"| {kind.__doc__} | " + " ".join(f"{status}: {count:,}" for status, count in sorted(counts.items())) + " |")
    print(f"\n{stored / 1e6:.1f} MB were stored in {options.minutes:g} minutes. The host took {turns} turns.")
    sys.exit("\n".join(faults) if faults else 0)


if __name__ == "__main__":
    main()
