"""The clients of these tests: a raw request, curl as a person uses it, and shorthands for games."""

import contextlib
import os
import pathlib
import re
import subprocess
import time
import urllib.parse

from server_process import PATIENCE
from wire import LIMIT, Answer, Closed, Headers, Wire, compose  # noqa: F401 -- re-exported for the tests

REQUEST_LOG = []  # (method, path, status, media type) of each well-formed request; see openapi_coverage.py
MARKUP = "<script>alert(1)</script>"


def ask(server, method, target, body=None, headers=(), token=None, wire=None, timeout=LIMIT):
    """Sends a request on `wire` (reopened after a close) or on a new connection; returns its answer."""
    headers = list(headers.items()) if isinstance(headers, dict) else list(headers)
    if token is not None:
        headers.append(("Authorization", f"Bearer {token}"))
    with contextlib.nullcontext(wire) if wire else Wire(server, timeout) as link:
        link.request(method, target, body, headers)
        answer = link.answer(method)
        if wire and (answer.header("Connection") or "").lower() == "close":
            wire.close()
            wire.open()
    REQUEST_LOG.append((method, urllib.parse.urlsplit(target).path, answer.status, answer.media))
    return answer


# ------------------------------------------------------------------------------------------------------- curl


def curl(server, target, *options, seconds=LIMIT):
    """Runs curl on one path. Fails when curl itself fails, never because of an HTTP status."""
    command = ["curl", "-sS", "--http1.1", "--path-as-is", "-i", "--max-time", str(seconds), *options]
    command += ["--cacert", server.certificate] if server.certificate else []
    command.append(server.url + target)
    done = subprocess.run(command, capture_output=True, env={**os.environ, "no_proxy": "*"})
    assert done.returncode == 0, f"{' '.join(command)}: curl {done.returncode}: {done.stderr.decode()}"
    data = done.stdout
    while True:
        head, data = data.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        status = int(lines[0].split(" ")[1])
        if status >= 200:
            break
    headers = Headers((line.split(":", 1)[0], line.split(":", 1)[1].strip()) for line in lines[1:])
    method = "HEAD" if "-I" in options else "GET"
    if "-X" in options:
        method = options[options.index("-X") + 1]
    elif "-d" in options or "--data-binary" in options:
        method = "POST"
    answer = Answer(status, headers, data)
    REQUEST_LOG.append((method, urllib.parse.urlsplit(target).path, status, answer.media))
    return answer


# ------------------------------------------------------------------------------------------- expected answers


def problem(answer, status, code=None):
    """Asserts an RFC 9457 problem with this status and code, or one of several; returns its JSON."""
    statuses = (status,) if isinstance(status, int) else status
    assert answer.status in statuses, f"expected {status} {code or ''}, got {answer}"
    assert answer.media == "application/problem+json", answer
    body = answer.json
    assert body["status"] == answer.status, body
    assert body["type"].startswith("/problems/"), body
    assert body["title"] and body["detail"] and body["code"], body
    assert MARKUP not in answer.text and "<script" not in answer.text, f"markup is echoed: {body}"
    assert not re.search(r"\.swift|0x[0-9a-f]{6}|Swift\.|Fatal", answer.text), f"internals leak: {body}"
    if code:
        codes = code if isinstance(code, (tuple, list, set)) else (code,)
        assert body["code"] in codes, f"expected code {code}, got {body}"
    if answer.status == 401:
        assert (answer.header("WWW-Authenticate") or "").startswith("Bearer"), answer
    if answer.status == 405:
        assert answer.header("Allow"), answer
    if answer.status in (429, 503):
        assert re.fullmatch(r"[1-9]\d*", answer.header("Retry-After") or ""), answer
    return body


def accepted(answer):
    """Asserts that an edit or an action was answered with 200; returns its JSON."""
    assert answer.status == 200, answer
    body = answer.json
    assert {"sequence", "hash", "events"} <= body.keys(), body
    # A restored database adds its epoch; test_restored_tags.py is about it.
    assert re.fullmatch(rf'"{body["sequence"]}(-e[0-9a-z]{{5}})?"', answer.etag), answer
    if body["events"]:
        numbers = [event["sequence"] for event in body["events"]]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), numbers
    return body


# ------------------------------------------------------------------------------------------------------ games


class Game:
    """A game on the server, with the calls that most tests need; `new_game` creates one."""

    def __init__(self, server, id, host=None):
        self.server, self.id, self.host = server, id, host
        self.path = f"/games/{id}"

    def ask(self, method, path="", body=None, headers=(), token=None, wire=None):
        return ask(self.server, method, self.path + path, body, headers, token, wire)

    def edit(self, cell, value, token=None, headers=(), wire=None, **more):
        return self.ask("POST", f"/board/cells/{cell}", {"value": value, **more}, headers, token, wire)

    def act(self, name, body=None, token=None, headers=()):
        return self.ask("POST", f"/actions/{name}", {} if body is None else body, headers, token)

    def seat(self, name="Ann", **more):
        answer = self.ask("POST", "/seats", {"name": name, **more})
        assert answer.status == 201, answer
        return Seat(self, **answer.json)

    def show(self, token=None):
        answer = self.ask("GET", token=token)
        assert answer.status == 200, answer
        return answer.json

    def board(self, token=None):
        answer = self.ask("GET", "/board", token=token)
        assert answer.status == 200, answer
        return answer.json

    def history(self, query=""):
        answer = self.ask("GET", "/history" + query)
        assert answer.status == 200 and answer.media == "application/x-ndjson", answer
        return answer.lines

    @property
    def sequence(self):
        return self.board()["sequence"]

    def fill(self, letter):
        """Writes one letter into all cells by one PATCH: 25 events when no cell holds it yet."""
        return accepted(self.ask("PATCH", "/board", {"cells": {str(index): letter for index in range(25)}}))

    @contextlib.contextmanager
    def unchanged(self):
        """Asserts that the `with` block does not change the board."""
        before = self.board()
        yield before
        assert self.board() == before, "something changed"


class Seat:
    """A taken seat with its token."""

    def __init__(self, game, seat, name, colour, token):
        self.game, self.number, self.name, self.colour, self.token = game, seat, name, colour, token

    def edit(self, cell, value, **more):
        return self.game.edit(cell, value, token=self.token, **more)

    def act(self, name, body=None):
        return self.game.act(name, body, token=self.token)

    def answer(self, prompt, button):
        return self.game.ask("POST", f"/prompts/{prompt}", {"button": button}, token=self.token)


def new_game(server, open=True, title=None, public=None, **options):
    """Creates a free game, open by default."""
    body = {"rules": "free", "options": {"open": open, **options}}
    body |= {} if title is None else {"title": title}
    body |= {} if public is None else {"public": public}
    answer = ask(server, "POST", "/games", body)
    assert answer.status == 201, answer
    made = answer.json
    return Game(server, made["id"], made["host"]["token"])


def lobby(server):
    return Game(server, "lobby")


# -------------------------------------------------------------------------------------------------- processes


def descriptors(server):
    return len(os.listdir(f"/proc/{server.pid}/fd"))


def open_sockets(server):
    """The number of sockets that the server has open. Its threads open other descriptors at any time."""
    folder, count = f"/proc/{server.pid}/fd", 0
    for name in os.listdir(folder):
        # A descriptor may close between the listing and `readlink`.
        with contextlib.suppress(FileNotFoundError):
            count += os.readlink(f"{folder}/{name}").startswith("socket:")
    return count


def resident(server):
    """The resident memory of the server, in bytes."""
    status = pathlib.Path(f"/proc/{server.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status).group(1)) * 1024


def metric(server, name, wire=None):
    """The value of a metric without labels; 0 before its first sample."""
    found = re.search(rf"^fivebyfive_{name} (\S+)$", ask(server, "GET", "/metrics", wire=wire).text, re.MULTILINE)
    return float(found.group(1)) if found else 0


def wait_for_polls(server, count=1):
    """Waits until as many long polls are parked, and those of clients that have left are not."""
    eventually(lambda: metric(server, "parked_polls") == count, what=f"parking {count} polls")


def eventually(check, seconds=LIMIT, what="it"):
    """Waits until `check()` is true; fails after `seconds`, which end a test of a broken server."""
    deadline = time.monotonic() + seconds * PATIENCE
    while not check():
        assert time.monotonic() < deadline, f"{what} did not happen within {seconds} s"
        time.sleep(0.02)
