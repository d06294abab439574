"""A client of MCP that runs Examples/mcp_server.py, and a server that is not ours."""

import contextlib
import http.server
import itertools
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading

from server_process import PATIENCE, ROOT
from threaded_server import ThreadedServer

PROGRAM = ROOT / "Examples/mcp_server.py"
REVISION = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
}
SQUARES = [column + row for row in "12345" for column in "abcde"]
ANSWER_LIMIT = 120 * PATIENCE  # seconds; they end a test of a broken program


class Mcp:
    """The running program; `printed` has all lines of its standard output so far."""

    def __init__(self, url, *arguments, **environment):
        self._errors, self._ids = tempfile.TemporaryFile(), itertools.count(1)
        self._lines, self.printed = queue.Queue(), []
        self.process = subprocess.Popen(
            [sys.executable, PROGRAM, *([url] if url else []), *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env={**os.environ, "no_proxy": "*", **environment},
            # Tests that run in the background of a shell ignore interrupts, and so would the program.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self._errors.close()

    def _read(self):
        for line in self.process.stdout:
            self._lines.put(line)

    @property
    def errors(self):
        """Everything on standard error so far."""
        return os.pread(self._errors.fileno(), 1 << 20, 0).decode()

    def send(self, line):
        """Sends bytes and a line feed."""
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def receive(self):
        """The next message."""
        try:
            line = self._lines.get(timeout=ANSWER_LIMIT)
        except queue.Empty:
            raise AssertionError(f"no answer; standard error: {self.errors}") from None
        self.printed.append(line)
        message = json.loads(line)
        assert message["jsonrpc"] == "2.0" and ("result" in message) != ("error" in message), message
        return message

    def exchange(self, line):
        """Sends bytes; returns the next message."""
        self.send(line)
        return self.receive()

    def ask(self, method, params=None, meta=META):
        """Sends a request; returns the response."""
        number = next(self._ids)
        params = {**(params or {}), **({"_meta": meta} if meta else {})}
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        answer = self.exchange(json.dumps(request).encode())
        assert answer["id"] == number, answer
        return answer

    def attempt(self, tool, **arguments):
        """Calls a tool; returns its result and the text in it."""
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})["result"]
        (content,) = result["content"]
        assert content["type"] == "text" and result["resultType"] == "complete", result
        return result, content["text"]

    def call(self, tool, **arguments):
        """What a tool returns."""
        result, text = self.attempt(tool, **arguments)
        assert not result["isError"], text
        assert json.loads(text) == result["structuredContent"]
        return result["structuredContent"]

    def failure(self, tool, **arguments):
        """The sentence with which a tool fails."""
        result, text = self.attempt(tool, **arguments)
        assert result["isError"] and "structuredContent" not in result, text
        assert text.strip() and "Traceback" not in text, text
        return text

    def end(self):
        """Closes standard input; returns the exit code."""
        self.process.stdin.close()
        return self.process.wait(ANSWER_LIMIT)


class CannedServer(ThreadedServer):
    """Answers GET and POST by path from a table of statuses, JSON bodies (or bytes) and headers."""

    def __init__(self, answers):
        super().__init__(CannedHandler)
        self.answers, self.requests = answers, []  # (method, path, headers, body)


class CannedHandler(http.server.BaseHTTPRequestHandler):
    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.requests.append((self.command, self.path, dict(self.headers), body))
        status, content, *headers = self.server.answers.get(self.path, (404, {}))
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        for name, value in [*headers, ("Content-Length", len(data))]:
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PATCH = answer

    def log_message(self, *_):
        """Logs nothing."""
