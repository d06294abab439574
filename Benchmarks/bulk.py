"""Sends many requests over 64 connections, with one request in flight on each."""

import contextlib
import json
import socket

CONNECTIONS = 64
#: Below the server's limit of 1,000 requests per connection.
REQUESTS_PER_CONNECTION = 900


class Reply:
    """One reply, read from a keep-alive connection."""

    def __init__(self, lines):
        self.status = int(lines.readline().split()[1])
        length = 0
        while (line := lines.readline()) not in (b"\r\n", b""):
            name, value = line.split(b":", 1)
            if name.lower() == b"content-length":
                length = int(value)
        self.body = lines.read(length)


def request(method, path, body=None, token=None):
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(content)}"]
    if body is not None:
        lines.append("Content-Type: application/json")
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content


def send(server, requests, expected):
    """Sends all `requests` and yields the bodies of the replies in order.

    Exits if a reply has another status than `expected`.
    """
    requests = list(requests)
    size = CONNECTIONS * REQUESTS_PER_CONNECTION
    for start in range(0, len(requests), size):
        yield from _send_batch(server, requests[start:start + size], expected)


def _send_batch(server, requests, expected):
    with contextlib.ExitStack() as stack:
        sockets = [
            stack.enter_context(socket.create_connection((server.host, server.port), timeout=30))
            for _ in range(min(CONNECTIONS, len(requests)))]
        readers = [stack.enter_context(connection.makefile("rb")) for connection in sockets]
        for start in range(0, len(requests), len(sockets)):
            in_flight = requests[start:start + len(sockets)]
            for connection, message in zip(sockets, in_flight):
                connection.sendall(message)
            for lines, message in zip(readers, in_flight):
                reply = Reply(lines)
                if reply.status != expected:
                    raise SystemExit(f"{message!r} was answered with {reply.status}: {reply.body!r}")
                yield reply.body


def make_games(server, count):
    """Creates open games of `free` and returns their ids."""
    message = request("POST", "/games", {"rules": "free", "options": {"open": True}})
    return [json.loads(body)["id"] for body in send(server, [message] * count, 201)]
