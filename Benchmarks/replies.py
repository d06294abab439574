"""The replies that are measured: captured from the real server, and compared with what others send."""

import json
import socket

LETTERS = "FIVEBYFIVEWORDGAMESONLINEX"
OWN = ("id", "game", "time", "created", "elapsed", "token")


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


def send_json(server, path, value):
    """Sends one POST with a JSON body, and gives the whole reply."""
    return capture(server, "POST", path, ["Content-Type: application/json"], json.dumps(value).encode())


def capture_all(server, letters=LETTERS):
    """Fills the board, then gives the replies to a board GET, to the same with its ETag, and to an edit."""
    for cell in range(25):
        edit = send_json(server, f"/board/cells/{cell}", {"value": letters[cell]})
        expect(edit.status == 200, f"{server.name} answered an edit with {edit.status}: {edit.body!r}")
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


def compare_fixed(peer, board, not_modified):
    """Stops unless a server of fixed bytes sends the same two replies; headers of its own may come on top.

    Gives the two replies.
    """
    captured = []
    for what, ours, headers in (
            ("GET /board", board, []), ("the 304", not_modified, [f"If-None-Match: {board.headers['etag']}"])):
        theirs = capture(peer, "GET", "/board", headers)
        expect(theirs.status == ours.status, f"{peer.name}, {what}: {ours.status} against {theirs.status}")
        expect(theirs.body == ours.body, f"{peer.name}, {what}: the bodies differ")
        missing = {*ours.same_headers().items()} - {*theirs.headers.items()}
        expect(not missing, f"{peer.name}, {what}: without {missing}")
        captured.append(theirs)
    return captured


def compare_living(ours, peer, letters):
    """Stops unless a server with boards of its own answers the same requests alike, and refuses the same ones.

    The order of keys in JSON is free, and times, tokens and names of games are each server's own. Gives the peer's
    replies, as `capture_all` does.
    """
    captured = capture_all(peer, letters)
    pairs = list(zip(("GET /board", "the 304", "the edit"), capture_all(ours, letters), captured))
    pairs += [
        (what, *(send_json(server, path, body) for server in (ours, peer)))
        for what, path, body in (
            ("an edit that changes nothing", "/board/cells/24", {"value": letters[24]}),
            ("a word in a cell", "/board/cells/3", {"value": "AB"}),
            ("a cell that there is not", "/board/cells/25", {"value": "A"}),
            ("a new game", "/games", {"rules": "free"}))
    ]
    for what, one, other in pairs:
        expect(one.status == other.status, f"{peer.name}, {what}: {one.status} against {other.status}")
        expect(one.headers.get("etag") == other.headers.get("etag"), f"{peer.name}, {what}: the ETags differ")
        if one.status in (200, 201):
            expect(timeless(one) == timeless(other), f"{peer.name}, {what}: {one.body!r} against {other.body!r}")
    return captured


def timeless(reply):
    """The JSON of a reply without times, tokens and names of games."""
    def plain(value):
        if isinstance(value, dict):
            return {name: plain(inner) for name, inner in value.items() if name not in OWN}
        return [plain(inner) for inner in value] if isinstance(value, list) else value

    return plain(json.loads(reply.body))


def expect(is_so, otherwise):
    """Ends the run: a figure for a wrong reply would mean nothing."""
    if not is_so:
        raise SystemExit(f"The replies are not what is to be measured: {otherwise}")


def check_edits(changes, requests, at_least=0.98):
    """Nearly every edit of the load must have changed a letter: one that changes nothing is too easy."""
    expect(changes >= at_least * requests, f"{requests} edits made only {changes} changes")
