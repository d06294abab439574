"""An attacker in a separate process: many connections that send one request after another, as fast as they can.

Reads one JSON object from standard input: `host`, `port`, `connections`, `requests` (each as text, sent in turn)
and `reset` (seconds after which each connection is reset, or null to read the answers). It then prints `ready`, runs
until standard input ends, and prints the number of answers by status.
"""

import collections
import json
import re
import selectors
import socket
import struct
import sys
import time

RESET = struct.pack("ii", 1, 0)
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)


class Connection:
    """One connection, which is opened again whenever it ends."""

    def __init__(self, flood, number):
        self.flood, self.number, self.socket = flood, number, None
        self.open()

    def open(self):
        self.close()
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.connect_ex(self.flood.address)
        self.received, self.sent_at = b"", None
        self.flood.selector.register(self.socket, selectors.EVENT_WRITE, self)

    def close(self):
        if self.socket:
            self.flood.selector.unregister(self.socket)
            if self.flood.reset:
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            self.socket.close()

    def send(self):
        self.socket.send(self.flood.requests[self.number % len(self.flood.requests)])
        self.number += 1
        self.received, self.sent_at = b"", time.monotonic()
        self.flood.selector.modify(self.socket, selectors.EVENT_READ, self)

    def receive(self):
        part = self.socket.recv(1 << 18)
        self.received += part
        head, end, body = self.received.partition(b"\r\n\r\n")
        if not end:
            return self.open() if not part else None
        length = LENGTH.search(head + b"\r\n")
        # A stream has no length; its beginning is enough.
        if length is None or len(body) >= int(length.group(1)) or not part:
            self.flood.answers[head[9:12].decode()] += 1
            self.send() if length and part and b"\r\nConnection: close" not in head else self.open()


class Flood:
    def __init__(self, plan):
        self.address = plan["host"], plan["port"]
        self.requests = [text.encode("latin-1") for text in plan["requests"]]
        self.reset, self.answers = plan["reset"], collections.Counter()
        self.selector = selectors.DefaultSelector()
        self.connections = [Connection(self, number) for number in range(plan["connections"])]

    def run(self):
        self.selector.register(sys.stdin, selectors.EVENT_READ, None)
        while True:
            for key, events in self.selector.select(0.002):
                if key.data is None:
                    return
                try:
                    key.data.send() if events & selectors.EVENT_WRITE else key.data.receive()
                except OSError:
                    key.data.open()
            if self.reset:
                due = time.monotonic() - self.reset
                for one in self.connections:
                    if one.sent_at and one.sent_at < due:
                        self.answers["reset"] += 1
                        one.open()


if __name__ == "__main__":
    flood = Flood(json.loads(sys.stdin.readline()))
    print("ready", flush=True)
    flood.run()
    print(json.dumps(flood.answers), flush=True)
