"""Starts the real server with the page of this checkout, and Debian's Chromium."""

import gzip
import json
import pathlib
import re
import shutil
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))

from game_kinds import game_kinds  # noqa: E402
from server_process import ROOT, ServerProcess  # noqa: E402

# The browser does not treat this name as loopback, so its pages are not a secure context, as on any network.
NETWORK_NAME = "phone.test"
# The home page, a room without a game, or a game's page whose game has been drawn.
READY = "body.ready, main > #room-panel, body[data-stage]:not([data-stage='']):not([data-rules=''])"
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
SMALL = {**PHONE, "viewport": {"width": 320, "height": 568}}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
# The tags of the languages that the page speaks, from its own list.
[_LANGUAGES] = re.findall(r"LANGUAGES = \{(.*)\}", (ROOT / "static/js/strings.js").read_text())
LANGUAGES = re.findall(r"(\w+):", _LANGUAGES)
STILL, MOVING = {"reduced_motion": "reduce"}, {"reduced_motion": "no-preference"}


def known_rules():
    """A script after which the reader has seen the rules of every game."""
    return f"localStorage['5x5:known'] ??= '{json.dumps(game_kinds())}'"


def start_server(*args):
    return ServerProcess("--no-address-limits", "--vote-after", "0s", "--static", ROOT / "static", *args)


# Chromium's headless shell opens a window in half of the time; Ubuntu has Chromium only.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")


def launch(playwright):
    arguments = ["--no-sandbox", f"--host-resolver-rules=MAP {NETWORK_NAME} 127.0.0.1"]
    return playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)


def finished_requests(page):
    """A list that gets each request of the page once its answer is complete.

    A handler that reads the body itself would let the test go on meanwhile.
    """
    finished = []
    page.on("requestfinished", lambda request: finished.append(request))
    return finished


def weight(requests, kinds=None):
    """The bytes of the answers, compressed: of all kinds of files, or of these."""
    bodies = {each.url: each.response().body() for each in list(requests) if kinds is None or each.resource_type in kinds}
    return sum(len(gzip.compress(body)) for body in bodies.values())
