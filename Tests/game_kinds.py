"""The kinds of games that the server plays, from `GET /rules`, so that no shared test has a list of its own."""

import functools
import json
import urllib.request

from server_process import ServerProcess


@functools.cache
def game_kinds():
    """The names of all kinds of games, in the order of `GET /rules`; starts a server once for each test process."""
    with ServerProcess("--store", "memory") as server, urllib.request.urlopen(f"{server.url}/rules") as answer:
        return tuple(each["name"] for each in json.load(answer)["rules"])
