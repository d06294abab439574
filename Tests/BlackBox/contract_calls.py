"""The calls of the OpenAPI document that name a game, with a valid body each."""

import json
import re

from openapi_coverage import DOCUMENT

METHODS = ("get", "post", "put", "patch", "delete")
PARAMETERS = {"board": "0", "cell": "7", "seat": "1", "prompt": "1", "name": "resign", "player": "p0123456789"}
BODIES = {
    "/board": {"cells": {"7": "Q"}},
    "/board/cells/{cell}": {"value": "Q"},
    "/prompts/{prompt}": {"button": 1},
    "/cursor": {"cell": 7},
    "/reactions": {"reaction": "👏"},
}


def calls_of_a_game(prefix="/games/{id}"):
    """(method, path after the game's, body) of each declared operation whose path begins with `prefix`."""
    paths = json.loads(DOCUMENT.read_text())["paths"]
    found = []
    for template, item in paths.items():
        if template != prefix and not template.startswith((prefix + "/", prefix + ".")):
            continue
        rest = template.removeprefix(prefix)
        path = re.sub(r"\{(\w+)\}", lambda parameter: PARAMETERS[parameter[1]], rest)
        for method in METHODS:
            if method in item:
                has_body = method not in ("get", "delete")
                found.append((method.upper(), path, BODIES.get(rest, {}) if has_body else None))
    return found
