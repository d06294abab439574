#!/usr/bin/env python3
"""Makes the files beside it with the programs of 2026-11-21, which had the first and the second schema of the database.

    make.py PROGRAM schema-1|schema-2

It plays on an empty data folder and packs it: `schema-1.tar.xz` has shared boards, `schema-2.tar.xz` word squares as
well. `schema-1.json` and `schema-2.json` have what everybody saw of the games. Later programs speak a later interface,
so it does not run with them: `Tests/BlackBox/test_old_data.py` opens the files with every later program.
"""

import json
import pathlib
import signal
import subprocess
import sys
import tarfile
import tempfile
import urllib.request

PROGRAM, NAME = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
HERE = pathlib.Path(__file__).parent
BROWSER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
SQUARE = "HEARTEMBERABUSERESINTREND"


def ask(url, method, path, body=None, token=None):
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    with BROWSER.open(urllib.request.Request(url + path, data, headers, method=method), timeout=30) as answer:
        text = answer.read().decode()
    return json.loads(text) if path.count("/history") == 0 and text.startswith("{") else text


def shared_boards(url):
    """A board of two players, one that has ended, and the one that everybody shares."""
    for cell, letter in ((0, "H"), (1, "I"), (12, "X"), (12, "")):
        ask(url, "POST", f"/board/cells/{cell}", {"value": letter})
    for ends in (False, True):
        game = ask(url, "POST", "/games", {"rules": "free", "title": "Sunday"})
        path, host = f"/games/{game['id']}", game["host"]["token"]
        seats = [ask(url, "POST", f"{path}/seats", {"name": name, "colour": colour})
                 for name, colour in (("Ann", "#2a9d8f"), ("Ben", "#e76f51"))]
        for cell, letter in enumerate(SQUARE):
            ask(url, "POST", f"{path}/board/cells/{cell}", {"value": letter}, seats[cell % 2]["token"])
        ask(url, "POST", f"{path}/actions/undo", {}, seats[0]["token"])
        if ends:
            ask(url, "POST", f"{path}/actions/close", {}, host)
        yield game["id"]


def word_squares(url):
    """A word square of one player, half full and full."""
    for rounds in (12, 25):
        game = ask(url, "POST", "/games", {"rules": "square", "options": {"clock": None, "seed": 7}})
        path, host = f"/games/{game['id']}", game["host"]["token"]
        seat = ask(url, "POST", f"{path}/seats", {"name": "Ann", "colour": "#2a9d8f"})
        ask(url, "POST", f"{path}/actions/start", {}, host)
        for cell in range(rounds):
            last = {"letter": "E"} if cell == 24 else {}  # the last letter is a free choice
            ask(url, "POST", f"{path}/actions/place", {"cell": cell, **last}, seat["token"])
        yield game["id"]


with tempfile.TemporaryDirectory() as folder:
    command = [PROGRAM, "serve", "--port", "0", "--no-address-limits", "--data", f"{folder}/data"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=PROGRAM.parents[2])
    url = server.stdout.readline().split()[-1].rstrip("/")
    games = ["lobby", *shared_boards(url), *(word_squares(url) if NAME == "schema-2" else ())]
    seen = {id: {"game": ask(url, "GET", f"/games/{id}"), "history": ask(url, "GET", f"/games/{id}/history").splitlines()}
            for id in games}
    server.send_signal(signal.SIGTERM)
    assert server.wait(30) == 0
    (HERE / f"{NAME}.json").write_text(json.dumps(seen, indent=1))
    with tarfile.open(HERE / f"{NAME}.tar.xz", "w:xz") as archive:
        archive.add(f"{folder}/data", "data")
