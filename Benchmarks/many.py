"""Many requests in little time: over 64 connections, one request of each on its way at a time."""

import contextlib
import json
import socket

CONNECTIONS = 64
#: A server closes a connection after 1,000 requests.
REQUESTS_OF_ONE = 900


class Reply:
    """One whole reply, read from a connection that stays open."""

    def __init__(self, lines):
        self.status = int(lines.readline().split()[1])
        length = 0
        while (line := lines.readline()) not in (b"\r\n", b""):
            name, value = line.split(b":", 1)
            if name.lower() == b"content-length":
                length = int(value)
        self.body = lines.read(length)


def request(method, path, body=None, token=None):
    """The bytes of one request."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(content)}"]
    if body is not None:
        lines.append("Content-Type: application/json")
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content


def send(server, requests, expected):
    """Sends all of `requests` and yields the bodies of their replies, in order; another status ends the run."""
    requests = list(requests)
    stretch = CONNECTIONS * REQUESTS_OF_ONE
    for start in range(0, len(requests), stretch):
        yield from _stretch(server, requests[start:start + stretch], expected)


def _stretch(server, requests, expected):
    with contextlib.ExitStack() as stack:
        sockets = [
            stack.enter_context(socket.create_connection((server.host, server.port), timeout=30))
            for _ in range(min(CONNECTIONS, len(requests)))]
        readers = [stack.enter_context(connection.makefile("rb")) for connection in sockets]
        for start in range(0, len(requests), len(sockets)):
            turn = requests[start:start + len(sockets)]
            for connection, bytes_of_one in zip(sockets, turn):
                connection.sendall(bytes_of_one)
            for lines, bytes_of_one in zip(readers, turn):
                reply = Reply(lines)
                if reply.status != expected:
                    raise SystemExit(f"{bytes_of_one!r} was answered {reply.status}: {reply.body!r}")
                yield reply.body


def make_games(server, count):
    """Makes open games on a shared board, and gives their ids."""
    wanted = request("POST", "/games", {"rules": "free", "options": {"open": True}})
    return [json.loads(body)["id"] for body in send(server, [wanted] * count, 201)]
