#!/usr/bin/env python3
"""Compares bots at the word square: each plays alone with the letters that the server calls for seeds 1 to N.

    python3 Examples/ladder.py --games 40 --bots "ours:hard,ours:easy,python3 Examples/bot.py"

`ours:easy`, `ours:medium` and `ours:hard` are the server's bots. Any other name is a command, and
`COMMAND SERVER GAME` takes a seat and plays to the end.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import pathlib
import random
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from datetime import datetime
from typing import Callable, Iterator

ROOT = pathlib.Path(__file__).resolve().parent.parent
BINARY = pathlib.Path(os.environ.get("GAMESERVER", ROOT / ".build/release/GameServer"))
GAME_LIMIT = 300  # seconds
LEVELS = {f"ours:{level}": level for level in ("easy", "medium", "hard")}


def call(url: str, body: dict | None = None, token: str | None = None) -> str:
    """Sends a POST with this body, or a GET; waits while the server limits the rate."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=30) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            if error.code != 429:
                sys.exit(f"{url}: {error.code} {error.read().decode()}")
            time.sleep(float(error.headers.get("Retry-After", 1)))
        except OSError as error:
            sys.exit(f"{url}: {getattr(error, 'reason', error)}")


@contextlib.contextmanager
def own_server() -> Iterator[str]:
    """Runs a server that limits no rates and stores nothing; yields its URL."""
    if not os.access(BINARY, os.X_OK):
        sys.exit(f"There is no {BINARY}. Build it with `make build`, or name a running server: --server URL")
    command = [str(BINARY), "serve", "--port", "0", "--store", "memory", "--no-address-limits"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        line = process.stdout.readline().decode()  # listening on http://127.0.0.1:PORT/
        if not line:
            sys.exit(f"{BINARY} ended with code {process.wait()}.")
        yield line.split()[-1].rstrip("/")
    finally:
        process.terminate()
        process.wait()


def play(server: str, bot: str, seed: int, preset: str) -> tuple[int, float]:
    """Plays one game; returns the points, and the mean time from a call to the placement in seconds."""
    # `shared`: the server calls all 25 letters. Without a clock, no bot is too slow.
    options = {"seed": seed, "preset": preset, "end": "shared", "clock": None}
    made = json.loads(call(f"{server}/games", {"rules": "square", "options": options}))
    game, host = f"{server}/games/{made['id']}", made["host"]["token"]
    if bot in LEVELS:
        call(f"{game}/bots", {"level": LEVELS[bot]}, host)
        call(f"{game}/actions/start", {}, host)
        wait(game, lambda shown: shown["state"] == "finished")
    else:
        run(bot, server, made["id"], start=lambda: call(f"{game}/actions/start", {}, host))
    shown = json.loads(call(game))
    if shown["state"] != "finished":
        sys.exit(f"{bot} exited before its game was over: {game}")
    events = [json.loads(line) for line in call(f"{game}/history").splitlines()]
    called = [at(event) for event in events if event["type"] == "letter.called"]
    placed = [at(event) for event in events if event["type"] == "cell.changed"]
    return shown["result"]["scores"]["1"], statistics.fmean(b - a for a, b in zip(called, placed))


def run(command: str, server: str, game: str, start: Callable) -> None:
    """Runs a bot, starts the game when the bot has its seat, and waits until the bot exits."""
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen([*shlex.split(command), server, game], stdout=log, stderr=log)
        try:
            wait(f"{server}/games/{game}", lambda shown: shown["seats"] or process.poll() is not None)
            if process.poll() is None:
                start()
            if process.wait(GAME_LIMIT):
                log.seek(0)
                sys.exit(f"{command} failed:\n{log.read()}")
        finally:
            process.kill()


def wait(game: str, done: Callable[[dict], bool]) -> None:
    end = time.monotonic() + GAME_LIMIT
    while not done(json.loads(call(game))):
        if time.monotonic() > end:
            sys.exit(f"{game}: nothing happened for {GAME_LIMIT} s")
        time.sleep(0.02)


def at(event: dict) -> float:
    return datetime.fromisoformat(event["time"].replace("Z", "+00:00")).timestamp()


def with_interval(values: list[float], sign: str = "") -> list[str]:
    """The mean and its 95 % confidence interval: the percentiles of 10,000 bootstrap resamples."""
    resample = random.Random(1).choices
    means = sorted(statistics.fmean(resample(values, k=len(values))) for _ in range(10_000))
    return [f"{statistics.fmean(values):{sign}.1f}", f"{means[249]:{sign}.1f} to {means[9_749]:{sign}.1f}"]


def table(results: dict[str, list[tuple[int, float]]]) -> str:
    """A table in Markdown. Differences are those of games with equal seeds."""
    rows = [["bot", "games", "points", "95 %", "difference to the first", "95 %", "ms a move"], ["---:"] * 7]
    first = next(iter(results.values()))
    for bot, games in results.items():
        points = with_interval([score for score, _ in games])
        difference = with_interval([mine - other for (mine, _), (other, _) in zip(games, first)], "+")
        milliseconds = 1000 * statistics.fmean(seconds for _, seconds in games)
        versus_first = ["", ""] if games is first else difference
        rows.append([bot, str(len(games)), *points, *versus_first, f"{milliseconds:.1f}"])
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = [[cell.rjust(width) for cell, width in zip(row, widths)] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def show_progress(done: int, total: int, bot: str) -> None:
    bar = ("#" * (30 * done // total)).ljust(30, ".")
    if sys.stderr.isatty():
        print(f"\r\033[K[{bar}] {done}/{total} {bot}", end="", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=40, metavar="N", help="games of each bot (40)")
    parser.add_argument("--bots", default="ours:hard,ours:medium,ours:easy", help="separated by commas")
    parser.add_argument("--server", metavar="URL", help="a running server (starts one of its own)")
    parser.add_argument("--preset", default="family", help="the scoring (family)")
    args = parser.parse_args()
    results: dict[str, list[tuple[int, float]]] = {bot.strip(): [] for bot in args.bots.split(",")}
    with contextlib.nullcontext(args.server) if args.server else own_server() as server:
        for seed in range(1, args.games + 1):
            for number, (bot, games) in enumerate(results.items(), (seed - 1) * len(results)):
                show_progress(number, args.games * len(results), bot)
                games.append(play(server.rstrip("/"), bot, seed, args.preset))
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)  # clears the bar
    print(table(results))


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
