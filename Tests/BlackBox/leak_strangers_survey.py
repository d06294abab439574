"""A survey of a running game of the day by everybody who does not play it."""

import types

from contract_calls import calls_of_a_game
from days import seated
from leak_survey import Survey

SEQUENCE = 12  # is asked for everywhere, whatever the game's own sequence is


class StrangersSurvey(Survey):
    """Asks as a spectator, as another player with a key, and with the token of another game of the day."""

    def __init__(self, game):
        other = seated(game.server, "guess", name="Ben")
        table = types.SimpleNamespace(server=game.server, id=game.id, path=game.path, host=other.token, people=[])
        super().__init__(table)
        self.viewers["another seat"] = self.viewers.pop("host")
        self.names += [(game.token, "OWNER"), (other.id, "OTHER")]

    def run(self, moment):
        """Every GET and stream of the other surveys, and every call of the contract, as every stranger."""
        for viewer in self.viewers:
            for path in dict.fromkeys([*self.paths(SEQUENCE), *self.more_paths()]):
                self.ask(moment, viewer, "GET", path)
            self.negotiate(moment, viewer, SEQUENCE)
            self.read_streams(moment, viewer, SEQUENCE)
            for method, path, body in calls_of_a_game():
                for headers in ({}, {"If-Match": f'"{SEQUENCE}"'}, {"Accept": "text/html"}):
                    self.ask(f"{moment}, call", viewer, method, self.table.path + path, body, headers)
                if method == "GET":
                    self.ask(f"{moment}, call", viewer, "HEAD", self.table.path + path)
        return self.answers

    def more_paths(self):
        game = self.table.path
        paths = [f"/g/{self.table.id}", f"{game}/share", f"{game}/review", "/daily/guess", "/leaderboards/guess?period=all"]
        return paths + [f"/events?games=lobby,{self.table.id}", "/games?rules=guess&limit=100", "/games?state=playing"]
