"""A normal player in a separate process: reads a board, writes on it, follows it, and checks every answer.

`Player` starts the process. It reads the commands `phase NAME` and `end` from standard input, and at the end
writes one JSON object: the milliseconds of reads, edits and events by phase, and the wrong answers.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys
import threading
import time
import types

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "BlackBox"), str(HERE.parent)]

from wire import Closed, Wire  # noqa: E402

ADDRESS = "127.0.0.2"  # the attackers use 127.0.0.1, so that they do not share limits for each address
RATE = 100  # requests a second
PATIENCE = 60  # seconds for one answer, longer than any attack


class PlayerSession:
    """The player's requests over one connection, and one stream."""

    def __init__(self, host, port):
        server = types.SimpleNamespace(scheme="http", host=host, port=port)
        self.phase, self.is_over = None, False
        self.times = collections.defaultdict(lambda: collections.defaultdict(list))
        self.faults = []
        self.sent = {}  # phase and send time of each edit, by sequence
        self.sequence = self.written = self.received = 0
        self.tag = None
        self.wire = Wire(server, timeout=PATIENCE, source=ADDRESS)
        made = self._request("POST", "/games", {"rules": "free", "options": {"open": True}})
        self.path = f"/games/{made.json['id']}"
        self.stream = Wire(server, timeout=PATIENCE, source=ADDRESS)
        self.stream.request("GET", self.path + "/events", headers={"Accept": "text/event-stream"}).head()
        threading.Thread(target=self._listen, daemon=True).start()

    def run(self):
        """Plays at a fixed rate until `is_over`."""
        due = time.monotonic()
        number = 0
        while not self.is_over:
            time.sleep(max(0.0, due - time.monotonic()))
            # If the answer before came late, the time since this request was due counts too.
            began, phase = (time.monotonic() if time.monotonic() < due + 0.002 else due), self.phase
            kind = self._step(number, began, phase)
            self.times[phase][kind].append((time.monotonic() - began) * 1000)
            due = max(due + 1 / RATE, time.monotonic() - 1)
            number += 1

    def _step(self, number, began, phase):
        if number % 10 in (2, 5, 8):
            self._edit(number, began, phase)
            return "edit"
        headers = {"If-None-Match": self.tag} if number % 10 == 4 and self.tag else {}
        answer = self._request("GET", self.path + "/board", headers=headers)
        expected = 304 if headers.get("If-None-Match") == f'"{self.sequence}"' else 200
        self._check(answer.status == expected, f"board: {answer.status}")
        if answer.status == 200:
            self.tag = answer.etag
            self._check(answer.json["sequence"] == self.sequence, f"board at {answer.etag}, not {self.sequence}")
        return "read"

    def _edit(self, number, began, phase):
        letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[self.written // 25 % 26]
        self.sent[self.sequence + 1] = phase, began
        answer = self._request("POST", f"{self.path}/board/cells/{self.written % 25}", letter)
        self.written += 1
        if self._check(answer.status == 200, f"edit: {answer.status} {answer.body[:200]}"):
            wanted = self.sequence + 1
            self._check(answer.json["sequence"] == wanted, f"edit {answer.json['sequence']}, not {wanted}")
            self.sequence = answer.json["sequence"]

    def _request(self, method, target, body=None, headers=()):
        answer = self.wire.request(method, target, body, headers).answer(method)
        if (answer.header("Connection") or "").lower() == "close":
            self.wire.close()
            self.wire.open()
        return answer

    def _check(self, is_right, what):
        if not is_right:
            self.faults.append(f"{self.phase}: {what}")
        return is_right

    def _listen(self):
        try:
            for chunk in self.stream.chunks():
                now = time.monotonic()
                for found in re.findall(rb"^id: (\d+)$", chunk, re.MULTILINE):
                    self._receive(int(found), now)
        except (Closed, OSError) as error:
            if not self.is_over:
                self.faults.append(f"{self.phase}: the stream ended: {error}")

    def _receive(self, sequence, now):
        if sequence in self.sent:
            self._check(sequence == self.received + 1, f"event {sequence} after {self.received}")
            phase, began = self.sent.pop(sequence)
            self.times[phase]["event"].append((now - began) * 1000)
        self.received = sequence

    def wait_for_events(self):
        """Waits until the stream has delivered every edit."""
        deadline = time.monotonic() + PATIENCE
        while self.received < self.sequence and time.monotonic() < deadline:
            time.sleep(0.01)
        self._check(self.received == self.sequence, f"received {self.received} of {self.sequence} edits")


def main(host, port):
    session = PlayerSession(host, int(port))
    print("ready", flush=True)

    def run():
        try:
            session.run()
        except (Closed, OSError, ValueError) as error:
            session.faults.append(f"{session.phase}: {error!r}")

    playing = threading.Thread(target=run)
    playing.start()
    for line in sys.stdin:
        if line.startswith("end"):
            break
        session.phase = line.split()[1]
    session.is_over = True
    playing.join()
    session.wait_for_events()
    times = {phase: kinds for phase, kinds in session.times.items() if phase}
    print(json.dumps({"times": times, "faults": session.faults}), flush=True)


class Player:
    """Starts and controls the player's process."""

    def __init__(self, server):
        command = [sys.executable, __file__, server.host, str(server.port)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        if self.process.stdout.readline() != "ready\n":
            raise RuntimeError("the player could not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def begin(self, phase):
        self.process.stdin.write(f"phase {phase}\n")

    def end(self):
        """Ends the process; returns its report."""
        self.process.stdin.write("end\n")
        report = self.process.stdout.readline()
        self.process.wait(PATIENCE)
        return json.loads(report)


if __name__ == "__main__":
    main(*sys.argv[1:])
