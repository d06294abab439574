"""The three replies that are measured: captured from the real server, and compared with what the yardstick sends."""

import json
import socket

LETTERS = "FIVEBYFIVEWORDGAMESONLINEX"


class Captured:
    """The bytes of one reply, as they came over the wire."""

    def __init__(self, raw):
        self.raw = raw
        head, self.body = raw.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split()[1])
        self.headers = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines[1:])}

    def same_headers(self):
        """What has to be equal, byte for byte; these three are each server's own affair."""
        return {name: value for name, value in self.headers.items() if name not in ("date", "connection", "keep-alive")}


def capture(server, method, path, headers=(), body=b""):
    """Sends one request on a connection of its own and gives the whole reply."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {server.host}:{server.port}", "Connection: close", *headers]
    if method == "POST":
        lines.append(f"Content-Length: {len(body)}")
    with socket.create_connection((server.host, server.port), timeout=5) as connection:
        connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        return Captured(b"".join(iter(lambda: connection.recv(65536), b"")))


def capture_all(server):
    """Fills the board, then gives the replies to a board GET, to the same with its ETag, and to an edit."""
    json_type = "Content-Type: application/json"
    for cell in range(25):
        edit = capture(
            server, "POST", f"/board/cells/{cell}", [json_type], json.dumps({"value": LETTERS[cell]}).encode())
        expect(edit.status == 200, f"an edit was answered {edit.status}: {edit.body!r}")
    board = capture(server, "GET", "/board")
    expect(board.status == 200, f"GET /board was answered {board.status}")
    expect(len(json.loads(board.body)["cells"]) == 25, "GET /board does not have 25 cells")
    expect("etag" in board.headers, "GET /board has no ETag")
    not_modified = capture(server, "GET", "/board", [f"If-None-Match: {board.headers['etag']}"])
    expect(not_modified.status == 304, f"If-None-Match with the present ETag was answered {not_modified.status}")
    expect(not_modified.body == b"", "a 304 has a body")
    expect(json.loads(edit.body)["events"], "an edit was answered without its event")
    return board, not_modified, edit


def compare(yardstick, board, not_modified, edit):
    """Stops unless the yardstick sends the same statuses, headers and bodies."""
    same_etag = [f"If-None-Match: {board.headers['etag']}"]
    pairs = [
        ("GET /board", board, capture(yardstick, "GET", "/board")),
        ("the 304", not_modified, capture(yardstick, "GET", "/board", same_etag)),
        ("the edit", edit, capture(yardstick, "POST", "/board/cells/0", body=b'{"value":"A"}')),
    ]
    for what, server, other in pairs:
        expect(server.status == other.status, f"{what}: {server.status} against {other.status}")
        expect(server.body == other.body, f"{what}: the bodies differ")
        expect(
            server.same_headers() == other.same_headers(),
            f"{what}: the headers differ: {server.same_headers()} against {other.same_headers()}")


def expect(is_so, otherwise):
    """Ends the run: a figure for a wrong reply would mean nothing."""
    if not is_so:
        raise SystemExit(f"The replies are not what is to be measured: {otherwise}")


def check_edits(changes, requests):
    """Nearly every edit of the load must have changed a letter: one that changes nothing is too easy."""
    expect(changes >= 0.98 * requests, f"{requests} edits made only {changes} changes")
