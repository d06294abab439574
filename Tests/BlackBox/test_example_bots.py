"""The bots in Examples play whole games, also when servers and connections fail, and say what is wrong."""

import collections
import contextlib
import http.client
import http.server
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile

import pytest

from client import Game, ask, eventually
from game_kinds import game_kinds
from server_process import PATIENCE, ROOT, binary
from threaded_server import ThreadedServer

PYTHON = [sys.executable, str(ROOT / "Examples/bot.py")]
NODE = ["node", str(ROOT / "Examples/bot.mjs")]
BOTS = pytest.mark.parametrize("bot", [PYTHON, NODE], ids=["python", "node"])
GAME_LIMIT = 120 * PATIENCE  # seconds


class Bot:
    """A running bot; `output` is what it has printed so far."""

    def __init__(self, command, url, *arguments):
        self._log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [*command, url, *map(str, arguments)],
            stdout=self._log,
            stderr=self._log,
            env={**os.environ, "no_proxy": "*"},
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self._log.close()

    @property
    def output(self):
        return os.pread(self._log.fileno(), 1 << 20, 0).decode()

    def wait(self):
        """Waits until the bot exits by itself; returns its exit code."""
        try:
            return self.process.wait(GAME_LIMIT)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"the bot still runs:\n{self.output}") from None

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.wait()


def create(server, rules, **options):
    answer = ask(server, "POST", "/games", {"rules": rules, "options": options})
    assert answer.status == 201, answer
    return Game(server, answer.json["id"], answer.json["host"]["token"])


def wait_for_seats(game, count):
    eventually(lambda: len(game.show()["seats"]) == count, GAME_LIMIT, f"seat {count}")


def race(server, rules, first, second, **options):
    """Lets one bot make a game and another one join it by its link; returns the finished game."""
    options = [f"--option={name}={value}" for name, value in options.items()]
    with Bot(first, server.url, "--new", rules, *options, "--start", "2") as maker:
        eventually(lambda: "/g/" in maker.output, GAME_LIMIT, "the link")
        link = re.search(r"http\S+/g/(\w+)", maker.output)
        with Bot(second, server.url, link.group()) as joiner:
            for bot in (maker, joiner):
                assert bot.wait() == 0, bot.output
                assert "refused" not in bot.output, bot.output
    return Game(server, link.group(1))


def moves(game):
    """Asserts that the server never moved for a bot; returns the events."""
    events = game.history()
    assert not [event for event in events if event.get("cause") == "bot"]
    return events


@pytest.mark.smoke
def test_two_python_bots_play_a_word_square(server):
    check_square(race(server, "square", PYTHON, PYTHON))


def check_square(game):
    shown = game.show()
    assert shown["state"] == "finished" and [seat["bot"] for seat in shown["seats"]] == [True, True]
    placed = [event for event in moves(game) if event["type"] == "cell.changed"]
    assert len(placed) == 50


@pytest.mark.parametrize("kind", game_kinds())
def test_a_python_bot_and_a_node_bot_play_every_kind_that_bots_are_for(server, kind):
    """Which kinds those are, both bots tell."""
    played = [kinds_of(bot) for bot in (PYTHON, NODE)]
    assert played[0] == played[1] <= set(game_kinds()) and len(played[0]) >= 3
    if kind not in played[0]:
        return
    modes = ask(server, "GET", "/rules").json["rules"]
    (properties,) = [rules["options"]["properties"] for rules in modes if rules["name"] == kind]
    game = race(server, kind, PYTHON, NODE, seed=1, **({"mode": "race"} if "mode" in properties else {}))
    moves(game)
    result = game.show()["result"]
    boards = [solve["board"] for solve in result.get("solves", ())] or map(int, result["scores"])
    assert sorted(boards) == [1, 2]


def kinds_of(bot):
    """The kinds of games that a bot plays, from its help."""
    done = subprocess.run([*bot, "--help"], capture_output=True, text=True, check=True)
    return set(re.search(r"make a game: (\w+(?:, \w+)*)", " ".join(done.stdout.split()))[1].split(", "))


@BOTS
def test_a_bot_plays_on_after_its_server_was_killed(own_free_server, bot):
    game = create(own_free_server, "square")
    with Bot(bot, own_free_server.url, game.id) as one, Bot(bot, own_free_server.url, game.id) as other:
        wait_for_seats(game, 2)
        assert game.act("start", token=game.host).status == 200
        for count in (10, 30, 50):
            eventually(lambda count=count: len(game.history()) >= count, GAME_LIMIT, f"{count} events")
            assert game.show()["state"] == "playing"
            own_free_server.restart(signal.SIGKILL)
        assert (one.wait(), other.wait()) == (0, 0), one.output + other.output
        assert "refused" not in one.output + other.output
    check_square(game)


@BOTS
def test_a_bot_repeats_a_move_with_its_id_until_the_answer_arrives(server, bot):
    game = create(server, "guess", mode="solo", seed=1)
    with LosingProxy(server) as proxy, Bot(bot, proxy.url, game.id) as running:
        assert running.wait() == 0, running.output
        assert "refused" not in running.output
    assert game.show()["state"] == "finished"
    assert len(proxy.moves) >= 2 and all(len(sent) >= 3 for sent in proxy.moves.values())
    assert all(len(set(sent)) == 1 for sent in proxy.moves.values()), "a repeated move differs from the first"
    submitted = [event for event in moves(game) if event["type"] == "cells.marked"]
    assert len(submitted) == len([body for (body, *_) in proxy.moves.values() if "cells" not in body])


class LosingProxy(ThreadedServer):
    """Answers a move at the third attempt: first its answer is lost, then the move is refused with 429."""

    def __init__(self, server):
        super().__init__(LosingHandler)
        self.target = (server.host, server.port)
        self.moves = collections.defaultdict(list)  # the bodies with each move id, in order


class LosingHandler(http.server.BaseHTTPRequestHandler):
    def forward(self):
        self.close_connection = True
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        move = json.loads(body).get("move") if body else None
        attempt = 0
        if move:
            self.server.moves[move].append(body.decode())
            attempt = len(self.server.moves[move])
        if attempt == 2:
            self.send_response(429)
            self.send_header("Retry-After", "0")
            self.end_headers()
            return
        link = http.client.HTTPConnection(*self.server.target)
        with contextlib.closing(link), contextlib.suppress(OSError):
            headers = {name: self.headers[name] for name in self.headers if name.lower() != "host"}
            link.request(self.command, self.path, body, headers)
            answer = link.getresponse()
            if attempt == 1:
                return
            self.send_response(answer.status)
            for name in ("Content-Type", "Content-Encoding"):
                if name in answer.headers:
                    self.send_header(name, answer.headers[name])
            self.end_headers()
            while data := answer.read1():
                self.wfile.write(data)
                self.wfile.flush()

    do_GET = do_POST = do_PATCH = do_DELETE = forward

    def log_message(self, *_):
        """Logs nothing."""


@BOTS
def test_a_bot_leaves_on_sigterm_and_comes_back_to_its_seat(server, bot, tmp_path):
    game = create(server, "square", clock=None)
    state = ("--state", tmp_path / "seat.json")
    with Bot(bot, server.url, game.id, *state) as waiting:
        wait_for_seats(game, 1)
        eventually((tmp_path / "seat.json").exists)
        assert waiting.stop() == 0
    assert game.show()["seats"] == [], "a seat that is left before the start is free again"
    ann = game.seat()
    with Bot(bot, server.url, game.id, *state) as playing:
        wait_for_seats(game, 2)
        assert ann.act("start").status == 200
        eventually(lambda: game.show()["seats"][1]["present"], GAME_LIMIT, "the stream of the bot")
        assert playing.stop() == 0
    assert game.show()["seats"][1].get("away") is True
    with Bot(bot, server.url, game.id, *state):
        eventually(lambda: "away" not in game.show()["seats"][1], GAME_LIMIT, "the return")
        assert ann.act("call", {"letter": "E"}).status == 200
        eventually(lambda: game.show()["seats"][1]["placed"], GAME_LIMIT, "the placement")
    moves(game)


@BOTS
def test_a_bot_says_why_it_cannot_play(server, bot):
    mini, over, solo = create(server, "mini"), create(server, "guess", mode="solo"), create(server, "guess")
    assert over.act("resign", token=over.seat().token).status == 200
    solo.seat()
    with socket.create_server(("127.0.0.1", 0)) as closed:
        closed_port = closed.getsockname()[1]
    for expected, url, *arguments in [
        ("refused", f"http://127.0.0.1:{closed_port}", "abc"),
        ("no game with this id", server.url, "abc"),
        ("does not play mini", server.url, mini.id),
        ("over", server.url, over.id),
        ("single-player", server.url, solo.id),
        ("no rules with this name", server.url, "--new", "chess"),
    ]:
        with Bot(bot, url, *arguments) as running:
            assert running.wait() == 1
            assert expected in running.output.lower() and "Traceback" not in running.output, running.output
    for arguments in [("--help",), ()]:
        with Bot(bot, *(arguments or (server.url,))) as running:
            assert running.wait() == (0 if arguments else 2)
            assert "--new" in running.output


def test_the_ladder_compares_bots():
    names = ["ours:easy", " ".join(PYTHON), " ".join(NODE)]
    done = subprocess.run(
        [sys.executable, ROOT / "Examples/ladder.py", "--games", "2", "--bots", ",".join(names)],
        capture_output=True,
        text=True,
        env={**os.environ, "GAMESERVER": str(binary()), "no_proxy": "*"},
    )
    assert done.returncode == 0, done.stderr
    head, _, *rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in done.stdout.splitlines()]
    assert head[0] == "bot" and [row[:2] for row in rows] == [[name, "2"] for name in names]
    assert not done.stderr, "a progress bar is for terminals only"
