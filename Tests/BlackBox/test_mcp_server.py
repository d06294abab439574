"""The adaptor for language models keeps to the protocol, refuses bad input, and keeps the player's key."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys

import pytest

from client import ask
from mcp_client import ANSWER_LIMIT, META, PROGRAM, REVISION, SQUARES, CannedServer, Mcp
from server_process import ServerProcess


@pytest.fixture
def keys(tmp_path):
    return tmp_path / "keys.json"


# --------------------------------------------------------------------------------------------- the protocol


def test_the_tools_are_described_with_valid_schemas(mcp):
    listed = mcp.ask("tools/list")["result"]
    assert listed["ttlMs"] > 0 and listed["cacheScope"] == "public"
    names = [tool["name"] for tool in listed["tools"]]
    assert {"list_kinds", "start_game", "look", "act", "write", "give_up", "review"} <= {*names}
    for tool in listed["tools"]:
        schema = tool["inputSchema"]
        assert tool["description"] and schema["additionalProperties"] is False
        assert {*schema["required"]} <= schema["properties"].keys()
        assert all(each["type"] and each["description"] for each in schema["properties"].values())
    assert "key" not in json.dumps(listed).replace("keyboard", "").lower()


def test_a_client_of_each_revision_is_served(server):
    with Mcp(server.url) as mcp:
        assert mcp.ask("tools/list", meta=None)["error"]["code"] == -32602
        found = mcp.ask("server/discover")["result"]
        assert found["supportedVersions"][0] == REVISION and found["capabilities"] == {"tools": {}}
        assert found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] and found["instructions"]
        name = "io.modelcontextprotocol/protocolVersion"
        error = mcp.ask("tools/list", meta={**META, name: "1900-01-01"})["error"]
        assert error["code"] == -32022
        assert error["data"] == {"supported": found["supportedVersions"], "requested": "1900-01-01"}
        for lacking in META.keys() - {"io.modelcontextprotocol/clientInfo"}:
            meta = {key: value for key, value in META.items() if key != lacking}
            assert mcp.ask("tools/list", meta=meta)["error"]["code"] == -32602
        assert mcp.ask("ping", meta=None)["result"]
        for wanted, agreed in [
            ("2025-11-25", "2025-11-25"),
            ("2025-06-18", "2025-06-18"),
            ("1", "2025-11-25"),
        ]:
            result = mcp.ask("initialize", {"protocolVersion": wanted, "capabilities": {}}, meta=None)[
                "result"
            ]
            assert result["protocolVersion"] == agreed and result["serverInfo"]["version"]
        mcp.send(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')
        assert mcp.ask("tools/list", meta={"progressToken": 1})["result"]["tools"]
        called = mcp.ask("tools/call", {"name": "look", "arguments": {"game": "lobby"}}, meta=None)
        assert called["result"]["structuredContent"]["rules"] == "free"


@pytest.mark.parametrize(
    "line, code",
    [
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"\x00", -32700),
        (b'{"jsonrpc": "2.0", "id": NaN, "method": "ping"}', -32700),
        (b'{"jsonrpc": "2.0", "id": 1' + b"0" * 5000 + b', "method": "ping"}', -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b"7", -32600),
        (b"{}", -32600),
        (b'[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', -32600),
        (b'{"jsonrpc": "1.0", "id": 1, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": 7}', -32600),
        (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": true, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1e999, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": {"a": 1}, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": "' + b"x" * (2 << 20) + b'"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/burn"}', -32601),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "__init__"}', -32601),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}', -32602),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": null}', -32602),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": 7}}', -32602),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}', -32602),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": []}}', -32602),
    ],
    ids=lambda value: str(value)[:50],
)
def test_a_malformed_line_gets_the_error_of_json_rpc_and_harms_nothing(mcp, line, code):
    answer = mcp.exchange(line)
    assert answer["error"]["code"] == code and answer["error"]["message"]
    # Only an id that could be read is repeated.
    assert answer.get("id") == (
        1 if b'"id": 1,' in line and len(line) < 1 << 20 and line[:1] == b"{" else None
    )
    assert mcp.ask("ping")["result"]


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"name": 7},
        {"name": "burn"},
        {"name": "ask", "arguments": {"method": "GET", "path": "/players/me"}},
    ]
    + [{"name": name} for name in ("__init__", "shown", "identify", "identities", "Look", "")]
    + [{"name": "look", "arguments": wrong} for wrong in ([], "lobby", None, 7)],
    ids=str,
)
def test_a_call_of_no_tool_is_a_protocol_error(mcp, params):
    assert mcp.ask("tools/call", params)["error"]["code"] == -32602


def test_a_number_beyond_all_bounds_is_refused_by_the_server(mcp):
    arguments = b'{"kind": "guess", "options": {"seed": 1e999}}'
    meta = json.dumps(META).encode()
    params = b'{"name": "start_game", "arguments": ' + arguments + b', "_meta": ' + meta + b"}"
    answer = mcp.exchange(b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ' + params + b"}")
    assert answer["result"]["isError"] is True


def test_an_unknown_page_of_the_list_is_a_protocol_error(mcp):
    assert mcp.ask("tools/list", {"cursor": "2"})["error"]["code"] == -32602


def test_notifications_and_empty_lines_get_no_response(mcp):
    for line in (b"", b"  ", b"\r", b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {}}'):
        mcp.send(line)
    mcp.send(b'{"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "start_game"}}')
    assert mcp.ask("ping")["result"]


@pytest.mark.parametrize(
    "tool, arguments",
    [
        ("look", {}),
        ("look", {"game": 7}),
        ("look", {"game": None}),
        ("look", {"game": "lobby", "token": "x"}),
        ("look", {"game": "lobby", "after": "1"}),
        ("look", {"game": "lobby", "after": True}),
        *[
            ("look", {"game": game})
            for game in ("", ".", "..", "a/b", "../players/me", "lobby/export", "lobby?a=1")
        ],
        *[
            ("look", {"game": game})
            for game in ("lobby\n", "lobby\r\nX: y", "lobby#", "lob by", "l%6fbby", "%2e%2e")
        ],
        *[
            ("look", {"game": game})
            for game in ("ｌobby", "\ud800", "\x00", "x" * 65, "x" * 500_000, "nobodyhasmade")
        ],
        ("act", {"game": "lobby", "action": "../board"}),
        ("act", {"game": "lobby", "action": "burn"}),
        ("act", {"game": "lobby", "action": "clear", "parameters": []}),
        ("act", {"game": "lobby", "action": "clear", "parameters": {"x": 1}}),
        ("answer_prompt", {"game": "lobby", "prompt": 1, "button": 1}),
        ("answer_prompt", {"game": "lobby", "prompt": -1, "button": 10**300}),
        ("answer_prompt", {"game": "lobby", "prompt": 1.5, "button": 1}),
        ("write", {"game": "lobby", "cells": []}),
        ("write", {"game": "lobby", "cells": {"z9": "A"}}),
        ("write", {"game": "lobby", "cells": {"../a1": "A"}}),
        *[
            ("write", {"game": "lobby", "cells": {"a1": value}})
            for value in ("AB", "\n", "\x1b[2J", "\u202e", "\ud800")
        ],
        *[
            ("write", {"game": "lobby", "cells": {"a1": value}})
            for value in (7, None, {"a": "b"}, "A" * 500_000)
        ],
        ("write", {"game": "lobby", "cells": {str(number): "A" for number in range(5000)}}),
        ("start_game", {"kind": "chess"}),
        ("start_game", {"kind": "../games"}),
        ("start_game", {"kind": "guess", "options": {"burn": 1}}),
        ("start_game", {"kind": "guess", "options": {"seed": "x" * 500_000}}),
        ("start_game", {"kind": "guess", "daily": "yes"}),
        ("start_game", {"kind": "guess", "daily": True, "options": {"lexicon": "\ud800"}}),
        ("start_game", {"kind": "guess", "daily": True, "options": {"date": {"a": ["&x=y"]}}}),
        ("start_game", {"kind": "guess", "bots": "medium"}),
        ("start_game", {"kind": "free", "bots": [{}]}),
        ("list_kinds", {"kind": "chess"}),
        ("join_game", {"game": "nobodyhasmade"}),
        ("give_up", {"game": "lobby"}),
        ("review", {"game": "lobby"}),
    ],
    ids=lambda value: ascii(value)[:60],
)
def test_wrong_arguments_are_failures_of_the_tool_that_change_nothing(mcp, server, tool, arguments):
    before = ask(server, "GET", "/board").json["sequence"]
    assert len(mcp.failure(tool, **arguments)) < 300
    assert ask(server, "GET", "/board").json["sequence"] == before
    assert mcp.call("look", game="lobby")["rules"] == "free"


# -------------------------------------------------------------------------------------- its ends, and servers


def test_the_program_ends_with_its_input(server):
    for last in (b"", b'{"jsonrpc": "2.0", "id": 1, "meth', b"x" * (3 << 20)):
        with Mcp(server.url) as mcp:
            assert mcp.ask("ping")["result"]
            mcp.process.stdin.write(last)
            assert mcp.end() == 0 and not mcp.errors


def test_the_program_ends_on_an_interrupt_and_when_nobody_reads_its_output(server):
    with Mcp(server.url) as mcp:
        assert mcp.ask("ping")["result"]
        mcp.process.send_signal(signal.SIGINT)
        assert mcp.process.wait(ANSWER_LIMIT) == 0 and not mcp.errors
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, PROGRAM, server.url]
    line = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n'
    done = subprocess.run(command, input=line, stdout=writing, stderr=subprocess.PIPE, timeout=ANSWER_LIMIT)
    os.close(writing)
    assert b"Traceback" not in done.stderr, done.stderr


def test_a_server_that_is_gone_is_a_failure_until_it_is_back(own_free_server, keys):
    with Mcp(own_free_server.url, "--key-file", keys) as mcp:
        game = mcp.call("start_game", kind="guess")
        own_free_server.stop()
        for tool, arguments in [
            ("look", {"game": game["id"]}),
            ("list_kinds", {}),
            ("start_game", {"kind": "free"}),
        ]:
            assert "No answer" in mcp.failure(tool, **arguments)
        own_free_server.start()
        word = dict(zip(SQUARES, "CRANE", strict=False))
        assert mcp.call("write", game=game["id"], cells=word)["boards"][0]["lines"][0] == "CRANE"


def test_a_server_that_has_lost_its_players_gets_a_new_one():
    with ServerProcess("--store", "memory") as server, Mcp(server.url) as mcp:
        mcp.call("start_game", kind="guess")
        server.restart()
        assert mcp.failure("start_game", kind="guess")
        assert mcp.call("start_game", kind="guess")["yourSeat"] == 1


def test_the_key_is_in_a_file_for_its_owner_only_and_brings_the_player_back(server, keys):
    keys.write_text("{}")
    keys.chmod(0o644)
    with Mcp(None, "--key-file", keys, FIVEBYFIVE_SERVER=server.url) as mcp:
        game = mcp.call("start_game", kind="guess")["id"]
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600 and os.listdir(keys.parent) == [keys.name]
    keys.chmod(0o644)
    with Mcp(server.url + "/", "--key-file", keys) as mcp:
        assert mcp.call("look", game=game)["yourSeat"] == 1
        assert mcp.call("give_up", game=game)["state"] == "finished"
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600


def test_no_other_server_gets_the_key(server, keys):
    with Mcp(server.url, "--key-file", keys) as mcp:
        mcp.call("start_game", kind="guess")
    (secret,) = [each["key"] for each in json.loads(keys.read_text()).values()]
    with (
        CannedServer({}) as other,
        CannedServer({"/rules": (303, {}, ("Location", other.url))}) as redirecting,
    ):
        with Mcp(other.url, "--key-file", keys) as mcp:
            assert mcp.failure("look", game="lobby")
        kept = {**json.loads(keys.read_text()), redirecting.url: {"player": "p", "key": "a key"}}
        keys.write_text(json.dumps(kept))
        with Mcp(redirecting.url, "--key-file", keys) as mcp:
            assert "303" in mcp.failure("list_kinds")
        assert secret not in str(other.requests + redirecting.requests) and len(redirecting.requests) == 1
        assert "Authorization" not in str(other.requests) and len(other.requests) == 1


@pytest.mark.parametrize(
    "content", [b"<html>", b"[1]", b"7", b"null", b"\xff", b"", b"[" * 100_000], ids=repr
)
def test_a_server_of_something_else_is_a_failure(content):
    with CannedServer({"/rules": (200, content)}) as other, Mcp(other.url) as mcp:
        assert "FiveByFive" in mcp.failure("list_kinds")
        assert "404" in mcp.failure("look", game="lobby")


def test_an_address_without_a_server_is_a_failure():
    with socket.create_server(("127.0.0.1", 0)) as closed:
        url = f"http://127.0.0.1:{closed.getsockname()[1]}"
    for address in (url, "http://", "http://[", "http://127.0.0.1:99999", "http://no host"):
        with Mcp(address) as mcp:
            assert "server" in mcp.failure("list_kinds")


@pytest.mark.parametrize(
    "content", [b"<html>", b"{}", b'{"detail": 7}', b"[]", b"\xff", b"[" * 100_000], ids=repr
)
def test_a_refusal_that_is_no_problem_document_is_told_by_its_status(content):
    with CannedServer({"/rules": (418, content)}) as other, Mcp(other.url) as mcp:
        assert "418" in mcp.failure("list_kinds")


@pytest.mark.parametrize(
    "content", ["", "[", "[]", "7", '{"http://localhost": "key"}', '{"http://localhost": {}}']
)
def test_a_file_that_is_no_key_file_is_left_as_it_is(server, keys, content):
    keys.write_text(content)
    keys.chmod(0o644)
    for path in (keys, keys.parent):
        mode = path.stat().st_mode
        with Mcp(server.url, "--key-file", path) as mcp:
            assert mcp.process.wait(ANSWER_LIMIT) == 1
            assert "no key file" in mcp.errors and "Traceback" not in mcp.errors
        assert path.stat().st_mode == mode
    assert keys.read_text() == content and os.listdir(keys.parent) == [keys.name]


def test_a_key_file_that_cannot_be_written_costs_no_game(server, keys):
    with Mcp(server.url, "--key-file", keys.parent / "missing" / "keys.json") as mcp:
        assert "until this program ends" in mcp.failure("start_game", kind="guess")
        assert mcp.call("start_game", kind="guess")["yourSeat"] == 1


def test_an_address_that_is_not_of_http_ends_the_program_with_a_sentence():
    for address in ("file:///etc/passwd", "localhost:8080", ""):
        with Mcp(None, FIVEBYFIVE_SERVER=address) as mcp:
            assert mcp.process.wait(ANSWER_LIMIT) == 2
            assert "such as http://localhost:8080" in mcp.errors and "Traceback" not in mcp.errors


def test_a_kind_that_nobody_here_knows_is_described_as_the_server_does():
    cell = {"row": 0, "column": 0, "kind": "letter", "value": ""}
    board = [{**cell, "index": index, "square": square} for index, square in enumerate(SQUARES)]
    board[1] |= {"kind": "star", "mark": "warm", "value": "A"}
    board[7] |= {"mark": "warm", "value": "QU", "trap": True}
    shared = {"game": "x1", "board": 0, "sequence": 3, "hash": "00", "size": 5, "heat": 9, "cells": board}
    shared["text"] = ".A.../..Q../...../...../....."
    seats = [{"seat": 1, "name": "Ann"}]
    game = {"id": "x1", "rules": "odd", "state": "playing", "sequence": 3, "seats": seats, "boards": [shared]}
    game |= {"fuel": 4, "prompts": [], "actions": ["leap"], "host": {"token": "secret"}}
    leap = {"name": "leap", "title": "Leap", "parameters": {"over": {"type": "integer"}}}
    kind = {"name": "odd", "title": "Odd", "options": {"type": "object", "properties": {}}}
    answers = {"/rules": (200, {"rules": [kind]}), "/games/x1": (200, game)}
    answers |= {"/games/x1/actions": (200, {"actions": [leap]}), "/games/x1/actions/leap": (200, {})}
    with CannedServer(answers) as other, Mcp(other.url) as mcp:
        assert mcp.call("list_kinds", kind="odd") == kind
        shown = mcp.call("act", game="x1", action="leap", parameters={"over": 2})
        assert json.loads(other.requests[1][3]) == {"over": 2}
        assert shown["actions"] == [leap] and shown["fuel"] == 4 and shown["yourSeat"] is None
        (seen,) = shown["boards"]
        assert seen["lines"] == [".A...", "..Q..", ".....", ".....", "....."] and seen["heat"] == 9
        assert (seen["mark warm"], seen["kind star"]) == ("b1 c2", "b1")
        assert seen["trap True"] == seen["value QU"] == "c2" and "secret" not in str(shown)
