"""How `deploy/nginx.conf` passes on answers, tested with stub nodes."""

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
    """Serves boards and answers everything else with 503, like a node without Redis."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self._answer(200 if self.path == "/board" else 503)

    def do_DELETE(self):
        self._answer(503)

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self._answer(503)

    def _answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "4")
        self.end_headers()
        self.wfile.write(b"node")

    def log_message(self, *_):
        pass


@pytest.fixture
def ask(tmp_path):
    """Sends a request to nginx in front of three nodes; returns (status, body)."""
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


def test_nginx_passes_on_503_and_keeps_serving_boards_while_no_node_can_save(ask):
    for method, path in [("POST", "/edit"), ("DELETE", "/cell"), ("GET", "/readyz")] * 3:
        assert ask(method, path) == (503, b"node"), "the client gets the node's own body"
        assert ask("GET", "/board") == (200, b"node")
