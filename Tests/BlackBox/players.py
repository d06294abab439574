"""Players with keys."""

import dataclasses

from client import ask


@dataclasses.dataclass
class KeyedPlayer:
    server: object
    player: str
    name: str
    key: str
    colour: str = None

    def ask(self, method, path, body=None, headers=()):
        return ask(self.server, method, path, body, headers, self.key)

    def show(self):
        answer = self.ask("GET", "/players/me")
        assert answer.status == 200, answer
        return answer.json

    def code(self):
        answer = self.ask("POST", "/players/me/codes", {})
        assert answer.status == 201, answer
        return answer.json["code"]

    def recovery(self):
        answer = self.ask("POST", "/players/me/recovery", {})
        assert answer.status == 201 and answer.json.keys() == {"code"}, answer
        return answer.json["code"]

    def sit(self, game):
        answer = self.ask("POST", f"{game.path}/seats", {})
        assert answer.status in (200, 201), answer
        return answer.json


def new_player(server, name="Ann", **more):
    answer = ask(server, "POST", "/players", {"name": name, **more})
    assert answer.status == 201, answer
    return KeyedPlayer(server, **answer.json)


def link(server, code):
    return ask(server, "POST", "/players/link", {"code": code})
