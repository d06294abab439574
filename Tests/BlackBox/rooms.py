"""Rooms, their members, and the standings that follow from their past games."""

import contextlib

from client import Seat, ask, eventually
from game_tables import class_of
from players import new_player
from streams import Stream


class Room:
    """A room on the server; `make_room` makes one. `host` and `people` are players with keys."""

    def __init__(self, server, name, host=None, people=()):
        self.server, self.name, self.host, self.people = server, name, host, list(people)
        self.path = f"/rooms/{name}"

    def ask(self, method, path="", body=None, headers=(), player=None, wire=None):
        """Sends a request below the room's path, with the key of `player`."""
        token = player.key if player else None
        return ask(self.server, method, self.path + path, body, headers, token, wire)

    def show(self, player=None):
        answer = self.ask("GET", player=player)
        assert answer.status == 200 and answer.media == "application/json", answer
        return answer.json

    def join(self, player):
        answer = self.ask("POST", "/members", {}, player=player)
        assert answer.status == 200, answer
        self.people.append(player)
        return answer.json

    def leave(self, player, by=None):
        """`player` leaves, or is removed by another one."""
        return self.ask("DELETE", f"/members/{player.player}", player=by or player)

    def request_game(self, player, rules="free", options=None):
        # A shared board starts at once, without the countdown.
        body = {"rules": rules, "start": False} | ({} if options is None else {"options": options})
        return self.ask("POST", "/games", body, player=player)

    def begin(self, rules="free", player=None, **options):
        """Begins the next game, which must begin at once; returns it, with its people."""
        answer = self.request_game(player or self.host, rules, options)
        assert answer.status == 201, answer
        return self.game(answer.json)

    def answer_prompt(self, prompt, button, player):
        return self.ask("POST", f"/prompts/{prompt}", {"button": button}, player=player)

    def game(self, shown=None):
        """The present game, as an object of its kind, with the members who play as `people`."""
        if shown is None:
            id = self.show()["game"]["id"]
            shown = ask(self.server, "GET", f"/games/{id}", token=self.host.key).json
        keys = {player.player: player.key for player in [self.host, *self.people]}
        table = class_of(shown["rules"]).of(self.server, shown["id"], self.host.key)
        return table.take(
            [
                Seat(table, seat["seat"], seat["name"], seat["colour"], keys[seat["player"]])
                for seat in shown["seats"]
                if "player" in seat
            ]
        )

    def stream(self, player=None, headers=(), query="", **kind):
        token = player.key if player else None
        return Stream(self.server, f"{self.path}/events{query}", headers, token, **kind)

    def present(self):
        """The ids of the members who are present."""
        return {member["player"] for member in self.show()["members"] if member["present"]}

    @contextlib.contextmanager
    def with_present(self, *players):
        """Opens a stream of the room for each player; yields the streams, whose snapshots are read."""
        with contextlib.ExitStack() as stack:
            streams = [stack.enter_context(self.stream(player)) for player in players]
            for stream in streams:
                assert stream.next().data["room"] == self.name
            wanted = {player.player for player in players}
            eventually(lambda: wanted <= self.present(), what="the members' presence")
            yield streams
        eventually(lambda: not wanted & self.present(), what="the members' departure")


def make_room(server, *names, **fields):
    """A room of new players; the first one is its host."""
    host, *others = [new_player(server, name) for name in names or ("Ann",)]
    answer = host.ask("POST", "/rooms", fields)
    assert answer.status == 201, answer
    room = Room(server, answer.json["room"], host, [host])
    for player in others:
        room.join(player)
    return room


def standings_from(shown):
    """The standings that follow from the past games of a room, by player: (games, wins, points)."""
    rows = {member["player"]: [0, 0, {}] for member in shown["members"]}
    for game in shown["games"]:
        if game["result"] is None:
            continue
        for seat, player in game["players"].items():
            row = rows.setdefault(player, [0, 0, {}])
            row[0] += 1
            row[1] += int(seat) in game["result"].get("winners", [])
            if seat in game["result"].get("scores", {}):
                rules = game["rules"]
                row[2][rules] = row[2].get(rules, 0) + game["result"]["scores"][seat]
    return {player: tuple(row) for player, row in rows.items()}


def shown_standings(shown):
    return {row["player"]: (row["games"], row["wins"], row["points"]) for row in shown["standings"]}


def recorded(room, count):
    """Waits until the room has recorded `count` past games; returns the room as its host sees it."""
    eventually(lambda: len(room.show()["games"]) == count, what=f"{count} past games")
    return room.show(room.host)
