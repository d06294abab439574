"""Scenarios of games that are played on two servers with the same requests; only the secret differs, 0 or 1.

Each kind of game has its own in `{kind}_leaks.py`: `SCENARIOS`, the least number of answers by scenario. A scenario
plays on a pair of servers and returns the answers of both; `@on_both` makes one of what is played on a single server.
"""

import functools
import importlib

from game_kinds import game_kinds
from leak_short_survey import ShortSurvey
from rooms import make_room


def on_both(play):
    """The scenario that calls `play(server, secret)` for both secrets."""

    @functools.wraps(play)
    def scenario(servers):
        return [play(server, secret) for secret, server in enumerate(servers)]

    return scenario


def scenarios():
    """(kind, scenario, least number of answers) of all kinds of games."""
    return [
        (kind, scenario, least)
        for kind in game_kinds()
        for scenario, least in importlib.import_module(f"{kind}_leaks").SCENARIOS.items()
    ]


def room_of_rivals(server, rules, **options):
    """A game of Ann, Ben and Eve in a room, which Ann has started, and its survey."""
    room = make_room(server, "Ann", "Ben", "Eve", name=f"leaks-{rules}", public=True)
    with room.with_present(*room.people):
        game = room.begin(rules, **options)
    game.room = room
    names = [(player.player, player.name) for player in room.people]
    survey = ShortSurvey(game, f"room of {rules}", hidden=(2,), names=names)
    game.do(1, "start")
    return game, survey
