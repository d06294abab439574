"""What stored data costs play: 100,000 idle games that are pruned, and leaderboards of 200,000 results.

    make build
    python3 Benchmarks/stored_data.py [--games 100000] [--results 200000]

Prints the times of a player's edits without, during and after the work, on a data folder filled through SQL.
"""

import argparse
import datetime
import json
import pathlib
import random
import sqlite3
import statistics
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests"), str(ROOT / "Tests" / "BlackBox")]

from client import ask, eventually, new_game  # noqa: E402
from server_process import ServerProcess  # noqa: E402
from wire import Wire  # noqa: E402

RATE = 100  # edits a second
RULES = "mini"


class Player(threading.Thread):
    """Edits a game at a steady rate, and records the milliseconds of each edit under the present phase."""

    def __init__(self, server):
        super().__init__()
        self.game, self.wire = new_game(server), Wire(server)
        self.times, self.phase, self.goes_on = {}, "calm", True

    def run(self):
        number = 0
        while self.goes_on:
            began = time.perf_counter()
            answer = self.game.edit(number % 25, "AB"[number // 25 % 2], wire=self.wire)
            assert answer.status == 200, answer
            self.times.setdefault(self.phase, []).append((time.perf_counter() - began) * 1000)
            number += 1
            time.sleep(max(0, 1 / RATE - (time.perf_counter() - began)))

    def report(self, title, notes=None):
        print(f"\n{title}\n| phase | edits | p50 ms | p99 ms | max ms | |\n| --- | --- | --- | --- | --- | --- |")
        for phase, times in self.times.items():
            p99 = statistics.quantiles(times, n=100)[98]
            note = (notes or {}).get(phase, "")
            print(f"| {phase} | {len(times)} | {statistics.median(times):.2f} | {p99:.2f} | {max(times):.1f} | {note} |")


def filled(folder, fill):
    """Starts a server once, so that the folder has a database, and fills that with `fill`."""
    with ServerProcess("--data", folder) as server:
        new_game(server)
    database = sqlite3.connect(pathlib.Path(folder) / "games.sqlite")
    fill(database)
    database.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def add_games(count):
    def fill(database):
        rules, setup, phase = database.execute(
            "SELECT rules, setup, phase FROM game WHERE id != 'lobby' LIMIT 1").fetchone()
        setup = json.loads(setup) | {"created": "2026-01-01T00:00:00.000Z"}
        old = int(datetime.datetime(2026, 1, 2, tzinfo=datetime.UTC).timestamp() * 1000)
        change = json.dumps({"type": "cell.changed", "board": 0, "cell": 0, "value": "A", "previous": ""})
        for number in range(count):
            id = f"old{number:07}"
            database.execute(
                "INSERT INTO game (id, rules, public, setup, phase) VALUES (?, ?, 0, ?, ?)",
                (id, rules, json.dumps(setup | {"id": id}), phase))
            database.executemany(
                "INSERT INTO event VALUES (?, ?, ?, 0, 0, ?)",
                [(id, sequence, old, change) for sequence in range(1, 11)])
    return fill


def add_results(count):
    """Results on 365 days, of so many players that each day has as many as another."""
    def fill(database):
        today = (datetime.datetime.now(datetime.UTC).date() - datetime.date(1970, 1, 1)).days
        chance = random.Random(5)
        database.executemany(
            "INSERT INTO player VALUES (?, ?, NULL, 0)",
            [(f"p{player:010}", f"player{player}") for player in range(count // 365)])
        for day in range(today - 364, today + 1):
            for player in range(count // 365):
                time, solved = chance.randrange(20_000, 600_000), chance.random() < 0.9
                database.execute(
                    "INSERT INTO standing VALUES (?, ?, ?, '', 'x', ?, 0, ?, NULL, NULL)",
                    (RULES, day, f"player:p{player:010}", solved, time))
        database.execute("DELETE FROM total")
        database.execute(
            """INSERT INTO total SELECT rules, assisted, key, name, max(day), count(*), sum(solved),
                coalesce(sum(milliseconds) FILTER (WHERE solved), 0), sum(score), sum(guesses)
                FROM standing GROUP BY rules, assisted, key""")
    return fill


def pruned(server):
    lines = ask(server, "GET", "/metrics").text.splitlines()
    return next((int(float(line.split()[1])) for line in lines if line.startswith("fivebyfive_pruned_games")), 0)


def measure_pruning(count):
    with tempfile.TemporaryDirectory() as folder:
        filled(folder, add_games(count))
        size = (pathlib.Path(folder) / "games.sqlite").stat().st_size
        with ServerProcess("--no-address-limits", "--game-events", 10**9, "--data", folder) as server:
            calm = Player(server)
            calm.start()
            time.sleep(10)
            calm.goes_on = False
            calm.join()
        with ServerProcess("--no-address-limits", "--game-events", 10**9, "--keep-idle", "2s", "--data", folder) as server:
            player = Player(server)
            player.times, player.phase = calm.times, "pruning"
            player.start()
            began = time.monotonic()
            eventually(lambda: pruned(server) >= count, 900)
            took = time.monotonic() - began
            player.phase = "afterwards"
            time.sleep(5)
            player.goes_on = False
            player.join()
        notes = {"pruning": f"{count / took:.0f} games a second, {size / 1e6:.0f} MB before"}
        player.report(f"Pruning {count} idle games", notes)


def measure_leaderboards(count):
    with tempfile.TemporaryDirectory() as folder:
        filled(folder, add_results(count))
        with ServerProcess("--no-address-limits", "--game-events", 10**9, "--data", folder) as server:
            player = Player(server)
            player.start()
            time.sleep(10)
            notes = {}
            yesterday = datetime.datetime.now(datetime.UTC).date() - datetime.timedelta(1)
            for query in ("period=day", "period=week", "period=all", f"period=all&date={yesterday}"):
                player.phase, times, until = query, [], time.monotonic() + 6
                while time.monotonic() < until:
                    began = time.perf_counter()
                    answer = ask(server, "GET", f"/leaderboards/{RULES}?limit=100&{query}", timeout=30)
                    assert answer.status == 200 and answer.json["entries"][0]["name"].startswith("player"), answer
                    times.append((time.perf_counter() - began) * 1000)
                notes[query] = f"{len(times) / 6:.0f} leaderboards/s, {statistics.median(times):.1f} ms each"
            player.goes_on = False
            player.join()
        player.report(f"Leaderboards of {count} results, asked for by one client without a pause", notes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000, help="idle games to prune; 0 leaves them out")
    parser.add_argument("--results", type=int, default=200_000, help="results on the leaderboard; 0 leaves them out")
    options = parser.parse_args()
    if options.results:
        measure_leaderboards(options.results)
    if options.games:
        measure_pruning(options.games)


if __name__ == "__main__":
    main()
