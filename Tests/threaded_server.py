"""A small HTTP server of a test's own, which answers on threads while the test goes on."""

import http.server
import threading


class ThreadedServer(http.server.ThreadingHTTPServer):
    """A server on a free port of the loopback, as a context manager; `handler` answers."""

    daemon_threads = True

    def __init__(self, handler):
        super().__init__(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server_port}"

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return super().__enter__()

    def __exit__(self, *_):
        self.shutdown()
        super().__exit__()
