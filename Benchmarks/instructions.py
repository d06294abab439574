"""Counts the instructions per request of each kind, and compares them with the accepted counts.

    python3 Benchmarks/instructions.py            # compares with Benchmarks/INSTRUCTIONS.tsv
    python3 Benchmarks/instructions.py --accept   # writes that file

Unlike times, instruction counts do not depend on other work on the machine. The server runs under valgrind's callgrind
with its games in memory, and a fixed script of requests is sent over one connection, several times: the server's
timers and dates follow the clock, so the median counts. The limits per address are off, because they follow the clock
too: they measure work, and a full turn of the loop defers requests. Counts of another toolchain or libevent are not
comparable; then the command only reports the difference.
"""

import argparse
import json
import os
import pathlib
import platform
import re
import socket
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests"))
import server_process  # noqa: E402 -- in Tests

ACCEPTED = ROOT / "Benchmarks" / "INSTRUCTIONS.tsv"
TOLERANCE = 0.05  # relative to the accepted count, up or down
REQUESTS = 200  # of each kind
PLAYERS = 12
ROUNDS = 3
PARSER = re.compile(r"^\$s7EventIO(10HTTPParserV|10HTTPFieldsV|9AuthorityO)")

server_process.START_LIMIT = server_process.STOP_LIMIT = 120.0


def request(method, target, body=b"", *headers):
    lines = [f"{method} {target} HTTP/1.1", "Host: localhost", "User-Agent: instructions", *headers]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def edit(number, path="", *headers):
    letter = b"AB"[number // 25 % 2 : number // 25 % 2 + 1]
    return request("POST", f"{path}/board/cells/{number % 25}", b'{"value":"' + letter + b'"}', *headers)


def scripts(port):
    """The requests of each kind; every edit changes the board."""
    board, numbers = request("GET", "/board"), range(REQUESTS)
    yield "board unchanged (304)", [request("GET", "/board", b"", 'If-None-Match: "0"')] * REQUESTS
    yield "board", [board] * REQUESTS
    yield "edit", [edit(number) for number in numbers]
    yield "edit and board", [part for number in numbers for part in (edit(number), board)]
    yield "game", [request("GET", "/games/lobby")] * REQUESTS
    yield "edit and game", [part for number in numbers for part in (edit(number), request("GET", "/games/lobby"))]
    keys = make_players(port)
    client = Client(port)
    client.ask(request("POST", "/rooms", b'{"name":"smiths"}', keys[0]))
    made = (("/games", b'{"rules":"free"}'), ("/rooms/smiths/games", b'{"rules":"free","start":false}'))
    games = [client.ask(request("POST", path, body, keys[0])) for path, body in made]
    for game in games:
        for key in keys:
            client.ask(request("POST", f"/games/{game['id']}/seats", b"{}", key))
    client.close()
    for kind, path in (("edit by a player", f"/games/{games[0]['id']}"), ("… in a room", "/rooms/smiths")):
        yield kind, [edit(number, path, keys[number % PLAYERS]) for number in numbers]


def make_players(port):
    """The headers of as many players as it takes that none exceeds the limit of edits."""
    client = Client(port)
    players = [client.ask(request("POST", "/players", b'{"name":"Ann"}')) for _ in range(PLAYERS)]
    client.close()
    return [f"Authorization: Bearer {player['key']}" for player in players]


class Client:
    """A connection with one request at a time."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.reader = self.socket.makefile("rb")

    def ask(self, message):
        self.socket.sendall(message)
        status, length = self.reader.readline(), 0
        while (line := self.reader.readline()) not in (b"\r\n", b""):
            name, value = line.split(b":", 1)
            length = int(value) if name.lower() == b"content-length" else length
        body = self.reader.read(0 if b" 304 " in status else length)
        if not re.match(rb"HTTP/1\.1 (200|201|304) ", status):
            sys.exit(f"{message.decode()}: {status.decode()}")
        return json.loads(body) if body else None

    def close(self):
        self.reader.close()
        self.socket.close()


def profile_of(server, messages, folder):
    """Sends one script, and returns its callgrind profile."""
    control = ["callgrind_control", "--instr=on", str(server.pid)]
    client = Client(server.port)
    # Leaves a B in every cell, so that every edit of the script changes its cell.
    for message in messages[:100]:
        client.ask(message)
    for step in ("on", "off"):
        control[1] = f"--instr={step}"
        subprocess.run(control, check=True, capture_output=True)
        for message in messages if step == "on" else ():
            client.ask(message)
    before = set(folder.iterdir())
    subprocess.run(["callgrind_control", "--dump", str(server.pid)], check=True, capture_output=True)
    client.close()
    (profile,) = set(folder.iterdir()) - before
    return profile.read_text(errors="replace")


def total(profile):
    return int(re.search(r"^totals: (\d+)", profile, re.MULTILINE)[1])


def inclusive(profile, wanted):
    """The instructions in functions whose names match, including their callees."""
    names, found, function, called = {}, 0, "", None
    for line in profile.splitlines():
        if match := re.match(r"(c?fn)=\((\d+)\)(?: (.*))?", line):
            kind, key, name = match.groups()
            names[key] = name or names[key]
            if kind == "fn":
                function = names[key]
            else:
                called = names[key]
        elif line.startswith("calls="):
            continue
        elif match := re.match(r"[+\-*\d]\S* (\d+)$", line):
            if wanted.search(function) and not (called and wanted.search(called)):
                found += int(match[1])
            called = None
    return found


def page(folder):
    """A page of one file: the look-up of a board's path depends on the names of all files of the page."""
    page = folder / "page"
    page.mkdir()
    (page / "index.html").touch()
    for name in ("clues", "lexicons"):
        (page / name).symlink_to(ROOT / "static" / name)
    return page


def measured():
    figures = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        valgrind = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={folder}/profile"]
        os.environ["SWIFT_DETERMINISTIC_HASHING"] = "1"
        # Valgrind 3.19 cannot read the debugging information of C files that clang has compiled.
        program = folder / "GameServer"
        subprocess.run(["strip", "--strip-debug", "-o", program, server_process.binary()], check=True)
        options = ["--store", "memory", "--no-address-limits", "--io-threads", "1", "--static", str(page(folder))]
        with server_process.ServerProcess(*options, program=program, wrapper=valgrind, cwd=ROOT) as server:
            for kind, messages in scripts(server.port):
                profiles = [profile_of(server, messages, folder) for _ in range(ROUNDS)]
                profile = sorted(profiles, key=total)[ROUNDS // 2]
                figures[kind] = total(profile) // REQUESTS
                if kind.startswith("board unchanged"):
                    figures["parser"] = inclusive(profile, PARSER) // REQUESTS
    return figures


def tools():
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout.splitlines()[0].strip()
    libevent = subprocess.run(["pkg-config", "--modversion", "libevent"], capture_output=True, text=True).stdout.strip()
    return {"swift": swift, "libevent": libevent, "libc": platform.libc_ver()[1], "machine": platform.machine()}


def read():
    rows = [line.split("\t") for line in ACCEPTED.read_text().splitlines() if line and not line.startswith("kind\t")]
    used = {name[2:]: value for name, value in rows if name.startswith("# ")}
    return used, {name: int(value) for name, value in rows if not name.startswith("# ")}


def write(figures):
    rows = [f"# {name}\t{value}" for name, value in tools().items()]
    rows += ["kind\tinstructions"] + [f"{kind}\t{count}" for kind, count in figures.items()]
    ACCEPTED.write_text("\n".join(rows) + "\n")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--accept", action="store_true", help="write the counts instead of comparing them")
    accept = arguments.parse_args().accept
    figures = measured()
    used, before = read() if ACCEPTED.exists() else ({}, {})
    print(f"{'instructions per':24}{'now':>10}{'accepted':>10}{'change':>9}")
    changed = []
    for kind, count in figures.items():
        change = count / before[kind] - 1 if kind in before else 0.0
        changed += [kind] if abs(change) > TOLERANCE or kind not in before else []
        print(f"{kind:24}{count:>10}{before.get(kind, '-'):>10}{change:>+9.1%}")
    if accept:
        write(figures)
        return
    if used != tools():
        print("Not comparable: the accepted counts were made with", *used.values())
        return
    if changed:
        sys.exit(
            f"The count differs by more than {TOLERANCE:.0%}: {', '.join(changed)}. "
            "If that is intended, run `make count-accept`.")


if __name__ == "__main__":
    main()
