"""What `deploy/nginx.conf` does with answers, before nodes that are none."""

import contextlib
import http.server
import pathlib
import threading
import urllib.error
import urllib.request

import pytest

from processes import Nginx
from stage import free_port


class Node(http.server.BaseHTTPRequestHandler):
    """Shows boards, and says 503 to everything else, as a node does whose Redis is away."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self._say(200 if self.path == "/board" else 503)

    def do_DELETE(self):
        self._say(503)

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self._say(503)

    def _say(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"me")

    def log_message(self, *_):
        pass


@pytest.fixture
def ask(tmp_path):
    """Asks nginx, in front of three nodes, and gives the status and who has answered."""
    with contextlib.ExitStack() as ends:
        ports = []
        for _ in range(3):
            server = ends.enter_context(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Node))
            threading.Thread(target=server.serve_forever, daemon=True).start()
            ends.callback(server.shutdown)
            ports.append(server.server_port)
        nginx = Nginx(pathlib.Path(tmp_path) / "nginx", free_port(), ports)
        nginx.start()
        ends.callback(nginx.stop)

        def ask(method, path):
            url, body = f"http://127.0.0.1:{nginx.port}{path}", b"{}" if method == "POST" else None
            try:
                with urllib.request.urlopen(urllib.request.Request(url, body, method=method)) as answer:
                    return answer.status, answer.read()
            except urllib.error.HTTPError as answer:
                return answer.code, answer.read()

        yield ask


def test_boards_are_shown_while_every_node_says_that_it_cannot_save(ask):
    for method, path in [("POST", "/edit"), ("DELETE", "/cell"), ("GET", "/readyz")] * 3:
        assert ask(method, path) == (503, b"me"), "the node's own words reach who has asked"
        assert ask("GET", "/board") == (200, b"me")
