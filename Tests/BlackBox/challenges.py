"""Challenges: tasks that a player makes, and that others solve, each on a board of their own."""

from client import Seat, ask
from days import DailyGame
from game_tables import accepted


class Challenge:
    def __init__(self, server, id, used=None):
        self.server, self.id, self.used = server, id, used
        self.path = f"/challenges/{id}"

    def ask(self, method, path="", body=None, token=None, headers=()):
        return ask(self.server, method, self.path + path, body, headers, token)

    def show(self, token=None):
        answer = self.ask("GET", token=token)
        assert answer.status == 200, answer
        return answer.json

    def play(self, player):
        """The player's own game, begun or found again; `me` is the player on its seat."""
        answer = self.ask("POST", body={}, token=player.key)
        assert answer.status in (200, 201), answer
        game = DailyGame(self.server, answer.header("Location").removeprefix("/games/"), player.key)
        game.me = Seat(game, 1, player.name, None, player.key)
        if answer.json["state"] == "waiting":
            accepted(game.me.act("start"))
        return game

    def ranks(self, token=None):
        return [(row["rank"], row["name"]) for row in self.show(token)["results"]]


def challenge(server, maker, **body):
    """A new challenge by a player with a key."""
    answer = maker.ask("POST", "/challenges", body)
    assert answer.status == 201, answer
    assert answer.header("Location") == f"/challenges/{answer.json['id']}"
    return Challenge(server, answer.json["id"], answer.json.get("used"))


def word(server, maker, text="ZEBRA", **more):
    return challenge(server, maker, rules="guess", options={"word": text}, **more)
