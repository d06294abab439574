"""How `deploy/nginx.conf` passes on answers, tested with stub nodes."""

import contextlib
import http.client
import http.server
import json
import pathlib
import threading
import urllib.error
import urllib.request

import pytest

from processes import Nginx
from stage import free_port


class Node(http.server.BaseHTTPRequestHandler):
    """Serves boards and streams, and answers everything else with 503, like a node without Redis."""

    protocol_version = "HTTP/1.1"
    released = threading.Event()  # lets streams end

    def do_GET(self):
        self._answer(200 if self.path in ("/board", "/events") else 503)

    def do_DELETE(self):
        self._answer(503)

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self._answer(503)

    def _answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "4")
        self.end_headers()
        if self.path == "/events":
            self.wfile.flush()
            self.released.wait(20)
        self.wfile.write(b"node")

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def site(folder, limits=False):
    """nginx in front of three nodes."""
    with contextlib.ExitStack() as ends:
        ports = []
        for _ in range(3):
            server = ends.enter_context(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Node))
            threading.Thread(target=server.serve_forever, daemon=True).start()
            ends.callback(server.shutdown)
            ports.append(server.server_port)
        nginx = Nginx(pathlib.Path(folder) / "nginx", free_port(), ports, limits)
        nginx.start()
        ends.callback(nginx.stop)
        yield nginx


@pytest.fixture
def ask(tmp_path):
    """Sends a request to nginx in front of three nodes; returns (status, body)."""
    with site(tmp_path) as nginx:

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


@pytest.fixture
def limited(tmp_path):
    """Sends requests of a client with an address; returns the answer, whose body is not read."""
    with site(tmp_path, limits=True) as nginx, contextlib.ExitStack() as ends:
        links = {}

        def send(address, method="GET", path="/board", link=None):
            key = (address, link)
            if key not in links:
                links[key] = http.client.HTTPConnection("127.0.0.1", nginx.port, timeout=10)
                ends.callback(links[key].close)
            links[key].request(method, path, headers={"X-Client": address})
            return links[key].getresponse()

        yield send


def is_refused(answer):
    """Whether nginx refuses a request; reads the body, which must then be a problem document."""
    body = answer.read()
    if answer.status != 429:
        return False
    assert answer.headers["Content-Type"] == "application/problem+json" and answer.headers["Retry-After"]
    assert json.loads(body)["code"] == "rate-limited"
    return True


def test_an_address_that_sends_many_requests_is_refused_and_others_are_not(limited):
    refused = [is_refused(limited("192.0.2.1", method)) for method in ["GET", "DELETE"] * 201]
    assert refused == [False] * 401 + [True], "the first, and a burst of 400"
    assert not is_refused(limited("192.0.2.2"))


def test_the_addresses_of_an_ipv6_network_share_their_limit(limited):
    """The fourth and eighth bytes are a line break, which must not hide the rest of the address."""
    for number in range(401):
        assert not is_refused(limited(f"2001:d0a:0:a::{number + 1:x}", link=0))
    assert is_refused(limited("2001:d0a:0:a:ffff::1"))
    assert not is_refused(limited("2001:d0a:0:b::1"))


def test_an_address_may_have_128_requests_at_the_same_time(limited):
    """Streams and polls count for as long as they are open."""
    streams = [limited("192.0.2.1", path="/events", link=number) for number in range(128)]
    assert {answer.status for answer in streams} == {200}
    assert is_refused(limited("192.0.2.1", link="another")) and not is_refused(limited("192.0.2.2"))
    Node.released.set()
    assert all(answer.read() == b"node" for answer in streams)
    assert not is_refused(limited("192.0.2.1", link="another"))
