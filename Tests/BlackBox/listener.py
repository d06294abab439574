"""A service to which rooms post their days: it records what arrives and answers as a test says."""

import http.server
import json
import queue
import threading
from dataclasses import dataclass

from server_process import reserve_port


@dataclass
class Posted:
    """One request that has arrived."""

    method: str
    path: str
    headers: dict
    body: dict


def status(code, **headers):
    """Answers with a status, and headers whose names have underscores for hyphens."""

    def answer(handler):
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


class Listener:
    """A service on a free port, which is its own also while it is down.

    `next` has its next answers; after them it answers 204.
    """

    def __init__(self, context=None):
        self._holder = reserve_port()
        self.port = self._holder.getsockname()[1]
        self.host = f"127.0.0.1:{self.port}"
        self.context, self.next, self.posts, self._server = context, queue.Queue(), [], None

    @property
    def url(self):
        return f"{'https' if self.context else 'http'}://{self.host}/hook/SECRET-7F3A"

    def up(self):
        listener = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                listener.posts.append(Posted(self.command, self.path, dict(self.headers), body))
                try:
                    listener._answer()(self)
                except OSError:
                    pass  # the server has read enough
                self.close_connection = True

            do_POST = do_PUT = do_GET = answer

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, *_):
                pass  # a handshake that the client has broken off

        self._server = Server(("127.0.0.1", self.port), Handler)
        if self.context:
            self._server.socket = self.context.wrap_socket(self._server.socket, server_side=True)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def _answer(self):
        try:
            return self.next.get_nowait()
        except queue.Empty:
            return status(204)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._server:
            self._server.shutdown()
            self._server.server_close()
        self._holder.close()
