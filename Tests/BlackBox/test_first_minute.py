"""Every curl line of the contract's first section, as written except for the port."""

import json
import subprocess
import threading

import pytest

from client import ask, lobby, wait_for_polls
from fold import EMPTY, Copy

pytestmark = pytest.mark.smoke


def run(server, line, seconds=60):
    """Runs a line in a shell, with the port of this server; returns its output."""
    line = line.replace("localhost:8080", f"localhost:{server.port}")
    done = subprocess.run(["bash", "-c", line], capture_output=True, timeout=seconds, text=True)
    assert done.returncode == 0, f"{line}: exit {done.returncode}, {done.stderr}"
    return done.stdout


def test_the_lobby_always_exists_and_is_open(own_server):
    board = json.loads(run(own_server, "curl localhost:8080/board"))
    assert (board["game"], board["board"], board["sequence"], board["size"]) == ("lobby", 0, 0, 5)
    assert board["text"] == EMPTY and board["hash"] == Copy().hash
    assert len(board["cells"]) == 25
    assert lobby(own_server).show()["open"] is True


def test_curl_writes_and_clears_a_letter(own_server):
    done = json.loads(run(own_server, "curl -d A localhost:8080/board/cells/12"))
    assert done["sequence"] == 1
    (event,) = done["events"]
    assert event.pop("time").endswith("Z")
    event.pop("hash", None)
    changed = {"sequence": 1, "type": "cell.changed", "board": 0, "cell": 12, "value": "A", "previous": ""}
    assert event == changed
    assert json.loads(run(own_server, "curl localhost:8080/board"))["text"] == "...../...../..A../...../....."

    done = json.loads(run(own_server, "curl -X DELETE localhost:8080/board/cells/12"))
    assert [(event["value"], event["previous"]) for event in done["events"]] == [("", "A")]
    assert json.loads(run(own_server, "curl localhost:8080/board"))["text"] == EMPTY


def test_the_board_is_served_as_text_svg_and_json(own_server):
    run(own_server, "curl -d A localhost:8080/board/cells/12")
    assert (
        run(own_server, "curl -H 'Accept: text/plain' localhost:8080/board")
        == ".....\n.....\n..A..\n.....\n.....\n"
    )
    assert run(own_server, "curl localhost:8080/board.txt") == ".....\n.....\n..A..\n.....\n.....\n"
    assert "<svg" in run(own_server, "curl localhost:8080/board.svg")
    assert json.loads(run(own_server, "curl localhost:8080/board.json"))["sequence"] == 1


def test_the_long_poll_answers_when_the_sequence_passes_42(own_server):
    board, answers = lobby(own_server), []
    board.fill("X")  # 25
    for cell in range(17):  # 42
        assert board.edit(cell, "Y").status == 200
    command = "curl 'localhost:8080/board?after=42&wait=25'"
    waiting = threading.Thread(target=lambda: answers.append(run(own_server, command)))
    waiting.start()
    wait_for_polls(own_server)
    assert not answers, "the poll waits at sequence 42"
    assert board.edit(20, "Z").status == 200
    waiting.join()
    assert [json.loads(answer)["sequence"] for answer in answers] == [43]


def test_curl_follows_the_lobby_as_server_sent_events(own_server):
    command = f"curl -sN localhost:{own_server.port}/events"
    with subprocess.Popen(["bash", "-c", "exec " + command], stdout=subprocess.PIPE, text=True) as live:
        try:
            head = [live.stdout.readline().rstrip("\n")]
            while head[-1] != "event: snapshot":
                head.append(live.stdout.readline().rstrip("\n"))
                assert len(head) < 10, head
            assert head[0] == "retry: 2000"
            ask(own_server, "POST", "/board/cells/c3", {"value": "A"})
            lines = []
            while "event: cell.changed" not in lines:
                lines.append(live.stdout.readline().rstrip("\n"))
            assert "id: 1" in lines + [
                live.stdout.readline().rstrip("\n"),
                live.stdout.readline().rstrip("\n"),
            ]
        finally:
            live.terminate()


def test_curl_follows_the_lobby_as_ndjson(own_server):
    command = f"curl -sN -H 'Accept: application/x-ndjson' localhost:{own_server.port}/events"
    with subprocess.Popen(["bash", "-c", "exec " + command], stdout=subprocess.PIPE, text=True) as live:
        try:
            assert json.loads(live.stdout.readline())["event"] == "snapshot"
        finally:
            live.terminate()


def test_root_paths_mean_the_lobby(own_server):
    run(own_server, "curl -d B localhost:8080/board/cells/a1")
    for short in ("/board", "/board.txt", "/board.svg", "/history", "/actions"):
        assert ask(own_server, "GET", short).body == ask(own_server, "GET", "/games/lobby" + short).body, (
            short
        )
