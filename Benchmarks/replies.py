"""Captures the measured replies from the real server, and compares those of other servers with them."""

import json
import socket

LETTERS = "FIVEBYFIVEWORDGAMESONLINEX"
VOLATILE_KEYS = ("id", "game", "time", "created", "elapsed", "token")


class Captured:
    """The bytes of one reply."""

    def __init__(self, raw):
        self.raw = raw
        head, self.body = raw.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split()[1])
        self.headers = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines[1:])}

    def comparable_headers(self):
        """The headers that must be equal; the excluded ones may differ between servers and between replies."""
        excluded = ("date", "connection", "keep-alive", "x-request-id")
        return {name: value for name, value in self.headers.items() if name not in excluded}


def capture(server, method, path, headers=(), body=b""):
    """Sends one request on a new connection and returns the reply."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {server.host}:{server.port}", "Connection: close", *headers]
    if method == "POST":
        lines.append(f"Content-Length: {len(body)}")
    with socket.create_connection((server.host, server.port), timeout=5) as connection:
        connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        return Captured(b"".join(iter(lambda: connection.recv(65536), b"")))


def send_json(server, path, value):
    """Sends one POST with a JSON body and returns the reply."""
    return capture(server, "POST", path, ["Content-Type: application/json"], json.dumps(value).encode())


def capture_all(server, letters=LETTERS):
    """Fills the board; returns the replies to a board GET, to a GET with its ETag, and to an edit."""
    for cell in range(25):
        edit = send_json(server, f"/board/cells/{cell}", {"value": letters[cell]})
        expect(edit.status == 200, f"{server.name} answered an edit with {edit.status}: {edit.body!r}")
    board = capture(server, "GET", "/board")
    expect(board.status == 200, f"GET /board was answered with {board.status}")
    expect(len(json.loads(board.body)["cells"]) == 25, "GET /board does not have 25 cells")
    expect("etag" in board.headers, "GET /board has no ETag")
    not_modified = capture(server, "GET", "/board", [f"If-None-Match: {board.headers['etag']}"])
    expect(not_modified.status == 304, f"If-None-Match with the current ETag was answered with {not_modified.status}")
    expect(not_modified.body == b"", "a 304 has a body")
    expect(json.loads(edit.body)["events"], "an edit was answered without its event")
    return board, not_modified, edit


def compare(reference, board, not_modified, edit):
    """Exits unless the reference server sends the same statuses, headers and bodies."""
    same_etag = [f"If-None-Match: {board.headers['etag']}"]
    pairs = [
        ("GET /board", board, capture(reference, "GET", "/board")),
        ("the 304", not_modified, capture(reference, "GET", "/board", same_etag)),
        ("the edit", edit, capture(reference, "POST", "/board/cells/0", body=b'{"value":"A"}')),
    ]
    for label, server, other in pairs:
        expect(server.status == other.status, f"{label}: {server.status} against {other.status}")
        expect(server.body == other.body, f"{label}: the bodies differ")
        expect(
            server.comparable_headers() == other.comparable_headers(),
            f"{label}: the headers differ: {server.comparable_headers()} against {other.comparable_headers()}")


def compare_fixed(peer, board, not_modified):
    """Exits unless a server with fixed replies sends the same two, possibly with more headers; returns its replies."""
    captured = []
    for label, ours, headers in (
            ("GET /board", board, []), ("the 304", not_modified, [f"If-None-Match: {board.headers['etag']}"])):
        theirs = capture(peer, "GET", "/board", headers)
        expect(theirs.status == ours.status, f"{peer.name}, {label}: {ours.status} against {theirs.status}")
        expect(theirs.body == ours.body, f"{peer.name}, {label}: the bodies differ")
        missing = {*ours.comparable_headers().items()} - {*theirs.headers.items()}
        expect(not missing, f"{peer.name}, {label}: {missing} is missing")
        captured.append(theirs)
    return captured


def compare_dynamic(ours, peer, letters):
    """Exits unless a server with real boards answers and refuses the same requests alike.

    The order of JSON keys and the values of `VOLATILE_KEYS` may differ. Returns the peer's replies like `capture_all`.
    """
    captured = capture_all(peer, letters)
    pairs = list(zip(("GET /board", "the 304", "the edit"), capture_all(ours, letters), captured))
    pairs += [
        (label, *(send_json(server, path, body) for server in (ours, peer)))
        for label, path, body in (
            ("an edit that changes nothing", "/board/cells/24", {"value": letters[24]}),
            ("a word in a cell", "/board/cells/3", {"value": "AB"}),
            ("an unknown cell", "/board/cells/25", {"value": "A"}),
            ("a new game", "/games", {"rules": "free"}))
    ]
    for label, one, other in pairs:
        expect(one.status == other.status, f"{peer.name}, {label}: {one.status} against {other.status}")
        expect(one.headers.get("etag") == other.headers.get("etag"), f"{peer.name}, {label}: the ETags differ")
        if one.status in (200, 201):
            expect(
                without_volatile(one) == without_volatile(other),
                f"{peer.name}, {label}: {one.body!r} against {other.body!r}")
    return captured


def without_volatile(reply):
    """The JSON of a reply without `VOLATILE_KEYS`."""
    def plain(value):
        if isinstance(value, dict):
            return {name: plain(inner) for name, inner in value.items() if name not in VOLATILE_KEYS}
        return [plain(inner) for inner in value] if isinstance(value, list) else value

    return plain(json.loads(reply.body))


def expect(condition, message):
    """Exits if a reply is wrong, because its figures would be meaningless."""
    if not condition:
        raise SystemExit(f"Unexpected reply: {message}")


def check_edits(changes, requests, at_least=0.98):
    """Exits if too many edits of the load changed nothing, because such edits are cheaper.

    The first 25 may find their letter on the board.
    """
    expect(changes >= at_least * requests - 25, f"{requests} edits made only {changes} changes")
