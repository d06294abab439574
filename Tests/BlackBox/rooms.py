"""Rooms, their members, and games of rooms that are played to a result in a few calls."""

import contextlib
import random

from client import Game, Seat, ask, eventually
from guess_table import Guess, answer_by
from lattice_table import Lattice
from lattice_table import answer_by as answer_by_lattice
from mini_puzzles import DOTS, cells_of, ipuz, offer
from mini_table import Mini
from players import new_player
from square_table import Table, accepted
from streams import Stream

KINDS = {"free": Game, "square": Table, "mini": Mini, "guess": Guess, "lattice": Lattice}


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
        body = {"rules": rules} | ({} if options is None else {"options": options})
        return self.ask("POST", "/games", body, player=player)

    def begin(self, rules="free", player=None, **options):
        """Begins the next game, which must begin at once; returns it, with its people."""
        answer = self.request_game(player or self.host, rules, options)
        assert answer.status == 201, answer
        return self.game(answer.json)

    def answer_prompt(self, prompt, button, player):
        return self.ask("POST", f"/prompts/{prompt}", {"button": button}, player=player)

    def game(self, shown=None):
        """The present game, as an object of its rules, with the members who play as `people`."""
        if shown is None:
            id = self.show()["game"]["id"]
            shown = ask(self.server, "GET", f"/games/{id}", token=self.host.key).json
        kind = KINDS.get(shown["rules"], Game)
        game = kind.__new__(kind)
        Game.__init__(game, self.server, shown["id"], self.host.key)
        keys = {player.player: player for player in [self.host, *self.people]}
        game.people = [
            Seat(game, seat["seat"], seat["name"], seat["colour"], keys[seat["player"]].key)
            for seat in shown["seats"]
            if "player" in seat
        ]
        if kind is Table:
            game.chance, game.away, game.robots = random.Random(1), set(), []
            game.orders = {person.number: game.chance.sample(range(25), 25) for person in game.people}
        if kind is Mini:
            game.solution, game.answers = DOTS, cells_of(DOTS)
        return game

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


# ---------------------------------------------------------------------------------------------------- results


def finish_free(room, **options):
    """Letters are written, and the host closes the game."""
    game = room.begin("free", **options)
    accepted(game.people[0].edit(0, "A"))
    accepted(game.act("close", token=room.host.key))
    return game


def finish_square(room, **options):
    game = room.begin("square", clock=None, **options)
    if game.show()["state"] == "waiting":
        accepted(game.act("start", token=room.host.key))
    game.play()
    return game


def finish_mini(room, **options):
    """A public puzzle whose solution the tests know is solved together."""
    if "puzzle" not in options:
        options["puzzle"] = offer(room.server, ipuz(), "?public=true").json["id"]
    game = room.begin("mini", **options)
    game.solve()
    return game


def reveal_mini(room, seed=5):
    """A member who is alone reveals the whole board."""
    game = room.begin("mini", seed=seed)
    accepted(game.people[0].act("reveal"))
    return game


def finish_guess(room, seed=3):
    game = room.begin("guess", mode="together", seed=seed)
    game.guess(answer_by(room.server, seed))
    return game


def finish_lattice(room, seed=7):
    game = room.begin("lattice", mode="together", seed=seed)
    game.solve(answer_by_lattice(room.server, seed))
    return game


FINISH = {
    "free": finish_free,
    "square": finish_square,
    "mini": finish_mini,
    "guess": finish_guess,
    "lattice": finish_lattice,
}


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
    eventually(lambda: len(room.show()["games"]) == count, 10, f"{count} past games")
    return room.show(room.host)
