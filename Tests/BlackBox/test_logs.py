"""The log, the access log, and the report of slow requests."""

import json
import re
import signal

from client import Wire, ask, eventually, lobby, new_game
from server_process import ServerProcess
from streams import Stream

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def logfmt(line):
    """The fields of a line; a value in quotes is a JSON string."""
    fields = {}
    for name, value in re.findall(r'([a-z_]+)=("(?:\\.|[^"\\])*"|[^ "]*)(?: |$)', line):
        fields[name] = json.loads(value) if value.startswith('"') else value
    assert len(fields) == len(re.findall(r'(?:^| )[a-z_]+=', re.sub(r'"(\\.|[^"\\])*"', "", line))), line
    return fields


def entries(path, count, parse=logfmt):
    """The first entries of an access log, once it has this many."""
    eventually(lambda: path.exists() and path.read_text().count("\n") >= count)
    return [parse(line) for line in path.read_text().splitlines()]


def test_each_event_is_one_line_of_logfmt_by_default():
    with ServerProcess() as server:
        eventually(lambda: "libevent" in server.stderr)
        lines = server.stderr.splitlines()
    events = [logfmt(line) for line in lines]
    assert events and all(TIME.fullmatch(event["time"]) and event["level"] and event["msg"] for event in events)


def test_each_event_is_a_json_object_on_request(tmp_path):
    log = tmp_path / "access"
    with ServerProcess("--log-format", "json", "--access-log", log) as server:
        ask(server, "GET", "/board")
        entry = entries(log, 1, json.loads)[0]
        eventually(lambda: "libevent" in server.stderr)
        events = [json.loads(line) for line in server.stderr.splitlines()]
    assert events and all(TIME.fullmatch(event["time"]) and event["level"] and event["msg"] for event in events)
    assert (entry["route"], entry["status"]) == ("/board", 200) and isinstance(entry["us"], int), entry


def test_the_access_log_has_a_line_for_every_request(tmp_path):
    log = tmp_path / "access"
    with ServerProcess("--access-log", log) as server:
        game = new_game(server)
        requests = [
            ("GET", "/board", 200, "/board"),
            ("GET", f"/games/{game.id}/board", 200, "/games/{id}/board"),
            ("POST", f"/games/{game.id}/board/cells/1", 422, "/games/{id}/board/cells/{cell}"),
            ("DELETE", "/board", 405, "/board"),
            ("GET", "/nothing", 404, "-"),
            ("GET", "/favicon.svg", 200, "/favicon.svg"),
        ]
        answers = [ask(server, method, path, "7" if method == "POST" else None) for method, path, _, _ in requests]
        with Wire(server) as wire:
            refused = wire.send("NONSENSE\r\n\r\n").answer()
        found = entries(log, 2 + len(requests))[1:]
    for (method, _, status, route), answer, entry in zip(requests, answers, found):
        assert (entry["method"], entry["route"], entry["status"]) == (method, route, str(status)), entry
        assert (entry["id"], entry["address"]) == (answer.header("X-Request-Id"), "127.0.0.1"), entry
        assert int(entry["bytes"]) > len(answer.body) and int(entry["us"]) > 0, entry
    assert (found[-1]["status"], found[-1]["id"]) == ("400", refused.header("X-Request-Id")), found[-1]


def test_the_access_log_names_the_client_behind_a_trusted_proxy(tmp_path):
    log = tmp_path / "access"
    with ServerProcess("--access-log", log, "--trusted-proxy", "127.0.0.1") as server:
        ask(server, "GET", "/board", headers={"X-Forwarded-For": "2001:db8::7"})
        assert entries(log, 1)[0]["address"] == "2001:db8::7"


def test_a_stream_is_logged_when_it_ends(tmp_path):
    log = tmp_path / "access"
    with ServerProcess("--access-log", log, "--slow", "1ms") as server:
        with Stream(server, "/events") as stream:
            stream.next()
            assert log.read_text() == ""
        (entry,) = entries(log, 1)
        assert entry["route"] == "/events" and int(entry["bytes"]) > 100, entry
        assert "slow" not in server.stderr, "a stream is not slow"


def test_the_access_log_contains_no_token_letter_or_query(tmp_path):
    log = tmp_path / "access"
    with ServerProcess("--access-log", log, "--slow", "0ms") as server:
        game = lobby(server)
        seat = game.seat()
        ask(server, "GET", "/board?after=0&secret=QXQ", token=seat.token)
        ask(server, "POST", "/board/cells/0", "Q", token=seat.token)
        entries(log, 3)
        text = log.read_text() + server.stderr
    assert seat.token not in text and "secret" not in text and "QXQ" not in text, text


def test_sighup_reopens_the_access_log(tmp_path):
    log, old = tmp_path / "access", tmp_path / "access.1"
    with ServerProcess("--access-log", log) as server:
        ask(server, "GET", "/board")
        entries(log, 1)
        log.rename(old)
        server.send(signal.SIGHUP)
        eventually(log.exists)
        ask(server, "GET", "/healthz")
        assert [entry["route"] for entry in entries(log, 1)] == ["/healthz"]
    assert old.read_text().count("\n") == 1 and log.stat().st_mode & 0o777 == 0o600


def test_without_an_access_log_nothing_is_written_for_a_request(own_server):
    eventually(lambda: "libevent" in own_server.stderr)
    before = own_server.stderr
    ask(own_server, "GET", "/board")
    ask(own_server, "GET", "/nothing")
    assert own_server.stderr == before


def test_a_slow_request_is_logged_with_where_the_time_went(tmp_path):
    with ServerProcess("--slow", "0ms") as server:
        answer = ask(server, "POST", "/board/cells/0", "A")
        eventually(lambda: "slow request" in server.stderr)
        (line,) = [line for line in server.stderr.splitlines() if "slow request" in line]
    entry = logfmt(line)
    assert (entry["level"], entry["id"]) == ("warning", answer.header("X-Request-Id"))
    parts = [int(entry[name]) for name in ("queue_us", "wake_us", "handler_us", "store_us")]
    assert parts[3] > 0 and abs(sum(parts) - int(entry["us"])) < 10, entry


def test_a_fast_request_is_not_logged_as_slow():
    with ServerProcess("--slow", "10s") as server:
        ask(server, "POST", "/board/cells/0", "A")
        assert "slow request" not in server.stderr
